//! Deletes bytes: of files that were removed or replaced an hour ago or more, and of uploads that were cut off and will
//! never have a row, a day after they were found. Reports rows whose bytes are gone. Safe while serving, also when
//! several processes share a store: what may still be on its way to a row is left alone (see `version`).

use std::collections::HashSet;

use jiff::Timestamp;

use super::object::is_named;
use super::removed;
use super::store::Store;
use super::version::Version;
use crate::db::{Db, Reserve, Row, Sql};
use crate::error::Result;

pub async fn sweep(db: &Db, store: &Store) -> Result<()> {
    sweep_as_of(db, store, Timestamp::now()).await
}

/// As `sweep` at that time.
pub async fn sweep_as_of(db: &Db, store: &Store, now: Timestamp) -> Result<()> {
    let half_written = store.remove_half_written(now).await?;
    // The order matters: bytes seen here that are out of their grace have their row by now, or will never have one. A
    // row that goes leaves its note in the same moment, so both are read as of one moment.
    let stored = store.versions().await?;
    let queries = vec![Sql::new("SELECT version FROM objects"), removed::query()];
    let mut answers = db.snapshot(Reserve::Staff, queries).await?.into_iter();
    let rows = answers.next().unwrap_or_default();
    let removed = removed::read(&answers.next().unwrap_or_default(), now);
    let known: HashSet<Version> = rows.iter().filter_map(|row| Version::read(row.text(0))).collect();

    store.renditions.sweep(|version| known.contains(&version)).await?;
    let due = removed.iter().filter(|(version, due)| **due && !known.contains(version));
    delete_removed(db, store, due.map(|(version, _)| *version)).await?;

    let is_orphan = |version: &&Version| !known.contains(version) && !removed.contains_key(version);
    let orphans = stored.iter().filter(is_orphan).filter(|version| version.is_out_of_grace(now));
    let orphans: Vec<Version> = orphans.copied().collect();
    if orphans.len() > max_left_by_crashes(known.len()) {
        // So many are no leftovers: this is another database, an older one, or none. The files may be all there is.
        let (files, rows) = (orphans.len(), known.len());
        tracing::error!(files, rows, "too many stored files are unknown to the database; they were left alone");
        return Ok(());
    }
    if half_written > 0 {
        tracing::info!(half_written, "removed what interrupted uploads left behind");
    }
    if !orphans.is_empty() {
        tracing::info!(files = orphans.len(), "found files that belong to no row; they are deleted in a day");
        removed::note_orphans(db, orphans, now).await?;
    }
    report_missing(db, store, &stored.into_iter().collect(), &rows).await
}

/// Twenty and a tenth of all; none where the database knows no file at all.
fn max_left_by_crashes(known: usize) -> usize {
    if known == 0 { 0 } else { 20 + known / 10 }
}

async fn delete_removed(db: &Db, store: &Store, due: impl Iterator<Item = Version>) -> Result<()> {
    let (mut gone, mut outcome) = (Vec::new(), Ok(()));
    for version in due {
        outcome = store.remove(version).await;
        if outcome.is_err() {
            break;
        }
        gone.push(version);
    }
    if !gone.is_empty() {
        tracing::info!(files = gone.len(), "deleted the bytes of files that were removed or replaced");
    }
    // Struck out only after the bytes have gone: what could not be deleted is tried again by the next sweep.
    removed::forget_removed(db, &gone).await.and(outcome)
}

async fn report_missing(db: &Db, store: &Store, stored: &HashSet<Version>, rows: &[Row]) -> Result<()> {
    for row in rows {
        let version = Version::read(row.text(0));
        let missing = match version {
            Some(version) if stored.contains(&version) => false,
            // Perhaps it was written after we looked.
            Some(version) => !store.has(version).await? && is_named(db, version).await?,
            None => true,
        };
        if missing {
            tracing::error!(version = row.text(0), "the bytes of a file are missing; restore them from a backup");
        }
    }
    Ok(())
}
