//! Tidies up after crashes: removes bytes that no row points to, and reports rows whose bytes are gone. Safe while
//! serving: bytes on their way to a row are left alone.

use std::collections::HashSet;

use super::store::Version;
use crate::app::App;
use crate::db::{Row, Sql};
use crate::error::Result;

pub async fn sweep(app: &App) -> Result<()> {
    let half_written = app.store.remove_half_written().await?;
    // The order matters. Bytes seen here that are not being written any more either have their row in the writer's
    // transaction already, which is where rows are looked for, or will never have one.
    let stored = app.store.versions().await?;
    let idle: Vec<Version> = stored.iter().copied().filter(|version| !app.store.is_being_written(*version)).collect();
    let rows = app.db.write(|tx| Box::pin(tx.rows(Sql::new("SELECT version, name FROM objects")))).await?;
    let known: HashSet<Version> = rows.iter().filter_map(|row| Version::read(row.text(0))).collect();

    let orphans: Vec<Version> = idle.into_iter().filter(|version| !known.contains(version)).collect();
    if orphans.len() > most_left_by_crashes(known.len()) {
        // So many are no leftovers: this is another database, an older one, or none. The files may be all there is.
        let (files, rows) = (orphans.len(), known.len());
        tracing::error!(files, rows, "most stored files are unknown to the database; nothing was removed");
        return Ok(());
    }
    for version in &orphans {
        app.store.remove(*version).await;
    }
    if orphans.len() + half_written > 0 {
        tracing::info!(orphans = orphans.len(), half_written, "removed what interrupted uploads left behind");
    }
    app.store.renditions.sweep(|version| known.contains(&version)).await?;
    report_missing(app, &stored.into_iter().collect(), &rows).await
}

fn most_left_by_crashes(known: usize) -> usize {
    if known == 0 { 0 } else { 20 + known / 10 }
}

async fn report_missing(app: &App, stored: &HashSet<Version>, rows: &[Row]) -> Result<()> {
    for row in rows {
        let version = Version::read(row.text(0));
        let missing = match version {
            Some(version) if stored.contains(&version) => false,
            // Perhaps it was written after we looked.
            Some(version) => !app.store.has(version).await? && still_named(app, row.text(0)).await?,
            None => true,
        };
        if missing {
            tracing::error!(name = row.text(1), "the bytes of a file are missing; restore them from a backup");
        }
    }
    Ok(())
}

async fn still_named(app: &App, version: &str) -> Result<bool> {
    Ok(app.db.first(Sql::new("SELECT 1 FROM objects WHERE version = ?").with(version)).await?.is_some())
}
