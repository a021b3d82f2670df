//! Certificates: those in files, and the one that a visitor is shown. A chain is judged as a browser would, and once more as it
//! would in two weeks, so that nobody has to read a certificate's inside here.

use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use jiff::Timestamp;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::sign::CertifiedKey;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

use super::Check;
use crate::error::cut_off;

pub const SUBJECT: &str = "certificate";
/// ACME renews a month before the end, so that two weeks mean that something is wrong.
pub const EARLY: Duration = Duration::from_secs(14 * 24 * 3600);
const MAX_WAIT: Duration = Duration::from_secs(5);
const RENEW: &str = "renew it, and see that this happens by itself";

type Chain = Vec<CertificateDer<'static>>;

/// Certificate and key as they are given in files: readable, of one pair, for these names, and not at their end.
pub fn files(certificate: &Path, key: &Path, names: &[&str]) -> Vec<Check> {
    let provider = rustls::crypto::ring::default_provider();
    let (chain, pair) = match read(certificate, key, &provider) {
        Ok(read) => read,
        Err(cause) => {
            let fix = "the server's user must be able to read both files, in PEM form: the certificate with those that issued it, and its key";
            return vec![Check::broken(SUBJECT, format!("{cause:#}"), fix)];
        }
    };
    if let Err(Error::InconsistentKeys(_)) = pair {
        let text = format!("{} is not the key of {}", key.display(), certificate.display());
        return vec![Check::broken(SUBJECT, text, "name the two files that were made together")];
    }
    let judged = names.iter().map(|name| (name, judge(&chain, name, own_roots(&chain), now())));
    // One whose issuer is in no file here is told of below: a server may show it all the same.
    let judged = judged.filter(|(_, verdict)| !matches!(verdict, Verdict::Untrusted(_)));
    let mut checks: Vec<Check> = judged.map(|(name, verdict)| check(name, verdict)).collect();
    let trusted = names.first().map(|name| judge(&chain, name, system_roots(), now()));
    if let Some(Verdict::Untrusted(why)) = trusted {
        let text = format!("browsers do not know who issued {} ({why})", certificate.display());
        checks.push(Check::warning(
            SUBJECT,
            text,
            "take one of an authority that they know; the file must also hold those between",
        ));
    }
    checks
}

fn read(certificate: &Path, key: &Path, provider: &CryptoProvider) -> anyhow::Result<(Chain, Result<(), Error>)> {
    let cannot = |path: &Path| format!("{} cannot be read", path.display());
    let chain: Chain =
        CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect).with_context(|| cannot(certificate))?;
    anyhow::ensure!(!chain.is_empty(), "{} holds no certificate", certificate.display());
    let key = PrivateKeyDer::from_pem_file(key).with_context(|| cannot(key))?;
    let pair = CertifiedKey::from_der(chain.clone(), key, provider).map(drop);
    Ok((chain, pair))
}

/// What a visitor of this name is shown.
pub async fn served(name: &str, port: u16) -> Check {
    let owned = name.to_owned();
    let shown = tokio::task::spawn_blocking(move || shown(&owned, port)).await.map_err(cut_off);
    match shown.and_then(|shown| shown) {
        Ok(chain) => check(name, judge(&chain, name, system_roots(), now())),
        Err(cause) => {
            let text = format!("{name}:{port} shows none: {cause:#}");
            Check::broken(SUBJECT, text, "does the proxy run? sudo ss -ltnp 'sport = :443'")
                .or("is port 443 open in the firewall?")
        }
    }
}

fn shown(name: &str, port: u16) -> anyhow::Result<Chain> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = Arc::new(Unjudged(provider.clone()));
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    let address = std::net::ToSocketAddrs::to_socket_addrs(&(name, port))?.next().context("it has no address")?;
    let mut stream = TcpStream::connect_timeout(&address, MAX_WAIT)?;
    stream.set_read_timeout(Some(MAX_WAIT))?;
    stream.set_write_timeout(Some(MAX_WAIT))?;
    let mut connection = ClientConnection::new(Arc::new(config), ServerName::try_from(name.to_owned())?)?;
    while connection.is_handshaking() {
        connection.complete_io(&mut stream)?;
    }
    Ok(connection.peer_certificates().context("it shows no certificate")?.to_vec())
}

