//! Addresses that carry their own permission for a while. The one bucket is public, so they open nothing that is
//! closed; they are here because the client offers them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::{Value, json};
use subtle::ConstantTimeEq;

use super::name::{BUCKET, Name};
use super::object::{self, no_such_key};
use crate::app::App;
use crate::clock;
use crate::error::{Error, Result};
use crate::schema::Caller;
use crate::schema::bucket::WEBSITE_IMAGES;
use crate::secret::Secret;

const TEN_YEARS: i64 = 10 * 366 * 86_400;
const MAX_SIGNED: usize = 1000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    expires_in: i64,
    #[serde(default)]
    paths: Vec<String>,
}

pub async fn sign(app: &App, caller: &Caller, name: &Name, asked: Asked) -> Result<Value> {
    let expires = expiry(&asked)?;
    if !WEBSITE_IMAGES.writers.contains(&caller.role) {
        return Err(no_such_key());
    }
    let object = object::find(app, name).await?.ok_or_else(no_such_key)?;
    Ok(json!({ "signedURL": address(&app.secret, &object.name, expires) }))
}

pub async fn sign_many(app: &App, caller: &Caller, asked: Asked) -> Result<Value> {
    let expires = expiry(&asked)?;
    if asked.paths.len() > MAX_SIGNED {
        return Err(Error::refused(400, "InvalidRequest", "At most 1000 addresses can be signed at once."));
    }
    let mut signed = Vec::new();
    for path in asked.paths {
        let object = match Name::parse(&path) {
            Ok(name) if WEBSITE_IMAGES.writers.contains(&caller.role) => object::find(app, &name).await?,
            _ => None,
        };
        signed.push(match object {
            Some(object) => {
                json!({ "error": null, "path": path, "signedURL": address(&app.secret, &object.name, expires) })
            }
            None => json!({
                "error": "Either the object does not exist or you do not have access to it", "path": path, "signedURL": null,
            }),
        });
    }
    Ok(signed.into())
}

/// Says no unless the token was made here, for this file, and still holds.
pub fn check(app: &App, name: &Name, token: Option<&str>) -> Result<()> {
    let expires = token.and_then(|token| read(&app.secret, name.as_str(), token)).ok_or_else(|| {
        Error::refused(400, "InvalidSignature", "The address is not signed, or its signature does not match.")
    })?;
    if expires < clock::unix_seconds() {
        return Err(Error::refused(400, "ExpiredToken", "The address has expired."));
    }
    Ok(())
}

fn expiry(asked: &Asked) -> Result<i64> {
    match asked.expires_in {
        seconds @ 1..=TEN_YEARS => Ok(clock::unix_seconds() + seconds),
        _ => {
            Err(Error::refused(400, "InvalidRequest", "expiresIn must be a number of seconds from 1 up to ten years."))
        }
    }
}

/// The name stands in it as it is: the client encodes the address.
fn address(secret: &Secret, name: &str, expires: i64) -> String {
    format!("/object/sign/{BUCKET}/{name}?token={expires}.{}", seal(secret, name, expires))
}

fn seal(secret: &Secret, name: &str, expires: i64) -> String {
    URL_SAFE_NO_PAD.encode(secret.mac("signed url", format!("{expires}\n{name}").as_bytes()))
}

fn read(secret: &Secret, name: &str, token: &str) -> Option<i64> {
    let (expires, given) = token.split_once('.')?;
    let expires = expires.parse().ok()?;
    bool::from(seal(secret, name, expires).as_bytes().ct_eq(given.as_bytes())).then_some(expires)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_holds_for_one_file_and_one_time() {
        let folder = tempfile::tempdir().unwrap();
        let secret = Secret::load_or_make(folder.path()).unwrap();
        let address = address(&secret, "a b.png", 1234);
        let token = address.strip_prefix("/object/sign/website_images/a b.png?token=").unwrap();
        assert_eq!(read(&secret, "a b.png", token), Some(1234));
        assert_eq!(read(&secret, "c.png", token), None);
        assert_eq!(read(&secret, "a b.png", &token.replace("1234", "9999")), None);
        assert_eq!(read(&secret, "a b.png", "1234."), None);
        assert_eq!(read(&secret, "a b.png", ""), None);
    }
}
