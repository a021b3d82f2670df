//! The command line: reads the command and carries it out.

use std::process::ExitCode;

use tokio::runtime::Builder;
use umeed::config::Cli;
use umeed::{commands, log, turns};

/// A request to the API makes a few hundred small allocations on one thread and frees some on another; this allocator is
/// made for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Work that blocks has places of its own (pictures, passwords: up to four a core) or is short, such as reading a file.
/// There are some more for that, but not the runtime's 512: each keeps memory of its own.
fn max_blocking_threads() -> usize {
    12 + 4 * std::thread::available_parallelism().map_or(1, usize::from)
}

fn main() -> ExitCode {
    // The database holds phone numbers and password hashes: what we write is for its owner only to read.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    let command = Cli::read().command;
    turns::shorten();
    let runtime = Builder::new_multi_thread().enable_all().max_blocking_threads(max_blocking_threads()).build();
    match runtime.map_err(Into::into).and_then(|runtime| runtime.block_on(commands::run(command))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            log::report_failure(&cause);
            ExitCode::FAILURE
        }
    }
}
