//! /auth/v1: staff accounts in GoTrue's dialect.

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;

use crate::app::App;
use crate::error::Result;
use crate::policy::Who;

pub fn router() -> Router<Arc<App>> {
    Router::new()
}

pub async fn who(_app: &App, _headers: &HeaderMap) -> Result<Who> {
    Ok(Who::Visitor)
}
