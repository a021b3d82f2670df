//! What staff are told of the site as a whole, and what a crowd cannot take from the operator.

use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use umeed::db::{Engine, Reserve, Sql};

use crate::harness::TestApp;

async fn status(app: &TestApp, staff: &str) -> Value {
    let answer = app.post_json("/rest/v1/rpc/site_status", json!({}), Some(staff)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json
}

fn forwarded(app: &TestApp) -> axum::http::Request<Body> {
    let request = app.request(Method::GET, "/rest/v1/projects?limit=1", None);
    request.header("x-forwarded-for", "198.51.100.7").body(Body::empty()).unwrap()
}

#[tokio::test]
async fn staff_are_told_of_an_undeclared_proxy_and_a_missing_address() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let version = env!("CARGO_PKG_VERSION");
    let told = status(&app, &staff).await;
    assert_eq!((&told["version"], &told["public_url_set"]), (&json!(version), &json!(false)));
    assert_eq!(told["undeclared_proxy"], false);
    app.send_from([203, 0, 113, 9].into(), forwarded(&app)).await;
    assert_eq!(status(&app, &staff).await["undeclared_proxy"], true);
    let refused = app.post_json("/rest/v1/rpc/site_status", json!({}), None).await;
    assert_eq!((refused.status, refused.json["code"].as_str()), (401, Some("42501")));
}

#[tokio::test]
async fn a_declared_proxy_is_nothing_to_tell_of() {
    let app = TestApp::start_with(|settings| {
        settings.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
        settings.public_url = Some("https://umeed.example".parse().unwrap());
    })
    .await;
    let staff = app.staff_token().await;
    app.send_from([10, 0, 0, 1].into(), forwarded(&app)).await;
    let status = status(&app, &staff).await;
    assert_eq!((&status["undeclared_proxy"], &status["public_url_set"]), (&json!(false), &json!(true)));
}

/// Readers hold every connection to the database until they are interrupted. A supervisor must not take that for a broken
/// server, and what is kept needs none of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_at_the_database_makes_neither_health_nor_the_icon_wait() {
    let app = TestApp::start_with(|settings| settings.sample_content = true).await;
    app.fill().await;
    assert_eq!(app.get("/favicon.ico", None).await.status, 302);
    let slow = match app.app.db.engine() {
        Engine::Sqlite => {
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000000) SELECT max(i) FROM n"
        }
        Engine::Postgres => "SELECT CAST(1 AS BIGINT) FROM pg_sleep(3600)",
    };
    let crowd: Vec<_> = (0..32)
        .map(|_| {
            let db = app.app.db.clone();
            tokio::spawn(async move { db.first(Sql::new(slow)).await.map(drop) })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(app.get("/favicon.ico", None).await.status, 302);
    for _ in 0..50 {
        assert_eq!(app.get("/healthz", None).await.status, 200);
    }
    // Those who waited for a place may have been told by now that there is none.
    let held = crowd.iter().filter(|reader| !reader.is_finished()).count();
    assert!(held >= Reserve::Staff.connections(), "every connection was held until now");
    crowd.iter().for_each(|reader| reader.abort());
}
