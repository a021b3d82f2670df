//! Makes pages: asks the script what a page needs, reads that as the anonymous visitor, lets the script render it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use futures_util::FutureExt;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::assets::{self, Files};
use super::cache::{Basis, Cache, Page, Shown};
use super::prepared::Prepared;
use super::recompress::Recompressor;
use super::render::Renderer;
use crate::app::App;
use crate::clock::Year;
use crate::config::Settings;
use crate::error::{Error, cut_off};
use crate::request::headers::add_security_headers;
use crate::rest;
use crate::schema::Caller;
use crate::schema::{self, address};

/// The one place an unknown path is rendered for, so that there is one not-found page however many paths are tried.
const NOT_FOUND: &str = "/not-found";

/// No inline script, no inline style; maps are the only foreign frames.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'; frame-src https://www.openstreetmap.org https://www.google.com https://maps.google.com; \
    require-trusted-types-for 'script'; trusted-types default";

/// How long a page that could not be made is not tried again: its visitors would only queue up.
const REST_AFTER_FAILURE: Duration = Duration::from_secs(5);
/// The same when it was the database that did not answer: it may be back in a moment.
const REST_WITHOUT_DATABASE: Duration = Duration::from_secs(1);
const MAX_WAIT: Duration = Duration::from_secs(15);
/// Visitors a second from whom on a page is made ahead. Making one takes some ten milliseconds.
const CROWD: u32 = 50;

pub struct Pages {
    renderer: Renderer,
    recompressor: Recompressor,
    files: Files,
    /// What every page is sent with.
    headers: HeaderMap,
    /// What the script knows, asked once.
    paths: OnceCell<HashSet<String>>,
    pages: Cache<Page>,
    texts: Cache<Prepared>,
    /// Pages that could not be made, and until when they are not tried again.
    failed: Mutex<HashMap<String, Instant>>,
}

#[derive(Deserialize)]
struct Plan {
    status: u16,
    queries: BTreeMap<String, Query>,
}

#[derive(Deserialize)]
struct Query {
    table: String,
    query: String,
    single: bool,
}

#[derive(Deserialize)]
struct Rendered {
    status: u16,
    html: String,
}

