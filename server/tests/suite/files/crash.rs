use std::path::PathBuf;

use umeed::db::Sql;
use umeed::storage::sweep;

use super::*;

fn blobs(files: &Files) -> Vec<PathBuf> {
    let shards = std::fs::read_dir(files.folder()).unwrap().flatten();
    shards.flat_map(|shard| std::fs::read_dir(shard.path()).unwrap().flatten()).map(|entry| entry.path()).collect()
}

/// What a crash leaves is never served, and goes a day after it was found; what has a row stays.
#[tokio::test]
async fn orphans_are_never_seen_and_are_swept_away() {
    let files = Files::staff(PLACE).await;
    files.upload("kept.png", &png(1, 1, "kept"), false).await;
    files.upload("lost.png", &png(1, 1, "lost"), false).await;
    let lost = Sql::new("DELETE FROM objects WHERE name = 'lost.png'");
    files.server.app.db.write(|tx| Box::pin(tx.rows(lost))).await.unwrap();
    assert_eq!(files.stored(), 2);
    assert_eq!(files.names("").await, ["kept.png"]);

    sweep(&files.server.app.db, &files.server.app.store).await.unwrap();
    assert_eq!(files.stored(), 2, "its row may be on its way");
    files.sweep_later().await;
    files.sweep_after(25).await;
    assert_eq!(files.stored(), 2, "its row may be in another database");
    files.sweep_after(27).await;
    assert_eq!(files.stored(), 1);
    assert_eq!(files.get(&format!("{PUBLIC}/kept.png"), &[]).await.body, png(1, 1, "kept"));
}

/// A database of yesterday, put there by mistake: when the right one is back, its files are too.
#[tokio::test]
async fn files_outlive_a_database_that_does_not_know_them() {
    let files = Files::staff(PLACE).await;
    for name in ["old.png", "new.png"] {
        files.upload(name, &png(1, 1, name), false).await;
    }
    let db = &files.server.app.db;
    let row = db.first(Sql::new("SELECT version FROM objects WHERE name = 'new.png'")).await.unwrap().unwrap();
    let names = async |version: &str| {
        let sql = Sql::new("UPDATE objects SET version = ? WHERE name = 'new.png'").with(version);
        db.write(|tx| Box::pin(tx.rows(sql))).await.unwrap();
    };
    names("019b0000000070008000000000000000").await;
    files.sweep_later().await;
    files.sweep_after(20).await;
    names(row.text(0)).await;
    files.sweep_after(40).await;
    assert_eq!(files.get(&format!("{PUBLIC}/new.png"), &[]).await.body, png(1, 1, "new.png"));
}

#[tokio::test]
async fn a_row_without_bytes_is_not_found_and_can_be_replaced() {
    let files = Files::staff(PLACE).await;
    files.upload("a.png", &png(1, 1, "a"), false).await;
    std::fs::remove_file(&blobs(&files)[0]).unwrap();
    assert_refused(&files.get(&format!("{PUBLIC}/a.png"), &[]).await, "404", "not_found", "NoSuchKey");
    sweep(&files.server.app.db, &files.server.app.store).await.unwrap();
    assert_eq!(files.upload("a.png", &png(1, 1, "again"), true).await.status, 200);
    assert_eq!(files.get(&format!("{PUBLIC}/a.png"), &[]).await.body, png(1, 1, "again"));
}

/// The connection breaks in the middle of an upload: nothing appears, and what was there stays.
#[tokio::test]
async fn an_upload_cut_off_half_way_changes_nothing() {
    let files = Files::staff(PLACE).await;
    files.upload("a.png", &png(1, 1, "old"), false).await;
    let broken = futures_util::stream::iter([
        Ok(png(1, 1, "new")),
        Err(std::io::Error::new(std::io::ErrorKind::ConnectionReset, "gone")),
    ]);
    let answer = files.call("PUT", &format!("{OBJECT}/a.png"), &[], Body::from_stream(broken)).await;
    assert_refused(&answer, "400", "InvalidRequest", "InvalidRequest");
    assert_eq!(files.get(&format!("{PUBLIC}/a.png"), &[]).await.body, png(1, 1, "old"));
    assert_eq!(files.stored(), 1);
}

/// The sweep runs while files are saved: none of them loses its bytes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sweep_leaves_uploads_under_way_alone() {
    let files = Files::staff(PLACE).await;
    let app = files.server.app.clone();
    let saving = tokio::spawn({
        let app = app.clone();
        async move {
            for number in 0..60 {
                let name = format!("{}.png", number % 20);
                keep(&app, &name, png(1, 1, &number.to_string())).await.unwrap();
            }
        }
    });
    while !saving.is_finished() {
        sweep(&app.db, &app.store).await.unwrap();
    }
    saving.await.unwrap();
    files.sweep_later().await;
    for number in 40..60 {
        let answer = files.get(&format!("{PUBLIC}/{}.png", number % 20), &[]).await;
        assert_eq!(answer.body, png(1, 1, &number.to_string()));
    }
    assert_eq!(files.stored(), 20);
}

/// Readers of a file that is being replaced again and again always get one state of it, never half or nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_of_a_file_being_replaced_get_a_whole_one() {
    let files = Files::staff(PLACE).await;
    files.upload("a.png", &png(1, 1, "0"), false).await;
    let app = files.server.app.clone();
    let replacing = tokio::spawn(async move {
        for number in 0..60 {
            keep(&app, "a.png", png(1, 1, &number.to_string())).await.unwrap();
        }
    });
    while !replacing.is_finished() {
        let answer = files.get(&format!("{PUBLIC}/a.png"), &[]).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.body.starts_with(&png(1, 1, "")));
    }
    replacing.await.unwrap();
}
