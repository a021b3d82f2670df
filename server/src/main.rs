//! The command line: reads the command, opens what it needs, does it.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;

use tracing_subscriber::EnvFilter;
use umeed::app::App;
use umeed::config::{Cli, Command, Settings};
use umeed::{commands, serve};

#[tokio::main]
async fn main() -> ExitCode {
    let result = match Cli::read().command {
        Command::Serve(settings) => run(*settings).await,
        Command::Staff { action, folder } => commands::staff(action, &folder).await,
        Command::Keys(folder) => commands::keys(&folder),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            eprintln!("umeed: {cause:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(settings: Settings) -> anyhow::Result<()> {
    start_logging(&settings)?;
    let app = Arc::new(App::open(settings).await?);
    let listener = serve::listen(&app).await?;
    tracing::info!("serving on http://{}", listener.local_addr()?);
    serve::serve(app, listener, serve::stop_signal()).await
}

fn start_logging(settings: &Settings) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&settings.log)?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if settings.log_format == "json" {
        log.json().flatten_event(true).init();
    } else {
        log.with_ansi(std::io::stderr().is_terminal()).init();
    }
    Ok(())
}
