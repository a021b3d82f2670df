//! The table API over HTTP: queries, writes, ranges and refusals in PostgREST's dialect.

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, TestApp};

pub async fn with_projects(titles: &[&str]) -> (TestApp, String) {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let rows: Vec<Value> = titles.iter().map(|title| json!({ "title": title, "description": "d" })).collect();
    assert_eq!(app.post_json("/rest/v1/projects", json!(rows), Some(&staff)).await.status, 201);
    (app, staff)
}

pub fn titles(answer: &Answer) -> Vec<String> {
    let rows = answer.json.as_array().unwrap_or_else(|| panic!("no list: {}", answer.text()));
    rows.iter().map(|row| row["title"].as_str().unwrap_or("?").to_owned()).collect()
}

async fn ask(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = app.request(Method::GET, path, None);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    app.send(request.body(Body::empty()).unwrap()).await
}

/// [API-1] Lists come in the order of creation, either way, also within one batch.
#[tokio::test]
async fn lists_are_ordered() {
    let (app, _) = with_projects(&["a", "b", "c"]).await;
    let up = app.get("/rest/v1/projects?select=*&order=created_at.asc", None).await;
    assert_eq!(titles(&up), ["a", "b", "c"]);
    let down = app.get("/rest/v1/projects?select=title&order=created_at.desc", None).await;
    assert_eq!(titles(&down), ["c", "b", "a"]);
    assert_eq!(up.header("content-range"), "0-2/*");
    let time = up.json[0]["created_at"].as_str().unwrap();
    assert!(time.starts_with("20") && time.ends_with("+00:00"), "{time}");
}

#[tokio::test]
async fn filters_find_what_they_say() {
    let (app, _) = with_projects(&["Hope", "hope springs", "100%", "a,b", "x_y", "اُمید"]).await;
    for (query, expected) in [
        ("title=eq.Hope", vec!["Hope"]),
        ("title=neq.Hope&title=like.*op*", vec!["hope springs"]),
        ("title=like.Ho%25", vec!["Hope"]),
        ("title=ilike.hOPE*", vec!["Hope", "hope springs"]),
        ("title=in.(Hope,%22a,b%22)", vec!["Hope", "a,b"]),
        ("title=not.in.(Hope,%22a,b%22,100%25,x_y,اُمید)", vec!["hope springs"]),
        ("or=(title.eq.Hope,and(title.gt.x,title.lt.y))", vec!["Hope", "x_y"]),
        ("not.or=(title.ilike.*h*,title.like.1*,title.eq.%22a,b%22)", vec!["x_y", "اُمید"]),
        ("title=like.100%5C%25", vec!["100%"]),
        ("title=like.x%5C_y", vec!["x_y"]),
        ("title=eq.%D8%A7%D9%8F%D9%85%DB%8C%D8%AF", vec!["اُمید"]),
        ("image_url=is.null&title=eq.Hope", vec!["Hope"]),
        ("image_url=not.is.null", vec![]),
        ("title=isdistinct.Hope&title=eq.x_y", vec!["x_y"]),
        ("created_at=gt.2020-01-01&title=eq.Hope", vec!["Hope"]),
        ("created_at=lt.2020-01-01", vec![]),
    ] {
        let answer =
            app.get(&format!("/rest/v1/projects?select=title&order=created_at.asc&{}", escape(query)), None).await;
        assert_eq!(titles(&answer), expected, "{query}");
    }
}

/// Letters outside ASCII as a client would send them; the rest of the query is already written for the wire.
fn escape(query: &str) -> String {
    query.chars().map(|c| if c.is_ascii() { c.to_string() } else { url_escape(c) }).collect()
}

fn url_escape(c: char) -> String {
    c.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test]