impl Pages {
    pub fn open(settings: &Settings) -> anyhow::Result<Pages> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache")); // kept, but asked about each time
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
        add_security_headers(&mut headers, settings);
        Ok(Pages {
            renderer: Renderer::start()?,
            recompressor: Recompressor::start()?,
            files: Files::new(settings),
            headers,
            paths: OnceCell::new(),
            pages: Cache::default(),
            texts: Cache::default(),
            failed: Mutex::default(),
        })
    }

    /// Whether there is a page at this very path.
    pub async fn knows(&self, path: &str) -> anyhow::Result<bool> {
        let ask = async || -> anyhow::Result<HashSet<String>> {
            Ok(serde_json::from_str(&self.renderer.call("paths", vec![]).await?)?)
        };
        Ok(self.paths.get_or_try_init(ask).await?.contains(path))
    }

    /// As `knows`, at once: what the script has not been asked yet is not known. Files and the data of pages count too.
    pub fn has(&self, path: &str) -> bool {
        let page = page_of_data(path).unwrap_or(path);
        self.paths.get().is_some_and(|paths| paths.contains(page)) || self.files.get(path).is_some()
    }

    /// What can be sent without any work: a file of the app, or a page that is kept and still true.
    pub fn ready(&self, app: &App, path: &str) -> Option<Arc<Prepared>> {
        if let Some(file) = self.files.get(path) {
            return Some(file.clone());
        }
        match page_of_data(path) {
            Some(page) => self.pages.get(app, page).map(|page| page.data.clone()),
            None => self.pages.get(app, path).map(|page| page.html.clone()),
        }
    }

    pub async fn page(&self, app: &App, path: &str) -> anyhow::Result<Shown> {
        if let Some(page) = self.pages.get(app, path) {
            return Ok(Shown { page, old: false });
        }
        let asked = Basis::published(app);
        let path = if self.knows(path).await? { path } else { NOT_FOUND };
        let waited = tokio::time::timeout(MAX_WAIT, self.page_in_turn(app, path, &asked)).await;
        waited.with_context(|| format!("{path} took too long"))?
    }

    async fn page_in_turn(&self, app: &App, path: &str, asked: &Basis) -> anyhow::Result<Shown> {
        let turn = self.pages.turn(path);
        let _turn = turn.lock().await;
        if let Some(page) = self.pages.made_since(asked, path) {
            return Ok(Shown { page, old: false });
        }
        let resting = self.failed.lock().expect("no panic while looking").get(path).copied();
        let resting = resting.is_some_and(|until| Instant::now() < until);
        let last = self.pages.last(path).map(|page| Shown { page, old: true });
        match last {
            Some(last) if resting => Ok(last),
            _ if resting => bail!("{path} failed a moment ago"),
            last => self.make(app, path, last).await.inspect_err(|_| self.rest(path, REST_AFTER_FAILURE)),
        }
    }

    fn rest(&self, path: &str, time: Duration) {
        self.failed.lock().expect("no panic while noting").insert(path.to_owned(), Instant::now() + time);
    }

    /// Makes the pages that a crowd is reading before a save to these tables is acknowledged. Until then the page from
    /// before is as good as any; so nobody in the crowd ever waits for a page to be made.
    async fn make_ahead(&self, app: &App, paths: Vec<String>) {
        let committed = Basis::of_all(app);
        for path in paths {
            if let Err(cause) = self.page_in_turn(app, &path, &committed).await {
                tracing::warn!("{path} could not be made ahead: {cause:#}"); // the next visitor tries again
            }
        }
    }

    /// `last` is what is shown where the database does not answer.
    async fn make(&self, app: &App, path: &str, last: Option<Shown>) -> anyhow::Result<Shown> {
        let plan: Plan = serde_json::from_str(&self.renderer.call("plan", vec![path.to_owned()]).await?)?;
        let read = plan.queries.values().filter_map(|query| schema::table(&query.table)).map(|table| table.name);
        let basis = Basis::now(app, read);
        let mut complete = true;
        let mut data = serde_json::Map::new();
        for (name, query) in &plan.queries {
            let answer = self.answer(app, query).await.unwrap_or_else(|cause| {
                cause.log();
                complete &= matches!(cause, Error::Refused(_));
                json!({ "ok": false, "error": failure(&cause) })
            });
            data.insert(name.clone(), answer);
            if !complete && let Some(last) = last {
                self.rest(path, REST_WITHOUT_DATABASE);
                return Ok(last);
            }
        }
        let data = Value::Object(data);
        let context = assets::context(&app.settings.origin(), Year::now().number).to_string();
        let rendered = self.renderer.call("render", vec![path.to_owned(), data.to_string(), context]).await;
        let rendered: Rendered = serde_json::from_str(&rendered.with_context(|| format!("rendering {path}"))?)?;
        let status = StatusCode::from_u16(rendered.status)?;
        let data = json!({ "status": plan.status, "data": data }).to_string();
        let (html_headers, data_headers) =
            (self.headers_for("text/html; charset=utf-8"), self.headers_for("application/json; charset=utf-8"));
        let finish = move || Page {
            html: Arc::new(Prepared::page(status, &html_headers, rendered.html)),
            data: Arc::new(Prepared::page(StatusCode::OK, &data_headers, data)),
        };
        let page = Arc::new(tokio::task::spawn_blocking(finish).await.map_err(cut_off)?);
        // One made while the database was away is shown, not kept.
        if complete {
            self.pages.keep(path, &page, basis);
            self.recompressor.later(Arc::downgrade(&page));
        }
        Ok(Shown { page, old: false })
    }

    fn headers_for(&self, media_type: &'static str) -> HeaderMap {
        let mut headers = self.headers.clone();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        headers
    }

    async fn answer(&self, app: &App, query: &Query) -> Result<Value, Error> {
        let table = schema::table(&query.table).ok_or_else(|| rest::error::no_table(&query.table))?;
        let found = rest::read(&app.db, &Caller::visitor(), table, &rest::parse_query(&query.query)?, false).await?;
        if query.single && found.rows != 1 {
            return Err(rest::error::not_single(found.rows));
        }
        let json = if query.single { &found.json[1..found.json.len() - 1] } else { &found.json };
        let raw: Box<RawValue> = serde_json::from_str(json).map_err(anyhow::Error::from)?;
        Ok(json!({ "ok": true, "data": raw }))
    }

    /// robots.txt and sitemap.xml, which follow from the list of pages.
    pub async fn site_file(
        &self,
        app: &App,
        function: &'static str,
        media_type: &'static str,
    ) -> anyhow::Result<Arc<Prepared>> {
        self.text(app, function, media_type, Basis::now(app, [].into_iter()), async || Ok(app.settings.origin())).await
    }

    pub async fn web_manifest(&self, app: &App) -> anyhow::Result<Arc<Prepared>> {
        let basis = Basis::now(app, ["website_content"].into_iter());
        let settings = async || Ok(self.settings(app).await?.to_string());
        self.text(app, "manifest", "application/manifest+json", basis, settings).await
    }

    /// Where the site's icon is, for whoever asks at the usual place.
    pub async fn icon(&self, app: &App) -> Result<Option<String>, Error> {
        let settings = self.settings(app).await?;
        Ok(settings["favicon_url"].as_str().filter(|icon| address::is_picture(icon)).map(str::to_owned))
    }

    /// Empty where there are none; a database that does not answer is another matter.
    async fn settings(&self, app: &App) -> Result<Value, Error> {
        let query = Query {
            table: "website_content".into(),
            query: "select=content&page_key=eq.general_settings".into(),
            single: true,
        };
        match self.answer(app, &query).await {
            Ok(found) => Ok(found["data"]["content"].clone()),
            Err(Error::Refused(_)) => Ok(json!({})),
            Err(cause) => Err(cause),
        }
    }

    async fn text(
        &self,
        app: &App,
        function: &'static str,
        media_type: &'static str,
        basis: Basis,
        argument: impl AsyncFnOnce() -> anyhow::Result<String>,
    ) -> anyhow::Result<Arc<Prepared>> {
        let turn = self.texts.turn(function);
        let _turn = turn.lock().await;
        if let Some(text) = self.texts.get(app, function) {
            return Ok(text);
        }
        let text = self.renderer.call(function, vec![argument().await?]).await?;
        let headers = self.headers_for(media_type);
        let finish = move || Prepared::page(StatusCode::OK, &headers, text);
        let finished = Arc::new(tokio::task::spawn_blocking(finish).await.map_err(cut_off)?);
        self.texts.keep(function, &finished, basis);
        Ok(finished)
    }
}

