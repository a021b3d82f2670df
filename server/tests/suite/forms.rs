//! What visitors may send by the forms: how long, how often from one network and in all, and what a proof of work opens.

use std::net::IpAddr;

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use umeed::app::App;
use umeed::db::Sql;

use crate::harness::{Answer, TestApp};

async fn apply(app: &TestApp, from: &str, name: &str, proof: Option<&str>) -> Answer {
    let row = json!({ "name": name, "city": "c", "phone": "1" });
    send(app, from, "volunteers", row, proof).await
}

async fn send(app: &TestApp, from: &str, table: &str, row: Value, proof: Option<&str>) -> Answer {
    let mut request = app.request(Method::POST, &format!("/rest/v1/{table}"), None);
    if let Some(proof) = proof {
        request = request.header("form-proof", proof);
    }
    app.send_from(from.parse::<IpAddr>().unwrap(), request.body(Body::from(row.to_string())).unwrap()).await
}

/// Asks for a challenge and solves it, as the script of the page does.
async fn proof(app: &TestApp, table: &str) -> String {
    let answer = app.get(&format!("/rest/v1/rpc/form_challenge?form={table}"), None).await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{}", answer.text());
    solved(&answer.json)
}

fn solved(json: &Value) -> String {
    let challenge = json["challenge"].as_str().unwrap();
    let (bits, puzzles) = (json["bits"].as_u64().unwrap() as u32, json["puzzles"].as_u64().unwrap());
    let signature = challenge.rsplit('.').next().unwrap();
    let answer = |puzzle: u64| {
        let fits = |number: &u64| {
            let digest = Sha256::digest(format!("{signature}.{puzzle}.{number}"));
            u32::from_be_bytes(digest[..4].try_into().unwrap()).leading_zeros() >= bits
        };
        (0..).find(fits).unwrap().to_string()
    };
    format!("{challenge}:{}", (0..puzzles).map(answer).collect::<Vec<_>>().join(","))
}

/// Rows of the past, as if they had come from elsewhere.
async fn add(app: &App, table: &'static str, count: usize, minutes_ago: i64) {
    let columns = if table == "volunteers" { "name, city, phone" } else { "email" };
    let values = if table == "volunteers" { "'n', 'c', ?" } else { "?" };
    for number in 0..count {
        let at = jiff::Timestamp::now() - std::time::Duration::from_secs(minutes_ago.unsigned_abs() * 60);
        let id = uuid::Uuid::new_v4().to_string();
        let sql = format!("INSERT INTO {table} (id, {columns}, created_at) VALUES (?, {values}, ?)");
        let sql =
            Sql::new(sql).with(id).with(format!("{minutes_ago}-{number}@example.org")).with(umeed::clock::text(at));
        app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
    }
}

/// Of forty a day: four an hour from an address, eight from a network, twenty from all.
async fn small() -> TestApp {
    TestApp::start_with(|settings| settings.max_form_rows_per_day = 40).await
}

/// What was counted a moment ago counts for a second.
async fn a_second_later() {
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
}

fn refused(answer: &Answer, words: &str) {
    assert_eq!((answer.status, answer.json["code"].as_str()), (429, Some("form_limit")), "{}", answer.text());
    let message = answer.json["message"].as_str().unwrap();
    assert!(message.starts_with(words) && message.contains("Please try again in "), "{message}");
    assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
}

#[tokio::test]
async fn a_visitor_sends_what_people_write_and_no_more() {
    let app = TestApp::start().await;
    let row = || json!({ "name": "n", "city": "c", "phone": "1", "skills": "s" });
    for (column, most) in [("name", 100), ("city", 100), ("phone", 30), ("skills", 1000)] {
        for (text, status) in [("ا".repeat(most), 201), ("ا".repeat(most + 1), 400), (" \u{2003}".to_owned(), 400)] {
            let mut row = row();
            row[column] = text.into();
            let answer = send(&app, "192.0.2.1", "volunteers", row.clone(), None).await;
            assert_eq!(answer.status, status, "{column}: {}", answer.text());
        }
    }
    // What was taken before can still be put back by Undo.
    let long = json!({ "name": "n".repeat(200), "city": "c", "phone": "1", "skills": "s".repeat(2000) });
    let staff = app.staff_token().await;
    assert_eq!(app.post_json("/rest/v1/volunteers", long, Some(&staff)).await.status, 201);
}

