//! Who sends a request. The token must be genuine and in time, and its session and account must still be there: an
//! account that is signed out or removed is out at once, not when the token ends.

use axum::http::{HeaderMap, header};

use super::token::{self, TokenError};
use crate::clock;
use crate::db::{Db, Sql};
use crate::error::{Error, Result};
use crate::schema::{Caller, Identity, Role};
use crate::secret::Secret;

/// Why a caller is not accepted; each surface says it in its client's dialect.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    #[error("{0}")]
    Token(TokenError),
    #[error("User from sub claim in JWT does not exist")]
    NoAccount,
    #[error("Session from session_id claim in JWT does not exist")]
    NoSession,
    #[error("{0}")]
    Failed(#[from] Error),
}

/// A caller without a token, or with the public key, is a visitor.
pub async fn identify(db: &Db, secret: &Secret, headers: &HeaderMap) -> Result<Caller, AuthError> {
    let Some(text) = presented(headers) else { return Ok(Caller::visitor()) };
    let claims = token::open(&secret.token_key(), text, clock::unix_seconds()).map_err(AuthError::Token)?;
    let (id, session) = match (claims.role.as_str(), claims.sub, claims.session_id, claims.exp) {
        ("anon", ..) => return Ok(Caller::visitor()),
        ("authenticated", Some(id), Some(session), Some(_)) => (id, session),
        _ => return Err(AuthError::Token(TokenError::Claims)),
    };
    let sql = "SELECT EXISTS (SELECT 1 FROM staff WHERE id = ?), EXISTS (SELECT 1 FROM sessions WHERE id = ? AND staff_id = ?)";
    let row = db.first(Sql::new(sql).with(&id).with(&session).with(&id)).await?;
    match row.map(|row| (row.int(0), row.int(1))) {
        Some((1, 1)) => Ok(Caller { identity: Identity::Staff { id, session }, role: Role::Owner }),
        Some((1, _)) => Err(AuthError::NoSession),
        _ => Err(AuthError::NoAccount),
    }
}

/// A signed-in member of staff, by the ids of account and session.
pub struct SignedIn {
    pub id: String,
    pub session: String,
}

/// For the auth service itself: only staff will do. Refusals in GoTrue's words.
pub async fn signed_in(db: &Db, secret: &Secret, headers: &HeaderMap) -> Result<SignedIn> {
    match identify(db, secret, headers).await.map(|caller| caller.identity) {
        Ok(Identity::Staff { id, session }) => Ok(SignedIn { id, session }),
        Ok(Identity::Visitor) => {
            Err(Error::refused(401, "no_authorization", "This endpoint requires a valid Bearer token"))
        }
        Err(AuthError::Token(cause)) => {
            let message = format!("invalid JWT: unable to parse or verify signature, {cause}");
            Err(Error::refused(403, "bad_jwt", message))
        }
        Err(AuthError::NoAccount) => Err(account_gone()),
        Err(AuthError::NoSession) => Err(session_gone()),
        Err(AuthError::Failed(cause)) => Err(cause),
    }
}

pub fn account_gone() -> Error {
    Error::refused(403, "user_not_found", AuthError::NoAccount.to_string())
}

pub fn session_gone() -> Error {
    Error::refused(403, "session_not_found", AuthError::NoSession.to_string())
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
