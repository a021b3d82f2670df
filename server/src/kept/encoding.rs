//! Compressed forms of an answer: which one the browser takes, and how each is made.

use std::io::{Read, Write};

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
        let accepted = headers.get(header::ACCEPT_ENCODING).map_or(&b""[..], |value| value.as_bytes());
        let mut best = Encoding::Identity;
        for offer in accepted.split(|byte| *byte == b',') {
            let mut parts = offer.splitn(2, |byte| *byte == b';').map(<[u8]>::trim_ascii);
            let coding = parts.next().unwrap_or_default();
            match parts.next() {
                Some(quality) if is_none(quality) => {}
                _ if coding.eq_ignore_ascii_case(b"br") => return Encoding::Brotli,
                _ if coding.eq_ignore_ascii_case(b"gzip") => best = Encoding::Gzip,
                _ => {}
            }
        }
        best
    }

    pub fn name(self) -> Option<&'static str> {
        match self {
            Encoding::Brotli => Some("br"),
            Encoding::Gzip => Some("gzip"),
            Encoding::Identity => None,
        }
    }

    /// What the build appends to the name of a file in this form.
    pub fn suffix(self) -> &'static str {
        match self {
            Encoding::Brotli => ".br",
            Encoding::Gzip => ".gz",
            Encoding::Identity => "",
        }
    }

    pub fn apply(self, plain: &Bytes, effort: Effort) -> Bytes {
        match self {
            Encoding::Identity => plain.clone(),
            Encoding::Gzip => {
                let level = flate2::Compression::new(if effort == Effort::Quick { 2 } else { 9 });
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
                encoder.write_all(plain).expect("memory takes every byte");
                encoder.finish().expect("memory takes every byte").into()
            }
            Encoding::Brotli => {
                let quality = if effort == Effort::Quick { 3 } else { 11 };
                // A window as large as the text: a larger one takes memory and finds nothing more. Below 18 the
                // encoder turns to another method, which for such texts is many times slower.
                let lgwin = (usize::BITS - plain.len().leading_zeros()).clamp(18, 22) as i32;
                let params = brotli::enc::BrotliEncoderParams {
                    quality,
                    lgwin,
                    mode: brotli::enc::backward_references::BrotliEncoderMode::BROTLI_MODE_TEXT,
                    size_hint: plain.len(),
                    ..Default::default()
                };
                let mut out = Vec::new();
                brotli::BrotliCompress(&mut plain.as_ref(), &mut out, &params).expect("memory takes every byte");
                out.into()
            }
        }
    }
}

/// Of bytes that are our own.
pub fn gunzip(packed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut plain).expect("made by our own build");
    plain
}

/// `q=0`, in whatever spelling.
fn is_none(quality: &[u8]) -> bool {
    let number = quality.strip_prefix(b"q=").and_then(|number| std::str::from_utf8(number).ok());
    number.is_some_and(|number| number.parse() == Ok(0.0_f32))
}

/// A visitor waits for the first form of a page, and nobody for the one that replaces it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effort {
    Quick,
    Best,
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
        assert_eq!(of("GZIP;q=0.5 , identity"), Encoding::Gzip);
        assert_eq!(of("deflate, xbr, br; q=0.0"), Encoding::Identity);
        assert_eq!(Encoding::of(&HeaderMap::new()), Encoding::Identity);
    }
}
