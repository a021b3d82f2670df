//! Headers and small answers that every surface shares.

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::config::Settings;

pub fn add_security_headers(headers: &mut HeaderMap, settings: &Settings) {
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "strict-origin-when-cross-origin");
    set(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=()");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    if settings.public_url.as_ref().is_some_and(|url| url.scheme() == "https") {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000; includeSubDomains");
    }
}

/// An answer for callers of no particular dialect.
pub fn plain_refusal(status: StatusCode, message: &str) -> Response {
    let body = json!({ "code": status.as_u16().to_string(), "message": message, "details": null, "hint": null });
    // Also for callers from other sites, whom the API's own answers reach: these come from outside its layers.
    let headers =
        [(header::CONTENT_TYPE, "application/json; charset=utf-8"), (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
    (status, headers, body.to_string()).into_response()
}

/// The answer to HEAD: what GET would say of the body, without the body.
pub fn without_body(mut response: Response) -> Response {
    if let Some(length) = response.body().size_hint().exact() {
        response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    }
    response.map(|_| Body::empty())
}
