//! Pages at paths that come from data, made by a script of the test's own: `/x/{slug}` is there when a project has that
//! title, `/y/{slug}` asks for a list and decides when it renders.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tower::ServiceExt;
use umeed::pages::{self, Options, Pages, compile};

use crate::harness::TestApp;

const SCRIPT: &str = r#"
    const slug = path => /^\/[xy]\/(.+)$/.exec(path)?.[1];
    const row = path => `select=title,description&title=eq.${slug(path)}`;
    function queries(path) {
        if (path.startsWith('/x/')) return { row: { table: 'projects', query: row(path), single: true } };
        if (path.startsWith('/y/')) return { rows: { table: 'projects', query: row(path), single: false } };
        return {};
    }
    globalThis.umeed = {
        paths: () => JSON.stringify({ fixed: ['/', '/fixed'], patterns: ['/x/{slug}', '/y/{slug}'] }),
        plan: path => JSON.stringify({ status: 200, queries: queries(path) }),
        render(path, data) {
            const { row, rows } = JSON.parse(data);
            const found = path === '/' || path === '/fixed' || row?.ok || rows?.data.length > 0;
            const goodUntil = /until ([^<]+)/.exec(row?.data?.description)?.[1];
            const html = `${found ? 'found' : 'nothing'} at ${path}, made ${Math.random()} ${data}`;
            return `${JSON.stringify({ status: found ? 200 : 404, goodUntil })}\n${html}`;
        },
    };"#;

struct Site {
    app: TestApp,
    staff: String,
    pages: Arc<Pages>,
}

impl Site {
    async fn start() -> Site {
        Site::start_with(|options| options).await
    }

    async fn start_with(adjust: impl FnOnce(Options) -> Options) -> Site {
        let app = TestApp::start().await;
        let staff = app.staff_token().await;
        let options = adjust(Options { script: compile(SCRIPT).unwrap().into(), ..Options::default() });
        let pages = Pages::open_with(&app.app.settings, app.app.db.clone(), &app.app.secret, options).unwrap();
        Site { app, staff, pages: Arc::new(pages) }
    }

    async fn get(&self, path: &str) -> (u16, String) {
        let router = Router::new().fallback(pages::serve).with_state(self.pages.clone());
        let answer = router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        let status = answer.status().as_u16();
        let body = umeed::request::body::read(answer.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn add(&self, title: &str, description: &str) {
        let row = json!({ "title": title, "description": description });
        assert_eq!(self.app.post_json("/rest/v1/projects", row, Some(&self.staff)).await.status, 201);
    }

    async fn remove(&self, title: &str) {
        let path = format!("/rest/v1/projects?title=eq.{title}");
        assert_eq!(self.app.delete(&path, Some(&self.staff)).await.status, 204);
    }
}

/// A page whose row is not saved yet can be previewed, and is no page for anyone else.
#[tokio::test]
async fn a_page_can_be_previewed_before_its_row_is_there() {
    let site = Site::start().await;
    let previews = pages::Previews::new(site.pages.clone(), site.app.app.secret.clone());
    let handler = axum::routing::any(pages::serve_preview).with_state(Arc::new(previews));
    let drafts = json!([{ "table": "projects", "key": null, "values": { "title": "spring", "description": "" } }]);
    let form = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("token", &*site.staff), ("path", "/x/s%70ring"), ("drafts", &drafts.to_string())])
        .finish();
    assert_eq!(site.get("/x/spring").await.0, 404);
    let answer = handler.oneshot(Request::post(pages::PREVIEW).body(Body::from(form)).unwrap()).await.unwrap();
    assert_eq!(answer.status(), 200);
    let body = umeed::request::body::read(answer.into_body(), usize::MAX).await.unwrap();
    assert!(body.starts_with(b"found at /x/spring"));
    assert_eq!(site.get("/x/spring").await.0, 404);
}

#[tokio::test]
async fn a_page_is_there_as_long_as_its_row() {
    let site = Site::start().await;
    for place in ["/x", "/y"] {
        let path = format!("{place}/spring");
        let (status, nothing) = site.get(&path).await;
        assert_eq!(status, 404, "{nothing}");
        assert!(nothing.starts_with("nothing at /not-found"), "{nothing}");

        site.add("spring", "<p>tulips</p>").await;
        let (status, page) = site.get(&path).await;
        assert_eq!(status, 200, "{page}");
        assert!(page.starts_with(&format!("found at {path}")) && page.contains("tulips"), "{page}");
        assert_eq!(site.get(&path).await.1, page, "kept");
        assert!(site.pages.ready(&path).is_some());
        assert!(site.get(&format!("/page-data{path}")).await.1.contains("tulips"));

        site.remove("spring").await;
        assert_eq!(site.get(&path).await, (404, nothing.clone()));
        assert!(site.pages.ready(&path).is_none());
        let data = site.get(&format!("/page-data{path}")).await;
        assert!(data.0 == 200 && !data.1.contains("tulips"), "{}", data.1);
        site.add("spring", "<p>again</p>").await;
        assert!(site.get(&path).await.1.contains("again"));
        site.remove("spring").await;
    }
}

