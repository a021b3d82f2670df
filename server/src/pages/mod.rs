//! Pages for people. `cache → plan(path) → the tables as the anonymous visitor → render(path, data) → keep → send`.
//! Never renders for a signed-in user: every kept page is safe for anyone.

mod admin;
mod assets;
mod handler;
mod paths;
mod pictures;
mod preview;
mod recompress;
mod render;
mod renderer;
mod site_files;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue, header};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::Value;
use tokio::sync::OnceCell;

pub use handler::serve;
pub use preview::{PREVIEW, Previews, serve as serve_preview};
pub use renderer::compile;

use crate::config::Settings;
use crate::db::Db;
use crate::kept::{Basis, Cache, Prepared, Recent};
use crate::request::admission::Share;
use crate::request::headers::add_security_headers;
use crate::schema::document::MAP_HOSTS;
use crate::secret::Secret;
use crate::statistics::{Count, Counts};
use crate::{auth, metrics};
use assets::Files;
use paths::{Known, Paths};
use recompress::Recompressor;
use render::Plan;
use renderer::Renderer;

/// Visitors a second from whom on a page is made ahead of the next one. Making one takes some ten milliseconds.
const CROWD: u32 = 50;
/// How many paths that might be pages are looked up in the database at a time, and how many more may wait. A flood of
/// invented paths gets no further, and pages that are known do not pass here.
const LOOKUPS: usize = 4;
const WAITING_LOOKUPS: usize = 256;
/// How many of the paths that turned out to be none, or that failed, are remembered.
const MAX_REMEMBERED: usize = 1024;

/// Below this are the data of pages, each at its page's path.
const DATA: &str = "/page-data";
/// Below this the app says which page somebody went to without asking the server for it.
const SEEN: &str = "/page-seen";
const ADMIN: &str = "/admin";
const ICON: &str = "/favicon.ico";
const ROBOTS: &str = "/robots.txt";
const SITEMAP: &str = "/sitemap.xml";
const MANIFEST: &str = "/site.webmanifest";
/// What is found here besides pages.
pub const PLACES: &[&str] = &[DATA, SEEN, ADMIN, PREVIEW, ICON, ROBOTS, SITEMAP, MANIFEST, assets::FOLDER];

pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// How pages are made; other than the default only in tests.
pub struct Options {
    /// What renders; it defines `umeed` with `paths`, `plan`, `render`, `readers`, `robots`, `sitemap` and `manifest`.
    /// Compiled.
    pub script: Cow<'static, [u8]>,
    /// For pages at paths that come from data; those at fixed paths are few and always kept.
    pub max_kept_bytes: usize,
    pub clock: Clock,
}

impl Default for Options {
    fn default() -> Options {
        Options { script: renderer::SCRIPT.into(), max_kept_bytes: 64 * 1024 * 1024, clock: Arc::new(Timestamp::now) }
    }
}

pub struct Pages {
    db: Arc<Db>,
    /// Where the site is reached.
    origin: String,
    /// The public key, which the admin's document hands to the browser.
    anon_key: String,
    clock: Clock,
    renderer: Renderer,
    recompressor: Recompressor,
    files: Files,
    /// What every page is sent with.
    headers: HeaderMap,
    /// What the script knows, asked once.
    paths: OnceCell<Paths>,
    readers: OnceCell<Value>,
    /// What the pages at fixed paths need.
    plans: Mutex<HashMap<String, Arc<Plan>>>,
    pages: Cache<Page>,
    site_files: Cache<Prepared>,
    icon: Cache<Option<String>>,
    /// Paths that might have been pages and are not, and the state of the tables in which that was found.
    misses: Recent<Basis>,
    /// Pages that could not be made, and until when they are not tried again.
    failures: Recent<Instant>,
    lookups: Share,
    /// How often each page was seen since that was last stored.
    pub views: Counts,
}

pub struct Page {
    html: Arc<Prepared>,
    /// The same page's data, for moving inside the app.
    data: Arc<Prepared>,
}

/// A page, and whether it is known to be older than what was saved since: then it is marked as such.
pub struct Shown {
    page: Arc<Page>,
    stale: bool,
}

impl Pages {
    pub fn open(settings: &Settings, db: Arc<Db>, secret: &Secret) -> anyhow::Result<Pages> {
        Pages::open_with(settings, db, secret, Options::default())
    }

