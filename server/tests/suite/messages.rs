//! What visitors write by the contact form and the form of the Donate page: taken only while the foundation wants it.

use axum::body::Body;
use axum::http::Method;
use jiff::Timestamp;
use serde_json::{Value, json};
use umeed::db::Sql;

use crate::harness::{Answer, TestApp};

fn message() -> Value {
    json!({
        "name": "Zulekha", "email": "Zulekha@Example.org", "phone": "0300 1234567", "subject": "A question",
        "message": "<script>alert(1)</script> اُمید",
    })
}

async fn switch(app: &TestApp, features: Value) {
    let token = app.staff_token().await;
    let row = json!({ "page_key": "features", "content": features });
    let prefer = "resolution=merge-duplicates";
    let request = app.request(Method::POST, "/rest/v1/website_content", Some(&token)).header("prefer", prefer);
    let answer = app.send(request.body(Body::from(row.to_string())).unwrap()).await;
    assert!([200, 201].contains(&answer.status), "{}", answer.text());
}

async fn write(app: &TestApp, table: &str, row: Value) -> Answer {
    app.post_json(&format!("/rest/v1/{table}"), row, None).await
}

async fn count(app: &TestApp, table: &str) -> i64 {
    app.app.db.first(Sql::new(format!("SELECT COUNT(*) FROM {table}"))).await.unwrap().unwrap().int(0)
}

fn is_off(answer: &Answer) -> bool {
    (answer.status, answer.json["code"].as_str()) == (403, Some("form_off"))
}

#[tokio::test]
async fn messages_are_taken_only_while_they_are_wanted() {
    let app = TestApp::start().await;
    assert!(is_off(&write(&app, "messages", message()).await), "a site that never heard of it");
    for off in [json!({}), json!({ "receive_messages": false })] {
        switch(&app, off).await;
        assert!(is_off(&write(&app, "messages", message()).await));
    }
    switch(&app, json!({ "receive_messages": true })).await;
    assert_eq!(write(&app, "messages", message()).await.status, 201);
    switch(&app, json!({ "receive_messages": false, "receive_volunteers": true })).await;
    assert!(is_off(&write(&app, "messages", message()).await));
    assert_eq!(count(&app, "messages").await, 1);

    let token = app.staff_token().await;
    let rows = app.get("/rest/v1/messages", Some(&token)).await.json;
    let row = &rows[0];
    assert_eq!((&row["email"], &row["status"]), (&json!("zulekha@example.org"), &json!("new")));
    assert_eq!(row["message"], message()["message"], "as it was written; what shows it escapes it");
    assert_eq!(count(&app, "history WHERE table_name = 'messages'").await, 0, "what visitors send has no history");
}

#[tokio::test]
async fn a_visitor_sends_a_message_and_nothing_else() {
    let app = TestApp::start().await;
    switch(&app, json!({ "receive_messages": true })).await;
    for (name, value) in [
        ("status", json!("answered")),
        ("id", json!("00000000-0000-4000-8000-000000000000")),
        ("created_at", json!("2020-01-01")),
    ] {
        let mut row = message();
        row[name] = value;
        assert_eq!(write(&app, "messages", row).await.status, 401, "{name}");
    }
    for (name, value) in [
        ("email", json!("nonsense")),
        ("name", json!(" ")),
        ("subject", json!("")),
        ("message", json!("x".repeat(4001))),
        ("phone", json!("1".repeat(31))),
    ] {
        let mut row = message();
        row[name] = value;
        assert_eq!(write(&app, "messages", row).await.status, 400, "{name}");
    }
    let mut row = message();
    row.as_object_mut().unwrap().remove("phone");
    assert_eq!(write(&app, "messages", row).await.status, 201, "a phone number is not asked of everyone");
    assert_eq!(app.get("/rest/v1/messages", None).await.status, 401);
    assert_eq!(count(&app, "messages").await, 1);
}

