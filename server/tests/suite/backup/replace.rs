use umeed::app::App;
use umeed::backup::restore;
use umeed::commands;
use umeed::config::Settings;

use super::*;

#[tokio::test]
async fn a_place_that_is_not_empty_is_left_alone() {
    let (one, two) = (filled().await, filled().await);
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&one, &folder).await;
    let before = contents(&two.app.db).await;
    let archive = Archive::open(&made.place).unwrap();
    let refused = restore(archive, two.app.db.clone(), two.app.store.clone(), None).await.unwrap_err();
    assert!(format!("{refused:#}").contains("--replace"), "{refused:#}");
    assert_eq!(contents(&two.app.db).await, before);

    // A server holds its folder, whatever is asked.
    let running = two.app.settings.folder.clone();
    let refused = commands::restore(&asked(made.place.as_ref(), true), &running).await.unwrap_err();
    assert!(format!("{refused:#}").contains("another umeed serves"), "{refused:#}");
}

/// What was there is kept as an archive, from which it comes back in turn.
#[tokio::test]
async fn what_is_replaced_is_kept_aside() {
    let one = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&one, &folder).await;
    let new = contents(&one.app.db).await;

    let data = tempfile::tempdir().unwrap();
    let app = App::open(Settings::for_folder(data.path())).await.unwrap();
    keep(&app, "old.svg", "<svg width='77' height='3'></svg>").await.unwrap();
    change(
        &app.db,
        "INSERT INTO subscribers VALUES ('6f1c3b7e-0000-4000-8000-000000000000', 'old@b.example', '2026-01-01')",
    )
    .await;
    let old = contents(&app.db).await;
    let secret = std::fs::read(data.path().join("secret")).unwrap();
    app.db.close().await;
    drop(app);

    let target = place(data.path());
    assert!(commands::restore(&asked(made.place.as_ref(), false), &target).await.is_err());
    commands::restore(&asked(made.place.as_ref(), true), &target).await.unwrap();
    let db = Db::open(&target).await.unwrap();
    assert_replaced(&db, &new).await;
    db.close().await;
    assert_eq!(std::fs::read(data.path().join("secret")).unwrap(), secret, "the public key stays the same");

    let aside = std::fs::read_dir(data.path()).unwrap().map(|entry| entry.unwrap().path());
    let aside = aside.into_iter().find(|path| path.to_string_lossy().contains("before-restore-")).unwrap();
    commands::restore(&asked(&aside, true), &target).await.unwrap();
    let db = Db::open(&target).await.unwrap();
    assert_replaced(&db, &old).await;
    db.close().await;
    assert!(stored_file(data.path(), &drawing(77)).exists());
}

