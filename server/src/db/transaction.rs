//! A write transaction in progress. Several jobs share it, each in a savepoint of its own, so that one which fails
//! takes back its own work and no more. What they change is reported by the database (see `record`); a job has no part
//! in that.

use std::sync::Arc;

use super::connection::Connection;
use super::history::{self, Keeper};
use super::notices::Notices;
use super::record::{Author, Record};
use super::recorder::{Mark, Recorder};
use super::row_counts;
use super::search::{self, Indexes};
use super::sql::{Engine, Outcome, Row, Sql};
use super::triggers;
use super::versions::{Bumped, Versions};
use super::watch;
use crate::error::{Error, Result};

pub struct Tx {
    connection: Connection,
    /// Of SQLite, with where the running job began.
    recorder: Option<(Recorder, Mark)>,
    /// The shared transaction is gone (SQLite rolled it back by itself): nothing more may run in it.
    pub(super) lost: bool,
    /// A statement failed for a reason that lies with the database, not with what was asked.
    pub(super) failed: bool,
    /// For whom the running job writes.
    by: Author,
    /// The authors that the record of PostgreSQL knows of, in order.
    authors: Vec<Author>,
    keeper: Keeper,
    indexes: Arc<Indexes>,
    no_history: bool,
    /// What begins the running job, until its first statement takes it along.
    to_begin: Option<&'static str>,
    /// Which of the two savepoints' names the running job has.
    second_name: bool,
    /// The running job has done something that no savepoint stands before.
    unguarded: bool,
}

impl Tx {
    /// A connection for writing, which keeps a record, and of it a history.
    pub(super) async fn on(mut connection: Connection, keeper: Keeper, indexes: Arc<Indexes>) -> Result<Tx> {
        let recorder = match &mut connection {
            Connection::Sqlite(connection) => Some((Recorder::on(connection).await?, Mark::default())),
            _ => None,
        };
        if recorder.is_none() {
            connection.control(triggers::KEEP_RECORD).await?;
        }
        Ok(Tx {
            connection,
            recorder,
            lost: false,
            failed: false,
            by: Author::Server,
            authors: Vec::new(),
            keeper,
            indexes,
            no_history: false,
            to_begin: None,
            second_name: false,
            unguarded: false,
        })
    }

    pub async fn rows(&mut self, sql: Sql) -> Result<Vec<Row>> {
        Ok(self.run(sql).await?.rows)
    }

    pub async fn run(&mut self, sql: Sql) -> Result<Outcome> {
        let before = self.recorder.as_ref().map(|(recorder, _)| recorder.mark());
        let outcome = self.run_in_job(sql).await;
        self.failed |= matches!(outcome, Err(Error::Unavailable(_)));
        // A statement that fails is undone by the database, and with it the changes it has already reported.
        if let (Err(_), Some((recorder, _)), Some(before)) = (&outcome, &self.recorder, before) {
            recorder.back_to(&before);
        }
        outcome
    }

    /// For the one write of a job that does not fail any more once this is done: no savepoint is set before it, which is a
    /// sixth of what a small write costs. Should the job fail all the same, the whole transaction is given up.
    pub async fn run_last(&mut self, sql: Sql) -> Result<Outcome> {
        let (Some(_), Some((recorder, begun))) = (self.to_begin, &mut self.recorder) else {
            return self.run(sql).await; // a savepoint is set already, or PostgreSQL needs one
        };
        recorder.set_author(self.by.clone());
        *begun = recorder.mark();
        let outcome = self.connection.run(sql).await;
        match &outcome {
            Ok(_) => self.unguarded = true,
            Err(cause) => {
                recorder.back_to(begun);
                self.failed |= matches!(cause, Error::Unavailable(_));
                let only_this = matches!(cause, Error::Duplicate { .. }) || self.connection.is_in_transaction().await;
                self.lost |= !only_this;
            }
        }
        outcome
    }

    async fn run_in_job(&mut self, sql: Sql) -> Result<Outcome> {
        let Some(before) = self.to_begin else {
            return self.connection.run(sql).await;
        };
        match &mut self.recorder {
            Some((recorder, begun)) => {
                recorder.set_author(self.by.clone());
                *begun = recorder.mark();
            }
            None if self.by != *self.authors.last().unwrap_or(&Author::Server) => {
                self.connection.control(triggers::NEXT_AUTHOR).await?;
                self.authors.push(self.by.clone());
            }
            None => {}
        }
        self.to_begin = None;
        self.connection.run_after(before, sql).await
    }

