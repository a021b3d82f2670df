//! The secret that signs tokens: made at first start, kept in the data folder, readable by its owner only; or in the
//! database, where several servers share one.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::config::Folder;
use crate::db::{self, Db, Sql};

const BYTES: usize = 32;

pub struct Secret([u8; BYTES]);

impl Secret {
    pub async fn of(folder: &Folder, db: &Db) -> anyhow::Result<Secret> {
        match db.engine() {
            db::Engine::Sqlite => Secret::load_or_make(&folder.path),
            db::Engine::Postgres => Secret::shared(db).await,
        }
    }

    /// Whichever server comes first makes it; all others take that one.
    async fn shared(db: &Db) -> anyhow::Result<Secret> {
        let made = URL_SAFE_NO_PAD.encode(random()?);
        let insert = "INSERT INTO shared_secrets (name, value) VALUES ('tokens', ?) ON CONFLICT (name) DO NOTHING";
        let insert = Sql::new(insert).with(made);
        db.write(|tx| Box::pin(async move { tx.rows(insert).await.map(drop) })).await?;
        let kept = db.first(Sql::new("SELECT value FROM shared_secrets WHERE name = 'tokens'")).await?;
        Secret::read(kept.context("the secret is missing from the database")?.text(0)).context(
            "the secret in the database is damaged; restore it from a backup, or remove it to sign everyone out",
        )
    }

    pub fn load_or_make(folder: &Path) -> anyhow::Result<Secret> {
        let path = folder.join("secret");
        match fs::read_to_string(&path) {
            Ok(text) => Secret::read(&text).with_context(|| {
                format!("{} is damaged; restore it from a backup, or remove it to sign everyone out", path.display())
            }),
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Secret::make(&path),
            Err(cause) => Err(cause).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    fn read(text: &str) -> anyhow::Result<Secret> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim())?;
        let Ok(bytes) = bytes.try_into() else { bail!("it is not {BYTES} bytes long") };
        Ok(Secret(bytes))
    }

    /// Written beside and linked into place, so that a crash never leaves half a secret.
    fn make(path: &Path) -> anyhow::Result<Secret> {
        let bytes = random()?;
        let half = path.with_extension(format!("{}.part", std::process::id()));
        let _ = fs::remove_file(&half);
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&half).with_context(|| format!("cannot write {}", half.display()))?;
        writeln!(file, "{}", URL_SAFE_NO_PAD.encode(bytes))?;
        file.sync_all()?;
        // Another command may make one at the same moment; whoever links first has made the secret.
        let linked = fs::hard_link(&half, path);
        fs::remove_file(&half)?;
        if let Some(folder) = path.parent() {
            File::open(folder)?.sync_all()?;
        }
        match linked {
            Ok(()) => Ok(Secret(bytes)),
            Err(cause) if cause.kind() == std::io::ErrorKind::AlreadyExists => Secret::read(&fs::read_to_string(path)?),
            Err(cause) => Err(cause).with_context(|| format!("cannot write {}", path.display())),
        }
    }

    /// A keyed digest of `message`. `purpose` keeps one use of the secret apart from another.
    pub fn mac(&self, purpose: &str, message: &[u8]) -> [u8; 32] {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.0).expect("any key length will do");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(message);
        mac.finalize().into_bytes().into()
    }

    /// The key for signing access tokens.
    pub fn token_key(&self) -> [u8; 32] {
        self.mac("access token", b"")
    }
}

fn random() -> anyhow::Result<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|cause| anyhow::anyhow!("no randomness: {cause}"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_made_once_and_only_the_owner_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = Secret::load_or_make(folder.path()).unwrap();
        let second = Secret::load_or_make(folder.path()).unwrap();
        assert_eq!(first.0, second.0);
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