#[derive(Debug, PartialEq)]
enum Verdict {
    Good,
    EndsSoon(Timestamp),
    Ended(Timestamp),
    NotYet,
    OtherName(Vec<String>),
    Untrusted(String),
}

fn judge(chain: &[CertificateDer<'static>], name: &str, roots: RootCertStore, now: UnixTime) -> Verdict {
    let at = |time: UnixTime| verify(chain, name, &roots, time);
    match at(now) {
        Ok(()) => match at(UnixTime::since_unix_epoch(Duration::from_secs(now.as_secs()) + EARLY)) {
            Err(Error::InvalidCertificate(CertificateError::ExpiredContext { not_after, .. })) => {
                Verdict::EndsSoon(moment(not_after))
            }
            _ => Verdict::Good,
        },
        Err(Error::InvalidCertificate(cause)) => match cause {
            CertificateError::ExpiredContext { not_after, .. } => Verdict::Ended(moment(not_after)),
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => Verdict::NotYet,
            CertificateError::NotValidForNameContext { presented, .. } => Verdict::OtherName(presented),
            other => Verdict::Untrusted(other.to_string()),
        },
        Err(other) => Verdict::Untrusted(other.to_string()),
    }
}

fn verify(chain: &[CertificateDer<'static>], name: &str, roots: &RootCertStore, time: UnixTime) -> Result<(), Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots.clone()), provider)
        .build()
        .map_err(|cause| Error::General(cause.to_string()))?;
    let name = ServerName::try_from(name.to_owned()).map_err(|cause| Error::General(cause.to_string()))?;
    let (first, others) = chain.split_first().ok_or(Error::NoCertificatesPresented)?;
    verifier.verify_server_cert(first, others, &name, &[], time).map(drop)
}

fn check(name: &str, verdict: Verdict) -> Check {
    let day = |time: Timestamp| time.strftime("%Y-%m-%d").to_string();
    match verdict {
        Verdict::Good => Check::good(SUBJECT, format!("good for {name}, and for two more weeks at least")),
        Verdict::EndsSoon(end) => Check::warning(SUBJECT, format!("that of {name} ends on {}", day(end)), RENEW),
        Verdict::Ended(end) => Check::broken(
            SUBJECT,
            format!("that of {name} ended on {}: browsers show a warning instead of the site", day(end)),
            RENEW,
        ),
        Verdict::NotYet => Check::broken(
            SUBJECT,
            format!("that of {name} is not good yet"),
            "is the clock of this machine right? date -u",
        ),
        Verdict::OtherName(names) => Check::broken(
            SUBJECT,
            format!("it is not for {name}, but for {}", names.join(", ")),
            format!("get one for {name}"),
        ),
        Verdict::Untrusted(why) => Check::broken(
            SUBJECT,
            format!("that of {name} is not trusted: {why}"),
            "take one of an authority that browsers know, with those between",
        )
        .or("if UMEED_ACME is set (staging is for trying things out): take that line out, then sudo systemctl restart umeed"),
    }
}

fn now() -> UnixTime {
    UnixTime::since_unix_epoch(Duration::from_secs(Timestamp::now().as_second().max(0) as u64))
}

fn moment(time: UnixTime) -> Timestamp {
    Timestamp::from_second(time.as_secs() as i64).unwrap_or(Timestamp::MAX)
}

/// Those that this machine trusts, as browsers do by and large.
fn system_roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
}

/// Trusts those who issued it as well, so that names and times can be judged apart from trust.
fn own_roots(chain: &[CertificateDer<'static>]) -> RootCertStore {
    let mut roots = system_roots();
    roots.add_parsable_certificates(chain.iter().rev().take(chain.len().saturating_sub(1).max(1)).cloned());
    roots
}

/// Takes any certificate, to be judged afterwards. Nothing is ever sent over such a connection.
#[derive(Debug)]
struct Unjudged(Arc<CryptoProvider>);

impl ServerCertVerifier for Unjudged {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        rustls::crypto::verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        rustls::crypto::verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
