//! When the last backup was made and what went wrong since: kept in the data folder, so that a backup made on the command
//! line counts too, and told to staff on their dashboard and to the operator's monitoring.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use super::make::Made;
use crate::app::App;
use crate::clock;

const FILE: &str = "last-backup.json";

#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub struct Status {
    pub last_good: Option<Good>,
    /// Only when it came after the last good one.
    pub last_failure: Option<Failure>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Good {
    pub at: String,
    pub bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    pub at: String,
    pub why: String,
}

impl Status {
    pub fn read(folder: &Path) -> Status {
        let text = std::fs::read(folder.join(FILE)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Remembers how a backup went. That this fails is logged only: the backup itself is what counts.
    pub fn record(folder: &Path, result: &anyhow::Result<Made>) {
        let at = clock::now();
        let status = match result {
            Ok(made) => Status { last_good: Some(Good { at, bytes: made.bytes }), last_failure: None },
            Err(cause) => {
                let failure = Failure { at, why: format!("{cause:#}") };
                Status { last_failure: Some(failure), ..Status::read(folder) }
            }
        };
        if let Err(cause) = status.write(folder) {
            tracing::warn!("cannot remember how the backup went: {cause:#}");
        }
    }

    fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let half = folder.join(format!("{FILE}.{}.part", std::process::id()));
        let mut file = std::fs::File::create(&half)?;
        serde_json::to_writer(&mut file, self)?;
        file.sync_all()?;
        Ok(std::fs::rename(half, folder.join(FILE))?)
    }
}

static GOOD: AtomicU64 = AtomicU64::new(0);
static FAILED: AtomicU64 = AtomicU64::new(0);

pub fn count(result: &anyhow::Result<Made>) {
    let counter = if result.is_ok() { &GOOD } else { &FAILED };
    counter.fetch_add(1, Relaxed);
}

/// The figures for /metrics; when there has been no good backup, its time and size are not among them.
pub fn figures(app: &App) -> String {
    let (good, failed) = (GOOD.load(Relaxed), FAILED.load(Relaxed));
    let mut text = format!(
        "# TYPE umeed_backups_total counter\numeed_backups_total{{result=\"good\"}} {good}\n\
         umeed_backups_total{{result=\"failed\"}} {failed}\n"
    );
    if let Some(good) = Status::read(&app.settings.folder.path).last_good
        && let Some(at) = clock::parse(&good.at)
    {
        for (name, value) in [("timestamp_seconds", at.as_second() as u64), ("bytes", good.bytes)] {
            let name = format!("umeed_backup_last_good_{name}");
            let _ = writeln!(text, "# TYPE {name} gauge\n{name} {value}");
        }
    }
    text
}
