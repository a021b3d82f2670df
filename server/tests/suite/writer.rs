//! The writer when the database lets it down: it opens another connection, and the server says that it is not well.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{Connection, Executor};
use tracing::instrument::{Instrument, WithSubscriber};
use tracing::span::Id;
use tracing::{Dispatch, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use umeed::config::Folder;
use umeed::db::{Db, Engine, Sql};

async fn open() -> (Db, tempfile::TempDir, Folder) {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder { database: crate::harness::own_schema().await, ..Folder::at(data.path()) };
    (Db::open(&folder).await.unwrap(), data, folder)
}

async fn subscribe(db: &Db, email: &str) -> umeed::error::Result<()> {
    let sql = Sql::new("INSERT INTO subscribers (id, email, created_at) VALUES (?, ?, 'now')").with(email).with(email);
    db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await
}

/// A span that a thread of SQLite cannot enter without panicking: it ends as a crash would end it.
struct Crash;

impl<S: Subscriber> Layer<S> for Crash {
    fn on_enter(&self, _: &Id, _: Context<'_, S>) {
        let thread = std::thread::current();
        assert!(!thread.name().unwrap_or_default().starts_with("sqlx-sqlite"), "a crash that was asked for");
    }
}

#[tokio::test]
async fn a_writer_whose_connection_died_is_opened_again() {
    let (db, _data, _folder) = open().await;
    subscribe(&db, "before").await.unwrap();
    match db.engine() {
        Engine::Sqlite => {
            let crash = Dispatch::new(tracing_subscriber::registry().with(Crash));
            let span = tracing::dispatcher::with_default(&crash, || tracing::info_span!("crash"));
            let lost = Sql::new("INSERT INTO subscribers (id, email, created_at) VALUES ('lost', 'lost', 'now')");
            let crash = async move |tx: &mut umeed::db::Tx| {
                let asked = tx.rows(lost).instrument(span).with_subscriber(crash).await;
                tokio::time::sleep(Duration::from_millis(500)).await; // until the thread has come to its end
                asked
            };
            let crashed = db.write(move |tx| Box::pin(async move { crash(tx).await })).await;
            assert!(matches!(crashed, Err(umeed::error::Error::Unavailable(_))), "{crashed:?}");
        }
        Engine::Postgres => {
            let writer = db.write(|tx| Box::pin(tx.first(Sql::new("SELECT pg_backend_pid()")))).await.unwrap();
            let end = Sql::new("SELECT pg_terminate_backend(CAST(? AS INTEGER))").with(writer.unwrap().int(0));
            db.rows(end).await.unwrap();
        }
    }
    subscribe(&db, "after").await.unwrap();
    db.healthy().await.unwrap();
    let rows = db.rows(Sql::new("SELECT email FROM subscribers ORDER BY email")).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.text(0)).collect::<Vec<_>>(), ["after", "before"]);
}

/// Another program holds the database, or somebody has taken away a table that every commit needs.
#[tokio::test]
async fn the_database_is_not_healthy_while_writes_fail() {
    let (db, data, folder) = open().await;
    db.healthy().await.unwrap();
    let mut held = Held::take(data.path(), &folder).await;
    assert!(subscribe(&db, "kept out").await.is_err());
    let refused = db.healthy().await;
    assert!(refused.is_err() && db.first(Sql::new("SELECT 1")).await.is_ok());
    held.give_back().await;
    db.healthy().await.unwrap();
    subscribe(&db, "let in").await.unwrap();
}

enum Held {
    Sqlite(sqlx::SqliteConnection),
    Postgres(sqlx::PgConnection),
}

impl Held {
    async fn take(data: &std::path::Path, folder: &Folder) -> Held {
        match &folder.database {
            None => {
                let address = format!("sqlite://{}", data.join("umeed.db").display());
                let mut connection = sqlx::SqliteConnection::connect(&address).await.unwrap();
                connection.execute("BEGIN IMMEDIATE").await.unwrap();
                Held::Sqlite(connection)
            }
            Some(url) => {
                let mut connection = sqlx::PgConnection::connect(url.reveal()).await.unwrap();
                connection.execute("ALTER TABLE table_versions RENAME TO taken_away").await.unwrap();
                Held::Postgres(connection)
            }
        }
    }

    async fn give_back(&mut self) {
        match self {
            Held::Sqlite(connection) => connection.execute("ROLLBACK").await.map(drop).unwrap(),
            Held::Postgres(connection) => {
                connection.execute("ALTER TABLE taken_away RENAME TO table_versions").await.map(drop).unwrap();
            }
        }
    }
}

/// A write whose caller has gone is made all the same, and is on the record.
#[tokio::test]
async fn a_write_outlives_its_caller() {
    let (db, _data, _folder) = open().await;
    let db = Arc::new(db);
    let writer = db.clone();
    let asked = tokio::spawn(async move {
        let slow = Sql::new("INSERT INTO subscribers (id, email, created_at) VALUES ('a', 'a', 'now')");
        let work = async move |tx: &mut umeed::db::Tx| {
            tokio::time::sleep(Duration::from_millis(100)).await;
            tx.rows(slow).await
        };
        writer.write(move |tx| Box::pin(async move { work(tx).await })).await
    });
    tokio::time::sleep(Duration::from_millis(30)).await;
    asked.abort();
    db.write(|_| Box::pin(async { Ok(()) })).await.unwrap();
    assert!(db.versions.published("subscribers") > 0);
    assert_eq!(db.rows(Sql::new("SELECT id FROM subscribers")).await.unwrap().len(), 1);
}
