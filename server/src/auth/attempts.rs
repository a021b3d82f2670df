//! Attempts to sign in, counted before the password is looked at, so that many at once cannot slip past, and refunded
//! when the password was right, so that only failures count.

use crate::error::Result;
use crate::request::rate_limit::{Limiter, Limits};

/// One attempt, charged to several limits by their keys.
#[must_use = "an attempt that succeeded is refunded"]
pub struct Attempts<'a>(pub Vec<(&'a Limiter, String)>);

impl<'a> Attempts<'a> {
    /// Counts an attempt against the address, the account from this address, and the account from anywhere; the last not
    /// where the account has signed in before, or strangers with many networks could keep its owner out.
    pub fn charge(limits: &'a Limits, email: &str, address: &str) -> Result<Attempts<'a>> {
        let mut charged = Attempts(Vec::with_capacity(3));
        let anywhere = (!limits.familiar.knows(email, address)).then(|| (&limits.sign_in_anywhere, email.to_owned()));
        let here =
            [(&limits.sign_in_address, address.to_owned()), (&limits.sign_in_account, format!("{email}|{address}"))];
        for (limiter, key) in here.into_iter().chain(anywhere) {
            if let Err(cause) = limiter.charge(&key) {
                // No password was looked at, so nothing counts: else one stubborn program would use up the attempts of all
                // its neighbours.
                charged.refund();
                return Err(cause);
            }
            charged.0.push((limiter, key));
        }
        Ok(charged)
    }

    pub fn refund(self) {
        for (limiter, key) in self.0 {
            limiter.refund(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_refunded_counts() {
        let limits = Limits::default();
        for _ in 0..50 {
            Attempts::charge(&limits, "a@b", "10.0.0.1").unwrap().refund();
        }
        let held: Vec<_> = (0..10).map(|_| Attempts::charge(&limits, "a@b", "10.0.0.1").unwrap()).collect();
        assert!(Attempts::charge(&limits, "a@b", "10.0.0.1").is_err(), "ten at once are ten, not one");
        assert!(Attempts::charge(&limits, "a@b", "10.0.0.2").is_ok(), "another address");
        drop(held);
    }

    #[test]
    fn strangers_everywhere_do_not_hold_up_the_owner_at_home() {
        let limits = Limits::default();
        limits.familiar.remember("a@b", "10.0.0.1");
        let refused = (0..300).filter(|n| Attempts::charge(&limits, "a@b", &format!("192.0.2.{}", n % 250)).is_err());
        assert!(refused.count() >= 199, "a hundred guesses, then few");
        assert!(Attempts::charge(&limits, "a@b", "10.0.0.2").is_err(), "an unfamiliar place");
        let guesses = (0..50).filter(|_| Attempts::charge(&limits, "a@b", "10.0.0.1").is_ok()).count();
        assert_eq!(guesses, 10, "at home there is an end to guessing as well");
    }

    #[test]
    fn a_refused_guess_costs_the_neighbours_nothing() {
        let limits = Limits::default();
        let refused = (0..500).filter(|_| Attempts::charge(&limits, "a@b", "10.0.0.1").is_err()).count();
        assert_eq!(refused, 490);
        assert!(Attempts::charge(&limits, "other@b", "10.0.0.1").is_ok());
    }
}
