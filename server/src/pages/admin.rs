//! The admin's document: an empty page that loads the admin's part of the web app. Holds no data; what staff see
//! comes from the API, with their own session.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{ADMIN, ICON, assets};

/// As for public pages; `blob:` shows a picture before it is uploaded, the one frame shows previews, and the editor has a
/// policy for what is pasted.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; \
    font-src 'self'; connect-src 'self'; form-action 'self'; frame-src 'self'; base-uri 'none'; \
    frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types default ProseMirrorClipboard";

pub fn is_admin(path: &str) -> bool {
    path.strip_prefix(ADMIN).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// `readers` says which pages show what (see `Pages::readers`).
pub fn document(anon_key: &str, readers: &Value) -> Response {
    let entry = &assets::ADMIN_ENTRY;
    let tags = |paths: &[String], tag: fn(&str) -> String| paths.iter().map(|path| tag(path)).collect::<String>();
    let styles = tags(&entry.styles, |path| format!("<link rel=\"stylesheet\" href=\"{path}\">"));
    let preloads = tags(&entry.parts, |path| format!("<link rel=\"modulepreload\" href=\"{path}\">"));
    let script = format!("<script type=\"module\" src=\"{}\"></script>", entry.script);
    let settings = json!({ "key": anon_key, "readers": readers }).to_string().replace('<', "\\u003c");
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>Admin | Umeed</title><link rel=\"icon\" href=\"{ICON}\">{styles}{preloads}{script}</head>\
         <body><div id=\"root\"></div><noscript>The staff area needs JavaScript.</noscript>\
         <script type=\"application/json\" id=\"umeed-admin\">{settings}</script></body></html>"
    );
    let mut response = (StatusCode::OK, html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}
