//! Limits on how often something may be tried, by key (an address, an account). A steady rate with a burst; what
//! turned out well can be given back, so that only failures count where that is wanted.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::network::Network;
use crate::error::{Error, Result};

/// Beyond this many keys all are forgotten. A client that fills it gains one burst for a hundred thousand requests.
const MAX_KEYS: usize = 100_000;

pub struct Limiter<Key = String> {
    pub every: Duration,
    pub burst: u32,
    /// When each key will be back to a full burst.
    full_again: Mutex<HashMap<Key, Instant>>,
}

impl<Key: Hash + Eq + Clone> Limiter<Key> {
    /// Allows `burst` at once, then one more for each `every` that passes.
    pub fn new(burst: u32, every: Duration) -> Limiter<Key> {
        Limiter { every, burst, full_again: Mutex::default() }
    }

    /// Counts one try, or says how long to wait.
    pub fn charge(&self, key: &Key) -> Result<()> {
        let now = Instant::now();
        let mut keys = self.full_again.lock().expect("no panic while counting");
        // Swept when it has doubled since: each request pays for a small part.
        if keys.len() == keys.capacity() {
            keys.retain(|_, full| *full > now);
            if keys.len() >= MAX_KEYS {
                keys.clear();
            }
        }
        let allowed = self.every * self.burst;
        let charge = |full: Instant| {
            let used = full - now + self.every;
            match used > allowed {
                true => Err(Error::TooMany { retry_after: (used - allowed).as_secs() + 1 }),
                false => Ok(full + self.every),
            }
        };
        match keys.get_mut(key) {
            Some(full) => *full = charge((*full).max(now))?,
            None => {
                keys.insert(key.clone(), charge(now)?);
            }
        }
        Ok(())
    }

    /// Gives one try back.
    pub fn refund(&self, key: &Key) {
        let mut keys = self.full_again.lock().expect("no panic while counting");
        if let Some(full) = keys.get_mut(key) {
            *full -= self.every;
        }
    }
}

/// Every limit of the server. Per address they are generous: a mobile carrier puts thousands of phones behind one.
pub struct Limits {
    /// Failed sign-ins of strangers from one network, whatever the account; see `Network::around`. The owner of a
    /// network has an address for every guess, so addresses alone do not bound them. Carriers and offices share
    /// networks with many, but only staff ever sign in here, a few dozen people who mistype now and then: hundreds of
    /// failures in ten minutes are not theirs.
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
    /// Mail with a link or a code to one address, whether there is an account or not: one a minute, and few in an hour.
    pub letters: Limiter,
    pub letters_hourly: Limiter,
    /// Wrong codes for one address, from anywhere. A code has six digits, and somebody who guesses can have new ones sent:
    /// this leaves them one chance in a hundred in a year. The link is good all the same.
    pub codes: Limiter,
    /// Wrong codes of one account's second factor, from anywhere. Of a million codes three are right at a time: somebody who
    /// knows the password and never stops would need about two years for an even chance.
    pub second_factor: Limiter,
    /// Any call to the sign-in service but reading, from one address or one known device.
    pub auth_calls: Limiter,
    /// Newsletter and volunteer forms from one address.
    pub visitor_writes: Limiter<Network>,
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
            letters: Limiter::new(1, Duration::from_secs(60)),
            letters_hourly: Limiter::new(5, Duration::from_secs(12 * 60)),
            codes: Limiter::new(10, Duration::from_secs(60 * 60)),
            second_factor: Limiter::new(8, Duration::from_secs(5 * 60)),
            auth_calls: Limiter::new(600, Duration::from_millis(200)),
            visitor_writes: Limiter::new(600, Duration::from_millis(200)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_then_the_rate_holds_and_refunds_count() {
        let limiter = Limiter::new(3, Duration::from_secs(60));
        for _ in 0..3 {
            limiter.charge(&'a').unwrap();
        }
        assert!(matches!(limiter.charge(&'a'), Err(Error::TooMany { retry_after: 60..=61 })));
        limiter.charge(&'b').unwrap();
        limiter.refund(&'a');
        limiter.charge(&'a').unwrap();
        assert!(limiter.charge(&'a').is_err());
    }
}
