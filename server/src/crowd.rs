//! How many connections each address holds. All together are bounded anyway (see `serve`); this keeps one address from
//! taking so many of them that nobody else gets in.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::limits::address_key;

pub struct Crowd {
    most: usize,
    held: Mutex<HashMap<String, usize>>,
}

/// One connection's place in the count, given back when it ends.
pub struct Guest {
    crowd: Arc<Crowd>,
    key: String,
}

impl Crowd {
    pub fn new(most: usize) -> Arc<Crowd> {
        Arc::new(Crowd { most, held: Mutex::default() })
    }

    /// `None` when this address holds as many as one may.
    pub fn enter(self: &Arc<Crowd>, address: IpAddr) -> Option<Guest> {
        let key = address_key(address);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(key.clone()).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Guest { crowd: self.clone(), key })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut held = self.crowd.held.lock().unwrap_or_else(PoisonError::into_inner);
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
        let crowd = Crowd::new(2);
        let greedy = IpAddr::from([192, 0, 2, 1]);
        let first = crowd.enter(greedy).unwrap();
        let _second = crowd.enter(greedy).unwrap();
        assert!(crowd.enter(greedy).is_none());
        assert!(crowd.enter([192, 0, 2, 2].into()).is_some(), "another address");
        drop(first);
        assert!(crowd.enter(greedy).is_some());
        assert_eq!(crowd.held.lock().unwrap().len(), 1, "whoever has left is forgotten");
    }
}
