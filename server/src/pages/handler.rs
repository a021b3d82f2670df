//! Answers requests for pages and for what belongs to them: the web app's files, the data of pages, robots.txt and the
//! like, and the admin's document.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::paths::Known;
use super::prepared::Prepared;
use super::{ICON, MANIFEST, Page, Pages, ROBOTS, SITEMAP, Shown, admin, page_of_data};
use crate::error::Error;
use crate::request::headers::without_body;

pub async fn serve(State(pages): State<Arc<Pages>>, request: Request) -> Response {
    let head = request.method() == Method::HEAD;
    if !head && request.method() != Method::GET {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, "This address can only be read.\n").into_response();
    }
    let response = answer(&pages, request.uri(), request.headers()).await;
    if head { without_body(response) } else { response }
}

async fn answer(pages: &Pages, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path();
    if let Some(ready) = pages.ready(path) {
        let mut answer = ready.answer(headers).map(Body::new);
        pages.mark_if_stale(&mut answer, false);
        return answer;
    }
    if admin::is_admin(path) {
        return admin::document(&pages.anon_key, pages.readers().await);
    }
    match path {
        ICON => icon(pages).await,
        ROBOTS => send(pages.robots().await, headers),
        SITEMAP => send(pages.sitemap().await, headers),
        MANIFEST => send(pages.web_manifest().await, headers),
        _ => page(pages, uri, headers).await,
    }
}

async fn page(pages: &Pages, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path();
    if let Some(page) = page_of_data(path) {
        return send_page(pages, pages.page(page).await, |page| &page.data, headers);
    }
    let bare = path.trim_end_matches('/');
    if bare.len() < path.len() && pages.paths().await.is_ok_and(|paths| paths.find(bare) != Known::Unknown) {
        let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
        return (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{bare}{query}"))]).into_response();
    }
    send_page(pages, pages.page(path).await, |page| &page.html, headers)
}

async fn icon(pages: &Pages) -> Response {
    match pages.icon().await.as_deref() {
        Ok(Some(icon)) => (StatusCode::FOUND, [(header::LOCATION, icon)]).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(cause) => {
            cause.log();
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

fn send_page(
    pages: &Pages,
    shown: anyhow::Result<Shown>,
    form: impl Fn(&Page) -> &Arc<Prepared>,
    headers: &HeaderMap,
) -> Response {
    let stale = shown.as_ref().is_ok_and(|shown| shown.stale);
    let mut answer = send(shown.map(|shown| form(&shown.page).clone()), headers);
    pages.mark_if_stale(&mut answer, stale);
    answer
}

fn send(made: anyhow::Result<Arc<Prepared>>, headers: &HeaderMap) -> Response {
    let cause = match made {
        Ok(prepared) => return prepared.answer(headers).map(Body::new),
        Err(cause) => cause,
    };
    match cause.downcast_ref() {
        // Counted where it was refused; a line for each would be one more load.
        Some(Error::Busy) => plain_page(StatusCode::SERVICE_UNAVAILABLE),
        Some(cause @ (Error::Unavailable(_) | Error::TooSlow)) => {
            cause.log();
            plain_page(StatusCode::SERVICE_UNAVAILABLE)
        }
        _ => {
            // The line of the request says which one, as far as the path is one of ours.
            tracing::error!("a page could not be made: {cause:#}");
            plain_page(StatusCode::INTERNAL_SERVER_ERROR)
        }
    }
}

/// What a visitor sees when there is no page to show: plain, but with a way on.
fn plain_page(status: StatusCode) -> Response {
    let html = include_str!("plain.html");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::RETRY_AFTER, "5"),
    ];
    (status, headers, html).into_response()
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
        let answer = send(Err(anyhow::Error::from(Error::Busy).context("while looking up")), &HeaderMap::new());
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()[header::RETRY_AFTER], "5");
    }
}
