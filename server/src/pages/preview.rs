//! A public page as it would be if a draft were saved, for the one who typed it. A form of the admin posts the draft into a
//! frame, so that the answer is a document with headers of its own. Made as every page is, from what the anonymous visitor
//! may see. Never writes, and keeps nothing: neither the draft nor the page.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use serde_json::{Map, Value};

use super::paths::Known;
use super::render::answered;
use super::{Pages, assets, pictures, policy_of};
use crate::auth::{self, AuthError};
use crate::clock::Year;
use crate::db::Reserve;
use crate::error::Error;
use crate::kept::{Effort, Encoding};
use crate::request::admission::{Share, Work};
use crate::request::body;
use crate::rest::{self, Change, Draft};
use crate::schema::Caller;
use crate::secret::Secret;

/// Below the admin's place, since any other path might be a page.
pub const PREVIEW: &str = "/admin/preview";

/// One at a time, and so never more than one of the two engines: visitors always have the other.
const AT_ONCE: usize = 1;
const WAITING: usize = 64;
/// The token comes first, so that nobody but staff can send more than this.
const MAX_TOKEN_BYTES: usize = 16 * 1024;
/// As much as a save takes; as a form sends it, a letter takes up to three times its place.
const MAX_FORM_BYTES: usize = 3 * rest::MAX_BYTES;
/// A form of the admin holds two documents at most.
const MAX_DRAFTS: usize = 8;
const MAX_TIME: Duration = Duration::from_secs(15);

pub struct Previews {
    pages: Arc<Pages>,
    secret: Arc<Secret>,
    places: Share,
}

impl Previews {
    pub fn new(pages: Arc<Pages>, secret: Arc<Secret>) -> Previews {
        Previews { pages, secret, places: Share::new("previews", AT_ONCE, 0, WAITING) }
    }
}

/// Why there is no preview. The admin reads `name` in the document and says it in its own words.
struct Refusal {
    status: StatusCode,
    name: &'static str,
    words: String,
}

/// What the form sends besides the token.
struct Asked {
    path: String,
    changes: Vec<Change>,
}

pub async fn serve(State(previews): State<Arc<Previews>>, request: Request) -> Response {
    if request.method() != Method::POST {
        let words = "This address shows drafts of the staff area. It can only be used from there.\n";
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "POST")], words).into_response();
    }
    let encoding = Encoding::of(request.headers());
    let (status, html) = match previews.answer(request).await {
        Ok(made) => made,
        Err(refusal) => (refusal.status, refusal.document()),
    };
    let plain = Bytes::from(html);
    let body = match tokio::task::spawn_blocking(move || encoding.apply(&plain, Effort::Quick)).await {
        Ok(body) => body,
        Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    };
    let mut response = (status, Body::from(body)).into_response();
    let headers = response.headers_mut();
    if let Some(name) = encoding.name() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    add_headers(headers);
    response
}

/// For this frame only: nobody keeps it, nothing in it runs or leads anywhere, and only the admin may hold it.
fn add_headers(headers: &mut HeaderMap) {
    let mut set = |name: HeaderName, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, "text/html; charset=utf-8");
    set(header::CACHE_CONTROL, "no-store");
    set(header::REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("x-robots-tag"), "noindex");
    set(header::X_FRAME_OPTIONS, "SAMEORIGIN");
    headers.insert(header::CONTENT_SECURITY_POLICY, policy_of("'self'", "; sandbox allow-same-origin"));
}

impl Previews {
    async fn answer(&self, request: Request) -> Result<(StatusCode, String), Refusal> {
        let (parts, mut body) = request.into_parts();
        if is_from_elsewhere(&parts.headers) {
            return Err(Refusal::of(
                StatusCode::FORBIDDEN,
                "refused",
                "A preview can only be asked for on this website.",
            ));
        }
        let first = begin(&mut body).await?;
        let caller = self.caller(&first).await?;
        let rest = body::read(body, MAX_FORM_BYTES - first.len().min(MAX_FORM_BYTES)).await?;
        let asked = Asked::parse(&[first, rest.to_vec()].concat())?;
        let _place = self.places.acquire(Work::Read).await?;
        let making = self.made(&caller, asked);
        let made = tokio::time::timeout(MAX_TIME, making).await.map_err(|_| Refusal::from(Error::TooSlow))?;
        made.map_err(Refusal::from)
    }

    /// A session that is good now.
    async fn caller(&self, form: &[u8]) -> Result<Caller, Refusal> {
        let signed_out = || Refusal::of(StatusCode::UNAUTHORIZED, "signed-out", "Please sign in to see a preview.");
        let token = form_urlencoded::parse(form).next().filter(|(name, _)| name == "token").ok_or_else(signed_out)?.1;
        match auth::identify_token(&self.pages.db, &self.secret, &token).await {
            Ok(bearer) if bearer.caller.role.is_staff() => Ok(bearer.caller),
            Err(AuthError::Failed(cause)) => Err(cause.into()),
            Err(cause @ (AuthError::Unconfirmed | AuthError::NotEnrolled)) => {
                Err(Refusal::of(StatusCode::FORBIDDEN, "refused", auth::caller_words(&cause)))
            }
            _ => Err(signed_out()),
        }
    }

