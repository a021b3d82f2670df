//! When the last backup was made and what went wrong since, told to staff on their dashboard and to the operator's
//! monitoring. Kept in the database, so that there is one truth however many servers there are, and a backup made on
//! the command line counts too. It is never in an archive.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::make::Made;
use crate::clock;
use crate::db::{Db, Sql, Tx};
use crate::error::Result;

const NAME: &str = "last_backup";
/// Where a version before kept it: in the data folder of each server.
const OLD_FILE: &str = "last-backup.json";
/// The backup is there; nobody waits longer than this for a note about it, nor for its figures.
const MAX_WAIT: Duration = Duration::from_secs(5);

#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub struct Status {
    pub last_good: Option<Good>,
    /// Only when it came after the last good one.
    pub last_failure: Option<Failure>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Good {
    pub at: String,
    pub bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    pub at: String,
    pub why: String,
}

impl Status {
    pub async fn read(db: &Db) -> Result<Status> {
        let row = db.first(stored()).await?;
        Ok(row.map(|row| Status::parse(row.text(0).as_bytes())).unwrap_or_default())
    }

    /// Remembers how a backup went. That this fails is logged only: the backup itself is what counts.
    pub async fn record(db: &Db, result: &anyhow::Result<Made>) {
        let at = clock::now();
        let this = match result {
            Ok(made) => Status { last_good: Some(Good { at, bytes: made.bytes }), last_failure: None },
            Err(cause) => Status { last_good: None, last_failure: Some(Failure { at, why: format!("{cause:#}") }) },
        };
        let note = |cause: &dyn std::fmt::Display| tracing::warn!("cannot remember how the backup went: {cause}");
        match tokio::time::timeout(MAX_WAIT, update(db, this, Status::followed_by)).await {
            Ok(Ok(())) => {}
            Ok(Err(cause)) => note(&cause),
            Err(late) => note(&late),
        }
    }

    /// Takes over what a version before left in the data folder; with several servers each has its own, and the latest
    /// counts. A failure is logged only.
    pub async fn take_over(db: &Db, folder: &Path) {
        let file = folder.join(OLD_FILE);
        let Ok(text) = std::fs::read(&file) else { return };
        match update(db, Status::parse(&text), Status::latest).await {
            Ok(()) => drop(std::fs::remove_file(&file)),
            Err(cause) => tracing::warn!("the status of the last backup could not be taken over: {cause}"),
        }
    }

    fn parse(text: &[u8]) -> Status {
        serde_json::from_slice(text).unwrap_or_default()
    }

    /// This, and then what came next, whatever the clock said: it may have been wrong.
    fn followed_by(self, next: Status) -> Status {
        match next.last_good {
            Some(_) => next,
            None => Status { last_good: self.last_good, ..next },
        }
    }

    /// The latest of both. The order of times as text is their order in time.
    fn latest(self, other: Status) -> Status {
        let last_good = [self.last_good, other.last_good].into_iter().flatten().max_by(|a, b| a.at.cmp(&b.at));
        let last_failure = [self.last_failure, other.last_failure].into_iter().flatten().max_by(|a, b| a.at.cmp(&b.at));
        let is_over = |failure: &Failure| last_good.as_ref().is_some_and(|good| good.at >= failure.at);
        let last_failure = last_failure.filter(|failure| !is_over(failure));
        Status { last_good, last_failure }
    }
}

/// Stores what `join` makes of the status before and this one.
async fn update(db: &Db, this: Status, join: fn(Status, Status) -> Status) -> Result<()> {
    db.write(move |tx| Box::pin(update_in(tx, this, join))).await
}

async fn update_in(tx: &mut Tx, this: Status, join: fn(Status, Status) -> Status) -> Result<()> {
    let before = tx.first(stored()).await?.map(|row| Status::parse(row.text(0).as_bytes())).unwrap_or_default();
    let value = serde_json::to_string(&join(before, this)).map_err(anyhow::Error::from)?;
    let sql = "INSERT INTO site_state (name, value, updated_at) VALUES (?, ?, ?) \
               ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at";
    tx.rows(Sql::new(sql).with(NAME).with(value).with(clock::now())).await.map(drop)
}

fn stored() -> Sql {
    Sql::new("SELECT value FROM site_state WHERE name = ?").with(NAME)
}

static GOOD: AtomicU64 = AtomicU64::new(0);
static FAILED: AtomicU64 = AtomicU64::new(0);

pub fn count(result: &anyhow::Result<Made>) {
    let counter = if result.is_ok() { &GOOD } else { &FAILED };
    counter.fetch_add(1, Relaxed);
}

/// The figures for /metrics. The time and size of the last good backup are left out when there has been none, or when
/// the database does not answer: the other figures are needed most then.
pub async fn figures(db: &Db) -> String {
    let (good, failed) = (GOOD.load(Relaxed), FAILED.load(Relaxed));
    let mut text = format!(
        "# TYPE umeed_backups_total counter\numeed_backups_total{{result=\"good\"}} {good}\n\
         umeed_backups_total{{result=\"failed\"}} {failed}\n"
    );
    let status = tokio::time::timeout(MAX_WAIT, Status::read(db)).await;
    if let Some(good) = status.ok().and_then(|status| status.ok()?.last_good)
        && let Some(at) = clock::parse(&good.at)
    {
        for (name, value) in [("timestamp_seconds", at.as_second() as u64), ("bytes", good.bytes)] {
            let name = format!("umeed_backup_last_good_{name}");
            let _ = writeln!(text, "# TYPE {name} gauge\n{name} {value}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(good: Option<&str>, failed: Option<&str>) -> Status {
        Status {
            last_good: good.map(|at| Good { at: at.into(), bytes: 1 }),
            last_failure: failed.map(|at| Failure { at: at.into(), why: "x".into() }),
        }
    }

    #[test]
    fn a_good_backup_ends_a_failure_and_a_failure_leaves_the_good_one() {
        let good = || status(Some("2"), None);
        assert_eq!(good().followed_by(status(None, Some("3"))), status(Some("2"), Some("3")));
        assert_eq!(status(Some("2"), Some("3")).followed_by(status(Some("4"), None)), status(Some("4"), None));
        assert_eq!(good().followed_by(status(Some("1"), None)), status(Some("1"), None), "the clock was set back");
    }

    #[test]
    fn of_two_servers_the_latest_counts() {
        assert_eq!(status(Some("4"), None).latest(status(Some("2"), Some("3"))), status(Some("4"), None));
        assert_eq!(status(Some("2"), None).latest(status(Some("1"), Some("3"))), status(Some("2"), Some("3")));
        assert_eq!(status(None, None).latest(status(Some("2"), None)), status(Some("2"), None));
    }
}
