//! What every request passes on its way in and every answer on its way out: an id, the caller's address, a limit on the
//! head, a log line without personal data, and security headers. Also the way past the router, for what is ready.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderName, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use http_body_util::Full;
use tracing::Instrument;

use super::logged_path::logged;
use super::request_id::RequestId;
use super::surfaces::{self, surface};
use crate::config::Settings;
use crate::pages::Pages;
use crate::request::client::{ClientAddress, Proxies};
use crate::request::headers::{add_security_headers, plain_refusal};
use crate::request::sending::{Sending, Unsent};
use crate::rest::Frequent;

/// A browser sends a few KB of headers; the official client with its token about two.
const MAX_HEAD_BYTES: usize = 32 * 1024;
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What it takes to identify a request and to finish its answer.
pub struct Edge {
    pub settings: Settings,
    pub pages: Arc<Pages>,
    pub frequent: Arc<Frequent>,
    pub proxies: Arc<Proxies>,
    pub sending: Arc<Sending>,
}

/// What can be answered without going through the router: the same answers, only sooner.
pub struct AtHand {
    pub pages: Arc<Pages>,
    pub frequent: Arc<Frequent>,
}

impl AtHand {
    /// `None` when nothing is ready or anything about the request is unusual; the router then takes it from the start.
    pub fn answer_to<B: HttpBody>(&self, request: &axum::http::Request<B>) -> Option<Response<Full<Bytes>>> {
        if request.method() != Method::GET || !request.body().is_end_stream() || head_size(request) > MAX_HEAD_BYTES {
            return None;
        }
        let started = Instant::now();
        let path = request.uri().path();
        let mut answer = match path.strip_prefix(surfaces::REST) {
            Some(_) => {
                let below = &request.uri().path_and_query()?.as_str()[surfaces::REST.len()..];
                self.frequent.ready(below, request.headers())?.answer(request.headers())
            }
            None => {
                let ready = self.pages.ready(path)?;
                ready.count_view(request.headers());
                let mut answer = ready.answer(request.headers());
                self.pages.mark_if_stale(&mut answer, false);
                answer
            }
        };
        let id = RequestId::next();
        answer.headers_mut().insert(REQUEST_ID, id.header());
        // What is ready is a page, a file of ours or a known table, so its path may be told as it is.
        log_request(&id, request.method(), path, path, answer.status(), started);
        Some(answer)
    }
}

pub async fn number_and_log(State(edge): State<Arc<Edge>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = RequestId::next();
    let client = ClientAddress::of(&edge.settings, &edge.proxies, &request);
    request.extensions_mut().insert(client);
    let unsent = request.extensions().get::<Unsent>().cloned();

    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let span = tracing::info_span!("request", id = id.text(), %method, path = &*logged(&edge.pages, &path));
    let mut answer = match head_size(&request) {
        size if size > MAX_HEAD_BYTES => plain_refusal(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            "The address or the headers of the request are too long.",
        ),
        // It would be sent back as it came, with the token in it.
        _ if method == Method::TRACE => plain_refusal(StatusCode::METHOD_NOT_ALLOWED, "TRACE is not answered here."),
        _ => next.run(request).instrument(span).await,
    };
    answer = edge.sending.hold(answer, client.0, unsent).unwrap_or_else(|_| {
        plain_refusal(
            StatusCode::SERVICE_UNAVAILABLE,
            "Too many answers are still on their way. Please try again in a moment.",
        )
    });
    log_request(&id, &method, &path, &logged(&edge.pages, &path), answer.status(), started);

    let headers = answer.headers_mut();
    headers.insert(REQUEST_ID, id.header());
    add_security_headers(headers, &edge.settings);
    if let Some(to_keep) = answer.extensions_mut().remove() {
        edge.frequent.keep(&answer, to_keep);
    }
    answer
}

/// The line and the count of an answered request. Of the path only what is `known`, never the query (it may hold an
/// e-mail address), never the caller's address.
fn log_request(id: &RequestId, method: &Method, path: &str, known: &str, status: StatusCode, started: Instant) {
    let took = started.elapsed();
    crate::metrics::count_request(surface(path), status, took);
    tracing::info!(
        id = id.text(),
        method = method.as_str(),
        path = known,
        status = status.as_u16(),
        ms = took.as_millis() as u64,
        "answered"
    );
}

fn head_size<B>(request: &axum::http::Request<B>) -> usize {
    let headers: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    headers + request.uri().path_and_query().map_or(0, |path| path.as_str().len())
}

/// Turns a panic in a handler into an answer; the server goes on.
pub fn after_panic(_: Box<dyn std::any::Any + Send>) -> Response {
    tracing::error!("a handler panicked");
    plain_refusal(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong on our side. Please try again later.")
}

pub async fn time_limit(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(answer) => answer,
        Err(_) => plain_refusal(StatusCode::REQUEST_TIMEOUT, "The request took too long."),
    }
}
