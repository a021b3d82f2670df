//! The database: the only place that knows sqlx. Readers run side by side; all writes go through one writer, which
//! commits together what waits together (see `writer`). Everything else hands over `Sql` values and gets `Row`s back,
//! and does not know which engine answers.

mod catalogue;
mod connection;
mod error;
mod history;
mod integrity;
mod json_contains;
mod look;
mod migrate;
mod migrations;
mod notices;
mod pool;
mod postgres;
mod record;
mod recorder;
mod reserve;
pub mod row_counts;
pub mod search;
mod snapshot;
mod sql;
mod sqlite;
mod transaction;
mod triggers;
mod versions;
mod watch;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

pub use history::{Keeper, Kept, Line, note_files};
pub use look::{Look, Server, look};
pub use migrate::{Standing, Tables};
pub use migrations::for_postgres;
pub use notices::{Describe, Heard};
pub use pool::Asking;
pub use record::{Author, Change, Image, Overflow, Record, Verb};
pub use reserve::Reserve;
pub use search::Searched;
pub use snapshot::Snapshot;
pub use sql::{Engine, Outcome, Row, Sql, Value};
pub use transaction::Tx;
pub use versions::{Bumped, Versions};

use crate::config::Folder;
use crate::error::Result;
use connection::Source;
use pool::Pool;
use search::Indexes;

/// What the database takes on its disk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    pub bytes: u64,
    /// Of the write-ahead log, where it is ours.
    pub log_bytes: Option<u64>,
}

/// The connections of each reserve.
struct Readers {
    visitors: Pool,
    pages: Pool,
    staff: Pool,
}

pub struct Db {
    source: Source,
    readers: Readers,
    writer: writer::Writer,
    pub versions: Arc<Versions>,
    searched: &'static [Searched],
    indexes: Arc<Indexes>,
    notices: Arc<notices::Notices>,
    _watch: Option<watch::Watch>,
}

impl Db {
    /// Whether there is a database to open, with tables in it.
    pub async fn exists(folder: &Folder) -> anyhow::Result<bool> {
        match &folder.database {
            None => Ok(folder.path.join("umeed.db").is_file()),
            Some(url) => postgres::Postgres::at(url.reveal())?.has_tables().await,
        }
    }

    /// Opens the database that the settings name, with a history as the declarations want it (see `schema::database`).
    pub async fn open_keeping(
        folder: &Folder,
        tables: Tables,
        keeper: Keeper,
        searched: &'static [Searched],
    ) -> anyhow::Result<Db> {
        let source = match &folder.database {
            None => Source::Sqlite(sqlite::Sqlite::prepare(&folder.path, tables, searched).await?),
            Some(url) => {
                let source = postgres::Postgres::at(url.reveal())?;
                source.prepare(tables).await?;
                Source::Postgres(source)
            }
        };
        let pool = |reserve| Pool::new(source.clone(), reserve);
        let readers =
            Readers { visitors: pool(Reserve::Visitors), pages: pool(Reserve::Pages), staff: pool(Reserve::Staff) };
        let catalogue = catalogue::tables(&readers.staff.fetch(catalogue::query(source.engine())).await?);
        let versions = Arc::new(Versions::of(catalogue.into_iter().map(|table| table.name)));
        let notices = Arc::<notices::Notices>::default();
        let watch = match &source {
            Source::Sqlite(_) => None,
            Source::Postgres(source) => {
                Some(watch::Watch::start(source.clone(), versions.clone(), notices.clone()).await?)
            }
        };
        let indexes = match &source {
            Source::Sqlite(_) => search::indexes(&readers.staff.fetch(search::query()).await?, searched),
            Source::Postgres(_) => Indexes::default(),
        };
        let indexes = Arc::new(indexes);
        let (written, told) = (versions.clone(), notices.clone());
        let writer = writer::Writer::start(source.clone(), written, told, keeper, indexes.clone());
        Ok(Db { searched, indexes, readers, writer, versions, notices, source, _watch: watch })
    }

    pub fn engine(&self) -> Engine {
        self.source.engine()
    }

    fn pool(&self, reserve: Reserve) -> &Pool {
        match reserve {
            Reserve::Visitors => &self.readers.visitors,
            Reserve::Pages => &self.readers.pages,
            Reserve::Staff => &self.readers.staff,
        }
    }

