//! The one writer. SQLite allows a single write at a time and a durable commit costs a disk flush, so writes that
//! wait together are committed together: each runs in its own savepoint, one flush serves them all, and nobody is
//! answered before it. On PostgreSQL the writers of all servers take turns by a lock, so that a write sees the same
//! quiet world there, and what each commits is announced to the others (see `watch`).

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::connection::{Connection, Source};
use super::sql::{Engine, Row, Sql};
use super::versions::{Bumped, Versions};
use super::watch;
use crate::error::{Error, Result};

/// More than this and the first to come would wait too long for its answer.
const MAX_TOGETHER: usize = 128;

/// A save that takes longer than this feels slow to whoever saves.
const MAX_PREPARATION: Duration = Duration::from_millis(100);

/// A write transaction in progress.
pub struct Tx {
    connection: Connection,
    /// The shared transaction is gone (SQLite rolled it back by itself): nothing more may run in it.
    lost: bool,
    /// The tables that the jobs of this transaction have changed.
    changed: Vec<&'static str>,
    /// What begins the running job, until its first statement takes it along.
    to_begin: Option<&'static str>,
    /// Which of the two savepoints' names the running job has.
    second_name: bool,
    versions: Arc<Versions>,
}

impl Tx {
    pub async fn rows(&mut self, sql: Sql) -> Result<Vec<Row>> {
        self.changed.extend(changed_table(&sql.text));
        match self.to_begin.take() {
            Some(before) => self.connection.fetch_after(before, sql).await,
            None => self.connection.fetch(sql).await,
        }
    }

    pub async fn first(&mut self, sql: Sql) -> Result<Option<Row>> {
        Ok(self.rows(sql).await?.into_iter().next())
    }

    /// Says that this write changes a table; published to the world when it is committed.
    pub fn changes(&mut self, table: &'static str) {
        self.changed.push(table);
    }

    pub fn engine(&self) -> Engine {
        self.connection.engine()
    }

    /// Takes back what this write has done so far. After a failed statement PostgreSQL wants that before the next one.
    pub async fn undo(&mut self) -> Result<()> {
        if self.to_begin.is_some() {
            return Ok(()); // nothing was done yet
        }
        let undone = self.connection.control(if self.second_name { "ROLLBACK TO b" } else { "ROLLBACK TO a" }).await;
        self.lost |= undone.is_err();
        undone
    }

    /// The next job gets a savepoint of its own, set together with its first statement. Two names take turns: were one
    /// not set for whatever reason, going back to it must fail and not undo what the job before has done.
    fn next_job(&mut self) {
        if self.to_begin.is_some() {
            return; // the job before has asked nothing, and its savepoint was not set
        }
        self.second_name = !self.second_name;
        self.to_begin = Some(if self.second_name { "RELEASE a; SAVEPOINT b" } else { "RELEASE b; SAVEPOINT a" });
    }

    async fn begin(&mut self) -> Result<()> {
        (self.to_begin, self.second_name) = (Some("SAVEPOINT a"), false);
        match self.engine() {
            Engine::Sqlite => self.connection.control("BEGIN IMMEDIATE").await,
            Engine::Postgres => {
                self.connection.control("BEGIN").await?;
                let turn = "SELECT pg_advisory_xact_lock(hashtextextended('umeed writer ' || current_schema(), 0))";
                self.connection.fetch(Sql::new(turn)).await.map(drop)
            }
        }
    }

    /// Gives back what is to be published of it.
    async fn commit(&mut self) -> Result<Bumped> {
        self.changed.sort_unstable();
        self.changed.dedup();
        if self.engine() == Engine::Postgres && self.to_begin.is_none() {
            // In a transaction that a failed statement has spoilt this fails, whereas COMMIT would quietly undo it all.
            self.connection.control(if self.second_name { "RELEASE b" } else { "RELEASE a" }).await?;
        }
        let raised = match self.engine() {
            Engine::Postgres if self.changed.is_empty() => Bumped::new(),
            Engine::Postgres => watch::announce(&mut self.connection, &self.changed, &self.versions.name).await?,
            Engine::Sqlite => self.versions.next(&self.changed),
        };
        self.connection.control("COMMIT").await?;
        Ok(raised)
    }

    /// After a failure: ends what is left of the transaction. False when the connection is of no more use.
    async fn recover(&mut self) -> bool {
        // SQLite may have rolled back by itself (disk full, for one); then this has nothing to do.
        let _ = self.connection.control("ROLLBACK").await;
        self.connection.fetch(Sql::new("SELECT 1")).await.is_ok()
    }
}

