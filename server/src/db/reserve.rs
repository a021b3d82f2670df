//! For whom a read is done. Each has connections of its own, so that none can use up another's: dear questions of
//! visitors hold up neither staff nor pages. And each has its time: a statement that takes longer is interrupted.

use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reserve {
    /// Tables read by anyone over the API.
    Visitors,
    /// Public pages and their files.
    Pages,
    /// Staff, and the server's own work.
    Staff,
}

impl Reserve {
    /// More than this at a time would only stand in each other's way on a small machine.
    pub const fn connections(self) -> usize {
        match self {
            Reserve::Visitors => 3,
            Reserve::Pages => 3,
            Reserve::Staff => 4,
        }
    }

    /// The longest answer. SQLite refuses to put together a longer one; from PostgreSQL it is refused when it has come.
    pub const fn max_bytes(self) -> Option<usize> {
        match self {
            Reserve::Visitors => Some(4 * 1024 * 1024),
            // A thousand long versions of a page would be a gigabyte while they are put together.
            Reserve::Staff => Some(32 * 1024 * 1024),
            Reserve::Pages => None,
        }
    }

    /// What a visitor may ask takes milliseconds; staff may export a whole table.
    pub const fn deadline(self) -> Duration {
        match self {
            Reserve::Visitors => Duration::from_secs(2),
            Reserve::Pages => Duration::from_secs(10),
            Reserve::Staff => Duration::from_secs(25),
        }
    }
}
