//! Answers requests for pages and for what belongs to them: the web app's files, the data of pages, robots.txt and the
//! like, and the admin's document.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::paths::Known;
use super::{DATA, ICON, MANIFEST, Page, Pages, ROBOTS, SEEN, SITEMAP, Shown, admin, page_below};
use crate::error::Error;
use crate::kept::Prepared;
use crate::request::headers::without_body;
use crate::statistics::Asker;

/// Whose page sends a request, as browsers say.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

pub async fn serve(State(pages): State<Arc<Pages>>, request: Request) -> Response {
    let (request, _) = request.into_parts();
    if let Some(page) = page_below(SEEN, request.uri.path()) {
        return seen(&pages, page, &request);
    }
    let head = request.method == Method::HEAD;
    if !head && request.method != Method::GET {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, "This address can only be read.\n").into_response();
    }
    let response = answer(&pages, &request).await;
    if head { without_body(response) } else { response }
}

/// The app of a visitor moved to another page, mostly with data that it had fetched before, or with none.
fn seen(pages: &Pages, page: &str, request: &Parts) -> Response {
    if request.method != Method::POST {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "POST")]).into_response();
    }
    // Pages of others have nothing to say about ours.
    let elsewhere = request.headers.get(SITE).is_some_and(|site| site != "same-origin");
    if !elsewhere && let Some(count) = pages.count_of(page) {
        count.add(Asker::of(&request.headers));
    }
    StatusCode::NO_CONTENT.into_response()
}

async fn answer(pages: &Pages, request: &Parts) -> Response {
    let path = request.uri.path();
    if let Some(ready) = pages.ready(path) {
        let mut answer = send_ready(&ready, request);
        pages.mark_if_stale(&mut answer, false);
        return answer;
    }
    if admin::is_admin(path) {
        return admin::document(&pages.anon_key, pages.readers().await);
    }
    match path {
        ICON => icon(pages).await,
        ROBOTS => send(pages.robots().await, request),
        SITEMAP => send(pages.sitemap().await, request),
        MANIFEST => send(pages.web_manifest().await, request),
        _ => page(pages, request).await,
    }
}

async fn page(pages: &Pages, request: &Parts) -> Response {
    let path = request.uri.path();
    if let Some(page) = page_below(DATA, path) {
        return send_page(pages, pages.page(page).await, |page| &page.data, request);
    }
    let bare = path.trim_end_matches('/');
    if bare.len() < path.len() && pages.paths().await.is_ok_and(|paths| paths.find(bare) != Known::Unknown) {
        let query = request.uri.query().map_or(String::new(), |query| format!("?{query}"));
        return (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{bare}{query}"))]).into_response();
    }
    send_page(pages, pages.page(path).await, |page| &page.html, request)
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
    request: &Parts,
) -> Response {
    let stale = shown.as_ref().is_ok_and(|shown| shown.stale);
    let mut answer = send(shown.map(|shown| form(&shown.page).clone()), request);
    pages.mark_if_stale(&mut answer, stale);
    answer
}

fn send_ready(ready: &Prepared, request: &Parts) -> Response {
    if request.method == Method::GET {
        ready.count_view(&request.headers);
    }
    ready.answer(&request.headers).map(Body::new)
}

fn send(made: anyhow::Result<Arc<Prepared>>, request: &Parts) -> Response {
    let cause = match made {
        Ok(prepared) => return send_ready(&prepared, request),
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
        let (request, ()) = axum::http::Request::new(()).into_parts();
        let answer = send(Err(anyhow::anyhow!("broken")), &request);
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store");
        assert!(include_str!("plain.html").contains("href=\"/donate\""));
        let answer = send(Err(anyhow::Error::from(Error::Busy).context("while looking up")), &request);
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()[header::RETRY_AFTER], "5");
    }
}
