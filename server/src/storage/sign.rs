//! Addresses that carry their own permission: for one file of one bucket, for a while. Those who may list a bucket may
//! sign for it.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::call::Target;
use super::error::{FileError, Result};
use super::name::Name;
use super::number::Number;
use super::token::{self, Use};
use super::transform::Transform;
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
    /// How a picture is to be made, which the address then says for good.
    #[serde(default)]
    transform: Option<Map<String, Value>>,
}

pub async fn sign(storage: &Storage, caller: &Caller, target: &Target, asked: Asked) -> Result<Value> {
    let expires = expiry(&asked)?;
    let Target { bucket, name } = target;
    if !bucket.may_list(caller) {
        return Err(FileError::NoSuchFile);
    }
    let object = find(&storage.db, Reserve::Staff, bucket, name).await?.ok_or(FileError::NoSuchFile)?;
    let signed = match asked.transform.filter(|transform| !transform.is_empty()) {
        Some(transform) => {
            Transform::read_json(&transform)?;
            let word = Transform::word(&transform);
            let token = token::issue(&storage.secret, Use::Render, bucket, &object.name, expires, &[&word]);
            format!("/render/image/sign/{}/{}?token={token}", bucket.name, object.name)
        }
        None => address(&storage.secret, bucket, &object.name, expires),
    };
    Ok(json!({ "signedURL": signed }))
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

/// As `check`, for a picture; what was asked for when it was signed is in the token.
pub fn check_transform(secret: &Secret, target: &Target, token: Option<&str>) -> Result<Transform> {
    let carried = token::open(secret, Use::Render, target.bucket, target.name.as_str(), token)?;
    let [word] = carried[..] else { return Err(FileError::BadSignature) };
    Transform::read_word(word)
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
