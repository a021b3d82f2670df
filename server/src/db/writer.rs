//! The one writer. SQLite allows a single write at a time and a durable commit costs a disk flush, so writes that
//! wait together are committed together: each runs in its own savepoint, one flush serves them all, and nobody is
//! answered before it. On PostgreSQL the writers of all servers take turns by a lock, so that a write sees the same
//! quiet world there, and what each commits is announced to the others (see `watch`).

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::connection::Source;
use super::history::Keeper;
use super::notices::Notices;
use super::record::{Author, Listeners, Record};
use super::search::Indexes;
use super::sql::{Engine, Sql};
use super::transaction::Tx;
use super::versions::{Bumped, Versions};
use crate::error::{Error, Result};
use crate::{disk, metrics};

/// More than this and the first to come would wait too long for its answer.
const MAX_TOGETHER: usize = 128;

/// A save that takes longer than this feels slow.
const MAX_PREPARATION: Duration = Duration::from_millis(100);

/// How long a writer that has failed may take to show that it works again.
const MAX_PROBE: Duration = Duration::from_secs(3);

/// Runs inside the shared transaction, where there is one, and gives back how to answer once that has been
/// committed, or has failed.
type Job = Box<dyn for<'a> FnOnce(Option<&'a mut Tx>) -> BoxFuture<'a, Answer> + Send>;
type Answer = Box<dyn FnOnce(Option<&Error>) + Send>;

pub struct Writer {
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    jobs: mpsc::WeakSender<Job>,
    task: Mutex<Option<JoinHandle<()>>>,
    shared: Arc<Shared>,
}

/// What the task and those who hand it work both know.
struct Shared {
    source: Source,
    versions: Arc<Versions>,
    notices: Arc<Notices>,
    listeners: Listeners,
    keeper: Keeper,
    indexes: Arc<Indexes>,
    /// The last transaction failed, or something in it for want of disk or database.
    failing: AtomicBool,
}

impl Writer {
    pub fn start(
        source: Source,
        versions: Arc<Versions>,
        notices: Arc<Notices>,
        keeper: Keeper,
        indexes: Arc<Indexes>,
    ) -> Writer {
        let (sender, receiver) = mpsc::channel(1024);
        let listeners = Listeners::default();
        let failing = AtomicBool::new(false);
        let shared = Arc::new(Shared { source, versions, notices, listeners, keeper, indexes, failing });
        let task = tokio::spawn(serve(shared.clone(), receiver));
        Writer { jobs: sender.downgrade(), queue: Mutex::new(Some(sender)), task: Mutex::new(Some(task)), shared }
    }

