//! GET /metrics, for an operator. Not public: without a token set, the path does not exist.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::app::App;
use crate::{backup, metrics};

pub async fn show(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    if !is_allowed(&app, &headers) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let text = metrics::text() + &backup::figures(&app.db).await;
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

fn is_allowed(app: &App, headers: &HeaderMap) -> bool {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    match (&app.settings.metrics_token, bearer) {
        (Some(token), Some(given)) => bool::from(given.as_bytes().ct_eq(token.reveal().as_bytes())),
        _ => false,
    }
}
