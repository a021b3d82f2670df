//! Makes pages: asks the script what a page needs, reads that as the anonymous visitor, lets the script render it. One
//! request makes a page while all others who want the same one wait for it.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::paths::Known;
use super::{Page, Pages, Shown, assets, pictures};
use crate::clock::{self, Year};
use crate::db::Reserve;
use crate::error::Error;
use crate::kept::{Basis, Prepared, Size};
use crate::metrics;
use crate::request::admission::Work;
use crate::rest::{self, Draft};
use crate::schema::{self, Caller};
use crate::storage;

/// The path that stands for every path that is no page, so that there is one not-found page however many are tried.
const NOT_FOUND: &str = "/not-found";

const REST_AFTER_FAILURE: Duration = Duration::from_secs(5);
/// The same when it was the database that did not answer: it may be back in a moment.
const REST_WITHOUT_DATABASE: Duration = Duration::from_secs(1);
const MAX_WAIT: Duration = Duration::from_secs(15);

#[derive(Deserialize)]
pub(super) struct Plan {
    status: u16,
    pub queries: BTreeMap<String, Query>,
}

#[derive(Deserialize)]
pub(super) struct Query {
    pub table: String,
    pub query: String,
    pub single: bool,
}

/// What the script answers: a line of JSON, and the document below it.
pub(super) struct Rendered {
    pub status: StatusCode,
    pub html: String,
    good_until: Option<Timestamp>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RenderedHead {
    status: u16,
    good_until: Option<String>,
}

impl Rendered {
    fn parse(answer: &str) -> anyhow::Result<Rendered> {
        let (head, html) = answer.split_once('\n').context("no line before the document")?;
        let RenderedHead { status, good_until } = serde_json::from_str(head)?;
        let parse = |text: String| clock::parse(&text).with_context(|| format!("it is good until \"{text}\""));
        Ok(Rendered {
            status: StatusCode::from_u16(status)?,
            html: assets::STYLE.put_into(html),
            good_until: good_until.map(parse).transpose()?,
        })
    }
}

/// What is to be made, and where it is kept.
enum Wanted<'a> {
    Fixed(&'a str),
    /// A path that fits a pattern, and the names in it.
    Perhaps {
        path: &'a str,
        names: &'a [String],
    },
}

impl Wanted<'_> {
    fn path(&self) -> &str {
        match self {
            Wanted::Fixed(path) | Wanted::Perhaps { path, .. } => path,
        }
    }

    /// Whether there is no such page if this query finds nothing: it asks for the one row that has a name of the path.
    fn depends_on(&self, query: &Query) -> bool {
        let Wanted::Perhaps { names, .. } = self else { return false };
        let asks = |name: &String| {
            let values = query.query.split('&').filter_map(|part| Some(part.split_once("=eq.")?.1));
            values.map(percent_decode_str).any(|value| value.decode_utf8().is_ok_and(|value| value == *name))
        };
        query.single && names.iter().any(asks)
    }
}

/// Answers to the queries of a plan.
enum Read {
    Found {
        data: Value,
        complete: bool,
    },
    /// The row that the page is about is not there.
    Missing,
    /// The database does not answer.
    Nothing,
}

impl Pages {
    pub(super) async fn page(&self, path: &str) -> anyhow::Result<Shown> {
        if let Some(page) = self.kept(path) {
            return Ok(Shown { page, stale: false });
        }
        metrics::PAGE_MISSES.add(1);
        let asked = Basis::published(&self.db.versions, self.now());
        let known = self.paths().await?.find(path);
        let making = async {
            let found = match &known {
                Known::Fixed => self.in_turn(&Wanted::Fixed(path), &asked).await?,
                Known::Perhaps(slugs) => {
                    self.in_turn(&Wanted::Perhaps { path: &slugs.path, names: &slugs.names }, &asked).await?
                }
                Known::Unknown => None,
            };
            match found {
                Some(shown) => Ok(shown),
                None => self.in_turn(&Wanted::Fixed(NOT_FOUND), &asked).await?.context("there is no not-found page"),
            }
        };
        tokio::time::timeout(MAX_WAIT, making).await.with_context(|| format!("{path} took too long"))?
    }

