//! Brings the schema up to date at start. Each migration is recorded with its checksum and runs in a transaction of its
//! own; before an existing SQLite database is changed, a copy of it is put beside it. A command that only reads changes
//! nothing here: a server of an older version may be running on the same data.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use sqlx::migrate::{AppliedMigration, Migrate, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Executor};

use super::search::{self, Searched};
use super::sql::Engine;
use super::{migrations, row_counts, triggers};
use crate::safety_copies;

/// What opening a database may do to its tables.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tables {
    /// Makes what is missing and brings the rest up to date.
    UpToDate,
    Unchanged,
}

pub async fn sqlite(
    options: &SqliteConnectOptions,
    file: &Path,
    tables: Tables,
    searched: &[Searched],
) -> anyhow::Result<()> {
    let known = migrations::of(Engine::Sqlite);
    let has_tables = file_has_tables(file, tables).await?;
    if tables == Tables::Unchanged {
        return check(known, &mut reader(file).await?, has_tables).await;
    }
    let mut connection = options.connect().await.context("it cannot be opened, or is not an Umeed database")?;
    connection.ensure_migrations_table(&known.table_name).await?;
    let applied = connection.list_applied_migrations(&known.table_name).await?;
    refuse_newer(known, &applied)?;
    let copy = match is_behind(known, &applied) && !applied.is_empty() {
        true => Some(keep_copy(&mut connection, file, applied.len() + 1).await?),
        false => None,
    };
    if let Err(cause) = known.run(&mut connection).await {
        let progress = Progress::after(known, &mut connection, applied.len()).await;
        return Err(cause).context(match copy {
            // Were it kept, each further try would leave one more.
            Some(copy) if progress == Progress::Nothing => {
                let _ = std::fs::remove_file(copy);
                progress.describe().to_owned()
            }
            Some(copy) => format!("{}; the database as it was before is in {}", progress.describe(), copy.display()),
            None => progress.describe().to_owned(),
        });
    }
    row_counts::install_sqlite(&mut connection).await.context("the rows cannot be counted")?;
    search::install_sqlite(&mut connection, searched).await.context("there can be no index for searching")?;
    Ok(connection.close().await?)
}

pub async fn postgres(connection: &mut PgConnection, tables: Tables) -> anyhow::Result<()> {
    if tables == Tables::Unchanged {
        let has_tables = postgres_has_tables(connection).await?;
        return check(migrations::of(Engine::Postgres), connection, has_tables).await;
    }
    // A large table takes its time, and so does waiting for the server that migrates.
    connection.execute("SET statement_timeout = 0; SET lock_timeout = 0").await?;
    // Of several servers that start at once, one migrates and the others wait for it.
    connection.lock().await?;
    let result = postgres_locked(connection).await;
    // The lock goes with the connection in any case; a failure here would only hide the true cause.
    let _ = connection.unlock().await;
    result
}

async fn postgres_locked(connection: &mut PgConnection) -> anyhow::Result<()> {
    let known = migrations::of(Engine::Postgres);
    postgres_has_tables(connection).await?;
    connection.ensure_migrations_table(&known.table_name).await?;
    let applied = connection.list_applied_migrations(&known.table_name).await?;
    refuse_newer(known, &applied)?;
    if let Err(cause) = known.run(&mut *connection).await {
        let progress = Progress::after(known, connection, applied.len()).await;
        return Err(cause).context(progress.describe());
    }
    triggers::install(connection).await.context("the changes cannot be recorded")?;
    row_counts::install_postgres(connection).await.context("the rows cannot be counted")
}

/// How the tables of a database stand to those that this version knows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Standing {
    /// There are none yet.
    Empty,
    /// The next start of the server brings them up to date.
    Older,
    UpToDate,
    /// A migration was made that this version does not know.
    Newer,
}

impl Standing {
    async fn of(known: &Migrator, connection: &mut impl Migrate, has_tables: bool) -> anyhow::Result<Standing> {
        if !has_tables {
            return Ok(Standing::Empty);
        }
        let applied = connection.list_applied_migrations(&known.table_name).await?;
        Ok(match is_newer(known, &applied) {
            true => Standing::Newer,
            false if is_behind(known, &applied) => Standing::Older,
            false => Standing::UpToDate,
        })
    }
}

/// Looks and changes nothing; an error says why it cannot be looked at, or that it is none of ours.
pub async fn sqlite_standing(file: &Path) -> anyhow::Result<Standing> {
    let has_tables = file_has_tables(file, Tables::Unchanged).await?;
    if !has_tables {
        return Ok(Standing::Empty);
    }
    let mut connection = reader(file).await?;
    let standing = Standing::of(migrations::of(Engine::Sqlite), &mut connection, has_tables).await;
    connection.close().await?;
    standing
}

