//! Gets a certificate for each name from an authority, by ACME (RFC 8555), and renews it in good time. Several servers share what
//! they have through the database (see `store`).

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use instant_acme::{Account, AccountCredentials, CertificateIdentifier, ChallengeType, NewAccount};
use jiff::Timestamp;
use rustls::pki_types::CertificateDer;

use super::certificates::{self, Certificates};
use super::client::Client;
use super::order::{self, Failure};
use super::store::{self, Issued, Kept};
use crate::config::TlsSettings;
use crate::db::Db;
use crate::error::Result;
use crate::secret::Secret;

/// How often to look whether another server has got one, and whether one is due.
const LOOK: Duration = Duration::from_secs(60);
const LOOK_WITHOUT: Duration = Duration::from_secs(2);
/// How often to ask the authority when it would like a certificate to be renewed.
const ASK: Duration = Duration::from_secs(24 * 3600);
/// How long to wait after each attempt that failed. Let's Encrypt allows five failures an hour.
const BACK_OFF: [Duration; 6] = [seconds(10), seconds(60), seconds(600), seconds(1800), seconds(7200), seconds(21_600)];
/// Where an authority that was asked too often does not say how long to wait.
const LIMITED: Duration = Duration::from_secs(3600);

const fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

pub struct Authority {
    db: Arc<Db>,
    secret: Arc<Secret>,
    names: Vec<String>,
    directory: String,
    contact: Option<String>,
    root: Option<PathBuf>,
    certificates: Arc<Certificates>,
    /// What is shown, so that what another server got is noticed.
    shown: Mutex<Vec<(String, Issued)>>,
}

