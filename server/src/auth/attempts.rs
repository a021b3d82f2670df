//! Attempts to sign in, counted before the password is looked at, so that many at once cannot slip past, and refunded
//! when the password was right, so that only failures count. Mail that is asked for is counted the same way.

use std::net::IpAddr;

use super::device::Device;
use crate::error::Result;
use crate::request::network::Network;
use crate::request::rate_limit::{Limiter, Limits};

/// One attempt, charged to several limits by their keys.
#[must_use = "an attempt that succeeded is refunded"]
pub struct Attempts<'a>(pub Vec<(&'a Limiter, String)>);

/// Where an attempt comes from, as keys for limits.
#[derive(Debug, Clone, Copy)]
pub struct Origin {
    pub network: Network,
    pub address: Network,
}

impl Origin {
    pub fn at(address: IpAddr) -> Origin {
        Origin { network: Network::around(address), address: Network::of(address) }
    }
}

impl<'a> Attempts<'a> {
    /// Counts a stranger's attempt against the network, the address, the account from this address, and the account from
    /// anywhere.
    pub fn of_stranger(limits: &'a Limits, email: &str, from: &Origin) -> Result<Attempts<'a>> {
        let Origin { network, address } = from;
        Attempts::charge([
            (&limits.sign_in_network, format!("network {network}")),
            (&limits.sign_in_address, format!("address {address}")),
            (&limits.sign_in_account, format!("account {email}|{address}")),
            (&limits.sign_in_anywhere, format!("anywhere {email}")),
        ])
    }

    /// Counts an attempt from a device that this account has signed in from before: only against what such devices may,
    /// or strangers could keep its owner out.
    pub fn of_device(limits: &'a Limits, account: &str, device: &Device) -> Result<Attempts<'a>> {
        Attempts::charge([
            (&limits.sign_in_device, format!("device {}", device.key())),
            (&limits.sign_in_devices, format!("devices {account}")),
        ])
    }

    /// Counts a mail with a link or a code: against the address, and where somebody signed in asks for it against them.
    pub fn of_letter(limits: &'a Limits, email: &str, account: Option<&str>) -> Result<Attempts<'a>> {
        let asked_by = account.map(|id| (&limits.letters_hourly, format!("letter by {id}")));
        let to = [(&limits.letters, format!("letter {email}")), (&limits.letters_hourly, format!("letters {email}"))];
        Attempts::charge(to.into_iter().chain(asked_by))
    }

    /// Counts a code that is tried: against the address that it comes from, and the one that it is for.
    pub fn of_code(limits: &'a Limits, email: &str, from: &Origin) -> Result<Attempts<'a>> {
        Attempts::charge([
            (&limits.sign_in_address, format!("code {}", from.address)),
            (&limits.codes, format!("code {email}")),
        ])
    }

    /// Counts a link of the first start that is tried: against where it comes from only. It cannot be guessed, so that
    /// nobody who tries may keep out the one who holds it.
    pub fn of_set_up(limits: &'a Limits, from: &Origin) -> Result<Attempts<'a>> {
        Attempts::charge([
            (&limits.sign_in_network, format!("set-up {}", from.network)),
            (&limits.sign_in_address, format!("set-up {}", from.address)),
        ])
    }

    /// Counts a code of a second factor against the account.
    pub fn of_second_factor(limits: &'a Limits, account: &str) -> Result<Attempts<'a>> {
        Attempts::charge([(&limits.second_factor, format!("second factor {account}"))])
    }

    fn charge(limits: impl IntoIterator<Item = (&'a Limiter, String)>) -> Result<Attempts<'a>> {
        let mut charged = Attempts(Vec::with_capacity(4));
        for (limiter, key) in limits {
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
    use crate::secret::Secret;

    fn from(address: &str) -> Origin {
        Origin::at(address.parse().unwrap())
    }

    fn guess(limits: &Limits, email: &str, address: &str) -> bool {
        Attempts::of_stranger(limits, email, &from(address)).is_ok()
    }

    #[test]
    fn only_what_is_not_refunded_counts() {
        let limits = Limits::default();
        for _ in 0..50 {
            Attempts::of_stranger(&limits, "a@b", &from("10.0.0.1")).unwrap().refund();
        }
        assert_eq!((0..30).filter(|_| guess(&limits, "a@b", "10.0.0.1")).count(), 10, "ten at once are ten, not one");
        assert!(guess(&limits, "a@b", "10.0.0.2"), "another address");
    }

    #[test]
    fn nothing_that_strangers_do_counts_for_a_known_device() {
        let (limits, secret) = (Limits::default(), Secret::random().unwrap());
        let guesses = (0..3000).map(|n| format!("192.{}.2.{}", n / 250, n % 250));
        let looked_at = guesses.filter(|address| guess(&limits, "a@b", address)).count();
        assert!((100..110).contains(&looked_at), "a hundred guesses, then few: {looked_at}");
        assert!(!guess(&limits, "a@b", "10.0.0.1"), "a stranger is held up anywhere");
        let own = Device::new("id", &secret);
        let tries =
            |device: &Device, count| (0..count).filter(|_| Attempts::of_device(&limits, "id", device).is_ok()).count();
        assert_eq!(tries(&own, 50), 10, "on a device there is an end to guessing as well");
        assert_eq!(tries(&Device::new("id", &secret), 1), 1, "and one device's guesses do not count for another");
    }

    /// Somebody who once knew the password may have collected any number of cookies.
    #[test]
    fn many_devices_together_have_an_end_and_five_do_not_reach_it() {
        let (limits, secret) = (Limits::default(), Secret::random().unwrap());
        let all = |devices: usize| {
            let tries = (0..devices).map(|_| Device::new("id", &secret));
            tries.map(|device| (0..20).filter(|_| Attempts::of_device(&limits, "id", &device).is_ok()).count()).sum()
        };
        let stolen: usize = all(5);
        assert_eq!(stolen, 50);
        let collected: usize = all(1000);
        assert!(collected <= 52, "{collected}");
    }

    #[test]
    fn a_whole_network_of_addresses_is_bounded() {
        let limits = Limits::default();
        let spray = |n: u32| guess(&limits, &format!("p{n}@b"), &format!("2001:db8:1:{n:x}::1"));
        let looked_at = (0..2000).filter(|n| spray(*n)).count();
        assert!((300..310).contains(&looked_at), "{looked_at} of 2000 guesses from 2000 networks of one owner");
        assert!(guess(&limits, "p@b", "2001:db8:2::1"), "another owner's");
    }

    #[test]
    fn a_refused_guess_costs_the_neighbours_nothing() {
        let limits = Limits::default();
        let refused = (0..500).filter(|_| !guess(&limits, "a@b", "10.0.0.1")).count();
        assert_eq!(refused, 490);
        assert!(guess(&limits, "other@b", "10.0.0.1"));
    }
}