#[tokio::test]
async fn staff_note_how_far_they_are_and_rewrite_nothing() {
    let app = TestApp::start().await;
    switch(&app, json!({ "receive_messages": true })).await;
    assert_eq!(write(&app, "messages", message()).await.status, 201);
    let token = app.staff_token().await;
    let change =
        async |body: Value| app.patch_json("/rest/v1/messages?id=not.is.null", body, Some(&token)).await.status;
    for status in ["read", "answered", "archived", "spam", "new"] {
        assert_eq!(change(json!({ "status": status })).await, 204, "{status}");
    }
    assert_eq!(change(json!({ "status": "lost" })).await, 400);
    assert_eq!(change(json!({ "message": "x" })).await, 403);
    assert_eq!(app.delete("/rest/v1/messages?id=not.is.null", Some(&token)).await.status, 204);
    assert_eq!(count(&app, "messages").await, 0);
}

/// Who is told of messages is nobody's business: not a visitor's, and not an editor's.
#[tokio::test]
async fn the_addresses_of_those_who_are_told_are_for_owners() {
    let app = TestApp::start().await;
    switch(&app, json!({ "receive_messages": true, "message_recipients": ["canary@example.org"] })).await;
    let path = "/rest/v1/website_content?page_key=eq.features";
    let seen = app.get(path, None).await;
    assert_eq!(seen.json[0]["content"], json!({ "receive_messages": true }));
    let oracle = format!("{path}&content-%3E%3Emessage_recipients=like.*canary*");
    assert_eq!(app.get(&oracle, None).await.json, json!([]));
    for page in ["/contact", "/page-data/contact"] {
        assert!(!app.get(page, None).await.text().contains("canary"), "{page}");
    }
    let token = app.staff_token().await;
    assert!(app.get(path, Some(&token)).await.text().contains("canary"), "an owner sees it");
    let sql = Sql::new("UPDATE staff SET role = 'editor'");
    app.app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
    assert!(!app.get(path, Some(&token)).await.text().contains("canary"));
    let change = json!({ "content": { "receive_messages": false } });
    assert_eq!(
        app.patch_json(path, change, Some(&token)).await.status,
        204,
        "the row is not there for an editor who writes"
    );
    assert_eq!(write(&app, "messages", message()).await.status, 201, "nothing was switched off");
    assert!(!app.get("/rest/v1/history?table_name=eq.website_content", Some(&token)).await.text().contains("canary"));
}

#[tokio::test]
async fn the_form_of_the_donate_page_is_taken_only_while_it_is_wanted() {
    let app = TestApp::start().await;
    let row = json!({ "name": "n", "city": "c", "phone": "1", "email": "N@Example.org", "interest": "Education" });
    let plain = json!({ "name": "n", "city": "c", "phone": "1", "skills": "s" });
    assert!(is_off(&write(&app, "volunteers", row.clone()).await));
    assert_eq!(write(&app, "volunteers", plain.clone()).await.status, 201, "the Volunteer page needs no switch");
    switch(&app, json!({ "receive_volunteers": true })).await;
    assert_eq!(write(&app, "volunteers", row).await.status, 201);
    assert_eq!(write(&app, "volunteers", plain).await.status, 201);
    let noted = json!({ "name": "n", "city": "c", "phone": "1", "notes": "x" });
    assert_eq!(write(&app, "volunteers", noted).await.status, 401, "notes are for staff");
    let token = app.staff_token().await;
    let path = "/rest/v1/volunteers?email=eq.n@example.org";
    let rows = app.get(&format!("{path}&select=*,interest,status"), Some(&token)).await.json;
    assert_eq!((&rows[0]["interest"], &rows[0]["status"]), (&json!("Education"), &json!("new")));
    for plain in [path.to_owned(), format!("{path}&select=*")] {
        let rows = app.get(&plain, Some(&token)).await.json;
        let columns: Vec<&str> = rows[0].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(columns, ["id", "name", "city", "phone", "skills", "created_at"], "what is new has to be named");
    }
    let change = async |body: Value| {
        app.patch_json("/rest/v1/volunteers?email=eq.n@example.org", body, Some(&token)).await.status
    };
    assert_eq!(change(json!({ "status": "called", "notes": "Friday" })).await, 204);
    assert_eq!(change(json!({ "status": "gone" })).await, 400);
    assert_eq!(change(json!({ "phone": "2" })).await, 403, "nobody rewrites what a visitor sent");
}

