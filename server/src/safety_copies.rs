//! What is kept beside the data before it is changed as a whole: the database before a migration, everything before
//! `restore --replace`. Such a copy still holds what was deleted since, so it is removed after a while.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::clock;

const BEFORE_MIGRATION: &str = "umeed-before-migration-";
const BEFORE_RESTORE: &str = "before-restore-";
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// With the time, so that nobody mistakes a copy of an earlier attempt for this one.
pub fn before_migration(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{BEFORE_MIGRATION}{number}-{}.db", moment()))
}

pub fn before_restore(folder: &Path) -> PathBuf {
    folder.join(format!("{BEFORE_RESTORE}{}.tar", moment()))
}

/// 2026-01-01T00-00-00-000000, since not every disk takes a colon.
fn moment() -> String {
    clock::now()[..26].replace([':', '.'], "-")
}

/// Removes the copies that are old enough, also those that a crash left half made.
pub fn remove_old(folder: &Path, now: SystemTime) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = [BEFORE_MIGRATION, BEFORE_RESTORE].iter().any(|begin| name.starts_with(begin));
        let made = entry.metadata().ok().filter(|data| data.is_file()).and_then(|data| data.modified().ok());
        let age = made.and_then(|made| now.duration_since(made).ok());
        if !is_ours || age.is_none_or(|age| age <= KEPT) {
            continue;
        }
        match std::fs::remove_file(entry.path()) {
            Ok(()) => tracing::info!("removed {name}, which was kept for 30 days"),
            Err(cause) => tracing::warn!("{name} is over 30 days old and could not be removed: {cause}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_go_after_thirty_days_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let copies = [before_migration(folder.path(), 2), before_restore(folder.path())];
        let others = ["umeed.db", "mine-before-restore.tar"].map(|name| folder.path().join(name));
        for path in copies.iter().chain(&others) {
            std::fs::write(path, "").unwrap();
        }
        let day = |number: u64| SystemTime::now() + Duration::from_secs(number * 24 * 3600);
        remove_old(folder.path(), day(29));
        assert!(copies.iter().all(|path| path.exists()));
        remove_old(folder.path(), day(31));
        assert!(copies.iter().all(|path| !path.exists()) && others.iter().all(|path| path.exists()));
    }
}
