//! Ways into a session: a password, a refresh token, signing up. An unknown address and a wrong password are told in
//! the same words after the same time.

use axum::response::Response;
use serde_json::{Map, json};

use super::answer::{self, Failure};
use super::attempts::Attempts;
use super::call::Call;
use super::refresh::Ticket;
use super::sessions::{self, Session};
use super::{accounts, metadata, password, shared_attempts, user};
use crate::app::App;
use crate::error::{Error, Result};

/// POST /token
pub async fn token(call: Call) -> Result<Response, Failure> {
    let session = match call.parameter("grant_type").as_deref() {
        Some("password") => with_password(&call).await?,
        Some("refresh_token") => with_refresh_token(&call).await?,
        _ => return Err(Error::refused(400, "unsupported_grant_type", "unsupported_grant_type").into()),
    };
    Ok(session_answer(&call.app, &session))
}

async fn with_password(call: &Call) -> Result<Session> {
    let fields = call.fields()?;
    let email = fields.text("email")?.ok_or_else(missing_email)?;
    let email = accounts::address(email)?;
    let password = fields.text("password")?.unwrap_or_default().to_owned();

    let tries = Attempts::charge(&call.app.limits, &email, &call.address).inspect_err(note_limit)?;
    if let Err(cause) = shared_attempts::charge(&call.app, &tries.0).await {
        note_limit(&cause);
        tries.give_back();
        return Err(cause);
    }
    let result = check_and_begin(&call.app, &email, password).await;
    // A wrong password is what counts; a right one does not, nor does trouble of our own.
    if !matches!(result, Ok(None)) {
        shared_attempts::refund(&call.app, &tries.0).await;
        tries.give_back();
    }
    match &result {
        Ok(Some(session)) => note_arrival(call, session, "signed in"),
        Ok(None) => tracing::warn!(target: "umeed::security", "a sign-in was refused: no such account and password"),
        Err(_) => {} // logged with the answer
    }
    result?.ok_or_else(|| Error::refused(400, "invalid_credentials", "Invalid login credentials"))
}

fn note_limit(cause: &Error) {
    if matches!(cause, Error::TooMany { .. }) {
        tracing::warn!(target: "umeed::security", "a sign-in was refused: too many tries");
    }
}

async fn check_and_begin(app: &App, email: &str, password: String) -> Result<Option<Session>> {
    let account = accounts::by_email(&app.db, email).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let right = password::is_right(password, hash).await?;
    match account {
        Some(account) if right => sessions::begin(&app.db, account).await,
        _ => Ok(None),
    }
}

async fn with_refresh_token(call: &Call) -> Result<Session> {
    let fields = call.fields()?;
    let token = fields
        .text("refresh_token")?
        .filter(|token| !token.is_empty())
        .ok_or_else(|| Error::refused(400, "validation_failed", "refresh_token required"))?;
    let ticket = Ticket::open(token, &call.app.secret).ok_or_else(sessions::unknown_token)?;
    let session = sessions::renew(&call.app.db, ticket).await?;
    note_arrival(call, &session, "renewed a session");
    Ok(session)
}

/// For the log: which account, by an id that says nothing to a stranger. For the limits: that it is at home here.
fn note_arrival(call: &Call, session: &Session, what: &'static str) {
    call.app.limits.familiar.remember(&session.account.email, &call.address);
    tracing::info!(target: "umeed::security", staff = %session.account.id, session = %session.ticket.session, "{what}");
}

/// POST /signup
pub async fn sign_up(call: Call) -> Result<Response, Failure> {
    charge_apart(&call, "sign-up")?;
    if !call.app.settings.allow_sign_up {
        return Err(Error::refused(422, "signup_disabled", "Signups not allowed for this instance").into());
    }
    let fields = call.fields()?;
    let email = fields.text("email")?.ok_or_else(missing_email)?;
    let password = fields.text("password")?.unwrap_or_default();
    if password.is_empty() {
        return Err(Error::refused(400, "validation_failed", "Signup requires a valid password").into());
    }
    let metadata = metadata::merged(&Map::new(), fields.object("data")?)?;
    let account = accounts::add(&call.app.db, email, password, metadata).await.map_err(|cause| match cause {
        Error::Duplicate { .. } => Error::refused(422, "user_already_exists", "User already registered"),
        other => other,
    })?;
    let session = sessions::begin(&call.app.db, account).await?;
    let session = session.ok_or_else(|| Error::refused(409, "conflict", "The account was changed meanwhile"))?;
    Ok(session_answer(&call.app, &session))
}

/// POST /recover. The same for every address, known or not.
pub async fn recover(call: Call) -> Result<Response, Failure> {
    charge_apart(&call, "recover")?;
    let fields = call.fields()?;
    let email = fields
        .text("email")?
        .ok_or_else(|| Error::refused(400, "validation_failed", "Password recovery requires an email"))?;
    accounts::address(email)?;
    Ok(answer::ok(&json!({})))
}

/// As strict as for failed sign-ins, but counted apart from them: who signs up much can still sign in.
fn charge_apart(call: &Call, what: &str) -> Result<()> {
    call.app.limits.sign_in_address.charge(&format!("{what} {}", call.address))
}

fn missing_email() -> Error {
    Error::refused(400, "validation_failed", "missing email or phone")
}

fn session_answer(app: &App, session: &Session) -> Response {
    answer::ok(&user::session(app, &session.account, session.ticket, &session.began_at))
}
