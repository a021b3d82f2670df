//! SQLite in the data folder: how it is opened, asked and read.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use futures_util::TryStreamExt;
use libsqlite3_sys::{SQLITE_LIMIT_LENGTH, sqlite3_limit};
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteRow, SqliteSynchronous,
};
use sqlx::{Arguments, AssertSqlSafe, Column, ConnectOptions, Either, Executor, Row as _, TypeInfo, ValueRef};

use super::error::translate;
use super::migrate::{self, Tables};
use super::reserve::Reserve;
use super::search::Searched;
use super::sql::{Outcome, Row, Sql, Value};
use super::{Size, json_contains};

/// Between two looks at the deadline. One step may compare a long text with a pattern, so there are few.
const STEPS: i32 = 200;

/// Where the database is and how a connection to it must be.
#[derive(Clone)]
pub struct Sqlite {
    options: SqliteConnectOptions,
    file: PathBuf,
}

impl Sqlite {
    /// Makes the file when it is missing and brings its schema up to date, unless all is to stay as it is.
    pub async fn prepare(folder: &Path, tables: Tables, searched: &[Searched]) -> anyhow::Result<Sqlite> {
        let file = folder.join("umeed.db");
        ensure!(tables == Tables::UpToDate || file.is_file(), "there is no database in {}", folder.display());
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An answer of success means the data is on disk, also after a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            // PostgreSQL's LIKE minds the case; `ilike` lowers both sides itself.
            .pragma("case_sensitive_like", "ON")
            // What is deleted is overwritten: a phone number that was removed must not be found in the file.
            .pragma("secure_delete", "ON")
            .pragma("temp_store", "MEMORY")
            .with_regexp();
        migrate::sqlite(&options, &file, tables, searched)
            .await
            .with_context(|| format!("cannot use the database {}", file.display()))?;
        Ok(Sqlite { options: options.create_if_missing(false), file })
    }

    pub fn size(&self) -> Size {
        let bytes = |file: &Path| std::fs::metadata(file).map_or(0, |file| file.len());
        let log_bytes = bytes(&self.file.with_extension("db-wal"));
        Size { bytes: bytes(&self.file) + log_bytes, log_bytes: Some(log_bytes) }
    }

    /// For the writer. Ids are random, so every new row touches another page of their index: it holds that of some
    /// hundred thousand rows. What it does not need it does not take.
    pub async fn connect(&self) -> crate::error::Result<SqliteConnection> {
        let mut connection = self.options.clone().pragma("cache_size", "-16384").connect().await.map_err(translate)?;
        let mut handle = connection.lock_handle().await.map_err(translate)?;
        // SAFETY: the handle is open and locked.
        unsafe { json_contains::add_to(handle.as_raw_handle().as_ptr()) }.map_err(translate)?;
        drop(handle);
        Ok(connection)
    }

    /// For readers: it ends each statement whose deadline has passed.
    pub async fn connect_reader(&self, reserve: Reserve) -> crate::error::Result<(SqliteConnection, Arc<Deadline>)> {
        // There are ten, and none reads much at a time; what they read again and again the system keeps for all of them.
        let options = self.options.clone().pragma("cache_size", "-2048").read_only(true);
        let mut connection = options.connect().await.map_err(translate)?;
        let deadline = Arc::<Deadline>::default();
        let watched = deadline.clone();
        let mut handle = connection.lock_handle().await.map_err(translate)?;
        handle.set_progress_handler(STEPS, move || !watched.has_passed());
        // SAFETY: the handle is open and locked.
        unsafe { json_contains::add_to(handle.as_raw_handle().as_ptr()) }.map_err(translate)?;
        if let Some(max) = reserve.max_bytes() {
            // SAFETY: the handle is open and locked, and nothing else is asked of it meanwhile.
            unsafe { sqlite3_limit(handle.as_raw_handle().as_ptr(), SQLITE_LIMIT_LENGTH, max as i32) };
        }
        drop(handle);
        Ok((connection, deadline))
    }
}

/// When a statement in a thread of SQLite must end.
#[derive(Default)]
pub struct Deadline {
    at: Mutex<Option<Instant>>,
    given_up: AtomicBool,
}

impl Deadline {
    pub fn set(&self, after: Duration) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + after);
    }

    /// The connection is not used again, so this holds for ever.
    pub fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }

    /// Asked by SQLite every few hundred steps.
    pub fn has_passed(&self) -> bool {
        let at = *self.at.lock().unwrap_or_else(PoisonError::into_inner);
        self.given_up.load(Ordering::Relaxed) || at.is_some_and(|at| Instant::now() > at)
    }
}

pub async fn fetch(connection: &mut SqliteConnection, sql: Sql) -> Result<Vec<Row>, sqlx::Error> {
    Ok(run(connection, sql).await?.rows)
}

pub async fn run(connection: &mut SqliteConnection, sql: Sql) -> Result<Outcome, sqlx::Error> {
    // A single statement has ended when its count has come. To wait until SQLite's thread has also put it away would let
    // the processor go back and forth once more.
    let single = !sql.text.contains(';');
    let query = sqlx::query_with(AssertSqlSafe(sql.text), arguments(sql.values)?);
    let mut answers = connection.fetch_many(query);
    let mut outcome = Outcome::default();
    while let Some(answer) = answers.try_next().await? {
        match answer {
            Either::Left(done) => {
                outcome.changed = done.rows_affected() as usize;
                if single {
                    break;
                }
            }
            Either::Right(row) => outcome.rows.push(read(&row)?),
        }
    }
    Ok(outcome)
}

fn arguments(values: Vec<Value>) -> Result<SqliteArguments, sqlx::Error> {
    let mut arguments = SqliteArguments::default();
    for value in values {
        match value {
            Value::Null => arguments.add(None::<i64>),
            Value::Int(number) => arguments.add(number),
            Value::Real(number) => arguments.add(number),
            Value::Text(text) => arguments.add(text),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

fn read(row: &SqliteRow) -> Result<Row, sqlx::Error> {
    let mut values = Vec::with_capacity(row.columns().len());
    for column in row.columns() {
        let position = column.ordinal();
        let raw = row.try_get_raw(position)?;
        if raw.is_null() {
            values.push(Value::Null);
            continue;
        }
        values.push(match raw.type_info().name() {
            "INTEGER" | "BOOLEAN" => Value::Int(row.try_get_unchecked(position)?),
            "REAL" => Value::Real(row.try_get_unchecked(position)?),
            _ => Value::Text(row.try_get_unchecked(position)?),
        });
    }
    Ok(Row(values))
}
