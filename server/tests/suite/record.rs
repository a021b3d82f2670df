//! A write reports itself: what the record of a commit says on either engine, and what it never says.

use std::sync::{Arc, Mutex};

use serde_json::json;
use umeed::config::Folder;
use umeed::db::{Author, Change, Db, Engine, Record, Sql, Tx, Verb};
use umeed::error::{Error, Result};

const STAFF: &str = "0190a000-0000-7000-8000-000000000001";

/// A database of its own, and every record of it.
struct Place {
    db: Db,
    records: Arc<Mutex<Vec<Record>>>,
    _data: tempfile::TempDir,
}

impl Place {
    async fn new() -> Place {
        let data = tempfile::tempdir().unwrap();
        let folder = Folder { database: crate::harness::own_schema().await, ..Folder::at(data.path()) };
        let db = Db::open(&folder).await.unwrap();
        let records = Arc::new(Mutex::new(Vec::new()));
        let kept = records.clone();
        db.on_commit(Box::new(move |record| kept.lock().unwrap().push(record.clone())));
        Place { db, records, _data: data }
    }

    async fn run(&self, statement: &str) {
        let sql = Sql::new(statement);
        self.db.write(|tx| Box::pin(tx.rows(sql))).await.unwrap();
    }

    /// All changes so far, commit after commit; forgets them.
    fn taken(&self) -> Vec<Change> {
        self.records.lock().unwrap().drain(..).flat_map(|record| record.changes).collect()
    }
}

fn subscriber(id: &str, email: &str) -> Sql {
    Sql::new("INSERT INTO subscribers (id, email, created_at) VALUES (?, ?, 'now')").with(id).with(email)
}

/// What tests compare: table, verb, key and author.
fn brief(changes: &[Change]) -> Vec<(&str, Verb, &str, Option<&str>)> {
    changes.iter().map(|change| (&*change.table, change.verb, &*change.key, change.by.account())).collect()
}

#[tokio::test]
async fn every_verb_is_recorded_with_the_row_before_and_after() {
    let place = Place::new().await;
    place.run("INSERT INTO subscribers (id, email, created_at) VALUES ('a', 'a@b.c', '2026')").await;
    place.run("UPDATE subscribers SET email = 'd@e.f' WHERE id = 'a'").await;
    place.run("DELETE FROM subscribers").await;
    place.run("DELETE FROM subscribers").await;
    let (old, new) = (
        json!({ "id": "a", "email": "a@b.c", "created_at": "2026" }),
        json!({ "id": "a", "email": "d@e.f", "created_at": "2026" }),
    );
    let expected =
        [(Verb::Insert, None, Some(&old)), (Verb::Update, Some(&old), Some(&new)), (Verb::Delete, Some(&new), None)];
    let taken = place.taken();
    assert_eq!(taken.len(), 3, "a write that changes nothing has no record: {taken:?}");
    for (change, (verb, before, after)) in taken.into_iter().zip(expected) {
        assert_eq!(brief(std::slice::from_ref(&change)), [("subscribers", verb, "a", None)]);
        assert_eq!(change.before.map(|image| json!(image.fields())).as_ref(), before);
        assert_eq!(change.after.map(|image| json!(image.fields())).as_ref(), after);
    }
}

#[tokio::test]
async fn numbers_and_nulls_and_quotes_survive() {
    let place = Place::new().await;
    let sql = Sql::new(
        "INSERT INTO testimonials (id, quote, name, role, image_url, is_visible, created_at, updated_at) \
         VALUES ('t', ?, 'name', '', NULL, 1, '2026', '2026')",
    );
    let words = "\"quoted\"\n\\ اُمید 🙂";
    let sql = sql.with(words);
    place.db.write(|tx| Box::pin(tx.rows(sql))).await.unwrap();
    let after = place.taken().remove(0).after.unwrap().fields();
    assert_eq!((&after["quote"], &after["is_visible"], &after["image_url"]), (&json!(words), &json!(1), &json!(null)));
    let names: Vec<&String> = after.keys().collect();
    assert_eq!(names, ["id", "quote", "name", "role", "image_url", "is_visible", "created_at", "updated_at"]);
}

