use umeed::app::App;
use umeed::backup::check;
use umeed::commands;
use umeed::config::Settings;

use super::*;

async fn faults(app: &TestApp) -> Vec<String> {
    check(&app.app.db, &app.app.store).await.faults
}

#[tokio::test]
async fn a_good_place_is_in_order() {
    let app = filled().await;
    let report = check(&app.app.db, &app.app.store).await;
    let rows: usize = contents(&app.app.db).await.iter().map(|(_, rows)| rows.len()).sum();
    assert!(report.faults.is_empty() && report.notes.is_empty(), "{report:?}");
    assert_eq!((report.rows, report.files), (rows as u64, 3));
    // Beside a server, as an operator would.
    commands::check(&app.app.settings.folder).await.unwrap();
}

#[tokio::test]
async fn each_kind_of_damage_to_a_file_is_found() {
    let app = filled().await;
    let file = stored_file(&app.app.settings.folder.path, &drawing("a.svg".len()));
    let good = std::fs::read(&file).unwrap();

    let mut changed = good.clone();
    changed[20] ^= 1;
    std::fs::write(&file, &changed).unwrap();
    assert_eq!(faults(&app).await, ["the bytes of the file a.svg have changed"]);
    std::fs::write(&file, [&good[..], b" "].concat()).unwrap();
    assert!(faults(&app).await[0].starts_with("the file a.svg has"));
    std::fs::write(&file, b"").unwrap();
    assert!(faults(&app).await[0].starts_with("the file a.svg has 0 bytes"));
    std::fs::remove_file(&file).unwrap();
    assert_eq!(faults(&app).await, ["the bytes of the file a.svg are missing"]);
    assert!(commands::check(&app.app.settings.folder).await.is_err());
    std::fs::write(&file, &good).unwrap();
    assert!(faults(&app).await.is_empty());
}

#[tokio::test]
async fn what_crashes_leave_is_worth_a_note() {
    let app = filled().await;
    change(&app.app.db, "DELETE FROM objects WHERE name = 'a.svg'").await;
    let report = check(&app.app.db, &app.app.store).await;
    assert!(report.faults.is_empty() && report.notes.len() == 1, "{report:?}");
    let old = "018f0000000070008000000000000000";
    let shard = app.app.settings.folder.path.join("files").join(&old[30..]);
    std::fs::create_dir_all(&shard).unwrap();
    std::fs::write(shard.join(format!("{old}#1")), "half").unwrap();
    let report = check(&app.app.db, &app.app.store).await;
    assert!(report.faults.is_empty() && report.notes.len() == 2, "{report:?}");
}

#[tokio::test]
async fn a_damaged_secret_is_found() {
    let place = Place::with(|_| {}).await;
    commands::check(&place.settings).await.unwrap();
    std::fs::write(place.folder.path().join("secret"), "short").unwrap();
    assert!(commands::check(&place.settings).await.is_err());
}

#[tokio::test]
async fn rows_that_hold_nonsense_are_found() {
    let app = filled().await;
    change(&app.app.db, "UPDATE subscribers SET created_at = 'long ago'").await;
    change(&app.app.db, "UPDATE objects SET version = 'x' WHERE name = 'a.svg'").await;
    let faults = faults(&app).await;
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(
        faults[0].starts_with("subscribers, row ") && faults[0].ends_with("created_at does not hold what it should")
    );
    assert!(faults[1].starts_with("objects, row ") && faults[1].ends_with("version does not hold what it should"));
}

/// Pages of the database that were overwritten, as a failing disk does it.
#[tokio::test]
async fn a_damaged_database_is_found() {
    let data = tempfile::tempdir().unwrap();
    let app = App::open(Settings::for_folder(data.path())).await.unwrap();
    crate::harness::fill(&app).await;
    app.db.close().await;
    drop(app);
    let file = data.path().join("umeed.db");
    let good = std::fs::read(&file).unwrap();
    commands::check(&place(data.path())).await.unwrap();

    let pages = good.len() / 4096;
    // The first page holds the schema; behind it lie tables and indexes.
    for page in [0, 2, 3, pages - 1] {
        let mut damaged = good.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0x5a);
        std::fs::write(&file, damaged).unwrap();
        let found = commands::check(&place(data.path())).await;
        assert!(found.is_err(), "page {page} of {pages}");
        for beside in ["umeed.db-wal", "umeed.db-shm"] {
            let _ = std::fs::remove_file(data.path().join(beside));
        }
    }
}