pub async fn postgres_standing(connection: &mut PgConnection) -> anyhow::Result<Standing> {
    let has_tables = postgres_has_tables(connection).await?;
    Standing::of(migrations::of(Engine::Postgres), connection, has_tables).await
}

async fn check(known: &Migrator, connection: &mut impl Migrate, has_tables: bool) -> anyhow::Result<()> {
    match Standing::of(known, connection, has_tables).await? {
        Standing::Empty => bail!("it has no tables yet; start the server once to make them"),
        Standing::Older => bail!("it is of an older version; start the server once to bring it up to date"),
        Standing::Newer => bail!(NEWER),
        Standing::UpToDate => Ok(()),
    }
}

fn is_behind(known: &Migrator, applied: &[AppliedMigration]) -> bool {
    known.iter().any(|known| applied.iter().all(|done| done.version != known.version))
}

/// Any that we do not know, also between those that we do: what it did to the tables cannot be told.
fn is_newer(known: &Migrator, applied: &[AppliedMigration]) -> bool {
    applied.iter().any(|done| known.iter().all(|known| known.version != done.version))
}

const NEWER: &str = concat!(
    "it was made by a newer version of umeed than this one (",
    env!("CARGO_PKG_VERSION"),
    "), and nothing was changed. Install the newer version again; or, to stay with this one, restore a backup that it \
     made into an empty folder"
);

fn refuse_newer(known: &Migrator, applied: &[AppliedMigration]) -> anyhow::Result<()> {
    ensure!(!is_newer(known, applied), NEWER);
    Ok(())
}

/// How far the migrations got before one failed. Each is made as a whole or not at all, but those before it stay.
#[derive(PartialEq)]
enum Progress {
    Nothing,
    Some,
    Unknown,
}

impl Progress {
    async fn after(known: &Migrator, connection: &mut impl Migrate, before: usize) -> Progress {
        match connection.list_applied_migrations(&known.table_name).await {
            Ok(applied) if applied.len() == before => Progress::Nothing,
            Ok(_) => Progress::Some,
            Err(_) => Progress::Unknown,
        }
    }

    fn describe(&self) -> &'static str {
        match self {
            Progress::Nothing => "a migration failed; nothing was changed",
            Progress::Some => "a migration failed; those before it were made and stay",
            Progress::Unknown => "a migration failed; whether others were made before it is not known",
        }
    }
}

/// Whether it holds our tables. Asked before anything is touched: a database that is somebody else's is left as it is.
pub async fn postgres_has_tables(connection: &mut PgConnection) -> anyhow::Result<bool> {
    let names: Vec<String> =
        sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
            .fetch_all(connection)
            .await?;
    are_ours(&names)
}

async fn file_has_tables(file: &Path, tables: Tables) -> anyhow::Result<bool> {
    if !file.metadata().is_ok_and(|data| data.len() > 0) {
        return Ok(false);
    }
    // A crash in the middle of a change leaves a journal beside the database, by which it is put back as it was before.
    // That takes the right to write.
    let is_interrupted = file.with_extension("db-journal").exists();
    let mut connection = match tables {
        Tables::UpToDate if is_interrupted => SqliteConnectOptions::new().filename(file).connect().await?,
        Tables::Unchanged if is_interrupted => {
            bail!("it was left in the middle of a change; start the server once to put it right")
        }
        _ => reader(file).await?,
    };
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'").fetch_all(&mut connection).await?;
    connection.close().await?;
    are_ours(&names)
}

fn are_ours(names: &[String]) -> anyhow::Result<bool> {
    let ours = names.iter().any(|name| name == "_sqlx_migrations");
    ensure!(ours || names.is_empty(), "it is not an Umeed database; nothing was changed");
    Ok(ours)
}

async fn reader(file: &Path) -> anyhow::Result<SqliteConnection> {
    Ok(SqliteConnectOptions::new().filename(file).read_only(true).connect().await?)
}

async fn keep_copy(connection: &mut SqliteConnection, file: &Path, number: usize) -> anyhow::Result<PathBuf> {
    let folder = file.parent().context("the database has no folder")?;
    let copy = safety_copies::before_migration(folder, number);
    let half = copy.with_extension("part");
    sqlx::query("VACUUM INTO ?")
        .bind(half.to_string_lossy().into_owned())
        .execute(&mut *connection)
        .await
        .context("no copy could be made before the migration; nothing was changed")?;
    std::fs::rename(&half, &copy)?;
    std::fs::File::open(folder)?.sync_all()?;
    tracing::info!("kept a copy of the database before the migration: {}", copy.display());
    connection.ping().await?;
    Ok(copy)
}
