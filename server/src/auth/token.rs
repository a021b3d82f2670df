//! Access tokens (JWT), signed and verified with HS256 and nothing else. A token's own header is never trusted: any
//! other algorithm, `none` included, is refused before its signature is looked at. Knows nothing of accounts.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use serde_json::Value;
use sha2::Sha256;

/// Ours are about 1 KB; a much longer one is not worth the work of a digest.
const MAX_BYTES: usize = 8 * 1024;
/// The level of a session that was confirmed with a second factor.
pub const CONFIRMED: &str = "aal2";
const HEADER: &str = r#"{"alg":"HS256","typ":"JWT"}"#;

/// Why a token is not accepted; `answer::caller_words` says it as clients know it.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum TokenError {
    #[error("the token is empty")]
    Empty,
    #[error("the token is too long")]
    TooLong,
    #[error("the token has {0} parts, not three")]
    Parts(usize),
    #[error("the token cannot be decoded")]
    Encoding,
    #[error("the token is signed in a way that is not taken here")]
    Algorithm,
    #[error("the token's signature is wrong")]
    Signature,
    #[error("the token does not say what it must")]
    Claims,
    #[error("the token has expired")]
    Expired,
}

/// What the server reads of a token; the rest of it is for clients.
#[derive(Debug, Deserialize, PartialEq)]
pub struct Claims {
    pub role: String,
    pub sub: Option<String>,
    pub session_id: Option<String>,
    pub exp: Option<i64>,
    /// Whether it was given out after the session was confirmed with a second factor (`aal2`).
    pub aal: Option<String>,
    /// Of a service key: which one it is.
    pub generation: Option<i64>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
}

pub fn sign(key: &[u8; 32], claims: &Value) -> String {
    let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(HEADER), URL_SAFE_NO_PAD.encode(claims.to_string()));
    let signature = digest(key, &signed).finalize().into_bytes();
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// Checks everything that the token itself can tell at `now` (Unix seconds). There is no leeway: the clock that
/// checks is the one that issued.
pub fn verify(key: &[u8; 32], token: &str, now: i64) -> Result<Claims, TokenError> {
    if token.is_empty() {
        return Err(TokenError::Empty);
    }
    if token.len() > MAX_BYTES {
        return Err(TokenError::TooLong);
    }
    let parts: Vec<&str> = token.split('.').collect();
    let [header, payload, signature] = parts[..] else { return Err(TokenError::Parts(parts.len())) };

    let header: Header = serde_json::from_slice(&decode(header)?).map_err(|_| TokenError::Encoding)?;
    if header.alg != "HS256" {
        return Err(TokenError::Algorithm);
    }
    let signed = &token[..token.len() - signature.len() - 1];
    // In constant time: how much of a guess was right must not show.
    digest(key, signed).verify_slice(&decode(signature)?).map_err(|_| TokenError::Signature)?;

    let claims: Claims = serde_json::from_slice(&decode(payload)?).map_err(|_| TokenError::Claims)?;
    if claims.exp.is_some_and(|exp| exp <= now) {
        return Err(TokenError::Expired);
    }
    Ok(claims)
}

fn digest(key: &[u8; 32], text: &str) -> Hmac<Sha256> {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("any key length will do");
    mac.update(text.as_bytes());
    mac
}

