//! The task that brings the indexes up to date, in small jobs of the writer, with pauses. It may be killed at any moment:
//! each job leaves everything in order. Until it has done its work searches are right, and look at more rows.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::{Index, grams, moment};
use crate::db::{Db, Engine, Record, Row, Sql, Tx, Verb};
use crate::disk;
use crate::error::Result;

/// The newest rows are not in the index: who searches looks at them first in any case, and it is they that staff change.
pub const LEFT_OUT: u64 = 384;
/// And so many more may wait, so that a part of the index is worth making.
const WORTH_IT: u64 = 128;
/// Rows, or moments, of one job: a few milliseconds.
const AT_ONCE: usize = 64;
/// Pages that are merged by one job.
const PAGES: i64 = 32;

/// What staff do next may be to undo it.
const DELAY: Duration = Duration::from_millis(500);
/// Also for what was changed by hand, of which nobody tells us.
const MAX_WAIT: Duration = Duration::from_secs(3600);
/// Taking what was deleted out of the pages writes the whole index anew.
const BETWEEN_ERASURES: Duration = Duration::from_secs(3600);
const MAX_PAUSE: Duration = Duration::from_millis(500);

/// Ends when this is dropped.
pub struct Indexing {
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

struct Shared {
    /// Something was committed that the indexes are to know.
    news: Notify,
    /// Somebody waits for it.
    asked: Notify,
    /// Commits of others.
    commits: AtomicU64,
    /// Rows since the last look.
    inserted: AtomicU64,
    rounds: watch::Sender<u64>,
}

impl Indexing {
    pub fn start(db: Arc<Db>) -> Indexing {
        let shared = Arc::new(Shared {
            news: Notify::new(),
            asked: Notify::new(),
            commits: AtomicU64::new(0),
            inserted: AtomicU64::new(0),
            rounds: watch::Sender::new(0),
        });
        let (heard, indexes) = (shared.clone(), db.indexes.clone());
        if !indexes.is_empty() {
            db.on_commit(Box::new(move |record| heard.hear(record, |table| indexes.of(table).is_some())));
        }
        let task = tokio::spawn(run(db, shared.clone()));
        Indexing { shared, task }
    }

    /// Waits until everything that was committed before is in its index, as far as it is meant to be.
    pub async fn up_to_date(&self) {
        let mut rounds = self.shared.rounds.subscribe();
        let begun = *rounds.borrow_and_update();
        // The round that runs now may have begun before.
        for more in [1, 2] {
            self.shared.asked.notify_one();
            let _ = rounds.wait_for(|round| *round >= begun + more).await;
        }
    }
}

impl Drop for Indexing {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Shared {
    fn hear(&self, record: &Record, is_searched: impl Fn(&str) -> bool) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        let (mut inserted, mut other) = (0, record.is_truncated());
        for change in record.changes.iter().filter(|change| is_searched(&change.table)) {
            match change.verb {
                Verb::Insert => inserted += 1,
                Verb::Update | Verb::Delete => other = true,
            }
        }
        if inserted > 0 && self.inserted.fetch_add(inserted, Ordering::Relaxed) + inserted >= WORTH_IT {
            other = true;
        }
        if other {
            self.news.notify_one();
        }
    }

    async fn next(&self) {
        tokio::select! {
            () = self.asked.notified() => return,
            () = self.news.notified() => {}
            () = tokio::time::sleep(MAX_WAIT) => {}
        }
        let _ = tokio::time::timeout(DELAY, self.asked.notified()).await;
    }
}

async fn run(db: Arc<Db>, shared: Arc<Shared>) {
    let mut erased: Option<Instant> = None;
    loop {
        shared.inserted.store(0, Ordering::Relaxed);
        let worker = Worker { db: &db, shared: &shared };
        let may_erase = erased.is_none_or(|erased| erased.elapsed() >= BETWEEN_ERASURES);
        for index in db.indexes.iter() {
            match worker.bring_up_to_date(index, may_erase).await {
                Ok(false) => {}
                Ok(true) => erased = Some(Instant::now()),
                Err(cause) => tracing::warn!("the index for searching {} waits: {cause}", index.table),
            }
        }
        if db.engine() == Engine::Postgres {
            db.make_search_indexes().await;
        }
        shared.rounds.send_modify(|rounds| *rounds += 1);
        shared.next().await;
    }
}

struct Worker<'a> {
    db: &'a Db,
    shared: &'a Shared,
}

