use jiff::Timestamp;
use umeed::backup::make_scheduled;

use super::*;

async fn with_backups(folder: &Path) -> TestApp {
    TestApp::start_with(|settings| {
        settings.backup_folder = Some(folder.to_owned());
        settings.backup_keep = 2;
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

fn day(number: u32) -> Timestamp {
    format!("2026-01-0{number}T03:00:00Z").parse().unwrap()
}

const STATUS: &str = "/rest/v1/rpc/last_backup";

#[tokio::test]
async fn backups_are_kept_told_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let app = with_backups(folder.path()).await;
    let staff = app.staff_token().await;
    let none = app.get(STATUS, Some(&staff)).await;
    assert_eq!(none.json, json!({ "scheduled": true, "last_good": null, "last_failure": null }));

    std::fs::write(folder.path().join("mine.tar"), "").unwrap();
    for number in 1..=3 {
        make_scheduled(&app.app, folder.path(), day(number)).await.unwrap();
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
        make_scheduled(&app.app, folder.path(), day(number)).await.unwrap();
    }
    let before = names(folder.path());
    save_drawing(&app, "a.svg", 5).await;
    let file = stored_file(&app.app.settings.folder.path, &drawing(5));
    std::fs::remove_file(&file).unwrap();
    assert!(make_scheduled(&app.app, folder.path(), day(3)).await.is_err());
    assert_eq!(names(folder.path()), before);
    let status = app.get(STATUS, Some(&staff)).await.json;
    let why = status["last_failure"]["why"].as_str().unwrap();
    assert!(why.starts_with("the bytes of a file are missing") && !why.contains("a.svg"), "{why}");
    assert!(status["last_good"]["at"].is_string());
    assert!(app.get("/metrics", Some("token")).await.text().contains("umeed_backups_total{result=\"failed\"} "));

    // The disk is gone: nothing is made in its place.
    let gone = folder.path().join("gone");
    assert!(make_scheduled(&app.app, &gone, day(3)).await.is_err());
    assert!(!gone.exists());

    std::fs::write(&file, drawing(5)).unwrap();
    make_scheduled(&app.app, folder.path(), day(3)).await.unwrap();
    assert_eq!(app.get(STATUS, Some(&staff)).await.json["last_failure"], json!(null));
}

/// The command line's backups count too.
#[tokio::test]
async fn a_backup_made_by_hand_counts() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::start().await;
    let data = app.app.settings.folder.clone();
    umeed::commands::backup(&folder.path().join("mine.tar"), &data).await.unwrap();
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
