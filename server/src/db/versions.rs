//! A number for each table that a write raises: after the commit, before the answer, and by the writer itself, so that
//! it happens also when whoever asked has gone. Whoever keeps something made from a table compares numbers. Where
//! several servers share a database the numbers come from there (see `watch`).
//!
//! Until a commit is published, what was there before counts as good. That moment is offered to whoever keeps something that
//! many ask for (see `Versions::prepare_with`).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use foldhash::HashMap;
use futures_util::future::BoxFuture;

use crate::schema::TABLES;

/// Out of touch with the database for longer than this, what we keep may be old.
const PATIENCE: Duration = Duration::from_millis(2_000);

/// Tables and the numbers they have come to.
pub type Bumped = Vec<(&'static str, u64)>;
type Prepare = dyn Fn(&Bumped) -> Option<BoxFuture<'static, ()>> + Send + Sync;

/// The number of the last commit that changed a table, and of the last one that everybody may know of.
#[derive(Default)]
struct Version {
    committed: AtomicU64,
    published: AtomicU64,
}

pub struct Versions {
    tables: HashMap<&'static str, Version>,
    /// How many commits there were on a SQLite, which nobody else writes: they number its tables.
    commits: AtomicU64,
    /// By which several servers know their own announcements.
    pub(super) name: String,
    prepare: OnceLock<Box<Prepare>>,
    began: Instant,
    /// When the database was last asked for its numbers, in milliseconds since `began`; `ALONE` where nobody else writes.
    heard: AtomicU64,
}

const ALONE: u64 = u64::MAX;

impl Default for Versions {
    fn default() -> Versions {
        let tables = TABLES.iter().map(|table| (table.name, Version::default())).collect();
        Versions {
            tables,
            commits: AtomicU64::new(0),
            name: uuid::Uuid::new_v4().to_string(),
            prepare: OnceLock::new(),
            began: Instant::now(),
            heard: AtomicU64::new(ALONE),
        }
    }
}

impl Versions {
    /// What is shown must be at least this new.
    pub fn published(&self, table: &str) -> u64 {
        self.tables.get(table).map_or(0, |version| version.published.load(Ordering::Acquire))
    }

    /// Whoever reads from now on reads at least this.
    pub fn committed(&self, table: &str) -> u64 {
        self.tables.get(table).map_or(0, |version| version.committed.load(Ordering::Acquire))
    }

    /// What to do between a commit and its telling; nothing, mostly.
    pub fn prepare_with(&self, prepare: Box<Prepare>) {
        assert!(self.prepare.set(prepare).is_ok(), "there is one who prepares");
    }

    /// These numbers are committed; gives back what is to be done before they are published.
    pub(super) fn preparation(&self, raised: &Bumped) -> Option<BoxFuture<'static, ()>> {
        for (table, number) in raised {
            if let Some(version) = self.tables.get(table) {
                version.committed.fetch_max(*number, Ordering::Release);
            }
        }
        (!raised.is_empty()).then(|| self.prepare.get()?(raised)).flatten()
    }

    /// The numbers of these tables after the next commit.
    pub(super) fn next(&self, tables: &[&'static str]) -> Bumped {
        let number = self.commits.fetch_add(1, Ordering::Relaxed) + 1;
        tables.iter().map(|table| (*table, number)).collect()
    }

    /// This table has come so far, and everybody may know it.
    pub(super) fn advance(&self, table: &str, number: u64) {
        if let Some(version) = self.tables.get(table) {
            version.committed.fetch_max(number, Ordering::Release);
            version.published.fetch_max(number, Ordering::Release);
        }
    }

    pub(super) fn heartbeat(&self) {
        self.heard.store(self.now(), Ordering::Relaxed);
    }

    /// For how long we have not heard from a database that others write to as well; `None` while all is well.
    pub fn stale_for(&self) -> Option<Duration> {
        match self.heard.load(Ordering::Relaxed) {
            ALONE => None,
            heard => Some(Duration::from_millis(self.now().saturating_sub(heard))).filter(|silent| *silent > PATIENCE),
        }
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }
}
