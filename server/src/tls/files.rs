//! A certificate that somebody else gets and renews, in two files. They are read again when they change; a new pair that is
//! not good is told of, and the old one stays.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;

use super::certificates::{self, Certificates};

/// How often to look: nothing is lost by it, as a certificate is renewed weeks before it ends.
const LOOK: Duration = Duration::from_secs(5);

const MAX_BYTES: u64 = 1024 * 1024;

pub struct Files {
    certificate: PathBuf,
    key: PathBuf,
    certificates: Arc<Certificates>,
    /// What was last read, good or not, so that it is told of once.
    last: Mutex<Pair>,
}

#[derive(PartialEq)]
struct Pair {
    chain: Vec<u8>,
    key: Vec<u8>,
}

impl Files {
    pub fn open(certificate: PathBuf, key: PathBuf, certificates: Arc<Certificates>) -> anyhow::Result<Files> {
        let none = Mutex::new(Pair { chain: Vec::new(), key: Vec::new() });
        let files = Files { certificate, key, certificates, last: none };
        let pair = read(&files.certificate, &files.key)?;
        files.show(pair)?;
        Ok(files)
    }

    pub async fn keep_current(&self) {
        loop {
            tokio::time::sleep(LOOK).await;
            // A thread of its own: a disk that hangs holds up nobody else.
            let (certificate, key) = (self.certificate.clone(), self.key.clone());
            let read = tokio::task::spawn_blocking(move || read(&certificate, &key)).await;
            match read.unwrap_or_else(|cause| Err(cause.into())) {
                Ok(pair) if pair == *self.last.lock().expect("never poisoned") => {}
                Ok(pair) => match self.show(pair) {
                    Ok(()) => tracing::info!("the certificate was read again: its file has changed"),
                    Err(cause) => tracing::error!("the new certificate is not used, the old one stays: {cause:#}"),
                },
                // While it is replaced it may be missing for a moment; and what was read stays in use.
                Err(cause) => tracing::warn!("the certificate cannot be read again: {cause:#}"),
            }
        }
    }

    fn show(&self, pair: Pair) -> anyhow::Result<()> {
        let certified = certificates::certified(&pair.chain, &pair.key);
        *self.last.lock().expect("never poisoned") = pair;
        let both = || format!("{} and {}", self.certificate.display(), self.key.display());
        let certified = certified.with_context(both)?;
        let (_, not_after) = certificates::validity(&certified).with_context(both)?;
        if not_after < jiff::Timestamp::now() {
            tracing::error!("the certificate {} ended at {not_after}: browsers refuse it", self.certificate.display());
        }
        self.certificates.show(certified);
        Ok(())
    }
}

fn read(certificate: &Path, key: &Path) -> anyhow::Result<Pair> {
    Ok(Pair { chain: read_file(certificate)?, key: read_file(key)? })
}

/// A plain file of a likely size: of anything else one could read for ever.
fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = || path.display().to_string();
    let about = std::fs::metadata(path).with_context(|| format!("cannot read {}", name()))?;
    anyhow::ensure!(about.is_file(), "{} is no file", name());
    anyhow::ensure!(about.len() <= MAX_BYTES, "{} is too large to be a certificate or a key", name());
    std::fs::read(path).with_context(|| format!("cannot read {}", name()))
}