/// One page, however its address is written; and nothing that is no name gets as far as the database.
#[tokio::test]
async fn a_name_has_one_page_in_every_spelling() {
    let site = Site::start().await;
    site.add("بہار", "<p>tulips</p>").await;
    let (status, page) = site.get("/x/%D8%A8%DB%81%D8%A7%D8%B1").await;
    assert_eq!(status, 200, "{page}");
    assert_eq!(site.get("/x/%d8%a8%db%81%d8%a7%d8%b1").await.1, page);
    for path in ["/x/", "/x/a/b", "/x/%00", "/x/a%2Fb", "/x/%FF", "/y", &format!("/x/{}", "a".repeat(201))] {
        assert_eq!(site.get(path).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn a_herd_on_a_new_page_makes_it_once() {
    let site = Site::start().await;
    site.add("spring", "<p>tulips</p>").await;
    let visitors = futures_util::future::join_all((0..32).map(|_| site.get("/x/spring"))).await;
    let pages: BTreeSet<_> = visitors.into_iter().map(|(_, page)| page).collect();
    assert_eq!(pages.len(), 1);
}

#[tokio::test]
async fn what_is_kept_is_bounded_by_bytes_and_fixed_pages_stay() {
    let site = Site::start_with(|options| Options { max_kept_bytes: 120_000, ..options }).await;
    site.get("/fixed").await;
    let names: Vec<String> = (0..12).map(|number| format!("name{number}")).collect();
    for name in &names {
        site.add(name, "<p>tulips</p>").await;
    }
    for name in &names {
        assert_eq!(site.get(&format!("/x/{name}")).await.0, 200);
        // Somebody reads the first one all the time.
        assert_eq!(site.get("/x/name0").await.0, 200);
    }
    let ready = |name: &String| site.pages.ready(&format!("/x/{name}")).is_some();
    let kept: Vec<&String> = names.iter().filter(|name| ready(name)).collect();
    assert!((2..8).contains(&kept.len()), "{kept:?}");
    assert!(ready(&names[0]) && ready(&names[11]) && !ready(&names[1]), "{kept:?}");
    assert!(site.pages.ready("/fixed").is_some());
    assert_eq!(site.get("/x/name1").await.0, 200, "what had to go is made again");
}

#[tokio::test]
async fn a_page_is_made_anew_when_its_time_is_over() {
    let time = Arc::new(Mutex::new("2030-01-01T12:00:00Z".parse::<Timestamp>().unwrap()));
    let (clock, later) = (time.clone(), |minutes| *time.lock().unwrap() += SignedDuration::from_mins(minutes));
    let site = Site::start_with(|options| Options { clock: Arc::new(move || *clock.lock().unwrap()), ..options }).await;
    site.add("spring", "<p>until 2030-01-01T13:00:00Z</p>").await;
    site.add("summer", "<p>for ever</p>").await;
    let (first, summer) = (site.get("/x/spring").await, site.get("/x/summer").await);
    later(59);
    assert_eq!(site.get("/x/spring").await, first);
    later(2);
    assert!(site.pages.ready("/x/spring").is_none());
    let second = site.get("/x/spring").await;
    assert!(second.0 == 200 && second != first);
    assert_eq!(site.get("/x/spring").await, second, "not once for each visitor, though its time is over");
    assert_eq!(site.get("/x/summer").await, summer);
}

/// Ten thousand invented names: each is answered, none is kept, and what is there stays there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_invented_names_leaves_nothing_behind() {
    let site = Site::start_with(|options| Options { max_kept_bytes: 200_000, ..options }).await;
    site.add("spring", "<p>tulips</p>").await;
    let (_, page) = site.get("/x/spring").await;
    let invented = (0..10_000).map(|number| format!("/x/{}{number}", uuid::Uuid::new_v4().simple()));
    let paths: Vec<String> = invented.collect();
    let answers = futures_util::stream::iter(&paths).map(|path| site.get(path)).buffer_unordered(64);
    let mut missing = 0;
    let mut answers = std::pin::pin!(answers);
    while let Some((status, _)) = answers.next().await {
        assert!(status == 404 || status == 503, "{status}");
        missing += usize::from(status == 404);
    }
    assert!(missing > 0);
    assert!(paths.iter().all(|path| site.pages.ready(path).is_none()));
    assert_eq!(site.get("/x/spring").await.1, page, "still kept");
}
