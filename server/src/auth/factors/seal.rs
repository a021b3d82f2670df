//! The secret of an authenticator app, sealed for the database: who gets hold of a backup or of the database alone cannot
//! make its codes. Sealed to its row, so that nobody can move one to another account.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::error::Result;
use crate::secret::Secret;

pub fn seal(secret: &Secret, factor: &str, plain: &[u8]) -> Result<String> {
    let mut nonce = [0; NONCE_LEN];
    getrandom::fill(&mut nonce).map_err(|cause| anyhow::anyhow!("no randomness: {cause}"))?;
    let mut sealed = plain.to_vec();
    key(secret)
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(factor), &mut sealed)
        .map_err(|_| anyhow::anyhow!("a second factor could not be sealed"))?;
    Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
}

/// `None` for what was sealed with another secret or for another row, as after a restore on a new server.
pub fn open(secret: &Secret, factor: &str, sealed: &str) -> Option<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
    let (nonce, rest) = bytes.split_first_chunk::<NONCE_LEN>()?;
    let mut rest = rest.to_vec();
    let nonce = Nonce::assume_unique_for_key(*nonce);
    let plain = key(secret).open_in_place(nonce, Aad::from(factor), &mut rest).ok()?;
    Some(plain.to_vec())
}

fn key(secret: &Secret) -> LessSafeKey {
    let bytes = secret.mac("second factor", b"");
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &bytes).expect("it has the length of a key"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_server_opens_it_and_only_in_its_row() {
        let (secret, other) = (Secret::random().unwrap(), Secret::random().unwrap());
        let sealed = seal(&secret, "row", b"plain secret").unwrap();
        assert_eq!(open(&secret, "row", &sealed).as_deref(), Some(&b"plain secret"[..]));
        assert_ne!(sealed, seal(&secret, "row", b"plain secret").unwrap(), "never twice the same");
        assert_eq!(open(&secret, "another row", &sealed), None);
        assert_eq!(open(&other, "row", &sealed), None);
        for text in ["", "x", "not base64!", &sealed[1..], &sealed[..sealed.len() - 2]] {
            assert_eq!(open(&secret, "row", text), None, "{text}");
        }
    }
}
