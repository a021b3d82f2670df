//! What staff may call with `rpc()`: one function, which says how the backups are.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::error;
use crate::app::App;
use crate::auth;
use crate::backup::Status;
use crate::error::{Error, Result};
use crate::policy::Who;

pub async fn last_backup(State(app): State<Arc<App>>, request: Request) -> Response {
    describe(&app, request).await.unwrap_or_else(error::answer)
}

async fn describe(app: &App, request: Request) -> Result<Response> {
    if auth::who(app, request.headers()).await? == Who::Visitor {
        return Err(Error::refused(401, "42501", "permission denied for function last_backup"));
    }
    let Status { last_good, last_failure } = Status::read(&app.settings.folder.path);
    let scheduled = app.settings.backup_folder.is_some();
    let body = json!({ "scheduled": scheduled, "last_good": last_good, "last_failure": last_failure });
    let kind = (header::CONTENT_TYPE, "application/json; charset=utf-8");
    Ok(([kind, (header::CACHE_CONTROL, "no-store")], body.to_string()).into_response())
}
