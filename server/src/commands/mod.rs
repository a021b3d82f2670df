//! The commands: each opens what it needs, calls what does the work, and prints the result.

mod backup;
mod doctor;
mod import;
mod keys;
mod manual;
mod schema;
mod serve;
mod staff;

use crate::config::Command;
use crate::log;

pub use backup::{backup, check, restore};
pub use import::{import, report as import_report};
pub use keys::keys;
pub use staff::staff;

pub async fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(settings) => serve::serve(*settings).await,
        Command::Staff { action, folder } => {
            // What becomes of an account is logged, also when it is done by command.
            let _finish = log::start("warn,umeed::security=info", "text")?;
            staff(action, &folder).await
        }
        Command::Keys { action, folder } => keys(action, &folder).await,
        Command::Backup { file, folder } => backup(&file, &folder).await,
        Command::Restore { restore: asked, folder } => restore(&asked, &folder).await,
        Command::Check(folder) => check(&folder).await,
        Command::Doctor { settings, doctor: asked } => doctor::doctor(&settings, &asked).await,
        Command::Import { import: options, folder } => import(&options, &folder).await,
        Command::Schema { typescript, .. } => schema::schema(typescript),
        Command::Manual { folder } => manual::manual(&folder),
    }
}
