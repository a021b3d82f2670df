//! How many connections each address holds. All together are bounded anyway (see `serve`); this keeps one address from
//! taking so many of them that nobody else gets in.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::request::rate_limit::address_key;

pub struct ConnectionLimit {
    max: usize,
    held: Mutex<HashMap<String, usize>>,
}

/// One connection's place in the count, given back when it ends.
pub struct Slot {
    limit: Arc<ConnectionLimit>,
    key: String,
}

impl ConnectionLimit {
    pub fn new(max: usize) -> Arc<ConnectionLimit> {
        Arc::new(ConnectionLimit { max, held: Mutex::default() })
    }

    /// `None` when this address holds as many as one may.
    pub fn acquire(self: &Arc<ConnectionLimit>, address: IpAddr) -> Option<Slot> {
        let key = address_key(address);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(key.clone()).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(Slot { limit: self.clone(), key })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut held = self.limit.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_takes_its_share_and_leaves_the_rest() {
        let limit = ConnectionLimit::new(2);
        let greedy = IpAddr::from([192, 0, 2, 1]);
        let first = limit.acquire(greedy).unwrap();
        let _second = limit.acquire(greedy).unwrap();
        assert!(limit.acquire(greedy).is_none());
        assert!(limit.acquire([192, 0, 2, 2].into()).is_some(), "another address");
        drop(first);
        assert!(limit.acquire(greedy).is_some());
        assert_eq!(limit.held.lock().unwrap().len(), 1, "an address that has left is forgotten");
    }
}
