//! How many entries one address and one network may send, by the hour and by the day. Forgotten with a restart; how many
//! there are in all is counted from the rows themselves (see `counts`). An address that sent nothing kept is soon
//! forgotten, so there are never many more of them than entries in a day.

use std::net::IpAddr;
use std::time::Duration;

use super::{DAY, HOUR};
use crate::error::Result;
use crate::request::network::Network;
use crate::request::rate_limit::Limiter;

pub struct Caps {
    address: [Limiter<Network>; 2],
    network: [Limiter<Network>; 2],
}

/// Given back when it is dropped without being kept.
pub struct Charged<'a>(Vec<(&'a Limiter<Network>, Network)>);

impl Caps {
    /// For entries without a proof, where a form takes so many in a day. A carrier puts thousands of phones behind one
    /// address, so an address may send a good part of them.
    pub fn plain(per_day: u32) -> Caps {
        Caps { address: hour_and_day(per_day / 10, per_day / 5), network: hour_and_day(per_day / 5, per_day / 5 * 2) }
    }

    /// For those with one: no network takes more than a fifth of what there is.
    pub fn proven(per_day: u32) -> Caps {
        let both = || hour_and_day(per_day, per_day.saturating_mul(2));
        Caps { address: both(), network: both() }
    }

    pub fn charge(&self, address: IpAddr) -> Result<Charged<'_>> {
        let mut charged = Charged(Vec::with_capacity(4));
        for (limiters, key) in [(&self.address, Network::of(address)), (&self.network, Network::around(address))] {
            for limiter in limiters {
                limiter.charge(&key)?;
                charged.0.push((limiter, key));
            }
        }
        Ok(charged)
    }
}

impl Charged<'_> {
    pub fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for Charged<'_> {
    fn drop(&mut self) {
        self.0.iter().for_each(|(limiter, key)| limiter.refund(key));
    }
}

fn hour_and_day(hour: u32, day: u32) -> [Limiter<Network>; 2] {
    let limiter = |number: u32, time: Duration| Limiter::new(number.max(1), time / number.max(1));
    [limiter(hour, HOUR), limiter(day, DAY)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_then_its_network_is_full_and_what_was_not_kept_is_given_back() {
        let caps = Caps::plain(20); // two from an address, four from a network
        let keep = |address: &str| caps.charge(at(address)).map(Charged::keep).is_ok();
        drop(caps.charge(at("192.0.2.1")).unwrap());
        assert!(keep("192.0.2.1") && keep("192.0.2.1") && !keep("192.0.2.1"));
        assert!(keep("192.0.2.2") && keep("192.0.2.3") && !keep("192.0.2.4"), "the network is full");
        assert!(keep("198.51.100.1"));
    }
}
