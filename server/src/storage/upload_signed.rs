//! Addresses to which one file can be uploaded without a session: for one name in one bucket, for two hours, on behalf of
//! the account that asked. That account is looked up again when the file comes: one that was removed, or may no longer
//! write, has no say. Everything else about the file is judged as in any upload.

use axum::body::Body;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::Storage;
use super::call::Target;
use super::error::{FileError, Result};
use super::save::exists;
use super::token::{self, Use};
use super::upload::{self, asks_to_replace};
use crate::auth::accounts;
use crate::clock;
use crate::schema::{Caller, Identity};

const TWO_HOURS: i64 = 2 * 3600;

const NEW: &str = "new";
const REPLACE: &str = "replace";

pub async fn sign(storage: &Storage, caller: &Caller, target: &Target, headers: &HeaderMap) -> Result<Value> {
    let Target { bucket, name } = target;
    let account = caller.staff_id().filter(|_| bucket.may_write(caller)).ok_or(FileError::Denied)?;
    let replace = asks_to_replace(headers);
    if !replace && exists(&storage.db, bucket, name).await? {
        return Err(FileError::AlreadyExists);
    }
    let carried = [account, if replace { REPLACE } else { NEW }];
    let expires = clock::unix_seconds() + TWO_HOURS;
    let token = token::issue(&storage.secret, Use::Upload, bucket, name.as_str(), expires, &carried);
    // The client reads the token out of it and sends the name that it has itself.
    Ok(
        json!({ "url": format!("/object/upload/sign/{}/{}?token={token}", bucket.name, name.encoded()), "token": token }),
    )
}

pub async fn upload(
    storage: &Storage,
    target: &Target,
    token: Option<&str>,
    headers: &HeaderMap,
    body: Body,
) -> Result<Value> {
    let carried = token::open(&storage.secret, Use::Upload, target.bucket, target.name.as_str(), token)?;
    let [account, how] = carried[..] else { return Err(FileError::BadSignature) };
    let account = accounts::by_id(&storage.db, account).await?.ok_or(FileError::Denied)?;
    let identity = Identity::Staff { id: account.id, session: String::new() };
    let caller = Caller { identity, role: account.role };
    // The token says whether it may replace, not who uses it.
    upload::upload(storage, &caller, target, how == REPLACE, headers, body).await
}
