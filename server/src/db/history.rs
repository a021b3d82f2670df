//! The history of the site: who changed what and when, with the row before and after. Its lines are written from the
//! change record in the writer's own transaction, so that a change and its line are kept together or not at all. Which
//! tables have a history and what a line holds of a row is decided by the declarations (see `schema::history`), not here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::connection::Connection;
use super::record::{Author, Record};
use super::sql::{Sql, Value};
use super::transaction::Tx;
use crate::clock;
use crate::error::{Error, Result};

/// What a record leaves in the history. Pure.
pub type Keeper = fn(&Record) -> Vec<Line>;

#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub table: String,
    /// Empty where changes are only counted.
    pub key: String,
    /// What was done; of a row the name of a `Verb`.
    pub verb: &'static str,
    /// How many rows; more than one where a transaction was too long to be kept row by row.
    pub count: u64,
    pub by: Author,
    /// The author's address, where their account is gone by the time of the commit.
    pub author_email: Option<String>,
    /// The names of what an update changed, as a JSON array.
    pub changed: Option<String>,
    pub before: Option<Kept>,
    pub after: Option<Kept>,
    /// The stored files that the rows name, each as `bucket/name`.
    pub files: Vec<String>,
}

/// A row as JSON, and apart from it what not everyone who reads the row may read.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    pub row: String,
    pub secrets: Option<String>,
}

/// So many lines, or files, are written by one statement.
const AT_ONCE: usize = 50;

/// Writes what this record leaves in the history.
pub(super) async fn keep(connection: &mut Connection, keeper: Keeper, record: &Record) -> Result<()> {
    // It is asked by the one writer, which must outlive a mistake in it.
    let lines = catch_unwind(AssertUnwindSafe(|| keeper(record)))
        .map_err(|_| Error::Internal(anyhow::anyhow!("keeping the history panicked")))?;
    if lines.is_empty() {
        return Ok(());
    }
    let now = clock::now();
    let mut files = Vec::new();
    for some in lines.chunks(AT_ONCE) {
        let mut sql = Sql::new(
            "INSERT INTO history (id, created_at, table_name, row_key, verb, row_count, author, author_id, \
             author_email, device, bytes, changed, before, after, hidden_before, hidden_after) VALUES ",
        );
        for (position, line) in some.iter().enumerate() {
            let id = clock::new_id().to_string();
            files.extend(line.files.iter().map(|file| [id.clone(), file.clone()]));
            sql.push(if position > 0 { ", (" } else { "(" });
            line.values(&mut sql, id, &now);
            sql.push(")");
        }
        connection.fetch(sql).await?;
    }
    for some in files.chunks(AT_ONCE) {
        connection.fetch(naming(some)).await?;
    }
    Ok(())
}

/// Notes the files that lines name, each with its line. `keep` does it by itself; this is for lines that come from an archive.
pub async fn note_files(tx: &mut Tx, files: &[[String; 2]]) -> Result<()> {
    for some in files.chunks(AT_ONCE) {
        tx.rows(naming(some)).await?;
    }
    Ok(())
}

fn naming(files: &[[String; 2]]) -> Sql {
    let mut sql = Sql::new("INSERT INTO history_files (line, file) VALUES ");
    for (position, pair) in files.iter().enumerate() {
        sql.push(if position > 0 { ", (" } else { "(" }).bind_all(pair).push(")");
    }
    sql.push(" ON CONFLICT (line, file) DO NOTHING");
    sql
}

impl Line {
    fn values(&self, sql: &mut Sql, id: String, now: &str) {
        let account = self.by.account();
        let row = |kept: &Option<Kept>| Value::from(kept.as_ref().map(|kept| &kept.row));
        let secrets = |kept: &Option<Kept>| Value::from(kept.as_ref().and_then(|kept| kept.secrets.as_ref()));
        sql.bind_all([&*id, now, &self.table, &self.key, self.verb]).push(", ");
        sql.bind(self.count as i64).push(", ").bind(self.by.name()).push(", ").bind(account);
        // As it is at this moment: the account may get another one, or go.
        sql.push(", coalesce((SELECT email FROM staff WHERE id = ").bind(account).push("), ");
        sql.bind(self.author_email.as_ref()).push("), ").bind(self.by.device());
        sql.push(", ").bind(self.bytes() as i64).push(", ").bind(self.changed.as_ref()).push(", ");
        sql.bind_all([row(&self.before), row(&self.after), secrets(&self.before), secrets(&self.after)]);
    }

    /// About what the line takes.
    fn bytes(&self) -> usize {
        const REST: usize = 400;
        let of = |kept: &Option<Kept>| {
            kept.as_ref().map_or(0, |kept| kept.row.len() + kept.secrets.as_ref().map_or(0, String::len))
        };
        REST + self.key.len()
            + self.changed.as_ref().map_or(0, String::len)
            + of(&self.before)
            + of(&self.after)
            + self.files.iter().map(|file| 2 * file.len()).sum::<usize>()
    }
}
