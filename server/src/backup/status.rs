//! When the last backup was made and what went wrong since, told to staff on their dashboard and to the operator's
//! monitoring. Kept in the database, so that there is one truth however many servers there are, and a backup made on
//! the command line counts too. It is never in an archive.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::make::Made;
use crate::clock;
use crate::db::{Db, Sql};
use crate::mail::{Letter, Mail};

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
    #[serde(default)]
    pub encrypted: bool,
    /// In an S3.
    #[serde(default)]
    pub away: bool,
    /// How it was checked after it had been made and read back.
    #[serde(default)]
    pub check: Option<Check>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Check {
    pub at: String,
    /// Restored into a scratch place and compared; otherwise its bytes were read back and are those that were written.
    pub restored: bool,
    pub why_not: Option<WhyNot>,
    /// How many rows a restore leaves out, since a write would refuse them.
    pub left_out: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyNot {
    /// Only the holder of the secret key can open it.
    NoKey,
    NoRoom,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    pub at: String,
    pub why: String,
    #[serde(default)]
    pub step: Step,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    #[default]
    Making,
    /// It was made, and could not be restored.
    Checking,
}

impl Good {
    pub fn of(made: &Made, check: Option<Check>) -> Good {
        Good { at: clock::now(), bytes: made.bytes, encrypted: made.encrypted, away: made.away, check }
    }
}

impl Check {
    pub fn restored(left_out: usize) -> Check {
        Check { at: clock::now(), restored: true, why_not: None, left_out }
    }

    pub fn not_restored(why_not: WhyNot) -> Check {
        Check { at: clock::now(), restored: false, why_not: Some(why_not), left_out: 0 }
    }
}

impl Failure {
    pub fn of(step: Step, cause: &anyhow::Error) -> Failure {
        Failure { at: clock::now(), why: format!("{cause:#}"), step }
    }
}

impl Status {
    pub async fn read(db: &Db) -> crate::error::Result<Status> {
        let row = db.first(stored()).await?;
        Ok(row.map(|row| Status::parse(row.text(0).as_bytes())).unwrap_or_default())
    }

    /// Whether some server makes backups by schedule.
    pub fn is_scheduled(&self) -> bool {
        self.scheduled_until.as_ref().is_some_and(|until| *until > clock::text(Timestamp::now()))
    }

    /// Remembers how a backup went; `every` is how often the schedule makes one. Owners get a mail when the first fails and
    /// when one succeeds again, if there is mail. That this fails is logged only: the backup itself is what counts.
    pub async fn record(db: &Db, result: Result<Good, Failure>, every: Option<Duration>, mail: Option<&Arc<Mail>>) {
        let mut this = Status::default();
        match result {
            Ok(good) => this.last_good = Some(good),
            Err(failure) => this.last_failure = Some(failure),
        }
        // Twice as long, since a backup takes its time and a server may be restarted.
        let until = every.and_then(|every| Timestamp::now().checked_add(2 * every).ok());
        this.scheduled_until = until.map(clock::text);
        let note = |cause: &dyn std::fmt::Display| tracing::warn!("cannot remember how the backup went: {cause}");
        match tokio::time::timeout(MAX_WAIT, update(db, this, Status::followed_by, mail.cloned())).await {
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
        match update(db, Status::parse(&text), Status::latest, None).await {
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

    /// What owners are to know of what came next: the first failure, and the first success after it.
    fn letter_about(&self, next: &Status) -> Option<Letter> {
        match (&self.last_failure, &next.last_failure) {
            (None, Some(failure)) => Some(Letter::BackupFailed { why: failure.why.clone() }),
            (Some(_), None) => Some(Letter::BackupWorks),
            _ => None,
        }
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
async fn update(
    db: &Db,
    this: Status,
    join: fn(Status, Status) -> Status,
    mail: Option<Arc<Mail>>,
) -> crate::error::Result<()> {
    db.write(move |tx| {
        Box::pin(async move {
            let before = tx.first(stored()).await?.map(|row| Status::parse(row.text(0).as_bytes())).unwrap_or_default();
            let letter = before.letter_about(&this);
            let value = serde_json::to_string(&join(before, this)).map_err(anyhow::Error::from)?;
            let sql = "INSERT INTO site_state (name, value, updated_at) VALUES (?, ?, ?) \
                       ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at";
            tx.rows(Sql::new(sql).with(NAME).with(value).with(clock::now())).await?;
            if let Some((mail, letter)) = mail.zip(letter) {
                for owner in tx.rows(Sql::new("SELECT email FROM staff WHERE role = 'owner'")).await? {
                    mail.tell(tx, owner.text(0), &letter).await?;
                }
            }
            Ok(())
        })
    })
    .await
}

fn stored() -> Sql {
    Sql::new("SELECT value FROM site_state WHERE name = ?").with(NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(good: Option<&str>, failed: Option<&str>) -> Status {
        Status {
            last_good: good.map(|at| Good { at: at.into(), bytes: 1, encrypted: false, away: false, check: None }),
            last_failure: failed.map(|at| Failure { at: at.into(), why: "x".into(), step: Step::Making }),
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
    fn owners_hear_of_the_first_failure_and_of_the_first_success_after_it() {
        let (good, failed) = (status(Some("1"), None), status(Some("1"), Some("2")));
        assert!(matches!(good.letter_about(&failed), Some(Letter::BackupFailed { why }) if why == "x"));
        assert!(matches!(failed.letter_about(&good), Some(Letter::BackupWorks)));
        assert!(good.letter_about(&good).is_none() && failed.letter_about(&failed).is_none());
    }

    /// What an older version wrote.
    #[test]
    fn an_older_status_is_understood() {
        let old = br#"{"last_good":{"at":"1","bytes":1},"last_failure":{"at":"2","why":"x"}}"#;
        assert_eq!(Status::parse(old), status(Some("1"), Some("2")));
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
