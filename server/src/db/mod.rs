//! The database: the only place that knows sqlx. Readers run side by side; all writes go through one writer, which
//! commits together what waits together (see `writer`). Everything else hands over `Sql` values and gets `Row`s back.

mod error;
mod migrate;
mod sql;
mod versions;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};

pub use sql::{Row, Sql, Value};
pub use versions::Versions;
pub use writer::Tx;

use crate::error::Result;

pub struct Db {
    readers: SqlitePool,
    writer: writer::Writer,
    pub versions: Arc<Versions>,
}

impl Db {
    /// Opens the database in `folder`, makes it when it is missing, and brings its schema up to date.
    pub async fn open(folder: &Path) -> anyhow::Result<Db> {
        let file = folder.join("umeed.db");
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
            .pragma("temp_store", "MEMORY")
            .pragma("cache_size", "-4096");

        let connection = migrate::open_and_migrate(&options, &file)
            .await
            .with_context(|| format!("cannot use the database {}", file.display()))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(5))
            .connect_lazy_with(options.read_only(true).create_if_missing(false));
        let versions = Arc::new(Versions::default());
        Ok(Db { readers, writer: writer::Writer::start(connection, versions.clone()), versions })
    }

    pub async fn rows(&self, sql: Sql) -> Result<Vec<Row>> {
        let mut connection = self.readers.acquire().await.map_err(error::translate)?;
        sql::fetch(&mut connection, sql).await
    }

    pub async fn first(&self, sql: Sql) -> Result<Option<Row>> {
        Ok(self.rows(sql).await?.into_iter().next())
    }

    /// Several reads that see one and the same state.
    pub async fn snapshot(&self, queries: Vec<Sql>) -> Result<Vec<Vec<Row>>> {
        let mut transaction = self.readers.begin().await.map_err(error::translate)?;
        let mut answers = Vec::with_capacity(queries.len());
        for sql in queries {
            answers.push(sql::fetch(&mut transaction, sql).await?);
        }
        Ok(answers)
    }

    /// Runs `work` in a transaction: all of it is on disk when this returns `Ok`, none of it when it returns `Err`.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut Tx) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        self.writer.run(work).await
    }

    /// Waits for what is being written, then closes the files, so that the write-ahead log is folded in.
    pub async fn close(&self) {
        // A long read must not hold up the stop.
        let _ = tokio::time::timeout(Duration::from_secs(5), self.readers.close()).await;
        self.writer.close().await;
    }
}