#[tokio::test]
async fn an_upsert_is_what_it_turned_out_to_be() {
    let place = Place::new().await;
    let put = |title: &str| {
        Sql::new(
            "INSERT INTO website_content (page_key, content, updated_at) VALUES ('home', ?, '2026') \
             ON CONFLICT (page_key) DO UPDATE SET content = excluded.content",
        )
        .with(json!({ "title": title }).to_string())
    };
    for title in ["one", "two"] {
        let sql = put(title);
        place.db.write(|tx| Box::pin(tx.rows(sql))).await.unwrap();
    }
    let taken = place.taken();
    let expected = [("website_content", Verb::Insert, "home", None), ("website_content", Verb::Update, "home", None)];
    assert_eq!(brief(&taken), expected);
}

/// Deleting an account ends its sessions: also what the database does by itself is a change.
#[tokio::test]
async fn what_follows_from_a_change_is_recorded_too() {
    let place = Place::new().await;
    for statement in [
        "INSERT INTO staff (id, email, password_hash, created_at, updated_at) VALUES ('s', 'a@b.c', 'x', '2026', '2026')",
        "INSERT INTO sessions (id, staff_id, created_at, refreshed_at) VALUES ('e', 's', '2026', '2026')",
        "INSERT INTO replaced_generations (session_id, generation, replaced_at) VALUES ('e', 7, '2026')",
    ] {
        place.run(statement).await;
    }
    place.taken();
    place.run("DELETE FROM staff WHERE id = 's'").await;
    let taken = place.taken();
    let mut told = brief(&taken);
    told.sort();
    let expected = [
        ("replaced_generations", Verb::Delete, "e,7", None),
        ("sessions", Verb::Delete, "e", None),
        ("staff", Verb::Delete, "s", None),
    ];
    assert_eq!(told, expected);
}

/// Many at once share a transaction; each change bears the name of the one who made it.
#[tokio::test]
async fn a_change_names_its_author() {
    let place = Place::new().await;
    let writes = (0..60).map(|number| {
        let id = format!("{number:02}");
        let sql = subscriber(&id, &id);
        let by = [None, Some(STAFF), Some("another")][number % 3];
        let by = by.map_or(Author::Server, |id| Author::staff(id, "", ""));
        let fails = number % 5 == 0;
        place.db.write_as(by, move |tx| {
            Box::pin(async move {
                tx.rows(sql).await?;
                if fails { Err(Error::refused(400, "x", "no")) } else { Ok(()) }
            })
        })
    });
    let written = futures_util::future::join_all(writes).await;
    assert_eq!(written.iter().filter(|written| written.is_err()).count(), 12);
    let commits = place.records.lock().unwrap().len();
    assert!(commits < 48, "some were committed together, in {commits} transactions");
    let taken = place.taken();
    assert_eq!(taken.len(), 48);
    for change in &taken {
        let number: usize = change.key.parse().unwrap();
        assert_eq!(change.by.account(), [None, Some(STAFF), Some("another")][number % 3], "{number}");
        assert_ne!(number % 5, 0, "a write that failed leaves nothing");
    }
}

#[tokio::test]
async fn what_is_taken_back_is_not_recorded() {
    let place = Place::new().await;
    async fn try_twice(tx: &mut Tx) -> Result<()> {
        tx.rows(subscriber("a", "first")).await?;
        assert!(tx.rows(subscriber("a", "again")).await.is_err());
        tx.undo().await?;
        tx.rows(subscriber("b", "second")).await.map(drop)
    }
    place.db.write_as(Author::staff(STAFF, "", ""), |tx| Box::pin(try_twice(tx))).await.unwrap();
    assert_eq!(brief(&place.taken()), [("subscribers", Verb::Insert, "b", Some(STAFF))]);
    // Nor does anything of it stay for the next.
    place.db.write(|tx| Box::pin(tx.rows(subscriber("c", "third")))).await.unwrap();
    assert_eq!(brief(&place.taken()), [("subscribers", Verb::Insert, "c", None)]);
}

