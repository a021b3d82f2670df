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

/// Who has lately signed in from where. Forgotten with a restart, as every count here is.
#[derive(Default)]
pub struct Familiar(Mutex<HashMap<String, Instant>>);

impl Familiar {
    const FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);

    pub fn remember(&self, email: &str, address: &str) {
        let mut known = self.0.lock().expect("no panic while noting");
        if known.len() >= MAX_KEYS {
            known.clear();
        }
        known.insert(format!("{email}|{address}"), Instant::now());
    }

    pub fn knows(&self, email: &str, address: &str) -> bool {
        let known = self.0.lock().expect("no panic while looking");
        known.get(&format!("{email}|{address}")).is_some_and(|when| when.elapsed() < Self::FOR)
    }
}

/// Every limit of the server. Per address they are generous: a mobile carrier puts thousands of phones behind one.
pub struct Limits {
    /// Failed sign-ins from one address, whatever the account.
    pub sign_in_address: Limiter,
    /// Failed sign-ins to one account from one address.
    pub sign_in_account: Limiter,
    /// Failed sign-ins to one account from anywhere unfamiliar; loose, so that a stranger cannot lock staff out for long.
    pub sign_in_anywhere: Limiter,
    /// Where staff have signed in before; strangers elsewhere cannot hold them up there.
    pub familiar: Familiar,
    /// Any call to the sign-in service from one address.
    pub auth_address: Limiter,
    /// Newsletter and volunteer forms from one address.
    pub visitor_writes: Limiter,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sign_in_address: Limiter::new(60, Duration::from_secs(5)),
            sign_in_account: Limiter::new(10, Duration::from_secs(30)),
            sign_in_anywhere: Limiter::new(100, Duration::from_secs(10)),
            familiar: Familiar::default(),
            auth_address: Limiter::new(600, Duration::from_millis(200)),
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

/// An address and the wider network that one owner may have: of IPv6 a /48.
pub fn network_keys(address: IpAddr) -> Vec<String> {
    let mut keys = vec![address_key(address)];
    if let IpAddr::V6(address) = address.to_canonical() {
        let [a, b, c, ..] = address.segments();
        keys.push(format!("{a:x}:{b:x}:{c:x}::/48"));
    }
    keys
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
}
