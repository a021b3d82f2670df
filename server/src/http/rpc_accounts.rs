//! The functions about who is signed in where: for each account its own sessions, for owners those of every account. Accounts
//! themselves are managed in GoTrue's dialect (see `auth`).

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{any, post};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::rpc::{answer, arguments, for_owner};
use crate::app::App;
use crate::auth::{self, open_sessions};
use crate::db::Author;
use crate::error::{Error, Result};
use crate::rest;
use crate::schema::Identity;

pub const OWN: &str = "/rest/v1/rpc/own_sessions";
pub const END_OWN: &str = "/rest/v1/rpc/end_session";
pub const OF_ACCOUNTS: &str = "/rest/v1/rpc/account_sessions";
pub const END_ALL: &str = "/rest/v1/rpc/end_account_sessions";

/// Of so many accounts at once.
const MAX_ACCOUNTS: usize = 100;

pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route(OWN, any(own))
        .route(END_OWN, post(end_own))
        .route(OF_ACCOUNTS, post(of_accounts))
        .route(END_ALL, post(end_all))
}

async fn own(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let shown = async {
        let me = for_account(&app, &headers, "own_sessions").await?;
        open_sessions::own(&app.db, &me.id, &me.session).await
    };
    answer(shown.await)
}

async fn end_own(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Response {
    let ended = async {
        let me = for_account(&app, &headers, "end_session").await?;
        let id = id(&arguments(body).await?, "id", "Please give the id of a session.")?;
        match open_sessions::end_own(&app.db, me.author, &me.id, &id).await? {
            true => Ok(json!({ "done": true })),
            false => Err(Error::refused(404, "PGRST116", "This device is no longer signed in.")),
        }
    };
    answer(ended.await)
}

async fn of_accounts(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Response {
    let shown = async {
        for_owner(&app, &headers, "account_sessions").await?;
        open_sessions::of_accounts(&app.db, &ids(&arguments(body).await?)?).await
    };
    answer(shown.await)
}

/// Asks for no recent sign-in: it gives nobody anything, and a telephone that was lost cannot wait.
async fn end_all(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Response {
    let ended = async {
        let caller = for_owner(&app, &headers, "end_account_sessions").await?;
        let account = id(&arguments(body).await?, "account", "Please give the id of an account.")?;
        match open_sessions::end_all(&app.db, caller.author(), &account).await? {
            true => Ok(json!({ "done": true })),
            false => Err(Error::refused(404, "PGRST116", "This account is no longer there.")),
        }
    };
    answer(ended.await)
}

/// Somebody signed in, by the ids of account and session.
struct Me {
    id: String,
    session: String,
    author: Author,
}

/// Any account; the service key has none.
async fn for_account(app: &App, headers: &HeaderMap, function: &str) -> Result<Me> {
    let caller = auth::identify(&app.db, &app.secret, headers).await.map_err(rest::error::unauthenticated)?;
    let author = caller.author();
    match caller.identity {
        Identity::Staff { id, session, .. } => Ok(Me { id, session, author }),
        Identity::Visitor => Err(Error::Denied { subject: format!("function {function}"), signed_in: false }),
        Identity::Service { .. } => Err(Error::Denied { subject: format!("function {function}"), signed_in: true }),
    }
}

fn id(given: &Map<String, Value>, name: &str, missing: &str) -> Result<String> {
    let id = given.get(name).and_then(Value::as_str).and_then(|id| Uuid::parse_str(id).ok());
    id.map(|id| id.to_string()).ok_or_else(|| Error::refused(400, "22P02", missing))
}

fn ids(given: &Map<String, Value>) -> Result<Vec<String>> {
    let wrong = || Error::refused(400, "22P02", format!("Please give up to {MAX_ACCOUNTS} ids as accounts."));
    let ids =
        given.get("accounts").and_then(Value::as_array).filter(|ids| ids.len() <= MAX_ACCOUNTS).ok_or_else(wrong)?;
    let read = |id: &Value| Some(Uuid::parse_str(id.as_str()?).ok()?.to_string());
    ids.iter().map(|id| read(id).ok_or_else(wrong)).collect()
}
