//! The index by which rows are found by any part of their text: `ilike.*ahor*` among a million rows. It only narrows; the
//! condition itself is still asked of each row, so that an answer is the same with and without it.
//!
//! On PostgreSQL it is an index of pg_trgm, which the planner takes for the very condition. On SQLite it is a table of FTS5
//! that knows every three letters in a row. Putting one row into it costs several times what inserting the row does, a
//! thousand together a tenth of it; so new rows are taken in together, later (`keep_indexing`), and until then a
//! search looks at them one by one. What is changed or deleted is followed at once by triggers, and leaves nothing behind in
//! the file, as `secure_delete` wants it; among a million rows that takes some milliseconds a row. Rows above the mark
//! `search_indexes.indexed` are not in the index, all others are as they were last written.

use std::time::Duration;

use sqlx::Executor;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;

use super::error::translate;
use super::sql::{Engine, Sql};
use super::{Db, Tx, postgres, sqlite};
use crate::error::Result;

/// A table and its columns that are searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Searched {
    pub table: &'static str,
    pub columns: &'static [&'static str],
}

/// So many new rows may wait: to look at them takes about a millisecond.
const MAX_WAITING: i64 = 1000;
/// Rows that are taken in at once; a write waits for them no longer than for any other.
const AT_ONCE: i64 = 2000;
const PAUSE: Duration = Duration::from_secs(5);
/// Between two of many, so that writes that wait go first.
const BREATH: Duration = Duration::from_millis(20);

const INDEXED: &str = "SELECT name, columns FROM search_indexes";

/// The table of FTS5 that belongs to a table.
pub fn index_of(table: &str) -> String {
    format!("{table}_search")
}

/// The numbers of the rows that may meet `matching`, an expression of FTS5, as a subquery: those of the index, and those that it
/// does not hold yet. For SQLite.
pub fn rows(sql: &mut Sql, table: &str, matching: &str) {
    let index = index_of(table);
    sql.push("SELECT rowid AS hit FROM ").name(&index).push(" WHERE ").name(&index).push(" MATCH ").bind(matching);
    sql.push(" UNION ALL SELECT rowid FROM ").name(table);
    sql.push(" WHERE rowid > (SELECT indexed FROM search_indexes WHERE name = ").bind(table).push(")");
}

/// Makes what is missing, and makes it anew where other columns are searched than before.
pub async fn install_sqlite(connection: &mut SqliteConnection, searched: &[Searched]) -> Result<()> {
    let made = sqlite::fetch(connection, Sql::new(INDEXED)).await.map_err(translate)?;
    let is_wanted = |name: &str, columns: &str| searched.iter().any(|of| of.table == name && of.text() == columns);
    let mut statements = String::new();
    for row in made.iter().filter(|row| !is_wanted(row.text(0), row.text(1))) {
        let name = row.text(0);
        statements += &format!("{} DELETE FROM search_indexes WHERE name = '{name}'; ", removal(name));
    }
    for of in searched {
        if made.iter().any(|row| row.text(0) == of.table && row.text(1) == of.text()) {
            continue;
        }
        statements += &removal(of.table);
        let index = index_of(of.table);
        statements += &format!(
            "CREATE VIRTUAL TABLE \"{index}\" USING fts5(text, content='', detail=none, tokenize='trigram case_sensitive 1'); \
             INSERT INTO \"{index}\" (\"{index}\", rank) VALUES ('secure-delete', 1); \
             INSERT INTO search_indexes VALUES ('{}', '{}', 0); ",
            of.table,
            of.text()
        );
        statements += &triggers(of.table, &of.text(), "TRIGGER");
    }
    if !statements.is_empty() {
        let statements = format!("BEGIN IMMEDIATE; {statements} COMMIT");
        sqlite::fetch(connection, Sql::new(statements)).await.map_err(translate)?;
    }
    Ok(())
}

