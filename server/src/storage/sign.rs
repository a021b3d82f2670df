//! Addresses that carry their own permission: for one file of one bucket, for a while. Those who may list a bucket may
//! sign for it.

use serde::Deserialize;
use serde_json::{Value, json};

use super::call::Target;
use super::error::{FileError, Result};
use super::name::Name;
use super::number::Number;
use super::token::{self, Use};
use super::{Storage, find};
use crate::clock;
use crate::db::Reserve;
use crate::schema::{Bucket, Caller};
use crate::secret::Secret;

const TEN_YEARS: i64 = 10 * 366 * 86_400;
const MAX_SIGNED: usize = 1000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    expires_in: Number,
    #[serde(default)]
    paths: Vec<String>,
}

pub async fn sign(storage: &Storage, caller: &Caller, target: &Target, asked: Asked) -> Result<Value> {
    let expires = expiry(&asked)?;
    let Target { bucket, name } = target;
    if !bucket.may_list(caller) {
        return Err(FileError::NoSuchFile);
    }
    let object = find(&storage.db, Reserve::Staff, bucket, name).await?.ok_or(FileError::NoSuchFile)?;
    Ok(json!({ "signedURL": address(&storage.secret, bucket, &object.name, expires) }))
}

pub async fn sign_many(storage: &Storage, caller: &Caller, bucket: &'static Bucket, asked: Asked) -> Result<Value> {
    let expires = expiry(&asked)?;
    if asked.paths.len() > MAX_SIGNED {
        return Err(FileError::invalid("At most 1000 addresses can be signed at once."));
    }
    let mut signed = Vec::new();
    for path in asked.paths {
        let object = match Name::parse(&path) {
            Ok(name) if bucket.may_list(caller) => find(&storage.db, Reserve::Staff, bucket, &name).await?,
            _ => None,
        };
        signed.push(match object {
            Some(object) => json!({
                "error": null, "path": path, "signedURL": address(&storage.secret, bucket, &object.name, expires),
            }),
            None => json!({
                "error": "Either the object does not exist or you do not have access to it", "path": path, "signedURL": null,
            }),
        });
    }
    Ok(signed.into())
}

/// Refuses unless the token was made here, for this file of this bucket, and has not expired.
pub fn check(secret: &Secret, target: &Target, token: Option<&str>) -> Result<()> {
    token::open(secret, Use::Read, target.bucket, target.name.as_str(), token).map(drop)
}

fn expiry(asked: &Asked) -> Result<i64> {
    match asked.expires_in.0 {
        seconds @ 1..=TEN_YEARS => Ok(clock::unix_seconds() + seconds),
        _ => Err(FileError::invalid("expiresIn must be a number of seconds from 1 up to ten years.")),
    }
}

/// The name stands in it as it is: the client encodes the address.
fn address(secret: &Secret, bucket: &Bucket, name: &str, expires: i64) -> String {
    let token = token::issue(secret, Use::Read, bucket, name, expires, &[]);
    format!("/object/sign/{}/{name}?token={token}", bucket.name)
}
