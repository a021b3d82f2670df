//! Backups that the server makes by itself: one whenever the last is old enough, into a folder from which the oldest are
//! removed, but only after a new one has been made and read back.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::make::{Made, make};
use super::status::{self, Status};
use crate::db::Db;
use crate::storage::Store;

const LOOK_EVERY: Duration = Duration::from_secs(60);
/// After a failure, unless backups are made more often than that.
const RETRY: Duration = Duration::from_secs(3600);
const FORM: &str = "umeed-%Y-%m-%dT%H-%M-%SZ.tar";

/// Into which folder backups are made, how often, and how many of them are kept.
pub struct Schedule {
    pub folder: PathBuf,
    pub every: Duration,
    pub keep: usize,
}

/// Makes backups as long as it is polled.
pub async fn keep_making(db: Arc<Db>, store: Arc<Store>, schedule: Schedule) {
    let every = schedule.every;
    loop {
        let now = Timestamp::now();
        let wait = match newest_before(&schedule.folder, now) {
            Some(last) if now.duration_since(last).unsigned_abs() < every => LOOK_EVERY,
            _ => match make_scheduled(&db, &store, &schedule, now).await {
                Ok(_) => LOOK_EVERY,
                Err(_) => RETRY,
            },
        };
        tokio::time::sleep(wait.min(every)).await;
    }
}

/// Makes one backup into the folder, then removes the oldest. What happened is logged, counted and shown to staff.
pub async fn make_scheduled(
    db: &Arc<Db>,
    store: &Arc<Store>,
    schedule: &Schedule,
    now: Timestamp,
) -> anyhow::Result<Made> {
    let folder = schedule.folder.as_path();
    remove_parts(folder);
    let path = folder.join(now.to_zoned(TimeZone::UTC).strftime(FORM).to_string());
    let result = make(db.clone(), store.clone(), &path).await;
    status::count(&result);
    Status::record(db, &result).await;
    match &result {
        Ok(made) => {
            tracing::info!(bytes = made.bytes, rows = made.rows, files = made.files, "made a backup");
            if let Err(cause) = remove_oldest(folder, schedule.keep, &made.path) {
                tracing::warn!("an old backup could not be removed: {cause:#}");
            }
        }
        Err(cause) => tracing::error!("the backup failed: {cause:#}"),
    }
    result
}

/// The archives that the schedule made, with their times. A file gets such a name only once it is whole.
fn archives(folder: &Path) -> Vec<(Timestamp, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut archives: Vec<(Timestamp, PathBuf)> = entries
        .filter_map(|entry| {
            let time = jiff::civil::DateTime::strptime(FORM, entry.file_name().to_str()?).ok()?;
            Some((time.to_zoned(TimeZone::UTC).ok()?.timestamp(), entry.path()))
        })
        .collect();
    archives.sort();
    archives
}

/// One from the future was made while the clock was wrong; it must not keep others from being made.
fn newest_before(folder: &Path, now: Timestamp) -> Option<Timestamp> {
    archives(folder).into_iter().map(|(time, _)| time).rfind(|time| *time <= now)
}

fn remove_oldest(folder: &Path, keep: usize, just_made: &Path) -> anyhow::Result<()> {
    let archives = archives(folder);
    let too_many = archives.len().saturating_sub(keep);
    for (_, path) in archives.into_iter().take(too_many).filter(|(_, path)| path != just_made) {
        std::fs::remove_file(&path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// What a crash left of backups under way. One that is being written is locked.
fn remove_parts(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name.to_str().and_then(|name| name.strip_suffix(".part"));
        if ours.is_some_and(|name| jiff::civil::DateTime::strptime(FORM, name).is_ok())
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    const DAYS: [&str; 3] =
        ["umeed-2026-01-01T03-00-00Z.tar", "umeed-2026-01-02T03-00-00Z.tar", "umeed-2026-01-03T03-00-00Z.tar"];

    #[test]
    fn the_oldest_go_and_nothing_else_does() {
        let folder = folder_with(&[DAYS[0], DAYS[1], DAYS[2], "mine.tar", "umeed-2026.tar"]);
        remove_oldest(folder.path(), 2, &folder.path().join(DAYS[2])).unwrap();
        assert_eq!(names(folder.path()), ["mine.tar", DAYS[1], DAYS[2], "umeed-2026.tar"]);
        // The clock was wrong, so that the new one seems to be the oldest.
        remove_oldest(folder.path(), 1, &folder.path().join(DAYS[1])).unwrap();
        assert_eq!(names(folder.path()), ["mine.tar", DAYS[1], DAYS[2], "umeed-2026.tar"]);
    }

    #[test]
    fn the_newest_of_the_past_says_when_the_next_is_due() {
        let folder = folder_with(&[DAYS[0], DAYS[1], DAYS[2]]);
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        assert_eq!(newest_before(folder.path(), at("2026-01-02T04:00:00Z")), Some(at("2026-01-02T03:00:00Z")));
        assert_eq!(newest_before(folder.path(), at("2025-01-01T00:00:00Z")), None);
        assert_eq!(newest_before(&folder.path().join("nowhere"), at("2026-01-02T04:00:00Z")), None);
    }

    #[test]
    fn what_a_crash_left_goes_and_what_is_being_written_stays() {
        let parts = DAYS.map(|name| format!("{name}.part"));
        let folder = folder_with(&[&parts[0], &parts[1], "mine.tar.part"]);
        let busy = File::open(folder.path().join(&parts[1])).unwrap();
        busy.lock().unwrap();
        remove_parts(folder.path());
        assert_eq!(names(folder.path()), ["mine.tar.part", parts[1].as_str()]);
    }
}
