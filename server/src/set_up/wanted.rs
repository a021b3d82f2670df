//! What the person asks for, read from the request and checked field by field. A refusal names the field, so that the page
//! can say it there.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::{Map, Value};

use crate::auth::set_up_link::Credentials;
use crate::auth::{AccountError, PasswordError};
use crate::clock;
use crate::error::{Error, Result};
use crate::schema::Bucket;
use crate::schema::bucket::WEBSITE_IMAGES;
use crate::storage;

/// A logo is small; the page shrinks what a phone took.
const MAX_LOGO: usize = 2 * 1024 * 1024;
/// The whole request: the logo in base64, and a few lines.
pub const MAX_BYTES: usize = MAX_LOGO / 3 * 4 + 16 * 1024;

pub struct Wanted {
    pub site_name: String,
    email: String,
    password: String,
    pub time_zone: String,
    /// Whether the sample content goes.
    pub blank: bool,
    pub logo: Option<Logo>,
}

pub struct Logo {
    /// Its name in the bucket.
    pub name: String,
    pub bytes: Bytes,
}

impl Logo {
    /// Under which it will be served.
    pub fn address(&self) -> String {
        storage::public_path(logo_bucket(), &self.name)
    }
}

/// Where logos are uploaded to (see `schema/documents/general_settings.rs`).
pub fn logo_bucket() -> &'static Bucket {
    &WEBSITE_IMAGES
}

/// A refusal because of this field; the code says why.
pub fn refusal(field: &str, code: &'static str, message: impl Into<String>) -> Error {
    Error::refused(400, code, message).with_details(field)
}

impl Wanted {
    pub fn read(given: &Map<String, Value>) -> Result<Wanted> {
        let text = |name: &'static str| match given.get(name) {
            None | Some(Value::Null) => Ok(""),
            Some(Value::String(text)) => Ok(text.as_str()),
            Some(_) => Err(refusal(name, "not_text", format!("{name} must be text."))),
        };
        let site_name = text("site_name")?.trim();
        if site_name.is_empty() {
            return Err(refusal("site_name", "site_name_missing", "Please say what the foundation is called."));
        }
        let blank = match given.get("blank") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(blank)) => *blank,
            Some(_) => return Err(refusal("blank", "not_a_flag", "blank must be true or false.")),
        };
        Ok(Wanted {
            site_name: site_name.to_owned(),
            email: text("email")?.to_owned(),
            password: text("password")?.to_owned(),
            time_zone: text("time_zone")?.to_owned(),
            blank,
            logo: given.get("logo").filter(|logo| !logo.is_null()).map(logo).transpose()?,
        })
    }

    /// By the rules for every account.
    pub async fn credentials(&self) -> Result<Credentials> {
        Credentials::new(&self.email, &self.password, &self.site_name).await.map_err(|cause| {
            let (field, code) = match &cause {
                AccountError::InvalidEmail => ("email", "invalid_email"),
                AccountError::Password(PasswordError::TooShort) => ("password", "password_too_short"),
                AccountError::Password(PasswordError::TooLong) => ("password", "password_too_long"),
                AccountError::Password(PasswordError::EasilyGuessed) => ("password", "password_easily_guessed"),
                _ => ("", ""),
            };
            match cause {
                AccountError::Failed(cause) => cause,
                other => refusal(field, code, format!("Please check: {other}.")),
            }
        })
    }
}

/// `{"name": "logo.png", "data": "…"}`, the data in base64.
fn logo(given: &Value) -> Result<Logo> {
    let refused = |message: &str| refusal("logo", "logo_refused", message);
    let (Some(name), Some(data)) = (given["name"].as_str(), given["data"].as_str()) else {
        return Err(refused("The logo must have a name and its data in base64."));
    };
    if name.is_empty() || name.contains('/') {
        return Err(refused("The name of the logo must be that of a file."));
    }
    let bytes = STANDARD.decode(data).map_err(|_| refused("The data of the logo is no base64."))?;
    if bytes.len() > MAX_LOGO {
        return Err(refused("The logo is larger than 2 MB. Please choose a smaller picture."));
    }
    Ok(Logo { name: format!("logo/{}-{name}", clock::unix_milliseconds()), bytes: bytes.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refused(given: Value) -> (&'static str, Option<String>) {
        match Wanted::read(given.as_object().unwrap()) {
            Err(Error::Refused(refusal)) => (refusal.code, refusal.details),
            other => panic!("{:?}", other.err()),
        }
    }

    #[test]
    fn a_refusal_names_its_field() {
        for (given, code, field) in [
            (json!({}), "site_name_missing", "site_name"),
            (json!({ "site_name": " \t" }), "site_name_missing", "site_name"),
            (json!({ "site_name": 1 }), "not_text", "site_name"),
            (json!({ "site_name": "x", "email": [] }), "not_text", "email"),
            (json!({ "site_name": "x", "blank": "yes" }), "not_a_flag", "blank"),
            (json!({ "site_name": "x", "logo": "x" }), "logo_refused", "logo"),
            (json!({ "site_name": "x", "logo": { "name": "../x.png", "data": "" } }), "logo_refused", "logo"),
            (json!({ "site_name": "x", "logo": { "name": "x.png", "data": "?" } }), "logo_refused", "logo"),
        ] {
            assert_eq!(refused(given.clone()), (code, Some(field.to_owned())), "{given}");
        }
        let much = STANDARD.encode(vec![0; MAX_LOGO + 1]);
        let given = json!({ "site_name": "x", "logo": { "name": "x.png", "data": much } });
        assert_eq!(refused(given).0, "logo_refused");
    }
}