    /// Makes a page that is kept once more, unless that has been done since `asked`.
    pub(super) async fn remake(&self, path: &str, asked: &Basis) -> anyhow::Result<()> {
        match self.paths().await?.find(path) {
            Known::Perhaps(slugs) => {
                self.in_turn(&Wanted::Perhaps { path: &slugs.path, names: &slugs.names }, asked).await
            }
            _ => self.in_turn(&Wanted::Fixed(path), asked).await,
        }
        .map(drop)
    }

    /// `None` when there is no such page.
    async fn in_turn(&self, wanted: &Wanted<'_>, asked: &Basis) -> anyhow::Result<Option<Shown>> {
        let path = wanted.path();
        if self.misses.get(path).is_some_and(|basis| self.still_holds(&basis)) {
            return Ok(None);
        }
        let _lock = self.pages.lock(path).await;
        // What was made since may have been overtaken by a save, but not by one that was acknowledged before the visitor
        // asked. So a page that is saved all the time is made once for all who wait, not once for each.
        let now = self.now();
        if let Some(page) = self.pages.get(path, |basis| basis.is_no_older_than(asked, now)) {
            return Ok(Some(Shown { page, stale: false }));
        }
        if self.misses.get(path).is_some_and(|basis| basis.is_no_older_than(asked, now)) {
            return Ok(None);
        }
        let last = self.pages.last(path).map(|page| Shown { page, stale: true });
        match (last, wanted) {
            (Some(last), _) if self.is_resting(path) => Ok(Some(last)),
            (None, _) if self.is_resting(path) => bail!("{path} failed a moment ago"),
            (None, Wanted::Perhaps { .. }) => {
                let _permit = self.lookups.acquire(Work::Read).await?;
                self.try_to_make(wanted, None).await
            }
            (last, _) => self.try_to_make(wanted, last).await,
        }
    }

    async fn try_to_make(&self, wanted: &Wanted<'_>, last: Option<Shown>) -> anyhow::Result<Option<Shown>> {
        let began = Instant::now();
        let made = self.make(wanted, last).await;
        match &made {
            Ok(_) => metrics::PAGE_SECONDS.observe_time(began.elapsed()),
            Err(_) => {
                metrics::PAGES_FAILED.add(1);
                self.rest(wanted.path(), REST_AFTER_FAILURE);
            }
        }
        made
    }

    /// `last` is what is shown where the database does not answer.
    async fn make(&self, wanted: &Wanted<'_>, last: Option<Shown>) -> anyhow::Result<Option<Shown>> {
        let path = wanted.path();
        let plan = match wanted {
            Wanted::Fixed(path) => self.fixed_plan(path).await?,
            Wanted::Perhaps { path, .. } => Arc::new(self.plan(path).await?),
        };
        let tables = plan.queries.values().filter_map(|query| schema::table(&query.table)).map(|table| table.name);
        let basis = Basis::committed(&self.db.versions, self.now(), tables.chain([storage::TABLE]));
        let (mut data, mut complete) = match self.read(wanted, &plan, last.is_some()).await {
            Read::Found { data, complete } => (data, complete),
            Read::Missing => return Ok(self.remember_missing(path, basis)),
            Read::Nothing => {
                self.rest(path, REST_WITHOUT_DATABASE);
                return Ok(last);
            }
        };
        if let Err(cause) = pictures::mark(&self.db, Reserve::Pages, &mut data).await {
            cause.log();
            complete = false;
        }
        let now = self.now();
        let context = assets::context(&self.origin, Year::of(now).number);
        let page_data = json!({ "status": plan.status, "data": data }).to_string();
        let (html_headers, data_headers) =
            (self.headers_for("text/html; charset=utf-8"), self.headers_for("application/json; charset=utf-8"));
        let prepare = move |Rendered { status, html, good_until }| {
            let html = Prepared::page(status, &html_headers, html).with_brotli();
            (status, good_until, html, Prepared::page(StatusCode::OK, &data_headers, page_data))
        };
        let (status, good_until, html, page_data) = self.rendered(path, &data, &context, prepare).await?;
        let size = match wanted {
            Wanted::Perhaps { .. } if status == StatusCode::NOT_FOUND && complete => {
                return Ok(self.remember_missing(path, basis));
            }
            Wanted::Perhaps { .. } if status == StatusCode::NOT_FOUND => {
                self.rest(path, REST_WITHOUT_DATABASE);
                return Err(Error::Unavailable(format!("whether {path} exists cannot be told now")).into());
            }
            Wanted::Perhaps { .. } => Size::Bytes,
            Wanted::Fixed(_) => |_| Size::Pinned,
        };
        let html = if status == StatusCode::OK { html.counted(self.views.of(path)) } else { html };
        let page = Arc::new(Page { html: Arc::new(html), data: Arc::new(page_data) });
        // One made while the database was away is shown, not kept.
        if complete {
            let bytes = page.html.max_bytes() + page.data.max_bytes() + path.len();
            self.pages.keep(path, &page, basis.good_until(now, good_until), size(bytes));
            self.recompressor.later(Arc::downgrade(&page));
        }
        Ok(Some(Shown { page, stale: false }))
    }