fn removal(table: &str) -> String {
    let index = index_of(table);
    format!(
        "DROP TRIGGER IF EXISTS \"search DELETE {table}\"; DROP TRIGGER IF EXISTS \"search UPDATE {table}\"; \
         DROP TABLE IF EXISTS \"{index}\"; "
    )
}

/// The same triggers for the writer's own connection, which has those of the schema switched off (see `row_counts`).
pub async fn follow(connection: &mut SqliteConnection) -> Result<()> {
    let made = sqlite::fetch(connection, Sql::new(INDEXED)).await.map_err(translate)?;
    let statements: String = made.iter().map(|row| triggers(row.text(0), row.text(1), "TEMP TRIGGER")).collect();
    if !statements.is_empty() {
        sqlite::fetch(connection, Sql::new(statements)).await.map_err(translate)?;
    }
    Ok(())
}

/// Keep the index true to what is changed and deleted. FTS5 is told the text that it is to forget. SQLite gives the number of
/// a deleted last row to the next one, so the mark goes back with it.
fn triggers(table: &str, columns: &str, kind: &str) -> String {
    let index = index_of(table);
    let set: Vec<String> = columns.split(',').map(|column| format!("\"{column}\"")).collect();
    let (old, new) = (text_of(columns, "OLD"), text_of(columns, "NEW"));
    let known = format!("WHEN OLD.rowid <= (SELECT indexed FROM search_indexes WHERE name = '{table}')");
    let forget = format!("INSERT INTO \"{index}\" (\"{index}\", rowid, text) VALUES ('delete', OLD.rowid, {old})");
    format!(
        "CREATE {kind} \"search DELETE {table}\" AFTER DELETE ON \"{table}\" {known} BEGIN {forget}; \
         UPDATE search_indexes SET indexed = (SELECT coalesce(max(rowid), 0) FROM \"{table}\") \
         WHERE name = '{table}' AND indexed > (SELECT coalesce(max(rowid), 0) FROM \"{table}\"); END; \
         CREATE {kind} \"search UPDATE {table}\" AFTER UPDATE OF {} ON \"{table}\" {known} BEGIN {forget}; \
         INSERT INTO \"{index}\" (rowid, text) VALUES (NEW.rowid, {new}); END; ",
        set.join(", ")
    )
}

/// The texts of a row as one, in small letters as `ilike` compares them.
fn text_of(columns: &str, row: &str) -> String {
    let each: Vec<String> = columns.split(',').map(|column| format!("coalesce({row}.\"{column}\", '')")).collect();
    format!("lower({})", each.join(" || char(10) || "))
}

/// To be called by the one server that holds the lock for migrations. Where the database has no pg_trgm and we may not add
/// it, a search looks at every row.
pub async fn install_postgres(connection: &mut PgConnection, searched: &[Searched]) -> anyhow::Result<()> {
    let extension = "DO $$ BEGIN
             IF NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') THEN
                 CREATE EXTENSION pg_trgm WITH SCHEMA public;
             END IF;
         EXCEPTION WHEN OTHERS THEN NULL; END $$";
    connection.execute(extension).await?;
    let place = "SELECT n.nspname::text FROM pg_opclass c JOIN pg_namespace n ON n.oid = c.opcnamespace \
                 WHERE c.opcname = 'gin_trgm_ops'";
    let place = postgres::fetch(connection, Sql::new(place)).await?;
    let Some(place) = place.first().map(|row| row.text(0).replace('"', "\"\"")) else {
        tracing::info!("the database has no extension pg_trgm, so a search looks at every row");
        return Ok(());
    };
    let made = postgres::fetch(connection, Sql::new(INDEXED)).await?;
    for of in searched {
        if made.iter().any(|row| row.text(0) == of.table && row.text(1) == of.text()) {
            continue;
        }
        let each: Vec<String> =
            of.columns.iter().map(|column| format!("lower(\"{column}\") \"{place}\".gin_trgm_ops")).collect();
        let (table, index, each, columns) = (of.table, index_of(of.table), each.join(", "), of.text());
        let statements = format!(
            "DROP INDEX IF EXISTS \"{index}\"; CREATE INDEX \"{index}\" ON \"{table}\" USING gin ({each}); \
             DELETE FROM search_indexes WHERE name = '{table}'; \
             INSERT INTO search_indexes VALUES ('{table}', '{columns}', 0)"
        );
        connection.execute(sqlx::AssertSqlSafe(statements)).await?;
    }
    Ok(())
}

