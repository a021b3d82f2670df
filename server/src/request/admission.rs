//! Turns work away in good time. Without this, twice the load a server can carry makes everyone wait twice as long, then
//! four times, until nobody is served. So only so many requests work on the database at a time, a few more wait for a
//! moment, and everyone beyond that is told at once when to come back. Kept pages and the web app's own files need
//! no database and are never turned away.
//!
//! Visitors and staff have shares of their own: a crowd cannot keep staff from saving. A share is taken after the body
//! has been read, so that a slow sender holds none.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::{Error, Result};
use crate::schema::{Caller, Role};

/// Long enough to ride out a burst, short enough that a visitor is still there.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// A few times what the database reads side by side; more would only stand in line there, in the way of staff.
const READERS: usize = 16;
/// As many as the writer commits together.
const WRITERS: usize = 128;
const WAITING: usize = 512;

pub struct Admission {
    visitors: Share,
    staff: Share,
}

#[derive(Clone, Copy)]
pub enum Work {
    Read,
    Write,
}

struct Share {
    name: &'static str,
    readers: Semaphore,
    writers: Semaphore,
    /// Places in line, those at work included.
    in_line: Semaphore,
}

/// Held while the work is done.
#[must_use = "the place is given back when this is dropped"]
pub struct Permit<'a> {
    _working: SemaphorePermit<'a>,
    _in_line: SemaphorePermit<'a>,
}

impl Default for Admission {
    fn default() -> Admission {
        Admission::new(READERS, WRITERS, WAITING)
    }
}

impl Admission {
    pub fn new(readers: usize, writers: usize, waiting: usize) -> Admission {
        let share = |name| Share {
            name,
            readers: Semaphore::new(readers),
            writers: Semaphore::new(writers),
            in_line: Semaphore::new(readers + writers + waiting),
        };
        Admission { visitors: share("visitors"), staff: share("staff") }
    }

    /// Waits for a place among one's own kind.
    pub async fn acquire(&self, caller: &Caller, work: Work) -> Result<Permit<'_>> {
        let share = match caller.role {
            Role::Visitor => &self.visitors,
            Role::Editor | Role::Owner => &self.staff,
        };
        let Ok(in_line) = share.in_line.try_acquire() else { return Err(share.full()) };
        let working = match work {
            Work::Read => &share.readers,
            Work::Write => &share.writers,
        };
        match tokio::time::timeout(MAX_WAIT, working.acquire()).await {
            Ok(working) => Ok(Permit { _working: working.expect("never closed"), _in_line: in_line }),
            Err(_) => Err(share.full()),
        }
    }
}

impl Share {
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

    #[tokio::test]
    async fn a_few_work_a_few_wait_and_the_rest_is_told_at_once() {
        let admission = Admission::new(2, 0, 1);
        let first = admission.acquire(&Caller::visitor(), Work::Read).await.unwrap();
        let _second = admission.acquire(&Caller::visitor(), Work::Read).await.unwrap();
        let visitor = Caller::visitor();
        let mut waiting = Box::pin(admission.acquire(&visitor, Work::Read));
        assert!((&mut waiting).now_or_never().is_none());
        assert!(matches!(admission.acquire(&Caller::visitor(), Work::Read).now_or_never(), Some(Err(Error::Busy))));
        drop(first);
        assert!(waiting.await.is_ok());
    }

    #[tokio::test]
    async fn nobody_waits_for_long() {
        let admission = Admission::new(1, 1, 5);
        let _first = admission.acquire(&Caller::visitor(), Work::Read).await.unwrap();
        assert!(matches!(admission.acquire(&Caller::visitor(), Work::Read).await, Err(Error::Busy)));
        assert_eq!(admission.visitors.in_line.available_permits(), 6, "a request that gives up leaves the line");
    }

    #[tokio::test]
    async fn a_crowd_does_not_take_the_places_of_staff() {
        let admission = Admission::new(1, 0, 0);
        let _crowd = admission.acquire(&Caller::visitor(), Work::Read).await.unwrap();
        assert!(admission.acquire(&Caller::visitor(), Work::Read).await.is_err());
        let _saving = admission.acquire(&Caller::server(), Work::Read).await.unwrap();
    }
}
