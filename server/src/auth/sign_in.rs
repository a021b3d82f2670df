//! The ways to get a session: a password, a refresh token, signing up. An unknown address and a wrong password get the
//! same answer after the same time.

use axum::response::Response;
use serde_json::{Map, json};

use super::accounts::{self, AccountError};
use super::answer::{self, Failure, RequestError};
use super::attempts::Attempts;
use super::call::Call;
use super::refresh::RefreshToken;
use super::sessions::{self, Session, SessionError};
use super::{Auth, metadata, password, shared_attempts, user};
use crate::error::{Error, Result};

/// POST /token
pub async fn token(call: Call) -> Result<Response, Failure> {
    let session = match call.parameter("grant_type").as_deref() {
        Some("password") => with_password(&call).await?,
        Some("refresh_token") => with_refresh_token(&call).await?,
        _ => return Err(RequestError::UnsupportedGrant.into()),
    };
    Ok(session_answer(&call.auth, &session))
}

async fn with_password(call: &Call) -> Result<Session, Failure> {
    let fields = call.fields()?;
    let email = fields.text("email")?.ok_or(RequestError::MissingEmail)?;
    let email = accounts::address(email)?;
    let password = fields.text("password")?.unwrap_or_default().to_owned();

    let attempts = Attempts::charge(&call.auth.limits, &email, &call.address).inspect_err(note_limit)?;
    if let Err(cause) = shared_attempts::charge(&call.auth.db, &call.auth.secret, &attempts).await {
        note_limit(&cause);
        attempts.refund();
        return Err(cause.into());
    }
    let result = check_and_begin(&call.auth, &email, password).await;
    // A wrong password is what counts; a right one does not, nor does trouble of our own.
    if !matches!(result, Ok(None)) {
        shared_attempts::refund(&call.auth.db, &call.auth.secret, &attempts).await;
        attempts.refund();
    }
    match &result {
        Ok(Some(session)) => note_arrival(call, session, "signed in"),
        Ok(None) => tracing::warn!(target: "umeed::security", "a sign-in was refused: no such account and password"),
        Err(_) => {} // logged with the answer
    }
    Ok(result?.ok_or(SessionError::WrongCredentials)?)
}

fn note_limit(cause: &Error) {
    if matches!(cause, Error::TooMany { .. }) {
        tracing::warn!(target: "umeed::security", "a sign-in was refused: too many tries");
    }
}

async fn check_and_begin(auth: &Auth, email: &str, password: String) -> Result<Option<Session>> {
    let account = accounts::by_email(&auth.db, email).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let right = password::is_right(password, hash).await?;
    match account {
        Some(account) if right => sessions::begin(&auth.db, account).await,
        _ => Ok(None),
    }
}

async fn with_refresh_token(call: &Call) -> Result<Session, Failure> {
    let fields = call.fields()?;
    let token =
        fields.text("refresh_token")?.filter(|token| !token.is_empty()).ok_or(RequestError::MissingRefreshToken)?;
    let token = RefreshToken::decode(token, &call.auth.secret).ok_or(SessionError::UnknownToken)?;
    let session = sessions::renew(&call.auth.db, token).await?;
    note_arrival(call, &session, "renewed a session");
    Ok(session)
}

/// For the log: which account, by an id that says nothing to a stranger. For the limits: that this address is familiar.
fn note_arrival(call: &Call, session: &Session, what: &'static str) {
    call.auth.limits.familiar.remember(&session.account.email, &call.address);
    tracing::info!(target: "umeed::security", staff = %session.account.id, session = %session.refresh_token.session, "{what}");
}

/// POST /signup
pub async fn sign_up(call: Call) -> Result<Response, Failure> {
    charge_apart(&call, "sign-up")?;
    if !call.auth.allow_sign_up {
        return Err(RequestError::SignUpDisabled.into());
    }
    let fields = call.fields()?;
    let email = fields.text("email")?.ok_or(RequestError::MissingEmail)?;
    let password = fields.text("password")?.unwrap_or_default();
    if password.is_empty() {
        return Err(RequestError::MissingPassword.into());
    }
    let metadata = metadata::merged(&Map::new(), fields.object("data")?).map_err(AccountError::from)?;
    let account = accounts::add(&call.auth.db, email, password, metadata).await.map_err(|cause| match cause {
        AccountError::EmailTaken => RequestError::AlreadySignedUp.into(),
        other => Failure::from(other),
    })?;
    let session = sessions::begin(&call.auth.db, account).await?.ok_or(SessionError::AccountChanged)?;
    Ok(session_answer(&call.auth, &session))
}

/// POST /recover. The same for every address, known or not.
pub async fn recover(call: Call) -> Result<Response, Failure> {
    charge_apart(&call, "recover")?;
    let fields = call.fields()?;
    let email = fields.text("email")?.ok_or(RequestError::MissingRecoveryEmail)?;
    accounts::address(email)?;
    Ok(answer::ok(&json!({})))
}

/// As strict as for failed sign-ins, but counted apart from them: many sign-ups do not keep anybody from signing in.
fn charge_apart(call: &Call, what: &str) -> Result<()> {
    call.auth.limits.sign_in_address.charge(&format!("{what} {}", call.address))
}

fn session_answer(auth: &Auth, session: &Session) -> Response {
    answer::ok(&user::session(auth, session))
}
