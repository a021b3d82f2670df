//! Brings the schema up to date at start. Each migration is recorded with its checksum and runs in a transaction;
//! before an existing SQLite database is changed, a copy of it is put beside it.

use std::path::Path;

use anyhow::{Context, bail};
use sqlx::migrate::{AppliedMigration, Migrate, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

static FOR_SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
static FOR_POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

const FOREIGN: &str = "it is not an Umeed database; nothing was changed";

pub async fn sqlite(options: &SqliteConnectOptions, file: &Path) -> anyhow::Result<()> {
    refuse_foreign_file(file).await?;
    let mut connection = options.connect().await.context("it cannot be opened, or is not an Umeed database")?;
    connection.ensure_migrations_table(&FOR_SQLITE.table_name).await?;
    let applied = connection.list_applied_migrations(&FOR_SQLITE.table_name).await?;
    refuse_newer(&FOR_SQLITE, &applied)?;
    let pending = FOR_SQLITE.iter().any(|known| applied.iter().all(|done| done.version != known.version));
    if pending && !applied.is_empty() {
        keep_copy(&mut connection, file, applied.len()).await?;
    }
    FOR_SQLITE.run(&mut connection).await.context("a migration failed; nothing was changed")?;
    Ok(connection.close().await?)
}

pub async fn postgres(connection: &mut PgConnection) -> anyhow::Result<()> {
    // Of several servers that start at once, one migrates and the others wait for it.
    connection.lock().await?;
    let result = postgres_locked(connection).await;
    connection.unlock().await?;
    result
}

async fn postgres_locked(connection: &mut PgConnection) -> anyhow::Result<()> {
    let names: Vec<String> =
        sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
            .fetch_all(&mut *connection)
            .await?;
    if !names.is_empty() && !names.iter().any(|name| name == "_sqlx_migrations") {
        bail!(FOREIGN);
    }
    connection.ensure_migrations_table(&FOR_POSTGRES.table_name).await?;
    refuse_newer(&FOR_POSTGRES, &connection.list_applied_migrations(&FOR_POSTGRES.table_name).await?)?;
    FOR_POSTGRES.run(connection).await.context("a migration failed; nothing was changed")
}

fn refuse_newer(known: &Migrator, applied: &[AppliedMigration]) -> anyhow::Result<()> {
    let newest = known.iter().map(|migration| migration.version).max().unwrap_or_default();
    if applied.iter().any(|migration| migration.version > newest) {
        bail!("it was made by a newer version of umeed; use that version, nothing was changed");
    }
    Ok(())
}

/// Looks before touching: a database that is somebody else's is left as it is.
async fn refuse_foreign_file(file: &Path) -> anyhow::Result<()> {
    if !file.metadata().is_ok_and(|data| data.len() > 0) {
        return Ok(());
    }
    let mut connection = SqliteConnectOptions::new().filename(file).read_only(true).connect().await?;
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'").fetch_all(&mut connection).await?;
    connection.close().await?;
    if !names.is_empty() && !names.iter().any(|name| name == "_sqlx_migrations") {
        bail!(FOREIGN);
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
