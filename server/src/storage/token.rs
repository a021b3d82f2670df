//! Tokens that carry their own permission: for one use of one file of one bucket, until a time. Each use has its own
//! seal, so that a token made for reading uploads nothing, and the other way round.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

use super::error::{FileError, Result};
use crate::clock;
use crate::schema::Bucket;
use crate::secret::Secret;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Use {
    Read,
    /// To read a picture in one size.
    Render,
    Upload,
}

impl Use {
    fn purpose(self) -> &'static str {
        match self {
            Use::Read => "signed url",
            Use::Render => "signed rendition",
            Use::Upload => "signed upload",
        }
    }
}

/// `carried` is what else the holder of the token may rely on: words without a full stop.
pub fn issue(secret: &Secret, what: Use, bucket: &Bucket, name: &str, expires: i64, carried: &[&str]) -> String {
    let mut token = expires.to_string();
    for word in carried {
        token.push('.');
        token.push_str(word);
    }
    let seal = seal(secret, what, Some(bucket), name, &token);
    format!("{token}.{seal}")
}

/// What the token carries. Refused unless it was made here, for this use of this file, and has not expired.
pub fn open<'t>(
    secret: &Secret,
    what: Use,
    bucket: &Bucket,
    name: &str,
    token: Option<&'t str>,
) -> Result<Vec<&'t str>> {
    let (head, given) = token.and_then(|token| token.rsplit_once('.')).ok_or(FileError::BadSignature)?;
    let matches = |bucket| bool::from(seal(secret, what, bucket, name, head).as_bytes().ct_eq(given.as_bytes()));
    // Seals did not name the bucket while there was only one, which is public; people may have kept such addresses.
    let is_old = || what == Use::Read && bucket.public && matches(None);
    if !matches(Some(bucket)) && !is_old() {
        return Err(FileError::BadSignature);
    }
    let mut words = head.split('.');
    let expires: i64 = words.next().and_then(|text| text.parse().ok()).ok_or(FileError::BadSignature)?;
    if expires < clock::unix_seconds() {
        return Err(FileError::SignatureExpired);
    }
    Ok(words.collect())
}

/// No name holds a line break, so the parts cannot run into one another.
fn seal(secret: &Secret, what: Use, bucket: Option<&Bucket>, name: &str, head: &str) -> String {
    let message = match bucket {
        Some(bucket) => format!("{head}\n{name}\n{}", bucket.name),
        None => format!("{head}\n{name}"),
    };
    URL_SAFE_NO_PAD.encode(secret.mac(what.purpose(), message.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::bucket::WEBSITE_IMAGES;
    use proptest::prelude::*;

    static LETTERS: Bucket = Bucket { name: "letters", public: false, ..WEBSITE_IMAGES };

    fn secret() -> Secret {
        Secret::random().unwrap()
    }

    fn soon() -> i64 {
        clock::unix_seconds() + 60
    }

    #[test]
    fn a_token_holds_for_one_file_one_use_and_one_time() {
        let secret = secret();
        let token = issue(&secret, Use::Upload, &WEBSITE_IMAGES, "a b.png", soon(), &["id", "new"]);
        let open = |what, name, token: &str| {
            open(&secret, what, &WEBSITE_IMAGES, name, Some(token)).map(|words| words.concat())
        };
        assert_eq!(open(Use::Upload, "a b.png", &token).unwrap(), "idnew");
        assert!(matches!(open(Use::Read, "a b.png", &token), Err(FileError::BadSignature)));
        assert!(matches!(open(Use::Upload, "c.png", &token), Err(FileError::BadSignature)));
        for forged in
            [token.replace(".new.", ".replace."), token.replacen("1", "2", 1), token[..token.len() - 1].to_owned()]
        {
            assert!(matches!(open(Use::Upload, "a b.png", &forged), Err(FileError::BadSignature)), "{forged}");
        }
        let late = issue(&secret, Use::Upload, &WEBSITE_IMAGES, "a b.png", 1234, &[]);
        assert!(matches!(open(Use::Upload, "a b.png", &late), Err(FileError::SignatureExpired)));
    }

    #[test]
    fn a_token_of_one_bucket_opens_no_other() {
        let secret = secret();
        let head = soon().to_string();
        let token = |what, bucket| format!("{head}.{}", seal(&secret, what, bucket, "a.png", &head));
        let opens = |what, bucket, token: &str| open(&secret, what, bucket, "a.png", Some(token)).is_ok();
        for what in [Use::Read, Use::Render, Use::Upload] {
            assert!(opens(what, &LETTERS, &token(what, Some(&LETTERS))));
            assert!(!opens(what, &LETTERS, &token(what, Some(&WEBSITE_IMAGES))));
            assert!(!opens(what, &WEBSITE_IMAGES, &token(what, Some(&LETTERS))));
            assert!(!opens(what, &LETTERS, &token(what, None)));
        }
        assert!(opens(Use::Read, &WEBSITE_IMAGES, &token(Use::Read, None)), "one made before seals named the bucket");
        assert!(!opens(Use::Upload, &WEBSITE_IMAGES, &token(Use::Upload, None)));
    }

    proptest! {
        #[test]
        fn no_token_that_was_not_made_here_opens_anything(token in "[0-9]{0,12}[.]?\\PC{0,40}[.]?[A-Za-z0-9_-]{0,50}") {
            for what in [Use::Read, Use::Render, Use::Upload] {
                prop_assert!(open(&secret(), what, &WEBSITE_IMAGES, "a.png", Some(&token)).is_err());
            }
        }
    }
}
