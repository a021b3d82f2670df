//! The certificates that are shown, by name.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Context, ensure};
use jiff::Timestamp;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use x509_parser::extensions::GeneralName;

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

    /// When the one that is shown for this name ends.
    pub fn end_for(&self, name: &str) -> Option<Timestamp> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        Some(validity(shown.by_name.get(name)?).ok()?.1)
    }

    /// When the one that is shown for every name ends, for each name that it holds.
    pub fn end_for_all(&self) -> Vec<(String, Timestamp)> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let Some(certificate) = &shown.otherwise else { return Vec::new() };
        let Ok((_, end)) = validity(certificate) else { return Vec::new() };
        names(certificate).into_iter().map(|name| (name, end)).collect()
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

/// The names and addresses that the first certificate of a chain is for.
fn names(chain: &CertifiedKey) -> BTreeSet<String> {
    let first = chain.end_entity_cert().ok().and_then(|first| x509_parser::parse_x509_certificate(first).ok());
    let held = first.as_ref().and_then(|(_, certificate)| certificate.subject_alternative_name().ok().flatten());
    let name = |name: &GeneralName| match name {
        GeneralName::DNSName(name) => Some(name.to_ascii_lowercase()),
        GeneralName::IPAddress(bytes) => {
            let four = <[u8; 4]>::try_from(*bytes).map(IpAddr::from);
            four.or_else(|_| <[u8; 16]>::try_from(*bytes).map(IpAddr::from)).ok().map(|address| address.to_string())
        }
        _ => None,
    };
    held.map(|held| held.value.general_names.iter().filter_map(name).collect()).unwrap_or_default()
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
    #[test]
    fn the_end_is_told_for_each_name() {
        let names = ["b.example", "*.A.example", "127.0.0.1", "::1"].map(str::to_owned);
        let made = rcgen::generate_simple_self_signed(names).unwrap();
        let both = certified(made.cert.pem().as_bytes(), made.signing_key.serialize_pem().as_bytes()).unwrap();
        let (_, end) = validity(&both).unwrap();
        let shown = Certificates::default();
        assert!(shown.end_for_all().is_empty());
        shown.show(both);
        let told = ["*.a.example", "127.0.0.1", "::1", "b.example"].map(|name| (name.to_owned(), end));
        assert_eq!(shown.end_for_all(), told);

        let (chain, key) = pair("c.example");
        shown.show_for("c.example", certified(chain.as_bytes(), key.as_bytes()).unwrap(), true);
        assert!(shown.end_for("c.example").is_some() && shown.end_for("d.example").is_none());
    }
}
