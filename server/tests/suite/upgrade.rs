//! A database of an older version: who brings it up to date, who leaves it alone, and what is said when that fails.

use std::path::{Path, PathBuf};

use sqlx::{Connection, Executor};
use tempfile::TempDir;
use umeed::app::App;
use umeed::commands;
use umeed::config::{Folder, Import, Settings, StaffAction};
use umeed::db::{Db, Sql};

/// A place whose last migration has not been made yet.
async fn older() -> (TempDir, Folder) {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder { database: crate::harness::own_schema().await, ..Folder::at(data.path().join("data")) };
    drop(start(&folder).await.unwrap());
    let db = Db::open(&folder).await.unwrap();
    for statement in [
        "DROP INDEX objects_in_folder",
        "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)",
    ] {
        change(&db, statement).await;
    }
    db.close().await;
    (data, folder)
}

async fn change(db: &Db, statement: &str) {
    let sql = Sql::new(statement);
    db.write(|tx| Box::pin(tx.rows(sql))).await.unwrap();
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
            commands::backup(&archive, &folder).await,
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
    let db = Db::open(&folder).await.unwrap();
    change(&db, "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)").await;
    db.close().await;
    for _ in 0..2 {
        let refused = start(&folder).await.err().expect("a refusal");
        assert!(refused.contains("a migration failed; nothing was changed"), "{refused}");
    }
    assert_eq!(copies(&folder.path), kept, "the one of the migration that was made");
}

#[tokio::test]
async fn migrations_that_were_made_before_one_failed_are_told() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("umeed.db");
    let mut connection =
        sqlx::SqliteConnection::connect(&format!("sqlite://{}?mode=rwc", file.display())).await.unwrap();
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
