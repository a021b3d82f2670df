//! `umeed import`: takes over the rows and files of a hosted project and prints what became of them.

use std::io::Write;

use crate::app::App;
use crate::config::{Folder, Import, Settings};
use crate::db::{Db, Tables};
use crate::import::{self, Pictures, Source};

pub async fn import(asked: &Import, folder: &Folder) -> anyhow::Result<()> {
    let report = report(asked, folder).await?;
    Ok(std::io::stdout().write_all(report.as_bytes())?)
}

/// Imports, or with `--dry-run` leaves everything as it was, and says what became of it.
pub async fn report(asked: &Import, folder: &Folder) -> anyhow::Result<String> {
    let (source, pictures) = import::gather(asked)?;
    if !asked.dry_run {
        return import_into(folder, Tables::UpToDate, asked, &source, pictures).await;
    }
    let was_there = folder.path.exists();
    let report = if Db::exists(folder).await? {
        import_into(folder, Tables::Unchanged, asked, &source, pictures).await
    } else {
        // Nothing is there to look into: an empty place will do, which goes afterwards.
        let empty = Folder::at(folder.path.join("dry-run"));
        let report = import_into(&empty, Tables::UpToDate, asked, &source, pictures).await;
        let _ = std::fs::remove_dir_all(&empty.path);
        report
    };
    if !was_there {
        let _ = std::fs::remove_dir_all(&folder.path); // made a moment ago, for the lock
    }
    report
}

async fn import_into(
    folder: &Folder,
    tables: Tables,
    asked: &Import,
    source: &Source,
    pictures: Pictures,
) -> anyhow::Result<String> {
    let settings = Settings { folder: folder.clone(), ..Settings::for_folder(&folder.path) };
    // The lock that this takes keeps a server out, whose kept pages would not show what we write.
    let app = App::open_with(settings, tables).await?;
    let report = import::import(&app.db, &app.store, asked, source, pictures).await;
    app.db.close().await;
    report
}