impl Searched {
    fn text(&self) -> String {
        self.columns.join(",")
    }
}

impl Db {
    /// Takes new rows into the index from time to time. For ever; PostgreSQL does it by itself.
    pub async fn keep_indexing(&self) {
        while self.engine() == Engine::Sqlite {
            tokio::time::sleep(PAUSE).await;
            if let Err(cause) = self.index_waiting(MAX_WAITING).await {
                tracing::error!("new rows could not be made searchable: {cause}");
            }
        }
    }

    /// Takes in what waits, wherever at least so many rows do.
    pub async fn index_waiting(&self, at_least: i64) -> Result<()> {
        if self.engine() == Engine::Postgres {
            return Ok(());
        }
        for row in self.rows(Sql::new(INDEXED)).await? {
            let (table, columns) = (row.text(0).to_owned(), row.text(1).to_owned());
            let mut waiting = Sql::new("SELECT (SELECT coalesce(max(rowid), 0) FROM ");
            waiting.name(&table).push(") - indexed FROM search_indexes WHERE name = ").bind(&table);
            while self.first(waiting.clone()).await?.is_some_and(|row| row.int(0) >= at_least.max(1)) {
                let (table, columns) = (table.clone(), columns.clone());
                self.write(move |tx| {
                    Box::pin(async move {
                        tx.rows(take_in(&table, &columns)).await?;
                        tx.rows(move_mark(&table)).await.map(drop)
                    })
                })
                .await?;
                tokio::time::sleep(BREATH).await;
            }
        }
        Ok(())
    }
}

impl Tx {
    /// Before all rows of a table are deleted: one by one they would be taken out of the index, too.
    pub async fn empty_search(&mut self, table: &str) -> Result<()> {
        let made = Sql::new("SELECT name FROM search_indexes WHERE name = ?").with(table);
        if self.engine() == Engine::Postgres || self.first(made).await?.is_none() {
            return Ok(());
        }
        let index = index_of(table);
        let mut empty = Sql::new("INSERT INTO ");
        empty.name(&index).push(" (").name(&index).push(") VALUES ('delete-all')");
        self.rows(empty).await?;
        self.rows(Sql::new("UPDATE search_indexes SET indexed = 0 WHERE name = ?").with(table)).await.map(drop)
    }
}

fn take_in(table: &str, columns: &str) -> Sql {
    let mut sql = Sql::new("INSERT INTO ");
    sql.name(&index_of(table)).push(" (rowid, text) SELECT r.rowid, ").push(&text_of(columns, "r"));
    sql.push(" FROM ").name(table).push(" AS r WHERE r.rowid > (SELECT indexed FROM search_indexes WHERE name = ");
    sql.bind(table).push(") ORDER BY r.rowid LIMIT ").bind(AT_ONCE);
    sql
}

fn move_mark(table: &str) -> Sql {
    let mut sql = Sql::new("UPDATE search_indexes SET indexed = coalesce((SELECT r.rowid FROM ");
    sql.name(table).push(" AS r WHERE r.rowid > indexed ORDER BY r.rowid LIMIT 1 OFFSET ").bind(AT_ONCE - 1);
    sql.push("), (SELECT coalesce(max(rowid), 0) FROM ").name(table).push(")) WHERE name = ").bind(table);
    sql
}
