//! TLS: how a connection becomes a secure one, and which certificate it is shown. Certificates come from files (`files`) or
//! from an authority, by ACME (`authority`); either is looked after by one task, `Tls::keep_current`.

mod authority;
mod certificates;
mod challenges;
mod client;
mod files;
mod order;
mod store;

use std::sync::Arc;

use anyhow::Context;
use jiff::Timestamp;
use rustls::ServerConfig;
use rustls::server::Acceptor;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::server::TlsStream;

use crate::config::{CertificateSource, TlsSettings};
use crate::db::Db;
use crate::secret::Secret;
use authority::Authority;
use certificates::Certificates;
use challenges::Challenges;
use files::Files;

pub const HTTP_2: &[u8] = b"h2";
const HTTP_1: &[u8] = b"http/1.1";

pub struct Tls {
    certificates: Arc<Certificates>,
    config: Arc<ServerConfig>,
    source: Source,
}

enum Source {
    Files(Files),
    Authority(Box<Authority>, Challenges),
}

impl Tls {
    /// `None` where no TLS is asked for. To be called on the main runtime: that is where the database is asked.
    pub fn open(settings: &TlsSettings, db: Arc<Db>, secret: Arc<Secret>) -> anyhow::Result<Option<Tls>> {
        let Some(source) = settings.source()? else { return Ok(None) };
        let certificates = Arc::<Certificates>::default();
        let source = match source {
            CertificateSource::Files { certificate, key } => {
                Source::Files(Files::open(certificate, key, certificates.clone())?)
            }
            CertificateSource::Acme => {
                let challenges = Challenges::new(db.clone(), settings.domains.clone());
                let authority = Authority::open(settings, db, secret, certificates.clone())?;
                Source::Authority(Box::new(authority), challenges)
            }
        };
        let mut config = ServerConfig::builder().with_no_client_auth().with_cert_resolver(certificates.clone());
        config.alpn_protocols = vec![HTTP_2.to_vec(), HTTP_1.to_vec()];
        // A visitor who comes back need not wait for a whole handshake.
        config.ticketer = rustls::crypto::ring::Ticketer::new().context("cannot make keys for TLS")?;
        Ok(Some(Tls { certificates, config: Arc::new(config), source }))
    }

    /// Whether there is a certificate to show.
    pub fn is_ready(&self) -> bool {
        self.certificates.is_ready()
    }

    /// When the certificate of each name ends; `None` for a name that has none yet.
    pub fn ends(&self) -> Vec<(String, Option<Timestamp>)> {
        match &self.source {
            Source::Files(_) => {
                self.certificates.end_for_all().into_iter().map(|(name, end)| (name, Some(end))).collect()
            }
            Source::Authority(authority, _) => {
                authority.names().iter().map(|name| (name.clone(), self.certificates.end_for(name))).collect()
            }
        }
    }

    /// The secure connection; `None` when it could not be made, or was only a question of the authority, answered here.
    pub async fn accept<S: AsyncRead + AsyncWrite + Unpin>(&self, stream: S) -> Option<TlsStream<S>> {
        let start = LazyConfigAcceptor::new(Acceptor::default(), stream).await.ok()?;
        let Source::Authority(_, challenges) = &self.source else {
            return start.into_stream(self.config.clone()).await.ok();
        };
        let Some(name) = challenges::asked_for(&start.client_hello()) else {
            return start.into_stream(self.config.clone()).await.ok();
        };
        let answer = challenges.over_tls(&name).await?;
        let mut stream = start.into_stream(answer).await.ok()?;
        let _ = stream.shutdown().await;
        None
    }

    /// The answer to a question that the authority asks over http.
    pub async fn challenge(&self, token: &str) -> Option<String> {
        match &self.source {
            Source::Files(_) => None,
            Source::Authority(_, challenges) => challenges.over_http(token).await,
        }
    }

    /// Gets, renews and reads again, as long as the server runs.
    pub async fn keep_current(&self) {
        match &self.source {
            Source::Files(files) => files.keep_current().await,
            Source::Authority(authority, _) => authority.keep_current().await,
        }
    }
}
