//! The table of letters: added within bounds, claimed by one server at a time, marked, swept. A claim ends by itself
//! (`next_at`), and its number (`attempts`) tells whether it is still the one that was made.

use std::time::Duration;

use jiff::Timestamp;

use super::Letter;
use super::smtp::Failure;
use crate::clock;
use crate::db::{Db, Sql, Tx};
use crate::error::{Error, Result};
use crate::schema::email;

pub const TABLE: &str = "outbox";

/// Longer than any try takes: after it, the server that claimed a letter is taken for dead.
const CLAIM: Duration = minutes(5);
/// How long to wait after each try that failed; after the last there is no other.
const BACK_OFF: [Duration; 8] = [
    minutes(1),
    minutes(5),
    minutes(30),
    minutes(2 * 60),
    minutes(6 * 60),
    minutes(24 * 60),
    minutes(24 * 60),
    minutes(24 * 60),
];
const HOUR: Duration = minutes(60);
/// Letters in an hour to one address, and in all: more than people read, and fewer than a mail server would be angry about.
const PER_RECIPIENT: i64 = 20;
const PER_HOUR: i64 = 300;
/// Letters that wait, when the mail server is away for days.
const MAX_WAITING: i64 = 2_000;
/// What was sent is kept so that it can be counted, what failed so that somebody sees it.
const SENT_KEPT: Duration = minutes(7 * 24 * 60);
const FAILED_KEPT: Duration = minutes(30 * 24 * 60);
const STEP: usize = 200;

const fn minutes(number: u64) -> Duration {
    Duration::from_secs(60 * number)
}

pub enum Due {
    Now,
    /// The one who adds it sends it as well.
    Claimed,
}

/// A letter that is ours to send until the claim ends.
#[derive(Debug)]
pub struct Claimed {
    pub id: String,
    pub to: String,
    /// `None` when it was written by a newer version, or is damaged.
    pub letter: Option<Letter>,
    pub good_until: Option<String>,
    /// How often it was tried, this time included.
    pub attempts: i64,
}

pub async fn add(tx: &mut Tx, to: &str, letter: &Letter, now: Timestamp, due: Due) -> Result<Claimed> {
    let wrong = || Error::refused(400, "validation_failed", "Please enter a valid email address.");
    let to = email::normal(to).ok_or_else(wrong)?;
    require_room(tx, &to, letter, now).await?;
    let (attempts, next_at) = match due {
        Due::Now => (0, now),
        Due::Claimed => (1, after(now, CLAIM)),
    };
    let claimed = Claimed {
        id: clock::new_id().to_string(),
        to,
        letter: Some(letter.clone()),
        good_until: letter.good_for().map(|time| clock::text(after(now, time))),
        attempts,
    };
    let details = serde_json::to_string(letter).map_err(anyhow::Error::from)?;
    let sql = Sql::new(
        "INSERT INTO outbox (id, created_at, kind, recipient, status, attempts, next_at, good_until, details) \
         VALUES (?, ?, ?, ?, 'waiting', ?, ?, ?, ?)",
    );
    let sql = sql.with(&claimed.id).with(clock::text(now)).with(letter.kind()).with(&claimed.to).with(attempts);
    tx.rows(sql.with(clock::text(next_at)).with(claimed.good_until.clone()).with(details)).await?;
    Ok(claimed)
}

async fn require_room(tx: &mut Tx, to: &str, letter: &Letter, now: Timestamp) -> Result<()> {
    let lately = clock::text(before(now, HOUR));
    // Apart from each other: what strangers write by the form does not use up what somebody may be told of their account.
    let same = if letter.is_message() { "kind = 'new_message'" } else { "kind <> 'new_message'" };
    let to_them = format!("SELECT COUNT(*) FROM outbox WHERE recipient = ? AND created_at > ? AND {same}");
    let counts = [
        (Sql::new(to_them).with(to).with(&lately), PER_RECIPIENT),
        (Sql::new("SELECT COUNT(*) FROM outbox WHERE created_at > ?").with(&lately), PER_HOUR),
        (
            Sql::new("SELECT COUNT(*) FROM outbox WHERE kind = ? AND created_at > ?").with(letter.kind()).with(&lately),
            letter.max_per_hour().unwrap_or(PER_HOUR),
        ),
        (Sql::new("SELECT COUNT(*) FROM outbox WHERE status = 'waiting'"), MAX_WAITING),
    ];
    for (count, most) in counts {
        if tx.first(count).await?.map_or(0, |row| row.int(0)) >= most {
            return Err(Error::TooMany { retry_after: HOUR.as_secs() });
        }
    }
    Ok(())
}

