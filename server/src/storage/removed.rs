//! Files that were removed or replaced. Nobody is served them any more; their bytes stay for an hour, so that a backup
//! which has read the row finds what the row names, and are then deleted by the sweep. What never got a row is noted here
//! too, once it is found.

use std::collections::HashMap;
use std::time::Duration;

use jiff::Timestamp;

use super::version::{GRACE, Version};
use crate::clock;
use crate::db::{Db, Row, Sql, Tx};
use crate::error::Result;

/// So many fit into one statement.
const AT_ONCE: usize = 500;

/// Bytes without a row stay longer than those whose row was removed: a server that somebody started with an older
/// database by mistake knows nothing of the newest files.
const GRACE_OF_ORPHANS: Duration = Duration::from_secs(24 * 3600);

/// Notes, in the transaction that takes the row away, that these bytes are to go.
pub async fn note(tx: &mut Tx, versions: &[Version]) -> Result<()> {
    write(tx, versions, &clock::now()).await
}

/// Notes bytes that have no row, as if they were removed later, so that they go when their own grace is over.
pub async fn note_orphans(db: &Db, versions: Vec<Version>, now: Timestamp) -> Result<()> {
    let removed_at = clock::text(now + (GRACE_OF_ORPHANS - GRACE));
    db.write(move |tx| Box::pin(async move { write(tx, &versions, &removed_at).await })).await
}

/// Removes the file of this name, which nothing names any more; whether there was one, as a number.
pub async fn remove_unneeded(tx: &mut Tx, bucket: &str, name: &str) -> Result<usize> {
    let sql = Sql::new("DELETE FROM objects WHERE bucket = ? AND name = ? RETURNING version").with(bucket).with(name);
    let versions: Vec<Version> = tx.rows(sql).await?.iter().filter_map(|row| Version::read(row.text(0))).collect();
    note(tx, &versions).await?;
    Ok(versions.len())
}

async fn write(tx: &mut Tx, versions: &[Version], removed_at: &str) -> Result<()> {
    for some in versions.chunks(AT_ONCE) {
        let mut sql = Sql::new("INSERT INTO removed_files (version, removed_at) VALUES ");
        for (position, version) in some.iter().enumerate() {
            sql.push(if position > 0 { ", (" } else { "(" });
            sql.bind_all([version.to_string().as_str(), removed_at]).push(")");
        }
        sql.push(" ON CONFLICT (version) DO UPDATE SET removed_at = excluded.removed_at");
        tx.rows(sql).await?;
    }
    Ok(())
}

pub fn query() -> Sql {
    Sql::new("SELECT version, removed_at FROM removed_files")
}

/// What `query` found: everything noted, and whether its time has come.
pub fn read(rows: &[Row], now: Timestamp) -> HashMap<Version, bool> {
    let until = now - GRACE;
    let entry = |row: &Row| {
        let is_due = clock::parse(row.text(1)).is_none_or(|removed| removed <= until);
        Version::read(row.text(0)).map(|version| (version, is_due))
    };
    rows.iter().filter_map(entry).collect()
}

pub async fn forget_removed(db: &Db, versions: &[Version]) -> Result<()> {
    for some in versions.chunks(AT_ONCE) {
        let mut sql = Sql::new("DELETE FROM removed_files WHERE version IN (");
        sql.bind_all(some.iter().map(Version::to_string)).push(")");
        db.write(move |tx| Box::pin(tx.rows(sql))).await?;
    }
    Ok(())
}
