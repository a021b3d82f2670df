//! Keeps the history within its bounds, and with it the files that only earlier versions need: a picture that was
//! replaced, or whose row was deleted, stays as long as a line names it, and goes with the last. In small steps, so that
//! nobody waits. Files that no row of the site ever named are not touched: somebody may have linked to them elsewhere.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde_json::Value as Json;

use crate::clock;
use crate::config::HistoryBounds;
use crate::db::{Db, Row, Sql, Tx, Value};
use crate::error::Result;
use crate::schema::{self, TABLES, Table, table::History};
use crate::storage;

/// Lines that go in one transaction: so many, and no more when they are this large together.
const STEP: usize = 200;
const STEP_BYTES: i64 = 8 * 1024 * 1024;
/// Between two of them, so that others get their turn.
const PAUSE: Duration = Duration::from_millis(20);
/// Rows read at a time.
const PAGE: usize = 100;

/// What a sweep has taken away.
#[derive(Debug, Default, PartialEq)]
pub struct Swept {
    pub lines: usize,
    pub files: usize,
}

pub async fn sweep(db: &Db, bounds: &HistoryBounds) -> Result<Swept> {
    sweep_as_of(db, bounds, Timestamp::now()).await
}

/// As `sweep` at that time.
pub async fn sweep_as_of(db: &Db, bounds: &HistoryBounds, now: Timestamp) -> Result<Swept> {
    let oldest = clock::text(now - SignedDuration::from_hours(24 * i64::from(bounds.days)));
    let mut excess = size(db).await? - i64::from(bounds.megabytes) * 1024 * 1024;
    let mut used = None;
    let mut swept = Swept::default();
    loop {
        let next = "SELECT id, created_at, bytes FROM history ORDER BY created_at, id LIMIT ";
        let rows = db.rows(Sql::new(format!("{next}{STEP}"))).await?;
        let mut room = STEP_BYTES;
        let due: Vec<String> = rows.iter().map_while(|row| due(row, &oldest, &mut excess, &mut room)).collect();
        if due.is_empty() {
            break;
        }
        let named = named_by(db, &due).await?;
        // What is used now was written before, or by a change whose line is here to see: reading it once will do.
        if !named.is_empty() && used.is_none() {
            used = Some(Used::read(db).await?);
        }
        let (lines, bytes) = (due.len(), rows.iter().take(due.len()).map(|row| row.int(2)).sum::<i64>());
        let (unused, since) = match &used {
            Some(used) => (named.into_iter().filter(|file| !used.files.contains(file)).collect(), used.since.clone()),
            None => (Vec::new(), String::new()),
        };
        match db.write(move |tx| Box::pin(remove(tx, due, unused, since))).await? {
            Some(files) => {
                swept.lines += lines;
                swept.files += files;
            }
            None => {
                used = None;
                excess += bytes;
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
    if swept.lines > 0 {
        tracing::info!(lines = swept.lines, files = swept.files, "removed the oldest lines of the history");
    }
    Ok(swept)
}

async fn size(db: &Db) -> Result<i64> {
    let sum = db.first(Sql::new("SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM history")).await?;
    Ok(sum.map_or(0, |row| row.int(0)))
}

/// The id of a line that is too old, or one too many, while there is room for it in this step.
fn due(row: &Row, oldest: &str, excess: &mut i64, room: &mut i64) -> Option<String> {
    let is_due = *room > 0 && (row.text(1) < oldest || *excess > 0);
    if is_due {
        *excess -= row.int(2);
        *room -= row.int(2);
    }
    is_due.then(|| row.text(0).to_owned())
}

async fn named_by(db: &Db, lines: &[String]) -> Result<BTreeSet<String>> {
    let mut sql = Sql::new("SELECT file FROM history_files WHERE line IN (");
    sql.bind_all(lines).push(")");
    Ok(db.rows(sql).await?.iter().map(|row| row.text(0).to_owned()).collect())
}

/// Every file that a row of the site names today.
struct Used {
    files: HashSet<String>,
    /// The last line from before it was read.
    since: String,
}

impl Used {
    async fn read(db: &Db) -> Result<Used> {
        let last = db.first(Sql::new("SELECT id FROM history ORDER BY id DESC LIMIT 1")).await?;
        let mut files = BTreeSet::new();
        for table in TABLES.iter().filter(|table| table.history != History::None) {
            let mut last: Option<String> = None;
            loop {
                let rows = db.rows(page(table, last.as_deref())).await?;
                let Some(end) = rows.last() else { break };
                last = Some(end.text(0).to_owned());
                rows.iter().for_each(|row| add_files(table, row, &mut files));
            }
        }
        let since = last.map_or(String::new(), |row| row.text(0).to_owned());
        Ok(Used { files: files.into_iter().collect(), since })
    }
}

fn add_files(table: &Table, row: &Row, files: &mut BTreeSet<String>) {
    // The first value is the key once more.
    for (column, value) in table.columns.iter().zip(&row.values()[1..]) {
        let Value::Text(text) = value else { continue };
        let json = match column.kind.is_json() {
            true => serde_json::from_str(text).unwrap_or_default(),
            false => Json::from(text.as_str()),
        };
        schema::history::add_files(&json, files);
    }
}

fn page(table: &Table, last: Option<&str>) -> Sql {
    let mut sql = Sql::new("SELECT ");
    sql.name(table.key);
    for column in table.columns {
        sql.push(", ").name(column.name);
    }
    sql.push(" FROM ").name(table.name);
    if let Some(last) = last {
        sql.push(" WHERE ").name(table.key).push(" > ").bind(last);
    }
    sql.push(" ORDER BY ").name(table.key).push(&format!(" LIMIT {PAGE}"));
    sql
}

/// Takes lines away, and those of these files that no other line names. Gives back how many files went; `None` where a
/// transaction since then was too long for its files to be known, so that what is used has to be read again.
async fn remove(tx: &mut Tx, lines: Vec<String>, files: Vec<String>, since: String) -> Result<Option<usize>> {
    if !files.is_empty() {
        let counted = Sql::new("SELECT 1 FROM history WHERE id > ? AND row_count > 1 LIMIT 1").with(since);
        if tx.first(counted).await?.is_some() {
            return Ok(None);
        }
    }
    for (table, column) in [("history", "id"), ("history_files", "line")] {
        let mut sql = Sql::new("DELETE FROM ");
        sql.name(table).push(" WHERE ").name(column).push(" IN (").bind_all(&lines).push(")");
        tx.rows(sql).await?;
    }
    let mut gone = 0;
    for some in files.chunks(STEP) {
        let mut sql = Sql::new("SELECT DISTINCT file FROM history_files WHERE file IN (");
        sql.bind_all(some).push(")");
        let kept = tx.rows(sql).await?;
        let unneeded = some.iter().filter(|file| kept.iter().all(|row| row.text(0) != file.as_str()));
        for (bucket, name) in unneeded.filter_map(|file| file.split_once('/')) {
            gone += storage::remove_unneeded(tx, bucket, name).await?;
        }
    }
    Ok(Some(gone))
}
