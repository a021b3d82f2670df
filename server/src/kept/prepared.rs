//! An answer that is ready: its body in three forms, each with all its headers. Sending it takes a copy of the
//! headers and a reference to the body, no more.

use std::sync::{Arc, OnceLock};

use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use bytes::Bytes;
use http_body_util::Full;

use super::encoding::{Effort, Encoding, gunzip};
use crate::request::head::Head;
use crate::statistics::{Asker, Count};
use crate::turns;

const ENCODINGS: [Encoding; 3] = [Encoding::Brotli, Encoding::Gzip, Encoding::Identity];

pub struct Prepared {
    status: StatusCode,
    forms: [Form; 3],
    /// The forms once more, made with more effort when there was time for it.
    dense: OnceLock<[Form; 3]>,
    /// Where it is a page that people look at: how often.
    views: Option<Arc<Count>>,
}

struct Form {
    body: Body,
    headers: HeaderMap,
}

/// What is sent: it is there, or is made of another form when somebody first asks for it.
pub enum Body {
    Ready(Bytes),
    Later { other: Bytes, make: fn(&Bytes) -> Bytes, made: OnceLock<Bytes> },
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Body {
        Body::Ready(bytes)
    }
}

impl Body {
    /// The plain form of what is at hand as gzip.
    pub fn gzipped(packed: Bytes) -> Body {
        Body::later(packed, |packed| gunzip(packed).into())
    }

    /// This form of a text, compressed quickly.
    fn compressed(plain: &Bytes, encoding: Encoding) -> Body {
        match encoding {
            Encoding::Identity => Body::Ready(plain.clone()),
            Encoding::Brotli => Body::later(plain.clone(), |plain| Encoding::Brotli.apply(plain, Effort::Quick)),
            Encoding::Gzip => Body::later(plain.clone(), |plain| Encoding::Gzip.apply(plain, Effort::Quick)),
        }
    }

    fn later(other: Bytes, make: fn(&Bytes) -> Bytes) -> Body {
        Body::Later { other, make, made: OnceLock::new() }
    }

    fn bytes(&self) -> &Bytes {
        match self {
            Body::Ready(bytes) => bytes,
            Body::Later { other, make, made } => made.get_or_init(|| make(other)),
        }
    }

    /// Its length, or before a text is compressed that of the text.
    fn max_length(&self) -> usize {
        match self {
            Body::Ready(bytes) => bytes.len(),
            Body::Later { other, made, .. } => made.get().unwrap_or(other).len(),
        }
    }
}

impl Prepared {
    /// A page, compressed when it is first asked for; with a tag, so that it is not sent twice. The tag is a weak one: it
    /// speaks of the text, which stays the same when it is compressed once more.
    pub fn page(status: StatusCode, headers: &HeaderMap, body: String) -> Prepared {
        use sha2::{Digest, Sha256};
        let plain = Bytes::from(body);
        let digest: String = Sha256::digest(&plain).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let forms = ENCODINGS.map(|encoding| {
            let mut form = Form::new(encoding, Body::compressed(&plain, encoding), headers);
            let tag = format!("W/\"{digest}-{}\"", encoding.name().unwrap_or("id"));
            form.headers.insert(header::ETAG, tag.try_into().expect("hexadecimal digits"));
            form
        });
        Prepared { status, forms, dense: OnceLock::new(), views: None }
    }

    /// Makes the form that nearly every browser takes, before one asks for it.
    pub fn with_brotli(self) -> Prepared {
        turns::give_way();
        self.forms[Encoding::Brotli as usize].body.bytes();
        self
    }

    /// A file whose forms are there already.
    pub fn file(headers: &HeaderMap, form: impl Fn(Encoding) -> Option<Body>) -> Prepared {
        Prepared::of_forms(StatusCode::OK, headers, form)
    }

    /// The forms that there are; the plain one instead of those that there are not.
    pub fn of_forms(status: StatusCode, headers: &HeaderMap, form: impl Fn(Encoding) -> Option<Body>) -> Prepared {
        let plain = || (Encoding::Identity, form(Encoding::Identity).expect("the plain form is always there"));
        let forms = ENCODINGS.map(|wanted| {
            let (encoding, body) = form(wanted).map_or_else(plain, |body| (wanted, body));
            Form::new(encoding, body, headers)
        });
        Prepared { status, forms, dense: OnceLock::new(), views: None }
    }