    /// What the page at this path needs.
    pub(super) async fn plan(&self, path: &str) -> anyhow::Result<Plan> {
        Ok(serde_json::from_str(&self.renderer.call("plan", vec![path.to_owned()]).await?)?)
    }

    /// The same for a fixed path, which the script is asked about once.
    async fn fixed_plan(&self, path: &str) -> anyhow::Result<Arc<Plan>> {
        let known = self.plans.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(plan) = known {
            return Ok(plan);
        }
        let plan = Arc::new(self.plan(path).await?);
        self.plans.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), plan.clone());
        Ok(plan)
    }

    /// Renders a page, and makes of it what is wanted.
    pub(super) async fn rendered<T: Send + 'static>(
        &self,
        path: &str,
        data: &Value,
        context: &Value,
        prepare: impl FnOnce(Rendered) -> T + Send + 'static,
    ) -> anyhow::Result<T> {
        let arguments = vec![path.to_owned(), data.to_string(), context.to_string()];
        let finish = |answer: String| Rendered::parse(&answer).map(prepare);
        self.renderer.call_and("render", arguments, finish).await.with_context(|| format!("rendering {path}"))
    }

    fn remember_missing(&self, path: &str, basis: Basis) -> Option<Shown> {
        self.pages.forget(path);
        self.misses.insert(path, basis);
        None
    }

    /// Answers the queries of a plan; with `all_or_nothing` only if every one of them can be answered.
    async fn read(&self, wanted: &Wanted<'_>, plan: &Plan, all_or_nothing: bool) -> Read {
        let mut complete = true;
        let mut data = serde_json::Map::new();
        let mut queries: Vec<_> = plan.queries.iter().collect();
        queries.sort_by_key(|(_, query)| !wanted.depends_on(query));
        for (name, query) in queries {
            let found = self.query(query).await;
            if matches!(found, Ok(None)) && wanted.depends_on(query) {
                return Read::Missing;
            }
            let answer = answered(found).unwrap_or_else(|cause| {
                cause.log();
                complete = false;
                json!({ "ok": false, "error": failure(&cause) })
            });
            data.insert(name.clone(), answer);
            if !complete && all_or_nothing {
                return Read::Nothing;
            }
        }
        Read::Found { data: Value::Object(data), complete }
    }

    /// The rows, or the one row, as the anonymous visitor sees them; `None` when the one row is not there.
    pub(super) async fn query(&self, query: &Query) -> Result<Option<Box<RawValue>>, Error> {
        self.query_with(query, Reserve::Pages, &[]).await
    }

    /// The same as if these drafts had been saved.
    pub(super) async fn query_with(
        &self,
        query: &Query,
        reserve: Reserve,
        drafts: &[Draft],
    ) -> Result<Option<Box<RawValue>>, Error> {
        let table = schema::table(&query.table).ok_or_else(|| rest::error::no_table(&query.table))?;
        let parsed = rest::parse_query(&query.query)?;
        let found = rest::read_with(&self.db, reserve, &Caller::visitor(), table, &parsed, drafts).await?;
        let json = match (query.single, found.rows) {
            (false, _) => found.json.as_str(),
            (true, 0) => return Ok(None),
            (true, 1) => &found.json[1..found.json.len() - 1],
            (true, rows) => return Err(rest::error::not_single(rows)),
        };
        Ok(Some(serde_json::from_str(json).map_err(anyhow::Error::from)?))
    }

    pub(super) fn headers_for(&self, media_type: &'static str) -> HeaderMap {
        let mut headers = self.headers.clone();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        headers
    }
}

