//! /auth/v1: staff accounts and their sessions in GoTrue's dialect, and who sends a request (`identify`), which is all
//! that tables and files use of it. Never decides what a caller may do.

pub mod accounts;
mod administrator;
pub mod affected;
mod answer;
mod attempts;
mod bearer;
mod call;
mod device;
mod device_words;
pub mod factors;
pub mod first_password;
pub mod invitation;
mod links;
mod mailed;
mod metadata;
mod one_time;
pub mod open_sessions;
mod password;
mod password_queue;
mod profile;
mod refresh;
pub mod service_key;
mod sessions;
pub mod set_up_link;
mod shared_attempts;
mod sign_in;
mod token;
mod user;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{any, delete, get, post};
use serde_json::json;

pub use accounts::{AccountError, FirstAccount, ensure_first_account};
pub use answer::{CONFIRM, ENROLL, caller_words};
pub use bearer::{AuthError, Bearer, identify, identify_again, identify_token, is_visitor};
pub use password::PasswordError;
pub use password_queue::PasswordQueue;
pub use sessions::SessionError;
pub use token::TokenError;
pub use user::anon_key;

use answer::{Failure, RequestError};
use call::Call;

use crate::db::Db;
use crate::mail::Mail;
use crate::request::rate_limit::Limits;
use crate::secret::Secret;

/// What the auth service works with.
pub struct Auth {
    pub db: Arc<Db>,
    pub secret: Arc<Secret>,
    pub limits: Arc<Limits>,
    pub passwords: PasswordQueue,
    pub mail: Arc<Mail>,
    /// Where the site is reached, as the issuer of tokens.
    pub origin: String,
    pub access_token_secs: u32,
    pub allow_sign_up: bool,
    /// The data folder, which may hold the first password.
    pub folder: PathBuf,
}

impl Auth {
    /// Whether browsers reach the site over https.
    fn is_secure(&self) -> bool {
        self.origin.starts_with("https:")
    }
}

pub fn router(auth: Arc<Auth>) -> Router {
    Router::new()
        .route("/token", post(sign_in::token))
        .route("/signup", post(sign_in::sign_up))
        .route("/recover", post(mailed::recover))
        .route("/otp", post(mailed::sign_in_link))
        .route("/magiclink", post(mailed::sign_in_link))
        .route("/resend", post(mailed::resend))
        .route("/user", get(profile::show).put(profile::update))
        .route("/logout", post(profile::sign_out))
        .route("/health", get(health))
        .route("/settings", get(settings))
        .route("/.well-known/jwks.json", get(public_keys))
        .route("/verify", get(links::open).head(links::look).post(links::verify))
        .route("/factors", post(factors::enroll))
        .route(
            "/factors/recovery-codes",
            get(factors::recovery::status).post(factors::recovery::generate).delete(factors::recovery::unenroll),
        )
        .route("/factors/recovery-codes/regenerate", post(factors::recovery::regenerate))
        .route("/factors/recovery-codes/verify", post(factors::recovery::verify))
        .route("/factors/{id}", delete(factors::unenroll))
        .route("/factors/{id}/challenge", post(factors::challenge))
        .route("/factors/{id}/verify", post(factors::verify))
        .route("/invite", post(links::invite))
        .route("/admin/users", get(administrator::list).post(administrator::create))
        .route("/admin/users/{id}", get(administrator::show).put(administrator::update).delete(administrator::remove))
        .route("/admin/users/{id}/factors", get(factors::list_of))
        .route("/admin/users/{id}/factors/{factor}", delete(factors::remove_of))
        .route("/admin/generate_link", post(links::generate))
        .route("/admin/{*path}", any(administrator::nothing_here))
        // Routes, not a fallback: the site's own catch-all for services it does not have would take precedence.
        .route("/", any(no_such_path))
        .route("/{*path}", any(no_such_path))
        .method_not_allowed_fallback(wrong_method)
        .layer(map_response(answer::stamp))
        .with_state(auth)
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
        "disable_signup": !call.auth.allow_sign_up,
        "mailer_autoconfirm": true,
        // Ours: whether links come by mail, so that a sign-in can offer it.
        "mailer_enabled": call.auth.mail.sends_links(),
        "phone_autoconfirm": false,
        "sms_provider": "",
        "saml_enabled": false,
    }))
}

/// Tokens are signed with a secret, so there are no public keys to check them with; clients then ask for the user.
async fn public_keys() -> Response {
    answer::ok(&json!({ "keys": [] }))
}

async fn no_such_path(_: Call) -> Failure {
    RequestError::NoSuchPath.into()
}

async fn wrong_method(_: Call) -> Failure {
    RequestError::WrongMethod.into()
}
