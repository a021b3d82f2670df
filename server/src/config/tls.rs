//! Settings of TLS: for which names, with whose certificates, on which ports.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use url::Url;

const PRODUCTION: &str = "https://acme-v02.api.letsencrypt.org/directory";
const STAGING: &str = "https://acme-staging-v02.api.letsencrypt.org/directory";

/// Named so that a setting left empty means one not made; clap's own optional and repeated values would refuse it.
pub type Domains = Vec<String>;
pub type PemFile = Option<PathBuf>;
pub type Contact = Option<String>;

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct TlsSettings {
    /// Serve https for these names, separated by commas (example.org,www.example.org), with certificates that the server gets
    /// and renews by itself from Let's Encrypt
    #[arg(long = "domain", env = "UMEED_DOMAIN", default_value = "", value_parser = domains)]
    pub domains: Domains,
    /// Serve https with this certificate (PEM, with its chain) instead; read again when it changes
    #[arg(long = "tls-cert", env = "UMEED_TLS_CERT", default_value = "", value_parser = pem_file)]
    pub certificate: PemFile,
    /// The certificate's key (PEM)
    #[arg(long = "tls-key", env = "UMEED_TLS_KEY", default_value = "", value_parser = pem_file)]
    pub key: PemFile,
    /// Address and port for https
    #[arg(long, env = "UMEED_HTTPS_LISTEN", default_value = "[::]:443")]
    pub https_listen: SocketAddr,
    /// Address and port that lead visitors to https
    #[arg(long, env = "UMEED_HTTP_LISTEN", default_value = "[::]:80")]
    pub http_listen: SocketAddr,
    /// Who gives the certificates: production or staging (of Let's Encrypt; staging to try things out), or an ACME directory's address
    #[arg(long, env = "UMEED_ACME", default_value = "production", value_parser = directory)]
    pub acme: Url,
    /// An e-mail address that the authority may write to
    #[arg(long, env = "UMEED_ACME_CONTACT", default_value = "", value_parser = contact)]
    pub acme_contact: Contact,
    /// The root certificate (PEM) of an authority of your own, which this machine does not know otherwise
    #[arg(long, env = "UMEED_ACME_ROOT", default_value = "", value_parser = pem_file)]
    pub acme_root: PemFile,
}

/// Where certificates come from.
#[derive(Clone, Debug, PartialEq)]
pub enum CertificateSource {
    Files { certificate: PathBuf, key: PathBuf },
    Acme,
}

impl TlsSettings {
    /// `None`: no TLS. What cannot be meant is an error.
    pub fn source(&self) -> anyhow::Result<Option<CertificateSource>> {
        match (&self.certificate, &self.key) {
            (Some(certificate), Some(key)) => {
                Ok(Some(CertificateSource::Files { certificate: certificate.clone(), key: key.clone() }))
            }
            (Some(_), None) => anyhow::bail!("--tls-cert needs --tls-key as well"),
            (None, Some(_)) => anyhow::bail!("--tls-key needs --tls-cert as well"),
            (None, None) if self.domains.is_empty() => Ok(None),
            (None, None) => Ok(Some(CertificateSource::Acme)),
        }
    }

    /// Where visitors reach the site, as far as the names say it.
    pub fn public_url(&self) -> Option<Url> {
        let first = self.domains.first()?;
        Url::parse(&format!("https://{first}")).ok()
    }
}

impl Default for TlsSettings {
    fn default() -> TlsSettings {
        TlsSettings {
            domains: Vec::new(),
            certificate: None,
            key: None,
            https_listen: ([0, 0, 0, 0, 0, 0, 0, 0], 443).into(),
            http_listen: ([0, 0, 0, 0, 0, 0, 0, 0], 80).into(),
            acme: Url::parse(PRODUCTION).expect("an address"),
            acme_contact: None,
            acme_root: None,
        }
    }
}

fn domains(text: &str) -> Result<Domains, String> {
    let mut names: Vec<String> = Vec::new();
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let name = domain(word)?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// In the form in which certificates hold it: small letters, other scripts in ASCII.
fn domain(text: &str) -> Result<String, String> {
    let wrong = |why: &str| format!("\"{text}\" {why}: give a name such as example.org");
    if text.contains('*') {
        return Err(wrong("stands for many names, which cannot be proved over the web"));
    }
    match url::Host::parse(text.trim_end_matches('.')) {
        Ok(url::Host::Domain(name)) if name.contains('.') && is_host_name(&name) => Ok(name),
        Ok(url::Host::Domain(_)) => Err(wrong("is no full name")),
        Ok(_) => Err(wrong("is an address")),
        Err(_) => Err(wrong("is not a name")),
    }
}

fn is_host_name(name: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    name.len() <= 253 && name.split('.').all(is_label)
}

fn pem_file(text: &str) -> Result<PemFile, String> {
    Ok(Some(text).filter(|text| !text.is_empty()).map(PathBuf::from))
}

fn contact(text: &str) -> Result<Contact, String> {
    match text.split_once('@') {
        _ if text.is_empty() => Ok(None),
        Some((user, host)) if !user.is_empty() && host.contains('.') && !text.contains(char::is_whitespace) => {
            Ok(Some(text.to_owned()))
        }
        _ => Err("give an e-mail address, such as admin@example.org".into()),
    }
}

fn directory(text: &str) -> Result<Url, String> {
    let address = match text {
        "" | "production" => PRODUCTION,
        "staging" => STAGING,
        address => address,
    };
    let url = Url::parse(address).map_err(|_| "say production, staging, or the address of an ACME directory")?;
    // The account's key signs every request, but who answers must be known as well.
    match url.scheme() {
        "https" => Ok(url),
        _ => Err("the address of an ACME directory begins with https://".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_their_usual_forms() {
        assert_eq!(domains("").unwrap(), Vec::<String>::new());
        assert_eq!(
            domains("Example.ORG, www.example.org., example.org").unwrap(),
            ["example.org".to_owned(), "www.example.org".to_owned()]
        );
        assert_eq!(domains("امید.example").unwrap(), ["xn--mgbq9ds3a.example".to_owned()]);
        for wrong in
            ["localhost", "192.0.2.1", "[::1]", "*.example.org", "a b.org", "http://example.org", "-a.org", "a_b.org"]
        {
            assert!(domains(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn certificates_come_from_files_or_from_an_authority() {
        let none = TlsSettings::default();
        assert_eq!(none.source().unwrap(), None);
        let named = TlsSettings { domains: vec!["example.org".into()], ..none.clone() };
        assert_eq!(named.source().unwrap(), Some(CertificateSource::Acme));
        assert_eq!(named.public_url().unwrap().as_str(), "https://example.org/");
        let half = TlsSettings { certificate: Some("c.pem".into()), ..named.clone() };
        assert!(half.source().is_err());
        let files = TlsSettings { key: Some("k.pem".into()), ..half };
        assert!(matches!(files.source().unwrap(), Some(CertificateSource::Files { .. })));
    }

    #[test]
    fn an_authority_is_named_by_a_word_or_its_address() {
        assert_eq!(directory("staging").unwrap().as_str(), STAGING);
        assert_eq!(directory("").unwrap().as_str(), PRODUCTION);
        assert!(directory("https://ca.example/dir").is_ok() && directory("http://ca.example/dir").is_err());
        assert!(directory("letsencrypt").is_err());
        assert!(contact("a@example.org").unwrap().is_some() && contact("").unwrap().is_none() && contact("a").is_err());
    }
}
