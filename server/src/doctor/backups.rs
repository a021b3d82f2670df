//! Backups: that they are made, that the last one is good and not old, and that they are not on the disk that they are for.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use rustix::fs::{Access, access};

use super::{Check, Checks, disk, files, size, span};
use crate::backup::{Seal, Status};
use crate::clock;
use crate::config::{BackupPlace, Settings};
use crate::db::Db;
use crate::disk::Room;

const SUBJECT: &str = "backups";
const HOUR: Duration = Duration::from_secs(3600);

pub async fn examine(settings: &Settings, db: Option<&Db>) -> Checks {
    let status = match db {
        Some(db) => Status::read(db).await.ok(),
        None => None,
    };
    let mut checks = Vec::new();
    let next = status.as_ref().and_then(|status| status.last_good.as_ref()).map_or(0, |good| good.bytes);
    match &settings.backup.folder {
        Some(BackupPlace::Path(folder)) => checks.extend(place(folder, settings, next)),
        Some(BackupPlace::Bucket(bucket)) => {
            let named = "UMEED_BACKUP_FOLDER and AWS_… (or UMEED_BACKUP_AWS_…)";
            checks.push(files::bucket(SUBJECT, named, bucket).await);
        }
        None => {}
    }
    checks.extend(encryption(settings));
    if let Some(status) = status {
        checks.push(judge(settings, &status, Timestamp::now()));
    }
    checks
}

/// What leaves the machine should not be for everybody to read.
fn encryption(settings: &Settings) -> Option<Check> {
    let fix = "UMEED_BACKUP_RECIPIENT=age1… (age-keygen makes a key), or UMEED_BACKUP_PASSPHRASE";
    match Seal::new(&settings.backup.keys) {
        Err(cause) => Some(Check::broken(SUBJECT, format!("{cause:#}"), fix)),
        Ok(seal) if !seal.encrypts() && matches!(settings.backup.folder, Some(BackupPlace::Bucket(_))) => {
            Some(Check::warning(SUBJECT, "they leave this machine without being encrypted", fix))
        }
        Ok(_) => None,
    }
}

fn place(folder: &Path, settings: &Settings, next: u64) -> Checks {
    let shown = folder.display();
    let us = super::folder::user(rustix::process::geteuid().as_raw());
    let make = format!("sudo install -d -m 700 -o {us} {shown}");
    let Ok(found) = std::fs::metadata(folder) else {
        return vec![Check::broken(SUBJECT, format!("the folder {shown} is not there; is its disk mounted?"), make)];
    };
    if let Err(cause) = access(folder, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK) {
        let text = format!("the folder {shown} cannot be written: {cause}");
        return vec![Check::broken(SUBJECT, text, make)];
    }
    let mut checks = Vec::new();
    let data = std::fs::metadata(&settings.folder.path);
    if data.is_ok_and(|data| data.dev() == found.dev()) {
        let text = format!("{shown} is on the disk of the data folder: when that disk dies, both are gone");
        let fix =
            "name a folder on another disk by UMEED_BACKUP_FOLDER, or copy that one to another machine (rsync, rclone)";
        checks.push(Check::warning(SUBJECT, text, fix));
    }
    checks.extend(Room::at(folder).map(|room| disk::judge("disk of the backups", room, next, folder)));
    checks
}

fn judge(settings: &Settings, status: &Status, now: Timestamp) -> Check {
    let is_scheduled = settings.backup.folder.is_some() || status.is_scheduled();
    let by_hand = "umeed backup FILE makes one now";
    if let Some(failure) = &status.last_failure {
        let check = Check::broken(SUBJECT, format!("the last one failed: {}", failure.why), by_hand);
        // The unit shuts the service off from most folders, and says it in these words.
        return match failure.why.contains("Read-only file system") {
            true => check.or("the service may write below /mnt, /media, /srv and /var/backups; for another folder: \
                              sudo systemctl edit umeed, and there [Service] and ReadWritePaths=FOLDER"),
            false => check,
        };
    }
    let made = status.last_good.as_ref().and_then(|good| Some((clock::parse(&good.at)?, good.bytes)));
    let Some((at, bytes)) = made else {
        return match is_scheduled {
            true => Check::warning(
                SUBJECT,
                "none has been made yet; the server makes the first soon after it starts",
                by_hand,
            ),
            false => Check::warning(
                SUBJECT,
                "none has been made, and none will be",
                "UMEED_BACKUP_FOLDER=/mnt/other-disk/umeed lets the server make one a day",
            ),
        };
    };
    let age = now.duration_since(at).unsigned_abs();
    let told = format!("the last one was made {} ago ({})", span(age), size(bytes));
    match is_scheduled {
        false => Check::warning(
            SUBJECT,
            format!("{told}, and none is made by itself"),
            "UMEED_BACKUP_FOLDER=/mnt/other-disk/umeed",
        ),
        true if age > 2 * settings.backup.every + HOUR => Check::broken(
            SUBJECT,
            format!("{told}, and there should be newer ones"),
            "sudo journalctl -u umeed | grep backup",
        )
        .or(by_hand),
        true => Check::good(SUBJECT, told),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn an_old_or_failed_backup_is_told() {
        let now = clock::parse("2026-11-16T12:00:00Z").unwrap();
        let mut scheduled = Settings::for_folder("data");
        scheduled.backup.folder = Some(BackupPlace::Path("/backups".into()));
        let never = Settings::for_folder("data");
        let status = |good: Option<&str>, why: Option<&str>| -> Status {
            serde_json::from_value(serde_json::json!({
                "last_good": good.map(|at| serde_json::json!({ "at": at, "bytes": 5_000_000 })),
                "last_failure": why.map(|why| serde_json::json!({ "at": "2026-11-16", "why": why })),
            }))
            .unwrap()
        };
        let state = |settings: &Settings, good, why| judge(settings, &status(good, why), now).state;
        assert_eq!(state(&scheduled, Some("2026-11-16T03:00:00Z"), None), State::Good);
        assert_eq!(state(&scheduled, Some("2026-11-10T03:00:00Z"), None), State::Broken);
        assert_eq!(state(&scheduled, Some("2026-11-16T03:00:00Z"), Some("the disk is full")), State::Broken);
        let shut_off = judge(&scheduled, &status(None, Some("Read-only file system (os error 30)")), now);
        assert!(shut_off.fix[1].contains("ReadWritePaths="), "{shut_off:?}");
        assert_eq!(state(&scheduled, None, None), State::Warning);
        assert_eq!(state(&never, Some("2026-11-16T03:00:00Z"), None), State::Warning);
    }
}
