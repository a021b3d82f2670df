//! `umeed serve`: opens the app, fills an empty database, and serves until it is told to stop.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::app::{App, prepare_folder};
use crate::auth::{FirstAccount, first_password, set_up_link};
use crate::backup::{Place, Schedule, Scratch, Seal};
use crate::config::{BackupPlace, BackupSchedule, Settings, TlsSettings};
use crate::http::Listeners;
use crate::{auth, backup, clock, history, http, log, rest, safety_copies, seed, statistics, storage};

pub async fn serve(mut settings: Settings) -> anyhow::Result<()> {
    let _finish = log::start(&settings.log, &settings.log_format)?;
    clock::require_usable()?;
    // Before anything else, since a setting that cannot be meant is to be seen at once.
    let seal = Seal::new(&settings.backup.keys)?;
    let listeners = Listeners::open(&mut settings).await?;
    let app = Arc::new(App::open(settings).await?);
    seed::fill_if_empty(&app.db, &app.store, app.settings.sample_content).await?;
    seed::add_missing_documents(&app.db).await?;
    backup::Status::take_over(&app.db, &app.settings.folder.path).await;
    let first = auth::ensure_first_account(&app.db, &app.settings).await?;
    let link = match &first {
        Some(first) => set_up_link(&app, first).await,
        None => {
            first_password::readdress(&app.settings.folder.path, &app.settings.origin());
            None
        }
    };
    print_welcome(&app.settings, first, link);
    tokio::spawn(sweep_hourly(app.clone()));
    tokio::spawn(sweep_history(app.clone()));
    let counting = app.clone();
    tokio::spawn(async move { statistics::keep_storing(&counting.db, &counting.pages.views).await });
    tokio::spawn(app.disk.clone().keep_watch());
    let mail = app.mail.clone();
    tokio::spawn(async move { mail.keep_sending().await });
    Scratch::remove_left(&app.settings.folder.path);
    if let Some(schedule) = schedule(&app, seal)? {
        tokio::spawn(backup::keep_making(app.db.clone(), app.store.clone(), schedule));
    }
    if let Some(tls) = app.tls.clone() {
        tokio::spawn(async move { tls.keep_current().await });
    }
    http::serve(app, listeners, http::stop_signal()).await
}

fn schedule(app: &App, seal: Seal) -> anyhow::Result<Option<Schedule>> {
    let BackupSchedule { folder, every, keep, .. } = &app.settings.backup;
    let Some(folder) = folder else { return Ok(None) };
    if let BackupPlace::Path(folder) = folder {
        // Only now: a disk that is gone later must not be replaced by an empty folder. That it cannot be made is said by
        // the first backup, which fails.
        let _ = prepare_folder(folder);
    }
    let data = app.settings.folder.path.clone();
    let place = Arc::new(Place::open(folder, &data)?);
    if place.is_away() && !seal.encrypts() {
        tracing::warn!(
            "backups leave this machine without being encrypted: UMEED_BACKUP_RECIPIENT or UMEED_BACKUP_PASSPHRASE is not set"
        );
    }
    let (seal, mail) = (Arc::new(seal), app.mail.clone());
    Ok(Some(Schedule { place, seal, data, every: *every, keep: (*keep).into(), mail }))
}

/// The start belongs to the visitors who waited for it.
const START: Duration = Duration::from_secs(60);

async fn sweep_history(app: Arc<App>) {
    tokio::time::sleep(START).await;
    history::keep_sweeping(&app.db, &app.settings.history).await;
}

/// In the background, since it looks at every file. Hourly, so that what was removed is really deleted soon.
async fn sweep_hourly(app: Arc<App>) {
    tokio::time::sleep(START).await;
    loop {
        safety_copies::remove_old(&app.settings.folder.path, SystemTime::now());
        let now = jiff::Timestamp::now();
        if let Err(cause) = rest::forms::retention::sweep(&app.db, app.settings.message_days, now).await {
            tracing::error!("old messages could not be removed: {cause}");
        }
        if let Err(cause) = app.mail.sweep(now).await {
            tracing::error!("the outbox could not be swept: {cause}");
        }
        if let Err(cause) = statistics::sweep(&app.db, now).await {
            tracing::error!("old views of pages could not be removed: {cause}");
        }
        if let Err(cause) = storage::sweep(&app.db, &app.store).await {
            tracing::error!("the stored files could not be swept: {cause}");
        }
        tokio::time::sleep(Duration::from_secs(3600)).await;
    }
}

/// The link to the page that sets the site up in a browser. Who chose the password has chosen how the site is set up, and gets
/// none. Without it the password still opens everything, so a failure only costs the link.
async fn set_up_link(app: &App, first: &FirstAccount) -> Option<String> {
    first.password.as_ref()?;
    match set_up_link::make(&app.db, &app.secret, first).await {
        Ok(token) => Some(first_password::link(&app.settings.origin(), &token)),
        Err(cause) => {
            tracing::error!("no link to set the site up could be made: {cause}");
            None
        }
    }
}

/// For the person who started it, on standard output: the log goes elsewhere and must not hold a password. If the output
/// is not a terminal, it may end up in a journal or a file, so it only says where the password and the link are.
fn print_welcome(settings: &Settings, first: Option<FirstAccount>, link: Option<String>) {
    let is_https = matches!(settings.tls.source(), Ok(Some(_)));
    let address = if is_https { settings.origin() } else { format!("http://{}", settings.listen) };
    println!("Umeed serves {address}");
    if is_https {
        let TlsSettings { https_listen, http_listen, .. } = &settings.tls;
        println!("  listening on   {https_listen} (https), {http_listen} (http, which leads to it)");
    }
    let Some(FirstAccount { email, password, .. }) = first else { return };
    println!("  staff sign-in  {address}/admin");
    println!("  email          {email}");
    let Some(password) = password else {
        return println!("  password       as set in UMEED_ADMIN_PASSWORD");
    };
    if std::io::stdout().is_terminal() {
        println!("  password       {password}   (shown this once; `umeed staff set-password` changes it)");
        if let Some(link) = link {
            println!("  or set up in a browser, once, within a day:");
            println!("  {link}");
        }
        return;
    }
    match first_password::write(&settings.folder.path, &email, &password, link.as_deref()) {
        Ok(path) => {
            println!("  password       in {}   (removed when you change it)", path.display());
            if link.is_some() {
                println!("  or set up in a browser, once, within a day, by the link in the same file");
            }
        }
        Err(cause) => println!("  password       cannot be kept ({cause}): set one by `umeed staff set-password`"),
    }
}
