//! `umeed backup`, `umeed restore` and `umeed check`. The first and the last work beside a server that runs.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;

use crate::app::{lock, prepare_folder, provide_cryptography};
use crate::backup::{self, Archive, Status};
use crate::config::{Folder, Restore};
use crate::db::{Db, Tables};
use crate::safety_copies;
use crate::secret::Secret;
use crate::storage::Store;

/// What is backed up, restored or checked.
struct Data {
    db: Arc<Db>,
    store: Arc<Store>,
}

impl Data {
    async fn open(folder: &Folder, tables: Tables) -> anyhow::Result<Data> {
        provide_cryptography();
        let db = Db::open_with(folder, tables).await?;
        // After the database, so that a mistyped folder is not made.
        prepare_folder(&folder.path)?;
        Ok(Data { store: Arc::new(Store::open(folder, &db).await?), db: Arc::new(db) })
    }
}

pub async fn backup(file: &Path, folder: &Folder) -> anyhow::Result<()> {
    let data = Data::open(folder, Tables::Unchanged).await?;
    let result = backup::make(data.db.clone(), data.store, file).await;
    // Beside a server that runs, as `umeed staff` writes too. A failure is told to the person who typed the command, not
    // to everybody on the dashboard.
    if result.is_ok() {
        Status::record(&data.db, &result, None).await;
    }
    data.db.close().await;
    let made = result?;
    say(&format!("{}: {} rows and {} files in {} bytes\n", file.display(), made.rows, made.files, made.bytes))
}

pub async fn restore(asked: &Restore, folder: &Folder) -> anyhow::Result<()> {
    let mut archive = Archive::open(&asked.file)?;
    archive.skip_refused = asked.skip_refused;
    let (made_at, refused) = (archive.manifest.made_at.clone(), archive.refused.clone());
    prepare_folder(&folder.path)?;
    let _lock = lock(&folder.path)?;
    let data = Data::open(folder, Tables::UpToDate).await?;
    let safety_copy = safety_copies::before_restore(&folder.path);
    let result = backup::restore(archive, data.db.clone(), data.store, asked.replace.then_some(&safety_copy)).await;
    data.db.close().await;
    let restored = result?;
    if let Some(safety_copy) = restored.safety_copy {
        say(&format!("what was there before is in {}\n", safety_copy.display()))?;
    }
    for reason in refused {
        say(&format!("left out, since it was refused: {reason}\n"))?;
    }
    if restored.cleaned > 0 {
        say(&format!("{} files were restored without what they do not show\n", restored.cleaned))?;
    }
    let (rows, files) = (restored.rows, restored.files);
    say(&format!("restored {rows} rows and {files} files as of {made_at}; each was read back and compared\n"))
}

pub async fn check(folder: &Folder) -> anyhow::Result<()> {
    let data = Data::open(folder, Tables::Unchanged).await?;
    let mut report = backup::check(&data.db, &data.store).await;
    data.db.close().await;
    if folder.path.join("secret").exists()
        && let Err(cause) = Secret::load_or_make(&folder.path)
    {
        report.faults.push(format!("{cause:#}"));
    }
    for note in &report.notes {
        say(&format!("note: {note}\n"))?;
    }
    for fault in &report.faults {
        say(&format!("fault: {fault}\n"))?;
    }
    say(&format!("looked at {} rows and {} whole files ({} bytes)\n", report.rows, report.files, report.bytes))?;
    match report.faults.len() {
        0 => say("everything is in order\n"),
        count => bail!("{count} faults were found; what is lost can be restored from a backup"),
    }
}

fn say(text: &str) -> anyhow::Result<()> {
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}