#[tokio::test]
async fn an_address_and_its_network_are_limited_and_told_so() {
    let app = small().await;
    for number in 0..4 {
        assert_eq!(apply(&app, "192.0.2.1", "kept", None).await.status, 201, "{number}");
    }
    refused(&apply(&app, "192.0.2.1", "lost", None).await, "Too many applications were sent from your network.");
    for last in 2..=5 {
        assert_eq!(apply(&app, &format!("192.0.2.{last}"), "kept", None).await.status, 201, "{last}");
    }
    refused(&apply(&app, "192.0.2.77", "lost", None).await, "Too many applications were sent from your network.");
    assert_eq!(apply(&app, "198.51.100.1", "kept", None).await.status, 201, "another network");
    let reader = json!({ "email": "a@example.org" });
    assert_eq!(send(&app, "192.0.2.1", "subscribers", reader, None).await.status, 201, "another form");
    for host in 0..8 {
        let status = apply(&app, &format!("2001:db8:1:{host}::1"), "kept", None).await.status;
        assert_eq!(status, 201, "{host}");
    }
    refused(&apply(&app, "2001:db8:1:ffff::1", "lost", None).await, "Too many applications");
    assert_eq!(apply(&app, "2001:db8:2::1", "kept", None).await.status, 201);
    let staff = app.staff_token().await;
    let stored = app.get("/rest/v1/volunteers?select=name", Some(&staff)).await.json;
    assert_eq!(stored.as_array().unwrap().len(), 18);
    assert!(stored.as_array().unwrap().iter().all(|row| row["name"] == "kept"));
}

#[tokio::test]
async fn what_is_not_stored_is_not_counted() {
    let app = small().await;
    let reader = || json!({ "email": "amina@example.org" });
    assert_eq!(send(&app, "192.0.2.1", "subscribers", reader(), None).await.status, 201);
    for _ in 0..20 {
        let again = send(&app, "192.0.2.1", "subscribers", reader(), None).await;
        assert_eq!((again.status, again.json["code"].as_str()), (409, Some("23505")));
        let bad = send(&app, "192.0.2.1", "subscribers", json!({ "email": "nonsense" }), None).await;
        assert_eq!(bad.status, 400);
    }
    let other = json!({ "email": "bilal@example.org" });
    assert_eq!(send(&app, "192.0.2.1", "subscribers", other, None).await.status, 201);
}

#[tokio::test]
async fn all_together_are_limited_by_the_hour_and_the_day_also_after_a_restart() {
    let app = small().await;
    add(&app.app, "volunteers", 20, 30).await;
    // Nothing was sent to this server: it finds the rows, as it does after a restart or beside another server.
    let answer = apply(&app, "192.0.2.1", "lost", None).await;
    refused(&answer, "Too many applications were sent. Please try again in 30 minutes.");
    assert_eq!(send(&app, "192.0.2.1", "subscribers", json!({ "email": "a@b.org" }), None).await.status, 201);

    let staff = app.staff_token().await;
    assert_eq!(app.delete("/rest/v1/volunteers?id=not.is.null", Some(&staff)).await.status, 204);
    add(&app.app, "volunteers", 40, 120).await;
    a_second_later().await;
    let answer = apply(&app, "192.0.2.1", "lost", None).await;
    refused(&answer, "Too many applications were sent. Please try again in 22 hours.");
    // Rows that a wrong clock made, or that are older, close nothing.
    assert_eq!(app.delete("/rest/v1/volunteers?id=not.is.null", Some(&staff)).await.status, 204);
    add(&app.app, "volunteers", 50, 25 * 60).await;
    let ahead = umeed::clock::text(jiff::Timestamp::now() + std::time::Duration::from_secs(400 * 24 * 3600));
    let wrong = Sql::new("UPDATE volunteers SET created_at = ? WHERE phone LIKE '%1@%'").with(ahead);
    app.app.db.write(|tx| Box::pin(async move { tx.rows(wrong).await.map(drop) })).await.unwrap();
    a_second_later().await;
    assert_eq!(apply(&app, "192.0.2.1", "kept", None).await.status, 201);
}

#[tokio::test]
async fn a_proof_opens_a_lane_that_those_without_one_cannot_close() {
    let app = small().await;
    add(&app.app, "volunteers", 40, 30).await;
    refused(&apply(&app, "192.0.2.1", "lost", None).await, "Too many applications were sent.");
    let good = proof(&app, "volunteers").await;
    let elsewhere = proof(&app, "subscribers").await;
    let (challenge, answers) = good.split_once(':').unwrap();
    let wrong = format!("{challenge}:0,{}", answers.split_once(',').unwrap().1);
    let younger = challenge.replacen(".1", ".2", 1) + ":" + answers;
    for (bad, why) in [(&elsewhere, "of another form"), (&wrong, "wrong"), (&younger, "changed"), (&"x".into(), "none")]
    {
        let answer = apply(&app, "192.0.2.1", "lost", Some(bad)).await;
        assert_eq!(answer.status, 429, "{why}: {}", answer.text());
    }
    assert_eq!(apply(&app, "192.0.2.1", "kept", Some(&good)).await.status, 201);
    assert_eq!(apply(&app, "192.0.2.1", "lost", Some(&good)).await.status, 429, "used");
    for _ in 0..10 {
        let another = proof(&app, "volunteers").await;
        assert_eq!(apply(&app, "192.0.2.1", "kept", Some(&another)).await.status, 201);
    }
    // The disk is protected from that lane too.
    add(&app.app, "volunteers", 360, 300).await;
    a_second_later().await;
    let last = proof(&app, "volunteers").await;
    refused(&apply(&app, "192.0.2.1", "lost", Some(&last)).await, "Too many applications were sent. Please");
}

