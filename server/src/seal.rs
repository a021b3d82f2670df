//! Secrets in the database (the seed of a second factor, the key of a certificate), sealed by a key made from the server's
//! secret: with a backup or the database alone nobody can use them. Sealed to a row, so that nobody can move one to another.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::error::Result;
use crate::secret::Secret;

/// What is sealed; each has a key of its own.
#[derive(Clone, Copy)]
pub enum Purpose {
    SecondFactor,
    Certificate,
    AcmeAccount,
}

impl Purpose {
    fn text(self) -> &'static str {
        match self {
            Purpose::SecondFactor => "second factor",
            Purpose::Certificate => "certificate",
            Purpose::AcmeAccount => "acme account",
        }
    }
}

pub fn seal(secret: &Secret, purpose: Purpose, row: &str, plain: &[u8]) -> Result<String> {
    let mut nonce = [0; NONCE_LEN];
    getrandom::fill(&mut nonce).map_err(|cause| anyhow::anyhow!("no randomness: {cause}"))?;
    let mut sealed = plain.to_vec();
    key(secret, purpose)
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(row), &mut sealed)
        .map_err(|_| anyhow::anyhow!("the {} could not be sealed", purpose.text()))?;
    Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
}

/// `None` for what was sealed with another secret or for another row, as after a restore on a new server.
pub fn open(secret: &Secret, purpose: Purpose, row: &str, sealed: &str) -> Option<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
    let (nonce, rest) = bytes.split_first_chunk::<NONCE_LEN>()?;
    let mut rest = rest.to_vec();
    let nonce = Nonce::assume_unique_for_key(*nonce);
    let plain = key(secret, purpose).open_in_place(nonce, Aad::from(row), &mut rest).ok()?;
    Some(plain.to_vec())
}

fn key(secret: &Secret, purpose: Purpose) -> LessSafeKey {
    let bytes = secret.mac(purpose.text(), b"");
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &bytes).expect("it has the length of a key"))
}

#[cfg(test)]
mod tests {
    use super::Purpose::*;
    use super::*;

    #[test]
    fn only_the_same_server_opens_it_in_its_row_and_for_its_purpose() {
        let (secret, other) = (Secret::random().unwrap(), Secret::random().unwrap());
        let sealed = seal(&secret, SecondFactor, "row", b"plain secret").unwrap();
        assert_eq!(open(&secret, SecondFactor, "row", &sealed).as_deref(), Some(&b"plain secret"[..]));
        assert_ne!(sealed, seal(&secret, SecondFactor, "row", b"plain secret").unwrap(), "never twice the same");
        assert_eq!(open(&secret, SecondFactor, "another row", &sealed), None);
        assert_eq!(open(&secret, Certificate, "row", &sealed), None);
        assert_eq!(open(&other, SecondFactor, "row", &sealed), None);
        for text in ["", "x", "not base64!", &sealed[1..], &sealed[..sealed.len() - 2]] {
            assert_eq!(open(&secret, SecondFactor, "row", text), None, "{text}");
        }
    }
}