fn changed_table(text: &str) -> Option<&'static str> {
    let rest = ["INSERT INTO \"", "UPDATE \"", "DELETE FROM \""].iter().find_map(|verb| text.strip_prefix(verb))?;
    let name = rest.split('"').next()?;
    crate::schema::TABLES.iter().map(|table| table.name).find(|known| *known == name)
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
    pub fn start(source: Source, versions: Arc<Versions>) -> Writer {
        let (sender, receiver) = mpsc::channel(1024);
        let task = tokio::spawn(serve(source, versions, receiver));
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
                        Some(cause) => Err(Error::Unavailable(format!("the write may not have been kept: {cause}"))),
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

async fn serve(source: Source, versions: Arc<Versions>, mut jobs: mpsc::Receiver<Job>) {
    let mut open: Option<Tx> = None;
    while let Some(first) = jobs.recv().await {
        let mut answers = Vec::new();
        let outcome = match begun(&mut open, &source, &versions).await {
            Ok(tx) => write_together(tx, first, &mut jobs, &mut answers).await,
            Err(cause) => {
                // Nobody waits for the next attempt: all who are here are published now.
                answers.push(first(None).await);
                while let Ok(job) = jobs.try_recv() {
                    answers.push(job(None).await);
                }
                Err(cause)
            }
        };
        match outcome {
            Ok(raised) => tell(&versions, raised, answers),
            Err(cause) => {
                tracing::error!("a write may not have been kept: {cause}");
                if let Some(tx) = &mut open
                    && !tx.recover().await
                {
                    open = None; // the next write opens another
                }
                answers.into_iter().for_each(|answer| answer(Some(&cause)));
            }
        }
    }
    if let Some(tx) = open {
        tx.connection.close().await;
    }
}

/// Answers a commit. Whoever prepares for it is waited for, but not for long, and the next writes do not wait at all.
fn tell(versions: &Arc<Versions>, raised: Bumped, answers: Vec<Answer>) {
    let preparation = versions.preparation(&raised);
    let versions = versions.clone();
    let tell = move || {
        for (table, number) in raised {
            versions.advance(table, number);
        }
        answers.into_iter().for_each(|answer| answer(None));
    };
    match preparation {
        None => tell(),
        Some(preparation) => {
            let prepared = tokio::spawn(preparation);
            tokio::spawn(async move {
                let _ = tokio::time::timeout(MAX_PREPARATION, prepared).await;
                tell();
            });
        }
    }
}

/// A transaction, on a new connection where the old one has died since the last write.
async fn begun<'a>(open: &'a mut Option<Tx>, source: &Source, versions: &Arc<Versions>) -> Result<&'a mut Tx> {
    if let Some(tx) = open
        && let Err(cause) = tx.begin().await
    {
        if tx.recover().await {
            return Err(cause);
        }
        *open = None;
    }
    if open.is_none() {
        let connection = source.connect().await?;
        let tx = open.insert(Tx {
            connection,
            lost: false,
            changed: Vec::new(),
            to_begin: None,
            second_name: false,
            versions: versions.clone(),
        });
        tx.begin().await?;
    }
    Ok(open.as_mut().expect("it is there by now"))
}

async fn write_together(
    tx: &mut Tx,
    first: Job,
    jobs: &mut mpsc::Receiver<Job>,
    answers: &mut Vec<Answer>,
) -> Result<Bumped> {
    tx.lost = false;
    tx.changed.clear();
    answers.push(first(Some(tx)).await);
    while answers.len() < MAX_TOGETHER && !tx.lost {
        match jobs.try_recv() {
            Ok(job) => answers.push(job(Some(tx)).await),
            Err(_) => break,
        }
    }
    if tx.lost {
        return Err(Error::Unavailable("the transaction was lost".into()));
    }
    tx.commit().await
}

async fn in_savepoint<T, F>(tx: &mut Tx, work: F) -> Result<T>
where
    F: for<'a> FnOnce(&'a mut Tx) -> BoxFuture<'a, Result<T>> + Send,
{
    tx.next_job();
    let changed_before = tx.changed.len();
    let result = AssertUnwindSafe(work(tx))
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err(Error::Internal(anyhow::anyhow!("a write panicked"))));
    if result.is_err() {
        tx.changed.truncate(changed_before);
        tx.undo().await?;
    }
    result
}
