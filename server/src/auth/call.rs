//! One call to /auth/v1, taken in whole: who sends it, what it asks, its fields. Counts calls per address before
//! anything else. The kind of body a client claims to send is not looked at; an empty one is fine.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, Method};
use serde_json::{Map, Value};

use super::answer::Failure;
use super::bearer::{self, SignedIn};
use crate::app::App;
use crate::error::{Error, Result};
use crate::request::client::ClientAddress;
use crate::request::{body, rate_limit};

const MAX_BYTES: usize = 64 * 1024;

pub struct Call {
    pub app: Arc<App>,
    /// The caller's address, as a key for limits.
    pub address: String,
    headers: HeaderMap,
    query: String,
    body: Bytes,
}

impl FromRequest<Arc<App>> for Call {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Call, Failure> {
        let (parts, body) = request.into_parts();
        let client = parts
            .extensions
            .get::<ClientAddress>()
            .ok_or_else(|| anyhow::anyhow!("no client address"))
            .map_err(Error::from)?;
        let address = rate_limit::address_key(client.0);
        if !matches!(parts.method, Method::GET | Method::HEAD) {
            app.limits.auth_address.charge(&address)?;
        }
        let body = body::read(body, MAX_BYTES).await?;
        let query = parts.uri.query().unwrap_or_default().to_owned();
        Ok(Call { app: app.clone(), address, headers: parts.headers, query, body })
    }
}

impl Call {
    /// The first parameter of that name in the query.
    pub fn parameter(&self, name: &str) -> Option<String> {
        form_urlencoded::parse(self.query.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }

    pub fn fields(&self) -> Result<Fields> {
        Fields::read(&self.body)
    }

    pub async fn signed_in(&self) -> Result<SignedIn> {
        bearer::signed_in(&self.app.db, &self.app.secret, &self.headers).await
    }
}

/// The fields of a JSON body.
#[derive(Debug)]
pub struct Fields(Map<String, Value>);

impl Fields {
    fn read(body: &[u8]) -> Result<Fields> {
        if body.trim_ascii().is_empty() {
            return Ok(Fields(Map::new()));
        }
        match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => Ok(Fields(fields)),
            Ok(_) => Err(Error::refused(400, "validation_failed", "The request body must be a JSON object")),
            Err(_) => Err(Error::refused(400, "bad_json", "Could not parse request body as JSON")),
        }
    }

    /// The text in a field; `None` when it is absent or null.
    pub fn text(&self, name: &str) -> Result<Option<&str>> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Error::refused(400, "validation_failed", format!("{name} must be a string"))),
        }
    }

    /// The object in a field; `None` when it is absent or null.
    pub fn object(&self, name: &str) -> Result<Option<&Map<String, Value>>> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(object)) => Ok(Some(object)),
            Some(_) => Err(Error::refused(400, "validation_failed", format!("{name} must be an object"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(result: Result<impl std::fmt::Debug>) -> &'static str {
        match result.unwrap_err() {
            Error::Refused(refusal) => refusal.code,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn bodies_are_objects_or_empty() {
        assert!(Fields::read(b"").unwrap().text("email").unwrap().is_none());
        assert!(Fields::read(b" \r\n").is_ok());
        for bad in [&b"{"[..], b"\xff", b"{\"a\":1}x", b"{'a':1}", br#"{"email":"\ud800"}"#] {
            assert_eq!(code(Fields::read(bad)), "bad_json", "{bad:?}");
        }
        assert_eq!(code(Fields::read("[".repeat(10_000).as_bytes())), "bad_json");
        for wrong in ["[]", "1", "null", "\"text\""] {
            assert_eq!(code(Fields::read(wrong.as_bytes())), "validation_failed", "{wrong}");
        }
    }

    #[test]
    fn fields_have_their_kinds() {
        let fields = Fields::read(br#"{"email": "a", "password": 1, "data": {"x": 1}, "phone": null}"#).unwrap();
        assert_eq!(fields.text("email").unwrap(), Some("a"));
        assert_eq!(fields.text("phone").unwrap(), None);
        assert_eq!(code(fields.text("password")), "validation_failed");
        assert_eq!(code(fields.object("email")), "validation_failed");
        assert_eq!(fields.object("data").unwrap().unwrap()["x"], 1);
    }
}
