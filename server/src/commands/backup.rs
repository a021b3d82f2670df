//! `umeed backup`, `umeed restore` and `umeed check`. The first and the last work beside a server that runs.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;

use crate::app::{load_secret, lock, prepare_folder, provide_cryptography};
use crate::auth::factors;
use crate::backup::{self, Archive, Status};
use crate::config::{Folder, Restore};
use crate::db::{Db, Engine, Tables};
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
    let unreadable = unreadable(folder, &data.db).await;
    data.db.close().await;
    let (restored, unreadable) = (result?, unreadable?);
    if let Some(safety_copy) = restored.safety_copy {
        say(&format!("what was there before is in {}\n", safety_copy.display()))?;
    }
    for reason in refused {
        say(&format!("left out, since it was refused: {reason}\n"))?;
    }
    if restored.cleaned > 0 {
        say(&format!("{} files were restored without what they do not show\n", restored.cleaned))?;
    }
    for email in restored.lost_factors {
        say(&format!(
            "{email} had a second factor, which is not in the archive: it signs in with the password alone\n"
        ))?;
    }
    unreadable.map_or(Ok(()), |words| say(&format!("{words}\n")))?;
    let (rows, files) = (restored.rows, restored.files);
    say(&format!("restored {rows} rows and {files} files as of {made_at}; each was read back and compared\n"))
}

pub async fn check(folder: &Folder) -> anyhow::Result<()> {
    let data = Data::open(folder, Tables::Unchanged).await?;
    let mut report = backup::check(&data.db, &data.store).await;
    // Elsewhere the secret is in the database, and a restore has looked.
    let is_own = data.db.engine() == Engine::Sqlite;
    let unreadable = if is_own { unreadable(folder, &data.db).await } else { Ok(None) };
    data.db.close().await;
    report.notes.extend(unreadable.unwrap_or_default());
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

/// What to know of second factors that were set up with another secret.
async fn unreadable(folder: &Folder, db: &Db) -> anyhow::Result<Option<String>> {
    // The next start makes one where there is none.
    let is_missing = db.engine() == Engine::Sqlite && !folder.path.join("secret").exists();
    let secret = if is_missing { None } else { Some(load_secret(folder, db).await?) };
    let count = factors::store::unreadable(db, secret.as_ref()).await?;
    Ok((count > 0).then(|| {
        format!(
            "{count} second factors were set up with the secret of another server: their owners sign in with a recovery \
             code, or after `umeed staff reset-second-factor EMAIL`; or put the old server's secret in place"
        )
    }))
}

fn say(text: &str) -> anyhow::Result<()> {
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}
