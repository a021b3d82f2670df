//! `umeed manual FOLDER`: the manual pages and the completions of shells, made from the commands themselves. Packages call it.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::{Shell, generate_to};

use crate::config::Cli;

pub fn manual(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(Cli::command(), folder)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        generate_to(shell, &mut Cli::command(), "umeed", folder)?;
    }
    Ok(())
}
