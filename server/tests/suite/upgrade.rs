//! A database of an older version: who brings it up to date, who leaves it alone, and what is said when that fails.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::json;
use sqlx::{Connection, Executor};
use tempfile::TempDir;
use umeed::app::App;
use umeed::commands;
use umeed::config::{
    BackupKeys, BackupPlace, Database, Folder, Import, KeysAction, OpeningKeys, Restore, Settings, StaffAction,
};
use umeed::db::{Db, Image, Sql};

use crate::harness::TestApp;

const UPLOADED: &[u8] = include_bytes!("fixtures/uploaded.png");
const FORGET_LAST: &str = "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)";

/// A place whose last migration has not been made yet.
async fn older() -> (TempDir, Folder) {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder { database: crate::harness::own_schema().await, ..Folder::at(data.path().join("data")) };
    drop(start(&folder).await.unwrap());
    let undo = match folder.database {
        None => ["DROP TABLE search_state", "DROP TABLE search_stale", FORGET_LAST],
        Some(_) => ["DROP TABLE page_views", "DELETE FROM row_counts WHERE name = 'page_views'", FORGET_LAST],
    };
    change(&folder, &undo).await;
    (data, folder)
}

/// As if a later version had been here: a migration is noted that this one does not know.
pub async fn pretend_newer(folder: &Folder) {
    let note = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                SELECT 9999, 'of the future', success, checksum, 1 FROM _sqlx_migrations WHERE version = 1";
    change(folder, &[note]).await;
}

/// On a connection that is none of the server's.
async fn change(folder: &Folder, statements: &[&'static str]) {
    match &folder.database {
        Some(url) => {
            let mut connection = sqlx::PgConnection::connect(url.reveal()).await.unwrap();
            for statement in statements {
                connection.execute(*statement).await.unwrap();
            }
        }
        None => {
            let mut connection = sqlite_at(&folder.path).await;
            for statement in statements {
                connection.execute(*statement).await.unwrap();
            }
            connection.close().await.unwrap();
        }
    }
}

async fn sqlite_at(folder: &Path) -> sqlx::SqliteConnection {
    let address = format!("sqlite://{}?mode=rwc", folder.join("umeed.db").display());
    sqlx::SqliteConnection::connect(&address).await.unwrap()
}

/// A database as the version before left it: sample content, a subscriber, a volunteer, two accounts and an uploaded
/// picture, made by its own binary. Of the files' bytes only the uploaded picture is there, in the place of each.
async fn fixture() -> (TempDir, Database) {
    let data = tempfile::tempdir().unwrap();
    let versions: Vec<String>;
    let select = "SELECT version FROM objects";
    let database = match crate::harness::own_schema().await {
        None => {
            let file = unpacked(include_bytes!("fixtures/sqlite-0.1.db.gz"));
            std::fs::write(data.path().join("umeed.db"), file).unwrap();
            versions = sqlx::query_scalar(select).fetch_all(&mut sqlite_at(data.path()).await).await.unwrap();
            None
        }
        Some(url) => {
            let dump = String::from_utf8(unpacked(include_bytes!("fixtures/postgres-0.1.sql.gz"))).unwrap();
            let schema = url.reveal().rsplit("%3D").next().unwrap();
            let mut connection = sqlx::PgConnection::connect(url.reveal()).await.unwrap();
            let dump = dump.replace("public.", &format!("{schema}."));
            connection.execute(sqlx::AssertSqlSafe(dump)).await.unwrap();
            let mut connection = sqlx::PgConnection::connect(url.reveal()).await.unwrap();
            versions = sqlx::query_scalar(select).fetch_all(&mut connection).await.unwrap();
            Some(url)
        }
    };
    for version in versions {
        let folder = data.path().join("files").join(&version[30..]);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(version), UPLOADED).unwrap();
    }
    (data, database)
}

fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    bytes
}