impl Authority {
    pub fn open(
        settings: &TlsSettings,
        db: Arc<Db>,
        secret: Arc<Secret>,
        certificates: Arc<Certificates>,
    ) -> anyhow::Result<Authority> {
        Client::new(settings.acme_root.as_deref())?; // what is wrong with the settings is told at once
        Ok(Authority {
            db,
            secret,
            names: settings.domains.clone(),
            directory: settings.acme.to_string(),
            contact: settings.acme_contact.as_ref().map(|address| format!("mailto:{address}")),
            root: settings.acme_root.clone(),
            certificates,
            shown: Mutex::default(),
        })
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub async fn keep_current(&self) {
        while let Err(cause) = store::begin(&self.db, &self.names, &self.directory, Timestamp::now()).await {
            tracing::error!("certificates cannot be looked after: {cause}");
            tokio::time::sleep(LOOK_WITHOUT).await;
        }
        loop {
            let wait = self.look_at_all().await.unwrap_or_else(|cause| {
                tracing::error!("certificates cannot be looked after: {cause}");
                LOOK_WITHOUT
            });
            tokio::time::sleep(wait).await;
        }
    }

    /// Shows what is there, orders what is due, and says when to look again.
    async fn look_at_all(&self) -> Result<Duration> {
        let mut wait = LOOK;
        for name in &self.names {
            let Some(kept) = store::read(&self.db, &self.secret, name).await? else { continue };
            if let Some(issued) = &kept.certificate {
                self.show(name, issued);
            }
            let now = Timestamp::now();
            match Duration::try_from(kept.next_at - now) {
                Ok(rest) if !rest.is_zero() => {
                    wait = wait.min(if kept.certificate.is_some() { rest } else { rest.min(LOOK_WITHOUT) });
                }
                _ => {
                    if let Some(attempt) = store::claim(&self.db, name, now).await? {
                        self.renew(name, kept, attempt).await?;
                    }
                    wait = Duration::ZERO;
                }
            }
        }
        Ok(wait.max(seconds(1)))
    }

    async fn renew(&self, name: &str, kept: Kept, attempt: i64) -> Result<()> {
        let client = match Client::new(self.root.as_deref()) {
            Ok(client) => client,
            Err(cause) => return self.note_failure(name, Failure::of(format!("{cause:#}")), None, attempt).await,
        };
        let now = Timestamp::now();
        let good_until = kept.certificate.as_ref().and_then(|issued| renewal(issued).ok());
        let ordered = async {
            let account = self.account(client.clone()).await?;
            let old = kept.certificate.as_ref().and_then(first_certificate);
            let id = old.as_ref().and_then(|old| CertificateIdentifier::try_from(old).ok());
            // Not every authority says when it would like it renewed; then our own rule decides alone.
            let wished = match &id {
                Some(id) => account.renewal_info(id).await.ok().map(|(info, _)| info.suggested_window.start),
                None => None,
            };
            let is_wished = wished.is_some_and(|start| start.unix_timestamp() <= now.as_second());
            if let Some(until) = good_until
                && until > now
                && !is_wished
            {
                return Ok(None);
            }
            // That it replaces another is told only once: an authority may refuse it if it does not know that one.
            let replaces = id.filter(|_| wished.is_some() && attempt == 1);
            let method = if attempt % 2 == 1 { ChallengeType::TlsAlpn01 } else { ChallengeType::Http01 };
            order::order(&self.db, &account, name, method, replaces).await.map(Some)
        };
        let ordered = ordered.await;
        store::end_challenge(&self.db, name).await?;
        match ordered {
            Ok(None) => store::leave(&self.db, name, next_look(now, good_until)).await,
            Ok(Some(issued)) => match self.keep(name, &issued).await {
                Ok(kept) => kept,
                Err(cause) => self.note_failure(name, Failure::of(format!("{cause:#}")), None, attempt).await,
            },
            Err(failure) => self.note_failure(name, failure, client.take_wait(), attempt).await,
        }
    }

    /// The inner result is the database's.
    async fn keep(&self, name: &str, issued: &Issued) -> anyhow::Result<Result<()>> {
        let certified = certificates::certified(issued.chain.as_bytes(), issued.key.as_bytes())?;
        let validity = certificates::validity(&certified)?;
        let next = next_look(Timestamp::now(), Some(renewal(issued)?));
        let saved = store::save(&self.db, &self.secret, name, issued, validity, next).await;
        self.show(name, issued);
        tracing::info!(name, until = %validity.1, "there is a new certificate");
        Ok(saved)
    }

    fn show(&self, name: &str, issued: &Issued) {
        let mut shown = self.shown.lock().expect("never poisoned");
        if shown.iter().any(|(known, at)| known == name && at == issued) {
            return;
        }
        match certificates::certified(issued.chain.as_bytes(), issued.key.as_bytes()) {
            Ok(certified) => {
                self.certificates.show_for(name, certified, self.names.first().is_some_and(|first| first == name));
                shown.retain(|(known, _)| known != name);
                shown.push((name.to_owned(), issued.clone()));
            }
            Err(cause) => tracing::error!("the certificate for {name} cannot be used: {cause:#}"),
        }
    }

    async fn note_failure(&self, name: &str, failure: Failure, told: Option<Duration>, attempt: i64) -> Result<()> {
        let step = usize::try_from(attempt - 1).unwrap_or_default().min(BACK_OFF.len() - 1);
        let limited = failure.limited || told.is_some();
        let wait = match limited {
            true => told.unwrap_or(LIMITED).max(BACK_OFF[step]),
            false => BACK_OFF[step],
        };
        let next = Timestamp::now() + wait;
        let words = &failure.words;
        tracing::error!(name, "there is no new certificate: {words}. The next attempt is at {next:.0}");
        store::fail(&self.db, name, words, next, limited).await
    }

    /// Ours at this authority; made when there is none.
    async fn account(&self, client: Client) -> std::result::Result<Account, Failure> {
        let builder = Account::builder_with_http(Box::new(client));
        if let Some(kept) = store::account(&self.db, &self.secret, &self.directory).await?
            && let Ok(credentials) = serde_json::from_slice::<AccountCredentials>(&kept)
        {
            return Ok(builder.from_credentials(credentials).await?);
        }
        let contact: Vec<&str> = self.contact.as_deref().into_iter().collect();
        let new = NewAccount { contact: &contact, terms_of_service_agreed: true, only_return_existing: false };
        let (account, credentials) = builder.create(&new, self.directory.clone(), None).await?;
        let bytes = serde_json::to_vec(&credentials).map_err(|cause| Failure::of(cause.to_string()))?;
        store::save_account(&self.db, &self.secret, &self.directory, &bytes).await?;
        Ok(account)
    }
}

/// When two thirds of its time are over.
fn renewal(issued: &Issued) -> anyhow::Result<Timestamp> {
    let certified = certificates::certified(issued.chain.as_bytes(), issued.key.as_bytes())?;
    let (from, until) = certificates::validity(&certified)?;
    Ok(Timestamp::from_second(from.as_second() + (until.as_second() - from.as_second()) * 2 / 3)?)
}

fn next_look(now: Timestamp, renewal: Option<Timestamp>) -> Timestamp {
    let tomorrow = now + ASK;
    renewal.map_or(tomorrow, |time| time.min(tomorrow)).max(now + seconds(1))
}

fn first_certificate(issued: &Issued) -> Option<CertificateDer<'static>> {
    use rustls::pki_types::pem::PemObject;
    CertificateDer::from_pem_slice(issued.chain.as_bytes()).ok()
}