    async fn made(&self, caller: &Caller, asked: Asked) -> anyhow::Result<(StatusCode, String)> {
        let mut drafts: Vec<Draft> = Vec::new();
        for change in asked.changes {
            let draft = rest::draft(&self.pages.db, caller, change).await?;
            if drafts.iter().any(|other| other.is_about_the_row_of(&draft)) {
                return Err(Error::refused(400, "21000", "Two drafts are about the same row.").into());
            }
            drafts.push(draft);
        }
        self.pages.with_drafts(&asked.path, &drafts).await
    }
}

/// Other sites have no token; should they get hold of one, they may still not show a page of ours with words of theirs.
/// Browsers say where a request comes from, and programs say nothing.
fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin")
}

/// The form as far as its first field, and what came with it.
async fn begin(body: &mut Body) -> Result<Vec<u8>, Refusal> {
    let mut first = Vec::new();
    while !first.contains(&b'&') && first.len() < MAX_TOKEN_BYTES {
        match body.frame().await {
            Some(Ok(frame)) => first.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data)),
            Some(Err(_)) => {
                let words = "The draft ended before it was complete.";
                return Err(Refusal::of(StatusCode::BAD_REQUEST, "failed", words));
            }
            None => break,
        }
    }
    Ok(first)
}

impl Asked {
    fn parse(form: &[u8]) -> Result<Asked, Refusal> {
        let field = |wanted: &str| form_urlencoded::parse(form).find(|(name, _)| name == wanted).map(|(_, text)| text);
        let incomplete =
            || Refusal::of(StatusCode::BAD_REQUEST, "failed", "The preview was asked for without a draft.");
        let (path, drafts) = field("path").zip(field("drafts")).ok_or_else(incomplete)?;
        if drafts.len() > rest::MAX_BYTES {
            return Err(Error::TooLarge { limit: rest::MAX_BYTES }.into());
        }
        let changes: Vec<Change> = serde_json::from_str(&drafts).map_err(|_| incomplete())?;
        if changes.len() > MAX_DRAFTS {
            let words = format!("At most {MAX_DRAFTS} drafts can be shown together.");
            return Err(Refusal::of(StatusCode::BAD_REQUEST, "failed", words));
        }
        Ok(Asked { path: path.into_owned(), changes })
    }
}

impl Refusal {
    fn of(status: StatusCode, name: &'static str, words: impl Into<String>) -> Refusal {
        Refusal { status, name, words: words.into() }
    }

    /// Small and plain: where the admin is at work, it is not seen.
    fn document(&self) -> String {
        let words = self.words.replace('&', "&amp;").replace('<', "&lt;");
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"robots\" content=\"noindex\"><meta name=\"umeed-preview\" content=\"{}\">\
             <title>No preview</title></head><body><main><h1>There is no preview</h1><p>{words}</p>\
             <p>Nothing was saved, and nothing you typed is lost.</p></main></body></html>",
            self.name
        )
    }
}

impl From<Error> for Refusal {
    fn from(cause: Error) -> Refusal {
        cause.log();
        let of = |status: u16, name, words: &str| {
            Refusal::of(StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST), name, words)
        };
        match cause {
            Error::Refused(refusal) => Refusal::of(refusal.status, "refused", refusal.message),
            Error::Denied { .. } => {
                of(403, "refused", "Your account may not change this, so it cannot preview it either.")
            }
            Error::Duplicate { .. } => of(409, "refused", "There is already one with this value."),
            Error::TooLarge { limit } => {
                of(413, "refused", &format!("The draft is larger than {} KB. Please shorten it.", limit / 1024))
            }
            Error::Internal(_) => of(500, "failed", "Something went wrong on our side. Please try again later."),
            _ => of(503, "busy", "The website is very busy at the moment. Please try again."),
        }
    }
}

impl From<anyhow::Error> for Refusal {
    fn from(cause: anyhow::Error) -> Refusal {
        match cause.downcast::<Error>() {
            Ok(cause) => cause.into(),
            Err(cause) => Error::Internal(cause.context("a preview could not be made")).into(),
        }
    }
}

impl Pages {
    /// Nothing of this is kept, and a failure is no reason to let the page of visitors rest.
    async fn with_drafts(&self, path: &str, drafts: &[Draft]) -> anyhow::Result<(StatusCode, String)> {
        let path = match self.paths().await?.find(path) {
            Known::Fixed => path.to_owned(),
            Known::Perhaps(slugs) => slugs.path,
            Known::Unknown => {
                return Err(Error::refused(404, "no_page", "There is no such page on this website.").into());
            }
        };
        let mut data = Map::new();
        for (name, query) in &self.plan(&path).await?.queries {
            data.insert(name.clone(), answered(self.query_with(query, Reserve::Staff, drafts).await)?);
        }
        let mut data = Value::Object(data);
        pictures::mark(&self.db, Reserve::Staff, &mut data).await?;
        let mut context = assets::context(&self.origin, Year::of(self.now()).number);
        context["preview"] = true.into();
        self.rendered(&path, &data, &context, |rendered| (rendered.status, rendered.html)).await
    }
}