/// Everything is as it was, and the history goes on from there with what the restore has changed.
async fn assert_replaced(db: &Db, expected: &[(&'static str, Vec<Vec<Value>>)]) {
    for ((table, mut rows), (_, expected)) in contents(db).await.into_iter().zip(expected) {
        if table == "history" {
            assert!(rows.len() > expected.len());
            rows.truncate(expected.len());
        }
        assert_eq!(rows, *expected, "{table}");
    }
}

/// The index of words knows what was there before.
#[tokio::test]
async fn what_comes_back_is_found_and_what_it_replaces_is_not() {
    let app = filled().await;
    let people: Vec<_> =
        (0..600).map(|n| json!({ "name": format!("Archived {n}"), "city": "x", "phone": "1" })).collect();
    let answer = app.post_json("/rest/v1/volunteers", json!(people), Some(&app.staff_token().await)).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    change(&app.app.db, "UPDATE volunteers SET name = 'Renamed since'").await;
    app.app.indexing.up_to_date().await;
    assert_eq!(found(&app, "archived 59").await, 0);
    assert_eq!(found(&app, "renamed").await, 601);

    let (archive, aside) = (Archive::open(&made.place).unwrap(), folder.path().join("aside.tar"));
    restore(archive, app.app.db.clone(), app.app.store.clone(), Some(&aside)).await.unwrap();
    for _ in ["as it was left", "as the index has it"] {
        assert_eq!(found(&app, "archived 59").await, 11);
        assert_eq!(found(&app, "renamed").await, 0);
        app.app.indexing.up_to_date().await;
    }
}

/// How many volunteers a search finds, asked as the admin asks.
async fn found(app: &TestApp, text: &str) -> usize {
    let text = text.replace(' ', "%20");
    let path = format!("/rest/v1/volunteers?select=id&or=(name.ilike.%22*{text}*%22)&order=created_at.desc,id.desc");
    // Sessions are not in an archive.
    let answer = app.get(&path, Some(&app.staff_token().await)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json.as_array().unwrap().len()
}

/// What cannot be kept aside is not replaced.
#[tokio::test]
async fn damaged_data_is_not_replaced_but_left_for_a_person() {
    let (one, two) = (filled().await, filled().await);
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&one, &folder).await;
    std::fs::remove_file(stored_file(&two.app.settings.folder.path, &drawing("a.svg".len()))).unwrap();
    let before = contents(&two.app.db).await;
    let archive = Archive::open(&made.place).unwrap();
    let aside = folder.path().join("aside.tar");
    let refused = restore(archive, two.app.db.clone(), two.app.store.clone(), Some(&aside)).await.unwrap_err();
    assert!(format!("{refused:#}").contains("could not be kept aside, so nothing was changed"), "{refused:#}");
    assert_eq!(contents(&two.app.db).await, before);
    assert!(!aside.exists());
}

/// A file that is there under the same version with other bytes: the versions of two archives never meet, unless
/// somebody made one up.
#[tokio::test]
async fn bytes_that_a_row_names_are_not_overwritten() {
    let app = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    let version = app.app.db.first(Sql::new("SELECT version FROM objects WHERE name = 'a.svg'")).await.unwrap();
    let version = version.unwrap().text(0).to_owned();
    save_drawing(&app, "other.svg", 1234).await;
    // The other file's row now names the bytes of the first.
    let other = stored_file(&app.app.settings.folder.path, &drawing(1234));
    change(&app.app.db, "DELETE FROM objects WHERE name = 'a.svg'").await;
    change(&app.app.db, &format!("UPDATE objects SET version = '{version}' WHERE name = 'other.svg'")).await;
    let first = stored_file(&app.app.settings.folder.path, &drawing("a.svg".len()));
    std::fs::copy(&other, &first).unwrap();
    let (archive, aside) = (Archive::open(&made.place).unwrap(), folder.path().join("aside.tar"));
    let refused = restore(archive, app.app.db.clone(), app.app.store.clone(), Some(&aside)).await.unwrap_err();
    assert!(format!("{refused:#}").contains("is there with other bytes"), "{refused:#}");
    assert_eq!(std::fs::read(&first).unwrap(), drawing(1234));
}

/// Rows that the database refuses: the transaction takes all of them back, and the files go too.
#[tokio::test]
async fn rows_that_the_database_refuses_change_nothing() {
    let app = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let mut parts = super::forged::Parts::read(archive_of(&app, &folder).await.place.as_ref());
    // Two rows of the same id, each of which is good.
    parts.edit_rows("subscribers", |text| text.repeat(2));
    parts.table("subscribers")["rows"] = 2.into();
    parts.list_members();
    let path = folder.path().join("twice.tar");
    std::fs::write(&path, parts.seal()).unwrap();
    let place = Place::empty().await;
    let refused = place.restore(&path).await.unwrap_err();
    assert!(format!("{refused:#}").starts_with("nothing was changed"), "{refused:#}");
    assert!(contents(&place.db).await.iter().all(|(_, rows)| rows.is_empty()));
    assert!(place.store.versions().await.unwrap().is_empty());
}
