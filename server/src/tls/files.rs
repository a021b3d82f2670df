//! A certificate that somebody else gets and renews, in two files. They are read again when they change; a new pair that is
//! not good is told of, and the old one stays.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;

use super::certificates::{self, Certificates};

/// How often to look: nothing is lost by it, as a certificate is renewed weeks before it ends.
const LOOK: Duration = Duration::from_secs(5);

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
        let pair = files.read()?;
        files.show(pair)?;
        Ok(files)
    }

    pub async fn keep_current(&self) {
        loop {
            tokio::time::sleep(LOOK).await;
            match self.read() {
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

    fn read(&self) -> anyhow::Result<Pair> {
        let read = |path: &PathBuf| std::fs::read(path).with_context(|| format!("cannot read {}", path.display()));
        Ok(Pair { chain: read(&self.certificate)?, key: read(&self.key)? })
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
