//! Encrypted backups: made by schedule and by hand, opened by the right key alone.

use umeed::backup::make_scheduled;
use umeed::config::{Hidden, Restore};

use super::*;
use crate::s3::S3;

const PASSPHRASE: &str = "correct horse battery staple";

fn passphrase(text: &str) -> OpeningKeys {
    OpeningKeys { passphrase: Some(Hidden::new(text)), identity: None }
}

fn sealed_with(opening: OpeningKeys) -> BackupKeys {
    BackupKeys { opening, ..BackupKeys::default() }
}

/// A key as `age-keygen` makes it: the file, and the public key.
const PUBLIC: &str = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";
const SECRET: &str = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";

fn key_file(folder: &TempDir) -> PathBuf {
    let file = folder.path().join("key.txt");
    std::fs::write(&file, format!("# created: 2026-01-01\n# public key: {PUBLIC}\n{SECRET}\n")).unwrap();
    file
}

async fn back_up_with(app: &TestApp, folder: &Path, keys: &BackupKeys, number: u32) -> anyhow::Result<Made> {
    let schedule = schedule(app, &BackupPlace::Path(folder.to_owned()), keys);
    make_scheduled(&app.app.db, &app.app.store, &schedule, day(number)).await
}

/// The command, into an empty place.
async fn restored(file: &str, keys: OpeningKeys) -> anyhow::Result<(Place, TempDir)> {
    let data = tempfile::tempdir().unwrap();
    let settings = Folder { database: own_schema().await, ..Folder::at(data.path().join("data")) };
    let asked = Restore { keys, ..asked(Path::new(file), false) };
    let result = umeed::commands::restore(&asked, &settings).await;
    if let Err(cause) = result {
        assert!(!settings.path.exists(), "something was touched");
        return Err(cause);
    }
    let db = Arc::new(Db::open(&settings).await.unwrap());
    let store = Arc::new(Store::open(&settings, &db).await.unwrap());
    Ok((Place { folder: tempfile::tempdir().unwrap(), settings, db, store }, data))
}

async fn last_good(app: &TestApp) -> serde_json::Value {
    app.get(STATUS, Some(&app.staff_token().await)).await.json["last_good"].clone()
}

fn words<T>(result: anyhow::Result<T>) -> String {
    result.err().map(|cause| format!("{cause:#}")).expect("it was taken for good")
}

#[tokio::test]
async fn a_passphrase_seals_checks_and_restores() {
    let (folder, app) = (tempfile::tempdir().unwrap(), filled().await);
    let before = contents(&app.app.db).await;
    let made = back_up_with(&app, folder.path(), &sealed_with(passphrase(PASSPHRASE)), 1).await.unwrap();
    assert!(made.place.ends_with("umeed-2026-01-01T03-00-00Z.tar.age"), "{}", made.place);
    let good = last_good(&app).await;
    assert_eq!((&good["encrypted"], &good["check"]["restored"]), (&json!(true), &json!(true)), "{good}");
    let bytes = std::fs::read(&made.place).unwrap();
    assert!(bytes.starts_with(b"age-encryption.org/v1\n-> scrypt "));

    let (place, _data) = restored(&made.place, passphrase(PASSPHRASE)).await.unwrap();
    assert_eq!(contents(&place.db).await, before);
    assert!(
        words(restored(&made.place, passphrase("another one")).await).contains("the passphrase is not the right one")
    );
    let unasked = words(restored(&made.place, OpeningKeys::default()).await);
    assert!(unasked.contains("UMEED_BACKUP_PASSPHRASE") && unasked.contains("nothing was changed"), "{unasked}");
}

#[tokio::test]
async fn what_was_cut_short_or_changed_is_refused_and_nothing_is_touched() {
    let (folder, app) = (tempfile::tempdir().unwrap(), filled().await);
    let made = back_up_with(&app, folder.path(), &sealed_with(passphrase(PASSPHRASE)), 1).await.unwrap();
    let good = std::fs::read(&made.place).unwrap();
    let file = folder.path().join("bad.tar.age");
    let attempt = async |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        words(restored(file.to_str().unwrap(), passphrase(PASSPHRASE)).await)
    };
    for length in [30, 100, good.len() / 2, good.len() - 1] {
        let said = attempt(&good[..length]).await;
        assert!(said.contains("nothing was changed") && said.contains("bad.tar.age"), "{length}: {said}");
    }
    for at in [5, 60, 200, good.len() / 2, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        let said = attempt(&bytes).await;
        assert!(said.contains("nothing was changed"), "{at}: {said}");
    }
}

