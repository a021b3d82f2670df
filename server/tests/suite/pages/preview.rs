//! The public page with a draft that nobody has saved: for the one who typed it, and for nobody else.

use axum::body::Body;
use axum::http::{Method, Request, header};
use futures_util::future::join_all;
use serde_json::{Value, json};
use umeed::auth::accounts;
use umeed::schema::Role;

use super::{routes, with_sample};
use crate::harness::{Answer, PASSWORD, TestApp};

const PREVIEW: &str = "/admin/preview";

fn form(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

async fn post(app: &TestApp, body: impl Into<Body>, more: &[(&'static str, &str)]) -> Answer {
    let mut request = Request::builder().method(Method::POST).uri(PREVIEW);
    request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    for (name, value) in more {
        request = request.header(*name, *value);
    }
    app.send(request.body(body.into()).unwrap()).await
}

async fn preview(app: &TestApp, token: &str, path: &str, drafts: Value) -> Answer {
    post(app, form(&[("token", token), ("path", path), ("drafts", &drafts.to_string())]), &[]).await
}

fn draft(table: &str, key: impl Into<Value>, values: Value) -> Value {
    json!({ "table": table, "key": key.into(), "values": values })
}

fn document(page_key: &str, content: Value) -> Value {
    draft("website_content", page_key, json!({ "content": content }))
}

/// What React made of the page, without what stands around it.
fn shown(html: &str) -> &str {
    let (_, rest) = html.split_once("<div id=\"root\">").expect("a page");
    rest.rsplit_once("<script type=\"application/json\"")
        .map_or_else(|| rest.trim_end_matches("</body></html>"), |page| page.0)
}

async fn content(app: &TestApp, page_key: &str, token: Option<&str>) -> Value {
    let path = format!("/rest/v1/website_content?select=content&page_key=eq.{page_key}");
    app.get(&path, token).await.json[0]["content"].clone()
}

async fn first(app: &TestApp, table: &str, token: &str) -> Value {
    app.get(&format!("/rest/v1/{table}?limit=1"), Some(token)).await.json[0].clone()
}

/// The mark by which the admin knows what has come.
fn mark(answer: &Answer) -> String {
    let text = answer.text();
    let (_, rest) = text.split_once("name=\"umeed-preview\" content=\"").expect("a mark");
    rest.split('"').next().unwrap().to_owned()
}

#[track_caller]
fn assert_refused(answer: &Answer, status: u16, name: &str, words: &str) {
    assert_eq!((answer.status, mark(answer).as_str()), (status, name), "{}", answer.text());
    assert!(answer.text().contains(words), "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_draft_is_seen_in_the_answer_and_nowhere_else() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    let before = app.get("/", None).await;
    let history = app.get("/rest/v1/history?select=id", Some(&staff)).await.json;
    let stored = app.get("/rest/v1/website_content?order=page_key", Some(&staff)).await.json;
    let mut home = content(&app, "homepage", Some(&staff)).await;
    home["hero"]["heading"] = "A heading nobody has saved".into();

    let answer = preview(&app, &staff, "/", json!([document("homepage", home)])).await;
    assert_eq!((answer.status, mark(&answer).as_str()), (200, "shown"));
    assert!(shown(&answer.text()).contains("A heading nobody has saved"));

    assert!(app.app.pages.ready("/").is_some(), "the page of visitors is still the kept one");
    let after = app.get("/", None).await;
    assert_eq!((after.body, after.headers.get("etag")), (before.body, before.headers.get("etag")));
    assert_eq!(app.get("/rest/v1/history?select=id", Some(&staff)).await.json, history);
    assert_eq!(app.get("/rest/v1/website_content?order=page_key", Some(&staff)).await.json, stored);
    for path in ["/page-data", "/about", "/rest/v1/website_content"] {
        assert!(!app.get(path, None).await.text().contains("nobody has saved"), "{path}");
    }
}

#[tokio::test]
async fn the_answer_is_for_one_frame_of_the_admin() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    let answer = preview(&app, &staff, "/projects", json!([])).await;
    for (name, value) in [
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("x-robots-tag", "noindex"),
        ("x-frame-options", "SAMEORIGIN"),
        ("x-content-type-options", "nosniff"),
        ("content-type", "text/html; charset=utf-8"),
        ("etag", ""),
        ("access-control-allow-origin", ""),
    ] {
        assert_eq!(answer.header(name), value, "{name}");
    }
    let public = app.get("/projects", None).await;
    let policy = public.header("content-security-policy");
    let framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
    assert_eq!(answer.header("content-security-policy"), format!("{framed}; sandbox allow-same-origin"));
    assert!(policy.contains("frame-ancestors 'none'") && public.header("x-frame-options") == "DENY");
    let html = answer.text();
    assert!(!html.contains("<script") && html.contains("<base target=\"_blank\">"), "nothing runs or leads away");
    assert!(!html.contains(&staff));
    let policy = app.get("/admin", None).await.header("content-security-policy").to_owned();
    assert!(policy.contains("frame-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    let form = form(&[("token", &staff), ("path", "/projects"), ("drafts", "[]")]);
    let small = post(&app, form, &[("accept-encoding", "br")]).await;
    assert!(small.header("content-encoding") == "br" && small.body.len() < html.len() / 2);
}

/// The strings of a document that anything may be written into.
fn rewritten(value: &Value, name: &str) -> Value {
    match value {
        Value::String(text) if !name.ends_with("url") && name != "platform" => format!("{text} drafted").into(),
        Value::Array(items) => items.iter().map(|item| rewritten(item, name)).collect(),
        Value::Object(parts) => {
            Value::Object(parts.iter().map(|(name, part)| (name.clone(), rewritten(part, name))).collect())
        }
        other => other.clone(),
    }
}

/// Every page, and every table and document that it reads: what is previewed is what the page is after the save.
#[tokio::test]
async fn a_preview_is_what_visitors_see_after_the_save() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    let admin = app.get("/admin", None).await.text();
    let (_, settings) = admin.split_once("id=\"umeed-admin\">").unwrap();
    let settings: Value = serde_json::from_str(settings.split("</script>").next().unwrap()).unwrap();
    let readers = settings["readers"].as_object().expect("the admin is told which pages show what");
    let tables = ["projects", "success_stories", "team_members", "testimonials", "gallery_images"];
    assert!(tables.iter().all(|table| readers.contains_key(*table)), "{readers:?}");
    assert_eq!(readers.keys().filter(|subject| subject.starts_with("website_content/")).count(), 9);
    for (subject, pages) in readers {
        let change = match subject.split_once('/') {
            // It has no texts, only switches.
            Some((_, "features")) => {
                document("features", json!({ "receive_messages": true, "receive_volunteers": true }))
            }
            Some((_, key)) => document(key, rewritten(&content(&app, key, Some(&staff)).await, "")),
            None => {
                let row = first(&app, subject, &staff).await;
                let text = ["title", "name", "alt_text"].into_iter().find(|name| row[*name].is_string()).unwrap();
                let written = format!("{} drafted", row[text].as_str().unwrap());
                draft(subject, row["id"].clone(), json!({ text: written }))
            }
        };
        let paths: Vec<&str> = pages.as_array().unwrap().iter().map(|page| page["path"].as_str().unwrap()).collect();
        let mut previews = Vec::new();
        for path in &paths {
            let answer = preview(&app, &staff, path, json!([change])).await;
            assert_eq!(answer.status, 200, "{subject} on {path}: {}", answer.text());
            let now = app.get(path, None).await.text();
            let is_the_same = shown(&answer.text()) == shown(&now);
            assert!(!shown(&now).contains("drafted") && !is_the_same, "{subject} on {path}");
            previews.push(answer.text());
        }
        let is_drafted = shown(&previews[0]).contains("drafted");
        assert!(is_drafted || subject.ends_with("/features"), "{subject} shows on {}", paths[0]);
        let (table, key) = (change["table"].as_str().unwrap(), change["key"].as_str().unwrap());
        let before = app.get(&format!("/rest/v1/{table}"), Some(&staff)).await.json;
        let name = if table == "website_content" { "page_key" } else { "id" };
        let row = format!("/rest/v1/{table}?{name}=eq.{key}");
        assert_eq!(app.patch_json(&row, change["values"].clone(), Some(&staff)).await.status, 204);
        for (path, previewed) in paths.iter().zip(&previews) {
            assert_eq!(shown(previewed), shown(&app.get(path, None).await.text()), "{subject} on {path}");
        }
        // As it was, for the next one.
        let before = before.as_array().unwrap().iter().find(|row| row[name] == key).unwrap().clone();
        assert_eq!(app.patch_json(&row, before, Some(&staff)).await.status, 204);
    }
}

#[tokio::test]
async fn every_page_can_be_previewed_as_it_is() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    for route in &routes(&app).await {
        let answer = preview(&app, &staff, route, json!([draft("website_content", "about", json!({}))])).await;
        assert_eq!(shown(&answer.text()), shown(&app.get(route, None).await.text()), "{route}");
    }
    assert_refused(&preview(&app, &staff, "/nowhere", json!([])).await, 404, "refused", "no such page");
}

#[tokio::test]
async fn a_new_row_stands_where_its_order_puts_it() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    let title = first(&app, "projects", &staff).await["title"].as_str().unwrap().to_owned();
    let place = |html: &str, words: &str| html.find(words).unwrap_or_else(|| panic!("no {words} in {html}"));
    for (position, is_first) in [(json!(0), true), (Value::Null, false)] {
        let row = json!({ "title": "A brand new project", "description": "<p>d</p>", "position": position });
        let answer = preview(&app, &staff, "/projects", json!([draft("projects", Value::Null, row)])).await.text();
        assert_eq!(place(&answer, "A brand new project") < place(&answer, &title), is_first);
    }
    let count = app.get("/rest/v1/projects?select=id", None).await.json;
    assert!(!app.get("/projects", None).await.text().contains("A brand new project"), "{count}");
    // What a page has no room for is not on it: the gallery shows 24.
    let pictures = |count: usize| -> Value {
        let picture =
            |number: usize| json!({ "image_url": "/placeholders/project.svg", "alt_text": format!("p{number}.") });
        (0..count).map(|number| draft("gallery_images", Value::Null, picture(number))).collect()
    };
    let answer = preview(&app, &staff, "/gallery", pictures(8)).await.text();
    let shown = ["/placeholders/", "/storage/"].map(|place| answer.matches(&format!("<li><a href=\"{place}")).count());
    assert_eq!(shown, [8, 16.min(images(&app).await)], "the newest first");
    assert_refused(&preview(&app, &staff, "/gallery", pictures(9)).await, 400, "failed", "At most 8 drafts");
}

async fn images(app: &TestApp) -> usize {
    app.get("/rest/v1/gallery_images?select=id", None).await.json.as_array().unwrap().len()
}

#[tokio::test]
async fn what_is_hidden_is_not_on_the_page() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    let testimonial = app.get("/rest/v1/testimonials?is_visible=is.true&limit=1", None).await.json[0].clone();
    let quote = testimonial["quote"].as_str().unwrap();
    let visible = async |is_visible: bool| {
        let values = json!({ "is_visible": is_visible, "quote": format!("{quote} Thanks!") });
        let answer =
            preview(&app, &staff, "/testimonials", json!([draft("testimonials", &*id(&testimonial), values)])).await;
        shown(&answer.text()).contains("Thanks!")
    };
    assert!(visible(true).await && !visible(false).await);
    let hide = json!({ "is_visible": false });
    let path = format!("/rest/v1/testimonials?id=eq.{}", id(&testimonial));
    assert_eq!(app.patch_json(&path, hide, Some(&staff)).await.status, 204);
    assert!(visible(true).await, "one that is hidden now and would not be");
    // The gateway's key is no visitor's, though it stands in the draft.
    let mut bank = content(&app, "donation_details", Some(&staff)).await;
    bank["payment_gateway_api_key"] = "planted-key".into();
    let answer = preview(&app, &staff, "/donate", json!([document("donation_details", bank)])).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.text().contains("planted-key"));
}

