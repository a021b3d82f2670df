//! Puts an archive's rows and files in place. The bytes come first, then all rows in one transaction, so until it is
//! committed everything is as it was, and afterwards everything is as the archive has it; rows pass the checks of a
//! write (see `line`). Nothing is taken on trust: each row and each file is read back and compared.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};

use super::archive::{Archive, Rows};
use super::factors;
use super::make::make;
use super::read::{self, PAGE};
use super::shape::{self, Kept};
use crate::db::{self, Db, Sql, Tx, Value};
use crate::error::{Error, Result};
use crate::schema;
use crate::storage::{self, Store, Version};

#[derive(Debug)]
pub struct Restored {
    pub rows: u64,
    pub files: usize,
    /// How many of the files lost what they do not show.
    pub cleaned: usize,
    /// The accounts that had a second factor and have none now.
    pub lost_factors: Vec<String>,
    /// Where what was there before is kept, if it was replaced.
    pub safety_copy: Option<PathBuf>,
}

/// `safety_copy`: where to keep what is there now; without it only an empty place is filled.
pub async fn restore(
    archive: Archive,
    db: Arc<Db>,
    store: Arc<Store>,
    safety_copy: Option<&Path>,
) -> anyhow::Result<Restored> {
    ensure!(
        archive.refused.is_empty() || archive.skip_refused,
        "{} rows are refused, so nothing was changed; --skip-refused restores the others:\n  {}",
        archive.refused.len(),
        archive.refused.join("\n  ")
    );
    let there = row_count(&db).await?;
    let holders = factors::holders(&db).await?;
    let safety_copy = match safety_copy {
        _ if there == 0 => None,
        None => bail!("there is data already ({there} rows); nothing was changed. Use an empty place, or --replace"),
        Some(safety_copy) => {
            make(db.clone(), store.clone(), safety_copy).await.context(
                "what is there now could not be kept aside, so nothing was changed. Move it away and restore into an empty place",
            )?;
            Some(safety_copy.to_owned())
        }
    };
    // Each file is read once more and looked at as if it were uploaded.
    let mut archive = archive;
    let (archive, cleaned) = tokio::task::spawn_blocking(move || {
        let cleaned = archive.clean_files();
        (archive, cleaned)
    })
    .await?;
    let cleaned = cleaned.context("nothing was changed")?;
    let archive = Arc::new(archive);
    put(&archive, &db, &store, there == 0).await?;
    prove(&archive, &db, &store).await.context(match &safety_copy {
        None => DIFFERS.to_owned(),
        Some(safety_copy) => format!("{DIFFERS}; the data before is in {}", safety_copy.display()),
    })?;
    let lost_factors = factors::lost(&db, holders).await?;
    Ok(Restored { rows: archive.good_row_count(), files: archive.file_count(), cleaned, lost_factors, safety_copy })
}

const DIFFERS: &str = "what was restored is not what the archive holds";

/// Puts everything in place, as it is in the archive, and compares.
pub async fn put_and_prove(archive: Archive, db: &Db, store: &Store) -> anyhow::Result<()> {
    let archive = Arc::new(archive);
    put(&archive, db, store, true).await?;
    prove(&archive, db, store).await.context(DIFFERS)
}

async fn put(archive: &Arc<Archive>, db: &Db, store: &Store, is_empty: bool) -> anyhow::Result<()> {
    let mut put = Vec::new();
    if let Err(cause) = put_files(archive, db, store, &mut put).await {
        take_back(put, db, store).await;
        return Err(cause.context("nothing was changed"));
    }
    let rows = archive.clone();
    let write = db.write_as(db::Author::CommandLine, move |tx| {
        Box::pin(async move {
            if is_empty {
                // Nothing was here that could change, and the archive brings its own history.
                tx.leave_no_history();
            }
            put_rows(tx, &rows).await
        })
    });
    match write.await {
        Ok(()) => Ok(()),
        // A database that went away may have committed, now or in a moment: then the rows need their bytes.
        Err(cause @ Error::Unavailable(_)) => Err(cause).context("it was cut off; try again when all is well"),
        Err(cause) => {
            take_back(put, db, store).await;
            Err(cause).context("nothing was changed")
        }
    }
}

/// `put` are the bytes that were not there before.
async fn put_files(archive: &Archive, db: &Db, store: &Store, put: &mut Vec<Version>) -> anyhow::Result<()> {
    for version in archive.versions() {
        match read::file(store, version).await? {
            Some(there) if there == archive.stated(version)? => continue,
            // Left by a restore that was cut off; but what a row names is not ours to overwrite.
            Some(_) => ensure!(!storage::is_named(db, version).await?, "the file {version} is there with other bytes"),
            None => {}
        }
        put.push(version);
        store.put(version, archive.bytes(version)?.into()).await?;
    }
    Ok(())
}

