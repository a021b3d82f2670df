//! The authority's question whether a name is ours, as it arrives: over TLS (TLS-ALPN-01) or over http (HTTP-01). What to answer is in
//! the database, since the authority may ask any of several servers.

use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::server::ClientHello;
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use sha2::{Digest, Sha256};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::store;
use crate::db::Db;

const ACME: &[u8] = b"acme-tls/1";
/// Anyone can ask as the authority does, and each question costs a look into the database.
const MAX_AT_ONCE: usize = 4;
const MAX_TOKEN: usize = 128;

pub struct Challenges {
    db: Arc<Db>,
    names: Vec<String>,
    places: Semaphore,
    /// The runtime of the database.
    main: Handle,
}

/// The name that is asked for, if this is the authority's question and no visitor.
pub fn asked_for(hello: &ClientHello) -> Option<String> {
    let is_question = hello.alpn().is_some_and(|mut offered| offered.any(|protocol| protocol == ACME));
    is_question.then(|| hello.server_name().unwrap_or_default().to_ascii_lowercase())
}

impl Challenges {
    pub fn new(db: Arc<Db>, names: Vec<String>) -> Challenges {
        Challenges { db, names, places: Semaphore::new(MAX_AT_ONCE), main: Handle::current() }
    }

    /// What to show the authority: a certificate with the answer in it.
    pub async fn over_tls(&self, name: &str) -> Option<Arc<ServerConfig>> {
        if !self.names.iter().any(|ours| ours == name) {
            return None;
        }
        let _place = self.places.try_acquire().ok()?;
        let (db, asked) = (self.db.clone(), name.to_owned());
        let reading = self.main.spawn(async move { store::challenge_of_name(&db, &asked).await });
        let answer = reading.await.ok()?.ok()??;
        certificate_with(name, &answer).inspect_err(|cause| tracing::error!("{cause:#}")).ok()
    }

    pub async fn over_http(&self, token: &str) -> Option<String> {
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if token.is_empty() || token.len() > MAX_TOKEN || !token.bytes().all(is_sign) {
            return None;
        }
        let _place = self.places.try_acquire().ok()?;
        store::challenge_of_token(&self.db, token).await.ok()?
    }
}

fn certificate_with(name: &str, answer: &str) -> anyhow::Result<Arc<ServerConfig>> {
    let mut params = rcgen::CertificateParams::new([name.to_owned()])?;
    params.custom_extensions = vec![rcgen::CustomExtension::new_acme_identifier(&Sha256::digest(answer))];
    let key = rcgen::KeyPair::generate()?;
    let certificate = params.self_signed(&key)?;
    // Not checked as the others are: the answer in it is an extension that only the authority knows.
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    let key = rustls::crypto::ring::sign::any_ecdsa_type(&key.into())?;
    let resolver = SingleCertAndKey::from(CertifiedKey::new(vec![certificate.der().clone()], key));
    let mut config = ServerConfig::builder().with_no_client_auth().with_cert_resolver(Arc::new(resolver));
    config.alpn_protocols = vec![ACME.to_vec()];
    Ok(Arc::new(config))
}
