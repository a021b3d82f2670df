//! /auth/v1/factors: the second factor of one's own account, in GoTrue's dialect. An authenticator app (TOTP), several devices,
//! and recovery codes. That a session without its code may do nothing else is decided in `bearer`.

mod administrator;
mod challenge;
mod error;
mod qr;
pub mod recovery;
pub mod store;
mod totp;

use axum::response::Response;
use serde_json::{Value, json};

pub use administrator::{list_of, remove_of};
pub use error::{FactorError, Want};
pub use store::{Factor, Kind};

use super::answer::{self, Failure};
use super::attempts::Attempts;
use super::call::{Call, SignedIn};
use super::sessions::{self, Session, SessionError, SignInData};
use super::{accounts, shared_attempts, user};
use crate::clock;
use crate::error::Error;

/// Longer names of a site say no more.
const MAX_ISSUER: usize = 50;

/// POST /factors
pub async fn enroll(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    let fields = call.fields()?;
    match fields.text("factor_type")?.unwrap_or_default() {
        "totp" => {}
        "phone" => return Err(FactorError::TypeOff("phone").into()),
        "webauthn" => return Err(FactorError::TypeOff("webauthn").into()),
        _ => return Err(FactorError::UnknownType.into()),
    }
    me.require_confirmed(Want::Enroll)?;
    sessions::require_fresh(&call.auth.db, &me.session, SignInData::SecondFactor).await?;
    let name = store::checked_name(fields.text("friendly_name")?.unwrap_or_default())?;
    let issuer: String = match fields.text("issuer")?.map(str::trim).filter(|issuer| !issuer.is_empty()) {
        Some(issuer) => issuer.chars().filter(|letter| !letter.is_control()).take(MAX_ISSUER).collect(),
        None => host(&call.auth.origin),
    };
    let account = accounts::by_id(&call.auth.db, &me.id).await?.ok_or(SessionError::AccountRemoved)?;
    let made = store::add(&call.auth.db, me.author.clone(), &call.auth.secret, &me.id, name.clone()).await?;
    let uri = totp::uri(&issuer, &account.email, &made.secret);
    Ok(answer::ok(&json!({
        "id": made.id,
        "type": Kind::Totp.name(),
        "friendly_name": name,
        "totp": { "qr_code": qr::svg(&uri)?, "secret": totp::spelled(&made.secret), "uri": uri },
    })))
}

fn host(origin: &str) -> String {
    let host = url::Url::parse(origin).ok().and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_else(|| "Umeed".to_owned())
}

/// POST /factors/ID/challenge
pub async fn challenge(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    let factor = own(&call, &me, call.segment_from_end(1)).await?;
    let (id, expires_at) = challenge::make(&call.auth.secret, &factor.id, &me.session, clock::unix_seconds());
    Ok(answer::ok(&json!({ "id": id.to_string(), "type": factor.kind.name(), "expires_at": expires_at })))
}

/// POST /factors/ID/verify. A recovery code is taken in the place of one of the device.
pub async fn verify(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    let factor = own(&call, &me, call.segment_from_end(1)).await?;
    let fields = call.fields()?;
    let code = fields.text("code")?.filter(|code| !code.trim().is_empty()).ok_or(FactorError::MissingCode)?;
    let asked = fields.text("challenge_id")?.unwrap_or_default();
    let auth = &call.auth;
    challenge::check(&auth.secret, &factor.id, &me.session, asked, clock::unix_seconds())?;
    let session = if recovery::is_one(code) && factor.is_verified {
        counted(&call, &me, recovery::use_code(&auth.db, &me, code)).await?
    } else {
        let sent = store::Sent { staff: &me.id, session: &me.session, factor: &factor.id, code };
        counted(&call, &me, store::confirm(&auth.db, me.author.clone(), &auth.secret, auth.mail.clone(), sent)).await?
    };
    Ok(arrived(&call, &session))
}

/// DELETE /factors/ID
pub async fn unenroll(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    let factor = own(&call, &me, call.last_segment()).await?;
    if factor.is_verified {
        me.require_confirmed(Want::Unenroll)?;
        sessions::require_fresh(&call.auth.db, &me.session, SignInData::SecondFactor).await?;
    }
    store::remove(&call.auth.db, me.author.clone(), call.auth.mail.clone(), &me.id, &factor.id, Some(&me.session))
        .await?;
    tracing::info!(target: "umeed::security", staff = %me.id, "a second factor was removed");
    Ok(answer::ok(&json!({ "id": factor.id })))
}

/// A device of the caller.
async fn own(call: &Call, me: &SignedIn, id: &str) -> Result<Factor, Failure> {
    let factor = store::find(&call.auth.db, &me.id, &canonical(id)?).await?.ok_or(FactorError::NotFound)?;
    match factor.kind {
        Kind::Totp => Ok(factor),
        Kind::RecoveryCode => Err(FactorError::ManagedApart.into()),
    }
}

fn canonical(id: &str) -> Result<String, FactorError> {
    Ok(uuid::Uuid::parse_str(id).map_err(|_| FactorError::NotAnId)?.hyphenated().to_string())
}

/// Counts a code against what the account may try, wherever it is tried from. Only who knows the password gets so far, so
/// nobody from outside can use it up; and only a wrong code counts.
async fn counted(
    call: &Call,
    me: &SignedIn,
    check: impl Future<Output = Result<Session, FactorError>>,
) -> Result<Session, FactorError> {
    let auth = &call.auth;
    let attempts = Attempts::of_second_factor(&auth.limits, &me.id).map_err(too_many)?;
    if let Err(cause) = shared_attempts::charge(&auth.db, &auth.secret, &attempts).await {
        attempts.refund();
        return Err(too_many(cause));
    }
    let result = check.await;
    if matches!(result, Err(FactorError::WrongCode | FactorError::WrongRecoveryCode)) {
        tracing::warn!(target: "umeed::security", staff = %me.id, "a code of a second factor was wrong");
    } else {
        shared_attempts::refund(&auth.db, &auth.secret, &attempts).await;
        attempts.refund();
    }
    result
}

fn too_many(cause: Error) -> FactorError {
    match cause {
        Error::TooMany { retry_after } => FactorError::TooManyTries { retry_after },
        other => other.into(),
    }
}

fn arrived(call: &Call, session: &Session) -> Response {
    tracing::info!(target: "umeed::security", staff = %session.account.id, session = %session.refresh_token.session, "confirmed with a second factor");
    answer::ok(&user::session(&call.auth, session))
}

/// A factor as clients see it.
pub fn shown(factor: &Factor) -> Value {
    let status = if factor.is_verified { "verified" } else { "unverified" };
    let mut shown = json!({
        "id": factor.id,
        "friendly_name": factor.friendly_name,
        "factor_type": factor.kind.name(),
        "status": status,
        "created_at": user::with_zulu(&factor.created_at),
        "updated_at": user::with_zulu(&factor.updated_at),
    });
    if factor.friendly_name.is_empty() {
        // Absent rather than empty, as the service it speaks for has it.
        shown.as_object_mut().expect("an object").shift_remove("friendly_name");
    }
    shown
}