async fn pages_and_counts_follow_the_range_rules() {
    let (app, _) = with_projects(&["a", "b", "c"]).await;
    let path = "/rest/v1/projects?select=title&order=created_at.asc";
    let page = ask(&app, &format!("{path}&offset=1&limit=1"), &[("prefer", "count=exact")]).await;
    assert_eq!((page.status, page.header("content-range")), (206, "1-1/3"));
    let all = ask(&app, path, &[("prefer", "count=exact")]).await;
    assert_eq!(
        (all.status, all.header("content-range"), all.header("preference-applied")),
        (200, "0-2/3", "count=exact")
    );
    let none = ask(&app, &format!("{path}&limit=0"), &[]).await;
    assert_eq!((none.status, none.json, none.headers["content-range"].to_str().unwrap()), (200, json!([]), "*/*"));
    let beyond = ask(&app, &format!("{path}&offset=9"), &[("prefer", "count=exact")]).await;
    assert_eq!((beyond.status, beyond.json["code"].as_str()), (416, Some("PGRST103")));
    let head = app
        .send(app.request(Method::HEAD, path, None).header("prefer", "count=exact").body(Body::empty()).unwrap())
        .await;
    assert_eq!((head.status, head.body.len(), head.header("content-range")), (200, 0, "0-2/3"));
}