#[tokio::test]
async fn messages_go_when_they_are_too_old() {
    let app = TestApp::start().await;
    switch(&app, json!({ "receive_messages": true })).await;
    assert_eq!(write(&app, "messages", message()).await.status, 201);
    let old = "INSERT INTO messages (id, name, email, subject, message, created_at, updated_at) SELECT id || ?, name, email, subject, message, \
               '2020-01-01T00:00:00.000000+00:00', updated_at FROM messages WHERE created_at > '2021'";
    for number in 0..250 {
        let sql = Sql::new(old).with(format!("-{number}"));
        app.app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
    }
    let sweep = async |days| umeed::rest::forms::retention::sweep(&app.app.db, days, Timestamp::now()).await.unwrap();
    assert_eq!((sweep(36_500).await, sweep(730).await, sweep(730).await), (0, 250, 0));
    assert_eq!(count(&app, "messages").await, 1, "the new one stays");
}

/// What the inbox asks when it opens, with more messages than a foundation gets in its life. The bound leaves no room for a
/// slow machine, so the best of a few counts.
#[tokio::test]
async fn the_inbox_opens_at_once_also_with_a_hundred_thousand_messages() {
    const ROWS: usize = 100_000;
    let app = TestApp::start().await;
    let status = |number: usize| match number % 100 {
        0 => "new",
        1..10 => "read",
        10..30 => "answered",
        30..90 => "archived",
        _ => "spam",
    };
    for start in (0..ROWS).step_by(1000) {
        let row = |number: usize| {
            let at =
                format!("2026-01-01T00:{:02}:{:02}.{:06}+00:00", number / 60_000, number / 1000 % 60, number % 1000);
            let text = "A message of the usual length, as people write it on a telephone. ".repeat(4);
            format!(
                "('01890000-0000-7000-8000-{number:012}', 'n{number}', 'a{number}@example.org', 's', '{text}', '{}', '{at}', '{at}')",
                status(number)
            )
        };
        let rows: Vec<String> = (start..start + 1000).map(row).collect();
        let head = "INSERT INTO messages (id, name, email, subject, message, status, created_at, updated_at) VALUES ";
        let sql = Sql::new(format!("{head}{}", rows.join(", ")));
        app.app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
    }
    let token = app.staff_token().await;
    let order = "order=created_at.desc,id.desc&limit=30";
    let first = format!("/rest/v1/messages?select=*&status=in.(new,read,answered)&{order}");
    let last = "2026-01-01T00:00:30.000000%2B00:00";
    let further = format!(
        "{first}&or=(created_at.lt.{last},and(created_at.eq.{last},id.lt.00000000-0000-4000-8000-000000000000))"
    );
    let rare = format!("/rest/v1/messages?select=*&status=eq.new&{order}");
    for (what, path) in [("the inbox", &first), ("further down", &further), ("one status", &rare)] {
        let mut best = std::time::Duration::MAX;
        for _ in 0..5 {
            let begun = std::time::Instant::now();
            let answer = app.get(path, Some(&token)).await;
            let count = app.request(Method::HEAD, "/rest/v1/messages?select=id&status=eq.new", Some(&token));
            let count = app.send(count.header("prefer", "count=exact").body(Body::empty()).unwrap()).await;
            best = best.min(begun.elapsed());
            assert_eq!(answer.json.as_array().map(Vec::len), Some(30), "{what}: {}", answer.text());
            assert!(count.header("content-range").ends_with("/1000"), "{}", count.header("content-range"));
        }
        assert!(best < std::time::Duration::from_millis(300), "{what} took {best:?}");
    }
}
