//! `umeed backup`, `umeed backups` and `umeed check`. All work beside a server that runs.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};

use crate::app::{load_secret, prepare_folder, provide_cryptography};
use crate::auth::factors;
use crate::backup::{self, ENCRYPTED, Entry, Good, Making, Place, Seal, Status};
use crate::config::{BackupKeys, BackupPlace, Folder};
use crate::db::{Db, Engine, Tables};
use crate::secret::Secret;
use crate::storage::Store;

/// What is backed up, restored or checked.
pub struct Data {
    pub db: Arc<Db>,
    pub store: Arc<Store>,
}

impl Data {
    pub async fn open(folder: &Folder, tables: Tables) -> anyhow::Result<Data> {
        provide_cryptography();
        let db = Db::open_with(folder, tables).await?;
        // After the database, so that a mistyped folder is not made.
        prepare_folder(&folder.path)?;
        Ok(Data { store: Arc::new(Store::open(folder, &db).await?), db: Arc::new(db) })
    }
}

pub async fn backup(file: &BackupPlace, keys: &BackupKeys, folder: &Folder) -> anyhow::Result<()> {
    provide_cryptography();
    let seal = Seal::new(keys)?;
    let (place, name) = Place::of_archive(file, &folder.path)?;
    if seal.encrypts() != name.ends_with(ENCRYPTED) {
        match seal.encrypts() {
            true => bail!("the archive is encrypted, so its name must end in {ENCRYPTED}: {file}{ENCRYPTED}"),
            false => bail!(
                "{file} would not be encrypted: set UMEED_BACKUP_RECIPIENT or UMEED_BACKUP_PASSPHRASE, or leave out {ENCRYPTED}"
            ),
        }
    }
    let data = Data::open(folder, Tables::Unchanged).await?;
    let (db, store, place, seal) = (data.db.clone(), data.store, Arc::new(place), Arc::new(seal));
    let result = Making { db, store, place, name, seal, copy: None }.make().await;
    // Beside a server that runs, as `umeed staff` writes too. A failure is told to the person who typed the command, not
    // to everybody on the dashboard.
    if let Ok(made) = &result {
        Status::record(&data.db, Ok(Good::of(made, None)), None, None).await;
    }
    data.db.close().await;
    let made = result?;
    let encrypted = if made.encrypted { ", encrypted" } else { "" };
    say(&format!("{}: {} rows and {} files in {} bytes{encrypted}\n", made.place, made.rows, made.files, made.bytes))
}

/// Lists the archives of a folder or bucket, oldest first by name.
pub async fn backups(place: Option<&BackupPlace>) -> anyhow::Result<()> {
    let place = place.context("say where to look: a folder, or s3://bucket/prefix (or set UMEED_BACKUP_FOLDER)")?;
    provide_cryptography();
    let archives = backup::archives(&Place::open(place, Path::new("."))?).await?;
    for Entry { name, bytes } in &archives {
        let encrypted = if name.ends_with(ENCRYPTED) { "  encrypted" } else { "" };
        say(&format!("{name}  {bytes} bytes{encrypted}\n"))?;
    }
    if archives.is_empty() { say(&format!("there are no archives in {place}\n")) } else { Ok(()) }
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
pub async fn unreadable(folder: &Folder, db: &Db) -> anyhow::Result<Option<String>> {
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

pub fn say(text: &str) -> anyhow::Result<()> {
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}
