//! The ways to get a session: a password, a refresh token, signing up. An unknown address and a wrong password get the
//! same answer after the same time. A sign-in by password sets a cookie by which the device is known again.

use axum::http::header;
use axum::response::Response;
use serde_json::Map;

use super::accounts::{self, AccountError};
use super::answer::{self, Failure, RequestError};
use super::attempts::Attempts;
use super::call::Call;
use super::device::Device;
use super::refresh::RefreshToken;
use super::sessions::{self, Method, Session, SessionError};
use super::{Auth, metadata, password, shared_attempts, user};
use crate::clock;
use crate::error::{Error, Result};

/// POST /token
pub async fn token(call: Call) -> Result<Response, Failure> {
    match call.parameter("grant_type").as_deref() {
        Some("password") => with_password(&call).await,
        Some("refresh_token") => with_refresh_token(&call).await,
        _ => Err(RequestError::UnsupportedGrant.into()),
    }
}

async fn with_password(call: &Call) -> Result<Response, Failure> {
    let fields = call.fields()?;
    let email = fields.text("email")?.ok_or(RequestError::MissingEmail)?;
    let email = accounts::address(email)?;
    let password = fields.text("password")?.unwrap_or_default().to_owned();

    let known = known_device(call, &email).await?;
    let limits = &call.auth.limits;
    let attempts = match &known {
        Some((account, device)) => Attempts::of_device(limits, account, device),
        None => Attempts::of_stranger(limits, &email, &call.origin),
    };
    let attempts = attempts.inspect_err(note_limit)?;
    let result = check_and_begin(call, &attempts, known.is_some(), &email, password).await;
    // A wrong password is what counts; a right one does not, nor does trouble of our own.
    if !matches!(result, Ok(None)) {
        attempts.refund();
    }
    match &result {
        Ok(Some(session)) => note_arrival(session, "signed in"),
        Ok(None) => tracing::warn!(target: "umeed::security", "a sign-in was refused: no such account and password"),
        Err(cause) => note_limit(cause), // the rest is logged with the answer
    }
    let session = result?.ok_or(SessionError::WrongCredentials)?;
    Ok(arrival_answer(call, &session, known.map(|(_, device)| device)))
}

/// The account of this address and the device, where it has signed in from there before.
pub async fn known_device(call: &Call, email: &str) -> Result<Option<(String, Device)>> {
    // Strangers are not worth a question to the database yet.
    if call.devices.is_empty() {
        return Ok(None);
    }
    let Some(account) = accounts::by_email(&call.auth.db, email).await? else { return Ok(None) };
    let device = call.devices.iter().find(|device| device.is_of(&account.id, &call.auth.secret)).copied();
    Ok(device.map(|device| (account.id, device)))
}

pub fn note_limit(cause: &Error) {
    if matches!(cause, Error::TooMany { .. }) {
        tracing::warn!(target: "umeed::security", "a sign-in was refused: too many tries");
    }
}

/// `None` for a wrong password or an unknown address.
async fn check_and_begin(
    call: &Call,
    attempts: &Attempts<'_>,
    known: bool,
    email: &str,
    password: String,
) -> Result<Option<Session>> {
    let Auth { db, secret, passwords, .. } = &*call.auth;
    // Before anything is written: whom a long line turns away has cost next to nothing.
    let place = if known { passwords.known()? } else { passwords.stranger()? };
    shared_attempts::charge(db, secret, attempts).await?;
    let result = async {
        let account = accounts::by_email(db, email).await?;
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let right = password::is_right(&place, password, hash).await?;
        match account {
            Some(account) if right => sessions::begin(db, account, call.device_words(), Method::Password).await,
            _ => Ok(None),
        }
    };
    let result = result.await;
    if !matches!(result, Ok(None)) {
        shared_attempts::refund(db, secret, attempts).await;
    }
    result
}

async fn with_refresh_token(call: &Call) -> Result<Response, Failure> {
    let fields = call.fields()?;
    let token =
        fields.text("refresh_token")?.filter(|token| !token.is_empty()).ok_or(RequestError::MissingRefreshToken)?;
    let token = RefreshToken::decode(token, &call.auth.secret).ok_or(SessionError::UnknownToken)?;
    let session = sessions::renew(&call.auth.db, token).await?;
    note_arrival(&session, "renewed a session");
    Ok(answer::ok(&user::session(&call.auth, &session)))
}

/// For the log: which account, by an id that says nothing to a stranger.
fn note_arrival(session: &Session, what: &'static str) {
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
    let place = call.auth.passwords.stranger()?;
    let made = accounts::sign_up(&call.auth.db, &place, email, password, metadata, call.device_words()).await;
    let account = made.map_err(|cause| match cause {
        AccountError::EmailTaken => RequestError::AlreadySignedUp.into(),
        other => Failure::from(other),
    })?;
    let session = sessions::begin(&call.auth.db, account, call.device_words(), Method::Password).await?;
    let session = session.ok_or(SessionError::AccountChanged)?;
    Ok(arrival_answer(&call, &session, None))
}

/// As strict as for failed sign-ins, but counted apart from them: many sign-ups do not keep anybody from signing in.
pub fn charge_apart(call: &Call, what: &str) -> Result<()> {
    call.auth.limits.sign_in_address.charge(&format!("{what} {}", call.origin.address))
}

/// The session, and the cookie for next time: of the device as it was known, with another year to live, or of a new one.
pub fn arrival_answer(call: &Call, session: &Session, known: Option<Device>) -> Response {
    let Auth { secret, .. } = &*call.auth;
    let device = known.unwrap_or_else(|| Device::new(&session.account.id, secret));
    let cookie = device.set_cookie(secret, call.auth.is_secure(), clock::unix_seconds());
    let mut answer = answer::ok(&user::session(&call.auth, session));
    answer.headers_mut().insert(header::SET_COOKIE, cookie);
    answer
}
