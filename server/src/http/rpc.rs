//! The functions that may be called with `rpc()`: for staff what the dashboard says of the site as a whole, how it is used, and who is signed
//! in where (see `rpc_accounts`), for owners the mail (see `rpc_mail`), for everyone the challenge of a form, and for the holder
//! of the first start's link the set-up (see `rpc_set_up`, which has a longer time and so a router of its own).

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::{rpc_accounts, rpc_mail, rpc_set_up};
use crate::app::App;
use crate::auth;
use crate::backup::Status;
use crate::error::{Error, Result};
use crate::request::body;
use crate::schema::{Caller, Role};
use crate::{rest, statistics};

const LAST_BACKUP: &str = "/rest/v1/rpc/last_backup";
const SITE_STATUS: &str = "/rest/v1/rpc/site_status";
const FORM_CHALLENGE: &str = "/rest/v1/rpc/form_challenge";
const STATISTICS: &str = "/rest/v1/rpc/statistics";
pub const FUNCTIONS: [&str; 14] = [
    LAST_BACKUP,
    SITE_STATUS,
    FORM_CHALLENGE,
    STATISTICS,
    rpc_set_up::STATUS,
    rpc_set_up::SET_UP,
    rpc_mail::STATUS,
    rpc_mail::TEST,
    rpc_mail::RETRY,
    rpc_mail::DISCARD,
    rpc_accounts::OWN,
    rpc_accounts::END_OWN,
    rpc_accounts::OF_ACCOUNTS,
    rpc_accounts::END_ALL,
];
/// What a function takes is short.
const MAX_BYTES: usize = 8 * 1024;

pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route(LAST_BACKUP, any(last_backup))
        .route(SITE_STATUS, any(site_status))
        .route(FORM_CHALLENGE, any(form_challenge))
        .route(STATISTICS, any(statistics_of))
        .merge(rpc_mail::router())
        .merge(rpc_accounts::router())
}

async fn last_backup(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    answer(match for_staff(&app, &headers, "last_backup").await {
        Ok(()) => backups(&app).await,
        Err(cause) => Err(cause),
    })
}

async fn site_status(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    answer(match for_staff(&app, &headers, "site_status").await {
        Ok(()) => status(&app).await,
        Err(cause) => Err(cause),
    })
}

async fn status(app: &App) -> Result<Value> {
    let mut status = app.forms.status().await?;
    status["version"] = env!("CARGO_PKG_VERSION").into();
    status["public_url_set"] = app.settings.public_url.is_some().into();
    status["undeclared_proxy"] = app.proxies.undeclared().into();
    Ok(status)
}

async fn statistics_of(State(app): State<Arc<App>>, headers: HeaderMap, uri: Uri, body: Body) -> Response {
    let shown = async {
        for_staff(&app, &headers, "statistics").await?;
        let named = uri.query().and_then(|query| query.strip_prefix("days=")).map(|days| days.parse().ok());
        let days = match named {
            Some(days) => days,
            None => arguments(body).await?.get("days").and_then(Value::as_u64),
        };
        let wrong = || {
            let message = format!(
                "Please say for how many days, as one of {}.",
                statistics::PERIODS.map(|days| days.to_string()).join(", ")
            );
            Error::refused(400, "22023", message)
        };
        let days = statistics::PERIODS.into_iter().find(|period| Some(u64::from(*period)) == days).ok_or_else(wrong)?;
        statistics::report(&app.db, days, Timestamp::now()).await
    };
    answer(shown.await)
}

/// For everyone: what a visitor's browser works on while they fill in a form (see `rest::forms`).
async fn form_challenge(State(app): State<Arc<App>>, uri: Uri) -> Response {
    let form = uri.query().and_then(|query| query.strip_prefix("form=")).unwrap_or_default();
    answer(match app.forms.challenge(form).await {
        Ok(Some(challenge)) => Ok(challenge),
        Ok(None) => Err(Error::refused(404, "PGRST205", "There is no such form.")),
        Err(cause) => Err(cause),
    })
}

async fn backups(app: &App) -> Result<Value> {
    let status = Status::read(&app.db).await?;
    let scheduled = app.settings.backup.folder.is_some() || status.is_scheduled();
    let Status { last_good, last_failure, .. } = status;
    Ok(json!({ "scheduled": scheduled, "last_good": last_good, "last_failure": last_failure }))
}

async fn for_staff(app: &App, headers: &HeaderMap, function: &str) -> Result<()> {
    let caller = auth::identify(&app.db, &app.secret, headers).await.map_err(rest::error::unauthenticated)?;
    match caller.role.is_staff() {
        true => Ok(()),
        false => Err(Error::Denied { subject: format!("function {function}"), signed_in: false }),
    }
}

pub async fn for_owner(app: &App, headers: &HeaderMap, function: &str) -> Result<Caller> {
    let caller = auth::identify(&app.db, &app.secret, headers).await.map_err(rest::error::unauthenticated)?;
    match caller.role {
        Role::Owner => Ok(caller),
        role => Err(Error::Denied { subject: format!("function {function}"), signed_in: role.is_staff() }),
    }
}

/// What a function is called with; nothing is fine.
pub async fn arguments(body: Body) -> Result<Map<String, Value>> {
    arguments_within(body, MAX_BYTES).await
}

pub async fn arguments_within(body: Body, max_bytes: usize) -> Result<Map<String, Value>> {
    let bytes = body::read(body, max_bytes).await?;
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_slice(&bytes).map_err(|_| Error::refused(400, "PGRST102", "The body must be a JSON object"))
}

pub fn answer(result: Result<Value>) -> Response {
    match result {
        Ok(body) => {
            let kind = (header::CONTENT_TYPE, "application/json; charset=utf-8");
            ([kind, (header::CACHE_CONTROL, "no-store")], body.to_string()).into_response()
        }
        Err(cause) => rest::error::answer(cause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::function;

    #[test]
    fn what_is_declared_is_what_can_be_called() {
        let mut declared: Vec<String> =
            function::FUNCTIONS.iter().map(|function| format!("/rest/v1/rpc/{}", function.name)).collect();
        let mut called = FUNCTIONS.to_vec();
        declared.sort_unstable();
        called.sort_unstable();
        assert_eq!(declared, called);
    }
}
