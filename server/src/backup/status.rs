//! When the last backup was made and what went wrong since, told to staff on their dashboard and to the operator's
//! monitoring. Kept in the database, so that there is one truth however many servers there are, and a backup made on
//! the command line counts too. It is never in an archive.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::make::Made;
use crate::clock;
use crate::db::{Db, Sql, Tx};
use crate::error::Result;
use crate::metrics::{Counter, Kind, Text};

const NAME: &str = "last_backup";
/// Where a version before kept it: in the data folder of each server.
const OLD_FILE: &str = "last-backup.json";
/// The backup is there; nobody waits longer than this for a note about it.
const MAX_WAIT: Duration = Duration::from_secs(5);

#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub struct Status {
    pub last_good: Option<Good>,
    /// Only when it came after the last good one.
    pub last_failure: Option<Failure>,
    /// Until when a server that makes backups by schedule will have made the next, or failed to. The other servers do not
    /// know its settings.
    #[serde(default)]
    pub scheduled_until: Option<String>,
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

    /// Whether some server makes backups by schedule.
    pub fn is_scheduled(&self) -> bool {
        self.scheduled_until.as_ref().is_some_and(|until| *until > clock::text(Timestamp::now()))
    }

    /// Remembers how a backup went; `every` is how often the schedule makes one. That this fails is logged only: the backup
    /// itself is what counts.
    pub async fn record(db: &Db, result: &anyhow::Result<Made>, every: Option<Duration>) {
        let (at, mut this) = (clock::now(), Status::default());
        match result {
            Ok(made) => this.last_good = Some(Good { at, bytes: made.bytes }),
            Err(cause) => this.last_failure = Some(Failure { at, why: format!("{cause:#}") }),
        }
        // Twice as long, since a backup takes its time and a server may be restarted.
        let until = every.and_then(|every| Timestamp::now().checked_add(2 * every).ok());
        this.scheduled_until = until.map(clock::text);
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
        let last_good = match next.last_failure {
            Some(_) => self.last_good,
            None => next.last_good,
        };
        Status { last_good, scheduled_until: next.scheduled_until.or(self.scheduled_until), ..next }
    }

    /// The latest of both. The order of times as text is their order in time.
    fn latest(self, other: Status) -> Status {
        let last_good = [self.last_good, other.last_good].into_iter().flatten().max_by(|a, b| a.at.cmp(&b.at));
        let last_failure = [self.last_failure, other.last_failure].into_iter().flatten().max_by(|a, b| a.at.cmp(&b.at));
        let is_over = |failure: &Failure| last_good.as_ref().is_some_and(|good| good.at >= failure.at);
        let last_failure = last_failure.filter(|failure| !is_over(failure));
        Status { last_good, last_failure, scheduled_until: self.scheduled_until.max(other.scheduled_until) }
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

static GOOD: Counter = Counter::new();
static FAILED: Counter = Counter::new();

pub fn count(result: &anyhow::Result<Made>) {
    let counter = if result.is_ok() { &GOOD } else { &FAILED };
    counter.add(1);
}

/// The figures for /metrics. The time and size of the last good backup are left out when there has been none, or when
/// the database does not answer (`None`).
pub fn figures(text: &mut Text, status: Option<&Status>) {
    let mut made = text.family("umeed_backups_total", Kind::Counter, "Backups made by schedule, by how they went.");
    made.sample(&[("result", "good")], GOOD.get());
    made.sample(&[("result", "failed")], FAILED.get());
    let good = status.and_then(|status| status.last_good.as_ref());
    let at = good.and_then(|good| clock::parse(&good.at)).map(Timestamp::as_second);
    text.gauge_if_known("umeed_backup_last_good_timestamp_seconds", "When the last good backup was made.", at);
    let bytes = good.map(|good| good.bytes);
    text.gauge_if_known("umeed_backup_last_good_bytes", "How large the last good backup is.", bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(good: Option<&str>, failed: Option<&str>) -> Status {
        Status {
            last_good: good.map(|at| Good { at: at.into(), bytes: 1 }),
            last_failure: failed.map(|at| Failure { at: at.into(), why: "x".into() }),
            scheduled_until: None,
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
    fn a_backup_by_hand_leaves_the_schedule_known() {
        let scheduled = Status { scheduled_until: Some("9999".into()), ..status(Some("2"), None) };
        let after = scheduled.followed_by(status(Some("3"), None));
        assert!(after.is_scheduled() && after.last_good.unwrap().at == "3");
        assert!(!Status { scheduled_until: Some("2026-01-01".into()), ..Status::default() }.is_scheduled());
    }

    #[test]
    fn of_two_servers_the_latest_counts() {
        assert_eq!(status(Some("4"), None).latest(status(Some("2"), Some("3"))), status(Some("4"), None));
        assert_eq!(status(Some("2"), None).latest(status(Some("1"), Some("3"))), status(Some("2"), Some("3")));
        assert_eq!(status(None, None).latest(status(Some("2"), None)), status(Some("2"), None));
    }
}