impl Worker<'_> {
    /// Whether pages were cleaned of what was deleted.
    async fn bring_up_to_date(&self, index: &Index, may_erase: bool) -> Result<bool> {
        // An index is a luxury.
        if disk::is_tight() {
            return Ok(false);
        }
        self.refresh(index).await?;
        if let Some(until) = self.due(index).await? {
            loop {
                let until = until.clone();
                if !self.job(index, move |tx, index| Box::pin(fill(tx, index, until))).await? {
                    break;
                }
                self.merge(index).await?;
            }
        }
        self.merge(index).await?;
        if may_erase { self.erase(index).await } else { Ok(false) }
    }

    /// How far the index is to be filled, if that is worth it.
    async fn due(&self, index: &Index) -> Result<Option<String>> {
        let mut sql = Sql::new("SELECT (SELECT created_at FROM ");
        sql.name(index.table).push(" ORDER BY created_at DESC LIMIT 1 OFFSET ").bind(LEFT_OUT as i64);
        sql.push(") FROM ")
            .name(index.table)
            .push(" WHERE created_at > (SELECT filled FROM search_state WHERE name = ");
        sql.bind(index.table).push(") ORDER BY created_at LIMIT 1 OFFSET ").bind((LEFT_OUT + WORTH_IT) as i64 - 1);
        Ok(self.db.first(sql).await?.and_then(|row| row.text_or_none(0).map(str::to_owned)))
    }

    async fn refresh(&self, index: &Index) -> Result<()> {
        let mut after = String::new();
        loop {
            let from = after.clone();
            match self.job(index, move |tx, index| Box::pin(refresh(tx, index, from))).await? {
                Some(last) => after = last,
                None => return Ok(()),
            }
        }
    }

    async fn merge(&self, index: &Index) -> Result<()> {
        while self.job(index, |tx, index| Box::pin(merge(tx, index, PAGES))).await? {}
        Ok(())
    }

    /// What is deleted stays in the pages of the index until they are written anew.
    async fn erase(&self, index: &Index) -> Result<bool> {
        if !self.job(index, |tx, index| Box::pin(begin_erasure(tx, index))).await? {
            return Ok(false);
        }
        // Below zero it makes one part of all parts, also of a single one; the merge that this begins is then gone on with.
        self.job(index, |tx, index| Box::pin(merge(tx, index, -PAGES))).await?;
        self.merge(index).await?;
        self.job(index, |tx, index| Box::pin(end_erasure(tx, index))).await?;
        Ok(true)
    }

    /// Then pauses: for as long as it took, and far longer while others write.
    async fn job<T, F>(&self, index: &Index, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut Tx, &'a Index) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        let before = self.shared.commits.load(Ordering::Relaxed);
        let began = Instant::now();
        let (indexes, table) = (self.db.indexes.clone(), index.table);
        let done = self
            .db
            .write(move |tx| {
                Box::pin(async move {
                    let index = indexes.of(table).expect("it came from there");
                    work(tx, index).await
                })
            })
            .await?;
        let times = if self.shared.commits.load(Ordering::Relaxed) == before { 1 } else { 20 };
        tokio::time::sleep((began.elapsed() * times).min(MAX_PAUSE)).await;
        Ok(done)
    }
}

/// Takes the next rows into the index; false when there are none.
async fn fill(tx: &mut Tx, index: &Index, until: String) -> Result<bool> {
    let mut sql = Sql::new("SELECT created_at FROM ");
    sql.name(index.table).push(" WHERE created_at > (SELECT filled FROM search_state WHERE name = ").bind(index.table);
    sql.push(") AND created_at <= ").bind(until).push(" ORDER BY created_at LIMIT ").bind(AT_ONCE as i64);
    let mut moments: Vec<String> = tx.rows(sql).await?.into_iter().map(|mut row| row.take_text(0)).collect();
    moments.dedup();
    let Some(last) = moments.last().cloned() else { return Ok(false) };
    // Before anything of it is there: what the same transaction changes afterwards is to be noted.
    index.raise(&last);
    let rows = words_by_moment(tx, index, &moments).await?;
    let odd: Vec<&String> = moments.iter().filter(|created_at| moment(created_at).is_none()).collect();
    if !odd.is_empty() {
        let mut sql = Sql::new("INSERT OR IGNORE INTO search_stale SELECT ");
        sql.bind(index.table).push(", value FROM json_each(").bind(serde_json::json!(odd).to_string()).push(")");
        tx.rows(sql).await?;
    }
    put(tx, index, rows).await?;
    let sql = Sql::new("UPDATE search_state SET filled = ? WHERE name = ?").with(last).with(index.table);
    tx.rows(sql).await?;
    Ok(true)
}

