//! The command line: reads the command and carries it out.

use std::process::ExitCode;

use umeed::commands;
use umeed::config::Cli;

/// A request to the API makes a few hundred small allocations on one thread and frees some on another; this allocator is
/// made for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    // The database holds phone numbers and password hashes: what we write is for its owner only to read.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    match commands::run(Cli::read().command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            eprintln!("umeed: {cause:#}");
            ExitCode::FAILURE
        }
    }
}
