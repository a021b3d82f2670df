//! The indexes as the declarations want them, and what notes changes that others than the server make.

use sqlx::sqlite::SqliteConnection;

use super::{Index, Indexes, Searched, grams};
use crate::db::error::translate;
use crate::db::sql::{Row, Sql};
use crate::db::sqlite;
use crate::error::Result;

/// What an index is made of.
fn made_of(searched: &Searched) -> String {
    format!("{} {}", grams::VERSION, searched.columns.join(","))
}

/// For the one process that may write to this file. An index that is new, or made of something else than it should be, is
/// made anew, empty.
pub async fn on_sqlite(connection: &mut SqliteConnection, searched: &[Searched]) -> Result<()> {
    let known = "SELECT name, made_of FROM search_state";
    let known = sqlite::fetch(connection, Sql::new(known)).await.map_err(translate)?;
    let mut sql = Sql::new("BEGIN IMMEDIATE; ");
    for row in known.iter().filter(|row| searched.iter().all(|searched| searched.table != row.text(0))) {
        remove(&mut sql, row.text(0));
    }
    for searched in searched {
        let made_of = made_of(searched);
        if known.iter().all(|row| row.text(0) != searched.table || row.text(1) != made_of) {
            remove(&mut sql, searched.table);
            add(&mut sql, searched, &made_of);
        }
    }
    sql.push("COMMIT");
    if sql.values.is_empty() {
        return Ok(());
    }
    sqlite::fetch(connection, sql).await.map(drop).map_err(translate)
}

fn remove(sql: &mut Sql, table: &str) {
    sql.push("DROP TABLE IF EXISTS ").name(&format!("search_{table}")).push("; ");
    for verb in ["INSERT", "UPDATE", "DELETE"] {
        sql.push(&format!("DROP TRIGGER IF EXISTS \"search {verb} {table}\"; "));
    }
    sql.push("DELETE FROM search_stale WHERE name = ").bind(table).push("; ");
    sql.push("DELETE FROM search_state WHERE name = ").bind(table).push("; ");
}

/// Words without order, place or count (`detail=none`), and nothing of the rows themselves (`content=''`). Parts are merged by the
/// task, a little at a time, and never in the middle of a write.
fn add(sql: &mut Sql, searched: &Searched, made_of: &str) {
    let table = searched.table;
    let index = format!("search_{table}");
    sql.push("CREATE VIRTUAL TABLE ").name(&index);
    sql.push(" USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii'); ");
    for (setting, value) in [("automerge", 0), ("crisismerge", 1000), ("deletemerge", 0), ("usermerge", 4)] {
        sql.push("INSERT INTO ").name(&index).push(" (").name(&index);
        sql.push(&format!(", rank) VALUES ('{setting}', {value}); "));
    }
    for (verb, rows) in [("INSERT", &["NEW"][..]), ("UPDATE", &["OLD", "NEW"]), ("DELETE", &["OLD"])] {
        sql.push(&format!("CREATE TRIGGER \"search {verb} {table}\" AFTER {verb} ON \"{table}\" BEGIN "));
        for row in rows {
            sql.push(&format!(
                "INSERT OR IGNORE INTO search_stale SELECT '{table}', {row}.created_at FROM search_state \
                 WHERE name = '{table}' AND {row}.created_at <= filled; "
            ));
        }
        sql.push("END; ");
    }
    sql.push("INSERT INTO search_state (name, made_of, filled) VALUES (");
    sql.bind(table).push(", ").bind(made_of).push(", ''); ");
}

/// Asks for what `indexes` reads.
pub fn query() -> Sql {
    Sql::new("SELECT name, made_of, filled FROM search_state")
}

/// The indexes that there are, of a file that is up to date.
pub fn indexes(filled: &[Row], searched: &[Searched]) -> Indexes {
    let index = |searched: &Searched| {
        let row = filled.iter().find(|row| row.text(0) == searched.table && row.text(1) == made_of(searched))?;
        Some(Index::new(*searched, row.text(2)))
    };
    Indexes(searched.iter().filter_map(index).collect())
}
