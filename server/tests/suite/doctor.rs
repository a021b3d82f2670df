//! `umeed doctor`: what is wrong is found and named, with what to do; what is well is left alone. Whole sites here; each file of
//! `src/doctor` judges its own cases in unit tests.

mod certificates;
mod servers;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;
use umeed::app::{App, provide_cryptography};
use umeed::config::{Doctor, FilePlace, Settings};
use umeed::db::Sql;
use umeed::doctor::{Check, Report, State, examine};

/// The settings of a site that has been started once and has stopped.
async fn site() -> (TempDir, Settings) {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::for_folder(folder.path().join("data"));
    settings.folder.database = crate::harness::own_schema().await;
    let app = App::open(settings.clone()).await.unwrap();
    crate::harness::fill(&app).await;
    app.db.close().await;
    (folder, settings)
}

async fn report(settings: &Settings) -> Report {
    provide_cryptography();
    examine(settings, &Doctor::default()).await
}

/// What was said of one subject, the worst first.
fn of<'a>(report: &'a Report, subject: &str) -> &'a Check {
    let about = report.checks.iter().filter(|check| check.subject == subject);
    about.max_by_key(|check| check.state).unwrap_or_else(|| panic!("nothing of {subject} in {report:#?}"))
}

/// Every file of a folder with its bytes, but for what SQLite makes and removes while it reads.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files =
        entries.filter(|path| path.is_file()).map(|path| (path.display().to_string(), std::fs::read(&path).unwrap()));
    files.filter(|(name, _)| !name.ends_with("-shm") && !name.ends_with("-wal")).collect()
}

#[tokio::test]
async fn nothing_is_broken_on_a_good_site_and_looking_changes_nothing() {
    let (_folder, settings) = site().await;
    let before = contents(&settings.folder.path);
    let report = report(&settings).await;
    // The tests' own folder may be on a disk that a site should not be on; the tests of PostgreSQL do not flush.
    let is_ours =
        |check: &&Check| check.state == State::Broken && !check.text.contains("tmpfs") && check.subject != "disk";
    assert_eq!(report.checks.iter().find(is_ours), None);
    assert!(of(&report, "database").text.contains("its tables are those of this version"), "{report:#?}");
    assert_eq!(of(&report, "server").text, "it does not run");
    assert_eq!(of(&report, "clock and data").state, State::Good);
    assert_eq!(contents(&settings.folder.path), before);
}

#[tokio::test]
async fn a_place_where_nothing_is_yet_is_left_empty() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::for_folder(folder.path().join("data"));
    settings.folder.database = crate::harness::own_schema().await;
    let report = report(&settings).await;
    assert_eq!((of(&report, "data folder").state, of(&report, "database").state), (State::Warning, State::Good));
    assert!(!settings.folder.path.exists());
}

