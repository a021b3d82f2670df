//! Connections that the readers of one reserve share. A connection is asked one thing at a time. A statement whose time is
//! over is interrupted, and so is one that nobody waits for any more; its place is free again only when it has really
//! ended. The pools of sqlx do neither, and ask a connection whether it is alive before and after each use, which on
//! SQLite is a trip to its thread.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::connection::{Connection, Source, Stop};
use super::reserve::Reserve;
use super::sql::{Engine, Row, Sql};
use crate::error::{Error, Result};

const MAX_WAIT: Duration = Duration::from_secs(5);
/// A connection to another machine that was not used for this long may have died meanwhile. One that has died says so
/// within this time when it is asked.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
const MAX_AGE: Duration = Duration::from_secs(1800);
/// An interrupted statement ends within a moment; a thread of SQLite that has crashed never does.
const MAX_END: Duration = Duration::from_secs(30);

pub struct Pool {
    source: Source,
    reserve: Reserve,
    idle: Mutex<Vec<Reader>>,
    places: Arc<Semaphore>,
}

struct Reader {
    connection: Connection,
    stop: Stop,
    opened: Instant,
    used: Instant,
}

impl Pool {
    /// Opens connections as they are needed.
    pub fn new(source: Source, reserve: Reserve) -> Pool {
        let places = Arc::new(Semaphore::new(reserve.connections()));
        Pool { source, reserve, idle: Mutex::default(), places }
    }

    pub async fn fetch(&self, sql: Sql) -> Result<Vec<Row>> {
        let again = self.may_die().then(|| sql.clone());
        let mut lent = self.lend().await?;
        let mut fetched = lent.connection().fetch(sql).await;
        if let Some(sql) = again
            && lent.had_died(&fetched)
        {
            self.replace(&mut lent).await?;
            fetched = lent.connection().fetch(sql).await;
        }
        lent.end(self, fetched)
    }

    /// Several reads that see one and the same state.
    pub async fn snapshot(&self, queries: Vec<Sql>) -> Result<Vec<Vec<Row>>> {
        let again = self.may_die().then(|| queries.clone());
        let mut lent = self.lend().await?;
        let mut fetched = read_together(lent.connection(), queries).await;
        if let Some(queries) = again
            && lent.had_died(&fetched)
        {
            self.replace(&mut lent).await?;
            fetched = read_together(lent.connection(), queries).await;
        }
        lent.end(self, fetched)
    }

    /// Several reads that see one and the same state, where each depends on the one before. Its time is that of one read.
    pub async fn asking(&self) -> Result<Asking<'_>> {
        Ok(Asking { pool: self, lent: self.lend().await?, has_begun: false })
    }

    fn may_die(&self) -> bool {
        self.source.engine() == Engine::Postgres
    }

    async fn lend(&self) -> Result<Lent> {
        let place = tokio::time::timeout(MAX_WAIT, self.places.clone().acquire_owned())
            .await
            .map_err(|_| Error::Unavailable("every connection to the database is in use".into()))?
            .map_err(|_| Error::Unavailable("the database is closed".into()))?;
        let since = Instant::now();
        let reader = match self.alive().await {
            Some(reader) => reader,
            None => self.connect().await?,
        };
        reader.stop.after(self.reserve.deadline());
        Ok(Lent { reader: Some((reader, place)), since })
    }

    async fn connect(&self) -> Result<Reader> {
        let (connection, stop) = self.source.connect_reader(self.reserve).await?;
        let now = Instant::now();
        Ok(Reader { connection, stop, opened: now, used: now })
    }

    /// Where one had died, those that waited with it probably have too.
    async fn replace(&self, lent: &mut Lent) -> Result<()> {
        self.idle().clear();
        let fresh = self.connect().await?;
        if let Some((reader, _)) = &mut lent.reader {
            *reader = fresh;
        }
        Ok(())
    }

    async fn alive(&self) -> Option<Reader> {
        loop {
            let mut reader = self.idle().pop()?;
            if !reader.stop.is_remote() || reader.used.elapsed() < TRUSTED_FOR {
                return Some(reader);
            }
            if reader.opened.elapsed() < MAX_AGE && reader.connection.ping().await.is_ok() {
                return Some(reader);
            }
        }
    }

    /// Lends no more, waits for what is lent, and closes.
    pub async fn close(&self) {
        let all = self.places.acquire_many(self.reserve.connections() as u32).await;
        let idle = std::mem::take(&mut *self.idle());
        for reader in idle {
            reader.connection.close().await;
        }
        self.places.close();
        drop(all);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Reader>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Questions that are asked one after another, of one and the same state. What is not ended is given up.
pub struct Asking<'a> {
    pool: &'a Pool,
    lent: Lent,
    has_begun: bool,
}

impl Asking<'_> {
    pub async fn rows(&mut self, sql: Sql) -> Result<Vec<Row>> {
        if std::mem::replace(&mut self.has_begun, true) {
            return self.lent.connection().fetch(sql).await;
        }
        match self.pool.may_die() {
            true => {
                self.lent.connection().begin_reading().await?;
                self.lent.connection().fetch(sql).await
            }
            // In one trip to its thread.
            false => Ok(self.lent.connection().run_after("BEGIN", sql).await?.rows),
        }
    }

    pub async fn end(mut self) -> Result<()> {
        let ended = if self.has_begun { self.lent.connection().control("COMMIT").await } else { Ok(()) };
        self.lent.end(self.pool, ended)
    }
}

async fn read_together(connection: &mut Connection, queries: Vec<Sql>) -> Result<Vec<Vec<Row>>> {
    let mut answers = Vec::with_capacity(queries.len());
    connection.begin_reading().await?;
    for sql in queries {
        answers.push(connection.fetch(sql).await?);
    }
    connection.control("COMMIT").await?;
    Ok(answers)
}

/// A connection in use. One whose work failed, or was given up half-way, is not used again.
struct Lent {
    reader: Option<(Reader, OwnedSemaphorePermit)>,
    since: Instant,
}

impl Lent {
    fn connection(&mut self) -> &mut Connection {
        &mut self.reader.as_mut().expect("there until it is given back").0.connection
    }

    /// Whether the connection was lost while it waited for work, so that a read may be tried on another.
    fn had_died<T>(&self, done: &Result<T>) -> bool {
        let waited = self.reader.as_ref().is_some_and(|(reader, _)| reader.opened < self.since);
        waited && matches!(done, Err(Error::Unavailable(_))) && self.since.elapsed() < TRUSTED_FOR
    }

    fn end<T>(mut self, pool: &Pool, done: Result<T>) -> Result<T> {
        if let Some((mut reader, _place)) = self.reader.take()
            && done.is_ok()
        {
            reader.used = Instant::now();
            pool.idle().push(reader);
        }
        done
    }
}

impl Drop for Lent {
    /// Only for what was given up half-way: the caller has left.
    fn drop(&mut self) {
        let Some((mut reader, place)) = self.reader.take() else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            reader.stop.now().await;
            // Answered after the statement before it, so that one has ended by then.
            let _ = tokio::time::timeout(MAX_END, reader.connection.ping()).await;
            drop((reader, place));
        });
    }
}
