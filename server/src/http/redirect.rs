//! The port for http beside https: leads visitors to https, and answers the authority's questions (HTTP-01).

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use url::Url;

use crate::config::Settings;
use crate::tls::Tls;

struct Redirect {
    tls: Arc<Tls>,
    names: Vec<String>,
    public_url: Option<Url>,
}

pub fn router(tls: Arc<Tls>, settings: &Settings) -> Router {
    let names = settings.tls.domains.clone();
    let state = Redirect { tls, names, public_url: settings.public_url.clone() };
    Router::new()
        .route("/.well-known/acme-challenge/{token}", get(challenge))
        .fallback(redirect)
        .with_state(Arc::new(state))
}

async fn challenge(State(redirect): State<Arc<Redirect>>, Path(token): Path<String>) -> Response {
    match redirect.tls.challenge(&token).await {
        Some(answer) => ([(header::CONTENT_TYPE, "application/octet-stream")], answer).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn redirect(State(redirect): State<Arc<Redirect>>, request: Request) -> Response {
    if !redirect.tls.is_ready() {
        let words = "The certificate of this site is still on its way. Please try again in a minute.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "30")], words).into_response();
    }
    match redirect.target(request.uri(), request.headers()) {
        // With the method as it is, and for good.
        Some(target) => (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, target)]).into_response(),
        None => (StatusCode::BAD_REQUEST, "Please use https.\n").into_response(),
    }
}

impl Redirect {
    /// The same place over https: under the name that was asked for if it is ours, else under our first one.
    fn target(&self, uri: &Uri, headers: &HeaderMap) -> Option<String> {
        let asked = uri.host().or_else(|| headers.get(header::HOST)?.to_str().ok().map(without_port));
        let asked = asked.map(str::to_ascii_lowercase);
        let ours = asked.as_ref().filter(|name| self.names.contains(name)).cloned();
        let host = match &self.public_url {
            Some(url) => ours.or_else(|| url.host_str().map(str::to_owned))?,
            // Nobody has said what the site is called: then it is called as the visitor calls it.
            None => asked.filter(|name| url::Host::parse(name).is_ok())?,
        };
        let port = self.public_url.as_ref().and_then(Url::port).map(|port| format!(":{port}")).unwrap_or_default();
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let path = if path.starts_with('/') { path } else { "/" };
        Some(format!("https://{host}{port}{path}"))
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}