#[tokio::test]
async fn one_object_or_a_clear_refusal() {
    let (app, staff) = with_projects(&["a", "b"]).await;
    let object = [("accept", "application/vnd.pgrst.object+json")];
    let one = ask(&app, "/rest/v1/projects?select=title&title=eq.a", &object).await;
    assert_eq!((one.status, &one.json), (200, &json!({ "title": "a" })));
    assert_eq!(one.header("content-type"), "application/vnd.pgrst.object+json; charset=utf-8");
    for (query, rows) in [("title=eq.z", 0), ("title=in.(a,b)", 2)] {
        let many = ask(&app, &format!("/rest/v1/projects?{query}"), &object).await;
        assert_eq!(many.status, 406);
        assert_eq!(many.json["details"], format!("The result contains {rows} rows"));
    }
    // A write that must give one row and gives another number is taken back.
    let request = app.request(Method::PATCH, "/rest/v1/projects?title=in.(a,b)", Some(&staff));
    let request = request.header("prefer", "return=representation").header("accept", object[0].1);
    let answer = app.send(request.body(Body::from(r#"{"title":"same"}"#)).unwrap()).await;
    assert_eq!((answer.status, answer.json["code"].as_str()), (406, Some("PGRST116")));
    assert_eq!(titles(&app.get("/rest/v1/projects?order=created_at.asc", None).await), ["a", "b"]);
}

#[tokio::test]
async fn json_paths_read_filter_and_order() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let contact = json!({ "heading": "Hello", "phones": ["1", "2"] });
    let donate = json!({ "online_donations_enabled": true, "bank_name": "B" });
    for (key, content) in [("contact", contact), ("donation_details", donate)] {
        let row = json!({ "page_key": key, "content": content });
        assert_eq!(app.post_json("/rest/v1/website_content", row, Some(&staff)).await.status, 201);
    }
    for (query, expected) in [
        ("select=content->>heading&page_key=eq.contact", json!([{ "heading": "Hello" }])),
        ("select=h:content->heading&page_key=eq.contact", json!([{ "h": "Hello" }])),
        ("select=content->phones->1&page_key=eq.contact", json!([{ "phones": "2" }])),
        ("select=content->phones->-1&page_key=eq.contact", json!([{ "phones": "2" }])),
        ("select=content->none->>deep&page_key=eq.contact", json!([{ "deep": null }])),
        (
            "select=content->>online_donations_enabled&page_key=eq.donation_details",
            json!([{ "online_donations_enabled": "true" }]),
        ),
        (
            "select=content->online_donations_enabled&page_key=eq.donation_details",
            json!([{ "online_donations_enabled": true }]),
        ),
        ("select=page_key&content->>heading=eq.Hello", json!([{ "page_key": "contact" }])),
        ("select=page_key&content->>online_donations_enabled=eq.true", json!([{ "page_key": "donation_details" }])),
        ("select=page_key&content->online_donations_enabled=eq.true", json!([{ "page_key": "donation_details" }])),
        (
            "select=page_key&order=content->>bank_name.asc",
            json!([{ "page_key": "donation_details" }, { "page_key": "contact" }]),
        ),
        (
            "select=page_key&order=content->>bank_name.asc.nullsfirst",
            json!([{ "page_key": "contact" }, { "page_key": "donation_details" }]),
        ),
    ] {
        let answer = app.get(&format!("/rest/v1/website_content?{}", query.replace('>', "%3E")), None).await;
        assert_eq!(answer.json, expected, "{query}");
    }
}

/// [API-4] One subscription a person, whatever the case or the spaces around the address.
#[tokio::test]
async fn a_repeated_subscriber_is_a_duplicate() {
    let app = TestApp::start().await;
    let first = app.post_json("/rest/v1/subscribers", json!({ "email": "amina@example.org" }), None).await;
    assert_eq!((first.status, first.body.len(), first.header("content-range")), (201, 0, "*/*"));
    for again in ["amina@example.org", " Amina@Example.ORG "] {
        let answer = app.post_json("/rest/v1/subscribers", json!({ "email": again }), None).await;
        assert_eq!(answer.status, 409);
        assert_eq!(
            answer.json,
            json!({
                "code": "23505",
                "details": "Key (email)=(amina@example.org) already exists.",
                "hint": null,
                "message": "duplicate key value violates unique constraint \"subscribers_email_key\"",
            })
        );
    }
}

#[tokio::test]
async fn writes_answer_as_postgrest_does() {
    let (app, staff) = with_projects(&["a"]).await;
    let see = |method: Method, path: &str, body: Value| {
        let request = app.request(method, path, Some(&staff)).header("prefer", "return=representation, count=exact");
        app.send(request.body(Body::from(body.to_string())).unwrap())
    };
    let made = see(Method::POST, "/rest/v1/projects?select=title,description", json!({ "title": "b" })).await;
    assert_eq!((made.status, made.json), (201, json!([{ "title": "b", "description": "" }])));
    let changed = see(Method::PATCH, "/rest/v1/projects?title=eq.b&select=title", json!({ "title": "c" })).await;
    assert_eq!(
        (changed.status, changed.header("content-range"), &changed.json),
        (200, "0-0/1", &json!([{ "title": "c" }]))
    );
    let nothing = app.patch_json("/rest/v1/projects?title=eq.zzz", json!({ "title": "c" }), Some(&staff)).await;
    assert_eq!((nothing.status, nothing.header("content-range"), nothing.body.len()), (204, "*/*", 0));
    let gone = see(Method::DELETE, "/rest/v1/projects?title=eq.c&select=title", json!(null)).await;
    assert_eq!((gone.status, gone.header("content-range"), &gone.json), (200, "*/1", &json!([{ "title": "c" }])));
    for (method, word) in [(Method::PATCH, "UPDATE"), (Method::DELETE, "DELETE")] {
        let all = see(method, "/rest/v1/projects", json!({ "title": "x" })).await;
        assert_eq!((all.status, all.json["code"].as_str()), (400, Some("21000")), "{word}");
    }
}

#[tokio::test]
async fn upserts_merge_or_leave_alone() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let send = |prefer: &'static str, query: &str, body: Value| {
        let request = app.request(Method::POST, &format!("/rest/v1/website_content{query}"), Some(&staff));
        app.send(request.header("prefer", prefer).body(Body::from(body.to_string())).unwrap())
    };
    let row = |heading: &str| json!({ "page_key": "contact", "content": { "heading": heading } });
    assert_eq!(send("resolution=merge-duplicates", "?on_conflict=page_key", row("one")).await.status, 201);
    assert_eq!(send("resolution=merge-duplicates", "", row("two")).await.status, 200);
    assert_eq!(send("resolution=ignore-duplicates", "", row("three")).await.status, 200);
    let now = app.get("/rest/v1/website_content?select=content", None).await;
    assert_eq!(now.json, json!([{ "content": { "heading": "two" } }]));
    let wrong = send("resolution=merge-duplicates", "?on_conflict=content", row("x")).await;
    assert_eq!(wrong.json["code"], "42P10");
}

