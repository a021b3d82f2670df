//! What live changes rest on: a row that somebody holds is shown as a read of its table shows it, to every role, and the
//! road over HTTP refuses what it should.

use axum::http::Method;
use serde_json::{Value, json};
use umeed::db::Sql;
use umeed::rest;
use umeed::schema::{Caller, Identity, Role, TABLES};

use crate::harness::TestApp;

/// One of each table, with the values that are printed in a way of their own: flags, times, numbers, nothing, JSON.
async fn fill(app: &TestApp, token: &str) {
    app.fill().await;
    for (table, row) in [
        ("projects", json!({"title": "زندگی \"&<b>", "description": "<b>x</b>", "position": 3})),
        ("projects", json!({"title": "\u{2028}\t\\", "image_url": null})),
        ("testimonials", json!({"quote": "q", "name": "n", "is_visible": false})),
        ("testimonials", json!({"quote": "q", "name": "n", "is_visible": true})),
        ("volunteers", json!({"name": "n", "city": "c", "phone": "1"})),
        ("subscribers", json!({"email": "a@umeed.test"})),
    ] {
        let answer = app.post_json(&format!("/rest/v1/{table}"), row, Some(token)).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
    }
}

#[tokio::test]
async fn a_row_at_hand_is_shown_as_a_read_shows_it() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    fill(&app, &token).await;
    let mut compared = 0;
    for table in TABLES {
        let columns: Vec<String> = table.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
        let sql = format!("SELECT {} FROM \"{}\" ORDER BY \"{}\"", columns.join(", "), table.name, table.key);
        let held: Vec<_> = app.app.db.rows(Sql::new(sql)).await.unwrap();
        let held: Vec<_> = held.iter().map(|row| row.values().to_vec()).collect();
        for role in Role::ALL {
            let caller = Caller { identity: Identity::Visitor, role };
            let shown = rest::shown(&app.app.db, &caller, table, &held).await.unwrap();
            assert_eq!(shown.len(), held.len());
            let query = rest::parse_query(&format!("order={}", table.key)).unwrap();
            let read = rest::read(&app.app.db, umeed::db::Reserve::Staff, &caller, table, &query, false).await;
            let shown: Vec<String> = shown.into_iter().flatten().collect();
            match read {
                Ok(found) => assert_eq!(format!("[{}]", shown.join(",")), found.json, "{} {}", table.name, role.name()),
                Err(_) => assert!(shown.is_empty(), "{} is not for a {}", table.name, role.name()),
            }
            compared += shown.len();
        }
    }
    assert!(compared > 20, "too few rows to be right: {compared}");
}

#[tokio::test]
async fn a_broadcast_over_http_is_taken_or_refused_with_the_reason() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let one = |private: Value| json!({"messages": [{"topic": "a", "event": "e", "payload": {}, "private": private}]});
    let path = "/realtime/v1/api/broadcast";
    let nested = |depth: usize| {
        let payload = (0..depth).fold(json!(1), |inner, _| json!([inner]));
        json!({"messages": [{"topic": "a", "event": "e", "payload": payload}]})
    };
    for (body, token, status) in [
        (one(json!(false)), None, 202),
        (one(json!(null)), None, 202),
        (one(json!(true)), None, 403),
        (one(json!(true)), Some(token.as_str()), 202),
        (one(json!(false)), Some("bad"), 401),
        (json!({"messages": []}), None, 422),
        (json!({"messages": vec![one(json!(false))["messages"][0].clone(); 101]}), Some(token.as_str()), 422),
        (json!({"messages": [{"topic": "", "event": "e", "payload": {}}]}), None, 422),
        (json!({"messages": [{"topic": "a", "event": "e".repeat(201), "payload": {}}]}), None, 422),
        (json!({"messages": [{"topic": "x".repeat(200), "event": "e", "payload": {}}]}), None, 422),
        (json!([]), None, 422),
        (nested(98), None, 202),
        (nested(101), None, 422),
        (nested(101), Some(token.as_str()), 422),
    ] {
        let answer = app.post_json(path, body.clone(), token).await;
        let shown: String = body.to_string().chars().take(200).collect();
        assert_eq!(answer.status, status, "{shown}: {}", answer.text());
        assert!(status == 202 || answer.json["message"].is_string(), "{}", answer.text());
    }
    for (path, status) in [
        ("/realtime/v1/api/broadcast/a%2Fb/events/e", 202),
        ("/realtime/v1/api/broadcast/a/events/e?private=true", 403),
        ("/realtime/v1/api/broadcast/a/events/e?private=false&private=true", 403),
        ("/realtime/v1/api/broadcast/a/events/e?private=false", 202),
        ("/realtime/v1/api/broadcast/a/events/e?private=True", 400),
        ("/realtime/v1/api/broadcast/a/events/e?private=1", 400),
        ("/realtime/v1/api/broadcast/a/events/e?private", 400),
        ("/realtime/v1/api/broadcast/a/events/e?persist=true", 422),
        ("/realtime/v1/api/broadcast/a/events", 404),
    ] {
        let answer = app.send_json(Method::POST, path, json!({}), None).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
}
