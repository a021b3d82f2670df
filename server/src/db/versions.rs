//! A number for each table that a write raises: after the commit, before the answer, and by the writer itself, so that
//! it happens also when the caller has gone. What is made from a table and kept is compared with its number. Where
//! several servers share a database the numbers come from there (see `watch`).
//!
//! Until a commit is published, what was there before counts as good. That moment is offered to those who keep
//! something that many ask for (see `Versions::prepare_with`).

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use foldhash::HashMap;
use futures_util::future::BoxFuture;

/// After a longer silence of the database, what we keep may be old.
const PATIENCE: Duration = Duration::from_millis(2_000);

/// Tables and the numbers they have come to.
pub type Bumped = Vec<(Arc<str>, u64)>;
type Prepare = dyn Fn(&Bumped) -> Option<BoxFuture<'static, ()>> + Send + Sync;

/// The number of the last commit that changed a table, and of the last one that was published.
#[derive(Default)]
struct Version {
    committed: AtomicU64,
    published: AtomicU64,
}

pub struct Versions {
    tables: HashMap<Arc<str>, Version>,
    /// How many commits there were on a SQLite, which nobody else writes: they number its tables.
    commits: AtomicU64,
    /// By which a server knows its own announcements.
    pub(super) name: String,
    prepare: OnceLock<Box<Prepare>>,
    began: Instant,
    /// When the database last gave its numbers, in milliseconds since `began`; `ALONE` where nobody else writes.
    last_heartbeat: AtomicU64,
}

const ALONE: u64 = u64::MAX;

impl Versions {
    pub(super) fn of(tables: impl IntoIterator<Item = Arc<str>>) -> Versions {
        Versions {
            tables: tables.into_iter().map(|table| (table, Version::default())).collect(),
            commits: AtomicU64::new(0),
            name: uuid::Uuid::new_v4().to_string(),
            prepare: OnceLock::new(),
            began: Instant::now(),
            last_heartbeat: AtomicU64::new(ALONE),
        }
    }

    /// What is shown must be at least this new.
    pub fn published(&self, table: &str) -> u64 {
        self.tables.get(table).map_or(0, |version| version.published.load(Ordering::Acquire))
    }

    /// A read that begins now sees at least this.
    pub fn committed(&self, table: &str) -> u64 {
        self.tables.get(table).map_or(0, |version| version.committed.load(Ordering::Acquire))
    }

    /// What to do between a commit and its publication; nothing, mostly.
    pub fn prepare_with(&self, prepare: Box<Prepare>) {
        assert!(self.prepare.set(prepare).is_ok(), "only one may prepare");
    }

    /// These numbers are committed; gives back what is to be done before they are published.
    pub(super) fn preparation(&self, bumped: &Bumped) -> Option<BoxFuture<'static, ()>> {
        for (table, number) in bumped {
            if let Some(version) = self.tables.get(table) {
                version.committed.fetch_max(*number, Ordering::Release);
            }
        }
        (!bumped.is_empty()).then(|| self.prepare.get()?(bumped)).flatten()
    }

    /// The numbers of these tables after a commit on SQLite.
    pub(super) fn next(&self, tables: BTreeSet<Arc<str>>) -> Bumped {
        let number = self.commits.fetch_add(1, Ordering::Relaxed) + 1;
        tables.into_iter().map(|table| (table, number)).collect()
    }

    /// This table has come to this number, and it is published.
    pub(super) fn advance(&self, table: &str, number: u64) {
        if let Some(version) = self.tables.get(table) {
            version.committed.fetch_max(number, Ordering::Release);
            version.published.fetch_max(number, Ordering::Release);
        }
    }

    pub(super) fn heartbeat(&self) {
        self.last_heartbeat.store(self.now(), Ordering::Relaxed);
    }

    /// For how long a database that others write to as well has been silent; `None` while all is well.
    pub fn stale_for(&self) -> Option<Duration> {
        match self.last_heartbeat.load(Ordering::Relaxed) {
            ALONE => None,
            last => Some(Duration::from_millis(self.now().saturating_sub(last))).filter(|silent| *silent > PATIENCE),
        }
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }
}
