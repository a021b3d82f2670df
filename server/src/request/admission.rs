//! Turns work away in good time. Without this, twice the load a server can carry makes everyone wait twice as long, then
//! four times, until nobody is served. So only so many requests work on the database at a time, a few more wait for a
//! moment, and everyone beyond that is told at once when to come back. Kept pages and the web app's own files need
//! no database and are never turned away.
//!
//! Each reserve has places of its own: a crowd cannot keep staff from saving. And no address has all places of the
//! visitors' reserve. A place is taken after the body has been read, so that a slow sender holds none.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::network::Network;
use crate::db::Reserve;
use crate::error::{Error, Result};

/// Long enough to ride out a burst, short enough that a visitor is still there.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// As many as the writer commits together.
const WRITERS: usize = 128;
const WAITING: usize = 512;
/// Of them, what visitors of one address may use. A mobile carrier puts thousands of phones behind one.
const WAITING_PER_ADDRESS: usize = 128;

pub struct Admission {
    visitors: Share,
    pages: Share,
    staff: Share,
    addresses: Arc<Addresses>,
}

#[derive(Clone, Copy)]
pub enum Work {
    Read,
    Write,
}

/// Places for one kind of work.
#[derive(Clone)]
pub struct Share {
    name: &'static str,
    readers: Arc<Semaphore>,
    writers: Arc<Semaphore>,
    /// Places in line, those at work included.
    in_line: Arc<Semaphore>,
}

/// Held while the work is done.
#[must_use = "the place is given back when this is dropped"]
pub struct Permit {
    _places: [OwnedSemaphorePermit; 2],
}

/// The reads of each address.
struct Addresses {
    readers: usize,
    waiting: usize,
    known: Mutex<HashMap<Network, Share>>,
}

/// A place among the reads of an address, or on the way to one. An address that has nothing under way is forgotten.
struct AddressPlace {
    addresses: Arc<Addresses>,
    key: Network,
    permit: Option<Permit>,
}

/// Held while tables are read.
#[must_use = "the place is given back when this is dropped"]
pub struct ReadPermit {
    _own: Vec<AddressPlace>,
    _common: Permit,
}

impl Default for Admission {
    fn default() -> Admission {
        let share = |name, reserve: Reserve| Share::new(name, reserve.connections(), WRITERS, WAITING);
        Admission {
            visitors: share("visitors", Reserve::Visitors),
            pages: share("pages", Reserve::Pages),
            staff: share("staff", Reserve::Staff),
            addresses: Addresses::new(Reserve::Visitors.connections() - 1, WAITING_PER_ADDRESS),
        }
    }
}

impl Admission {
    /// Waits for a place in a reserve.
    pub async fn acquire(&self, reserve: Reserve, work: Work) -> Result<Permit> {
        let share = match reserve {
            Reserve::Visitors => &self.visitors,
            Reserve::Pages => &self.pages,
            Reserve::Staff => &self.staff,
        };
        share.acquire(work).await
    }

    /// Waits for a place to read tables: a visitor first among those of its address, then among all.
    pub async fn acquire_read(&self, reserve: Reserve, address: IpAddr) -> Result<ReadPermit> {
        let mut own = Vec::new();
        if reserve == Reserve::Visitors {
            for key in Network::owned(address) {
                own.push(AddressPlace::acquire(&self.addresses, key).await?);
            }
        }
        Ok(ReadPermit { _own: own, _common: self.acquire(reserve, Work::Read).await? })
    }
}