/// Brings the next stale moments up to date; gives back the last of them.
async fn refresh(tx: &mut Tx, index: &Index, after: String) -> Result<Option<String>> {
    let sql = "SELECT created_at FROM search_stale WHERE name = ? AND created_at > ? ORDER BY created_at LIMIT ?";
    let stale = tx.rows(Sql::new(sql).with(index.table).with(after).with(AT_ONCE as i64)).await?;
    let Some(last) = stale.last().map(|row| row.text(0).to_owned()) else { return Ok(None) };
    // Those that cannot be in the index stay: they are always looked at.
    let stale: BTreeMap<i64, &str> = stale.iter().filter_map(|row| Some((moment(row.text(0))?, row.text(0)))).collect();
    if stale.is_empty() {
        return Ok(Some(last));
    }
    let texts: Vec<String> = stale.values().map(|text| (*text).to_owned()).collect();
    let moments: Vec<i64> = stale.keys().copied().collect();
    let mut rows = words_by_moment(tx, index, &texts).await?;
    let filled = Sql::new("SELECT filled FROM search_state WHERE name = ?").with(index.table);
    let filled = tx.first(filled).await?.map_or_else(String::new, |row| row.text(0).to_owned());
    // The others come when it is their turn.
    rows.retain(|moment, _| stale.get(moment).is_some_and(|created_at| *created_at <= filled.as_str()));
    let mut sql = Sql::new("DELETE FROM ");
    sql.name(&index.name).push(" WHERE rowid IN (SELECT value FROM json_each(");
    sql.bind(serde_json::json!(moments).to_string()).push("))");
    tx.rows(sql).await?;
    put(tx, index, rows).await?;
    let mut sql = Sql::new("DELETE FROM search_stale WHERE name = ");
    sql.bind(index.table).push(" AND created_at IN (SELECT value FROM json_each(");
    sql.bind(serde_json::json!(texts).to_string()).push("))");
    tx.rows(sql).await?;
    tx.rows(Sql::new("UPDATE search_state SET erased = 1 WHERE name = ?").with(index.table)).await?;
    Ok(Some(last))
}

/// The words of all rows that were made at each of these moments.
async fn words_by_moment(tx: &mut Tx, index: &Index, moments: &[String]) -> Result<BTreeMap<i64, String>> {
    let mut sql = Sql::new("SELECT created_at");
    for column in index.columns {
        sql.push(", ").name(column);
    }
    sql.push(" FROM ").name(index.table).push(" WHERE created_at IN (SELECT value FROM json_each(");
    sql.bind(serde_json::json!(moments).to_string()).push("))");
    let mut rows = BTreeMap::<i64, Vec<Row>>::new();
    for row in tx.rows(sql).await? {
        if let Some(moment) = moment(row.text(0)) {
            rows.entry(moment).or_default().push(row);
        }
    }
    let texts =
        |rows: &[Row]| grams::of_texts(rows.iter().flat_map(|row| (1..=index.columns.len()).map(|at| row.text(at))));
    Ok(rows.into_iter().map(|(moment, rows)| (moment, texts(&rows))).collect())
}

async fn put(tx: &mut Tx, index: &Index, rows: BTreeMap<i64, String>) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new("INSERT OR REPLACE INTO ");
    sql.name(&index.name).push(" (rowid, words) VALUES ");
    for (position, (moment, words)) in rows.into_iter().enumerate() {
        sql.push(if position > 0 { ", (" } else { "(" }).bind(moment).push(", ").bind(words).push(")");
    }
    tx.rows(sql).await.map(drop)
}

/// Puts parts of the index together; false when there is nothing left to do.
async fn merge(tx: &mut Tx, index: &Index, pages: i64) -> Result<bool> {
    let mut sql = Sql::new("SELECT total_changes(); INSERT INTO ");
    sql.name(&index.name).push(" (").name(&index.name).push(", rank) VALUES ('merge', ").bind(pages);
    sql.push("); SELECT total_changes()");
    let changes = tx.rows(sql).await?;
    // Having looked counts as one.
    Ok(matches!(&changes[..], [before, after] if after.int(0) - before.int(0) >= 2))
}

async fn begin_erasure(tx: &mut Tx, index: &Index) -> Result<bool> {
    let sql = "UPDATE search_state SET erased = 2 WHERE name = ? AND erased <> 0 RETURNING 1";
    Ok(tx.first(Sql::new(sql).with(index.table)).await?.is_some())
}

/// What was deleted meanwhile is for the next time.
async fn end_erasure(tx: &mut Tx, index: &Index) -> Result<()> {
    let sql = "UPDATE search_state SET erased = 0 WHERE name = ? AND erased = 2";
    tx.rows(Sql::new(sql).with(index.table)).await.map(drop)
}

impl Db {
    /// How many rows of each searched table are not in its index.
    pub async fn rows_to_index(&self) -> Result<Vec<(&'static str, i64)>> {
        let mut counts = Vec::new();
        for index in self.indexes.iter() {
            let mut sql = Sql::new("SELECT count(*) FROM ");
            sql.name(index.table).push(" WHERE created_at > (SELECT filled FROM search_state WHERE name = ");
            sql.bind(index.table).push(")");
            counts.push((index.table, self.first(sql).await?.map_or(0, |row| row.int(0))));
        }
        Ok(counts)
    }
}
