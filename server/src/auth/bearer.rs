//! Who sends a request, and in which role. The token must be genuine and in time, and its session and account must still
//! be there: an account that is signed out or removed is out at once, not when the token ends. The role is read from the
//! account at every request, so a change counts from the next. What a role may do is not known here.

use axum::http::{HeaderMap, header};

use super::accounts::stored_role;
use super::service_key;
use super::token::{self, TokenError};
use super::user::anon_key;
use crate::clock;
use crate::db::{Db, Sql};
use crate::error::{Error, Result};
use crate::schema::{Caller, Identity, Role};
use crate::secret::Secret;

/// Why a caller is not accepted; each surface puts it into its client's dialect, with `answer::caller_words`.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    #[error("{0}")]
    Token(TokenError),
    #[error("the token's account does not exist")]
    NoAccount,
    #[error("the token's session does not exist")]
    NoSession,
    #[error("{0}")]
    Failed(#[from] Error),
}

/// A caller, and until when the token tells so (Unix seconds); `None` for one without an end.
#[derive(Debug, Clone, PartialEq)]
pub struct Bearer {
    pub caller: Caller,
    pub expires: Option<i64>,
}

/// A caller without a token, or with the public key, is a visitor.
pub async fn identify(db: &Db, secret: &Secret, headers: &HeaderMap) -> Result<Caller, AuthError> {
    match presented(headers) {
        Some(text) => Ok(identify_token(db, secret, text).await?.caller),
        None => Ok(Caller::visitor()),
    }
}

/// The same for a token that did not come in a header.
pub async fn identify_token(db: &Db, secret: &Secret, text: &str) -> Result<Bearer, AuthError> {
    let lasting = |caller| Bearer { caller, expires: None };
    // Nearly every visitor sends this one, and it is no secret: comparing is enough.
    if text == anon_key(secret) {
        return Ok(lasting(Caller::visitor()));
    }
    let claims = token::verify(secret.token_key(), text, clock::unix_seconds()).map_err(AuthError::Token)?;
    match (claims.role.as_str(), claims.sub, claims.session_id, claims.exp) {
        ("anon", ..) => Ok(lasting(Caller::visitor())),
        ("authenticated", Some(id), Some(session), Some(_)) => {
            Ok(Bearer { caller: staff(db, id, session).await?, expires: claims.exp })
        }
        (service_key::ROLE, ..) => service(db, claims.generation).await.map(lasting),
        _ => Err(AuthError::Token(TokenError::Claims)),
    }
}

/// The same caller as they are now: the role may be another, the session may have ended.
pub async fn identify_again(db: &Db, identity: &Identity) -> Result<Caller, AuthError> {
    match identity {
        Identity::Visitor => Ok(Caller::visitor()),
        Identity::Staff { id, session, .. } => staff(db, id.clone(), session.clone()).await,
        Identity::Service { generation } => service(db, Some(*generation)).await,
    }
}

async fn staff(db: &Db, id: String, session: String) -> Result<Caller, AuthError> {
    let sql =
        "SELECT (SELECT role FROM staff WHERE id = ?), (SELECT device FROM sessions WHERE id = ? AND staff_id = ?)";
    let row = db.first(Sql::new(sql).with(&id).with(&session).with(&id)).await?;
    let Some(role) = row.as_ref().and_then(|row| row.text_or_none(0)) else { return Err(AuthError::NoAccount) };
    let Some(device) = row.as_ref().and_then(|row| row.text_or_none(1)) else { return Err(AuthError::NoSession) };
    let device = device.to_owned();
    Ok(Caller { role: stored_role(role)?, identity: Identity::Staff { id, session, device } })
}

/// The service key does what an owner may do.
async fn service(db: &Db, generation: Option<i64>) -> Result<Caller, AuthError> {
    let generation = generation.ok_or(AuthError::Token(TokenError::Claims))?;
    match service_key::is_good(db, generation).await? {
        true => Ok(Caller { identity: Identity::Service { generation }, role: Role::Owner }),
        false => Err(AuthError::Token(TokenError::Expired)),
    }
}

/// The bearer token; without one the key that every client sends along.
fn presented(headers: &HeaderMap) -> Option<&str> {
    // A value that is not text is no token of ours; it is refused like an empty one.
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