#[tokio::test]
async fn a_site_of_the_version_before_comes_up_whole() {
    let (data, database) = fixture().await;
    let app = TestApp::start_in(data, |settings| settings.folder.database = database).await;
    let count = async |what: &str| {
        let row = app.app.db.first(Sql::new(format!("SELECT count(*) FROM {what}"))).await.unwrap().unwrap();
        row.int(0)
    };
    for (what, expected) in [
        ("website_content", 8),
        ("subscribers WHERE email = 'amina@example.org'", 1),
        ("volunteers WHERE name = 'Bilal Ahmed' AND skills = 'Teaching'", 1),
        ("objects WHERE name = 'gallery/uploaded.png' AND size > 0", 1),
        ("staff WHERE role = 'owner' AND email IN ('admin@umeed.local', 'second@umeed.local')", 2),
        ("projects WHERE position IS NULL", 7),
        ("gallery_images WHERE position IS NULL", 17),
        ("team_members WHERE position IS NULL", 8),
        ("site_state", 0),
    ] {
        assert_eq!(count(what).await, expected, "{what}");
    }
    for path in ["/", "/projects", "/gallery", "/team", "/contact"] {
        let page = app.get(path, None).await;
        assert!(page.status == 200 && page.text().contains("</html>"), "{path}: {}", page.status);
    }
    let picture = app.get("/storage/v1/object/public/website_images/gallery/uploaded.png", None).await;
    assert_eq!(picture.body, UPLOADED);
    let token = app.staff_token().await;
    let seen = app.get("/rest/v1/volunteers?select=name", Some(&token)).await;
    assert_eq!(seen.json, json!([{ "name": "Bilal Ahmed" }]));
}

/// What the upgrade adds works: a change of an old row is recorded and raises its table's number.
#[tokio::test]
async fn an_upgraded_database_reports_its_changes() {
    let (data, database) = fixture().await;
    let folder = Folder { database, ..Folder::at(data.path()) };
    let db = Db::open(&folder).await.unwrap();
    let records = Arc::new(Mutex::new(Vec::new()));
    let kept = records.clone();
    db.on_commit(Box::new(move |record| kept.lock().unwrap().extend(record.changes.clone())));
    let before = ["staff", "site_state"].map(|table| db.versions.published(table));
    for statement in [
        "UPDATE staff SET role = 'editor' WHERE email = 'second@umeed.local'",
        "INSERT INTO site_state (name, value, updated_at) VALUES ('last_backup', '{}', '2026')",
    ] {
        db.write(move |tx| Box::pin(tx.rows(Sql::new(statement)))).await.unwrap();
    }
    let role = |image: &Option<Image>| image.as_ref().unwrap().fields()["role"].clone();
    let changes = std::mem::take(&mut *records.lock().unwrap());
    assert_eq!((role(&changes[0].before), role(&changes[0].after)), (json!("owner"), json!("editor")));
    assert_eq!((&*changes[1].table, &*changes[1].key), ("site_state", "last_backup"));
    let after = ["staff", "site_state"].map(|table| db.versions.published(table));
    assert!(after[0] > before[0] && after[1] > before[1]);
    assert!(db.write(|tx| Box::pin(tx.rows(Sql::new("UPDATE staff SET role = 'king'")))).await.is_err());
}

async fn start(folder: &Folder) -> Result<App, String> {
    let settings = Settings { folder: folder.clone(), ..Settings::for_folder(&folder.path) };
    let app = App::open(settings).await.map_err(|cause| format!("{cause:#}"))?;
    crate::harness::fill(&app).await;
    app.db.close().await;
    Ok(app)
}

fn copies(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.to_string_lossy().contains("umeed-before-migration-")).collect()
}

#[tokio::test]
async fn those_who_only_look_leave_an_older_database_alone() {
    let (data, folder) = older().await;
    let archive = data.path().join("backup.tar");
    let csv = data.path().join("projects.csv");
    std::fs::write(&csv, "title,description\none,new\n").unwrap();
    let asked = Import { rows: vec![csv], dry_run: true, ..Import::default() };
    let look = async || {
        [
            commands::check(&folder).await,
            commands::backup(&BackupPlace::Path(archive.clone()), &BackupKeys::default(), &folder).await,
            commands::staff(StaffAction::List, &folder).await,
            commands::import(&Import { replace: true, ..asked.clone() }, &folder).await,
        ]
    };
    for refused in look().await {
        let words = format!("{:#}", refused.unwrap_err());
        assert!(words.contains("it is of an older version; start the server once"), "{words}");
    }
    assert!(copies(&folder.path).is_empty() && !archive.exists());

    start(&folder).await.unwrap();
    for done in look().await {
        done.unwrap();
    }
    assert_eq!(copies(&folder.path).len(), usize::from(folder.database.is_none()));
}

#[tokio::test]
async fn those_who_only_look_make_no_database() {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder { database: crate::harness::own_schema().await, ..Folder::at(data.path().join("data")) };
    assert!(commands::check(&folder).await.is_err());
    assert!(commands::staff(StaffAction::List, &folder).await.is_err());
    assert!(!folder.path.exists() && !Db::exists(&folder).await.unwrap());
}

