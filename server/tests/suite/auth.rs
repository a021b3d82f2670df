//! /auth/v1 as a client sees it. What several of these files need stands here.

mod account;
mod administrator;
mod devices;
mod invitation;
mod limits;
mod log;
mod open_sessions;
mod refresh;
mod refusals;
mod roles;
mod sign_in;
mod tokens;

use axum::http::{HeaderMap, HeaderValue, header};
use serde_json::{Value, json};
use umeed::db::Sql;
use umeed::error::Error;
use umeed::schema::{Caller, Identity};

use crate::harness::{Answer, TestApp};

const PASSWORD_GRANT: &str = "/auth/v1/token?grant_type=password";
const REFRESH_GRANT: &str = "/auth/v1/token?grant_type=refresh_token";

async fn sign_in_as(app: &TestApp, email: &str, password: &str) -> Answer {
    app.post_json(PASSWORD_GRANT, json!({ "email": email, "password": password }), None).await
}

async fn refresh(app: &TestApp, token: &Value) -> Answer {
    app.post_json(REFRESH_GRANT, json!({ "refresh_token": token }), None).await
}

fn access(session: &Value) -> Option<&str> {
    session["access_token"].as_str()
}

/// Whether the session's access token still opens the auth service, and tables and files, which must agree.
async fn is_in(app: &TestApp, session: &Value) -> bool {
    let auth = app.get("/auth/v1/user", access(session)).await.status == 200;
    let tables =
        matches!(who(app, access(session).unwrap()).await, Ok(Caller { identity: Identity::Staff { .. }, .. }));
    assert_eq!(auth, tables, "the two doors differ");
    auth
}

/// How tables and files see a caller with this bearer token.
async fn who(app: &TestApp, bearer: &str) -> Result<Caller, (u16, &'static str, String)> {
    let mut headers = HeaderMap::new();
    headers.insert(header::AUTHORIZATION, HeaderValue::from_str(&format!("Bearer {bearer}")).unwrap());
    let identified = umeed::auth::identify(&app.app.db, &app.app.secret, &headers).await;
    identified.map_err(|cause| match umeed::rest::error::unauthenticated(cause) {
        Error::Refused(refusal) => (refusal.status.as_u16(), refusal.code, refusal.message),
        other => panic!("{other}"),
    })
}

/// Changes the database behind the server's back, as time or another process would.
async fn meddle(app: &TestApp, sql: Sql) {
    app.app.db.write(move |tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
}

/// An error in both of its forms, with the headers that clients need to read it.
#[track_caller]
fn assert_error(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, answer.json["code"].as_str()), (status, Some(code)), "{}", answer.text());
    assert_eq!(answer.json["error_code"], code);
    assert_eq!(answer.json["msg"], answer.json["message"]);
    assert!(answer.json["message"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(answer.header("x-sb-error-code"), code);
    assert_stamped(answer);
}

#[track_caller]
fn assert_stamped(answer: &Answer) {
    assert_eq!(answer.header("x-supabase-api-version"), "2024-01-01");
    assert_eq!(answer.header("cache-control"), "no-store");
}