    pub async fn first(&mut self, sql: Sql) -> Result<Option<Row>> {
        Ok(self.rows(sql).await?.into_iter().next())
    }

    /// For the one writer that brings a whole history along: what this transaction changes leaves no lines of its own.
    pub fn leave_no_history(&mut self) {
        self.no_history = true;
    }

    pub fn engine(&self) -> Engine {
        self.connection.engine()
    }

    /// Takes back what this write has done so far. After a failed statement PostgreSQL wants that before the next one.
    pub async fn undo(&mut self) -> Result<()> {
        if self.unguarded {
            self.lost = true;
            return Err(Error::Unavailable("a write failed that could not be taken back by itself".into()));
        }
        if self.to_begin.is_some() {
            return Ok(()); // nothing was done yet
        }
        let undone = self.connection.control(if self.second_name { "ROLLBACK TO b" } else { "ROLLBACK TO a" }).await;
        self.lost |= undone.is_err();
        if let Some((recorder, begun)) = &self.recorder {
            recorder.back_to(begun);
        }
        undone
    }

    /// The next job gets a savepoint of its own, set together with its first statement. Two names take turns: if one
    /// was not set, for whatever reason, going back to it must fail and not undo what the job before has done.
    pub(super) fn next_job(&mut self, by: Author) {
        (self.by, self.unguarded) = (by, false);
        if self.to_begin.is_some() {
            return; // the savepoint of the job before was not set
        }
        self.second_name = !self.second_name;
        self.to_begin = Some(if self.second_name { "RELEASE a; SAVEPOINT b" } else { "RELEASE b; SAVEPOINT a" });
    }

    pub(super) async fn begin(&mut self) -> Result<()> {
        (self.lost, self.failed, self.no_history) = (false, false, false);
        self.authors.clear();
        if let Some((recorder, _)) = &self.recorder {
            recorder.take(); // of a transaction that failed
        }
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

    /// Gives back what was changed, and the new numbers of the changed tables. What the changes leave in the history is
    /// committed with them.
    pub(super) async fn commit(&mut self, versions: &Versions, notices: &Notices) -> Result<(Record, Bumped)> {
        let record = self.recorder.as_ref().map(|(recorder, _)| recorder.take());
        match record {
            Some(record) => {
                self.keep_history(&record).await?;
                let mut sql = Sql::on(Engine::Sqlite, "");
                row_counts::add_to(&mut sql, &record);
                search::add_notes(&mut sql, &record, &self.indexes);
                sql.push("COMMIT");
                self.connection.fetch(sql).await?;
                let bumped = versions.next(record.tables());
                Ok((record, bumped))
            }
            None => {
                // In a transaction that a failed statement has spoilt this fails, whereas COMMIT would quietly undo it all.
                let rows = self.connection.fetch(Sql::new(triggers::TAKE)).await?;
                let record = Record::read(&rows, &self.authors);
                self.keep_history(&record).await?;
                let bumped = match record.is_empty() {
                    true => Bumped::new(),
                    false => {
                        let told = notices.of_commit(&record, &versions.name);
                        watch::announce(&mut self.connection, record.tables(), &versions.name, told).await?
                    }
                };
                self.connection.control("COMMIT").await?;
                Ok((record, bumped))
            }
        }
    }

    async fn keep_history(&mut self, record: &Record) -> Result<()> {
        if self.no_history { Ok(()) } else { history::keep(&mut self.connection, self.keeper, record).await }
    }

    /// After a failure: ends what is left of the transaction. False when the connection is of no more use.
    pub(super) async fn recover(&mut self) -> bool {
        // SQLite may have rolled back by itself (disk full, for one); then this has nothing to do.
        let _ = self.connection.control("ROLLBACK").await;
        self.connection.fetch(Sql::new("SELECT 1")).await.is_ok()
    }

    /// Between transactions: folds SQLite's write-ahead log into the database, as far as nobody reads from it, so that the
    /// next write begins it anew instead of letting it grow. After a failure that write also gives back what it has grown
    /// to: it may be all that was left of the disk.
    pub(super) async fn fold_log(&mut self, after_failure: bool) {
        if self.engine() == Engine::Sqlite {
            let fold = match after_failure {
                true => "PRAGMA journal_size_limit = 0; PRAGMA wal_checkpoint(PASSIVE)",
                false => "PRAGMA journal_size_limit = -1; PRAGMA wal_checkpoint(PASSIVE)",
            };
            let _ = self.connection.control(fold).await;
        }
    }

    pub(super) async fn close(self) {
        self.connection.close().await;
    }
}
