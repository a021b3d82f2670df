//! Backups that the server makes by itself: one whenever the last is old enough, into a folder or a bucket. Each is read
//! back from there, and restored into a scratch place where that is possible; only then the oldest are removed.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::figures;
use super::make::{Made, Making, NotCopied};
use super::place::{Entry, Place};
use super::scratch::Scratch;
use super::seal::Seal;
use super::status::{Check, Failure, Good, Status, Step, WhyNot};
use super::verify::{Verified, verify};
use crate::db::Db;
use crate::mail::Mail;
use crate::storage::Store;

/// How long at most until it is looked again whether one is due: somebody may have removed the last.
const LOOK_EVERY: Duration = Duration::from_secs(60);
/// Where looking is a request that is paid for.
const LOOK_AWAY_EVERY: Duration = Duration::from_secs(3600);
/// After a failure, unless backups are made more often than that.
const RETRY: Duration = Duration::from_secs(3600);
const FORM: &str = "umeed-%Y-%m-%dT%H-%M-%SZ.tar";
pub const ENCRYPTED: &str = ".age";

/// Where backups are made, how often, and how many of them are kept.
pub struct Schedule {
    pub place: Arc<Place>,
    pub seal: Arc<Seal>,
    /// The data folder, in which they are restored to check them.
    pub data: PathBuf,
    pub every: Duration,
    pub keep: usize,
    /// Owners are told of a failure.
    pub mail: Arc<Mail>,
}

/// Makes backups as long as it is polled.
pub async fn keep_making(db: Arc<Db>, store: Arc<Store>, schedule: Schedule) {
    let every = schedule.every;
    let look_every = if schedule.place.is_away() { LOOK_AWAY_EVERY } else { LOOK_EVERY };
    loop {
        let now = Timestamp::now();
        // Where nothing can be listed nothing can be made either, which then says why.
        let entries = schedule.place.list().await.unwrap_or_default();
        let age = newest_before(&entries, now).map(|last| now.duration_since(last).unsigned_abs());
        let wait = match age.and_then(|age| every.checked_sub(age)).filter(|left| !left.is_zero()) {
            Some(left) => left.min(look_every),
            None => match make_scheduled(&db, &store, &schedule, now).await {
                Ok(_) => LOOK_EVERY,
                Err(_) => RETRY,
            },
        };
        tokio::time::sleep(wait.min(every)).await;
    }
}

/// Makes one backup, checks it, then removes the oldest. What happened is logged, counted and shown to staff.
pub async fn make_scheduled(
    db: &Arc<Db>,
    store: &Arc<Store>,
    schedule: &Schedule,
    now: Timestamp,
) -> anyhow::Result<Made> {
    let (result, name) = (make_and_check(db, store, schedule, now).await, name_of(now, &schedule.seal));
    let note = match &result {
        Ok((made, check)) => Ok(Good::of(made, Some(check.clone()))),
        Err((step, cause)) => Err(Failure::of(*step, cause)),
    };
    Status::record(db, note, Some(schedule.every.max(RETRY)), Some(&schedule.mail)).await;
    match result {
        Ok((made, check)) => {
            let restored = check.restored;
            tracing::info!(bytes = made.bytes, rows = made.rows, files = made.files, restored, "made a backup");
            if let Err(cause) = remove_oldest(&schedule.place, schedule.keep, &name).await {
                tracing::warn!("an old backup could not be removed: {cause:#}");
            }
            Ok(made)
        }
        Err((step, cause)) => {
            match step {
                Step::Making => tracing::error!("the backup failed: {cause:#}"),
                Step::Checking => {
                    tracing::error!("the backup was made and could not be restored to check it: {cause:#}")
                }
            }
            Err(cause)
        }
    }
}

