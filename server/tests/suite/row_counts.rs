//! The kept counts of rows are exact, whatever is done to a table and by whom, and a wrong one is found.

use umeed::config::Folder;
use umeed::db::{Db, Engine, Sql};
use umeed::error::{Error, Result};

async fn open() -> (Db, tempfile::TempDir, Folder) {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder { database: crate::harness::own_schema().await, ..Folder::at(data.path()) };
    (Db::open(&folder).await.unwrap(), data, folder)
}

async fn write(db: &Db, statements: &'static [&'static str]) -> Result<()> {
    db.write(move |tx| {
        Box::pin(async move {
            for statement in statements {
                tx.rows(Sql::new(*statement)).await?;
            }
            Ok(())
        })
    })
    .await
}

/// What is kept, which must be what is there.
async fn subscribers(db: &Db) -> i64 {
    let kept = "SELECT row_count, (SELECT count(*) FROM subscribers) FROM row_counts WHERE name = 'subscribers'";
    let row = db.first(Sql::new(kept)).await.unwrap().unwrap();
    assert_eq!(row.int(0), row.int(1));
    row.int(0)
}

const THREE: &str =
    "INSERT INTO subscribers (id, email, created_at) VALUES ('1', 'a', 'now'), ('2', 'b', 'now'), ('3', 'c', 'now')";
const AGAIN: &str = "INSERT INTO subscribers (id, email, created_at) VALUES ('1', 'a', 'now'), ('4', 'd', 'now') \
                     ON CONFLICT (id) DO UPDATE SET created_at = 'then'";
const NONE: &str = "INSERT INTO subscribers (id, email, created_at) VALUES ('1', 'a', 'now') ON CONFLICT DO NOTHING";

#[tokio::test]
async fn every_statement_counts_and_what_is_taken_back_does_not() {
    let (db, _data, _folder) = open().await;
    assert_eq!(subscribers(&db).await, 0);
    write(&db, &[THREE]).await.unwrap();
    assert_eq!(subscribers(&db).await, 3);
    write(&db, &[AGAIN, NONE]).await.unwrap();
    assert_eq!(subscribers(&db).await, 4);
    write(&db, &["UPDATE subscribers SET created_at = 'x'", "DELETE FROM subscribers WHERE id > '2'"]).await.unwrap();
    assert_eq!(subscribers(&db).await, 2);

    let failing = write(&db, &["DELETE FROM subscribers", THREE, THREE]).await;
    assert!(matches!(failing, Err(Error::Duplicate { .. })), "{failing:?}");
    assert_eq!(subscribers(&db).await, 2);
    let undone = db
        .write(|tx| {
            Box::pin(async move {
                tx.rows(Sql::new("DELETE FROM subscribers")).await?;
                tx.undo().await?;
                tx.rows(Sql::new("DELETE FROM subscribers WHERE id = '1'")).await
            })
        })
        .await;
    undone.unwrap();
    assert_eq!(subscribers(&db).await, 1);
    write(&db, &["DELETE FROM subscribers"]).await.unwrap();
    assert_eq!(subscribers(&db).await, 0);
}

const MANY: &str = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) \
                    INSERT INTO subscribers (id, email, created_at) \
                    SELECT 'many ' || i, i || replace('..........', '.', 'a long address, '), 'now' FROM n";

#[tokio::test]
async fn more_changes_than_a_record_keeps_are_counted() {
    let (db, _data, _folder) = open().await;
    write(&db, &[MANY, "DELETE FROM subscribers WHERE id = 'many 7' OR id = 'many 29999'"]).await.unwrap();
    assert_eq!(subscribers(&db).await, 29_998);
}

/// With sqlite3 or psql, on another search path.
#[tokio::test]
async fn rows_changed_by_hand_are_counted() {
    use sqlx::{Connection, Executor};
    let (db, data, folder) = open().await;
    match &folder.database {
        None => {
            let file = format!("sqlite:{}", data.path().join("umeed.db").display());
            sqlx::SqliteConnection::connect(&file).await.unwrap().execute(THREE).await.map(drop).unwrap();
        }
        Some(url) => {
            let mut connection = sqlx::PgConnection::connect(url.reveal()).await.unwrap();
            let schema: String =
                sqlx::query_scalar("SELECT current_schema()::text").fetch_one(&mut connection).await.unwrap();
            connection.execute("SET search_path = pg_catalog").await.unwrap();
            let three = THREE.replace("INTO subscribers", &format!("INTO \"{schema}\".subscribers"));
            let none = format!("TRUNCATE \"{schema}\".subscribers");
            for (statement, count) in [(&three, 3), (&none, 0), (&three, 3)] {
                connection.execute(sqlx::AssertSqlSafe(statement.clone())).await.unwrap();
                assert_eq!(subscribers(&db).await, count);
            }
        }
    }
    assert_eq!(subscribers(&db).await, 3);
}

#[tokio::test]
async fn a_wrong_count_is_found_and_a_missing_one_made_at_start() {
    let (db, _data, folder) = open().await;
    write(&db, &[THREE]).await.unwrap();
    assert_eq!(db.faults().await, Vec::<String>::new());
    write(&db, &["UPDATE row_counts SET row_count = 7 WHERE name = 'subscribers'"]).await.unwrap();
    assert_eq!(db.faults().await, ["subscribers is said to have 7 rows and has 3"]);

    // As in a database from before, which has neither counts nor triggers.
    let engine = db.engine();
    let without: &'static [&'static str] = match engine {
        Engine::Sqlite => &[
            "DELETE FROM row_counts WHERE name = 'subscribers'",
            "DROP TRIGGER \"count INSERT subscribers\"",
            "DROP TRIGGER \"count DELETE subscribers\"",
        ],
        Engine::Postgres => &[
            "DELETE FROM row_counts WHERE name = 'subscribers'",
            "DROP TRIGGER count_inserted ON subscribers",
            "DROP TRIGGER count_deleted ON subscribers",
            "DROP TRIGGER count_truncated ON subscribers",
        ],
    };
    write(&db, without).await.unwrap();
    db.close().await;
    let db = Db::open(&folder).await.unwrap();
    assert_eq!(subscribers(&db).await, 3);
    write(&db, &["DELETE FROM subscribers WHERE id = '1'"]).await.unwrap();
    assert_eq!(subscribers(&db).await, 2);
}
