//! Pages for people: complete HTML, kept as bytes, forgotten when what they show changes.

mod from_data;
mod pictures;
mod preview;

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::harness::TestApp;

async fn with_sample() -> TestApp {
    let app = TestApp::start_with(|settings| settings.sample_content = true).await;
    app.fill().await;
    app
}

/// Every page of the site, as the render script lists them. Where a long list goes on (`/gallery/2`), there is a page only
/// when the list is that long; the page it belongs to is among the others.
async fn routes(app: &TestApp) -> Vec<String> {
    let paths = app.app.pages.fixed_paths().await.unwrap();
    let goes_on = |path: &String| path.rsplit('/').next().is_some_and(|name| name.parse::<u32>().is_ok());
    let routes: Vec<String> = paths.into_iter().filter(|path| !goes_on(path)).collect();
    assert!(routes.len() >= 13 && routes.contains(&"/".to_owned()), "{routes:?}");
    routes
}

#[tokio::test]
async fn every_page_is_complete_html_within_the_policy() {
    let app = with_sample().await;
    for route in &routes(&app).await {
        let page = app.get(route, None).await;
        let html = page.text();
        assert_eq!(page.status, 200, "{route}");
        assert!(html.contains("<title>Umeed Welfare Foundation</title>"), "{route}");
        assert!(html.contains("<h1") && html.contains("</footer>"), "{route} is not complete");
        assert!(html.contains("id=\"umeed-data\""), "{route} cannot be taken over by the browser");
        // The policy forbids both; a browser would drop them silently.
        assert!(!html.contains(" style=\""), "{route} has an inline style");
        assert!(!html.contains("<script>"), "{route} has an inline script");
        assert!(page.header("content-security-policy").contains("script-src 'self'"), "{route}");
    }
}

/// Nothing has to be fetched before the first paint: the style comes with the page, and the policy knows only that one.
#[tokio::test]
async fn the_style_comes_with_the_page_and_no_other_counts() {
    let app = with_sample().await;
    for route in routes(&app).await.iter().map(String::as_str).chain(["/no/such/page"]) {
        let page = app.get(route, None).await;
        let html = page.text();
        let styles: Vec<&str> =
            html.split("<style>").skip(1).filter_map(|rest| rest.split("</style>").next()).collect();
        let [style] = styles[..] else { panic!("{route} has {} styles", styles.len()) };
        assert!(style.contains("@font-face"), "{route}");
        let hash = STANDARD.encode(Sha256::digest(style));
        let policy = page.header("content-security-policy");
        assert!(policy.contains(&format!("; style-src 'sha256-{hash}'; ")), "{route}: {policy}");
        assert!(!html.contains("rel=\"stylesheet\""), "{route} waits for a sheet");
        assert!(html.find("<style>") < html.find("<body>"), "{route}");
    }
}

#[tokio::test]
async fn pages_come_compressed_with_a_tag_of_their_own_and_are_not_sent_twice() {
    let app = with_sample().await;
    let ask = |encoding: &str, tag: &str| {
        let request = app.request(Method::GET, "/about", None);
        let request = request.header("accept-encoding", encoding.to_owned()).header("if-none-match", tag.to_owned());
        app.send(request.body(Body::empty()).unwrap())
    };
    let mut tags = Vec::new();
    for (encoding, name) in [("gzip, br", "br"), ("gzip", "gzip"), ("", "")] {
        let page = ask(encoding, "").await;
        assert_eq!(page.header("content-encoding"), name);
        assert_eq!(page.header("vary"), "accept-encoding");
        let again = ask(encoding, page.header("etag")).await;
        assert_eq!((again.status, again.body.len()), (304, 0));
        tags.push(page.header("etag").to_owned());
    }
    tags.dedup();
    assert_eq!(tags.len(), 3);
}