/// What the script is told of a query. A database that does not answer is for the caller to decide about.
pub(super) fn answered(found: Result<Option<Box<RawValue>>, Error>) -> Result<Value, Error> {
    match found {
        Ok(Some(rows)) => Ok(json!({ "ok": true, "data": rows })),
        Ok(None) => Ok(json!({ "ok": false, "error": failure(&rest::error::not_single(0)) })),
        Err(cause @ Error::Refused(_)) => Ok(json!({ "ok": false, "error": failure(&cause) })),
        Err(cause) => Err(cause),
    }
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
    use crate::config::Settings;
    use crate::db::Db;
    use crate::pages::{Options, compile};
    use crate::request::admission::Share;
    use crate::secret::Secret;

    async fn pages_of(script: &'static str) -> (tempfile::TempDir, Pages) {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::for_folder(folder.path());
        let db = Arc::new(Db::open(&settings.folder).await.unwrap());
        let secret = Secret::load_or_make(folder.path()).unwrap();
        let options = Options { script: compile(script).unwrap().into(), ..Options::default() };
        let pages = Pages::open_with(&settings, db, &secret, options).unwrap();
        (folder, pages)
    }

    /// A page that cannot be made is not tried again for every visitor who comes meanwhile.
    #[tokio::test]
    async fn a_page_that_failed_rests_for_a_while() {
        const SCRIPT: &str =
            "globalThis.umeed = { paths() { return '[\"/x\"]'; }, plan() { throw new Error('broken'); } }";
        let (_folder, pages) = pages_of(SCRIPT).await;
        let failure = async || format!("{:#}", pages.page("/x").await.err().expect("a failure"));
        assert!(failure().await.contains("broken"));
        for _ in 0..3 {
            assert!(failure().await.contains("failed a moment ago"));
        }
        pages.rest("/x", Duration::ZERO);
        assert!(failure().await.contains("broken"), "then it is tried again");
    }

    /// Where no lookup is allowed, a path that was tried before is still known not to be a page; others are refused at
    /// once, and nothing of all this is kept.
    #[tokio::test]
    async fn what_is_no_page_is_looked_up_once() {
        const SCRIPT: &str = "
            const plan = path => ({ status: path.startsWith('/x/') ? 200 : 404, queries: path.startsWith('/x/')
                ? { row: { table: 'projects', query: `title=eq.${path.slice(3)}`, single: true } } : {} });
            globalThis.umeed = {
                paths: () => JSON.stringify({ fixed: [], patterns: ['/x/{slug}'] }),
                plan: path => JSON.stringify(plan(path)),
                render: path => `{ \"status\": 404 }\nnothing at ${path}`,
            };";
        let (_folder, mut pages) = pages_of(SCRIPT).await;
        let first = pages.page("/x/none").await.unwrap();
        pages.lookups = Share::new("lookups", 0, 0, 0);
        for path in ["/x/none", "/x/%6Eone", "/elsewhere"] {
            let again = pages.page(path).await.unwrap();
            assert!(Arc::ptr_eq(&first.page, &again.page), "{path} is the one not-found page");
        }
        for number in 0..100 {
            let refused = pages.page(&format!("/x/{number}")).await.err().unwrap();
            assert!(matches!(refused.downcast_ref(), Some(Error::Busy)), "{refused:#}");
        }
        assert!(pages.ready("/x/none").is_none());
        assert!(pages.misses.get("/x/none").is_some() && pages.misses.get("/x/1").is_none());
        assert!(!pages.is_resting("/x/1"), "a refusal is no failure");
    }

    #[test]
    fn only_the_query_for_the_named_row_decides_whether_there_is_a_page() {
        let names = ["spring".to_owned(), "a b".to_owned()];
        let wanted = Wanted::Perhaps { path: "/news/spring", names: &names };
        let query = |query: &str, single| Query { table: "projects".into(), query: query.into(), single };
        assert!(wanted.depends_on(&query("select=*&title=eq.spring", true)));
        assert!(wanted.depends_on(&query("title=eq.spring&select=title", true)));
        assert!(wanted.depends_on(&query("title=eq.a%20b", true)));
        for (text, single) in [("select=*&title=eq.spring", false), ("title=eq.spring2", true), ("select=spring", true)]
        {
            assert!(!wanted.depends_on(&query(text, single)), "{text}");
        }
        assert!(!Wanted::Fixed("/spring").depends_on(&query("title=eq.spring", true)));
    }
}