/// Who is subscribed may be asked by subscribing; one proof must not be good for asking without end.
#[tokio::test]
async fn a_proof_is_used_up_by_a_refusal() {
    let app = small().await;
    let reader = || json!({ "email": "amina@example.org" });
    assert_eq!(send(&app, "192.0.2.1", "subscribers", reader(), None).await.status, 201);
    add(&app.app, "subscribers", 40, 30).await;
    a_second_later().await;
    for row in [reader(), json!({ "email": "nonsense" })] {
        let proof = proof(&app, "subscribers").await;
        assert!([400, 409].contains(&send(&app, "192.0.2.1", "subscribers", row.clone(), Some(&proof)).await.status));
        assert_eq!(send(&app, "192.0.2.1", "subscribers", row, Some(&proof)).await.status, 429);
    }
}

#[tokio::test]
async fn a_proof_is_not_good_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = umeed::config::Settings::for_folder(folder.path());
    settings.folder.database = crate::harness::own_schema().await;
    let app = App::open(settings.clone()).await.unwrap();
    let before = app.forms.challenge("volunteers").await.unwrap().unwrap();
    drop(app);
    a_second_later().await;
    let app = TestApp::start_in(folder, |own| {
        own.max_form_rows_per_day = 40;
        own.folder.database = settings.folder.database;
    })
    .await;
    add(&app.app, "volunteers", 40, 30).await;
    let answer = apply(&app, "192.0.2.1", "lost", Some(&solved(&before))).await;
    assert_eq!(answer.status, 429, "it may have been used before: {}", answer.text());
    let fresh = proof(&app, "volunteers").await;
    assert_eq!(apply(&app, "192.0.2.1", "kept", Some(&fresh)).await.status, 201);
}

#[tokio::test]
async fn in_a_surge_proofs_get_harder_and_easy_ones_are_no_longer_good() {
    let app = small().await;
    let bits = async |app: &TestApp| {
        let answer = app.get("/rest/v1/rpc/form_challenge?form=volunteers", None).await;
        (answer.json["bits"].as_u64().unwrap(), solved(&answer.json))
    };
    let (calm, easy) = bits(&app).await;
    add(&app.app, "volunteers", 40, 1).await;
    a_second_later().await;
    let answer = app.get("/rest/v1/rpc/form_challenge?form=volunteers", None).await;
    assert_eq!(answer.json["bits"].as_u64().unwrap(), calm + 4, "as hard as it gets");
    assert_eq!(apply(&app, "192.0.2.1", "lost", Some(&easy)).await.status, 429);
    let hard = solved(&answer.json);
    assert_eq!(apply(&app, "192.0.2.1", "kept", Some(&hard)).await.status, 201);
    let other = app.get("/rest/v1/rpc/form_challenge?form=subscribers", None).await;
    assert_eq!(other.json["bits"].as_u64().unwrap(), calm, "the other form is calm");
}

#[tokio::test]
async fn a_challenge_is_for_a_form() {
    let app = TestApp::start().await;
    for form in ["", "projects", "staff", "volunteers&form=subscribers"] {
        let answer = app.get(&format!("/rest/v1/rpc/form_challenge?form={form}"), None).await;
        assert_eq!(answer.status, 404, "{form}");
    }
}

#[tokio::test]
async fn staff_are_told_how_full_the_forms_and_the_disk_are() {
    let app = small().await;
    add(&app.app, "volunteers", 33, 30).await;
    let staff = app.staff_token().await;
    let status = app.get("/rest/v1/rpc/site_status", Some(&staff)).await.json;
    let forms = status["forms"].as_array().unwrap();
    let of = |table: &str| forms.iter().find(|form| form["table"] == table).unwrap();
    assert_eq!((&of("volunteers")["today"], &of("volunteers")["limit"]), (&json!(33), &json!(40)));
    assert_eq!(of("subscribers")["today"], json!(0));
    assert_eq!(status["forms_open"], json!(true));
    assert!(status["disk"]["total"].as_u64().unwrap() > 0 && status["disk"]["low"].is_boolean());
    assert_eq!(app.get("/rest/v1/rpc/site_status", None).await.status, 401, "nobody else is");
}
