//! The set-up by the link of the first start: what it does, all at once or not at all, and when its link ends.

mod content;
mod ends;

use axum::body::Body;
use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use umeed::auth::{FirstAccount, accounts, set_up_link};
use umeed::db::Sql;

use crate::harness::{Answer, EMAIL, TestApp};

const STATUS: &str = "/rest/v1/rpc/set_up_status";
const SET_UP: &str = "/rest/v1/rpc/set_up";
const OWNER: &str = "amina@umeed.example";
const CHOSEN: &str = "a few words of mine";

/// A server after its first start, and the token of its link.
async fn first_start(sample: bool) -> (TestApp, String) {
    let app = TestApp::start_with(|settings| {
        settings.sample_content = sample;
        settings.admin_password = None;
    })
    .await;
    app.fill().await;
    let token = link(&app).await;
    (app, token)
}

async fn link(app: &TestApp) -> String {
    let account = accounts::by_email(&app.app.db, EMAIL).await.unwrap().unwrap();
    let first = FirstAccount { id: account.id, email: account.email, password: None };
    set_up_link::make(&app.app.db, &app.app.secret, &first).await.unwrap()
}

async fn call(app: &TestApp, path: &str, token: &str, body: Value) -> Answer {
    let request = app.request(Method::POST, path, None).header("x-set-up-token", token);
    app.send(request.body(Body::from(body.to_string())).unwrap()).await
}

async fn status(app: &TestApp, token: &str) -> Answer {
    call(app, STATUS, token, json!({})).await
}

/// What somebody fills in, with these parts in place of the usual ones.
fn wanted(parts: Value) -> Value {
    let mut wanted = json!({
        "site_name": "Roshni Trust", "email": OWNER, "password": CHOSEN, "time_zone": "Asia/Karachi", "blank": false,
    });
    wanted.as_object_mut().unwrap().extend(parts.as_object().unwrap().clone());
    wanted
}

async fn set_up(app: &TestApp, token: &str, parts: Value) -> Answer {
    call(app, SET_UP, token, wanted(parts)).await
}

fn logo() -> Value {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'><script/><path d='M0 0h4'/></svg>";
    json!({ "name": "our logo.svg", "data": STANDARD.encode(drawing) })
}

async fn sign_in(app: &TestApp, email: &str, password: &str) -> Answer {
    app.post_json("/auth/v1/token?grant_type=password", json!({ "email": email, "password": password }), None).await
}

#[track_caller]
fn assert_gone(answer: &Answer) {
    assert_eq!((answer.status, &answer.json["code"]), (410, &json!("set_up_link_expired")), "{}", answer.text());
}

/// Everything that a set-up may change.
async fn everything(app: &TestApp) -> Vec<String> {
    let mut all = Vec::new();
    for table in ["website_content", "projects", "gallery_images", "staff", "objects", "history", "one_time_tokens"] {
        let key = match table {
            "website_content" => "page_key || content || updated_at",
            "staff" => "id || email || password_hash || updated_at",
            "one_time_tokens" => "digest",
            _ => "id",
        };
        let rows = app.app.db.rows(Sql::new(format!("SELECT {key} FROM {table} ORDER BY 1"))).await.unwrap();
        all.extend(rows.iter().map(|row| format!("{table} {}", row.text(0))));
    }
    all
}

async fn document(app: &TestApp, key: &str) -> Value {
    let rows = app.get(&format!("/rest/v1/website_content?select=content&page_key=eq.{key}"), None).await;
    rows.json[0]["content"].clone()
}
