use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use uuid::Uuid;

use super::*;

const TIME: &str = "2026-01-01T00:00:00.000000+00:00";

/// One row in each of two tables, in one transaction.
async fn write_pair(db: &Db) {
    let id = Uuid::now_v7().to_string();
    let first = Sql::new("INSERT INTO subscribers (id, email, created_at) VALUES (?, ?, ?)");
    let first = first.with(&id).with(format!("{id}@b.example")).with(TIME);
    let second = Sql::new("INSERT INTO volunteers (id, name, city, phone, created_at) VALUES (?, 'n', 'c', 'p', ?)");
    let second = second.with(&id).with(TIME);
    let write = async move |tx: &mut umeed::db::Tx| {
        tx.rows(first).await?;
        tx.rows(second).await.map(drop)
    };
    db.write(move |tx| Box::pin(async move { write(tx).await })).await.unwrap();
}

fn ids(archive: &Path, table: &str) -> Vec<String> {
    let archive = Archive::open(archive).unwrap();
    let mut rows = archive.tables().map(Result::unwrap).find(|rows| rows.kept.name == table).unwrap();
    let mut ids = Vec::new();
    while let Some(row) = rows.next_row().unwrap() {
        ids.push(rows.text(&row, "id").unwrap().to_owned());
    }
    ids
}

/// While rows are written in pairs and files come and go, each archive is of one moment: both rows of a pair or none,
/// and each file that is named.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_archive_is_of_one_moment_though_everyone_is_writing() {
    let app = TestApp::start().await;
    for _ in 0..500 {
        write_pair(&app.app.db).await;
    }
    let ended = Arc::new(AtomicBool::new(false));
    let written: Arc<[AtomicUsize; 2]> = Arc::default();
    let rows = tokio::spawn({
        let (db, ended, written) = (app.app.db.clone(), ended.clone(), written.clone());
        async move {
            while !ended.load(Ordering::Relaxed) {
                write_pair(&db).await;
                written[0].fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    let files = tokio::spawn({
        let (app, ended, written) = (app.app.clone(), ended.clone(), written.clone());
        async move {
            while !ended.load(Ordering::Relaxed) {
                let number = written[1].load(Ordering::Relaxed);
                // A new one, and one that is replaced each time.
                for name in [format!("{number}.svg"), "same.svg".into()] {
                    let drawing = format!("<svg width='{number}'></svg>");
                    keep(&app, &name, drawing).await.unwrap();
                }
                written[1].fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let archives: Vec<_> = (0..4).map(|number| folder.path().join(format!("{number}.tar"))).collect();
    let so_far = || [0, 1].map(|which: usize| written[which].load(Ordering::Relaxed));
    for path in &archives {
        make(app.app.db.clone(), app.app.store.clone(), path).await.unwrap();
        let before = so_far();
        while so_far().iter().zip(before).any(|(now, before)| *now == before) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    ended.store(true, Ordering::Relaxed);
    rows.await.unwrap();
    files.await.unwrap();
    let mut counts = Vec::new();
    for path in &archives {
        let (subscribers, volunteers) = (ids(path, "subscribers"), ids(path, "volunteers"));
        assert_eq!(subscribers, volunteers);
        counts.push((subscribers.len(), ids(path, "objects").len()));
        Place::empty().await.restore(path).await.unwrap();
    }
    // Each archive holds what was written since the one before.
    assert!(counts.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1), "{counts:?}");
}
