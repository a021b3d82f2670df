//! How long the history is kept, and how much of it.

use std::time::Duration;

use jiff::Timestamp;
use umeed::auth::accounts;
use umeed::config::HistoryBounds;
use umeed::history::{Swept, sweep_as_of};
use umeed::schema::Role;

use super::*;

fn in_days(days: u64) -> Timestamp {
    Timestamp::now() + Duration::from_secs(days * 24 * 3600)
}

#[tokio::test]
async fn lines_go_when_they_are_too_old() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    for number in 0..450 {
        let row = json!({ "title": number.to_string() });
        assert_eq!(app.post_json("/rest/v1/projects", row, Some(&token)).await.status, 201);
    }
    run(&app, "UPDATE history SET created_at = '2020-01-01T00:00:00.000000+00:00' WHERE id IN (SELECT id FROM history ORDER BY id LIMIT 432)").await;
    let bounds = HistoryBounds::default();
    let swept = sweep_as_of(&app.app.db, &bounds, in_days(300)).await.unwrap();
    assert_eq!(swept, Swept { lines: 432, files: 0 }, "with the two of the account");
    let left = app.get("/rest/v1/history?select=after-%3E%3Etitle&order=id.asc&limit=1", Some(&token)).await.json;
    assert_eq!(left, json!([{ "title": "430" }]), "the newest stay");
    assert_eq!(sweep_as_of(&app.app.db, &bounds, in_days(300)).await.unwrap(), Swept::default());
    assert_eq!(sweep_as_of(&app.app.db, &bounds, in_days(366)).await.unwrap().lines, 20);
    assert_eq!(count(&app, "projects").await, 450, "the rows themselves stay");
}

#[tokio::test]
async fn the_oldest_lines_go_when_there_are_too_many() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let id = add_project(&app, &token, json!({ "title": "first" })).await;
    for number in 0..30 {
        let change = json!({ "description": format!("<p>{number} {}</p>", "x".repeat(50_000)) });
        assert_eq!(app.patch_json(&format!("/rest/v1/projects?id=eq.{id}"), change, Some(&token)).await.status, 204);
    }
    let bounds = HistoryBounds { megabytes: 1, ..HistoryBounds::default() };
    let swept = sweep_as_of(&app.app.db, &bounds, Timestamp::now()).await.unwrap();
    assert!((18..25).contains(&swept.lines), "{swept:?}");
    let size = app.app.db.first(Sql::new("SELECT CAST(sum(bytes) AS BIGINT) FROM history")).await.unwrap().unwrap();
    assert!((900_000..=1_048_576).contains(&size.int(0)), "{}", size.int(0));
    let newest = app.get("/rest/v1/history?order=id.desc&limit=1", Some(&token)).await.json;
    assert!(newest[0]["after"]["description"].as_str().unwrap().starts_with("<p>29 "));
}

/// Nobody waits for it: lines go a few at a time, and others write in between.
#[tokio::test]
async fn others_write_while_it_sweeps() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let rows: Vec<Value> = (0..1000).map(|number| json!({ "title": number.to_string() })).collect();
    assert_eq!(app.post_json("/rest/v1/projects", json!(rows), Some(&token)).await.status, 201);
    let bounds = HistoryBounds { days: 1, ..HistoryBounds::default() };
    let save = async {
        for _ in 0..5 {
            assert_eq!(app.post_json("/rest/v1/team_members", json!({ "name": "n" }), Some(&token)).await.status, 201);
        }
    };
    let (swept, ()) = tokio::join!(sweep_as_of(&app.app.db, &bounds, in_days(2)), save);
    assert!(swept.unwrap().lines >= 1000);
    assert_eq!(count(&app, "team_members").await, 5);
}

/// The lowest of the staff must not be able to take away the answer to "who changed the bank account?".
#[tokio::test]
async fn nobody_can_push_out_what_others_did_or_what_was_deleted() {
    let app = TestApp::start().await;
    app.fill().await;
    let owner = app.staff_token().await;
    let (email, password) = ("editor@umeed.local", crate::harness::PASSWORD);
    accounts::add_with_role(&app.app.db, email, password, Default::default(), Role::Editor).await.unwrap();
    let sign_in = json!({ "email": email, "password": password });
    let editor = app.post_json("/auth/v1/token?grant_type=password", sign_in, None).await.json;
    let editor = editor["access_token"].as_str().unwrap().to_owned();
    let bank = "/rest/v1/website_content?page_key=eq.donation_details";
    let saved = app.patch_json(bank, json!({ "content": { "account_number": "0001" } }), Some(&owner)).await;
    assert_eq!(saved.status, 204, "{}", saved.text());
    let kept = add_project(&app, &owner, json!({ "title": "the owner's" })).await;
    let deleted = add_project(&app, &editor, json!({ "title": "deleted" })).await;
    assert_eq!(app.delete(&format!("/rest/v1/projects?id=eq.{deleted}"), Some(&editor)).await.status, 204);
    let flooded = add_project(&app, &editor, json!({ "title": "flooded" })).await;
    for number in 0..30 {
        let change = json!({ "description": format!("<p>{number} {}</p>", "x".repeat(50_000)) });
        let path = format!("/rest/v1/projects?id=eq.{flooded}");
        assert_eq!(app.patch_json(&path, change, Some(&editor)).await.status, 204);
    }
    let bounds = HistoryBounds { megabytes: 1, ..HistoryBounds::default() };
    assert!(sweep_as_of(&app.app.db, &bounds, Timestamp::now()).await.unwrap().lines > 10);
    for (what, lines) in [
        ("table_name = 'website_content' AND row_key = 'donation_details' AND author = 'staff'".to_owned(), 1),
        (format!("row_key = '{kept}'"), 1),
        (format!("row_key = '{deleted}' AND verb = 'delete'"), 1),
        ("table_name = 'accounts' AND verb = 'sign_in'".to_owned(), 2),
    ] {
        assert_eq!(count(&app, &format!("history WHERE {what}")).await, lines, "{what}");
    }
    // What is spared goes as well where there is nothing else.
    run(&app, "UPDATE history SET bytes = 900000").await;
    sweep_as_of(&app.app.db, &bounds, Timestamp::now()).await.unwrap();
    assert_eq!(count(&app, "history").await, 1);
}

#[tokio::test]
async fn an_answer_that_would_fill_the_memory_is_refused() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let id = add_project(&app, &token, json!({ "title": "long" })).await;
    for number in 0..4 {
        let change = json!({ "description": format!("<p>{number} {}</p>", "x".repeat(90_000)) });
        assert_eq!(app.patch_json(&format!("/rest/v1/projects?id=eq.{id}"), change, Some(&token)).await.status, 204);
    }
    run(
        &app,
        "INSERT INTO history (id, created_at, table_name, row_key, verb, row_count, author, bytes, before, after) \
               WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 300) \
               SELECT 'copy ' || n, created_at, table_name, row_key, verb, row_count, author, bytes, before, after \
               FROM n, (SELECT * FROM history ORDER BY id DESC LIMIT 1) AS last",
    )
    .await;
    let all = app.get("/rest/v1/history?limit=1000", Some(&token)).await;
    assert_eq!((all.status, &all.json["code"]), (400, &json!("54000")), "{}", all.text());
    assert_eq!(app.get("/rest/v1/history?limit=100", Some(&token)).await.status, 200);
}
