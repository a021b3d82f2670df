//! Limits on how often something may be tried, by key (an address, an account). A steady rate with a burst; what
//! turned out well can be given back, so that only failures count where that is wanted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// Beyond this many keys all are forgotten. A client that fills it gains one burst for a hundred thousand requests.
const MAX_KEYS: usize = 100_000;

pub struct Limiter {
    pub every: Duration,
    pub burst: u32,
    /// When each key will be back to a full burst.
    full_again: Mutex<HashMap<String, Instant>>,
}

impl Limiter {
    /// Allows `burst` at once, then one more for each `every` that passes.
    pub fn new(burst: u32, every: Duration) -> Limiter {
        Limiter { every, burst, full_again: Mutex::default() }
    }

    /// Counts one try, or says how long to wait.
    pub fn charge(&self, key: &str) -> Result<()> {
        let now = Instant::now();
        let mut keys = self.full_again.lock().expect("no panic while counting");
        // Swept when it has doubled since: each request pays for a small part.
        if keys.len() == keys.capacity() {
            keys.retain(|_, full| *full > now);
            if keys.len() >= MAX_KEYS {
                keys.clear();
            }
        }
        let full = keys.get(key).copied().unwrap_or(now).max(now);
        let used = full - now + self.every;
        let allowed = self.every * self.burst;
        if used > allowed {
            return Err(Error::TooMany { retry_after: (used - allowed).as_secs() + 1 });
        }
        keys.insert(key.to_owned(), full + self.every);
        Ok(())
    }

    /// Gives one try back.
    pub fn refund(&self, key: &str) {
        let mut keys = self.full_again.lock().expect("no panic while counting");
        if let Some(full) = keys.get_mut(key) {
            *full -= self.every;
        }
    }
}

/// Every limit of the server. Per address they are generous: a mobile carrier puts thousands of phones behind one.
pub struct Limits {
    /// Failed sign-ins of strangers from one network, whatever the account; see `network_key`. Whoever owns a network has
    /// an address for every guess, so addresses alone do not bound them. Carriers and offices share networks with many,
    /// but only staff ever sign in here, a few dozen people who mistype now and then: hundreds of failures in ten minutes
    /// are not theirs.
    pub sign_in_network: Limiter,
    /// Failed sign-ins of strangers from one address, whatever the account.
    pub sign_in_address: Limiter,
    /// Failed sign-ins of strangers to one account from one address.
    pub sign_in_account: Limiter,
    /// Failed sign-ins of strangers to one account from anywhere.
    pub sign_in_anywhere: Limiter,
    /// Failed sign-ins from one device that the account has signed in from before. Nothing else counts for it, so that
    /// nobody without its cookie can use it up.
    pub sign_in_device: Limiter,
    /// The same from all such devices of one account. Five that were stolen, each at its limit, do not reach it; it bounds
    /// somebody who once knew the password and signed in a thousand times to collect cookies.
    pub sign_in_devices: Limiter,
    /// Any call to the sign-in service but reading, from one address or one known device.
    pub auth_calls: Limiter,
    /// Newsletter and volunteer forms from one address.
    pub visitor_writes: Limiter,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sign_in_network: Limiter::new(300, Duration::from_secs(2)),
            sign_in_address: Limiter::new(60, Duration::from_secs(5)),
            sign_in_account: Limiter::new(10, Duration::from_secs(30)),
            sign_in_anywhere: Limiter::new(100, Duration::from_secs(10)),
            sign_in_device: Limiter::new(10, Duration::from_secs(60)),
            sign_in_devices: Limiter::new(100, Duration::from_secs(10)),
            auth_calls: Limiter::new(600, Duration::from_millis(200)),
            visitor_writes: Limiter::new(600, Duration::from_millis(200)),
        }
    }
}

/// An address as a key. IPv6 users own a whole /64, so that is what counts.
pub fn address_key(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// The network around an address as a key: the smallest that is routed on its own, which is also what one renter of
/// servers is usually given.
pub fn network_key(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}::/48")
        }
    }
}

/// What one owner may have as keys: an address, and of IPv6 the /48 around it. Of IPv4 no more than the address: its
/// neighbours are somebody else.
pub fn owner_keys(address: IpAddr) -> Vec<String> {
    match address.to_canonical() {
        IpAddr::V4(_) => vec![address_key(address)],
        IpAddr::V6(_) => vec![address_key(address), network_key(address)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_then_the_rate_holds_and_refunds_count() {
        let limiter = Limiter::new(3, Duration::from_secs(60));
        for _ in 0..3 {
            limiter.charge("a").unwrap();
        }
        assert!(matches!(limiter.charge("a"), Err(Error::TooMany { retry_after: 60..=61 })));
        limiter.charge("b").unwrap();
        limiter.refund("a");
        limiter.charge("a").unwrap();
        assert!(limiter.charge("a").is_err());
    }

    #[test]
    fn an_ipv6_network_is_one_key() {
        assert_eq!(address_key("2001:db8::1".parse().unwrap()), address_key("2001:db8::ffff:2".parse().unwrap()));
        assert_eq!(address_key("::ffff:10.0.0.1".parse().unwrap()), "10.0.0.1");
    }

    #[test]
    fn addresses_of_one_renter_are_one_network() {
        let key = |text: &str| network_key(text.parse().unwrap());
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:ffff::1"));
        assert_ne!(key("2001:db8:1::1"), key("2001:db8:2::1"));
        assert_eq!(key("192.0.2.1"), key("192.0.2.254"));
        assert_ne!(key("192.0.2.1"), key("192.0.3.1"));
        assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
    }
}
