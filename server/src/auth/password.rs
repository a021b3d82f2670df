//! Passwords: which are accepted, how they are hashed (argon2id at OWASP's parameters) and checked. The work is done
//! for those who hold a place in `password_queue`. Nothing here logs or keeps a password.

use std::collections::HashSet;
use std::sync::LazyLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};

use super::password_queue::Place;
use crate::error::Result;
pub use crate::schema::password::{MAX_CHARACTERS, MIN_CHARACTERS};

/// The 3,000 commonest passwords of at least `MIN_CHARACTERS`, sorted, one a line. From zxcvbn 4.4.2's list of passwords
/// in the order of their use (Dan Wheeler and Dropbox, MIT licence).
const COMMON: &str = include_str!("common-passwords.txt");
/// What is guessed first at this site. A password that is one of them, with or without digits and symbols, is refused.
const GUESSED_HERE: &[&str] = &[
    "umeed",
    "umeedadmin",
    "adminumeed",
    "umeedfoundation",
    "umeedwelfare",
    "umeedwelfarefoundation",
    "foundation",
    "welfare",
    "charity",
    "donate",
    "donation",
    "volunteer",
    "faisalabad",
    "pakistan",
    "admin",
    "administrator",
    "staff",
    "password",
];
/// OWASP's current advice for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Checked in place of the hash of an account that does not exist, or that has no password yet, so that all cases take
/// the same time. No password has it.
pub const NOBODYS_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Why a new password is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PasswordError {
    #[error("the password must have at least {MIN_CHARACTERS} characters")]
    TooShort,
    #[error("the password must not be longer than {MAX_CHARACTERS} characters")]
    TooLong,
    #[error("the password is easy to guess; please choose a different one")]
    EasilyGuessed,
}

/// What a new password must be. Existing ones are never judged again.
pub fn check_new(password: &str) -> Result<(), PasswordError> {
    let characters = password.chars().count();
    if characters < MIN_CHARACTERS {
        return Err(PasswordError::TooShort);
    }
    if characters > MAX_CHARACTERS {
        return Err(PasswordError::TooLong);
    }
    if is_easily_guessed(password) {
        return Err(PasswordError::EasilyGuessed);
    }
    Ok(())
}

/// Nor may it be what everybody knows of the person or the place: an address, the part before its @, or a name.
pub fn check_not_known(password: &str, known: &[&str]) -> Result<(), PasswordError> {
    let bare = |text: &str| -> String { text.to_lowercase().chars().filter(|sign| sign.is_alphanumeric()).collect() };
    let password = bare(password);
    let parts = known.iter().flat_map(|text| [*text, text.split('@').next().unwrap_or_default()]);
    match parts.map(bare).any(|known| !known.is_empty() && known == password) {
        true => Err(PasswordError::EasilyGuessed),
        false => Ok(()),
    }
}

fn is_easily_guessed(password: &str) -> bool {
    static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| COMMON.lines().collect());
    let lower = password.to_lowercase();
    let letters: String = lower.chars().filter(|letter| letter.is_alphabetic()).collect();
    KNOWN.contains(lower.as_str()) || GUESSED_HERE.contains(&letters.as_str())
}

pub async fn hash(place: &Place, password: String) -> Result<String> {
    let work = move || {
        let hash = hasher().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string()).map_err(|cause| anyhow::anyhow!("a password cannot be hashed: {cause}"))
    };
    place.run(work).await
}

/// Whether `password` is the one behind `hash`. Without a hash the same work is done, and the answer is no.
pub async fn is_right(place: &Place, password: String, hash: Option<String>) -> Result<bool> {
    let work = move || {
        let parsed = PasswordHash::new(hash.as_deref().unwrap_or(NOBODYS_HASH))
            .map_err(|cause| anyhow::anyhow!("a stored password hash is damaged: {cause}"))?;
        let matches = hasher().verify_password(password.as_bytes(), &parsed).is_ok();
        Ok(matches && hash.is_some())
    };
    place.run(work).await
}

