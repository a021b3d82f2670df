//! A connection to either engine, and the readers that share several.

use std::time::Duration;

use sqlx::postgres::{PgConnection, PgPool};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Executor};
use tokio::time::error::Elapsed;

use super::error::translate;
use super::pool::Pool;
use super::postgres::{self, Postgres};
use super::sql::{Engine, Row, Sql};
use super::sqlite::{self, Sqlite};
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

pub enum Readers {
    Sqlite(Box<Pool>),
    Postgres(PgPool),
}

impl Source {
    pub async fn connect(&self) -> Result<Connection> {
        Ok(match self {
            Source::Sqlite(source) => Connection::Sqlite(source.connect().await?),
            Source::Postgres(source) => Connection::Postgres(source.connect().await?),
        })
    }

    pub fn readers(&self) -> Readers {
        match self {
            Source::Sqlite(source) => Readers::Sqlite(Box::new(source.readers())),
            Source::Postgres(source) => Readers::Postgres(source.readers()),
        }
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
        debug_assert_eq!(sql.text.matches('?').count(), sql.values.len(), "placeholders of {}", sql.text);
        match self {
            Connection::Sqlite(connection) => {
                let fetched = tokio::time::timeout(MAX_SILENCE, sqlite::fetch(connection, sql)).await;
                self.noticed(fetched)
            }
            Connection::Crashed => Err(translate(sqlx::Error::WorkerCrashed)),
            Connection::Postgres(connection) => postgres::fetch(connection, sql).await,
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
    pub async fn fetch_after(&mut self, before: &'static str, mut sql: Sql) -> Result<Vec<Row>> {
        match self {
            Connection::Sqlite(_) | Connection::Crashed => sql.text.insert_str(0, &format!("{before}; ")),
            Connection::Postgres(_) => self.control(before).await?,
        }
        self.fetch(sql).await
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

impl Readers {
    pub async fn fetch(&self, sql: Sql) -> Result<Vec<Row>> {
        debug_assert_eq!(sql.text.matches('?').count(), sql.values.len(), "placeholders of {}", sql.text);
        match self {
            Readers::Sqlite(pool) => {
                pool.lend(async |connection| sqlite::fetch(connection, sql).await.map_err(translate)).await
            }
            Readers::Postgres(pool) => postgres::fetch(&mut *pool.acquire().await.map_err(translate)?, sql).await,
        }
    }

    /// Several reads that see one and the same state.
    pub async fn snapshot(&self, queries: Vec<Sql>) -> Result<Vec<Vec<Row>>> {
        let mut answers = Vec::with_capacity(queries.len());
        match self {
            Readers::Sqlite(pool) => {
                let read = async |connection: &mut SqliteConnection| {
                    let mut transaction = connection.begin().await.map_err(translate)?;
                    for sql in queries {
                        answers.push(sqlite::fetch(&mut transaction, sql).await.map_err(translate)?);
                    }
                    transaction.commit().await.map_err(translate)
                };
                pool.lend(read).await?;
            }
            Readers::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                let mut transaction = pool.begin_with(begin).await.map_err(translate)?;
                for sql in queries {
                    answers.push(postgres::fetch(&mut transaction, sql).await?);
                }
            }
        }
        Ok(answers)
    }

    pub async fn close(&self) {
        match self {
            Readers::Sqlite(pool) => pool.close().await,
            Readers::Postgres(pool) => pool.close().await,
        }
    }
}
