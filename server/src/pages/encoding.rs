//! Compressed forms of an answer: which one the browser takes, and how each is made.

use std::io::Write;

use axum::http::{HeaderMap, header};
use bytes::Bytes;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// The best that Accept-Encoding allows.
    pub fn of(headers: &HeaderMap) -> Encoding {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let takes = |name: &str| {
            accepted.split(',').any(|offer| {
                let (coding, quality) = offer.trim().split_once(';').unwrap_or((offer.trim(), ""));
                let refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0_f32));
                coding.trim().eq_ignore_ascii_case(name) && !refused
            })
        };
        match () {
            () if takes("br") => Encoding::Brotli,
            () if takes("gzip") => Encoding::Gzip,
            () => Encoding::Identity,
        }
    }

    pub fn name(self) -> Option<&'static str> {
        match self {
            Encoding::Brotli => Some("br"),
            Encoding::Gzip => Some("gzip"),
            Encoding::Identity => None,
        }
    }

    pub fn suffix(self) -> Option<&'static str> {
        match self {
            Encoding::Brotli => Some(".br"),
            Encoding::Gzip => Some(".gz"),
            Encoding::Identity => None,
        }
    }

    pub fn apply(self, plain: &Bytes) -> Bytes {
        match self {
            Encoding::Identity => plain.clone(),
            Encoding::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
                encoder.write_all(plain).expect("memory takes every byte");
                encoder.finish().expect("memory takes every byte").into()
            }
            Encoding::Brotli => {
                let mut out = Vec::new();
                let params = brotli::enc::BrotliEncoderParams { quality: 9, lgwin: 22, ..Default::default() };
                brotli::BrotliCompress(&mut plain.as_ref(), &mut out, &params).expect("memory takes every byte");
                out.into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_acceptable_form_is_chosen() {
        let of = |text: &'static str| {
            Encoding::of(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, header::HeaderValue::from_static(text))]))
        };
        assert_eq!(of("gzip, deflate, br"), Encoding::Brotli);
        assert_eq!(of("gzip, br;q=0"), Encoding::Gzip);
        assert_eq!(of("deflate"), Encoding::Identity);
        assert_eq!(Encoding::of(&HeaderMap::new()), Encoding::Identity);
    }
}
