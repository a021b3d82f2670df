//! Refresh tokens. None is stored: a token is its session's id, the number of times the session was renewed before
//! it (its generation) and a keyed digest of the two, so only the server can make one. Which of them is taken is
//! decided here, by a pure rule; see `sessions` for the writing.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::secret::Secret;

const DIGEST_BYTES: usize = 16;

/// A session after a number of renewals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RefreshToken {
    pub session: Uuid,
    pub generation: i64,
}

impl RefreshToken {
    pub fn encode(self, secret: &Secret) -> String {
        let mut bytes = self.bytes();
        bytes.extend(self.digest(secret));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// `None` for anything that this server did not make.
    pub fn decode(token: &str, secret: &Secret) -> Option<RefreshToken> {
        let bytes: [u8; 16 + 8 + DIGEST_BYTES] = URL_SAFE_NO_PAD.decode(token).ok()?.try_into().ok()?;
        let (session, rest) = bytes.split_first_chunk::<16>()?;
        let (generation, digest) = rest.split_first_chunk::<8>()?;
        let decoded = RefreshToken { session: Uuid::from_bytes(*session), generation: i64::from_be_bytes(*generation) };
        bool::from(decoded.digest(secret).ct_eq(digest)).then_some(decoded)
    }

    fn bytes(self) -> Vec<u8> {
        let mut bytes = self.session.as_bytes().to_vec();
        bytes.extend(self.generation.to_be_bytes());
        bytes
    }

    fn digest(self, secret: &Secret) -> [u8; DIGEST_BYTES] {
        let whole = secret.mac("refresh token", &self.bytes());
        *whole.first_chunk().expect("a digest is longer")
    }
}

#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// Give out the next generation.
    Rotate,
    /// Give out the active token once more.
    Repeat,
    /// A token that was replaced some time ago: somebody else may hold a copy, so the session ends.
    Stolen,
    /// A generation that has not been given out, as after a backup was restored.
    Unknown,
}

/// How long the token before the active one still gets the active one: two tabs that refresh at once, an answer that got
/// lost and is asked for again. The official client asks again within half a minute.
const PARENT_FORGIVEN: Duration = Duration::from_secs(60);
/// How long a still older one is taken: a slow network, or a tab that fell behind by more than one.
const OLDER_FORGIVEN: Duration = Duration::from_secs(10);
/// No longer than this anybody needs to know when a generation was replaced.
pub const REMEMBERED: Duration = PARENT_FORGIVEN;

/// `replaced`: how long ago the presented generation was replaced; `None` when that is forgotten.
pub fn verdict(presented: i64, active: i64, replaced: Option<Duration>) -> Verdict {
    let within = |time: Duration| replaced.is_some_and(|ago| ago <= time);
    match active - presented {
        0 => Verdict::Rotate,
        ..0 => Verdict::Unknown,
        1 if within(PARENT_FORGIVEN) => Verdict::Repeat,
        2.. if within(OLDER_FORGIVEN) => Verdict::Rotate,
        _ => Verdict::Stolen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> Secret {
        Secret::load_or_make(tempfile::tempdir().unwrap().path()).unwrap()
    }

    #[test]
    fn a_token_says_which_session_and_generation_it_is_of() {
        let secret = secret();
        let made = RefreshToken { session: Uuid::now_v7(), generation: 41 };
        let token = made.encode(&secret);
        assert_eq!(token.len(), 54);
        assert_eq!(token, made.encode(&secret), "the same whenever it is made");
        assert_eq!(RefreshToken::decode(&token, &secret), Some(made));
    }

    #[test]
    fn nobody_else_can_make_one() {
        let (secret, other) = (secret(), secret());
        let made = RefreshToken { session: Uuid::now_v7(), generation: 0 };
        let token = made.encode(&secret);
        assert_eq!(RefreshToken::decode(&token, &other), None);
        for place in 0..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
            assert_eq!(RefreshToken::decode(std::str::from_utf8(&bytes).unwrap(), &secret), None, "place {place}");
        }
        for text in ["", "x", "not base64!", &token[1..], &format!("{token}A"), &format!("{token}=")] {
            assert_eq!(RefreshToken::decode(text, &secret), None, "{text}");
        }
    }

    #[test]
    fn the_rule_of_reuse() {
        let ago = |seconds| Some(Duration::from_secs(seconds));
        for replaced in [None, ago(0), ago(3600)] {
            assert_eq!(verdict(5, 5, replaced), Verdict::Rotate, "the active one");
            assert_eq!(verdict(6, 5, replaced), Verdict::Unknown, "one not given out yet");
        }
        assert_eq!((verdict(4, 5, ago(0)), verdict(4, 5, ago(60))), (Verdict::Repeat, Verdict::Repeat), "its parent");
        assert_eq!((verdict(4, 5, ago(61)), verdict(4, 5, None)), (Verdict::Stolen, Verdict::Stolen));
        assert_eq!((verdict(3, 5, ago(0)), verdict(3, 5, ago(10))), (Verdict::Rotate, Verdict::Rotate), "older ones");
        assert_eq!((verdict(3, 5, ago(11)), verdict(3, 5, None)), (Verdict::Stolen, Verdict::Stolen));
        assert_eq!(verdict(0, i64::MAX, None), Verdict::Stolen);
    }
}
