//! Brings the schema up to date at start. Each migration is recorded with its checksum and runs in a transaction;
//! before an existing database is changed, a copy of it is put beside it.

use std::path::Path;

use anyhow::{Context, bail};
use sqlx::migrate::{Migrate, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations/sqlite");

pub async fn open_and_migrate(options: &SqliteConnectOptions, file: &Path) -> anyhow::Result<SqliteConnection> {
    refuse_foreign(file).await?;
    let mut connection = options.connect().await.context("it cannot be opened, or is not an Umeed database")?;
    connection.ensure_migrations_table(&MIGRATIONS.table_name).await?;
    let applied = connection.list_applied_migrations(&MIGRATIONS.table_name).await?;
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default();

    if applied.iter().any(|migration| migration.version > newest) {
        bail!("it was made by a newer version of umeed; use that version, nothing was changed");
    }
    let pending = MIGRATIONS.iter().filter(|known| applied.iter().all(|done| done.version != known.version)).count();
    if pending > 0 && !applied.is_empty() {
        keep_copy(&mut connection, file, applied.len()).await?;
    }
    MIGRATIONS.run(&mut connection).await.context("a migration failed; nothing was changed")?;
    Ok(connection)
}

/// Looks before touching: a database that is somebody else's is left as it is.
async fn refuse_foreign(file: &Path) -> anyhow::Result<()> {
    if !file.metadata().is_ok_and(|data| data.len() > 0) {
        return Ok(());
    }
    let mut connection = SqliteConnectOptions::new().filename(file).read_only(true).connect().await?;
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'").fetch_all(&mut connection).await?;
    connection.close().await?;
    if !names.is_empty() && !names.iter().any(|name| name == "_sqlx_migrations") {
        bail!("it is not an Umeed database; nothing was changed");
    }
    Ok(())
}

async fn keep_copy(connection: &mut SqliteConnection, file: &Path, version: usize) -> anyhow::Result<()> {
    let copy = file.with_file_name(format!("umeed-before-migration-{}.db", version + 1));
    if copy.exists() {
        return Ok(()); // an earlier start was cut off after making it
    }
    let half = copy.with_extension("part");
    let _ = std::fs::remove_file(&half);
    sqlx::query("VACUUM INTO ?")
        .bind(half.to_string_lossy().into_owned())
        .execute(&mut *connection)
        .await
        .context("no copy could be made before the migration; nothing was changed")?;
    std::fs::rename(&half, &copy)?;
    if let Some(folder) = copy.parent() {
        std::fs::File::open(folder)?.sync_all()?;
    }
    tracing::info!("kept a copy of the database before the migration: {}", copy.display());
    connection.ping().await?;
    Ok(())
}
