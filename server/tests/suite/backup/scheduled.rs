use umeed::backup::Status;

use super::*;

async fn with_backups(folder: &Path) -> TestApp {
    TestApp::start_with(|settings| {
        settings.backup.folder = Some(BackupPlace::Path(folder.to_owned()));
        settings.backup.keep = 2;
        settings.metrics_token = Some("token".into());
    })
    .await
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

async fn make_scheduled(app: &TestApp, folder: &Path, now: Timestamp) -> anyhow::Result<Made> {
    let schedule = schedule(app, &BackupPlace::Path(folder.to_owned()), &BackupKeys::default());
    umeed::backup::make_scheduled(&app.app.db, &app.app.store, &schedule, now).await
}

#[tokio::test]
async fn backups_are_kept_told_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let app = with_backups(folder.path()).await;
    let staff = app.staff_token().await;
    let none = app.get(STATUS, Some(&staff)).await;
    assert_eq!(none.json, json!({ "scheduled": true, "last_good": null, "last_failure": null }));

    std::fs::write(folder.path().join("mine.tar"), "").unwrap();
    for number in 1..=3 {
        make_scheduled(&app, folder.path(), day(number)).await.unwrap();
    }
    let kept = ["mine.tar", "umeed-2026-01-02T03-00-00Z.tar", "umeed-2026-01-03T03-00-00Z.tar"];
    assert_eq!(names(folder.path()), kept);
    let status = app.get(STATUS, Some(&staff)).await;
    let bytes = std::fs::metadata(folder.path().join(kept[2])).unwrap().len();
    assert_eq!(status.json["last_good"]["bytes"], bytes);
    assert!(umeed::clock::parse(status.json["last_good"]["at"].as_str().unwrap()).is_some());
    let figures = app.get("/metrics", Some("token")).await.text();
    assert!(figures.contains("umeed_backup_last_good_timestamp_seconds "), "{figures}");
    assert!(figures.contains("umeed_backups_total{result=\"good\"} "), "{figures}");
}

/// A failure costs no older backup, and staff are told why until one succeeds.
#[tokio::test]
async fn a_failure_is_told_and_removes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let app = with_backups(folder.path()).await;
    let staff = app.staff_token().await;
    for number in 1..=2 {
        make_scheduled(&app, folder.path(), day(number)).await.unwrap();
    }
    let before = names(folder.path());
    save_drawing(&app, "a.svg", 5).await;
    let file = stored_file(&app.app.settings.folder.path, &drawing(5));
    std::fs::remove_file(&file).unwrap();
    assert!(make_scheduled(&app, folder.path(), day(3)).await.is_err());
    assert_eq!(names(folder.path()), before);
    let status = app.get(STATUS, Some(&staff)).await.json;
    let why = status["last_failure"]["why"].as_str().unwrap();
    assert!(why.starts_with("the bytes of a file are missing") && !why.contains("a.svg"), "{why}");
    assert!(status["last_good"]["at"].is_string());
    assert!(app.get("/metrics", Some("token")).await.text().contains("umeed_backups_total{result=\"failed\"} "));

    // The disk is gone: nothing is made in its place.
    let gone = folder.path().join("gone");
    assert!(make_scheduled(&app, &gone, day(3)).await.is_err());
    assert!(!gone.exists());

    std::fs::write(&file, drawing(5)).unwrap();
    make_scheduled(&app, folder.path(), day(3)).await.unwrap();
    assert_eq!(app.get(STATUS, Some(&staff)).await.json["last_failure"], json!(null));
}

/// The command line's backups count too.
#[tokio::test]
async fn a_backup_made_by_hand_counts() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::start().await;
    let data = app.app.settings.folder.clone();
    back_up(&folder.path().join("mine.tar"), &data).await.unwrap();
    let status = app.get(STATUS, Some(&app.staff_token().await)).await.json;
    assert_eq!(status["scheduled"], false);
    assert!(status["last_good"]["bytes"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn only_staff_learn_of_backups() {
    let app = TestApp::start().await;
    for answer in [app.get(STATUS, None).await, app.post_json(STATUS, json!({}), None).await] {
        assert_eq!((answer.status, answer.json["code"].as_str()), (401, Some("42501")), "{}", answer.text());
    }
    let staff = app.staff_token().await;
    for answer in [app.get(STATUS, Some(&staff)).await, app.post_json(STATUS, json!({}), Some(&staff)).await] {
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"));
    }
}

/// Two servers on one database: whichever is asked tells of the same backup.
#[tokio::test]
async fn the_last_backup_is_one_truth_for_all_servers() {
    let Some(database) = own_schema().await else { return one_truth_on_sqlite().await };
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = {
        let with = |database: umeed::config::Hidden| {
            TestApp::start_with(move |settings| settings.folder.database = Some(database))
        };
        (with(database.clone()).await, with(database).await)
    };
    make_scheduled(&first, folder.path(), day(1)).await.unwrap();
    let status = async |app: &TestApp| app.get(STATUS, Some(&app.staff_token().await)).await.json;
    let told = status(&first).await;
    assert_eq!(told["scheduled"], true, "whichever of them does it");
    assert!(told["last_good"]["bytes"].as_u64().unwrap() > 0);
    assert_eq!(told, status(&second).await);
}

/// A SQLite has one server; its data folder can be another after a restart without the status being lost.
async fn one_truth_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::start().await;
    make_scheduled(&app, folder.path(), day(1)).await.unwrap();
    assert!(!app.app.settings.folder.path.join("last-backup.json").exists());
    let beside = Db::open(&app.app.settings.folder).await.unwrap();
    let read = Status::read(&beside).await.unwrap();
    beside.close().await;
    assert_eq!(read, Status::read(&app.app.db).await.unwrap());
    assert!(read.last_good.is_some());
}

/// What the version before left in the data folder counts until there is something newer.
#[tokio::test]
async fn the_status_of_the_version_before_is_taken_over() {
    let app = TestApp::start().await;
    let file = app.app.settings.folder.path.join("last-backup.json");
    let old = |day: &str| {
        let good = json!({ "at": format!("2026-01-{day}T03:00:00.000000+00:00"), "bytes": 7 });
        json!({ "last_good": good, "last_failure": null }).to_string()
    };
    for (written, counts) in [("02", "2026-01-02"), ("03", "2026-01-03"), ("01", "2026-01-03")] {
        std::fs::write(&file, old(written)).unwrap();
        Status::take_over(&app.app.db, &app.app.settings.folder.path).await;
        assert!(!file.exists());
        let status = app.get(STATUS, Some(&app.staff_token().await)).await.json;
        assert!(status["last_good"]["at"].as_str().unwrap().starts_with(counts), "{status}");
    }
    Status::take_over(&app.app.db, &app.app.settings.folder.path).await;
    std::fs::write(&file, "not JSON").unwrap();
    Status::take_over(&app.app.db, &app.app.settings.folder.path).await;
    assert!(Status::read(&app.app.db).await.unwrap().last_good.is_some());
}

/// A status that cannot be written costs no backup.
#[tokio::test]
async fn a_backup_counts_also_where_nobody_can_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let app = with_backups(folder.path()).await;
    change(&app.app.db, "DROP TABLE site_state").await;
    make_scheduled(&app, folder.path(), day(1)).await.unwrap();
    assert_eq!(names(folder.path()).len(), 1);
    back_up(&folder.path().join("mine.tar"), &app.app.settings.folder).await.unwrap();
    let figures = app.get("/metrics", Some("token")).await.text();
    assert!(figures.contains("umeed_backups_total{result=\"good\"} "), "{figures}");
}
