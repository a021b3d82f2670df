//! The command line: reads the command, opens what it needs, does it.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use umeed::app::App;
use umeed::auth::{FirstAccount, first_password};
use umeed::config::{Cli, Command, Folder, Settings, StaffAction};
use umeed::{aside, auth, backup, commands, files, log, seed, serve};

/// A request to the API makes a few hundred small allocations on one thread and frees some on another; this one is made
/// for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    // The database holds phone numbers and password hashes: what we write is for nobody else to read.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    let result = match Cli::read().command {
        Command::Serve(settings) => run(*settings).await,
        Command::Staff { action, folder } => manage_staff(action, &folder).await,
        Command::Keys(folder) => commands::keys(&folder).await,
        Command::Backup { file, folder } => backup::backup_command(&file, &folder).await,
        Command::Restore { file, replace, folder } => backup::restore_command(&file, replace, &folder).await,
        Command::Check(folder) => backup::check_command(&folder).await,
        Command::Import { import, folder } => commands::import(&import, &folder).await,
        Command::Schema { .. } => commands::schema(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            eprintln!("umeed: {cause:#}");
            ExitCode::FAILURE
        }
    }
}

/// What becomes of an account is logged, also when it is done by command.
async fn manage_staff(action: StaffAction, folder: &Folder) -> anyhow::Result<()> {
    log::start("warn,umeed::security=info", "text")?;
    commands::staff(action, folder).await
}

async fn run(mut settings: Settings) -> anyhow::Result<()> {
    log::start(&settings.log, &settings.log_format)?;
    let listener = serve::listen(settings.listen).await?;
    settings.listen = listener.local_addr()?; // port 0 asks for any free one
    let app = Arc::new(App::open(settings).await?);
    seed::fill_if_empty(&app).await?;
    let first = auth::ensure_first_account(&app.db, &app.settings).await?;
    print_welcome(&app.settings, first);
    tokio::spawn(sweep_files(app.clone()));
    tokio::spawn(backup::keep_making(app.clone()));
    serve::serve(app, listener, serve::stop_signal()).await
}

/// Beside serving, since it looks at every file. Hourly, so that what was removed is really deleted soon.
async fn sweep_files(app: Arc<App>) {
    loop {
        aside::remove_old(&app.settings.folder.path, SystemTime::now());
        if let Err(cause) = files::sweep(&app).await {
            tracing::error!("the stored files could not be looked through: {cause}");
        }
        tokio::time::sleep(Duration::from_secs(3600)).await;
    }
}

/// For the person who started it, on standard output: the log goes elsewhere and must not hold a password. Where no
/// person sits before the output, it goes to a journal or a file as well, and only says where the password is.
fn print_welcome(settings: &Settings, first: Option<FirstAccount>) {
    let address = settings.listen;
    println!("Umeed serves http://{address}");
    if let Some(FirstAccount { email, password }) = first {
        println!("  staff sign-in  http://{address}/admin");
        println!("  email          {email}");
        match password {
            Some(password) if std::io::stdout().is_terminal() => {
                println!("  password       {password}   (shown this once; `umeed staff set-password` changes it)")
            }
            Some(password) => match first_password::leave(&settings.folder.path, &email, &password) {
                Ok(path) => println!("  password       in {}   (removed when you change it)", path.display()),
                Err(cause) => {
                    println!("  password       cannot be kept ({cause}): set one by `umeed staff set-password`")
                }
            },
            None => println!("  password       as set in UMEED_ADMIN_PASSWORD"),
        }
    }
}
