//! Keeps the history within its bounds (what goes first is said in `due`), and with it the files that only earlier versions need: a picture that was
//! replaced, or whose row was deleted, stays as long as a line names it, and goes with the last. In small steps, so that
//! nobody waits. Files that no row of the site ever named are not touched: somebody may have linked to them elsewhere.

mod due;

use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::Value as Json;

use crate::clock;
use crate::config::HistoryBounds;
use crate::db::{Db, Row, Sql, Tx, Value};
use crate::error::Result;
use crate::schema::{self, TABLES, Table, table::History};
use crate::storage;

/// So many lines go in one transaction.
const STEP: usize = 200;
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

/// How often it is looked how much has come, and how often all is looked at.
const LOOK: Duration = Duration::from_secs(60);
const EVERY: Duration = Duration::from_secs(3600);

/// Sweeps every hour, and sooner when the history has grown by a good part of what it may take: a busy day, or somebody
/// who fills it on purpose, must not fill the disk until then.
pub async fn keep_sweeping(db: &Db, bounds: &HistoryBounds) {
    let much = bounds.bytes() / 8;
    loop {
        let (begun, since) = (Instant::now(), clock::now());
        if let Err(cause) = sweep(db, bounds).await {
            tracing::error!("the history could not be swept: {cause}");
        }
        loop {
            tokio::time::sleep(LOOK).await;
            if begun.elapsed() >= EVERY || grown(db, &since).await >= much {
                break;
            }
        }
    }
}

/// By how much since then. A database that does not answer is asked again.
async fn grown(db: &Db, since: &str) -> i64 {
    let sum = "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM history WHERE created_at > ?";
    db.first(Sql::new(sum).with(since)).await.ok().flatten().map_or(0, |row| row.int(0))
}

pub async fn sweep(db: &Db, bounds: &HistoryBounds) -> Result<Swept> {
    sweep_as_of(db, bounds, Timestamp::now()).await
}

/// As `sweep` at that time.
pub async fn sweep_as_of(db: &Db, bounds: &HistoryBounds, now: Timestamp) -> Result<Swept> {
    let mut due = due::Due::find(db, bounds, now).await?;
    let mut used = None;
    let mut swept = Swept::default();
    loop {
        let lines = due.next(db).await?;
        if lines.is_empty() {
            break;
        }
        let named = named_by(db, &lines).await?;
        // What is used now was written before, or by a change whose line is here to see: reading it once will do.
        if !named.is_empty() && used.is_none() {
            used = Some(Used::read(db).await?);
        }
        let count = lines.len();
        let (unused, since) = match &used {
            Some(used) => (named.into_iter().filter(|file| !used.files.contains(file)).collect(), used.since.clone()),
            None => (Vec::new(), String::new()),
        };
        match db.write(move |tx| Box::pin(remove(tx, lines, unused, since))).await? {
            Some(files) => {
                swept.lines += count;
                swept.files += files;
            }
            None => {
                used = None;
                due = due::Due::find(db, bounds, now).await?;
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
    if swept.lines > 0 {
        tracing::info!(lines = swept.lines, files = swept.files, "removed lines of the history");
    }
    Ok(swept)
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
pub async fn remove(tx: &mut Tx, lines: Vec<String>, files: Vec<String>, since: String) -> Result<Option<usize>> {
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