    pub async fn rows_for(&self, reserve: Reserve, sql: Sql) -> Result<Vec<Row>> {
        self.pool(reserve).fetch(sql).await
    }

    /// For staff, or for the server itself.
    pub async fn rows(&self, sql: Sql) -> Result<Vec<Row>> {
        self.rows_for(Reserve::Staff, sql).await
    }

    pub async fn first(&self, sql: Sql) -> Result<Option<Row>> {
        Ok(self.rows(sql).await?.into_iter().next())
    }

    /// Several reads that see one and the same state.
    pub async fn snapshot(&self, reserve: Reserve, queries: Vec<Sql>) -> Result<Vec<Vec<Row>>> {
        self.pool(reserve).snapshot(queries).await
    }

    /// The same where each depends on the answer to the one before.
    pub async fn asking(&self, reserve: Reserve) -> Result<Asking<'_>> {
        self.pool(reserve).asking().await
    }

    /// The index for searching this table, if it has one.
    pub fn index(&self, table: &str) -> Option<&search::Index> {
        self.indexes.of(table)
    }

    /// The same for any number of reads, on a connection of their own.
    pub async fn reading(&self) -> Result<Snapshot> {
        Snapshot::begin(self.source.connect().await?).await
    }

    /// Runs `work` in a transaction: all of it is on disk when this returns `Ok`, none of it when it returns `Err`. What
    /// it changes is recorded without the author's doing. This is for the server itself and for visitors.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut Tx) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        self.writer.run(Author::Server, work).await
    }

    /// The same on behalf of somebody, whom the record names as the author.
    pub async fn write_as<T, F>(&self, by: Author, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut Tx) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        self.writer.run(by, work).await
    }

    /// Shows every commit of this server that changed something, in their order, before its writes are answered. The
    /// writer waits meanwhile, so a listener only hands the record on. What other servers commit is not shown. Rows are
    /// whole, with password hashes and phone numbers: a listener picks its tables.
    pub fn on_commit(&self, listener: Box<dyn Fn(&Record) + Send + Sync>) {
        self.writer.on_commit(listener);
    }

    /// What the other servers on this database are to know of each commit, as a text; they hear of it once it is done. The
    /// writer waits meanwhile.
    pub fn describe_commits(&self, describe: Box<Describe>) {
        self.notices.describe_with(describe);
    }

    /// Hears what other servers say of their commits and of the moment. A listener only hands it on.
    pub fn on_notice(&self, listener: Box<dyn Fn(Heard<'_>) + Send + Sync>) {
        self.notices.listen_with(listener);
    }

    /// By which the other servers on this database know this one.
    pub fn server_name(&self) -> &str {
        &self.versions.name
    }

    /// Says something to the other servers, which may get lost; false when too much waits to be said already.
    pub fn tell(&self, text: &str) -> bool {
        self.notices.tell(&self.versions.name, text)
    }

    /// Whether the database answers reads and keeps writes. Asked over a connection of its own, so that a crowd of readers
    /// does not look like a broken database.
    pub async fn healthy(&self) -> Result<()> {
        match self.reading().await {
            Ok(connection) => connection.end().await,
            // A database that gives us no further connection may still answer over those we have.
            Err(_) => drop(self.first(Sql::new("SELECT 1")).await?),
        }
        self.writer.check().await
    }

    /// How many writes wait for their turn.
    pub fn waiting_writes(&self) -> usize {
        self.writer.waiting()
    }

    /// How much the database takes on its disk, and with SQLite how much of that is the write-ahead log.
    pub async fn size(&self) -> Result<Size> {
        match &self.source {
            Source::Sqlite(source) => Ok(source.size()),
            Source::Postgres(_) => {
                let row = self.first(Sql::new("SELECT pg_database_size(current_database())")).await?;
                Ok(Size { bytes: row.map_or(0, |row| row.int(0)) as u64, log_bytes: None })
            }
        }
    }

    /// Waits for what is being written, then closes the files, so that the write-ahead log is folded in.
    pub async fn close(&self) {
        // A long read must not hold up the stop.
        let Readers { visitors, pages, staff } = &self.readers;
        let closing = async { tokio::join!(visitors.close(), pages.close(), staff.close()) };
        let _ = tokio::time::timeout(Duration::from_secs(5), closing).await;
        self.writer.close().await;
    }
}