    pub fn open_with(settings: &Settings, db: Arc<Db>, secret: &Secret, options: Options) -> anyhow::Result<Pages> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache")); // kept, but asked about each time
        headers.insert(header::CONTENT_SECURITY_POLICY, policy_of("'none'", ""));
        add_security_headers(&mut headers, settings);
        Ok(Pages {
            db,
            origin: settings.origin(),
            anon_key: auth::anon_key(secret).to_owned(),
            clock: options.clock,
            renderer: Renderer::start(options.script)?,
            recompressor: Recompressor::start()?,
            files: Files::new(settings),
            headers,
            paths: OnceCell::new(),
            readers: OnceCell::new(),
            plans: Mutex::default(),
            pages: Cache::new(options.max_kept_bytes),
            site_files: Cache::new(0),
            icon: Cache::new(0),
            misses: Recent::new(MAX_REMEMBERED),
            failures: Recent::new(MAX_REMEMBERED),
            lookups: Share::new("lookups", LOOKUPS, 0, WAITING_LOOKUPS),
            views: Counts::default(),
        })
    }

    async fn paths(&self) -> anyhow::Result<&Paths> {
        let ask = async || anyhow::Ok(Paths::parse(&self.renderer.call("paths", vec![]).await?)?);
        self.paths.get_or_try_init(ask).await
    }

    /// Which pages show which table or document, for the admin. Where it cannot be told, there are no previews.
    async fn readers(&self) -> &Value {
        let ask = async || anyhow::Ok(serde_json::from_str(&self.renderer.call("readers", vec![]).await?)?);
        self.readers.get_or_try_init(ask).await.unwrap_or_else(|cause| {
            tracing::error!("which pages show what cannot be told: {cause:#}");
            &Value::Null
        })
    }

    /// The fixed paths of the site.
    pub async fn fixed_paths(&self) -> anyhow::Result<Vec<String>> {
        Ok(self.paths().await?.fixed().map(str::to_owned).collect())
    }

    /// What may be logged of a path that is a page or a file of ours: a fixed path as it is, otherwise the pattern it
    /// fits. What the script has not been asked yet is not known.
    pub fn logged<'a>(&'a self, path: &'a str) -> Option<Cow<'a, str>> {
        if self.files.get(path).is_some() {
            return Some(Cow::Borrowed(path));
        }
        let place = [DATA, SEEN].into_iter().find_map(|place| Some((place, page_below(place, path)?)));
        match self.paths.get()?.find(place.map_or(path, |(_, page)| page)) {
            Known::Fixed => Some(Cow::Borrowed(path)),
            Known::Perhaps(slugs) => Some(match place {
                Some((place, _)) => Cow::Owned(format!("{place}{}", slugs.pattern)),
                None => Cow::Borrowed(slugs.pattern),
            }),
            Known::Unknown => None,
        }
    }

    /// What can be sent without any work: a file of the app, or a page that is kept and still true.
    pub fn ready(&self, path: &str) -> Option<Arc<Prepared>> {
        if let Some(file) = self.files.get(path) {
            return Some(file.clone());
        }
        let ready = match page_below(DATA, path) {
            Some(page) => self.kept(page).map(|page| page.data.clone()),
            None => self.kept(path).map(|page| page.html.clone()),
        };
        metrics::PAGE_HITS.add(ready.is_some().into());
        ready
    }

    /// The count of the page at this path, if it is there as far as is known without asking the database.
    fn count_of(&self, path: &str) -> Option<Arc<Count>> {
        match self.paths.get()?.find(path) {
            Known::Fixed => Some(self.views.of(path)),
            Known::Perhaps(slugs) => self.pages.last(&slugs.path)?.html.views().cloned(),
            Known::Unknown => None,
        }
    }

    /// How many pages are kept, and how much memory they take.
    pub fn kept_pages(&self) -> (usize, usize) {
        self.pages.sum(|page| page.html.max_bytes() + page.data.max_bytes())
    }

    fn kept(&self, path: &str) -> Option<Arc<Page>> {
        self.pages.get(path, |basis| self.still_holds(basis))
    }

    fn still_holds(&self, basis: &Basis) -> bool {
        basis.still_holds(&self.db.versions, self.now())
    }

    fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Marks a page that may be older than what has been saved: while the database does not answer, pages that were made
    /// before are better than none.
    pub fn mark_if_stale<B>(&self, answer: &mut axum::http::Response<B>, stale: bool) {
        let silent = self.db.versions.stale_for();
        let is_page = answer.headers().get(header::CACHE_CONTROL).is_some_and(|value| value == "no-cache");
        if is_page && (stale || silent.is_some()) {
            let headers = answer.headers_mut();
            headers.insert(header::WARNING, HeaderValue::from_static("110 umeed \"Response is Stale\""));
            headers.insert(header::AGE, silent.unwrap_or_default().as_secs().into());
        }
    }

    /// From now on the pages that a crowd is reading are made before a save is acknowledged. Until then the page from
    /// before is as good as any, so nobody in the crowd ever waits for a page to be made. To be called once.
    pub fn make_ahead_of_saves(self: &Arc<Pages>) {
        let held = Arc::downgrade(self);
        self.db.versions.prepare_with(Box::new(move |bumped| {
            let pages = held.upgrade()?;
            let wanted = pages.pages.wanted(bumped, CROWD);
            (!wanted.is_empty()).then(|| async move { pages.make_ahead(wanted).await }.boxed())
        }));
    }

    async fn make_ahead(&self, paths: Vec<String>) {
        let committed = Basis::of_all(&self.db.versions, self.now());
        for path in paths {
            if let Err(cause) = self.remake(&path, &committed).await {
                tracing::warn!("{path} could not be made ahead: {cause:#}"); // the next visitor tries again
            }
        }
    }

    /// Lets a path that failed rest for a while: its visitors would only queue up.
    fn rest(&self, path: &str, time: Duration) {
        self.failures.insert(path, Instant::now() + time);
    }

    fn is_resting(&self, path: &str) -> bool {
        self.failures.get(path).is_some_and(|until| Instant::now() < until)
    }
}

/// No inline script, and no style but ours, which is known by its hash; maps are the only foreign frames. `framed_by` says
/// who may show the page in a frame.
fn policy_of(framed_by: &str, further: &str) -> HeaderValue {
    let maps: Vec<String> = MAP_HOSTS.iter().map(|host| format!("https://{host}")).collect();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src {}; img-src 'self' data: https:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors {framed_by}; \
         frame-src {}; require-trusted-types-for 'script'; trusted-types default{further}",
        assets::STYLE.source,
        maps.join(" ")
    );
    policy.try_into().expect("hosts are plain text")
}

/// The page that is meant by a path below this place, if it is such a path.
fn page_below<'a>(place: &str, path: &'a str) -> Option<&'a str> {
    path.strip_prefix(place).map(|page| if page.is_empty() { "/" } else { page })
}
