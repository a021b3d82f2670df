//! The address that visitors use: that its name leads to this machine or to a proxy before it, and that its certificate is
//! good. Asks the name server that this machine uses, and the site itself under its own address; nobody else.

use std::net::{IpAddr, UdpSocket};
use std::time::Duration;

use url::{Host, Url};

use super::running::{Running, client};
use super::{Check, Checks, certificate};
use crate::config::Settings;

const SUBJECT: &str = "address";
const MAX_WAIT: Duration = Duration::from_secs(10);

pub async fn examine(settings: &Settings, running: &Running) -> Checks {
    let mut checks = Vec::new();
    for url in addresses(settings) {
        checks.extend(one(&url, settings, running).await);
    }
    checks
}

/// Every address under which visitors come: the one that links name, and each name that the server has a certificate for.
fn addresses(settings: &Settings) -> Vec<Url> {
    let names = settings.tls.domains.iter().filter_map(|name| Url::parse(&format!("https://{name}")).ok());
    let mut addresses: Vec<Url> = settings.public_url.iter().cloned().chain(names).collect();
    let mut seen = std::collections::HashSet::new();
    addresses.retain(|url| seen.insert(url.clone()));
    addresses
}

async fn one(url: &Url, settings: &Settings, running: &Running) -> Checks {
    let (Some(Host::Domain(name)), Some(port)) = (url.host(), url.port_or_known_default()) else { return Vec::new() };
    let addresses = match resolve(name, port).await {
        Ok(addresses) => addresses,
        Err(check) => return vec![check],
    };
    let mut checks = Vec::new();
    // A server that ends TLS itself and does not run shows none, which says nothing of the certificate.
    let is_ours = matches!(settings.tls.source(), Ok(Some(_)));
    if url.scheme() == "https" && (!is_ours || running.answers()) {
        checks.push(certificate::served(name, port).await);
    }
    let elsewhere: Vec<String> =
        addresses.iter().filter(|address| !is_of_this_machine(**address)).map(IpAddr::to_string).collect();
    checks.push(match leads_here(url, running).await {
        Some(true) => Check::good(SUBJECT, format!("{url} leads to this site")),
        Some(false) => Check::broken(
            SUBJECT,
            format!("{url} does not lead to this site: another answers, or none"),
            format!("at the domain's provider, let the A record of {name} be this machine's address, and remove an AAAA record that is not"),
        )
        .or("if a proxy stands before it: does it hand requests on to the address in UMEED_LISTEN?"),
        None if elsewhere.is_empty() => Check::good(SUBJECT, format!("{name} leads to this machine")),
        None => Check::warning(
            SUBJECT,
            format!("{name} leads to {}, which is no address of this machine", elsewhere.join(" and ")),
            "right if a router, balancer or CDN is there; else correct the A and AAAA records at the domain's provider",
        ),
    });
    checks
}

async fn resolve(name: &str, port: u16) -> Result<Vec<IpAddr>, Check> {
    let fix = format!(
        "at the domain's provider, make an A record for {name} with this machine's address; it takes up to an hour to be known"
    );
    match tokio::time::timeout(MAX_WAIT, tokio::net::lookup_host((name, port))).await {
        Ok(Ok(found)) => {
            let mut addresses: Vec<IpAddr> = found.map(|address| address.ip().to_canonical()).collect();
            addresses.sort();
            addresses.dedup();
            Ok(addresses)
        }
        Ok(Err(cause)) => Err(Check::broken(SUBJECT, format!("the name {name} leads nowhere: {cause}"), fix)),
        Err(_) => {
            Err(Check::broken(SUBJECT, "the name server does not answer", "cat /etc/resolv.conf says which it is"))
        }
    }
}

/// One can be listened on only where it is at home.
fn is_of_this_machine(address: IpAddr) -> bool {
    UdpSocket::bind((address, 0)).is_ok()
}

/// Whether what answers there is this very site; `None` while it does not run, or its key is not known.
async fn leads_here(url: &Url, running: &Running) -> Option<bool> {
    let key = running.public_key.as_ref().filter(|_| running.answers())?;
    let page = async { client().ok()?.get(url.join("/admin").ok()?).send().await.ok()?.text().await.ok() };
    Some(page.await.is_some_and(|page| page.contains(key.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn names_and_addresses_are_told_apart() {
        assert!(is_of_this_machine([127, 0, 0, 1].into()));
        assert!(!is_of_this_machine([192, 0, 2, 1].into()), "one that is for documents only");
        assert!(resolve("localhost", 80).await.unwrap().iter().all(IpAddr::is_loopback));
        let refused = resolve("name.invalid", 80).await.unwrap_err();
        assert!(refused.text.contains("name.invalid leads nowhere"), "{refused:?}");
    }
}
