//! The commands: each opens what it needs, calls what does the work, and prints the result.

mod backup;
mod doctor;
mod import;
mod keys;
mod manual;
mod restore;
mod schema;
mod serve;
mod staff;

use crate::config::Command;
use crate::{log, memory};

pub use backup::{backup, backups, check};
pub use import::{import, report as import_report};
pub use keys::keys;
pub use restore::restore;
pub use staff::staff;

pub async fn run(command: Command) -> anyhow::Result<()> {
    if matches!(command, Command::Backup { .. } | Command::Restore { .. } | Command::Check(_)) {
        memory::hold_little();
    }
    match command {
        Command::Serve(settings) => serve::serve(*settings).await,
        Command::Staff { action, folder } => {
            // What becomes of an account is logged, also when it is done by command.
            let _finish = log::start("warn,umeed::security=info", "text")?;
            staff(action, &folder).await
        }
        Command::Keys { action, folder } => keys(action, &folder).await,
        Command::Backup { file, keys, folder } => backup(&file, &keys, &folder).await,
        Command::Backups { place } => backups(place.as_ref()).await,
        Command::Restore { restore: asked, folder } => restore(&asked, &folder).await,
        Command::Check(folder) => check(&folder).await,
        Command::Doctor { settings, doctor: asked } => doctor::doctor(&settings, &asked).await,
        Command::Import { import: options, folder } => import(&options, &folder).await,
        Command::Schema { typescript, .. } => schema::schema(typescript),
        Command::Manual { folder } => manual::manual(&folder),
    }
}