/// Rows that a statement wrote before it failed are undone with it, also where the write goes on.
#[tokio::test]
async fn a_statement_that_fails_half_way_is_not_recorded() {
    let place = Place::new().await;
    async fn go_on(tx: &mut Tx) -> Result<()> {
        tx.rows(subscriber("a", "first")).await?;
        let twice = "INSERT INTO subscribers (id, email, created_at) VALUES ('b', 'x', 'now'), ('c', 'x', 'now')";
        assert!(tx.rows(Sql::new(twice)).await.is_err());
        if tx.engine() == Engine::Postgres {
            tx.undo().await?; // it takes nothing more before that
            tx.rows(subscriber("a", "first")).await?;
        }
        tx.rows(subscriber("d", "last")).await.map(drop)
    }
    place.db.write(|tx| Box::pin(go_on(tx))).await.unwrap();
    let taken = place.taken();
    assert_eq!(brief(&taken), ["a", "d"].map(|id| ("subscribers", Verb::Insert, id, None)));
}

/// Writes that end with their one statement share a transaction like all others, and one that is refused is alone in that.
#[tokio::test]
async fn a_last_write_that_fails_takes_only_itself_back() {
    let place = Place::new().await;
    let writes = (0..40).map(|number| {
        // Every fifth is there already.
        let email = if number % 5 == 4 { "0".to_owned() } else { number.to_string() };
        place.db.write(move |tx| {
            Box::pin(async move {
                let written = tx.run_last(subscriber(&number.to_string(), &email)).await;
                if let Err(Error::Duplicate { .. }) = written {
                    tx.undo().await?;
                    assert_eq!(tx.rows(Sql::new("SELECT 1 FROM subscribers WHERE email = '0'")).await?.len(), 1);
                }
                written.map(|outcome| outcome.changed)
            })
        })
    });
    let answers = futures_util::future::join_all(writes).await;
    for (number, answer) in answers.iter().enumerate() {
        assert_eq!(answer.is_err(), number % 5 == 4, "{number}: {answer:?}");
        assert!(answer.as_ref().is_ok_and(|changed| *changed == 1) || matches!(answer, Err(Error::Duplicate { .. })));
    }
    let expected: Vec<String> = (0..40).filter(|number| number % 5 != 4).map(|number| number.to_string()).collect();
    let taken = place.taken();
    assert_eq!(taken.iter().map(|change| change.key.clone()).collect::<Vec<_>>(), expected);
    let stored = place.db.rows(Sql::new("SELECT id FROM subscribers")).await.unwrap();
    assert_eq!(stored.len(), expected.len());
}

/// What no savepoint stands before cannot be taken back alone: nothing of it may stay, and nobody is told that it did.
#[tokio::test]
async fn a_job_that_fails_after_its_last_write_leaves_nothing() {
    let place = Place::new().await;
    let failed = place.db.write(|tx| {
        Box::pin(async move {
            tx.run_last(subscriber("a", "first")).await?;
            tx.rows(Sql::new("SELECT 1")).await?;
            Err::<(), _>(Error::TooLong)
        })
    });
    let beside = place.db.write(|tx| Box::pin(tx.run_last(subscriber("b", "second"))));
    let (failed, beside) = tokio::join!(failed, beside);
    assert!(failed.is_err());
    let stored = place.db.rows(Sql::new("SELECT id FROM subscribers ORDER BY id")).await.unwrap();
    let ids: Vec<&str> = stored.iter().map(|row| row.text(0)).collect();
    let expected = if beside.is_ok() { vec!["b"] } else { vec![] };
    assert_eq!(ids, expected);
    assert_eq!(place.taken().iter().map(|change| change.key.clone()).collect::<Vec<_>>(), expected);
    // The next write finds a whole database.
    place.db.write(|tx| Box::pin(tx.run_last(subscriber("c", "third")))).await.unwrap();
}

