//! The one handle that every part of the server gets.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;

use crate::config::Settings;
use crate::db::{Db, Tables};
use crate::files::Store;
use crate::limits::Limits;
use crate::pages::Pages;
use crate::secret::Secret;
use crate::shed::Shed;

pub struct App {
    pub settings: Settings,
    pub db: Arc<Db>,
    pub store: Arc<Store>,
    pub secret: Secret,
    pub limits: Limits,
    pub shed: Shed,
    pub pages: Pages,
    /// Held as long as we serve, so that no second server works on the same folder.
    _lock: File,
}

impl App {
    pub async fn open(settings: Settings) -> anyhow::Result<App> {
        App::open_with(settings, Tables::UpToDate).await
    }

    pub async fn open_with(settings: Settings, tables: Tables) -> anyhow::Result<App> {
        let folder = settings.folder.path.as_path();
        prepare_folder(folder)?;
        provide_cryptography();
        let lock = lock(folder)?;
        let db = Db::open_with(&settings.folder, tables).await.map_err(|cause| explained(cause, folder))?;
        Ok(App {
            secret: Secret::of(&settings.folder, &db).await?,
            store: Arc::new(Store::open(&settings.folder, &db).await?),
            db: Arc::new(db),
            limits: Limits::default(),
            shed: Shed::default(),
            pages: Pages::open(&settings)?,
            settings,
            _lock: lock,
        })
    }
}

/// Whoever speaks TLS from here finds its cryptography; who asks a second time finds it there already.
pub fn provide_cryptography() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Makes the data folder, readable by its owner only: it holds personal data and the secret.
pub fn prepare_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).with_context(|| format!("cannot make the data folder {}", folder.display()))
}

/// Databases put a full disk in many words, few of them clear.
fn explained(cause: anyhow::Error, folder: &Path) -> anyhow::Error {
    const LITTLE: u64 = 4 * 1024 * 1024;
    match rustix::fs::statvfs(folder) {
        Ok(disk) if disk.f_bavail * disk.f_frsize < LITTLE => {
            cause.context(format!("the disk of the data folder {} is full", folder.display()))
        }
        _ => cause,
    }
}

/// Keeps every other server and restore out of the folder as long as it is held.
pub fn lock(folder: &Path) -> anyhow::Result<File> {
    let path = folder.join("umeed.lock");
    let file = File::options()
        .create(true)
        .write(true)
        .truncate(false)
        .open(&path)
        .with_context(|| format!("cannot write to the data folder {}", folder.display()))?;
    file.try_lock().map_err(|_| anyhow::anyhow!("another umeed serves the data folder {}", folder.display()))?;
    Ok(file)
}
