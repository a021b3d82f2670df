//! Addresses to which one file can be uploaded without a session: for one name in one bucket, for two hours, on behalf of
//! the session, or the service key, that asked. It is looked up again when the file comes: a session that has ended, an account
//! that was removed or may no longer write, or a key that was rotated, has no say. Everything else about the file is judged as in
//! any upload.

use std::fmt;

use axum::body::Body;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::Storage;
use super::call::Target;
use super::error::{FileError, Result};
use super::save::exists;
use super::token::{self, Use};
use super::upload::{self, asks_to_replace};
use crate::auth::{AuthError, identify_again};
use crate::clock;
use crate::schema::{Caller, Identity};

const TWO_HOURS: i64 = 2 * 3600;

const NEW: &str = "new";
const REPLACE: &str = "replace";

/// On whose behalf a file comes.
enum Signer {
    /// By the ids of account and session.
    Staff(String, String),
    /// The service key of this generation.
    Service(i64),
}

const SERVICE: &str = "service:";
/// Between account and session.
const OF: char = ':';

impl Signer {
    fn of(caller: &Caller) -> Option<Signer> {
        match &caller.identity {
            Identity::Visitor => None,
            Identity::Staff { id, session, .. } => Some(Signer::Staff(id.clone(), session.clone())),
            Identity::Service { generation } => Some(Signer::Service(*generation)),
        }
    }

    fn parse(text: &str) -> Option<Signer> {
        match text.strip_prefix(SERVICE) {
            Some(generation) => Some(Signer::Service(generation.parse().ok()?)),
            None => text.split_once(OF).map(|(id, session)| Signer::Staff(id.to_owned(), session.to_owned())),
        }
    }

    /// Who they are now: nobody whose session has ended, whose account was removed or whose key was rotated.
    async fn caller(self, storage: &Storage) -> Result<Caller> {
        let identity = match self {
            // Only a session that needed no further step could sign; whether it still needs none is asked of the database.
            Signer::Staff(id, session) => Identity::Staff { id, session, device: String::new(), second_factor: true },
            Signer::Service(generation) => Identity::Service { generation },
        };
        identify_again(&storage.db, &identity).await.map_err(|cause| match cause {
            AuthError::Failed(cause) => cause.into(),
            _ => FileError::Denied,
        })
    }
}

impl fmt::Display for Signer {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signer::Staff(id, session) => write!(to, "{id}{OF}{session}"),
            Signer::Service(generation) => write!(to, "{SERVICE}{generation}"),
        }
    }
}

pub async fn sign(storage: &Storage, caller: &Caller, target: &Target, headers: &HeaderMap) -> Result<Value> {
    let Target { bucket, name } = target;
    let signer = Signer::of(caller).filter(|_| bucket.may_write(caller)).ok_or(FileError::Denied)?;
    let replace = asks_to_replace(headers);
    if !replace && exists(&storage.db, bucket, name).await? {
        return Err(FileError::AlreadyExists);
    }
    let signer = signer.to_string();
    let carried = [signer.as_str(), if replace { REPLACE } else { NEW }];
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
    let [signer, how] = carried[..] else { return Err(FileError::BadSignature) };
    let caller = Signer::parse(signer).ok_or(FileError::BadSignature)?.caller(storage).await?;
    // The token says whether it may replace, not who uses it.
    upload::upload(storage, &caller, target, how == REPLACE, headers, body).await
}
