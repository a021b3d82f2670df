//! Counters for an operator, in Prometheus' text form at /metrics. Not public: without a token set, the path does
//! not exist.

use std::sync::OnceLock;
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use subtle::ConstantTimeEq;

use crate::app::App;

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Installed once a process; tests start many servers in one.
pub fn recorder() -> PrometheusHandle {
    RECORDER
        .get_or_init(|| {
            PrometheusBuilder::new()
                .set_buckets_for_metric(
                    Matcher::Full("umeed_request_seconds".into()),
                    &[0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0],
                )
                .expect("buckets are given")
                .install_recorder()
                .expect("nobody else records")
        })
        .clone()
}

pub fn count_request(surface: &'static str, status: StatusCode, took: Duration) {
    let class = match status.as_u16() {
        ..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    };
    metrics::counter!("umeed_requests_total", "surface" => surface, "status" => class).increment(1);
    metrics::histogram!("umeed_request_seconds", "surface" => surface).record(took.as_secs_f64());
}

/// The answer to GET /metrics, or `None` when the path does not exist for this caller.
pub fn answer(app: &App, headers: &HeaderMap) -> Option<Response> {
    let token = app.settings.metrics_token.as_ref()?;
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
    if !bool::from(given.as_bytes().ct_eq(token.as_bytes())) {
        return None;
    }
    Some(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render()).into_response())
}
