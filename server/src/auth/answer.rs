//! Answers in GoTrue's dialect. An error carries both of its forms at once, the one of 2024 and the older one, since
//! clients read one or the other. Nothing here is ever kept by a cache.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::error::Error;

const VERSION: HeaderName = HeaderName::from_static("x-supabase-api-version");
const ERROR_CODE: HeaderName = HeaderName::from_static("x-sb-error-code");
/// After how many seconds to try again when the database or the processor is busy.
const BUSY_RETRY: u64 = 2;

/// An error on its way out of /auth/v1.
pub struct Failure(Error);

impl From<Error> for Failure {
    fn from(cause: Error) -> Failure {
        Failure(cause)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        self.0.log();
        let why_weak = match &self.0 {
            Error::Refused(refusal) if refusal.code == "weak_password" => {
                Some(refusal.details.clone().unwrap_or_else(|| "length".into()))
            }
            _ => None,
        };
        let (status, code, message, retry_after) = match self.0 {
            Error::Refused(refusal) => (refusal.status, refusal.code, refusal.message, None),
            Error::TooMany { retry_after } => (
                StatusCode::TOO_MANY_REQUESTS,
                "over_request_rate_limit",
                "Request rate limit reached".into(),
                Some(retry_after),
            ),
            Error::TooLarge { limit } => {
                let message = format!("The request body is larger than {limit} bytes");
                (StatusCode::PAYLOAD_TOO_LARGE, "request_too_large", message, None)
            }
            Error::Busy | Error::Unavailable(_) => {
                let message = "The service is busy, please try again in a moment".into();
                (StatusCode::SERVICE_UNAVAILABLE, "service_unavailable", message, Some(BUSY_RETRY))
            }
            Error::Denied { .. } => (StatusCode::FORBIDDEN, "not_admin", "User not allowed".into(), None),
            Error::Duplicate { .. } => (StatusCode::CONFLICT, "conflict", "Conflict with another request".into(), None),
            Error::Internal(_) => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "unexpected_failure",
                "Unexpected failure, please try again".into(),
                None,
            ),
        };
        let mut body = json!({ "code": code, "error_code": code, "message": message, "msg": message });
        if let Some(reason) = why_weak {
            body["weak_password"] = json!({ "reasons": [reason] });
        }
        let mut answer = json_answer(status, &body);
        answer.headers_mut().insert(ERROR_CODE, HeaderValue::from_static(code));
        if let Some(seconds) = retry_after {
            answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        answer
    }
}

pub fn ok(body: &Value) -> Response {
    json_answer(StatusCode::OK, body)
}

fn json_answer(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

/// On every answer: the version without which the client does not read `code`, and the ban on keeping it.
pub async fn stamp(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    headers.insert(VERSION, HeaderValue::from_static("2024-01-01"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_internal_error_says_nothing_of_itself() {
        let answer = Failure(Error::Internal(anyhow::anyhow!("/secret/path"))).into_response();
        assert_eq!(answer.status(), 500);
        assert_eq!(answer.headers()[ERROR_CODE], "unexpected_failure");
        let body = crate::request::body::read(answer.into_body(), 1000).await.unwrap();
        assert!(!String::from_utf8_lossy(&body).contains("secret"));
    }

    #[test]
    fn who_shall_try_again_is_told_when() {
        for (cause, status) in [(Error::TooMany { retry_after: 7 }, 429), (Error::Unavailable("full".into()), 503)] {
            let answer = Failure(cause).into_response();
            assert_eq!(answer.status(), status);
            assert!(answer.headers().contains_key(header::RETRY_AFTER));
        }
    }
}
