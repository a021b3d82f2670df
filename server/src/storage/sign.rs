//! Addresses that carry their own permission: for one file of one bucket, for a while. Those who may list a bucket may
//! sign for it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::{Value, json};
use subtle::ConstantTimeEq;

use super::call::Target;
use super::error::{FileError, Result};
use super::name::Name;
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
    expires_in: i64,
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
    let expires = token.and_then(|token| read(secret, target.bucket, target.name.as_str(), token));
    match expires.ok_or(FileError::BadSignature)? {
        expires if expires < clock::unix_seconds() => Err(FileError::SignatureExpired),
        _ => Ok(()),
    }
}

fn expiry(asked: &Asked) -> Result<i64> {
    match asked.expires_in {
        seconds @ 1..=TEN_YEARS => Ok(clock::unix_seconds() + seconds),
        _ => Err(FileError::invalid("expiresIn must be a number of seconds from 1 up to ten years.")),
    }
}

/// The name stands in it as it is: the client encodes the address.
fn address(secret: &Secret, bucket: &Bucket, name: &str, expires: i64) -> String {
    format!("/object/sign/{}/{name}?token={expires}.{}", bucket.name, seal(secret, Some(bucket), name, expires))
}

/// No name holds a line break, so the three parts cannot run into one another.
fn seal(secret: &Secret, bucket: Option<&Bucket>, name: &str, expires: i64) -> String {
    let message = match bucket {
        Some(bucket) => format!("{expires}\n{name}\n{}", bucket.name),
        None => format!("{expires}\n{name}"),
    };
    URL_SAFE_NO_PAD.encode(secret.mac("signed url", message.as_bytes()))
}

fn read(secret: &Secret, bucket: &Bucket, name: &str, token: &str) -> Option<i64> {
    let (expires, given) = token.split_once('.')?;
    let expires = expires.parse().ok()?;
    let matches = |bucket| bool::from(seal(secret, bucket, name, expires).as_bytes().ct_eq(given.as_bytes()));
    // Seals did not name the bucket while there was only one, which is public; people may have kept such addresses.
    (matches(Some(bucket)) || bucket.public && matches(None)).then_some(expires)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::bucket::WEBSITE_IMAGES;

    static LETTERS: Bucket = Bucket { name: "letters", public: false, ..WEBSITE_IMAGES };

    fn secret() -> Secret {
        Secret::random().unwrap()
    }

    #[test]
    fn a_token_holds_for_one_file_and_one_time() {
        let secret = secret();
        let address = address(&secret, &WEBSITE_IMAGES, "a b.png", 1234);
        let token = address.strip_prefix("/object/sign/website_images/a b.png?token=").unwrap();
        let read = |name, token: &str| read(&secret, &WEBSITE_IMAGES, name, token);
        assert_eq!(read("a b.png", token), Some(1234));
        assert_eq!(read("c.png", token), None);
        assert_eq!(read("a b.png", &token.replace("1234", "9999")), None);
        assert_eq!(read("a b.png", "1234."), None);
        assert_eq!(read("a b.png", ""), None);
    }

    #[test]
    fn a_token_of_one_bucket_opens_no_other() {
        let secret = secret();
        let token = |bucket| format!("1234.{}", seal(&secret, bucket, "a.png", 1234));
        let opens = |bucket, token: &str| read(&secret, bucket, "a.png", token).is_some();
        assert!(opens(&LETTERS, &token(Some(&LETTERS))) && opens(&WEBSITE_IMAGES, &token(Some(&WEBSITE_IMAGES))));
        assert!(!opens(&LETTERS, &token(Some(&WEBSITE_IMAGES))) && !opens(&WEBSITE_IMAGES, &token(Some(&LETTERS))));
        assert!(opens(&WEBSITE_IMAGES, &token(None)), "one made before seals named the bucket");
        assert!(!opens(&LETTERS, &token(None)));
    }
}
