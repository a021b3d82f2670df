//! /auth/v1/admin/users/ID/factors: the second factors of others, for owners and the service key. An owner takes one away only
//! with a session that was confirmed with their own: otherwise one weak password would undo the second factors of all.

use axum::response::Response;
use serde_json::Value;

use super::super::accounts::{self, Account};
use super::super::administrator;
use super::super::answer::{self, Failure, RequestError};
use super::super::call::Call;
use super::error::FactorError;
use super::{canonical, shown, store};

/// GET /admin/users/ID/factors
pub async fn list_of(call: Call) -> Result<Response, Failure> {
    administrator::require(&call, false).await?;
    let account = account(&call, call.segment_from_end(1)).await?;
    Ok(answer::ok(&Value::from_iter(account.factors.iter().map(shown))))
}

/// DELETE /admin/users/ID/factors/FACTOR
pub async fn remove_of(call: Call) -> Result<Response, Failure> {
    let by = administrator::require(&call, true).await?;
    if !call.caller().await?.has_second_factor() {
        return Err(FactorError::OwnNeeded.into());
    }
    let account = account(&call, call.segment_from_end(2)).await?;
    let id = canonical(call.last_segment())?;
    let factor = account.factors.iter().find(|factor| factor.id == id).ok_or(FactorError::NotFound)?;
    store::remove(&call.auth.db, by, call.auth.mail.clone(), &account.id, &factor.id, None).await?;
    tracing::info!(target: "umeed::security", staff = %account.id, "a second factor was removed by an administrator");
    Ok(answer::ok(&shown(factor)))
}

async fn account(call: &Call, id: &str) -> Result<Account, Failure> {
    let id = uuid::Uuid::parse_str(id).map_err(|_| RequestError::NotAnId)?.hyphenated().to_string();
    Ok(accounts::by_id(&call.auth.db, &id).await?.ok_or(RequestError::NoSuchUser)?)
}
