//! How long the history is kept, and how much of it.

use std::time::Duration;

use jiff::Timestamp;
use umeed::config::HistoryBounds;
use umeed::history::{Swept, sweep_as_of};

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