fn decode(part: &str) -> Result<Vec<u8>, TokenError> {
    URL_SAFE_NO_PAD.decode(part).map_err(|_| TokenError::Encoding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const KEY: [u8; 32] = [7; 32];
    const NOW: i64 = 1_800_000_000;

    fn good() -> String {
        sign(&KEY, &json!({"role": "authenticated", "sub": "a", "session_id": "s", "exp": NOW + 10}))
    }

    fn assemble(header: &str, payload: &str, key: &[u8; 32]) -> String {
        let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(payload));
        let signature = digest(key, &signed).finalize().into_bytes();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    #[test]
    fn what_was_signed_is_verified() {
        let claims = verify(&KEY, &good(), NOW).unwrap();
        assert_eq!((claims.sub.as_deref(), claims.session_id.as_deref()), (Some("a"), Some("s")));
    }

    #[test]
    fn a_token_made_by_another_implementation_is_verified() {
        // By Python's hmac, hashlib and base64.
        let made = "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.B81ugkgP3xrFP07IxMhtXmx0DuuXHM-hXJZ0l2xnakk";
        assert_eq!(verify(&KEY, made, NOW).unwrap().role, "anon");
    }

    #[test]
    fn only_one_algorithm_is_known() {
        let payload = format!(r#"{{"role":"authenticated","exp":{}}}"#, NOW + 10);
        for name in ["none", "None", "NONE", "nOnE", "", "hs256", "HS384", "HS512", "RS256", "ES256", "EdDSA"] {
            let header = json!({"alg": name, "typ": "JWT"}).to_string();
            // Even with a signature that would be right.
            assert_eq!(verify(&KEY, &assemble(&header, &payload, &KEY), NOW), Err(TokenError::Algorithm), "{name}");
            let unsigned = format!("{}.{}.", URL_SAFE_NO_PAD.encode(&header), URL_SAFE_NO_PAD.encode(&payload));
            assert_eq!(verify(&KEY, &unsigned, NOW), Err(TokenError::Algorithm), "{name}");
        }
        for header in [r#"{"typ":"JWT"}"#, r#"{"alg":null}"#, r#"{"alg":["HS256"]}"#, "HS256", ""] {
            assert_eq!(verify(&KEY, &assemble(header, &payload, &KEY), NOW), Err(TokenError::Encoding), "{header}");
        }
    }

    #[test]
    fn tampering_shows() {
        let token = good();
        let parts: Vec<&str> = token.split('.').collect();
        let payload = URL_SAFE_NO_PAD.encode(json!({"role": "authenticated", "sub": "b", "exp": NOW + 10}).to_string());
        assert_eq!(verify(&KEY, &format!("{}.{payload}.{}", parts[0], parts[2]), NOW), Err(TokenError::Signature));
        assert_eq!(verify(&KEY, &format!("{}.{}.", parts[0], parts[1]), NOW), Err(TokenError::Signature));
        assert_eq!(verify(&KEY, &format!("{}.{}.AAAA", parts[0], parts[1]), NOW), Err(TokenError::Signature));
        assert_eq!(verify(&[8; 32], &token, NOW), Err(TokenError::Signature));
        // Each single character of the signature counts, the spare bits of the last one included.
        let start = token.len() - parts[2].len();
        for place in start..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
            assert!(verify(&KEY, &String::from_utf8(bytes).unwrap(), NOW).is_err(), "place {place}");
        }
    }

    #[test]
    fn only_three_parts_in_strict_base64_are_a_token() {
        let token = good();
        assert_eq!(verify(&KEY, "", NOW), Err(TokenError::Empty));
        assert_eq!(verify(&KEY, "opaque", NOW), Err(TokenError::Parts(1)));
        assert_eq!(verify(&KEY, "a.b", NOW), Err(TokenError::Parts(2)));
        assert_eq!(verify(&KEY, &format!("{token}.x"), NOW), Err(TokenError::Parts(4)));
        assert_eq!(verify(&KEY, &format!("{token}."), NOW), Err(TokenError::Parts(4)));
        assert_eq!(verify(&KEY, "..", NOW), Err(TokenError::Encoding));
        assert_eq!(verify(&KEY, &format!("{token}="), NOW), Err(TokenError::Encoding));
        assert_eq!(verify(&KEY, &format!(" {token}"), NOW), Err(TokenError::Encoding));
        assert_eq!(verify(&KEY, "اُمید.اُمید.اُمید", NOW), Err(TokenError::Encoding));
    }

    #[test]
    fn it_ends_when_it_says() {
        let at = |exp: Value| verify(&KEY, &sign(&KEY, &json!({"role": "authenticated", "exp": exp})), NOW);
        assert!(at(json!(NOW + 1)).is_ok());
        assert_eq!(at(json!(NOW)), Err(TokenError::Expired));
        assert_eq!(at(json!(NOW - 1)), Err(TokenError::Expired));
        assert_eq!(at(json!(i64::MIN)), Err(TokenError::Expired));
        assert_eq!(at(json!("tomorrow")), Err(TokenError::Claims));
        assert_eq!(at(json!(1e300)), Err(TokenError::Claims));
        assert_eq!(at(Value::Null).unwrap().exp, None);
    }

    #[test]
    fn claims_must_be_an_object_with_a_role() {
        for payload in ["{}", "[]", "null", "{\"role\":1}", "not json", ""] {
            assert_eq!(verify(&KEY, &assemble(HEADER, payload, &KEY), NOW), Err(TokenError::Claims), "{payload}");
        }
    }

    #[test]
    fn a_huge_token_is_not_even_read() {
        let huge = sign(&KEY, &json!({"role": "anon", "more": "x".repeat(MAX_BYTES)}));
        assert_eq!(verify(&KEY, &huge, NOW), Err(TokenError::TooLong));
        assert_eq!(verify(&KEY, &".".repeat(MAX_BYTES), NOW), Err(TokenError::Parts(MAX_BYTES + 1)));
    }
}