fn id(row: &Value) -> String {
    row["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_draft_is_sanitised_and_refused_as_a_save_is() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    let project = id(&first(&app, "projects", &staff).await);
    let html = "<p onclick=\"x()\">Clean<script>alert(1)</script> <a href=\"javascript:x()\">water</a></p>";
    let change = draft("projects", &*project, json!({ "description": html }));
    let answer = preview(&app, &staff, "/projects", json!([change])).await.text();
    assert!(answer.contains("Clean") && !answer.contains("onclick") && !answer.contains("javascript:"), "{answer}");
    assert!(!answer.contains("alert(1)"));

    let footer = json!({ "quick_links": [{ "label": "x", "url": "javascript:alert(1)" }] });
    for (change, words) in [
        (draft("projects", &*project, json!({ "title": "x".repeat(301) })), "title is longer than 300 characters"),
        (draft("projects", &*project, json!({ "image_url": "ftp://a" })), "image_url must be the address of a picture"),
        (draft("projects", &*project, json!({ "colour": "red" })), "'colour' column"),
        (draft("projects", &*project, json!({ "title": null })), "null value in column"),
        (draft("projects", "not an id", json!({})), "invalid input syntax"),
        (draft("projects", &*project, json!("x")), "must be an object"),
        (document("footer", footer), "content.quick_links[0].url must be a web address"),
        (document("homepage", json!({ "hero": { "heading": "<b>".repeat(200) } })), "content.hero.heading is longer"),
        (draft("website_content", "about", json!({ "page_key": "contact" })), "cannot be changed"),
    ] {
        assert_refused(&preview(&app, &staff, "/", json!([change])).await, 400, "refused", words);
    }
    let gone = draft("projects", &*uuid::Uuid::new_v4().to_string(), json!({ "title": "x" }));
    assert_refused(&preview(&app, &staff, "/projects", json!([gone])).await, 404, "refused", "deleted");
    let again = draft("projects", Value::Null, json!({ "id": project, "title": "x" }));
    assert_refused(&preview(&app, &staff, "/projects", json!([again])).await, 409, "refused", "duplicate key");
    let twice = json!([draft("projects", &*project, json!({})), draft("projects", &*project, json!({}))]);
    assert_refused(&preview(&app, &staff, "/projects", twice).await, 400, "refused", "same row");
    let unknown = draft("accounts", Value::Null, json!({}));
    assert_refused(&preview(&app, &staff, "/", json!([unknown])).await, 404, "refused", "Could not find the table");
    assert_refused(&preview(&app, &staff, "/", json!({ "no": "list" })).await, 400, "failed", "without a draft");
}

#[tokio::test]
async fn only_who_may_save_may_preview() {
    let app = with_sample().await;
    let session = app.sign_in().await;
    let staff = session["access_token"].as_str().unwrap();
    let drafts = json!([document("homepage", json!({ "hero": { "heading": "Ours" } }))]);
    for token in ["", "x", &app.anon_key(), &format!("{staff}x")] {
        assert_refused(&preview(&app, token, "/", drafts.clone()).await, 401, "signed-out", "Please sign in");
    }
    // The token is read from the form only, and only where it comes first: cookies and headers open nothing.
    let late = form(&[("path", "/"), ("token", staff), ("drafts", "[]")]);
    assert_refused(&post(&app, late, &[]).await, 401, "signed-out", "Please sign in");
    let bearer = format!("Bearer {staff}");
    let header = post(&app, form(&[("path", "/"), ("drafts", "[]")]), &[("authorization", &bearer)]).await;
    assert_refused(&header, 401, "signed-out", "Please sign in");
    // Another site that holds a token may still not show a page of ours with words of its own.
    let stolen = form(&[("token", staff), ("path", "/"), ("drafts", &drafts.to_string())]);
    for (site, status) in [("cross-site", 403), ("same-site", 403), ("none", 403), ("same-origin", 200)] {
        assert_eq!(post(&app, stolen.clone(), &[("sec-fetch-site", site)]).await.status, status, "{site}");
    }

    accounts::add_with_role(&app.app.db, "editor@umeed.local", PASSWORD, Default::default(), Role::Editor)
        .await
        .unwrap();
    let credentials = json!({ "email": "editor@umeed.local", "password": PASSWORD });
    let editor = app.post_json("/auth/v1/token?grant_type=password", credentials, None).await.json;
    let editor = editor["access_token"].as_str().unwrap();
    assert_eq!(preview(&app, editor, "/", drafts.clone()).await.status, 200);
    let bank = json!([document("donation_details", json!({ "bank_name": "Mine" }))]);
    assert_eq!(preview(&app, staff, "/donate", bank.clone()).await.status, 200);
    assert_refused(&preview(&app, editor, "/donate", bank).await, 403, "refused", "may not change this");
    let line = json!([draft("history", Value::Null, json!({ "verb": "update" }))]);
    assert_refused(&preview(&app, staff, "/", line).await, 403, "refused", "may not change this");

    assert_eq!(app.post_json("/auth/v1/logout", json!({}), Some(staff)).await.status, 204);
    assert_refused(&preview(&app, staff, "/", drafts).await, 401, "signed-out", "Please sign in");
}

#[tokio::test]
async fn a_form_is_bounded_and_a_strangers_is_not_read() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    let long = json!([document("about", json!({ "vision_text": "x".repeat(2 * 1024 * 1024) }))]);
    assert_refused(&preview(&app, &staff, "/about", long).await, 413, "refused", "larger than 2048 KB");
    // Each letter takes three times its place on the way; a save would take it.
    let urdu = json!([document("about", json!({ "vision_text": "امید ".repeat(18_000) }))]);
    assert_eq!(preview(&app, &staff, "/about", urdu).await.status, 200);
    // Without a session nothing is read after the token: this one never ends.
    for token in ["token=x&path=", "token="] {
        let begun = futures_util::stream::iter([Ok::<_, std::io::Error>(token.to_owned())]);
        let endless = futures_util::stream::repeat_with(|| Ok("x".repeat(4096)));
        let body = Body::from_stream(futures_util::StreamExt::chain(begun, endless));
        assert_eq!(read_until_refused(&app, body).await, 401);
    }
    for method in [Method::GET, Method::HEAD, Method::PUT, Method::DELETE] {
        let answer = app.send(app.request(method.clone(), PREVIEW, None).body(Body::empty()).unwrap()).await;
        assert_eq!((answer.status, answer.header("allow")), (405, "POST"), "{method}");
    }
    assert!(app.get(PREVIEW, None).await.text().contains("drafts of the staff area"));
}

