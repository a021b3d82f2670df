//! Pages for people. `cache → plan(path) → the tables as the anonymous visitor → render(path, data) → keep → send`.
//! Never renders for a signed-in user: every kept page is safe for anyone.

mod admin;
mod asked;
mod assets;
mod cache;
mod encoding;
mod finished;
mod make;
mod press;
mod render;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::edge::without_body;
use cache::{Page, Shown};
use finished::Finished;
use make::page_of_data;
pub use make::{Pages, make_ahead_of_saves};

pub async fn serve(State(app): State<Arc<App>>, request: Request) -> Response {
    let head = request.method() == Method::HEAD;
    if !head && request.method() != Method::GET {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, "This address can only be read.\n").into_response();
    }
    let response = answer(&app, request.uri(), request.headers()).await;
    if head { without_body(response) } else { response }
}

async fn answer(app: &App, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path();
    if let Some(ready) = app.pages.ready(app, path) {
        let mut answer = ready.answer(headers).map(Body::new);
        mark_if_old(app, &mut answer, false);
        return answer;
    }
    if admin::is_admin(path) {
        return admin::document(app);
    }
    if path == "/favicon.ico" {
        return match app.pages.icon(app).await {
            Ok(Some(icon)) => (StatusCode::FOUND, [(header::LOCATION, icon)]).into_response(),
            Ok(None) => StatusCode::NOT_FOUND.into_response(),
            Err(cause) => {
                cause.log();
                StatusCode::SERVICE_UNAVAILABLE.into_response()
            }
        };
    }
    let made = match path {
        "/robots.txt" => app.pages.site_file(app, "robots", "text/plain; charset=utf-8").await,
        "/sitemap.xml" => app.pages.site_file(app, "sitemap", "application/xml; charset=utf-8").await,
        "/site.webmanifest" => app.pages.web_manifest(app).await,
        _ => {
            if let Some(page) = page_of_data(path) {
                let shown = app.pages.page(app, page).await;
                return send_page(app, shown, |page| &page.data, headers);
            }
            let bare = path.trim_end_matches('/');
            if bare.len() < path.len() && app.pages.knows(bare).await.unwrap_or(false) {
                let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
                return (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{bare}{query}"))])
                    .into_response();
            }
            let shown = app.pages.page(app, path).await;
            return send_page(app, shown, |page| &page.html, headers);
        }
    };
    send(made, headers)
}

fn send_page(
    app: &App,
    shown: anyhow::Result<Shown>,
    form: impl Fn(&Page) -> &Arc<Finished>,
    headers: &HeaderMap,
) -> Response {
    let old = shown.as_ref().is_ok_and(|shown| shown.old);
    let mut answer = send(shown.map(|shown| form(&shown.page).clone()), headers);
    mark_if_old(app, &mut answer, old);
    answer
}

/// Says so when a page may be older than what has been saved: the database does not answer, and pages that were made
/// before are better than none.
pub fn mark_if_old<B>(app: &App, answer: &mut axum::http::Response<B>, old: bool) {
    let silent = app.db.versions.stale_for();
    let is_page = answer.headers().get(header::CACHE_CONTROL).is_some_and(|value| value == "no-cache");
    if is_page && (old || silent.is_some()) {
        let headers = answer.headers_mut();
        headers.insert(header::WARNING, HeaderValue::from_static("110 umeed \"Response is Stale\""));
        headers.insert(header::AGE, silent.unwrap_or_default().as_secs().into());
    }
}

fn send(made: anyhow::Result<Arc<Finished>>, headers: &HeaderMap) -> Response {
    match made {
        Ok(finished) => finished.answer(headers).map(Body::new),
        Err(cause) => {
            // Which one stands in the line of the request, as far as it is one of ours.
            tracing::error!("a page could not be made: {cause:#}");
            plain_page()
        }
    }
}

/// What a visitor sees when rendering fails: plain, but with a way on.
fn plain_page() -> Response {
    let html = include_str!("plain.html");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::RETRY_AFTER, "5"),
    ];
    (StatusCode::INTERNAL_SERVER_ERROR, headers, html).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_render_leaves_the_visitor_a_way_on() {
        let answer = send(Err(anyhow::anyhow!("broken")), &HeaderMap::new());
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store");
        assert!(include_str!("plain.html").contains("href=\"/donate\""));
    }
}
