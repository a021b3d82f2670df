//! What every request passes on its way in and every answer on its way out: an id, the caller's address, limits on
//! head and body, a log line without personal data, and security headers. Knows nothing of tables or pages.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_body_util::Full;
use serde_json::json;
use tracing::Instrument;

use crate::app::App;
use crate::config::Settings;
use crate::known_path::logged;
use crate::request_id::RequestId;

/// A browser sends a few KB of headers; the official client with its token about two.
const MOST_HEAD_BYTES: usize = 32 * 1024;
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The address of the caller, as far as it can be believed.
#[derive(Clone, Copy, Debug)]
pub struct Caller(pub IpAddr);

/// What is ready in memory, without going through the router: the same answer, only sooner. `None` when it is not
/// ready or anything about the request is unusual; the router then takes it from the start.
pub fn answer_at_once<B: HttpBody>(app: &App, request: &axum::http::Request<B>) -> Option<Response<Full<Bytes>>> {
    if request.method() != Method::GET || !request.body().is_end_stream() || head_size(request) > MOST_HEAD_BYTES {
        return None;
    }
    let started = Instant::now();
    let path = request.uri().path();
    let mut answer = app.pages.ready(app, path)?.answer(request.headers());
    crate::pages::mark_if_old(app, &mut answer, false);
    let id = RequestId::next();
    answer.headers_mut().insert(REQUEST_ID, id.header());
    // What is ready is a page or a file of ours, so its path may be told as it is.
    note(&id, request.method(), path, path, answer.status(), started);
    Some(answer)
}

pub async fn identify(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = RequestId::next();
    let caller = caller(&app.settings, &request);
    request.extensions_mut().insert(Caller(caller));

    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let span = tracing::info_span!("request", id = id.text(), %method, path = &*logged(&app, &path));
    let mut answer = match head_size(&request) {
        size if size > MOST_HEAD_BYTES => plain_refusal(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            "The address or the headers of the request are too long.",
        ),
        // It would be sent back as it came, with the token in it.
        _ if method == Method::TRACE => plain_refusal(StatusCode::METHOD_NOT_ALLOWED, "TRACE is not answered here."),
        _ => next.run(request).instrument(span).await,
    };
    note(&id, &method, &path, &logged(&app, &path), answer.status(), started);

    let headers = answer.headers_mut();
    headers.insert(REQUEST_ID, id.header());
    add_security_headers(headers, &app.settings);
    answer
}

/// The line and the count of an answered request. Of the path only what is `known`, never the query (it may hold an
/// e-mail address), never the caller's address.
fn note(id: &RequestId, method: &Method, path: &str, known: &str, status: StatusCode, started: Instant) {
    let took = started.elapsed();
    crate::metrics::count_request(path, status, took);
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

/// Walks X-Forwarded-For from the nearest hop outwards as long as the hops are trusted proxies.
fn caller(settings: &Settings, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<SocketAddr>().map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.ip());
    let mut believed = peer;
    for hop in forwarded_hops(request.headers()).rev() {
        if !settings.trusts(believed) {
            break;
        }
        match hop {
            Some(address) => believed = address,
            None => break,
        }
    }
    believed
}

fn forwarded_hops(headers: &HeaderMap) -> impl DoubleEndedIterator<Item = Option<IpAddr>> {
    let hops: Vec<Option<IpAddr>> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|hop| hop.trim().parse().ok())
        .collect();
    hops.into_iter()
}

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

/// GET /healthz: cheap, and true only when the database answers.
pub async fn health(State(app): State<Arc<App>>) -> Response {
    match app.db.first(crate::db::Sql::new("SELECT 1")).await {
        Ok(_) => (StatusCode::OK, "ok\n").into_response(),
        Err(cause) => {
            cause.log();
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

/// The answer to HEAD: what GET would say of the body, without the body.
pub fn without_body(mut response: Response) -> Response {
    if let Some(length) = response.body().size_hint().exact() {
        response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    }
    response.map(|_| Body::empty())
}