#[tokio::test]
async fn a_save_shows_on_the_next_view_of_every_page_it_touches() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    for route in &routes(&app).await {
        app.get(route, None).await;
    }
    let projects = app.get("/projects", None).await;
    let change = json!({ "content": { "site_name": "Another Name" } });
    let saved = app.patch_json("/rest/v1/website_content?page_key=eq.general_settings", change, Some(&staff)).await;
    assert_eq!(saved.status, 204);
    for route in &routes(&app).await {
        assert!(app.get(route, None).await.text().contains("<title>Another Name</title>"), "{route}");
    }
    let row = json!({ "title": "A brand new project", "description": "<p>d</p>" });
    assert_eq!(app.post_json("/rest/v1/projects", row, Some(&staff)).await.status, 201);
    assert!(!projects.text().contains("A brand new project"));
    assert!(app.get("/projects", None).await.text().contains("A brand new project"));
    assert!(app.get("/page-data/projects", None).await.text().contains("A brand new project"));
}

/// A browser that leaves while its save is under way has saved all the same, and the next visitor sees it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_save_whose_sender_has_gone_still_shows() {
    let app = std::sync::Arc::new(with_sample().await);
    let staff = app.staff_token().await;
    for number in 0..40_u64 {
        app.get("/projects", None).await;
        let title = format!("Version {number} of the title");
        let (patching, token, change) = (app.clone(), staff.clone(), json!({ "title": title }));
        let save = tokio::spawn(async move {
            patching.patch_json("/rest/v1/projects?title=like.*is*", change, Some(&token)).await;
        });
        tokio::time::sleep(std::time::Duration::from_micros(number * 60)).await;
        save.abort();
        let _ = save.await;
        // Whatever came of it: the page and the table agree once the writer is idle.
        app.app.db.write(|_| Box::pin(async { Ok(()) })).await.unwrap();
        let stored = app.get(&format!("/rest/v1/projects?title=eq.{}", title.replace(' ', "+")), None).await;
        let shown = app.get("/projects", None).await.text().contains(&title);
        assert_eq!(shown, stored.json != json!([]), "{title}");
    }
}

#[tokio::test]
async fn a_herd_gets_one_page() {
    let app = std::sync::Arc::new(with_sample().await);
    let visitors = (0..32).map(|_| {
        let app = app.clone();
        tokio::spawn(async move { app.get("/gallery", None).await })
    });
    let mut tags = std::collections::BTreeSet::new();
    for visitor in visitors.collect::<Vec<_>>() {
        let page = visitor.await.unwrap();
        assert_eq!(page.status, 200);
        tags.insert(page.header("etag").to_owned());
    }
    assert_eq!(tags.len(), 1);
}

/// Nobody in a crowd waits for a page to be made: it is there when the save is acknowledged. What few read is not made
/// before somebody asks for it.
#[tokio::test]
async fn a_page_that_a_crowd_reads_is_made_with_the_save() {
    let app = with_sample().await;
    app.app.pages.make_ahead_of_saves();
    let staff = app.staff_token().await;
    let ready = |path: &str| app.app.pages.ready(path).is_some();
    app.get("/about", None).await;
    for _ in 0..300 {
        app.get("/projects", None).await;
    }
    let change = json!({ "content": { "site_name": "Another Name" } });
    let saved = app.patch_json("/rest/v1/website_content?page_key=eq.general_settings", change, Some(&staff)).await;
    assert_eq!(saved.status, 204);
    assert!(!ready("/about"));
    // A machine that is very busy acknowledges before the page is made; nobody has to ask for it all the same.
    for _ in 0..100 {
        if ready("/projects") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(ready("/projects"));
    assert!(app.get("/projects", None).await.text().contains("<title>Another Name</title>"));
}

/// [SHL-4] Unknown paths are not found, for people as a page, for programs as JSON.
#[tokio::test]
async fn the_unknown_is_not_found() {
    let app = with_sample().await;
    for path in ["/nowhere", "/about/more", "/%F0%9F%8C%B1", "/..%2f..%2fetc%2fpasswd", "/x.php"] {
        let page = app.get(path, None).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.header("content-type").starts_with("text/html"), "{path}");
    }
    let redirect = app.get("/about/?a=b", None).await;
    assert_eq!((redirect.status, redirect.header("location")), (308, "/about?a=b"));
    // Never away from the site, and never long work for a strange path.
    for path in ["//evil.example/", "/%5Cevil.example/", "///", "/page-data/gallery/", "/page-data//"] {
        let page = app.get(path, None).await;
        assert_eq!(page.header("location"), "", "{path}");
        assert!(page.status == 404 || page.json["status"] == 404, "{path}");
    }
    assert_eq!(app.get(&format!("/{}x", "/".repeat(10_000)), None).await.status, 404);
    let answer = app.post_json("/about", json!({}), None).await;
    assert_eq!((answer.status, answer.header("allow")), (405, "GET, HEAD"));
}

