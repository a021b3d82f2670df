//! /auth/v1: staff accounts and their sessions in GoTrue's dialect, and the answer to who sends a request.
//! Tables and files know of all this only `who`.

pub mod accounts;
mod answer;
mod attempts;
mod bearer;
mod call;
pub mod first_password;
mod metadata;
mod password;
mod profile;
mod refresh;
mod sessions;
mod shared_attempts;
mod sign_in;
mod token;
mod user;

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{any, get, post};
use serde_json::json;

pub use accounts::{FirstAccount, ensure_first_account};
pub use bearer::{AuthError, identify};
pub use token::TokenError;
pub use user::anon_key;

use answer::Failure;
use call::Call;

use crate::app::App;
use crate::error::Error;

pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/token", post(sign_in::token))
        .route("/signup", post(sign_in::sign_up))
        .route("/recover", post(sign_in::recover))
        .route("/user", get(profile::show).put(profile::update))
        .route("/logout", post(profile::sign_out))
        .route("/health", get(health))
        .route("/settings", get(settings))
        .route("/.well-known/jwks.json", get(public_keys))
        .route("/admin/{*path}", any(not_admin))
        // Routes, not a fallback: the site's own catch-all for services it does not have would win over that.
        .route("/", any(no_such_path))
        .route("/{*path}", any(no_such_path))
        .method_not_allowed_fallback(wrong_method)
        .layer(map_response(answer::stamp))
}

async fn health() -> Response {
    answer::ok(&json!({
        "name": "Umeed",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Staff accounts of Umeed",
    }))
}

async fn settings(call: Call) -> Response {
    answer::ok(&json!({
        "external": { "email": true, "phone": false, "anonymous_users": false },
        "disable_signup": !call.app.settings.allow_sign_up,
        "mailer_autoconfirm": true,
        "phone_autoconfirm": false,
        "sms_provider": "",
        "saml_enabled": false,
    }))
}

/// Tokens are signed with a secret, so there are no public keys to check them with; clients then ask for the user.
async fn public_keys() -> Response {
    answer::ok(&json!({ "keys": [] }))
}

/// Accounts are managed on the command line, never over the network.
async fn not_admin(_: Call) -> Failure {
    Error::refused(403, "not_admin", "User not allowed").into()
}

async fn no_such_path(_: Call) -> Failure {
    Error::refused(404, "not_found", "Requested path is invalid").into()
}

async fn wrong_method(_: Call) -> Failure {
    Error::refused(405, "method_not_allowed", "Method not allowed").into()
}
