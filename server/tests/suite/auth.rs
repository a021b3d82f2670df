//! /auth/v1 as a client sees it. What several of these files need stands here.

mod account;
mod addresses;
mod administrator;
mod devices;
mod invitation;
mod invitations;
mod limits;
mod log;
mod mailed;
mod open_sessions;
mod refresh;
mod refusals;
mod roles;
mod sign_in;
mod tokens;

use axum::http::{HeaderMap, HeaderValue, header};
use serde_json::{Value, json};
use umeed::config::{Encryption, MailSettings, Sender, Smtp};
use umeed::db::{Engine, Sql};
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

const HOME: &str = "https://umeed.example";

/// A server that puts mail into its outbox, where tests read it, and knows where it is reached.
async fn with_mail() -> TestApp {
    TestApp::start_with(|settings| {
        settings.mail = Some(mail_settings());
        settings.public_url = Some(HOME.parse().unwrap());
    })
    .await
}

fn mail_settings() -> MailSettings {
    let smtp = Smtp { host: "127.0.0.1".into(), port: 9, encryption: Encryption::None, credentials: None };
    MailSettings { smtp, from: Sender { name: None, address: "office@umeed.example".into() } }
}

/// What waits in the outbox, the oldest first: to whom, and what it is made of.
async fn letters(app: &TestApp) -> Vec<(String, Value)> {
    let rows = app.app.db.rows(Sql::new("SELECT recipient, details FROM outbox ORDER BY id")).await.unwrap();
    rows.iter().map(|row| (row.text(0).to_owned(), serde_json::from_str(row.text(1)).unwrap())).collect()
}

/// The newest letter, which must be of this kind and to this address.
async fn letter(app: &TestApp, kind: &str, to: &str) -> Value {
    let (recipient, letter) = letters(app).await.pop().expect("a letter");
    assert_eq!((letter["kind"].as_str(), recipient.as_str()), (Some(kind), to), "{letter}");
    letter
}

/// The token of the link in a letter that leads to our own page.
fn token_of(letter: &Value) -> String {
    let path = letter["link"]["path"].as_str().unwrap();
    path.strip_prefix("/admin/link#token_hash=").expect(path).split('&').next().unwrap().to_owned()
}

async fn verify(app: &TestApp, kind: &str, token: &str) -> Answer {
    app.post_json("/auth/v1/verify", json!({ "type": kind, "token_hash": token }), None).await
}

async fn verify_code(app: &TestApp, kind: &str, email: &str, code: &Value) -> Answer {
    app.post_json("/auth/v1/verify", json!({ "type": kind, "email": email, "token": code }), None).await
}

/// As if so much time had passed that there may be another mail to this address.
async fn wait_for_mail(app: &TestApp, email: &str) {
    let limits = &app.app.limits;
    limits.letters.refund(&format!("letter {email}"));
    limits.letters_hourly.refund(&format!("letters {email}"));
    if app.app.db.engine() == Engine::Postgres {
        meddle(app, Sql::new("DELETE FROM shared_tries")).await;
    }
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
