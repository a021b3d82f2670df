//! What stands between visitors and the server: encryption, and a proxy that must be named.

use super::running::Running;
use super::{Check, Checks};
use crate::config::Settings;

const SUBJECT: &str = "proxy";
const NAME_IT: &str = "UMEED_TRUSTED_PROXIES=127.0.0.1 (the proxy's address; several are separated by commas)";

pub fn examine(settings: &Settings, running: &Running) -> Checks {
    judge(settings, running.saw_undeclared_proxy())
}

fn judge(settings: &Settings, saw_undeclared: bool) -> Checks {
    let mut checks = Vec::new();
    let https = settings.public_url.as_ref().map(|url| url.scheme() == "https");
    let ends_tls = matches!(settings.tls.source(), Ok(Some(_)));
    let is_named = !settings.trusted_proxies.is_empty();
    match https {
        None => checks.push(Check::warning(
            "address",
            "the site has no name: visitors come without encryption, and links name the address listened on",
            "UMEED_DOMAIN=your.example gets a certificate; behind a reverse proxy UMEED_PUBLIC_URL=https://your.example",
        )),
        Some(false) if !is_local(settings) => checks.push(Check::warning(
            "address",
            "visitors reach the site without encryption, and so do the passwords of staff",
            "UMEED_DOMAIN=your.example gets a certificate; or put a reverse proxy with one before it, then UMEED_PUBLIC_URL=https://…",
        )),
        Some(true) if !is_named && !saw_undeclared && !ends_tls => checks.push(Check::warning(
            SUBJECT,
            "the address begins with https, and no proxy is named that could be ending the encryption",
            NAME_IT,
        )),
        _ => {}
    }
    if saw_undeclared {
        let text = "requests come through a proxy that is not named: all visitors count as one and share its limits";
        checks.push(Check::broken(SUBJECT, text, NAME_IT));
    }
    if checks.is_empty() && is_named {
        checks.push(Check::good(SUBJECT, "named"));
    }
    checks
}

fn is_local(settings: &Settings) -> bool {
    settings.public_url.as_ref().and_then(|url| url.host_str()).is_some_and(|host| {
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn a_proxy_must_be_named_where_there_is_one() {
        let with = |url: Option<&str>, proxies: &[&str], saw: bool| {
            let settings = Settings {
                public_url: url.map(|url| url.parse().unwrap()),
                trusted_proxies: proxies.iter().map(|network| network.parse().unwrap()).collect(),
                ..Settings::for_folder("data")
            };
            judge(&settings, saw).iter().map(|check| check.state).max()
        };
        let https = Some("https://umeed.example");
        assert_eq!(with(https, &["127.0.0.1/32"], false), Some(State::Good));
        assert_eq!(with(https, &[], false), Some(State::Warning));
        assert_eq!(with(https, &[], true), Some(State::Broken));
        let mut own =
            Settings { public_url: Some("https://umeed.example".parse().unwrap()), ..Settings::for_folder("data") };
        own.tls.domains = vec!["umeed.example".into()];
        assert!(judge(&own, false).is_empty(), "it ends TLS itself");
        assert_eq!(with(None, &[], false), Some(State::Warning));
        assert_eq!(with(Some("http://umeed.example"), &[], false), Some(State::Warning));
        assert_eq!(with(Some("http://127.0.0.1:8080"), &[], false), None);
    }
}
