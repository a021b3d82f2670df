//! Challenges: what a client asks for before it sends a code. None is stored. The id is the time at which it ends and a keyed
//! digest of that, the factor and the session, so only this server makes one, and only that session uses it, for five minutes.
//! That a code is good once is seen to where it is checked.

use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::error::FactorError;
use crate::secret::Secret;

const LIFE_SECS: u32 = 5 * 60;

/// The id of a new challenge and when it ends (Unix seconds).
pub fn make(secret: &Secret, factor: &str, session: &str, now: i64) -> (Uuid, u32) {
    let ends = (now as u32).saturating_add(LIFE_SECS);
    (id(secret, factor, session, ends), ends)
}

pub fn check(secret: &Secret, factor: &str, session: &str, given: &str, now: i64) -> Result<(), FactorError> {
    let given = Uuid::parse_str(given).map_err(|_| FactorError::UnknownChallenge)?;
    let ends = u32::from_be_bytes(*given.as_bytes().first_chunk().expect("sixteen bytes"));
    let genuine = id(secret, factor, session, ends).as_bytes().ct_eq(given.as_bytes());
    match bool::from(genuine) {
        false => Err(FactorError::UnknownChallenge),
        true if i64::from(ends) <= now => Err(FactorError::ChallengeExpired(given)),
        true => Ok(()),
    }
}

fn id(secret: &Secret, factor: &str, session: &str, ends: u32) -> Uuid {
    let digest = secret.mac("factor challenge", format!("{factor} {session} {ends}").as_bytes());
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&ends.to_be_bytes());
    bytes[4..].copy_from_slice(&digest[..12]);
    Uuid::from_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_is_for_one_factor_and_session_and_ends() {
        let secret = Secret::random().unwrap();
        let now = 1_800_000_000;
        let (id, ends) = make(&secret, "factor", "session", now);
        let check = |secret: &Secret, factor, session, now| super::check(secret, factor, session, &id.to_string(), now);
        assert!(check(&secret, "factor", "session", now).is_ok());
        assert!(check(&secret, "factor", "session", i64::from(ends) - 1).is_ok());
        assert!(matches!(
            check(&secret, "factor", "session", i64::from(ends)),
            Err(FactorError::ChallengeExpired(expired)) if expired == id
        ));
        for (factor, session) in [("other", "session"), ("factor", "other")] {
            assert!(matches!(check(&secret, factor, session, now), Err(FactorError::UnknownChallenge)));
        }
        let other = Secret::random().unwrap();
        assert!(matches!(check(&other, "factor", "session", now), Err(FactorError::UnknownChallenge)));
        for text in ["", "x", "00000000-0000-0000-0000-000000000000", &Uuid::new_v4().to_string()] {
            let refused = super::check(&secret, "factor", "session", text, now);
            assert!(matches!(refused, Err(FactorError::UnknownChallenge)), "{text}");
        }
    }
}
