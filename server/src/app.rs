//! Opens the parts of the server and holds them together. Only start and routing know it.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;

use crate::config::{Folder, Settings};
use crate::db::search::Indexing;
use crate::db::{Db, Engine, Sql, Tables};
use crate::disk::{Disk, Room};
use crate::mail::Mail;
use crate::pages::Pages;
use crate::realtime::{self, Realtime};
use crate::request::admission::Admission;
use crate::request::client::Proxies;
use crate::request::rate_limit::Limits;
use crate::rest::Frequent;
use crate::rest::forms::Forms;
use crate::schema::BUCKETS;
use crate::secret::Secret;
use crate::storage::{Storage, Store};
use crate::tls::Tls;

pub struct App {
    pub settings: Settings,
    pub db: Arc<Db>,
    pub store: Arc<Store>,
    pub storage: Arc<Storage>,
    pub secret: Arc<Secret>,
    pub limits: Arc<Limits>,
    pub forms: Arc<Forms>,
    pub mail: Arc<Mail>,
    pub disk: Arc<Disk>,
    pub admission: Arc<Admission>,
    pub proxies: Arc<Proxies>,
    pub pages: Arc<Pages>,
    /// What visitors often ask of the tables.
    pub frequent: Arc<Frequent>,
    pub realtime: Arc<Realtime>,
    /// `None` where a proxy speaks https, or nobody.
    pub tls: Option<Arc<Tls>>,
    /// It was told to stop, and still answers.
    pub stopping: Arc<AtomicBool>,
    /// What keeps the indexes for searching up to date.
    pub indexing: Indexing,
    _realtime_tasks: realtime::Tasks,
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
        let disk = Arc::new(Disk::open(folder));
        let db = Db::open_with(&settings.folder, tables).await.map_err(|cause| explained(cause, folder))?;
        let secret = Arc::new(load_secret(&settings.folder, &db).await?);
        let store = Arc::new(Store::open(&settings.folder, &db).await?);
        let db = Arc::new(db);
        let admission = Arc::<Admission>::default();
        let limits = Arc::<Limits>::default();
        let per_day = settings.max_form_rows_per_day;
        let forms = Forms::new(db.clone(), disk.clone(), limits.clone(), secret.clone(), per_day);
        let storage = Storage {
            db: db.clone(),
            store: store.clone(),
            secret: secret.clone(),
            admission: admission.clone(),
            buckets: BUCKETS,
        };
        let site = settings.public_url.as_ref().map(|_| settings.origin());
        let mail = Mail::new(db.clone(), settings.mail.clone(), site)?;
        let tls = Tls::open(&settings.tls, db.clone(), secret.clone())?.map(Arc::new);
        let (realtime, realtime_tasks) = Realtime::start(db.clone(), secret.clone());
        Ok(App {
            storage: Arc::new(storage),
            pages: Arc::new(Pages::open(&settings, db.clone(), &secret)?),
            frequent: Arc::new(Frequent::new(db.clone(), secret.clone())),
            realtime,
            indexing: Indexing::start(db.clone()),
            tls,
            _realtime_tasks: realtime_tasks,
            db,
            store,
            secret,
            admission,
            limits,
            forms: Arc::new(forms),
            mail: Arc::new(mail),
            disk,
            proxies: Arc::default(),
            stopping: Arc::default(),
            settings,
            _lock: lock,
        })
    }
}

/// Installs the cryptography for TLS, once for the process.
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

/// The secret of this site: in its folder, or in the database where several servers share one.
pub async fn load_secret(folder: &Folder, db: &Db) -> anyhow::Result<Secret> {
    match db.engine() {
        Engine::Sqlite => Secret::load_or_make(&folder.path),
        Engine::Postgres => shared_secret(db).await,
    }
}

/// The first server to start makes it; all others take that one.
async fn shared_secret(db: &Db) -> anyhow::Result<Secret> {
    let insert = "INSERT INTO shared_secrets (name, value) VALUES ('tokens', ?) ON CONFLICT (name) DO NOTHING";
    let insert = Sql::new(insert).with(Secret::random()?.encode());
    db.write(|tx| Box::pin(async move { tx.rows(insert).await.map(drop) })).await?;
    let kept = db.first(Sql::new("SELECT value FROM shared_secrets WHERE name = 'tokens'")).await?;
    Secret::decode(kept.context("the secret is missing from the database")?.text(0))
        .context("the secret in the database is damaged; restore it from a backup, or remove it to sign everyone out")
}

/// Databases describe a full disk in many ways, few of them clear.
fn explained(cause: anyhow::Error, folder: &Path) -> anyhow::Error {
    const LITTLE: u64 = 4 * 1024 * 1024;
    match Room::at(folder) {
        Ok(room) if room.free < LITTLE => {
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
