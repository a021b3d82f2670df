//! The sample content of the first start: whether it is there and as it came, and how it goes. What the site holds is the
//! sample as long as the history tells of nothing but the server's own inserts. As soon as anybody has changed anything, no
//! line is drawn between their work and the sample: all of it stays.

use std::collections::BTreeSet;

use crate::db::{Row, Sql, Tx};
use crate::error::{Error, Result};
use crate::history;
use crate::schema::history::ACCOUNTS;
use crate::schema::table::History;
use crate::schema::{CONTENT_TABLE, TABLES, Table};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum State {
    /// The site began without one.
    Absent,
    Untouched,
    /// Somebody has changed something since.
    Changed,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Absent => "absent",
            State::Untouched => "untouched",
            State::Changed => "changed",
        }
    }
}

/// The tables whose rows are content. What visitors send is theirs and never goes.
fn lists() -> impl Iterator<Item = &'static Table> {
    let is_list = |table: &&Table| table.history != History::None && table.name != CONTENT_TABLE;
    TABLES.iter().copied().filter(is_list)
}

/// Asks for one row with two numbers: how many rows the lists have, and how often somebody has changed something.
pub fn question() -> Sql {
    let rows: Vec<String> = lists().map(|table| format!("(SELECT count(*) FROM {})", table.name)).collect();
    let changed = "(SELECT count(*) FROM history WHERE table_name <> ? AND (verb <> 'insert' OR author <> 'server'))";
    Sql::new(format!("SELECT {}, {changed}", rows.join(" + "))).with(ACCOUNTS)
}

pub fn state(answer: Vec<Row>) -> State {
    match answer.first().map_or((0, 0), |row| (row.int(0), row.int(1))) {
        (_, 1..) => State::Changed,
        (0, _) => State::Absent,
        _ => State::Untouched,
    }
}

/// Takes the rows away, with what the history told of them and the files that only they named. The documents are written
/// anew (see `documents`).
pub async fn remove(tx: &mut Tx) -> Result<()> {
    if state(tx.rows(question()).await?) == State::Changed {
        let message = "Somebody has changed the content meanwhile, so it stays. Please go on with what is there.";
        return Err(Error::refused(409, "content_changed", message).with_details("blank"));
    }
    let names: Vec<&str> = lists().map(|table| table.name).collect();
    let mut told = Sql::new("SELECT id, file FROM history LEFT JOIN history_files ON line = id WHERE table_name IN (");
    told.bind_all(names.iter().copied()).push(")");
    let told = tx.rows(told).await?;
    if told.is_empty() {
        return Ok(()); // the site began without one
    }
    for name in names {
        let mut delete = Sql::new("DELETE FROM ");
        delete.name(name);
        tx.rows(delete).await?;
    }
    // One row for each file of a line.
    let lines: BTreeSet<&str> = told.iter().map(|row| row.text(0)).collect();
    let files: BTreeSet<&str> = told.iter().filter_map(|row| row.text_or_none(1)).collect();
    let owned = |texts: BTreeSet<&str>| texts.into_iter().map(str::to_owned).collect();
    history::remove(tx, owned(lines), owned(files), String::new()).await?;
    Ok(())
}