/// Claims the letter that has been due for longest; messages of strangers after all others, of which some end in an hour.
pub async fn claim(db: &Db, now: Timestamp) -> Result<Option<Claimed>> {
    const DUE: &str = "SELECT id FROM outbox WHERE status = 'waiting' AND next_at <= ? \
                       ORDER BY CASE kind WHEN 'new_message' THEN 1 ELSE 0 END, next_at, id LIMIT 1";
    let at = clock::text(now);
    // Most of the time there is none, and then nothing is written.
    if db.first(Sql::new(DUE).with(&at)).await?.is_none() {
        return Ok(None);
    }
    let sql = Sql::new(format!(
        "UPDATE outbox SET attempts = attempts + 1, next_at = ? WHERE id = ({DUE}) \
         RETURNING id, recipient, details, good_until, attempts"
    ));
    let sql = sql.with(clock::text(after(now, CLAIM))).with(at);
    let row = db.write(|tx| Box::pin(async move { tx.first(sql).await })).await?;
    Ok(row.map(|row| Claimed {
        id: row.text(0).to_owned(),
        to: row.text(1).to_owned(),
        letter: row.text_or_none(2).and_then(|details| serde_json::from_str(details).ok()),
        good_until: row.text_or_none(3).map(str::to_owned),
        attempts: row.int(4),
    }))
}

/// What it was made of is forgotten with it.
pub async fn mark_sent(db: &Db, claimed: &Claimed, now: Timestamp) -> Result<()> {
    let sql = "UPDATE outbox SET status = 'sent', sent_at = ?, last_error = NULL, details = NULL WHERE id = ? AND attempts = ?";
    run(db, Sql::new(sql).with(clock::text(now)).with(&claimed.id).with(claimed.attempts)).await.map(drop)
}

/// Puts it off, or gives it up.
pub async fn mark_failed(db: &Db, claimed: &Claimed, failure: &Failure, now: Timestamp) -> Result<()> {
    let pause = usize::try_from(claimed.attempts - 1).ok().and_then(|tries| BACK_OFF.get(tries));
    let (status, next_at) = match pause.filter(|_| !failure.permanent) {
        Some(pause) => ("waiting", after(now, *pause)),
        None => ("failed", now),
    };
    let sql = Sql::new("UPDATE outbox SET status = ?, next_at = ?, last_error = ? WHERE id = ? AND attempts = ?");
    let sql = sql.with(status).with(clock::text(next_at)).with(failure.words.as_str());
    run(db, sql.with(&claimed.id).with(claimed.attempts)).await.map(drop)
}

/// For owners: a letter that failed is tried again. False when there is none such.
pub async fn retry(db: &Db, id: &str, now: Timestamp) -> Result<bool> {
    // What waits is left alone: somebody may be sending it at this moment.
    let sql = "UPDATE outbox SET status = 'waiting', next_at = ?, attempts = 0 \
               WHERE id = ? AND status = 'failed' AND details IS NOT NULL RETURNING id";
    run(db, Sql::new(sql).with(clock::text(now)).with(id)).await.map(|rows| rows > 0)
}

/// For owners: a letter that was not sent is not to be. False when there is none such.
pub async fn discard(db: &Db, id: &str) -> Result<bool> {
    run(db, Sql::new("DELETE FROM outbox WHERE id = ? AND status <> 'sent' RETURNING id").with(id))
        .await
        .map(|rows| rows > 0)
}

/// How many letters a sweep has deleted.
#[derive(Debug, Default, PartialEq)]
pub struct Swept {
    pub sent: usize,
    pub failed: usize,
}

pub async fn sweep(db: &Db, now: Timestamp) -> Result<Swept> {
    let old = async |status: &'static str, kept: Duration| -> Result<usize> {
        let mut gone = 0;
        loop {
            let sql = Sql::new(format!(
                "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE status = ? AND created_at < ? LIMIT {STEP}) \
                 RETURNING id"
            ));
            let rows = run(db, sql.with(status).with(clock::text(before(now, kept)))).await?;
            gone += rows;
            if rows < STEP {
                return Ok(gone);
            }
        }
    };
    Ok(Swept { sent: old("sent", SENT_KEPT).await?, failed: old("failed", FAILED_KEPT).await? })
}

async fn run(db: &Db, sql: Sql) -> Result<usize> {
    db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(|rows| rows.len()) })).await
}

fn after(now: Timestamp, time: Duration) -> Timestamp {
    now.checked_add(time).unwrap_or(Timestamp::MAX)
}

fn before(now: Timestamp, time: Duration) -> Timestamp {
    now.checked_sub(time).unwrap_or(Timestamp::MIN)
}