/// A restore of a large site must not be held in memory row by row.
#[tokio::test]
async fn a_very_long_transaction_is_counted_beyond_a_bound() {
    let place = Place::new().await;
    async fn many(tx: &mut Tx) -> Result<()> {
        let numbers = match tx.engine() {
            Engine::Sqlite => "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)",
            Engine::Postgres => "WITH n (i) AS (SELECT generate_series(1, 12000))",
        };
        let insert = format!(
            "{numbers} INSERT INTO subscribers (id, email, created_at) SELECT CAST(i AS TEXT), CAST(i AS TEXT), '{}' FROM n",
            "x".repeat(400)
        );
        tx.rows(Sql::new(insert)).await?;
        tx.rows(Sql::new("DELETE FROM subscribers")).await.map(drop)
    }
    place.db.write(|tx| Box::pin(many(tx))).await.unwrap();
    let record = place.records.lock().unwrap().remove(0);
    assert!(record.is_truncated() && (5_000..=10_000).contains(&record.changes.len()), "{}", record.changes.len());
    let count = |verb| record.beyond.iter().find(|beyond| beyond.verb == verb).unwrap().count;
    assert_eq!(count(Verb::Insert) as usize + record.changes.len(), 12_000);
    assert_eq!(count(Verb::Delete), 12_000);
    assert_eq!(record.tables().iter().map(|table| &**table).collect::<Vec<_>>(), ["subscribers"]);
    // The next transaction has its own budget.
    place.db.write(|tx| Box::pin(tx.rows(subscriber("c", "third")))).await.unwrap();
    assert_eq!(brief(&place.taken()), [("subscribers", Verb::Insert, "c", None)]);
}

#[tokio::test]
async fn large_rows_fill_a_record_sooner() {
    let place = Place::new().await;
    async fn large(tx: &mut Tx) -> Result<()> {
        for number in 0..40_i64 {
            let sql = Sql::new(
                "INSERT INTO projects (id, title, description, created_at, updated_at) VALUES (CAST(? AS TEXT), '', ?, '', '')",
            );
            tx.rows(sql.with(number).with("x".repeat(1_000_000))).await?;
        }
        Ok(())
    }
    place.db.write(|tx| Box::pin(large(tx))).await.unwrap();
    let record = place.records.lock().unwrap().remove(0);
    assert_eq!((record.changes.len(), record.beyond[0].count), (4, 36));
}

#[tokio::test]
async fn a_listener_that_panics_stops_nobody() {
    let place = Place::new().await;
    place.db.on_commit(Box::new(|_| panic!("a listener's mistake")));
    for (id, email) in [("a", "one"), ("b", "two")] {
        place.db.write(|tx| Box::pin(tx.rows(subscriber(id, email)))).await.unwrap();
    }
    assert_eq!(place.taken().len(), 2);
}

/// Every table of the site has a number that its changes raise, whichever code changes it.
#[tokio::test]
async fn every_changed_table_has_a_new_number() {
    let place = Place::new().await;
    let numbers = || ["subscribers", "staff", "objects"].map(|table| place.db.versions.published(table));
    let before = numbers();
    place.run("INSERT INTO subscribers (id, email, created_at) VALUES ('a', 'a@b.c', '2026')").await;
    let [subscribers, staff, objects] = numbers();
    assert!(subscribers > before[0] && [staff, objects] == before[1..]);
    place
        .run("INSERT INTO staff (id, email, password_hash, created_at, updated_at) VALUES ('s', 'a', 'x', '', '')")
        .await;
    assert!(numbers()[1] > staff);
}
