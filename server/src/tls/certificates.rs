//! The certificates that are shown, by name.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Context, ensure};
use jiff::Timestamp;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

#[derive(Default)]
pub struct Certificates(RwLock<Shown>);

#[derive(Debug, Default)]
struct Shown {
    by_name: HashMap<String, Arc<CertifiedKey>>,
    /// For those who name none, or one that is not ours: they see for themselves that it does not fit.
    otherwise: Option<Arc<CertifiedKey>>,
}

impl Certificates {
    pub fn is_ready(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).otherwise.is_some()
    }

    /// From now on, for every name.
    pub fn show(&self, certificate: CertifiedKey) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).otherwise = Some(Arc::new(certificate));
    }

    /// From now on, for this name; and for those who name none, if it is the `first` of our names.
    pub fn show_for(&self, name: &str, certificate: CertifiedKey, first: bool) {
        let certificate = Arc::new(certificate);
        let mut shown = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if first || shown.otherwise.is_none() {
            shown.otherwise = Some(certificate.clone());
        }
        shown.by_name.insert(name.to_owned(), certificate);
    }
}

impl std::fmt::Debug for Certificates {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str("Certificates")
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello) -> Option<Arc<CertifiedKey>> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let named = hello.server_name().and_then(|name| shown.by_name.get(&name.to_ascii_lowercase()));
        named.or(shown.otherwise.as_ref()).cloned()
    }
}

/// The certificate with its chain, and its key; refused unless they belong together.
pub fn certified(chain: &[u8], key: &[u8]) -> anyhow::Result<CertifiedKey> {
    let chain = certificates(chain)?;
    let key = PrivateKeyDer::from_pem_slice(key).context("there is no private key in it (PEM)")?;
    let certified = CertifiedKey::from_der(chain, key, &default_provider())
        .context("the certificate and the key do not belong together, or are of a kind that is not known here")?;
    Ok(certified)
}

fn certificates(pem: &[u8]) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    let chain: Vec<_> =
        CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>().context("it is no certificate (PEM)")?;
    ensure!(!chain.is_empty(), "there is no certificate in it (PEM)");
    Ok(chain)
}

/// From when until when the first certificate of a chain is good.
pub fn validity(chain: &CertifiedKey) -> anyhow::Result<(Timestamp, Timestamp)> {
    let first = chain.end_entity_cert().context("an empty chain")?;
    let (_, certificate) = x509_parser::parse_x509_certificate(first).context("the certificate cannot be read")?;
    let validity = certificate.validity();
    let time = |time: x509_parser::time::ASN1Time| Timestamp::from_second(time.timestamp());
    Ok((time(validity.not_before)?, time(validity.not_after)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str) -> (String, String) {
        let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        (made.cert.pem(), made.signing_key.serialize_pem())
    }

    #[test]
    fn a_certificate_comes_with_its_own_key() {
        let (chain, key) = pair("a.example");
        let (_, other) = pair("b.example");
        let good = certified(chain.as_bytes(), key.as_bytes()).unwrap();
        assert!(validity(&good).unwrap().0 < Timestamp::now());
        assert!(certified(chain.as_bytes(), other.as_bytes()).is_err());
        assert!(certified(b"", key.as_bytes()).is_err() && certified(chain.as_bytes(), b"").is_err());
    }
}
