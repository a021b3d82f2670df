//! The secret that signs tokens: made at first start and kept in the data folder, readable by its owner only. Where several
//! servers share a database they keep one there (see `app`).

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const BYTES: usize = 32;

pub struct Secret {
    bytes: [u8; BYTES],
    /// For signing access tokens. Made once: every request needs it.
    token_key: [u8; 32],
    /// A token that is the same whenever it is made, once it has been made.
    public_key: OnceLock<String>,
}

impl Secret {
    pub fn random() -> anyhow::Result<Secret> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(|cause| anyhow::anyhow!("no randomness: {cause}"))?;
        Ok(Secret::of(bytes))
    }

    fn of(bytes: [u8; BYTES]) -> Secret {
        Secret { bytes, token_key: mac(&bytes, "access token", b""), public_key: OnceLock::new() }
    }

    pub fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes)
    }

    pub fn load_or_make(folder: &Path) -> anyhow::Result<Secret> {
        let path = folder.join("secret");
        match fs::read_to_string(&path) {
            Ok(text) => Secret::decode(&text).with_context(|| {
                format!("{} is damaged; restore it from a backup, or remove it to sign everyone out", path.display())
            }),
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Secret::make(&path),
            Err(cause) => Err(cause).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    pub fn decode(text: &str) -> anyhow::Result<Secret> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim())?;
        let Ok(bytes) = bytes.try_into() else { bail!("it is not {BYTES} bytes long") };
        Ok(Secret::of(bytes))
    }

    /// Written under another name and linked into place, so that a crash never leaves half a secret.
    fn make(path: &Path) -> anyhow::Result<Secret> {
        let secret = Secret::random()?;
        let half = path.with_extension(format!("{}.part", std::process::id()));
        let _ = fs::remove_file(&half);
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&half).with_context(|| format!("cannot write {}", half.display()))?;
        writeln!(file, "{}", secret.encode())?;
        file.sync_all()?;
        // Another command may make one at the same moment; the one that links first has made the secret.
        let linked = fs::hard_link(&half, path);
        fs::remove_file(&half)?;
        if let Some(folder) = path.parent() {
            File::open(folder)?.sync_all()?;
        }
        match linked {
            Ok(()) => Ok(secret),
            Err(cause) if cause.kind() == std::io::ErrorKind::AlreadyExists => {
                Secret::decode(&fs::read_to_string(path)?)
            }
            Err(cause) => Err(cause).with_context(|| format!("cannot write {}", path.display())),
        }
    }

    /// A keyed digest of `message`. `purpose` keeps one use of the secret apart from another.
    pub fn mac(&self, purpose: &str, message: &[u8]) -> [u8; 32] {
        mac(&self.bytes, purpose, message)
    }

    pub fn token_key(&self) -> &[u8; 32] {
        &self.token_key
    }

    pub fn public_key(&self, make: impl FnOnce() -> String) -> &str {
        self.public_key.get_or_init(make)
    }
}

fn mac(key: &[u8; BYTES], purpose: &str, message: &[u8]) -> [u8; 32] {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("any key length will do");
    mac.update(purpose.as_bytes());
    mac.update(&[0]);
    mac.update(message);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_made_once_and_only_the_owner_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = Secret::load_or_make(folder.path()).unwrap();
        let second = Secret::load_or_make(folder.path()).unwrap();
        assert_eq!(first.bytes, second.bytes);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join("secret")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_damaged_secret_is_never_replaced_silently() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("secret"), "short").unwrap();
        assert!(Secret::load_or_make(folder.path()).is_err());
        assert_eq!(fs::read_to_string(folder.path().join("secret")).unwrap(), "short");
    }
}
