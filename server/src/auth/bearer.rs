//! Who sends a request. The token must be genuine and in time, and its session and account must still be there:
//! whoever is signed out or removed is out at once, not when the token ends.

use axum::http::{HeaderMap, header};

use super::token::{self, Flaw};
use crate::app::App;
use crate::clock;
use crate::db::Sql;
use crate::error::{Error, Result};
use crate::policy::Who;

/// Why a caller is not believed; told to each client in its own dialect.
enum Distrust {
    Flawed(Flaw),
    NoAccount,
    NoSession,
    Failed(Error),
}

const NO_ACCOUNT: &str = "User from sub claim in JWT does not exist";
const NO_SESSION: &str = "Session from session_id claim in JWT does not exist";

/// For tables and files: whoever brings nothing, or the public key, is a visitor. Refusals in PostgREST's words.
pub async fn who(app: &App, headers: &HeaderMap) -> Result<Who> {
    identify(app, headers).await.map_err(|cause| match cause {
        Distrust::Flawed(Flaw::Expired) => Error::refused(401, "PGRST303", "JWT expired"),
        Distrust::Flawed(flaw) => Error::refused(401, "PGRST301", in_words(flaw)),
        Distrust::NoAccount => Error::refused(401, "PGRST301", NO_ACCOUNT),
        Distrust::NoSession => Error::refused(401, "PGRST301", NO_SESSION),
        Distrust::Failed(cause) => cause,
    })
}

/// A signed-in member of staff, by the ids of account and session.
pub struct SignedIn {
    pub id: String,
    pub session: String,
}

/// For the auth service itself: only staff will do. Refusals in GoTrue's words.
pub async fn signed_in(app: &App, headers: &HeaderMap) -> Result<SignedIn> {
    match identify(app, headers).await {
        Ok(Who::Staff { id, session }) => Ok(SignedIn { id, session }),
        Ok(Who::Visitor) => Err(Error::refused(401, "no_authorization", "This endpoint requires a valid Bearer token")),
        Err(Distrust::Flawed(flaw)) => {
            let message = format!("invalid JWT: unable to parse or verify signature, {}", in_words(flaw));
            Err(Error::refused(403, "bad_jwt", message))
        }
        Err(Distrust::NoAccount) => Err(account_gone()),
        Err(Distrust::NoSession) => Err(session_gone()),
        Err(Distrust::Failed(cause)) => Err(cause),
    }
}

pub fn account_gone() -> Error {
    Error::refused(403, "user_not_found", NO_ACCOUNT)
}

pub fn session_gone() -> Error {
    Error::refused(403, "session_not_found", NO_SESSION)
}

async fn identify(app: &App, headers: &HeaderMap) -> Result<Who, Distrust> {
    let Some(text) = presented(headers) else { return Ok(Who::Visitor) };
    let claims = token::open(&app.secret.token_key(), text, clock::unix_seconds()).map_err(Distrust::Flawed)?;
    let (id, session) = match (claims.role.as_str(), claims.sub, claims.session_id, claims.exp) {
        ("anon", ..) => return Ok(Who::Visitor),
        ("authenticated", Some(id), Some(session), Some(_)) => (id, session),
        _ => return Err(Distrust::Flawed(Flaw::Claims)),
    };
    let sql = "SELECT EXISTS (SELECT 1 FROM staff WHERE id = ?), EXISTS (SELECT 1 FROM sessions WHERE id = ? AND staff_id = ?)";
    let row = app.db.first(Sql::new(sql).with(&id).with(&session).with(&id)).await.map_err(Distrust::Failed)?;
    match row.map(|row| (row.int(0), row.int(1))) {
        Some((1, 1)) => Ok(Who::Staff { id, session }),
        Some((1, _)) => Err(Distrust::NoSession),
        _ => Err(Distrust::NoAccount),
    }
}

/// The bearer token; without one the key that every client sends along.
fn presented(headers: &HeaderMap) -> Option<&str> {
    // What is not text is no token of ours; as an empty one it is refused.
    let bearer = headers.get(header::AUTHORIZATION).map(|value| value.to_str().unwrap_or("Bearer"));
    let bearer = bearer.and_then(|text| match text.split_once(' ').unwrap_or((text, "")) {
        (scheme, token) if scheme.eq_ignore_ascii_case("bearer") => Some(token.trim()),
        _ => None,
    });
    bearer.or_else(|| headers.get("apikey").map(|value| value.to_str().unwrap_or_default()))
}

fn in_words(flaw: Flaw) -> String {
    match flaw {
        Flaw::Empty => "Empty JWT is sent in Authorization header".into(),
        Flaw::TooLong => "JWT is too long".into(),
        Flaw::Parts(count) => format!("Expected 3 parts in JWT; got {count}"),
        Flaw::Encoding => "JWT couldn't be decoded".into(),
        Flaw::Algorithm => "Wrong or unsupported encoding algorithm".into(),
        Flaw::Signature => "JWSError JWSInvalidSignature".into(),
        Flaw::Claims => "Parsing claims failed".into(),
        Flaw::Expired => "token has invalid claims: token is expired".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn of(authorization: Option<&'static [u8]>, key: Option<&'static str>) -> Option<String> {
        let mut headers = HeaderMap::new();
        if let Some(bytes) = authorization {
            headers.insert(header::AUTHORIZATION, HeaderValue::from_bytes(bytes).unwrap());
        }
        if let Some(key) = key {
            headers.insert("apikey", HeaderValue::from_static(key));
        }
        presented(&headers).map(str::to_owned)
    }

    #[test]
    fn the_bearer_decides_and_the_key_stands_in_for_it() {
        assert_eq!(of(None, None), None);
        assert_eq!(of(None, Some("k")).as_deref(), Some("k"));
        assert_eq!(of(Some(b"Bearer t"), Some("k")).as_deref(), Some("t"));
        assert_eq!(of(Some(b"bearer   t"), None).as_deref(), Some("t"));
        assert_eq!(of(Some(b"Bearer"), Some("k")).as_deref(), Some(""), "an empty one is not replaced by the key");
        assert_eq!(of(Some(b"\xff\xfe"), Some("k")).as_deref(), Some(""));
        assert_eq!(of(Some(b"Basic abc"), Some("k")).as_deref(), Some("k"), "a proxy's own sign-in is not ours");
    }
}
