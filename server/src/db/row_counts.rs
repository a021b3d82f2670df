//! How many rows each table has, so that counting a whole table costs the same whatever its size. It is kept in the
//! transaction of each change. On PostgreSQL triggers of the schema do it, once for a statement. SQLite's act once for a
//! row, so our own writer has them off and adds up what its record says, once for a transaction; they are for those who
//! change the file by hand. Triggers are put in place at start, with a first count, for every table that has none.

use std::collections::BTreeMap;
use std::sync::Arc;

use libsqlite3_sys::{SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_OK, sqlite3_db_config};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;

use super::error::translate;
use super::record::{Record, Verb};
use super::sql::{Engine, Sql};
use super::{Db, catalogue, postgres, sqlite};
use crate::error::Result;

const COUNTED: &str = "SELECT name FROM row_counts";

/// The number of rows of a whole table, as a subquery. A table whose rows nobody keeps count of is counted.
pub fn of(sql: &mut Sql, table: &str) {
    sql.push("coalesce((SELECT row_count FROM row_counts WHERE name = ").bind(table);
    sql.push("), (SELECT count(*) FROM ").name(table).push("))");
}

/// For the one process that may write to this file.
pub async fn install_sqlite(connection: &mut SqliteConnection) -> Result<()> {
    let counted = sqlite::fetch(connection, Sql::new(COUNTED)).await.map_err(translate)?;
    let tables = sqlite::fetch(connection, catalogue::query(Engine::Sqlite)).await.map_err(translate)?;
    let mut statements = String::new();
    for table in catalogue::tables(&tables) {
        let name = &table.name;
        if counted.iter().any(|row| row.text(0) == &**name) {
            continue;
        }
        for (verb, step) in [("INSERT", "+ 1"), ("DELETE", "- 1")] {
            statements += &format!(
                "CREATE TRIGGER IF NOT EXISTS \"count {verb} {name}\" AFTER {verb} ON \"{name}\" BEGIN \
                 UPDATE row_counts SET row_count = row_count {step} WHERE name = '{name}'; END; "
            );
        }
        statements += &format!("INSERT INTO row_counts SELECT '{name}', count(*) FROM \"{name}\"; ");
    }
    if !statements.is_empty() {
        let statements = format!("BEGIN IMMEDIATE; {statements} COMMIT");
        sqlite::fetch(connection, Sql::new(statements)).await.map_err(translate)?;
    }
    Ok(())
}

/// Switches the triggers of the schema off for a connection whose changes are counted by `add_to`. Temporary
/// triggers, which make the record, go on.
pub async fn count_by_record(connection: &mut SqliteConnection) -> Result<()> {
    let mut handle = connection.lock_handle().await.map_err(translate)?;
    // SAFETY: the handle is open and locked; this option takes a number and a pointer, which may be null.
    let switched = unsafe {
        let database = handle.as_raw_handle().as_ptr();
        sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, std::ptr::null_mut::<i32>())
    };
    match switched {
        SQLITE_OK => Ok(()),
        code => Err(anyhow::anyhow!("SQLite does not switch its triggers off: {code}").into()),
    }
}

/// Adds the counts that follow from the record to the statements that commit it on SQLite.
pub fn add_to(sql: &mut Sql, record: &Record) {
    let mut more = BTreeMap::<&Arc<str>, i64>::new();
    let mut add = |table, verb, count: u64| match verb {
        Verb::Insert => *more.entry(table).or_default() += count as i64,
        Verb::Delete => *more.entry(table).or_default() -= count as i64,
        Verb::Update => {}
    };
    record.changes.iter().for_each(|change| add(&change.table, change.verb, 1));
    record.beyond.iter().for_each(|beyond| add(&beyond.table, beyond.verb, beyond.count));
    for (table, more) in more.into_iter().filter(|(_, more)| *more != 0) {
        sql.push("UPDATE row_counts SET row_count = row_count + ").bind(more);
        sql.push(" WHERE name = ").bind(&**table).push("; ");
    }
}

/// To be called by the one server that holds the lock for migrations. Others may write meanwhile, so a table is locked from
/// its count until its triggers hold. They act once for a statement.
pub async fn install_postgres(connection: &mut PgConnection) -> Result<()> {
    let counted = postgres::fetch(connection, Sql::new(COUNTED)).await?;
    let tables = postgres::fetch(connection, catalogue::query(Engine::Postgres)).await?;
    postgres::fetch(connection, Sql::new(FUNCTION)).await?;
    for table in catalogue::tables(&tables) {
        let name = &table.name;
        if counted.iter().any(|row| row.text(0) == &**name) {
            continue;
        }
        let statements = format!(
            "DO $$ BEGIN
                 LOCK TABLE \"{name}\" IN SHARE ROW EXCLUSIVE MODE;
                 CREATE OR REPLACE TRIGGER count_inserted AFTER INSERT ON \"{name}\"
                     REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
                 CREATE OR REPLACE TRIGGER count_deleted AFTER DELETE ON \"{name}\"
                     REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
                 CREATE OR REPLACE TRIGGER count_truncated AFTER TRUNCATE ON \"{name}\"
                     FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
                 INSERT INTO row_counts SELECT '{name}', count(*) FROM \"{name}\";
             END $$"
        );
        postgres::fetch(connection, Sql::new(statements)).await?;
    }
    Ok(())
}

/// Names its table in full: somebody who changes rows by hand may have another search path.
const FUNCTION: &str = "CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE
         more bigint;
     BEGIN
         IF TG_OP = 'TRUNCATE' THEN
             EXECUTE format('UPDATE %I.row_counts SET row_count = 0 WHERE name = $1', TG_TABLE_SCHEMA) USING TG_TABLE_NAME;
             RETURN NULL;
         END IF;
         SELECT CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE - count(*) END INTO more FROM changed;
         IF more <> 0 THEN
             EXECUTE format('UPDATE %I.row_counts SET row_count = row_count + $1 WHERE name = $2', TG_TABLE_SCHEMA)
                 USING more, TG_TABLE_NAME;
         END IF;
         RETURN NULL;
     END $$";

impl Db {
    /// Tables whose count is wrong, in words.
    pub(super) async fn wrong_counts(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let counted = match self.rows(Sql::new(COUNTED)).await {
            Ok(rows) => rows,
            Err(cause) => return vec![cause.to_string()],
        };
        for name in counted.iter().map(|row| row.text(0)) {
            let mut sql = Sql::on(self.engine(), "SELECT row_count, (SELECT count(*) FROM ");
            sql.name(name).push(") FROM row_counts WHERE name = ").bind(name);
            match self.first(sql).await {
                Ok(Some(row)) if row.int(0) != row.int(1) => {
                    faults.push(format!("{name} is said to have {} rows and has {}", row.int(0), row.int(1)))
                }
                Ok(_) => {}
                Err(cause) => faults.push(cause.to_string()),
            }
        }
        faults
    }
}
