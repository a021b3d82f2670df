//! Who holds how much of the memory for subscriptions. All together are bounded; visitors have a part of it, so that staff
//! can always subscribe, and one address a quarter of what visitors have left, so that it cannot keep the others out.

use std::collections::HashMap;
use std::net::IpAddr;

use super::limits::{MAX_SUBSCRIBED_BYTES, VISITORS_SUBSCRIBED_BYTES};
use crate::request::network::Network;
use crate::schema::Role;

/// For one address, however little is left of the visitors' part.
const MIN: usize = 64 * 1024;

#[derive(Default)]
pub struct Shares {
    all: usize,
    visitors: usize,
    by_network: HashMap<Network, usize>,
}

/// What one channel holds, to be given back.
#[derive(Debug, Default)]
pub struct Share {
    bytes: usize,
    /// Of a visitor: whose it is.
    networks: Option<Vec<Network>>,
}

impl Shares {
    /// `None` when there is no room.
    pub fn take(&mut self, role: Role, address: IpAddr, bytes: usize) -> Option<Share> {
        if bytes == 0 {
            return Some(Share::default());
        }
        if self.all + bytes > MAX_SUBSCRIBED_BYTES {
            return None;
        }
        let networks = (!role.is_staff()).then(|| Network::owned(address));
        if let Some(networks) = &networks {
            let allowed = (VISITORS_SUBSCRIBED_BYTES.saturating_sub(self.visitors) / 4).max(MIN);
            let held = |network: &Network| self.by_network.get(network).copied().unwrap_or_default();
            let is_full = self.visitors + bytes > VISITORS_SUBSCRIBED_BYTES;
            if is_full || networks.iter().any(|network| held(network) + bytes > allowed) {
                return None;
            }
            self.visitors += bytes;
            for network in networks {
                *self.by_network.entry(*network).or_default() += bytes;
            }
        }
        self.all += bytes;
        Some(Share { bytes, networks })
    }

    pub fn give_back(&mut self, Share { bytes, networks }: Share) {
        self.all -= bytes;
        let Some(networks) = networks else { return };
        self.visitors -= bytes;
        for network in networks {
            if let Some(held) = self.by_network.get_mut(&network) {
                *held -= bytes;
                if *held == 0 {
                    self.by_network.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EACH: usize = 100_000;

    fn take_all(shares: &mut Shares, role: Role, last: u8) -> Vec<Share> {
        std::iter::from_fn(|| shares.take(role, [192, 0, 2, last].into(), EACH)).collect()
    }

    #[test]
    fn visitors_leave_room_for_staff_and_one_address_for_others() {
        let mut shares = Shares::default();
        let greedy = take_all(&mut shares, Role::Visitor, 1);
        assert!(greedy.len() * EACH <= VISITORS_SUBSCRIBED_BYTES / 5, "{}", greedy.len());
        assert!(!take_all(&mut shares, Role::Visitor, 2).is_empty(), "another address has its own");
        let many: Vec<Share> = (3..=255).flat_map(|last| take_all(&mut shares, Role::Visitor, last)).collect();
        assert!(shares.visitors <= VISITORS_SUBSCRIBED_BYTES);
        let staff = take_all(&mut shares, Role::Editor, 1);
        assert!(staff.len() * EACH >= MAX_SUBSCRIBED_BYTES - VISITORS_SUBSCRIBED_BYTES - EACH, "{}", staff.len());
        assert!(shares.all <= MAX_SUBSCRIBED_BYTES);
        assert!(
            shares.take(Role::Visitor, [198, 51, 100, 1].into(), 0).is_some(),
            "a channel without any costs nothing"
        );
        greedy.into_iter().chain(many).chain(staff).for_each(|share| shares.give_back(share));
    }

    #[test]
    fn what_is_given_back_is_forgotten() {
        let mut shares = Shares::default();
        for _ in 0..2 {
            let held = take_all(&mut shares, Role::Visitor, 1);
            assert!(!held.is_empty());
            held.into_iter().for_each(|share| shares.give_back(share));
            assert_eq!((shares.all, shares.visitors, shares.by_network.len()), (0, 0, 0));
        }
    }
}