#[tokio::test]
async fn a_folder_that_others_can_read_is_told() {
    let (_folder, settings) = site().await;
    let data = &settings.folder.path;
    std::fs::set_permissions(data, PermissionsExt::from_mode(0o755)).unwrap();
    let told = report(&settings).await;
    let about: Vec<&Check> = told.checks.iter().filter(|check| check.text.contains("(755)")).collect();
    assert_eq!(
        (about[0].state, about[0].fix[0].as_str()),
        (State::Warning, &*format!("sudo chmod 700 {}", data.display()))
    );
    if settings.folder.database.is_none() {
        std::fs::set_permissions(data.join("secret"), PermissionsExt::from_mode(0o644)).unwrap();
        let told = report(&settings).await;
        let secret = told.checks.iter().find(|check| check.text.contains("it signs every session")).unwrap();
        assert_eq!(secret.state, State::Broken);
    }
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_told_with_what_to_do() {
    let (_folder, settings) = site().await;
    crate::upgrade::pretend_newer(&settings.folder).await;
    let report = report(&settings).await;
    let told = of(&report, "database");
    assert_eq!(told.state, State::Broken);
    assert!(
        told.text.contains("newer version of umeed") && told.fix[0].contains("install the newer version"),
        "{told:?}"
    );
}

#[tokio::test]
async fn a_database_that_is_none_or_does_not_answer_is_told() {
    let (_folder, mut settings) = site().await;
    settings.folder.database = Some("postgres://umeed:hush@127.0.0.1:1/umeed".into());
    let away = report(&settings).await;
    assert_eq!(of(&away, "database").state, State::Broken);
    assert!(!away.text().contains("hush") && !away.json().contains("hush"));
    settings.folder.database = None;
    std::fs::write(settings.folder.path.join("umeed.db"), "these are somebody's notes ".repeat(100)).unwrap();
    assert_eq!(of(&report(&settings).await, "database").state, State::Broken);
}

#[tokio::test]
async fn data_from_the_future_is_told() {
    let (_folder, settings) = site().await;
    let app = App::open(settings.clone()).await.unwrap();
    let note = Sql::new(
        "INSERT INTO site_state (name, value, updated_at) VALUES ('x', '{}', '2099-01-01T00:00:00.000000+00:00')",
    );
    app.db.write(|tx| Box::pin(tx.rows(note))).await.unwrap();
    app.db.close().await;
    drop(app);
    assert_eq!(of(&report(&settings).await, "clock and data").state, State::Warning);
}

#[tokio::test]
async fn a_port_that_somebody_else_holds_is_told() {
    let (_folder, mut settings) = site().await;
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    settings.listen = other.local_addr().unwrap();
    assert!(of(&report(&settings).await, "port").text.contains("taken by another program"));
    drop(other);
    settings.listen = "192.0.2.1:8080".parse().unwrap();
    assert!(of(&report(&settings).await, "port").text.contains("no address of this machine"));
}

#[tokio::test]
async fn a_backup_folder_that_is_away_or_beside_the_data_is_told() {
    let (folder, mut settings) = site().await;
    settings.backup.folder = Some(umeed::config::BackupPlace::Path(folder.path().join("backups")));
    let away = report(&settings).await;
    assert!(
        of(&away, "backups").state == State::Broken && of(&away, "backups").text.contains("not there"),
        "{away:#?}"
    );
    std::fs::create_dir(folder.path().join("backups")).unwrap();
    let beside = report(&settings).await;
    assert!(beside.checks.iter().any(|check| check.text.contains("on the disk of the data folder")), "{beside:#?}");
}

#[tokio::test]
async fn backups_that_leave_the_machine_are_looked_at_where_they_go() {
    let (mut s3, (_folder, mut settings)) = (crate::s3::S3::start().await, site().await);
    let FilePlace::Bucket(bucket) = s3.place("backups") else { unreachable!("it is a bucket") };
    settings.backup.folder = Some(umeed::config::BackupPlace::Bucket(bucket));
    let told = |report: &Report, state: State, words: &str| {
        report
            .checks
            .iter()
            .any(|check| check.subject == "backups" && check.state == state && check.text.contains(words))
    };
    let plain = report(&settings).await;
    assert!(told(&plain, State::Good, "can be listed, written, read and deleted from"), "{plain:#?}");
    assert!(told(&plain, State::Warning, "without being encrypted"), "{plain:#?}");
    settings.backup.keys.opening.passphrase = Some("six random words".into());
    let encrypted = report(&settings).await;
    assert!(!told(&encrypted, State::Warning, "encrypted"), "{encrypted:#?}");
    settings.backup.keys.opening.passphrase = Some("short".into());
    assert!(told(&report(&settings).await, State::Broken, "too short"));
    s3.stop().await;
    let away = report(&settings).await;
    assert!(told(&away, State::Broken, "s3://umeed/backups does not let us do what we must"), "{away:#?}");
}

#[tokio::test]
async fn a_name_that_leads_nowhere_is_told() {
    let (_folder, mut settings) = site().await;
    settings.public_url = Some("https://umeed.invalid".parse().unwrap());
    let report = report(&settings).await;
    assert!(of(&report, "address").text.contains("umeed.invalid leads nowhere"), "{report:#?}");
}

#[tokio::test]
async fn a_folder_of_files_that_is_away_is_told_once_there_is_a_site() {
    let (folder, mut settings) = site().await;
    settings.folder.files = FilePlace::Folder(folder.path().join("files"));
    assert!(of(&report(&settings).await, "files").text.contains("does not start without it"));
    std::fs::create_dir(folder.path().join("files")).unwrap();
    assert!(of(&report(&settings).await, "files").text.contains("can be written"));
    let first = tempfile::tempdir().unwrap();
    settings.folder.path = first.path().join("data");
    settings.folder.database = None;
    settings.folder.files = FilePlace::Folder(first.path().join("files"));
    assert_eq!(of(&report(&settings).await, "files").state, State::Good, "before the first start");
}
