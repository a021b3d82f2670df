//! One call to /auth/v1, read as a whole: who sends it, what it asks, its fields. A body is JSON and says so: anything
//! else a page of any site could send without the browser's asking first, so it is refused before it counts or is read.
//! Calls that may change something are counted, by device where it is known, else by address. An empty body is fine.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, Method, header};
use serde_json::{Map, Value};

use super::Auth;
use super::answer::{Failure, RequestError};
use super::attempts::Origin;
use super::bearer::{self, AuthError, Step};
use super::device::{self, Device};
use super::device_words;
use super::factors::{FactorError, Want};
use crate::clock;
use crate::db::Author;
use crate::request::body;
use crate::request::client::ClientAddress;
use crate::schema::{Caller, Identity};

const MAX_BYTES: usize = 64 * 1024;

pub struct Call {
    pub auth: Arc<Auth>,
    pub origin: Origin,
    /// What the caller's browser has signed in to before.
    pub devices: Vec<Device>,
    headers: HeaderMap,
    path: String,
    query: String,
    body: Bytes,
}

/// A signed-in member of staff, by the ids of account and session.
pub struct SignedIn {
    pub id: String,
    pub session: String,
    pub author: Author,
    /// What the session still needs before it opens anything else.
    pub step: Step,
}

impl SignedIn {
    /// Where the account has a second factor, the session must have been confirmed with it.
    pub fn require_confirmed(&self, want: Want) -> Result<(), FactorError> {
        if self.step == Step::Confirm { Err(FactorError::Unconfirmed(want)) } else { Ok(()) }
    }
}

impl FromRequest<Arc<Auth>> for Call {
    type Rejection = Failure;

    async fn from_request(request: Request, auth: &Arc<Auth>) -> Result<Call, Failure> {
        let (parts, body) = request.into_parts();
        let ClientAddress(address) = ClientAddress::noted(&parts.extensions)?;
        let origin = Origin::at(address);
        let devices = device::presented(&parts.headers, &auth.secret, auth.is_secure(), clock::unix_seconds());
        if !matches!(parts.method, Method::GET | Method::HEAD) {
            if !is_json_or_nothing(&parts.headers, &body) {
                return Err(RequestError::NotSentAsJson.into());
            }
            // A known device counts for itself: its neighbours at the same address cannot keep it out.
            let own = devices.first().map(|device| format!("device {}", device.key()));
            auth.limits.auth_calls.charge(&own.unwrap_or_else(|| origin.address.to_string()))?;
        }
        let body = body::read(body, MAX_BYTES).await?;
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let path = parts.uri.path().to_owned();
        Ok(Call { auth: auth.clone(), origin, devices, headers: parts.headers, path, query, body })
    }
}

fn is_json_or_nothing(headers: &HeaderMap, body: &Body) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE) else { return body.is_end_stream() };
    let kind = kind.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

impl Call {
    /// The first parameter of that name in the query.
    pub fn parameter(&self, name: &str) -> Option<String> {
        form_urlencoded::parse(self.query.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }

    pub fn fields(&self) -> Result<Fields, RequestError> {
        Fields::read(&self.body)
    }

    /// What follows the last slash of the path.
    pub fn last_segment(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// What stands so many segments before the last of the path.
    pub fn segment_from_end(&self, count: usize) -> &str {
        self.path.rsplit('/').nth(count).unwrap_or_default()
    }

    /// What it is sent from, in words that name no one.
    pub fn device_words(&self) -> &'static str {
        device_words::of(&self.headers)
    }

    pub async fn caller(&self) -> Result<Caller, AuthError> {
        bearer::identify(&self.auth.db, &self.auth.secret, &self.headers).await
    }

    /// Only a session will do here, also one that opens nothing but its own account yet.
    pub async fn signed_in(&self) -> Result<SignedIn, Failure> {
        let (caller, step) = bearer::identify_for_account(&self.auth.db, &self.auth.secret, &self.headers).await?;
        let author = caller.author();
        match caller.identity {
            Identity::Staff { id, session, .. } => Ok(SignedIn { id, session, author, step }),
            Identity::Visitor => Err(RequestError::NotSignedIn.into()),
            Identity::Service { .. } => Err(RequestError::NoAccountBehindKey.into()),
        }
    }
}

/// The fields of a JSON body.
#[derive(Debug)]
pub struct Fields(Map<String, Value>);

impl Fields {
    fn read(body: &[u8]) -> Result<Fields, RequestError> {
        if body.trim_ascii().is_empty() {
            return Ok(Fields(Map::new()));
        }
        match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => Ok(Fields(fields)),
            Ok(_) => Err(RequestError::NotAnObject),
            Err(_) => Err(RequestError::NotJson),
        }
    }

    /// The text in a field; `None` when it is absent or null.
    pub fn text(&self, name: &'static str) -> Result<Option<&str>, RequestError> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(RequestError::FieldNotText(name)),
        }
    }

    /// Whether a field says yes; absent or null is no.
    pub fn flag(&self, name: &'static str) -> Result<bool, RequestError> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(RequestError::FieldNotFlag(name)),
        }
    }

    /// The object in a field; `None` when it is absent or null.
    pub fn object(&self, name: &'static str) -> Result<Option<&Map<String, Value>>, RequestError> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(object)) => Ok(Some(object)),
            Some(_) => Err(RequestError::FieldNotObject(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_objects_or_empty() {
        assert!(Fields::read(b"").unwrap().text("email").unwrap().is_none());
        assert!(Fields::read(b" \r\n").is_ok());
        for bad in [&b"{"[..], b"\xff", b"{\"a\":1}x", b"{'a':1}", br#"{"email":"\ud800"}"#] {
            assert_eq!(Fields::read(bad).unwrap_err(), RequestError::NotJson, "{bad:?}");
        }
        assert_eq!(Fields::read("[".repeat(10_000).as_bytes()).unwrap_err(), RequestError::NotJson);
        for wrong in ["[]", "1", "null", "\"text\""] {
            assert_eq!(Fields::read(wrong.as_bytes()).unwrap_err(), RequestError::NotAnObject, "{wrong}");
        }
    }

    #[test]
    fn a_body_says_that_it_is_json() {
        let taken = |kind: Option<&str>, body: &'static str| {
            let mut headers = HeaderMap::new();
            if let Some(kind) = kind {
                headers.insert(header::CONTENT_TYPE, kind.parse().unwrap());
            }
            is_json_or_nothing(&headers, &Body::from(body))
        };
        for kind in ["application/json", "application/json;charset=UTF-8", "Application/JSON ; charset=utf-8"] {
            assert!(taken(Some(kind), "{}") && taken(Some(kind), ""), "{kind}");
        }
        for kind in [
            "",
            "text/plain",
            "text/plain;charset=UTF-8",
            "text/plain; application/json",
            "text/plain, application/json",
            "application/jsonp",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
        ] {
            assert!(!taken(Some(kind), "{}") && !taken(Some(kind), ""), "{kind}");
        }
        assert!(taken(None, "") && !taken(None, "{}"));
    }

    #[test]
    fn fields_have_their_kinds() {
        let fields = Fields::read(br#"{"email": "a", "password": 1, "data": {"x": 1}, "phone": null}"#).unwrap();
        assert_eq!(fields.text("email").unwrap(), Some("a"));
        assert_eq!(fields.text("phone").unwrap(), None);
        assert_eq!(fields.text("password"), Err(RequestError::FieldNotText("password")));
        assert_eq!(fields.object("email"), Err(RequestError::FieldNotObject("email")));
        assert_eq!(fields.object("data").unwrap().unwrap()["x"], 1);
    }
}