/// Without the layer that reads unwanted bodies to their end, which this one does not have.
async fn read_until_refused(app: &TestApp, body: Body) -> u16 {
    use tower::ServiceExt;
    let previews = umeed::pages::Previews::new(app.app.pages.clone(), app.app.secret.clone());
    let handler = axum::routing::any(umeed::pages::serve_preview).with_state(std::sync::Arc::new(previews));
    let request = Request::builder().method(Method::POST).uri(PREVIEW).body(body).unwrap();
    handler.oneshot(request).await.unwrap().status().as_u16()
}

/// Staff who preview take one engine at most; visitors are served meanwhile, and staff after them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn previews_and_visitors_do_not_stand_in_each_others_way() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    let drafts = json!([document("general_settings", json!({ "site_name": "Drafted" }))]);
    let previews = join_all((0..24).map(|_| preview(&app, &staff, "/projects", drafts.clone())));
    let routes = routes(&app).await;
    let visitors = join_all(routes.iter().map(|route| app.get(route, None)));
    let (previews, visitors) = tokio::join!(previews, visitors);
    for page in visitors {
        assert_eq!(page.status, 200);
        assert!(!page.text().contains("Drafted"));
    }
    assert!(previews.iter().any(|answer| answer.status == 200));
    for answer in previews {
        match answer.status {
            200 => assert!(answer.text().contains("<title>Drafted</title>")),
            _ => assert_refused(&answer, 503, "busy", "Please try again"),
        }
    }
}

#[tokio::test]
async fn the_drafts_of_one_form_are_shown_together() {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    let drafts = json!([
        document("general_settings", json!({ "site_name": "Another Name" })),
        document("footer", json!({ "tagline": "Another tagline" })),
    ]);
    let answer = preview(&app, &staff, "/about", drafts).await.text();
    assert!(answer.contains("<title>Another Name</title>") && answer.contains("Another tagline"));
    // A document that is not there yet.
    assert_eq!(app.delete("/rest/v1/website_content?page_key=eq.contact", Some(&staff)).await.status, 204);
    let new = json!([draft(
        "website_content",
        Value::Null,
        json!({ "page_key": "contact", "content": { "heading": "Write to us" } })
    )]);
    assert!(preview(&app, &staff, "/contact", new).await.text().contains("Write to us"));
}
