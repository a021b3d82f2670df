//! The functions of the screen for mail, for owners only: how it is set up, a test mail, and what to do with mail that could
//! not be sent. The mail itself is read from the table `outbox`.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{any, post};
use serde_json::{Map, Value, json};

use super::rpc::{answer, arguments, for_owner};
use crate::app::App;
use crate::auth::accounts;
use crate::error::{Error, Result};
use crate::mail::Letter;
use crate::schema::Caller;

pub const STATUS: &str = "/rest/v1/rpc/mail_status";
pub const TEST: &str = "/rest/v1/rpc/send_test_mail";
pub const RETRY: &str = "/rest/v1/rpc/retry_mail";
pub const DISCARD: &str = "/rest/v1/rpc/discard_mail";

pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route(STATUS, any(status))
        .route(TEST, post(send_test))
        .route(RETRY, post(retry))
        .route(DISCARD, post(discard))
}

async fn status(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let shown = async {
        for_owner(&app, &headers, "mail_status").await?;
        app.mail.status().await
    };
    answer(shown.await)
}

/// To the given address, or to the account of the caller.
async fn send_test(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Response {
    let sent = async {
        let caller = for_owner(&app, &headers, "send_test_mail").await?;
        let given = arguments(body).await?;
        let to = match given.get("to").and_then(Value::as_str).filter(|to| !to.trim().is_empty()) {
            Some(to) => to.to_owned(),
            None => own_address(&app, &caller).await?,
        };
        let result = app.mail.send_now(&to, Letter::Test).await.map_err(too_many)?;
        Ok(json!({ "sent": result.sent, "to": to.trim(), "answer": result.words }))
    };
    answer(sent.await)
}

async fn retry(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Response {
    let tried = async {
        for_owner(&app, &headers, "retry_mail").await?;
        let id = id(&arguments(body).await?)?;
        found(app.mail.retry(&id).await?)
    };
    answer(tried.await)
}

async fn discard(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Response {
    let discarded = async {
        for_owner(&app, &headers, "discard_mail").await?;
        let id = id(&arguments(body).await?)?;
        found(app.mail.discard(&id).await?)
    };
    answer(discarded.await)
}

fn id(given: &Map<String, Value>) -> Result<String> {
    let id = given.get("id").and_then(Value::as_str).and_then(|id| uuid::Uuid::parse_str(id).ok());
    id.map(|id| id.to_string()).ok_or_else(|| Error::refused(400, "22P02", "Please give the id of a mail."))
}

fn found(found: bool) -> Result<Value> {
    match found {
        true => Ok(json!({ "done": true })),
        false => Err(Error::refused(404, "PGRST116", "This mail is no longer among those that could not be sent.")),
    }
}

async fn own_address(app: &App, caller: &Caller) -> Result<String> {
    let account = match caller.staff_id() {
        Some(id) => accounts::by_id(&app.db, id).await?,
        None => None,
    };
    let missing = || Error::refused(400, "22023", "Please say which address the test mail is for.");
    account.map(|account| account.email).ok_or_else(missing)
}

fn too_many(cause: Error) -> Error {
    let Error::TooMany { retry_after } = cause else { return cause };
    let message = "Too many mails were sent within the last hour. Please try again later.";
    Error::refused(429, "mail_limit", message).with_retry_after(retry_after)
}