#[tokio::test]
async fn refusals_are_precise_and_complete() {
    let (app, staff) = with_projects(&["a"]).await;
    let staff = Some(staff.as_str());
    let post = async |table: &str, body: Value| app.post_json(&format!("/rest/v1/{table}"), body, staff).await;
    let cases = [
        (app.get("/rest/v1/fake", None).await, 404, "PGRST205"),
        (app.get("/rest/v1/projects?select=x", None).await, 400, "42703"),
        (app.get("/rest/v1/projects?x=eq.1", None).await, 400, "42703"),
        (app.get("/rest/v1/projects?order=x", None).await, 400, "42703"),
        (app.get("/rest/v1/projects?title=foo.1", None).await, 400, "PGRST100"),
        (app.get("/rest/v1/projects?select=id,team_members(*)", None).await, 400, "PGRST200"),
        (app.get("/rest/v1/projects?id=eq.null", None).await, 400, "22P02"),
        (app.get("/rest/v1/projects?created_at=gt.never", None).await, 400, "22007"),
        (app.get("/rest/v1/projects?title-%3Ea=eq.1", None).await, 400, "42883"),
        (app.get("/rest/v1/rpc/f", None).await, 404, "PGRST202"),
        (app.put_json("/rest/v1/projects", json!({}), staff).await, 405, "PGRST117"),
        (post("projects", json!({ "x": 1 })).await, 400, "PGRST204"),
        (post("projects", json!({ "title": null })).await, 400, "23502"),
        (post("projects", json!({ "title": "a".repeat(301) })).await, 400, "23514"),
        (post("projects", json!({ "title": "a", "id": "x" })).await, 400, "22P02"),
        (post("projects", json!([{ "title": "a" }, { "description": "b" }])).await, 400, "PGRST102"),
        (post("projects", json!("a")).await, 400, "PGRST102"),
        (post("projects", json!({ "title": "a", "image_url": "javascript:x" })).await, 400, "23514"),
        (post("volunteers", json!({ "name": " ", "city": "c", "phone": "1" })).await, 400, "23514"),
        (post("website_content", json!({ "page_key": "nowhere", "content": {} })).await, 400, "23514"),
        (post("website_content", json!({ "page_key": "contact", "content": { "phones": 1 } })).await, 400, "23514"),
        (ask(&app, "/rest/v1/projects", &[("accept-profile", "other")]).await, 406, "PGRST106"),
        (ask(&app, "/rest/v1/projects", &[("accept", "image/png")]).await, 406, "PGRST107"),
    ];
    for (answer, status, code) in cases {
        assert_eq!((answer.status, answer.json["code"].as_str()), (status, Some(code)), "{}", answer.text());
        let keys: Vec<&str> = answer.json.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["code", "details", "hint", "message"]);
        assert!(!answer.json["message"].as_str().unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_limit_on_rows_takes_everything_back() {
    let (app, staff) = with_projects(&["a", "b", "c"]).await;
    let request = app.request(Method::DELETE, "/rest/v1/projects?title=neq.z", Some(&staff));
    let answer =
        app.send(request.header("prefer", "handling=strict, max-affected=2").body(Body::empty()).unwrap()).await;
    assert_eq!((answer.status, answer.json["code"].as_str()), (400, Some("PGRST124")));
    assert_eq!(titles(&app.get("/rest/v1/projects?order=created_at.asc", None).await).len(), 3);
}

/// Otherwise the answer would tell who subscribes, and nothing would be stored.
#[tokio::test]
async fn a_visitor_cannot_ask_by_a_limit_on_rows_who_is_there() {
    let app = TestApp::start().await;
    let known = json!({ "email": "known@example.org" });
    assert_eq!(app.post_json("/rest/v1/subscribers", known.clone(), None).await.status, 201);
    let ask = async |email: &str| {
        let request = app.request(Method::POST, "/rest/v1/subscribers", None);
        let request = request.header("prefer", "handling=strict, max-affected=0");
        app.send(request.body(Body::from(json!({ "email": email }).to_string())).unwrap()).await
    };
    let (there, new) = (ask("known@example.org").await, ask("new@example.org").await);
    assert_eq!((there.status, &there.json), (401, &new.json));
    assert_eq!(app.post_json("/rest/v1/subscribers", known, None).await.json["code"], "23505", "a real one is told");
}

#[tokio::test]
async fn an_upsert_names_each_row_once() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let row = |heading: &str| json!({ "page_key": "contact", "content": { "heading": heading } });
    let send = async |prefer: &'static str, rows: Value| {
        let request = app.request(Method::POST, "/rest/v1/website_content", Some(&staff)).header("prefer", prefer);
        app.send(request.body(Body::from(rows.to_string())).unwrap()).await
    };
    let twice = send("resolution=merge-duplicates", json!([row("one"), row("two")])).await;
    assert_eq!((twice.status, twice.json["code"].as_str()), (400, Some("21000")), "{}", twice.text());
    let ignored = send("resolution=ignore-duplicates", json!([row("one"), row("two")])).await;
    assert_eq!(ignored.status, 201, "{}", ignored.text());
    let now = app.get("/rest/v1/website_content?select=content", None).await;
    assert_eq!(now.json, json!([{ "content": { "heading": "one" } }]));
}

