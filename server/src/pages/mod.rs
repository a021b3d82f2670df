//! Pages for people. `cache → plan(path) → the tables as the anonymous visitor → render(path, data) → keep → send`.
//! Never renders for a signed-in user: every kept page is safe for anyone.

mod admin;
mod assets;
mod cache;
mod encoding;
mod make;
mod render;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::edge::without_body;
use cache::Finished;
use encoding::Encoding;
pub use make::Pages;

/// No inline script, no inline style; maps are the only foreign frames.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'; frame-src https://www.openstreetmap.org https://www.google.com https://maps.google.com; \
    require-trusted-types-for 'script'; trusted-types default";

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
    if let Some(file) = assets::find(path, headers) {
        return file;
    }
    if admin::is_admin(path) {
        return admin::document(app);
    }
    if path == "/favicon.ico" {
        return match app.pages.icon(app).await {
            Some(icon) => (StatusCode::FOUND, [(header::LOCATION, icon)]).into_response(),
            None => StatusCode::NOT_FOUND.into_response(),
        };
    }
    let made = match path {
        "/robots.txt" => app.pages.site_file(app, "robots", "text/plain; charset=utf-8").await,
        "/sitemap.xml" => app.pages.site_file(app, "sitemap", "application/xml; charset=utf-8").await,
        "/site.webmanifest" => app.pages.web_manifest(app).await,
        _ => {
            if let Some(of) = path.strip_prefix("/page-data") {
                let page = app.pages.page(app, if of.is_empty() { "/" } else { of }).await;
                return send(page.map(|page| send_form(&page.data, headers)), path);
            }
            let bare = path.trim_end_matches('/');
            if bare.len() < path.len() && app.pages.knows(bare).await.unwrap_or(false) {
                let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
                return (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{bare}{query}"))])
                    .into_response();
            }
            let page = app.pages.page(app, path).await;
            return send(page.map(|page| send_form(&page.html, headers)), path);
        }
    };
    send(made.map(|finished| send_form(&finished, headers)), path)
}

fn send(made: anyhow::Result<Response>, path: &str) -> Response {
    made.unwrap_or_else(|cause| {
        tracing::error!("the page {path} could not be made: {cause:#}");
        plain_page()
    })
}

fn send_form(finished: &Finished, headers: &HeaderMap) -> Response {
    let encoding = Encoding::of(headers);
    let (body, tag) = finished.form(encoding);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged = known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag));
    let mut response = match unchanged && finished.status == StatusCode::OK {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => (finished.status, body.clone()).into_response(),
    };
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(finished.media_type));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache")); // kept, but asked about each time
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    answer.insert(header::ETAG, HeaderValue::from_str(tag).expect("hex"));
    if let Some(name) = encoding.name().filter(|_| !unchanged) {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    response
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
        let answer = send(Err(anyhow::anyhow!("broken")), "/about");
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store");
        assert!(include_str!("plain.html").contains("href=\"/donate\""));
    }
}