/// To be called once, when the app serves.
pub fn make_ahead_of_saves(app: &Arc<App>) {
    let held = Arc::downgrade(app);
    app.db.versions.prepare_with(Box::new(move |raised| {
        let app = held.upgrade()?;
        let wanted = app.pages.pages.wanted(raised, CROWD);
        (!wanted.is_empty()).then(|| async move { app.pages.make_ahead(&app, wanted).await }.boxed())
    }));
}

/// The page whose data this path gives, if it is such a path.
pub fn page_of_data(path: &str) -> Option<&str> {
    path.strip_prefix("/page-data").map(|page| if page.is_empty() { "/" } else { page })
}

/// What the page may know of a failure.
fn failure(cause: &Error) -> Value {
    match cause {
        Error::Refused(refusal) => json!({ "code": refusal.code, "message": refusal.message }),
        _ => json!({ "code": "unavailable", "message": "The database does not answer at the moment." }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page that cannot be made is not tried again for every visitor who comes meanwhile.
    #[tokio::test]
    async fn a_page_that_failed_rests_for_a_while() {
        const SCRIPT: &str = "globalThis.umeed = {
            paths() { return '[\"/x\"]'; }, plan() { throw new Error('broken'); } }";
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::for_folder(folder.path());
        let app = App::open(settings.clone()).await.unwrap();
        let mut pages = Pages::open(&settings).unwrap();
        pages.renderer = Renderer::with_script(SCRIPT, MAX_WAIT).unwrap();
        let failure = async || format!("{:#}", pages.page(&app, "/x").await.err().expect("a failure"));
        assert!(failure().await.contains("broken"));
        for _ in 0..3 {
            assert!(failure().await.contains("failed a moment ago"));
        }
        pages.failed.lock().unwrap().insert("/x".into(), Instant::now() - REST_AFTER_FAILURE);
        assert!(failure().await.contains("broken"), "then it is tried again");
    }
}
