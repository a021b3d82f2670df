//! Sends a file: whole, in part, or only the word that the caller has it already. Whatever it is, a browser shows or
//! saves it and runs nothing in it. Who may read it has been decided before.

use std::net::IpAddr;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::Storage;
use super::call::Target;
use super::error::{FileError, Result};
use super::kind::is_named;
use super::mark;
use super::object::Object;
use super::range::Part;
use super::store::Store;
use crate::schema::bucket::FileKind;
use crate::schema::{Bucket, Caller};

/// What RFC 5987 leaves unescaped and file names use.
const IN_FILE_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// For all that a browser shows or saves. Chromium's PDF viewer opens a document under it, too.
pub const INERT_POLICY: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
/// As for other pictures, with the styles and pictures that a drawing holds in itself.
const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'; sandbox";

pub struct Asked<'a> {
    pub method: &'a Method,
    pub headers: &'a HeaderMap,
    pub query: &'a str,
    pub address: IpAddr,
}

impl Asked<'_> {
    pub fn value(&self, name: &str) -> Option<String> {
        let mut pairs = form_urlencoded::parse(self.query.as_bytes());
        pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }
}

pub async fn send(storage: &Storage, caller: &Caller, target: &Target, asked: &Asked<'_>) -> Result<Response> {
    // The bytes may have been replaced between the look at the row and the look at the disk; then the row names
    // others by now. If it still names the same, they are missing.
    let mut missing = None;
    loop {
        let object = storage.look_up(caller, target).await?.ok_or(FileError::NoSuchFile)?;
        if let Some(answer) = object_answer(&storage.store, target.bucket, &object, asked).await? {
            return Ok(answer);
        }
        let version = Some(object.version()?);
        if missing == version {
            break;
        }
        missing = version;
    }
    let version = missing.map(|version| version.to_string());
    tracing::error!(version, "the bytes of a file are missing; restore them from a backup");
    Err(FileError::NoSuchFile)
}

/// `None` when the bytes are not there.
pub async fn object_answer(
    store: &Store,
    bucket: &Bucket,
    object: &Object,
    asked: &Asked<'_>,
) -> Result<Option<Response>> {
    let state = object.state();
    let mut answer = Response::new(Body::empty());
    describe(&mut answer, bucket, object, asked);
    if state.is_known_to(asked.headers) {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
        answer.headers_mut().remove(header::CONTENT_TYPE);
        return Ok(Some(answer));
    }
    let own_name = || object.name.rsplit('/').next().unwrap_or_default().to_owned();
    let saved_as = asked.value("download").map(|name| if name.is_empty() { own_name() } else { honest(name, object) });
    if let Some(name) = saved_as.or_else(|| is_only_saved(object).then(own_name)) {
        set(&mut answer, header::CONTENT_DISPOSITION, &attachment(&name));
    }
    let range = match state.part_for(asked.headers, object.size) {
        Part::Whole => 0..object.size,
        Part::Some(range) => {
            *answer.status_mut() = StatusCode::PARTIAL_CONTENT;
            let place = format!("bytes {}-{}/{}", range.start, range.end - 1, object.size);
            set(&mut answer, header::CONTENT_RANGE, &place);
            range
        }
        Part::Nowhere => {
            *answer.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
            set(&mut answer, header::CONTENT_RANGE, &format!("bytes */{}", object.size));
            set(&mut answer, header::CONTENT_LENGTH, "0");
            return Ok(Some(answer));
        }
    };
    set(&mut answer, header::CONTENT_LENGTH, &(range.end - range.start).to_string());
    if asked.method != Method::HEAD {
        match store.read(object.version()?, range).await? {
            Some(stream) => *answer.body_mut() = Body::from_stream(stream),
            None => return Ok(None),
        }
    }
    Ok(Some(answer))
}

/// Those who make a link may choose the name, but not pass the file off as something else: as a program, for one.
fn honest(mut name: String, object: &Object) -> String {
    if let Some(kind) = FileKind::of(&object.mimetype)
        && name.contains('.')
        && !is_named(kind, &name)
    {
        name.push_str(kind.extensions()[0]);
    }
    name
}

/// What no browser shows by itself, and none should try to.
fn is_only_saved(object: &Object) -> bool {
    !FileKind::of(&object.mimetype).is_some_and(|kind| kind.is_picture() || kind == FileKind::Pdf)
}

fn describe(answer: &mut Response, bucket: &Bucket, object: &Object, asked: &Asked) {
    let kind = FileKind::of(&object.mimetype);
    let policy = if kind == Some(FileKind::Svg) { DRAWING_POLICY } else { INERT_POLICY };
    let content_type = if kind == Some(FileKind::Csv) { "text/csv; charset=utf-8" } else { &object.mimetype };
    for (name, value) in [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, cache_control(bucket, object, asked)),
        (header::ETAG, &object.etag),
        (header::LAST_MODIFIED, &object.state().last_modified()),
        (header::ACCEPT_RANGES, "bytes"),
    ] {
        set(answer, name, value);
    }
    make_inert(answer, policy);
}

/// What the uploader asked for, unless the address names this very state of the file. In a private bucket every use must
/// be checked again, so that no cache gives a file to somebody who may not read it, or may not any more.
pub fn cache_control<'a>(bucket: &Bucket, object: &'a Object, asked: &Asked) -> &'a str {
    if !bucket.public {
        "private, no-cache"
    } else if mark::is_in(asked, object) {
        mark::FOR_EVER
    } else {
        &object.cache_control
    }
}

/// The headers that keep a picture a picture, also when someone opens its address as a page.
pub fn make_inert(answer: &mut Response, policy: &'static str) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("x-robots-tag"), "none"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ] {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
}

pub fn set(answer: &mut Response, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        answer.headers_mut().insert(name, value);
    }
}

/// Both forms of a file name: plain for old programs, encoded for all scripts.
fn attachment(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || " -_.()".contains(letter) { letter } else { '_' })
        .collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{}", utf8_percent_encode(name, IN_FILE_NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn download_names_cannot_break_out_of_the_header() {
        assert_eq!(
            attachment("عید \"a\r\nb.jpg"),
            "attachment; filename=\"___ _a__b.jpg\"; filename*=UTF-8''%D8%B9%DB%8C%D8%AF%20%22a%0D%0Ab.jpg"
        );
    }
}