fn hasher() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).expect("valid parameters");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// A password to be read out and typed: four groups of five, none of the letters that look alike, 99 bits.
pub fn random() -> anyhow::Result<String> {
    const LETTERS: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let mut password = String::new();
    while password.len() < 23 {
        let mut byte = [0];
        getrandom::fill(&mut byte).map_err(|cause| anyhow::anyhow!("no randomness: {cause}"))?;
        // Above the largest multiple of 31 a byte would favour the first letters.
        if let Some(letter) = (byte[0] < 248).then(|| LETTERS[usize::from(byte[0]) % LETTERS.len()]) {
            if password.len() % 6 == 5 {
                password.push('-');
            }
            password.push(char::from(letter));
        }
    }
    Ok(password)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::password_queue::for_operator;

    fn place() -> Place {
        for_operator().unwrap()
    }

    #[tokio::test]
    async fn a_password_is_known_by_its_hash_alone() {
        let kept = hash(&place(), "correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert_ne!(kept, hash(&place(), "correct horse".into()).await.unwrap(), "each has its own salt");
        assert!(is_right(&place(), "correct horse".into(), Some(kept.clone())).await.unwrap());
        assert!(!is_right(&place(), "correct horsf".into(), Some(kept)).await.unwrap());
    }

    #[tokio::test]
    async fn an_unknown_account_costs_the_same_and_never_matches() {
        let (dummy, real) = (PasswordHash::new(NOBODYS_HASH).unwrap(), hash(&place(), "x".into()).await.unwrap());
        let real = PasswordHash::new(&real).unwrap();
        assert_eq!((dummy.algorithm, &dummy.params, dummy.version), (real.algorithm, &real.params, real.version));
        assert_eq!(dummy.hash.unwrap().len(), real.hash.unwrap().len());
        assert!(!is_right(&place(), String::new(), None).await.unwrap());
    }

    #[test]
    fn new_passwords_are_of_a_length() {
        assert!(check_new("1234567").is_err());
        assert!(check_new("8 chars!").is_ok());
        assert!(check_new("اُمیدکیکرن").is_ok(), "characters count, not bytes");
        assert!(check_new(&"ا".repeat(128)).is_ok(), "256 bytes");
        assert!(check_new(&"x".repeat(129)).is_err());
    }

    #[test]
    fn what_is_guessed_first_is_refused() {
        for weak in ["password1", "12345678", "Sunshine", "QWERTYUIOP", "Umeed2018", "umeed-admin-1", "Faisalabad@123"]
        {
            assert_eq!(check_new(weak), Err(PasswordError::EasilyGuessed), "{weak}");
        }
        for good in [
            "umeed means hope",
            "correct horse",
            "8hj2-ksd9",
            "\u{1f331}\u{1f331}\u{1f331}\u{1f331}\u{1f331}\u{1f331}\u{1f331}\u{1f331}",
        ] {
            assert!(check_new(good).is_ok(), "{good}");
        }
        assert_eq!(COMMON.lines().count(), 3000);
    }

    #[test]
    fn what_everybody_knows_of_them_is_refused() {
        let known = ["ayesha.khan@roshni.org", "Roshni Trust"];
        for weak in ["ayesha.khan@roshni.org", "Ayesha.Khan", "roshni trust", "RoshniTrust!"] {
            assert_eq!(check_not_known(weak, &known), Err(PasswordError::EasilyGuessed), "{weak}");
        }
        for good in ["ayesha khan of roshni", "!!!!!!!!!!"] {
            assert!(check_not_known(good, &known).is_ok(), "{good}");
        }
    }

    #[test]
    fn random_passwords_are_readable_and_differ() {
        let (one, other) = (random().unwrap(), random().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.split('-').map(str::len).collect::<Vec<_>>(), [5, 5, 5, 5]);
        assert!(!one.contains(['0', 'o', '1', 'l', 'i']));
    }
}
