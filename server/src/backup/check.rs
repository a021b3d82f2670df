//! Looks through everything that is stored and says what is wrong with it. Changes nothing; may run beside a server.

use std::collections::HashSet;

use anyhow::Context;
use jiff::Timestamp;

use super::line::{self, Line};
use super::read::{self, Named, Pages};
use super::shape::{self, Kept};
use crate::db::{Db, Row, Snapshot, Sql};
use crate::schema;
use crate::storage::{self, Store, Version};

#[derive(Debug, Default)]
pub struct Report {
    pub rows: u64,
    pub files: u64,
    pub bytes: u64,
    /// What is lost or damaged.
    pub faults: Vec<String>,
    /// What is harmless, but worth knowing.
    pub notes: Vec<String>,
}

pub async fn check(db: &Db, store: &Store) -> Report {
    let mut report = Report::default();
    report.faults.extend(db.faults().await.into_iter().map(|fault| format!("the database: {fault}")));
    let mut named = Vec::new();
    match db.reading().await {
        Ok(mut reading) => {
            for kept in shape::kept() {
                read_table(kept, &mut reading, &mut report, &mut named).await;
            }
            reading.end().await;
        }
        Err(cause) => report.faults.push(format!("the database cannot be read: {cause}")),
    }
    for file in &named {
        check_file(file, db, store, &mut report).await;
    }
    note_leftovers(&named, store, &mut report).await;
    report
}

async fn read_table(kept: &'static Kept, reading: &mut Snapshot, report: &mut Report, named: &mut Vec<Named>) {
    let mut pages = Pages::of(kept);
    loop {
        let rows = match pages.next(reading).await {
            Ok(Some(rows)) => rows,
            Ok(None) => return,
            Err(cause) => return report.faults.push(format!("{cause:#}")),
        };
        if kept.name == shape::HISTORY
            && let Err(cause) = check_noted(kept, &rows, reading, report).await
        {
            report.faults.push(format!("{cause:#}"));
        }
        for row in &rows {
            report.rows += 1;
            if let Err(cause) = check_row(kept, row, report, named) {
                report.faults.push(format!("{cause:#}"));
            }
        }
    }
}

/// As a backup would write it and a restore would read it.
fn check_row(kept: &'static Kept, row: &Row, report: &mut Report, named: &mut Vec<Named>) -> anyhow::Result<()> {
    let line = line::write(kept, row)?;
    if let Line::Refused(reason) = line::read(kept, &kept.columns, line.as_bytes())? {
        report.notes.push(format!("a write would be refused today, and so would a restore: {reason}"));
    }
    if kept.name == shape::objects().name {
        named.push(Named::read(row)?);
    }
    Ok(())
}

/// The files that a line of the history names are noted, or they would be swept away although a version needs them.
async fn check_noted(kept: &Kept, rows: &[Row], reading: &mut Snapshot, report: &mut Report) -> anyhow::Result<()> {
    let text = |row: &Row, name: &str| row.text(kept.position(name)).to_owned();
    let ids: Vec<String> = rows.iter().map(|row| text(row, kept.key)).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new("SELECT line, file FROM history_files WHERE line IN (");
    sql.bind_all(&ids).push(")");
    let noted = reading.rows(sql).await.context("cannot read what the history names")?;
    let noted: HashSet<(&str, &str)> = noted.iter().map(|row| (row.text(0), row.text(1))).collect();
    for (row, id) in rows.iter().zip(&ids) {
        let named = ["before", "after"].map(|name| schema::history::files(&text(row, name)));
        if named.iter().flatten().any(|file| !noted.contains(&(id.as_str(), file.as_str()))) {
            report.faults.push(format!("history, row {id}: a file that it names is not noted and may be swept away"));
        }
    }
    Ok(())
}

async fn check_file(file: &Named, db: &Db, store: &Store, report: &mut Report) {
    let Named { name, version, bytes } = file;
    match read::file(store, *version).await {
        Ok(Some(found)) if found == *bytes => {
            report.files += 1;
            report.bytes += found.size;
        }
        Ok(Some(found)) if found.size != bytes.size => {
            report.faults.push(format!("the file {name} has {} bytes and should have {}", found.size, bytes.size));
        }
        Ok(Some(_)) => report.faults.push(format!("the bytes of the file {name} have changed")),
        // Deleted since we read its row: nothing is wrong.
        Ok(None) if storage::is_named(db, *version).await.is_ok_and(|named| !named) => {}
        Ok(None) => report.faults.push(format!("the bytes of the file {name} are missing")),
        Err(cause) => report.faults.push(format!("the file {name} cannot be read: {cause:#}")),
    }
}

async fn note_leftovers(named: &[Named], store: &Store, report: &mut Report) {
    let known: HashSet<Version> = named.iter().map(|file| file.version).collect();
    match store.versions().await {
        Ok(stored) => {
            let unknown = stored.iter().filter(|version| !known.contains(version)).count();
            if unknown > 0 {
                report.notes.push(format!(
                    "{unknown} stored files belong to no row: uploads under way, or left by deletions and crashes; the server removes them"
                ));
            }
        }
        Err(cause) => report.faults.push(format!("the stored files cannot be listed: {cause}")),
    }
    match store.half_written(Timestamp::now()).await {
        Ok(found) if found.is_empty() => {}
        Ok(found) => {
            report.notes.push(format!("{} uploads were cut off; the server removes what they left", found.len()))
        }
        Err(cause) => report.faults.push(format!("the stored files cannot be listed: {cause:#}")),
    }
}
