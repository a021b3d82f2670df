//! Answers in Storage's dialect. Its clients expect HTTP 400 for whatever is refused; the true status is in the body.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::error::{Error, Result};

const MAX_JSON: usize = 2 * 1024 * 1024;

pub fn json(value: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, value.to_string()).into_response()
}

/// Reads a small JSON body.
pub async fn read_json<T: DeserializeOwned>(body: Body) -> Result<T> {
    let bytes = crate::request::body::read(body, MAX_JSON).await?;
    serde_json::from_slice(&bytes)
        .map_err(|cause| Error::refused(400, "InvalidRequest", format!("The body cannot be read: {cause}")))
}

pub fn refusal(cause: &Error) -> Response {
    cause.log();
    let (status, code, message) = match cause {
        Error::Refused(refusal) => (refusal.status.as_u16(), refusal.code, refusal.message.as_str()),
        Error::Denied { .. } => (403, "AccessDenied", "new row violates row-level security policy"),
        Error::Duplicate { .. } => (409, "KeyAlreadyExists", "The resource already exists"),
        Error::TooLarge { .. } => (413, "EntityTooLarge", "The object exceeded the maximum allowed size"),
        Error::TooMany { .. } => (429, "SlowDown", "Too many requests. Please try again in a moment."),
        Error::Busy | Error::Unavailable(_) => {
            (503, "ServiceUnavailable", "The server cannot do this now. Please try again soon.")
        }
        Error::Internal(_) => (500, "InternalError", "Something went wrong on our side. Please try again later."),
    };
    let body = json!({ "statusCode": status.to_string(), "error": kind(code), "message": message, "code": code });
    let mut answer = json(&body);
    *answer.status_mut() = match (code, status) {
        // No call of the client: an address that does not exist.
        ("NotFound", _) => StatusCode::NOT_FOUND,
        (_, 429 | 500..) => StatusCode::from_u16(status).expect("a valid status"),
        _ => StatusCode::BAD_REQUEST,
    };
    let retry_after = match cause {
        Error::TooMany { retry_after } => Some(*retry_after),
        Error::Busy => Some(2),
        Error::Unavailable(_) => Some(5),
        _ => None,
    };
    if let Some(seconds) = retry_after {
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    answer
}

/// The older name of an error, which some clients still look at.
fn kind(code: &'static str) -> &'static str {
    match code {
        "KeyAlreadyExists" => "Duplicate",
        "AccessDenied" => "Unauthorized",
        "EntityTooLarge" => "Payload too large",
        "NoSuchKey" => "not_found",
        "NoSuchBucket" => "Bucket not found",
        "InvalidMimeType" => "invalid_mime_type",
        "InternalError" => "Internal",
        "NotFound" => "Not Found",
        other => other,
    }
}