/// Keys that `columns` names and a row lacks become NULL, or the default where that is preferred.
#[tokio::test]
async fn batches_fill_in_what_is_missing() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let rows = json!([{ "image_url": "/a.png", "alt_text": "A" }, { "image_url": "/b.png" }]);
    let path = "/rest/v1/gallery_images?columns=%22image_url%22,%22alt_text%22";
    let strict = app.post_json(path, rows.clone(), Some(&staff)).await;
    assert_eq!((strict.status, strict.json["code"].as_str()), (400, Some("23502")));
    let request = app.request(Method::POST, path, Some(&staff)).header("prefer", "missing=default");
    assert_eq!(app.send(request.body(Body::from(rows.to_string())).unwrap()).await.status, 201);
    let texts = app.get("/rest/v1/gallery_images?select=alt_text&order=created_at.asc", None).await;
    assert_eq!(texts.json, json!([{ "alt_text": "A" }, { "alt_text": "Gallery image" }]));
}

/// [API-7] What is saved is safe to show, in every HTML field.
#[tokio::test]
async fn html_is_sanitised_on_the_way_in() {
    let (app, staff) = with_projects(&["a"]).await;
    let dirty = "<p onclick=\"x()\">Hope<script>alert(1)</script> <a href=\"javascript:x\">l</a></p>";
    let body = json!({ "description": dirty });
    assert_eq!(app.patch_json("/rest/v1/projects?title=eq.a", body, Some(&staff)).await.status, 204);
    let clean = app.get("/rest/v1/projects?select=description", None).await;
    assert_eq!(clean.json, json!([{ "description": "<p>Hope <a>l</a></p>" }]));

    let row = json!({ "page_key": "about", "content": { "vision_text": dirty } });
    assert_eq!(app.post_json("/rest/v1/website_content", row, Some(&staff)).await.status, 201);
    let change = json!({ "content": { "vision_text": dirty, "another_section": dirty } });
    assert_eq!(app.patch_json("/rest/v1/website_content?page_key=eq.about", change, Some(&staff)).await.status, 204);
    let clean = app.get("/rest/v1/website_content?select=content&page_key=eq.about", None).await;
    assert!(!clean.text().contains("script") && !clean.text().contains("onclick"), "{}", clean.text());
}