#[tokio::test]
async fn head_tells_the_length_and_sends_nothing() {
    let app = with_sample().await;
    for path in ["/", "/page-data/about", "/robots.txt", "/rest/v1/projects", "/admin"] {
        let whole = app.get(path, None).await;
        let head = app.send(app.request(Method::HEAD, path, None).body(Body::empty()).unwrap()).await;
        assert_eq!((head.status, head.body.len()), (whole.status, 0), "{path}");
        assert_eq!(head.header("content-length"), whole.body.len().to_string(), "{path}");
    }
}

#[tokio::test]
async fn search_engines_and_phones_find_their_files() {
    let app = with_sample().await;
    let robots = app.get("/robots.txt", None).await;
    assert!(robots.text().contains("Sitemap: http"), "{}", robots.text());
    let sitemap = app.get("/sitemap.xml", None).await;
    let routes = routes(&app).await;
    for route in &routes {
        assert!(sitemap.text().contains(&format!("{route}</loc>")), "{route}");
    }
    assert_eq!(sitemap.text().matches("</loc>").count(), routes.len(), "{}", sitemap.text());
    let icon = app.get("/favicon.ico", None).await;
    assert_eq!(app.get(icon.header("location"), None).await.header("content-type"), "image/svg+xml");
    let manifest = app.get("/site.webmanifest", None).await;
    assert_eq!(manifest.header("content-type"), "application/manifest+json");
    assert_eq!(manifest.json["name"], "Umeed Welfare Foundation");
}

#[tokio::test]
async fn files_of_the_app_are_kept_for_ever_and_the_builds_notes_are_not_served() {
    let app = with_sample().await;
    let home = app.get("/", None).await.text();
    let script = home.split("src=\"/assets/").nth(1).and_then(|rest| rest.split('"').next()).expect("a script");
    let request = app.request(Method::GET, &format!("/assets/{script}"), None).header("accept-encoding", "br");
    let script = app.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!((script.status, script.header("content-encoding")), (200, "br"));
    assert!(script.header("cache-control").contains("immutable"));
    for note in ["/.vite/manifest.json", "/.vite/manifest.json.gz"] {
        assert_eq!(app.get(note, None).await.status, 404);
    }
}

/// The binary carries the compressed forms only; a client that takes none of them gets the same file.
#[tokio::test]
async fn files_of_the_app_are_the_same_in_every_form() {
    let app = with_sample().await;
    let home = app.get("/", None).await.text();
    let named: BTreeSet<&str> =
        home.split("/assets/").skip(1).filter_map(|rest| rest.split(['"', ' ', ')']).next()).collect();
    assert!(named.iter().any(|name| name.ends_with(".js")) && named.iter().any(|name| name.ends_with(".woff2")));
    for name in named {
        let form = async |accepted: &str| {
            let request = app.request(Method::GET, &format!("/assets/{name}"), None);
            let answer = app.send(request.header("accept-encoding", accepted).body(Body::empty()).unwrap()).await;
            assert_eq!(answer.status, 200, "{name}");
            (answer.header("content-encoding").to_owned(), answer.body)
        };
        let plain = form("identity").await;
        assert_eq!(plain.0, "", "{name}");
        assert_eq!(form("").await, plain, "{name} for one who takes nothing else, once more");
        for (accepted, unpack) in [("br", unbrotli as fn(&[u8]) -> Vec<u8>), ("gzip", gunzip)] {
            match form(accepted).await {
                (encoding, body) if encoding == accepted => assert!(unpack(&body) == plain.1, "{name} in {accepted}"),
                packed_already => assert!(packed_already == plain, "{name} in {accepted}"),
            }
        }
    }
}

fn gunzip(packed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(packed), &mut plain).unwrap();
    plain
}

fn unbrotli(packed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &packed[..], &mut plain).unwrap();
    plain
}
