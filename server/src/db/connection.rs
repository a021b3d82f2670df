//! A connection to either engine, and how what runs on it is stopped.

use std::sync::Arc;
use std::time::Duration;

use libsqlite3_sys::sqlite3_get_autocommit;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Executor};
use tokio::time::error::Elapsed;

use super::error::translate;
use super::postgres::{self, Postgres};
use super::reserve::Reserve;
use super::sql::{Engine, Outcome, Row, Sql};
use super::sqlite::{self, Deadline, Sqlite};
use crate::error::Result;

/// A thread of SQLite that crashes may leave what it was just handed unanswered for ever. Nothing that is asked of a
/// single connection takes nearly as long as this.
const MAX_SILENCE: Duration = Duration::from_secs(60);

type Answer<T> = std::result::Result<std::result::Result<T, sqlx::Error>, Elapsed>;

/// Where the database is.
#[derive(Clone)]
pub enum Source {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

pub enum Connection {
    Sqlite(SqliteConnection),
    /// A SQLite whose thread has crashed. Nothing more is asked of it: it might take a question and never answer.
    Crashed,
    Postgres(PgConnection),
}

/// How a statement is ended that runs elsewhere: in a thread of SQLite, or on PostgreSQL's machine.
pub enum Stop {
    Sqlite(Arc<Deadline>),
    Postgres { source: Box<Postgres>, process: i64 },
}

impl Source {
    pub async fn connect(&self) -> Result<Connection> {
        Ok(match self {
            Source::Sqlite(source) => Connection::Sqlite(source.connect().await?),
            Source::Postgres(source) => Connection::Postgres(source.connect().await?),
        })
    }

    pub async fn connect_reader(&self, reserve: Reserve) -> Result<(Connection, Stop)> {
        Ok(match self {
            Source::Sqlite(source) => {
                let (connection, deadline) = source.connect_reader(reserve).await?;
                (Connection::Sqlite(connection), Stop::Sqlite(deadline))
            }
            Source::Postgres(source) => {
                let mut connection = source.connect_reader(reserve.deadline()).await?;
                let process = postgres::fetch(&mut connection, Sql::new("SELECT pg_backend_pid()")).await?[0].int(0);
                (Connection::Postgres(connection), Stop::Postgres { source: Box::new(source.clone()), process })
            }
        })
    }

    pub fn engine(&self) -> Engine {
        match self {
            Source::Sqlite(_) => Engine::Sqlite,
            Source::Postgres(_) => Engine::Postgres,
        }
    }
}

impl Connection {
    pub async fn fetch(&mut self, sql: Sql) -> Result<Vec<Row>> {
        Ok(self.run(sql).await?.rows)
    }

    pub async fn run(&mut self, sql: Sql) -> Result<Outcome> {
        debug_assert_eq!(sql.text.matches('?').count(), sql.values.len(), "placeholders of {}", sql.text);
        match self {
            Connection::Sqlite(connection) => {
                let fetched = tokio::time::timeout(MAX_SILENCE, sqlite::run(connection, sql)).await;
                self.noticed(fetched)
            }
            Connection::Crashed => Err(translate(sqlx::Error::WorkerCrashed)),
            Connection::Postgres(connection) => postgres::run(connection, sql).await,
        }
    }

    fn noticed<T>(&mut self, answer: Answer<T>) -> Result<T> {
        let result = answer.unwrap_or(Err(sqlx::Error::WorkerCrashed));
        if matches!(result, Err(sqlx::Error::WorkerCrashed)) {
            *self = Connection::Crashed;
        }
        result.map_err(translate)
    }

    /// Statements of our own without values or rows, then this one: for SQLite in one trip to its thread.
    pub async fn run_after(&mut self, before: &'static str, mut sql: Sql) -> Result<Outcome> {
        match self {
            Connection::Sqlite(_) | Connection::Crashed => sql.text.insert_str(0, &format!("{before}; ")),
            Connection::Postgres(_) => self.control(before).await?,
        }
        self.run(sql).await
    }

    /// A statement of our own without values or rows, such as COMMIT.
    pub async fn control(&mut self, statement: &'static str) -> Result<()> {
        match self {
            Connection::Sqlite(connection) => {
                let done = tokio::time::timeout(MAX_SILENCE, connection.execute(statement)).await;
                self.noticed(done).map(drop)
            }
            Connection::Crashed => Err(translate(sqlx::Error::WorkerCrashed)),
            Connection::Postgres(connection) => postgres::control(connection, statement).await,
        }
    }

    /// Whether the transaction that was begun is still there: SQLite ends it by itself when the disk is full, for one.
    pub async fn is_in_transaction(&mut self) -> bool {
        match self {
            Connection::Sqlite(connection) => match connection.lock_handle().await {
                // SAFETY: the handle is open and locked.
                Ok(mut handle) => unsafe { sqlite3_get_autocommit(handle.as_raw_handle().as_ptr()) == 0 },
                Err(_) => false,
            },
            Connection::Crashed => false,
            Connection::Postgres(_) => true, // only we end it
        }
    }

    /// A transaction whose reads all see the state of the first.
    pub async fn begin_reading(&mut self) -> Result<()> {
        self.control(match self.engine() {
            Engine::Sqlite => "BEGIN",
            Engine::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        })
        .await
    }

    /// Answered when all that was asked before has ended.
    pub async fn ping(&mut self) -> Result<()> {
        match self {
            Connection::Sqlite(connection) => connection.ping().await.map_err(translate),
            Connection::Crashed => Err(translate(sqlx::Error::WorkerCrashed)),
            Connection::Postgres(connection) => connection.ping().await.map_err(translate),
        }
    }

    pub fn engine(&self) -> Engine {
        match self {
            Connection::Sqlite(_) | Connection::Crashed => Engine::Sqlite,
            Connection::Postgres(_) => Engine::Postgres,
        }
    }

    pub async fn close(self) {
        let _ = match self {
            Connection::Sqlite(connection) => connection.close().await,
            Connection::Crashed => Ok(()),
            Connection::Postgres(connection) => connection.close().await,
        };
    }
}

impl Stop {
    /// What is asked from now on has this long. PostgreSQL keeps the time itself (see `Postgres::connect_reader`).
    pub fn after(&self, time: Duration) {
        if let Stop::Sqlite(deadline) = self {
            deadline.set(time);
        }
    }

    /// The connection is not used again.
    pub async fn now(&self) {
        match self {
            Stop::Sqlite(deadline) => deadline.give_up(),
            Stop::Postgres { source, process } => {
                let Ok(mut connection) = source.connect().await else { return };
                let cancel = Sql::new("SELECT pg_cancel_backend(?::int)").with(*process);
                let _ = postgres::fetch(&mut connection, cancel).await;
                let _ = connection.close().await;
            }
        }
    }

    pub fn is_remote(&self) -> bool {
        matches!(self, Stop::Postgres { .. })
    }
}