/// [API-7] A document cannot be carried to a page where other parts of it would be HTML.
#[tokio::test]
async fn a_document_stays_on_its_page() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let hidden = json!({ "heading": "x", "main_heading": "<img src=x onerror=alert(1)>" });
    let row = json!({ "page_key": "testimonials_section", "content": hidden });
    assert_eq!(app.post_json("/rest/v1/website_content", row, Some(&staff)).await.status, 201);
    let path = "/rest/v1/website_content?page_key=eq.testimonials_section";
    for body in [json!({ "page_key": "about" }), json!({ "page_key": "anything" })] {
        let moved = app.patch_json(path, body, Some(&staff)).await;
        assert_eq!((moved.status, moved.json["code"].as_str()), (400, Some("23514")));
    }
    let whole = json!({ "page_key": "testimonials_section", "content": { "heading": "y" } });
    assert_eq!(app.patch_json(path, whole, Some(&staff)).await.status, 204);
}

/// A visitor sends one form at a time, and a small one.
#[tokio::test]
async fn visitors_cannot_send_in_bulk() {
    let app = TestApp::start().await;
    let rows: Vec<Value> = (0..2).map(|number| json!({ "email": format!("a{number}@example.org") })).collect();
    assert_eq!(app.post_json("/rest/v1/subscribers", json!(rows), None).await.status, 400);
    let large = json!({ "name": "x".repeat(100_000), "city": "c", "phone": "1" });
    assert_eq!(app.post_json("/rest/v1/volunteers", large, None).await.status, 413);
    let one = json!([{ "email": "a@example.org" }]);
    assert_eq!(app.post_json("/rest/v1/subscribers", one, None).await.status, 201);
}

#[tokio::test]
async fn a_request_cannot_ask_for_everything_many_times() {
    let app = TestApp::start().await;
    let answer = app.get(&format!("/rest/v1/testimonials?select={}", ["*"; 60].join(",")), None).await;
    assert_eq!((answer.status, answer.json["code"].as_str()), (400, Some("PGRST100")));
    let staff = app.staff_token().await;
    let nothing = app.request(Method::POST, "/rest/v1/projects", Some(&staff));
    let nothing =
        nothing.header("prefer", "return=representation").header("accept", "application/vnd.pgrst.object+json");
    let answer = app.send(nothing.body(Body::from("[]")).unwrap()).await;
    assert_eq!((answer.status, answer.json["code"].as_str()), (406, Some("PGRST116")));
}

/// Two saves at once are both there afterwards, and `updated_at` tells an editor that the row moved on.
#[tokio::test]
async fn many_writers_lose_nothing() {
    let app = std::sync::Arc::new(TestApp::start().await);
    let writers = (0..64).map(|number| {
        let app = app.clone();
        tokio::spawn(async move {
            let row = json!({ "name": format!("v{number}"), "city": "c", "phone": "1" });
            app.post_json("/rest/v1/volunteers", row, None).await.status
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        assert_eq!(writer.await.unwrap(), 201);
    }
    let staff = app.staff_token().await;
    assert_eq!(app.get("/rest/v1/volunteers", Some(&staff)).await.json.as_array().unwrap().len(), 64);
}

#[tokio::test]
async fn a_save_against_an_old_state_changes_nothing() {
    let (app, staff) = with_projects(&["a"]).await;
    let seen =
        app.get("/rest/v1/projects?select=updated_at", None).await.json[0]["updated_at"].as_str().unwrap().to_owned();
    let path = format!("/rest/v1/projects?title=eq.a&updated_at=eq.{}", seen.replace('+', "%2B"));
    let first = app.patch_json(&path, json!({ "description": "mine", "updated_at": "2000-01-01" }), Some(&staff)).await;
    assert_eq!(first.header("content-range"), "0-0/*");
    let second = app.patch_json(&path, json!({ "description": "theirs" }), Some(&staff)).await;
    assert_eq!(second.header("content-range"), "*/*");
    let now = app.get("/rest/v1/projects?select=description,updated_at", None).await;
    assert_eq!(now.json[0]["description"], "mine");
    assert!(now.json[0]["updated_at"].as_str().unwrap() > seen.as_str());
}
