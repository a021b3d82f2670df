//! The functions that staff may call with `rpc()`: what the dashboard says of the site as a whole.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde_json::{Value, json};

use crate::app::App;
use crate::auth;
use crate::backup::Status;
use crate::error::{Error, Result};
use crate::rest;

const LAST_BACKUP: &str = "/rest/v1/rpc/last_backup";
const SITE_STATUS: &str = "/rest/v1/rpc/site_status";
pub const FUNCTIONS: [&str; 2] = [LAST_BACKUP, SITE_STATUS];

pub fn router() -> Router<Arc<App>> {
    Router::new().route(LAST_BACKUP, any(last_backup)).route(SITE_STATUS, any(site_status))
}

async fn last_backup(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    answer(match for_staff(&app, &headers, "last_backup").await {
        Ok(()) => backups(&app).await,
        Err(cause) => Err(cause),
    })
}

async fn site_status(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let status = for_staff(&app, &headers, "site_status").await.map(|()| {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "public_url_set": app.settings.public_url.is_some(),
            "undeclared_proxy": app.proxies.undeclared(),
        })
    });
    answer(status)
}

async fn backups(app: &App) -> Result<Value> {
    let Status { last_good, last_failure } = Status::read(&app.db).await?;
    let scheduled = app.settings.backup_folder.is_some();
    Ok(json!({ "scheduled": scheduled, "last_good": last_good, "last_failure": last_failure }))
}

async fn for_staff(app: &App, headers: &HeaderMap, function: &str) -> Result<()> {
    let caller = auth::identify(&app.db, &app.secret, headers).await.map_err(rest::error::unauthenticated)?;
    match caller.role.is_staff() {
        true => Ok(()),
        false => Err(Error::Denied { subject: format!("function {function}"), signed_in: false }),
    }
}

fn answer(result: Result<Value>) -> Response {
    match result {
        Ok(body) => {
            let kind = (header::CONTENT_TYPE, "application/json; charset=utf-8");
            ([kind, (header::CACHE_CONTROL, "no-store")], body.to_string()).into_response()
        }
        Err(cause) => rest::error::answer(cause),
    }
}
