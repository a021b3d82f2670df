//! Answers in Storage's dialect, and the only place that knows it. Its clients expect HTTP 400 for anything that is
//! refused; the true status is in the body.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::error::{FileError, Result};
use crate::auth::{self, AuthError, TokenError};
use crate::error::Error;

const MAX_JSON: usize = 2 * 1024 * 1024;

pub fn json(value: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, value.to_string()).into_response()
}

/// Reads a small JSON body.
pub async fn read_json<T: DeserializeOwned>(body: Body) -> Result<T> {
    let bytes = crate::request::body::read(body, MAX_JSON).await?;
    serde_json::from_slice(&bytes).map_err(|cause| FileError::invalid(format!("The body cannot be read: {cause}")))
}

/// The status in the body, the code, and what is said.
fn words(cause: &FileError) -> (u16, &'static str, String) {
    let (status, code) = match cause {
        FileError::NoSuchAddress => (404, "NotFound"),
        FileError::NoSuchBucket => (404, "NoSuchBucket"),
        FileError::NoSuchFile => (404, "NoSuchKey"),
        FileError::AlreadyExists => (409, "KeyAlreadyExists"),
        FileError::Denied => (403, "AccessDenied"),
        FileError::Caller(AuthError::Token(TokenError::Expired)) => {
            return (403, "AccessDenied", "JWT expired".to_owned());
        }
        FileError::Caller(cause @ AuthError::Unconfirmed) => return (403, auth::CONFIRM, auth::caller_words(cause)),
        FileError::Caller(cause @ AuthError::NotEnrolled) => return (403, auth::ENROLL, auth::caller_words(cause)),
        FileError::Caller(cause) => return (403, "AccessDenied", auth::caller_words(cause)),
        FileError::InvalidName { .. } => (400, "InvalidKey"),
        FileError::WrongKind { .. } => (415, "InvalidMimeType"),
        FileError::TooLarge | FileError::TooManyPixels => (413, "EntityTooLarge"),
        FileError::BadSignature => (400, "InvalidSignature"),
        FileError::SignatureExpired => (400, "ExpiredToken"),
        FileError::Empty
        | FileError::Unreadable
        | FileError::Drawing(_)
        | FileError::Document(_)
        | FileError::WrongName { .. }
        | FileError::InvalidRequest(_) => (400, "InvalidRequest"),
        FileError::Failed(cause) => {
            let (status, code, message) = failure(cause);
            return (status, code, message.to_owned());
        }
    };
    (status, code, cause.to_string())
}

fn failure(cause: &Error) -> (u16, &'static str, &str) {
    match cause {
        Error::Refused(refusal) => (refusal.status.as_u16(), refusal.code, &refusal.message),
        Error::Denied { .. } => (403, "AccessDenied", "new row violates row-level security policy"),
        Error::Duplicate { .. } => (409, "KeyAlreadyExists", "The resource already exists"),
        Error::TooLarge { .. } => (413, "EntityTooLarge", "The object exceeded the maximum allowed size"),
        Error::TooMany { .. } => (429, "SlowDown", "Too many requests. Please try again in a moment."),
        Error::Busy | Error::TooSlow | Error::TooLong | Error::Unavailable(_) => {
            (503, "ServiceUnavailable", "The server cannot do this now. Please try again soon.")
        }
        Error::Internal(_) => (500, "InternalError", "Something went wrong on our side. Please try again later."),
    }
}

pub fn refusal(cause: &FileError) -> Response {
    if let FileError::Failed(cause) = cause {
        cause.log();
    }
    let (status, code, message) = words(cause);
    let body = json!({ "statusCode": status.to_string(), "error": kind(code), "message": message, "code": code });
    let mut answer = json(&body);
    *answer.status_mut() = match (code, status) {
        // No call of the client: an address that does not exist.
        ("NotFound", _) => StatusCode::NOT_FOUND,
        (_, 429 | 500..) => StatusCode::from_u16(status).expect("a valid status"),
        _ => StatusCode::BAD_REQUEST,
    };
    let retry_after = match cause {
        FileError::Failed(Error::TooMany { retry_after }) => Some(*retry_after),
        FileError::Failed(Error::Refused(refusal)) => refusal.retry_after,
        FileError::Failed(Error::Busy) => Some(2),
        FileError::Failed(Error::Unavailable(_)) => Some(5),
        _ => None,
    };
    if let Some(seconds) = retry_after {
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    answer
}

/// The older name of an error, which some clients still look at.
fn kind(code: &str) -> &str {
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
