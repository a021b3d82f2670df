//! The one writer. SQLite allows a single write at a time and a durable commit costs a disk flush, so writes that
//! wait together are committed together: each runs in its own savepoint, one flush serves them all, and nobody is
//! answered before it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::error::translate;
use super::sql::{self, Row, Sql};
use super::versions::Versions;
use crate::error::{Error, Result};

/// More than this and the first to come would wait too long for its answer.
const MOST_TOGETHER: usize = 128;

/// A write transaction in progress.
pub struct Tx {
    connection: SqliteConnection,
    /// The shared transaction is gone (SQLite rolled it back by itself): nothing more may run in it.
    lost: bool,
    /// The tables that the jobs of this transaction have changed.
    changed: Vec<&'static str>,
    versions: Arc<Versions>,
}

impl Tx {
    pub async fn rows(&mut self, sql: Sql) -> Result<Vec<Row>> {
        sql::fetch(&mut self.connection, sql).await
    }

    pub async fn first(&mut self, sql: Sql) -> Result<Option<Row>> {
        Ok(self.rows(sql).await?.into_iter().next())
    }

    /// Says that this write changes a table; told to the world when it is committed.
    pub fn changes(&mut self, table: &'static str) {
        self.changed.push(table);
    }

    async fn control(&mut self, statement: &'static str) -> Result<()> {
        self.connection.execute(statement).await.map(drop).map_err(translate)
    }
}

/// Runs inside the shared transaction, where there is one, and gives back how to answer once that has been
/// committed, or has failed.
type Job = Box<dyn for<'a> FnOnce(Option<&'a mut Tx>) -> BoxFuture<'a, Answer> + Send>;
type Answer = Box<dyn FnOnce(Option<&Error>) + Send>;

pub struct Writer {
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    jobs: mpsc::WeakSender<Job>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub fn start(connection: SqliteConnection, versions: Arc<Versions>) -> Writer {
        let (sender, receiver) = mpsc::channel(1024);
        let task = tokio::spawn(serve(Tx { connection, lost: false, changed: Vec::new(), versions }, receiver));
        Writer { jobs: sender.downgrade(), queue: Mutex::new(Some(sender)), task: Mutex::new(Some(task)) }
    }

    pub async fn run<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut Tx) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |tx| {
            Box::pin(async move {
                let result = match tx {
                    Some(tx) => in_savepoint(tx, work).await,
                    None => Err(Error::Unavailable("no transaction could be opened".into())),
                };
                let answer: Answer = Box::new(move |failure| {
                    // Also a refusal may rest on what a neighbour wrote in the same transaction, which is now gone.
                    let result = match failure {
                        Some(cause) => Err(Error::Unavailable(format!("the write was not kept: {cause}"))),
                        None => result,
                    };
                    // The caller may have gone away; its write stands all the same.
                    let _ = answer.send(result);
                });
                answer
            })
        });
        let closed = || Error::Unavailable("the database is closed".into());
        self.jobs.upgrade().ok_or_else(closed)?.send(job).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    pub async fn close(&self) {
        self.queue.lock().await.take();
        if let Some(task) = self.task.lock().await.take() {
            let _ = task.await;
        }
    }
}

async fn serve(mut tx: Tx, mut jobs: mpsc::Receiver<Job>) {
    while let Some(first) = jobs.recv().await {
        let mut answers = Vec::new();
        let failure = write_together(&mut tx, first, &mut jobs, &mut answers).await.err();
        if let Some(cause) = &failure {
            tracing::error!("a commit failed: {cause}");
            // SQLite may have rolled back by itself (disk full, for one); then this has nothing to do.
            let _ = tx.control("ROLLBACK").await;
        }
        for answer in answers {
            answer(failure.as_ref());
        }
    }
    let _ = tx.connection.close().await;
}

async fn write_together(
    tx: &mut Tx,
    first: Job,
    jobs: &mut mpsc::Receiver<Job>,
    answers: &mut Vec<Answer>,
) -> Result<()> {
    tx.lost = false;
    tx.changed.clear();
    if let Err(cause) = tx.control("BEGIN IMMEDIATE").await {
        answers.push(first(None).await);
        return Err(cause);
    }
    answers.push(first(Some(tx)).await);
    while answers.len() < MOST_TOGETHER && !tx.lost {
        match jobs.try_recv() {
            Ok(job) => answers.push(job(Some(tx)).await),
            Err(_) => break,
        }
    }
    if tx.lost {
        return Err(Error::Unavailable("the transaction was lost".into()));
    }
    tx.control("COMMIT").await?;
    for table in tx.changed.drain(..) {
        tx.versions.raise(table);
    }
    Ok(())
}

async fn in_savepoint<T, F>(tx: &mut Tx, work: F) -> Result<T>
where
    F: for<'a> FnOnce(&'a mut Tx) -> BoxFuture<'a, Result<T>> + Send,
{
    savepoint(tx, "SAVEPOINT job").await?;
    let changed_before = tx.changed.len();
    let result = AssertUnwindSafe(work(tx))
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err(Error::Internal(anyhow::anyhow!("a write panicked"))));
    if result.is_err() {
        tx.changed.truncate(changed_before);
        savepoint(tx, "ROLLBACK TO job").await?;
    }
    savepoint(tx, "RELEASE job").await?;
    result
}

async fn savepoint(tx: &mut Tx, statement: &'static str) -> Result<()> {
    let result = tx.control(statement).await;
    tx.lost |= result.is_err();
    result
}