async fn make_and_check(
    db: &Arc<Db>,
    store: &Arc<Store>,
    schedule: &Schedule,
    now: Timestamp,
) -> Result<(Made, Check), (Step, anyhow::Error)> {
    let Schedule { place, seal, data, .. } = schedule;
    if let Some(folder) = place.path("") {
        remove_parts(&folder);
    }
    let name = name_of(now, seal);
    let scratch = Scratch::make(data).map_err(|cause| (Step::Making, cause))?;
    // A file of this machine that is not encrypted can be restored from where it is.
    let as_it_is = place.path(&name).filter(|_| !seal.encrypts());
    let copy = as_it_is.is_none().then(|| scratch.archive());
    let making = Making {
        db: db.clone(),
        store: store.clone(),
        place: place.clone(),
        name,
        seal: seal.clone(),
        copy: copy.clone(),
    };
    let made = making.make().await;
    figures::count_made(made.is_ok());
    let made = made.map_err(|cause| (Step::Making, cause))?;
    let check = match (&made.copied, as_it_is.or(copy)) {
        (Err(NotCopied::NoKey), _) => Ok(Check::not_restored(WhyNot::NoKey)),
        (Err(NotCopied::NoRoom), _) => Ok(Check::not_restored(WhyNot::NoRoom)),
        (Err(NotCopied::Failed(why)), _) => Err(anyhow!("there is no place to restore it to: {why}")),
        (_, None) => Err(anyhow!("there is nothing to restore")),
        (_, Some(archive)) => verify(&archive, scratch).await.map(|verified| match verified {
            Verified::Restored { refused } => Check::restored(refused),
            Verified::NoRoom { needed, free } => {
                tracing::warn!(needed, free, "the disk has no room to restore the backup and so to check it");
                Check::not_restored(WhyNot::NoRoom)
            }
        }),
    };
    figures::count_checked(&check);
    check.map(|check| (made, check)).map_err(|cause| (Step::Checking, cause))
}

fn name_of(now: Timestamp, seal: &Seal) -> String {
    let end = if seal.encrypts() { ENCRYPTED } else { "" };
    format!("{}{end}", now.to_zoned(TimeZone::UTC).strftime(FORM))
}

/// When the schedule made an archive of this name; `None` where it did not. Only a whole archive has such a name.
pub fn time_of(name: &str) -> Option<Timestamp> {
    let plain = name.strip_suffix(ENCRYPTED).unwrap_or(name);
    let time = DateTime::strptime(FORM, plain).ok()?;
    // To the letter: whatever is called a little differently is somebody else's.
    (time.strftime(FORM).to_string() == plain).then(|| time.to_zoned(TimeZone::UTC).ok())?.map(|time| time.timestamp())
}

/// One from the future was made while the clock was wrong; it must not keep others from being made.
fn newest_before(entries: &[Entry], now: Timestamp) -> Option<Timestamp> {
    entries.iter().filter_map(|entry| time_of(&entry.name)).filter(|time| *time <= now).max()
}

async fn remove_oldest(place: &Place, keep: usize, just_made: &str) -> anyhow::Result<()> {
    let entries = place.list().await?;
    let mut archives: Vec<_> =
        entries.into_iter().filter_map(|entry| Some((time_of(&entry.name)?, entry.name))).collect();
    archives.sort();
    let too_many = archives.len().saturating_sub(keep);
    for (_, name) in archives.into_iter().take(too_many).filter(|(_, name)| name != just_made) {
        place.remove(&name).await?;
    }
    Ok(())
}

/// What a crash left of backups under way. One that is being written is locked.
fn remove_parts(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name.to_str().and_then(|name| name.strip_suffix(".part"));
        if ours.is_some_and(|name| time_of(name).is_some())
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::BackupPlace;

    fn folder_with(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        folder
    }

    fn place(folder: &tempfile::TempDir) -> Place {
        Place::open(&BackupPlace::Path(folder.path().into()), Path::new(".")).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    const DAYS: [&str; 3] =
        ["umeed-2026-01-01T03-00-00Z.tar", "umeed-2026-01-02T03-00-00Z.tar", "umeed-2026-01-03T03-00-00Z.tar.age"];

    #[tokio::test]
    async fn the_oldest_go_and_nothing_else_does() {
        let others = ["mine.tar", "umeed-2026-1-01T03-00-00Z.tar", "umeed-2026.tar"];
        let folder = folder_with(&[&DAYS[..], &others[..]].concat());
        let kept = [others[0], DAYS[1], DAYS[2], others[1], others[2]];
        remove_oldest(&place(&folder), 2, DAYS[2]).await.unwrap();
        assert_eq!(names(folder.path()), kept);
        // The clock was wrong, so that the new one seems to be the oldest.
        remove_oldest(&place(&folder), 1, DAYS[1]).await.unwrap();
        assert_eq!(names(folder.path()), kept);
    }

    #[test]
    fn the_newest_of_the_past_says_when_the_next_is_due() {
        let entries = DAYS.map(|name| Entry { name: name.into(), bytes: 1 });
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        assert_eq!(newest_before(&entries, at("2026-01-02T04:00:00Z")), Some(at("2026-01-02T03:00:00Z")));
        assert_eq!(newest_before(&entries, at("2026-01-04T04:00:00Z")), Some(at("2026-01-03T03:00:00Z")));
        assert_eq!(newest_before(&entries, at("2025-01-01T00:00:00Z")), None);
        assert_eq!(newest_before(&[], at("2026-01-02T04:00:00Z")), None);
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