/// A table of the same name is in the way, so that the migration fails.
#[tokio::test]
async fn a_migration_that_fails_changes_nothing_and_leaves_no_copies() {
    let (_data, folder) = older().await;
    start(&folder).await.unwrap();
    let kept = copies(&folder.path);
    change(&folder, &[FORGET_LAST]).await;
    for _ in 0..2 {
        let refused = start(&folder).await.err().expect("a refusal");
        assert!(refused.contains("a migration failed; nothing was changed"), "{refused}");
    }
    assert_eq!(copies(&folder.path), kept, "the one of the migration that was made");
}

#[tokio::test]
async fn migrations_that_were_made_before_one_failed_are_told() {
    let data = tempfile::tempdir().unwrap();
    let mut connection = sqlite_at(data.path()).await;
    for statement in [
        "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
         installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, \
         checksum BLOB NOT NULL, execution_time BIGINT NOT NULL)",
        "CREATE TABLE removed_files (something TEXT)",
    ] {
        connection.execute(statement).await.unwrap();
    }
    connection.close().await.unwrap();
    let refused = start(&Folder::at(data.path())).await.err().expect("a refusal");
    assert!(refused.contains("a migration failed; those before it were made and stay"), "{refused}");
}

/// What a newer version made of the tables is not known here, so nothing is read from them and nothing written.
#[tokio::test]
async fn an_older_binary_leaves_a_newer_database_alone_and_says_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder { database: crate::harness::own_schema().await, ..Folder::at(data.path().join("data")) };
    drop(start(&folder).await.unwrap());
    let at = |name: &str| BackupPlace::Path(data.path().join(name));
    let plain = BackupKeys::default();
    commands::backup(&at("good.tar"), &plain, &folder).await.unwrap();
    pretend_newer(&folder).await;
    let file = || std::fs::read(folder.path.join("umeed.db")).ok();
    let before = file();

    let csv = data.path().join("projects.csv");
    std::fs::write(&csv, "title,description\none,new\n").unwrap();
    let import = Import { rows: vec![csv], replace: true, ..Import::default() };
    let (file_to_restore, keys) = (at("good.tar"), OpeningKeys::default());
    let restore = Restore { file: file_to_restore, keys, replace: true, skip_refused: false };
    let email = || "amina@umeed.example".to_owned();
    let refused = [
        start(&folder).await.map(drop).map_err(anyhow::Error::msg),
        commands::check(&folder).await,
        commands::backup(&at("new.tar"), &plain, &folder).await,
        commands::restore(&restore, &folder).await,
        commands::staff(StaffAction::List, &folder).await,
        commands::staff(StaffAction::SetRole { email: email(), role: "editor".into() }, &folder).await,
        commands::staff(StaffAction::Remove { email: email(), force: false }, &folder).await,
        commands::import(&import, &folder).await,
        commands::import(&Import { dry_run: true, ..import.clone() }, &folder).await,
        commands::keys(None, &folder).await,
        commands::keys(Some(KeysAction::Rotate { grace: None }), &folder).await,
    ];
    for (number, result) in refused.into_iter().enumerate() {
        let words = format!("{:#}", result.expect_err("a refusal"));
        let expected = "made by a newer version of umeed than this one (0.";
        assert!(words.contains(expected) && words.contains("Install the newer version again"), "{number}: {words}");
    }
    assert!(file() == before && copies(&folder.path).is_empty(), "nothing was changed");

    change(&folder, &["DELETE FROM _sqlx_migrations WHERE version = 9999"]).await;
    start(&folder).await.unwrap();
}

/// One that a version beside this line of work made, between those that are known.
#[tokio::test]
async fn a_migration_that_is_not_known_is_refused_wherever_it_stands() {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder { database: crate::harness::own_schema().await, ..Folder::at(data.path().join("data")) };
    drop(start(&folder).await.unwrap());
    pretend_newer(&folder).await;
    change(&folder, &["UPDATE _sqlx_migrations SET version = 50 WHERE version = 9999"]).await;
    for refused in
        [start(&folder).await.map(drop), commands::check(&folder).await.map_err(|cause| format!("{cause:#}"))]
    {
        assert!(refused.as_ref().is_err_and(|words| words.contains("newer version of umeed")), "{refused:?}");
    }
}