/// What cannot be removed belongs to no row; the sweep removes it later.
async fn take_back(put: Vec<Version>, db: &Db, store: &Store) {
    for version in put {
        if matches!(storage::is_named(db, version).await, Ok(false)) {
            let _ = store.remove(version).await;
        }
    }
}

async fn put_rows(tx: &mut Tx, archive: &Archive) -> Result<()> {
    let new: HashSet<Version> = archive.versions().collect();
    let old = tx.rows(Sql::new("SELECT version FROM objects")).await?;
    let old = old.iter().filter_map(|row| Version::read(row.text(0))).filter(|version| !new.contains(version));
    storage::note_removed(tx, &old.collect::<Vec<_>>()).await?;
    let carried = factors::carry(tx, archive).await?;
    for table in shape::kept().iter().map(|kept| kept.name).chain(["history_files"]) {
        let mut sql = Sql::new("DELETE FROM ");
        sql.name(table);
        tx.rows(sql).await?;
    }
    for rows in archive.tables() {
        let mut rows = rows?;
        while let Some(page) = rows.next_page(PAGE)? {
            let files = files_of(&rows, &page);
            tx.rows(insert(&rows, page)).await?;
            db::note_files(tx, &files).await?;
        }
    }
    carried.put_back(tx).await
}

/// Where the rows are lines of the history, the files they name, each with its line.
fn files_of(rows: &Rows, page: &[Vec<Value>]) -> Vec<[String; 2]> {
    let mut files = Vec::new();
    for line in page.iter().filter(|_| rows.kept.name == shape::HISTORY) {
        let versions = ["before", "after"].into_iter().filter_map(|name| rows.text(line, name));
        let named: BTreeSet<String> = versions.flat_map(schema::history::files).collect();
        let id = rows.text(line, rows.kept.key).unwrap_or_default();
        files.extend(named.into_iter().map(|file| [id.to_owned(), file]));
    }
    files
}

fn insert(rows: &Rows, page: Vec<Vec<Value>>) -> Sql {
    let mut sql = Sql::new("INSERT INTO ");
    sql.name(rows.kept.name).push(" (");
    read::names(&mut sql, rows.columns.iter().map(|column| column.name));
    sql.push(") VALUES ");
    for (number, row) in page.into_iter().enumerate() {
        sql.push(if number > 0 { ", (" } else { "(" });
        sql.bind_all(row).push(")");
    }
    sql
}

/// Reads everything back. What it has replaced has left lines of its own in the history.
async fn prove(archive: &Archive, db: &Db, store: &Store) -> anyhow::Result<()> {
    for rows in archive.tables() {
        let mut rows = rows?;
        let mut held = 0;
        while let Some(page) = rows.next_page(PAGE)? {
            held += page.len() as u64;
            prove_page(&rows, page, db).await?;
        }
        let there = count(db, rows.kept).await?;
        let left_lines = rows.kept.name == shape::HISTORY && there > held;
        ensure!(there == held || left_lines, "the number of rows of {} differs", rows.kept.name);
    }
    for version in archive.versions() {
        let there = read::file(store, version).await?;
        ensure!(there == Some(archive.stated(version)?), "the file {version} differs");
    }
    Ok(())
}

async fn prove_page(rows: &Rows, page: Vec<Vec<Value>>, db: &Db) -> anyhow::Result<()> {
    let key = rows.columns.iter().position(|column| column.name == rows.kept.key).context("no key")?;
    let mut sql = Sql::new("SELECT ");
    read::names(&mut sql, rows.columns.iter().map(|column| column.name));
    sql.push(" FROM ").name(rows.kept.name).push(" WHERE ").name(rows.kept.key).push(" IN (");
    sql.bind_all(page.iter().map(|row| row[key].clone())).push(")");
    let stored = db.rows(sql).await?;
    let stored: HashMap<&str, &[Value]> = stored.iter().map(|row| (row.text(key), row.values())).collect();
    for row in &page {
        let name = rows.text(row, rows.kept.key).unwrap_or_default();
        ensure!(stored.get(name) == Some(&row.as_slice()), "row {name} of {} differs", rows.kept.name);
    }
    Ok(())
}

/// All rows that an archive would hold.
async fn row_count(db: &Db) -> anyhow::Result<u64> {
    let mut all = 0;
    for kept in shape::kept() {
        all += count(db, kept).await?;
    }
    Ok(all)
}

async fn count(db: &Db, kept: &Kept) -> anyhow::Result<u64> {
    let mut sql = Sql::new("SELECT count(*) FROM ");
    sql.name(kept.name);
    Ok(db.first(sql).await?.map_or(0, |row| row.int(0)) as u64)
}
