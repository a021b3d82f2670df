//! Backups in a bucket of an S3: made by schedule, read back, and restored on another machine.

use umeed::backup::make_scheduled;
use umeed::config::FilePlace;

use super::*;
use crate::s3::{Mischief, S3};

fn at(s3: &S3, prefix: &str) -> BackupPlace {
    match s3.place(prefix) {
        FilePlace::Bucket(bucket) => BackupPlace::Bucket(bucket),
        _ => unreachable!("it is a bucket"),
    }
}

async fn back_up_at(app: &TestApp, s3: &S3, number: u32) -> anyhow::Result<Made> {
    let schedule = schedule(app, &at(s3, "site/backups"), &BackupKeys::default());
    make_scheduled(&app.app.db, &app.app.store, &schedule, day(number)).await
}

/// What the bucket holds, parts of uploads included.
fn everything(s3: &S3) -> Vec<String> {
    fn walk(folder: &Path, begin: &str, names: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = format!("{begin}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() { walk(&entry.path(), &format!("{name}/"), names) } else { names.push(name) }
        }
    }
    let mut names = Vec::new();
    walk(s3.folder().parent().unwrap(), "", &mut names);
    // What the S3 writes about its objects, for itself.
    names.retain(|name| !name.ends_with(".json"));
    names.sort();
    names
}

async fn status(app: &TestApp) -> serde_json::Value {
    app.get(STATUS, Some(&app.staff_token().await)).await.json
}

/// More than one part of an upload.
async fn save_large_picture(app: &TestApp) {
    keep(&app.app, "large.png", crate::harness::png_of_size(20_000_000)).await.unwrap();
}

#[tokio::test]
async fn the_schedule_keeps_the_last_ones_in_a_bucket_and_each_is_restored_as_a_check() {
    let (s3, app) = (S3::start().await, filled().await);
    save_large_picture(&app).await;
    let folder = s3.folder().join("site/backups");
    std::fs::create_dir_all(folder.join("deeper")).unwrap();
    for mine in ["mine.tar", "umeed-2025.tar", "deeper/umeed-2025-01-01T03-00-00Z.tar"] {
        std::fs::write(folder.join(mine), "mine").unwrap();
    }
    let before = contents(&app.app.db).await;
    for number in 1..=3 {
        back_up_at(&app, &s3, number).await.unwrap();
    }
    let kept: Vec<String> = [
        "deeper/umeed-2025-01-01T03-00-00Z.tar",
        "mine.tar",
        "umeed-2025.tar",
        "umeed-2026-01-02T03-00-00Z.tar",
        "umeed-2026-01-03T03-00-00Z.tar",
    ]
    .map(|name| format!("umeed/site/backups/{name}"))
    .into();
    assert_eq!(everything(&s3), kept);
    let good = &status(&app).await["last_good"];
    assert_eq!((&good["away"], &good["encrypted"]), (&json!(true), &json!(false)));
    assert_eq!((&good["check"]["restored"], &good["check"]["left_out"]), (&json!(true), &json!(0)), "{good}");
    let left = std::fs::read_dir(&app.app.settings.folder.path).unwrap().flatten();
    let left: Vec<_> = left.filter(|entry| entry.file_name().to_string_lossy().starts_with("scratch")).collect();
    assert!(left.is_empty(), "{left:?}");

    // On another machine, by the command.
    let data = tempfile::tempdir().unwrap();
    let target = Folder { database: own_schema().await, ..Folder::at(data.path().join("data")) };
    let mut asked = asked(Path::new(""), false);
    asked.file = at(&s3, "site/backups");
    let several = umeed::commands::restore(&asked, &target).await.unwrap_err().to_string();
    assert!(several.contains("name one of them") && several.contains("umeed-2026-01-03T03-00-00Z.tar"), "{several}");
    asked.file = at(&s3, "site/backups/umeed-2026-01-03T03-00-00Z.tar");
    umeed::commands::restore(&asked, &target).await.unwrap();
    let db = Db::open(&target).await.unwrap();
    assert_eq!(contents(&db).await, before);
    db.close().await;
    let names = std::fs::read_dir(&target.path).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().starts_with("scratch")));
}

#[tokio::test]
async fn a_backup_by_hand_goes_to_a_bucket_and_is_never_overwritten() {
    let (s3, app) = (S3::start().await, filled().await);
    let (file, keys) = (at(&s3, "mine.tar"), BackupKeys::default());
    umeed::commands::backup(&file, &keys, &app.app.settings.folder).await.unwrap();
    let again = umeed::commands::backup(&file, &keys, &app.app.settings.folder).await.unwrap_err();
    assert!(again.to_string().contains("s3://umeed/mine.tar is already there"), "{again}");
    Archive::open(s3.folder().join("mine.tar")).unwrap();
}

#[tokio::test]
async fn an_s3_that_is_away_is_told_and_costs_no_older_backup() {
    let (mut s3, app) = (S3::start().await, filled().await);
    for number in 1..=2 {
        back_up_at(&app, &s3, number).await.unwrap();
    }
    let before = everything(&s3);
    s3.stop().await;
    assert!(back_up_at(&app, &s3, 3).await.is_err());
    let told = status(&app).await;
    let why = told["last_failure"]["why"].as_str().unwrap();
    assert!(why.contains("s3://umeed/site/backups") && why.contains("the S3"), "{why}");
    assert_eq!(told["last_failure"]["step"], "making");
    s3.come_back().await;
    assert_eq!(everything(&s3), before);
    back_up_at(&app, &s3, 3).await.unwrap();
    assert_eq!(status(&app).await["last_failure"], json!(null));
    assert_eq!(everything(&s3).len(), 2);
}

#[tokio::test]
async fn an_upload_that_fails_leaves_nothing() {
    let (s3, app) = (S3::start().await, filled().await);
    save_large_picture(&app).await;
    s3.do_mischief(Some(Mischief::RefuseParts));
    let refused = format!("{:#}", back_up_at(&app, &s3, 1).await.unwrap_err());
    assert!(refused.contains("the S3 refuses it: is the key right"), "{refused}");
    assert_eq!(everything(&s3), [""; 0]);
}

/// Cut short, or changed where it lies: found by reading it back, removed, and told; the older ones stay.
#[tokio::test]
async fn what_was_stored_otherwise_than_it_was_sent_is_no_backup() {
    let (s3, app) = (S3::start().await, filled().await);
    for number in 1..=2 {
        back_up_at(&app, &s3, number).await.unwrap();
    }
    let before = everything(&s3);
    let cut_short = |file: &Path| std::fs::File::options().write(true).open(file).unwrap().set_len(5_000).unwrap();
    let flip = |file: &Path| {
        let mut bytes = std::fs::read(file).unwrap();
        bytes[3_000] ^= 1;
        std::fs::write(file, bytes).unwrap();
    };
    for change in [cut_short as fn(&Path), flip] {
        s3.do_mischief(Some(Mischief::Change(change)));
        let failed = format!("{:#}", back_up_at(&app, &s3, 3).await.unwrap_err());
        assert!(failed.contains("the archive could not be read back"), "{failed}");
        assert_eq!(everything(&s3), before);
        assert!(status(&app).await["last_failure"]["why"].is_string());
    }
}
