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
use crate::schema::demands::{self, Demands};
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
    /// The account has a second factor, and the session was not confirmed with it.
    #[error("the session was not confirmed with the second factor")]
    Unconfirmed,
    /// Owners need a second factor here, and the account has none.
    #[error("the account has no second factor")]
    NotEnrolled,
    #[error("{0}")]
    Failed(#[from] Error),
}

/// A caller, and until when the token tells so (Unix seconds); `None` for one without an end.
#[derive(Debug, Clone, PartialEq)]
pub struct Bearer {
    pub caller: Caller,
    pub expires: Option<i64>,
}

/// Who it is that calls: without a token, or with the public key, a visitor.
pub async fn identify(db: &Db, secret: &Secret, headers: &HeaderMap) -> Result<Caller, AuthError> {
    match presented(headers) {
        Some(text) => Ok(identify_token(db, secret, text).await?.caller),
        None => Ok(Caller::visitor()),
    }
}

/// Whether a caller is a visitor as far as can be told at once: one without a token, or with the public key.
pub fn is_visitor(secret: &Secret, headers: &HeaderMap) -> bool {
    presented(headers).is_none_or(|text| text == anon_key(secret))
}

/// The caller of a token that did not come in a header.
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
            let is_confirmed = claims.aal.as_deref() == Some(token::CONFIRMED);
            let (caller, step) = staff(db, id, session, is_confirmed).await?;
            step.require()?;
            Ok(Bearer { caller, expires: claims.exp })
        }
        (service_key::ROLE, ..) => service(db, claims.generation).await.map(lasting),
        _ => Err(AuthError::Token(TokenError::Claims)),
    }
}

/// For one's own account alone: also somebody whose next step is still to be taken, and which one that is.
pub async fn identify_for_account(db: &Db, secret: &Secret, headers: &HeaderMap) -> Result<(Caller, Step), AuthError> {
    let text = presented(headers).unwrap_or_default();
    if let Ok(claims) = token::verify(secret.token_key(), text, clock::unix_seconds())
        && let ("authenticated", Some(id), Some(session), Some(_)) =
            (claims.role.as_str(), claims.sub, claims.session_id, claims.exp)
    {
        return staff(db, id, session, claims.aal.as_deref() == Some(token::CONFIRMED)).await;
    }
    Ok((identify(db, secret, headers).await?, Step::Done))
}

/// The same caller as they are now: the role may be another, the session may have ended.
pub async fn identify_again(db: &Db, identity: &Identity) -> Result<Caller, AuthError> {
    match identity {
        Identity::Visitor => Ok(Caller::visitor()),
        Identity::Staff { id, session, second_factor, .. } => {
            let (now, step) = staff(db, id.clone(), session.clone(), *second_factor).await?;
            step.require()?;
            Ok(Caller { identity: identity.clone(), role: now.role })
        }
        Identity::Service { generation } => service(db, Some(*generation)).await,
    }
}

/// What a session still needs before it opens anything but one's own account.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    Done,
    /// The code of the second factor.
    Confirm,
    /// A second factor, which owners are to have.
    Enroll,
}

impl Step {
    fn require(self) -> Result<(), AuthError> {
        match self {
            Step::Done => Ok(()),
            Step::Confirm => Err(AuthError::Unconfirmed),
            Step::Enroll => Err(AuthError::NotEnrolled),
        }
    }
}

/// `is_confirmed`: the token was given out after the session was confirmed. One from before is worth no more than it was,
/// or somebody who planted a session of theirs in a browser would get what its owner confirms there.
async fn staff(db: &Db, id: String, session: String, is_confirmed: bool) -> Result<(Caller, Step), AuthError> {
    let sql = "SELECT (SELECT role FROM staff WHERE id = ?), s.device, s.factor_at, \
               (SELECT id FROM factors WHERE staff_id = ? AND kind = 'totp' AND status = 'verified' LIMIT 1), \
               (SELECT content FROM website_content WHERE page_key = ?) \
               FROM (SELECT 1 AS one) AS here LEFT JOIN sessions s ON s.id = ? AND s.staff_id = ?";
    let asked = Sql::new(sql).with(&id).with(&id).with(demands::DOCUMENT).with(&session).with(&id);
    let row = db.first(asked).await?;
    let text = |at: usize| row.as_ref().and_then(|row| row.text_or_none(at));
    let role = stored_role(text(0).ok_or(AuthError::NoAccount)?)?;
    let device = text(1).ok_or(AuthError::NoSession)?.to_owned();
    let second_factor = is_confirmed && text(2).is_some();
    let step = match text(3) {
        Some(_) if second_factor => Step::Done,
        Some(_) => Step::Confirm,
        None if role == Role::Owner && Demands::read(text(4)).of_owners => Step::Enroll,
        None => Step::Done,
    };
    Ok((Caller { role, identity: Identity::Staff { id, session, device, second_factor } }, step))
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