    pub async fn run<T, F>(&self, by: Author, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut Tx) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |tx| {
            Box::pin(async move {
                let result = match tx {
                    Some(tx) => in_savepoint(tx, by, work).await,
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

    /// How many writes wait for their turn.
    pub fn waiting(&self) -> usize {
        self.jobs.upgrade().map_or(0, |jobs| jobs.max_capacity() - jobs.capacity())
    }

    pub fn on_commit(&self, listener: Box<dyn Fn(&Record) + Send + Sync>) {
        self.shared.listeners.add(listener);
    }

    /// Whether writes succeed. Free while they do; after a failure a write that changes nothing is tried, so that the
    /// answer is true again as soon as the cause has gone.
    pub async fn check(&self) -> Result<()> {
        if self.jobs.upgrade().is_none_or(|jobs| jobs.is_closed()) {
            return Err(Error::Unavailable("the database is closed".into()));
        }
        if !self.shared.failing.load(Ordering::Relaxed) {
            return Ok(());
        }
        // Each of these reaches the disk: one without would succeed also when that is full.
        let probe = Sql::new(match self.shared.source.engine() {
            Engine::Sqlite => "PRAGMA user_version = 0",
            Engine::Postgres => "UPDATE table_versions SET version = version",
        });
        match tokio::time::timeout(MAX_PROBE, self.run(Author::Server, |tx| Box::pin(tx.rows(probe)))).await {
            Ok(written) => written.map(drop),
            Err(_) => Err(Error::Unavailable("the writer does not answer".into())),
        }
    }

    pub async fn close(&self) {
        self.queue.lock().await.take();
        if let Some(task) = self.task.lock().await.take() {
            let _ = task.await;
        }
    }
}

async fn serve(shared: Arc<Shared>, mut jobs: mpsc::Receiver<Job>) {
    let mut open: Option<Tx> = None;
    while let Some(first) = jobs.recv().await {
        let mut answers = Vec::new();
        let outcome = match begun(&mut open, &shared).await {
            Ok(tx) => write_together(tx, &shared, first, &mut jobs, &mut answers).await,
            Err(cause) => {
                // Nobody waits for the next attempt: all who are here are answered now.
                answers.push(first(None).await);
                while let Ok(job) = jobs.try_recv() {
                    answers.push(job(None).await);
                }
                Err(cause)
            }
        };
        let failing = outcome.is_err() || open.as_ref().is_some_and(|tx| tx.failed);
        shared.failing.store(failing, Ordering::Relaxed);
        match outcome {
            Ok((record, bumped)) => {
                // Noted first: who is told of a change may ask at once.
                let preparation = shared.versions.preparation(&bumped);
                if !record.is_empty() {
                    shared.listeners.show(&record);
                }
                publish(&shared.versions, bumped, preparation, answers);
            }
            Err(cause) => {
                tracing::error!("a write may not have been kept: {cause}");
                metrics::COMMITS_FAILED.add(1);
                if let Some(tx) = &mut open
                    && !tx.recover().await
                {
                    open = None; // the next write opens another
                }
                answers.into_iter().for_each(|answer| answer(Some(&cause)));
            }
        }
        if let Some(tx) = open.as_mut().filter(|_| disk::is_tight()) {
            tx.fold_log(failing).await;
        }
    }
    if let Some(tx) = open {
        tx.close().await;
    }
}

/// Answers a commit. What is prepared for it is waited for, but not for long, and the next writes do not wait at all.
fn publish(
    versions: &Arc<Versions>,
    bumped: Bumped,
    preparation: Option<BoxFuture<'static, ()>>,
    answers: Vec<Answer>,
) {
    let versions = versions.clone();
    let publish = move || {
        for (table, number) in bumped {
            versions.advance(&table, number);
        }
        answers.into_iter().for_each(|answer| answer(None));
    };
    match preparation {
        None => publish(),
        Some(preparation) => {
            let prepared = tokio::spawn(preparation);
            tokio::spawn(async move {
                let _ = tokio::time::timeout(MAX_PREPARATION, prepared).await;
                publish();
            });
        }
    }
}

/// A transaction, on a new connection where the old one has died since the last write.
async fn begun<'a>(open: &'a mut Option<Tx>, shared: &Shared) -> Result<&'a mut Tx> {
    if let Some(tx) = open
        && let Err(cause) = tx.begin().await
    {
        let alive = tx.recover().await;
        *open = None; // the next write opens another, whatever ails this one
        if alive {
            return Err(cause);
        }
    }
    if open.is_none() {
        let tx = open.insert(Tx::on(shared.source.connect().await?, shared.keeper, shared.indexes.clone()).await?);
        tx.begin().await?;
    }
    Ok(open.as_mut().expect("it is there by now"))
}

async fn write_together(
    tx: &mut Tx,
    shared: &Shared,
    first: Job,
    jobs: &mut mpsc::Receiver<Job>,
    answers: &mut Vec<Answer>,
) -> Result<(Record, Bumped)> {
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
    let began = Instant::now();
    let committed = tx.commit(&shared.versions, &shared.notices).await?;
    metrics::COMMIT_SECONDS.observe_time(began.elapsed());
    metrics::BATCH_WRITES.observe_count(answers.len());
    Ok(committed)
}

async fn in_savepoint<T, F>(tx: &mut Tx, by: Author, work: F) -> Result<T>
where
    F: for<'a> FnOnce(&'a mut Tx) -> BoxFuture<'a, Result<T>> + Send,
{
    tx.next_job(by);
    let result = AssertUnwindSafe(work(tx))
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err(Error::Internal(anyhow::anyhow!("a write panicked"))));
    if result.is_err() {
        tx.undo().await?;
    }
    result
}
