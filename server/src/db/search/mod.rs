//! Finding a piece of text in a large table without reading all of it, on SQLite. Beside each table that is searched lies an
//! index of words (see `grams`), an FTS5 table without content. It is ordered by time: what it calls a row is a moment,
//! the microseconds of `created_at`, and stands for all rows of that moment, nearly always one. So it gives the newest first, as
//! lists are shown, and does not depend on numbers that VACUUM may change.
//!
//! It only ever says where to look: `rest::search` compares the rows themselves. What must hold is that no row is missing
//! from where it looks: each row is found by the index as it is now, or was made after `search_state.filled`, or its
//! moment is in `search_stale`. A task fills the index afterwards (see `fill`), so that no write waits for it. PostgreSQL has
//! an index of its own kind (see `postgres`).

mod fill;
pub mod grams;
mod install;
mod notes;
mod postgres;

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::sql::Sql;
use crate::clock;

pub use fill::{Indexing, LEFT_OUT};
pub use install::{indexes, on_sqlite as install_sqlite, query};
pub use notes::add_to as add_notes;

/// A table that is searched, and the columns in which.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Searched {
    pub table: &'static str,
    pub columns: &'static [&'static str],
}

pub struct Index {
    pub table: &'static str,
    pub columns: &'static [&'static str],
    /// Of the FTS5 table.
    pub name: String,
    /// No row that was made later is in the index. Never less than `filled` in the database, since it is raised first.
    raised: Mutex<String>,
}

/// All indexes of this database; none on PostgreSQL.
#[derive(Default)]
pub struct Indexes(Vec<Index>);

impl Indexes {
    pub fn of(&self, table: &str) -> Option<&Index> {
        self.0.iter().find(|index| index.table == table)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Index> {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Index {
    fn new(searched: Searched, filled: &str) -> Index {
        let Searched { table, columns } = searched;
        Index { table, columns, name: format!("search_{table}"), raised: Mutex::new(filled.to_owned()) }
    }

    /// Whether a row of this moment may be in the index.
    fn may_hold(&self, created_at: &str) -> bool {
        created_at <= self.raised.lock().unwrap_or_else(PoisonError::into_inner).as_str()
    }

    fn raise(&self, created_at: &str) {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.as_str() < created_at {
            *raised = created_at.to_owned();
        }
    }

    /// Has it made anew from the start.
    fn empty(&self, sql: &mut Sql) {
        sql.push("INSERT INTO ").name(&self.name).push(" (").name(&self.name).push(") VALUES ('delete-all'); ");
        sql.push("DELETE FROM search_stale WHERE name = ").bind(self.table).push("; ");
        sql.push("UPDATE search_state SET filled = '' WHERE name = ").bind(self.table).push("; ");
    }
}

/// The moment as the index has it. `None` for a text that is not the one form in which we write moments: by hand one can
/// store any. Such rows are always looked at.
pub fn moment(created_at: &str) -> Option<i64> {
    // Years before the first begin with a sign, and are not in the order of their texts.
    let time = created_at.starts_with(|sign: char| sign.is_ascii_digit()).then(|| clock::parse(created_at))??;
    (clock::text(time) == created_at).then(|| time.as_microsecond())
}

pub fn created_at(moment: i64) -> Option<String> {
    Timestamp::from_microsecond(moment).ok().map(clock::text)
}