    pub fn counted(self, views: Arc<Count>) -> Prepared {
        Prepared { views: Some(views), ..self }
    }

    pub fn views(&self) -> Option<&Arc<Count>> {
        self.views.as_ref()
    }

    /// Counts that somebody asked for it, if it is a page. One that the browser still holds is seen as well.
    pub fn count_view(&self, asked: &Head) {
        if let Some(views) = &self.views {
            views.add(Asker::of(asked));
        }
    }

    /// Makes the smallest forms; what is sent from then on.
    pub fn recompress(&self) {
        let plain = self.forms[Encoding::Identity as usize].body.bytes();
        self.dense.get_or_init(|| {
            let mut position = 0;
            self.forms.each_ref().map(|form| {
                let body = ENCODINGS[position].apply(plain, Effort::Best).into();
                position += 1;
                Form { body, headers: form.headers.clone() }
            })
        });
    }

    /// What it takes in memory once it has been recompressed, a little more than less.
    pub fn max_bytes(&self) -> usize {
        const HEADERS: usize = 2 * 1024;
        let bodies: usize = self.forms.iter().map(|form| form.body.max_length()).sum();
        let compressed = bodies - self.forms[Encoding::Identity as usize].body.max_length();
        bodies + compressed + 2 * self.forms.len() * HEADERS
    }

    pub fn answer(&self, asked: &HeaderMap) -> Response<Full<Bytes>> {
        let encoding = Encoding::of(asked);
        let form = &self.dense.get().unwrap_or(&self.forms)[encoding as usize];
        let unchanged = self.status == StatusCode::OK && is_known(asked, form.headers.get(header::ETAG));
        let mut answer = Response::new(Full::default());
        *answer.headers_mut() = form.headers.clone();
        if unchanged {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
            answer.headers_mut().remove(header::CONTENT_ENCODING);
        } else {
            *answer.status_mut() = self.status;
            *answer.body_mut() = Full::new(form.body.bytes().clone());
        }
        answer
    }
}

impl Form {
    fn new(encoding: Encoding, body: Body, headers: &HeaderMap) -> Form {
        let mut headers = headers.clone();
        headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(name) = encoding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        Form { body, headers }
    }
}

/// Whether the browser says that it holds what this tag names.
fn is_known(asked: &HeaderMap, tag: Option<&HeaderValue>) -> bool {
    let Some((known, tag)) = asked.get(header::IF_NONE_MATCH).zip(tag) else { return false };
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    match (known.to_str(), tag.to_str()) {
        (Ok(known), Ok(tag)) => known.split(',').any(|one| bare(one) == bare(tag)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recompressed_page_is_smaller_and_still_the_same_page() {
        let text: String = (0..2000).map(|number| format!("<p>paragraph {}</p>", number * number)).collect();
        let page = Prepared::page(StatusCode::OK, &HeaderMap::new(), text);
        let ask =
            |name: &'static str| HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(name))]);
        let before = ["br", "gzip", ""].map(|name| page.answer(&ask(name)));
        page.recompress();
        for (name, before) in ["br", "gzip", ""].into_iter().zip(before) {
            let after = page.answer(&ask(name));
            assert_eq!(after.headers(), before.headers());
            let length = |answer: &Response<Full<Bytes>>| hyper::body::Body::size_hint(answer.body()).exact().unwrap();
            assert!(length(&after) < length(&before) || name.is_empty(), "{name}");
            let mut known = ask(name);
            known.insert(header::IF_NONE_MATCH, before.headers()[header::ETAG].clone());
            assert_eq!(page.answer(&known).status(), StatusCode::NOT_MODIFIED);
        }
    }
    #[test]
    fn a_form_is_made_when_it_is_first_asked_for() {
        let page = Prepared::page(StatusCode::OK, &HeaderMap::new(), "<p>text</p>".repeat(100)).with_brotli();
        let is_made = |encoding| {
            let body = &page.forms[encoding as usize].body;
            matches!(body, Body::Ready(_)) || matches!(body, Body::Later { made, .. } if made.get().is_some())
        };
        assert_eq!(ENCODINGS.map(is_made), [true, false, true]);
        let before = page.max_bytes();
        let answer = page.answer(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"))]));
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(ENCODINGS.map(is_made), [true; 3]);
        assert!(page.max_bytes() < before, "what is not made yet counts as much as the text");
    }
}
