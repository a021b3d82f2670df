//! How many connections, or requests of HTTP/2, each address holds. All together are bounded anyway (see `serve`); this keeps a few addresses from
//! taking so many of them that nobody else gets in: each gets a quarter of what is free when it comes, and a few in any
//! case. So the first can have a fifth of all, and a hundred of them still leave room.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::network::Network;

/// For one address, however few are free.
const MIN: usize = 8;

pub struct ConnectionLimit {
    max: usize,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    all: usize,
    by_network: HashMap<Network, usize>,
}

/// One connection's place in the count, given back when it ends.
pub struct Slot {
    limit: Arc<ConnectionLimit>,
    keys: Vec<Network>,
}

impl ConnectionLimit {
    pub fn new(max: usize) -> Arc<ConnectionLimit> {
        Arc::new(ConnectionLimit { max, held: Mutex::default() })
    }

    /// `None` when this address, or the network it belongs to, holds as many as one may. `max`: those for all.
    pub fn acquire(self: &Arc<ConnectionLimit>, address: IpAddr) -> Option<Slot> {
        let keys = Network::owned(address);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let allowed = (self.max.saturating_sub(held.all) / 4).max(MIN);
        if keys.iter().any(|key| held.by_network.get(key).is_some_and(|count| *count >= allowed)) {
            return None;
        }
        held.all += 1;
        for key in &keys {
            *held.by_network.entry(*key).or_default() += 1;
        }
        Some(Slot { limit: self.clone(), keys })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut held = self.limit.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.all -= 1;
        for key in &self.keys {
            if let Some(count) = held.by_network.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    held.by_network.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_takes_its_share_and_leaves_the_rest() {
        let limit = ConnectionLimit::new(400);
        let take = |address: [u8; 4]| {
            let taken = std::iter::from_fn(|| limit.acquire(address.into()));
            taken.collect::<Vec<_>>()
        };
        let greedy = take([192, 0, 2, 1]);
        assert_eq!(greedy.len(), 80, "a fifth: as many as a quarter of what is left");
        let second = take([192, 0, 2, 2]);
        assert_eq!(second.len(), 64, "the next has a fifth of the rest");
        let many: Vec<_> = (10..40).map(|last| take([192, 0, 2, last])).collect();
        assert!(limit.acquire([203, 0, 113, 9].into()).is_some(), "there is room for the next");
        drop((greedy, second, many));
        assert_eq!(limit.held.lock().unwrap().all, 0);
        assert!(limit.held.lock().unwrap().by_network.is_empty(), "an address that has left is forgotten");
    }

    #[test]
    fn the_networks_of_one_ipv6_site_count_together() {
        let limit = ConnectionLimit::new(400);
        let site = |network: u16| IpAddr::from([0x2001, 0xdb8, 1, network, 0, 0, 0, 1]);
        let held: Vec<_> = (0..500).filter_map(|network| limit.acquire(site(network))).collect();
        assert_eq!(held.len(), 80);
    }
}