impl Addresses {
    fn new(readers: usize, waiting: usize) -> Arc<Addresses> {
        Arc::new(Addresses { readers, waiting, known: Mutex::default() })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Network, Share>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AddressPlace {
    async fn acquire(addresses: &Arc<Addresses>, key: Network) -> Result<AddressPlace> {
        let new = || Share::new("visitors", addresses.readers, 0, addresses.waiting);
        let share = addresses.known().entry(key).or_insert_with(new).clone();
        let mut place = AddressPlace { addresses: addresses.clone(), key, permit: None };
        place.permit = Some(share.acquire(Work::Read).await?);
        Ok(place)
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        self.permit = None;
        let mut known = self.addresses.known();
        let all = self.addresses.readers + self.addresses.waiting;
        if known.get(&self.key).is_some_and(|share| share.in_line.available_permits() == all) {
            known.remove(&self.key);
        }
    }
}

impl Share {
    pub fn new(name: &'static str, readers: usize, writers: usize, waiting: usize) -> Share {
        let places = |count| Arc::new(Semaphore::new(count));
        Share { name, readers: places(readers), writers: places(writers), in_line: places(readers + writers + waiting) }
    }

    pub async fn acquire(&self, work: Work) -> Result<Permit> {
        let Ok(in_line) = self.in_line.clone().try_acquire_owned() else { return Err(self.full()) };
        let working = match work {
            Work::Read => &self.readers,
            Work::Write => &self.writers,
        };
        match tokio::time::timeout(MAX_WAIT, working.clone().acquire_owned()).await {
            Ok(working) => Ok(Permit { _places: [working.expect("never closed"), in_line] }),
            Err(_) => Err(self.full()),
        }
    }

    /// Counted, not logged: a line for each would be one more load.
    fn full(&self) -> Error {
        crate::metrics::count_shed(self.name);
        Error::Busy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn small(readers: usize, waiting: usize) -> Admission {
        let share = |name| Share::new(name, readers, 0, waiting);
        let addresses = Addresses::new(readers.saturating_sub(1), waiting);
        Admission { visitors: share("visitors"), pages: share("pages"), staff: share("staff"), addresses }
    }

    #[tokio::test]
    async fn a_few_work_a_few_wait_and_the_rest_is_told_at_once() {
        let admission = small(2, 1);
        let first = admission.acquire(Reserve::Visitors, Work::Read).await.unwrap();
        let _second = admission.acquire(Reserve::Visitors, Work::Read).await.unwrap();
        let mut waiting = Box::pin(admission.acquire(Reserve::Visitors, Work::Read));
        assert!((&mut waiting).now_or_never().is_none());
        let third = admission.acquire(Reserve::Visitors, Work::Read).now_or_never();
        assert!(matches!(third, Some(Err(Error::Busy))));
        drop(first);
        assert!(waiting.await.is_ok());
    }

    #[tokio::test]
    async fn nobody_waits_for_long() {
        let admission = small(1, 5);
        let _first = admission.acquire(Reserve::Visitors, Work::Read).await.unwrap();
        assert!(matches!(admission.acquire(Reserve::Visitors, Work::Read).await, Err(Error::Busy)));
        assert_eq!(admission.visitors.in_line.available_permits(), 5, "a request that gives up leaves the line");
    }

    #[tokio::test]
    async fn a_crowd_does_not_take_the_places_of_staff_or_pages() {
        let admission = small(1, 0);
        let _crowd = admission.acquire(Reserve::Visitors, Work::Read).await.unwrap();
        assert!(admission.acquire(Reserve::Visitors, Work::Read).await.is_err());
        let _saving = admission.acquire(Reserve::Staff, Work::Read).await.unwrap();
        let _page = admission.acquire(Reserve::Pages, Work::Read).await.unwrap();
    }

    #[tokio::test]
    async fn one_address_leaves_a_place_to_the_others_and_is_forgotten() {
        let admission = small(3, 4);
        let greedy = IpAddr::from([192, 0, 2, 1]);
        let held = [
            admission.acquire_read(Reserve::Visitors, greedy).await.unwrap(),
            admission.acquire_read(Reserve::Visitors, greedy).await.unwrap(),
        ];
        assert!(admission.acquire_read(Reserve::Visitors, greedy).now_or_never().is_none(), "its third waits");
        let other = admission.acquire_read(Reserve::Visitors, [192, 0, 2, 2].into()).await.unwrap();
        drop((held, other));
        assert!(admission.addresses.known().is_empty());
    }

    #[tokio::test]
    async fn the_networks_of_one_ipv6_site_count_together() {
        let admission = small(3, 4);
        let site = |network: u16| IpAddr::from([0x2001, 0xdb8, 1, network, 0, 0, 0, 1]);
        let _held = [
            admission.acquire_read(Reserve::Visitors, site(1)).await.unwrap(),
            admission.acquire_read(Reserve::Visitors, site(2)).await.unwrap(),
        ];
        assert!(admission.acquire_read(Reserve::Visitors, site(3)).now_or_never().is_none());
    }
}