/// With the public key alone the server says what it could check and what not; with the secret key it restores.
#[tokio::test]
async fn a_public_key_seals_and_the_secret_key_restores_on_another_machine() {
    let (folder, app, s3) = (tempfile::tempdir().unwrap(), filled().await, S3::start().await);
    let key = key_file(&folder);
    let to = |opening: OpeningKeys| BackupKeys { recipients: vec![vec![PUBLIC.into()]], opening };
    let blind = to(OpeningKeys::default());
    back_up_with(&app, folder.path(), &blind, 1).await.unwrap();
    let check = &last_good(&app).await["check"];
    assert_eq!((&check["restored"], &check["why_not"]), (&json!(false), &json!("no_key")));

    let with_key = OpeningKeys { identity: Some(key), passphrase: None };
    let umeed::config::FilePlace::Bucket(bucket) = s3.place("away") else { unreachable!("it is a bucket") };
    let schedule = schedule(&app, &BackupPlace::Bucket(bucket.clone()), &to(with_key.clone()));
    let before = contents(&app.app.db).await;
    let made = make_scheduled(&app.app.db, &app.app.store, &schedule, day(2)).await.unwrap();
    assert_eq!(made.place, "s3://umeed/away/umeed-2026-01-02T03-00-00Z.tar.age");
    assert_eq!(last_good(&app).await["check"]["restored"], true);

    let data = tempfile::tempdir().unwrap();
    let target = Folder { database: own_schema().await, ..Folder::at(data.path().join("data")) };
    let prefix = "away/umeed-2026-01-02T03-00-00Z.tar.age".into();
    let file = BackupPlace::Bucket(umeed::config::Bucket { prefix, ..bucket });
    let asked = |keys| Restore { file: file.clone(), keys, replace: false, skip_refused: false };
    let without = words(umeed::commands::restore(&asked(passphrase(PASSPHRASE)), &target).await);
    assert!(without.contains("--identity FILE names the file with the secret key"), "{without}");
    assert!(!target.path.exists());
    umeed::commands::restore(&asked(with_key), &target).await.unwrap();
    let db = Db::open(&target).await.unwrap();
    assert_eq!(contents(&db).await, before);
    db.close().await;
}

#[tokio::test]
async fn the_name_of_an_archive_made_by_hand_says_that_it_is_encrypted() {
    let (folder, app) = (tempfile::tempdir().unwrap(), filled().await);
    let at = |name: &str| BackupPlace::Path(folder.path().join(name));
    let back_up =
        async |name: &str, keys: &BackupKeys| umeed::commands::backup(&at(name), keys, &app.app.settings.folder).await;
    let keys = sealed_with(passphrase(PASSPHRASE));
    assert!(words(back_up("a.tar", &keys).await).contains("must end in .age"));
    assert!(words(back_up("a.tar.age", &BackupKeys::default()).await).contains("would not be encrypted"));
    back_up("a.tar.age", &keys).await.unwrap();
    let file = folder.path().join("a.tar.age");
    restored(file.to_str().unwrap(), passphrase(PASSPHRASE)).await.unwrap();
}

/// A row that an archive takes and a database of ours does not: one that was tampered with has it.
const UNRESTORABLE: [&str; 3] = [
    "DROP TABLE factors",
    "CREATE TABLE factors (id TEXT PRIMARY KEY, staff_id TEXT, kind TEXT, status TEXT, friendly_name TEXT, seed TEXT, \
     last_step INTEGER, created_at TEXT, updated_at TEXT)",
    "INSERT INTO factors (id, staff_id, kind, status, friendly_name, seed, last_step, created_at, updated_at) \
     SELECT '6f1c3b7e-0000-4000-8000-000000000001', id, 'odd', 'odd', 'x', 's', 0, created_at, created_at FROM staff",
];

/// An archive that is whole and yet cannot be restored: told as such, mailed once, and no older one is removed for it.
#[tokio::test]
async fn a_check_that_fails_is_told_once_by_mail_and_removes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::start_with(|settings| {
        let smtp = umeed::config::Smtp {
            host: "127.0.0.1".into(),
            port: 9,
            encryption: umeed::config::Encryption::None,
            credentials: None,
        };
        let from = umeed::config::Sender { name: None, address: "office@umeed.example".into() };
        settings.mail = Some(umeed::config::MailSettings { smtp, from });
        settings.metrics_token = Some("token".into());
    })
    .await;
    let keys = sealed_with(passphrase(PASSPHRASE));
    for number in 1..=2 {
        back_up_with(&app, folder.path(), &keys, number).await.unwrap();
    }
    for statement in UNRESTORABLE {
        change(&app.app.db, statement).await;
    }
    for number in 3..=4 {
        assert!(back_up_with(&app, folder.path(), &keys, number).await.is_err());
    }
    let staff = app.staff_token().await;
    let told = app.get(STATUS, Some(&staff)).await.json;
    assert_eq!(told["last_failure"]["step"], "checking", "{told}");
    assert!(told["last_good"]["check"]["restored"].as_bool().unwrap());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "none is removed");
    let figures = app.get("/metrics", Some("token")).await.text();
    assert!(
        figures.contains("umeed_backup_failing 1") && figures.contains("checks_total{result=\"failed\"} "),
        "{figures}"
    );

    change(&app.app.db, "DELETE FROM factors").await;
    back_up_with(&app, folder.path(), &keys, 5).await.unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    let letters = app.get("/rest/v1/outbox?select=kind&order=created_at.asc,id.asc", Some(&staff)).await.json;
    assert_eq!(letters, json!([{ "kind": "backup_failed" }, { "kind": "backup_works" }]));
    assert!(app.get("/metrics", Some("token")).await.text().contains("umeed_backup_failing 0"));
}
