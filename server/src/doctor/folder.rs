//! The data folder: that it is there, whose it is, who else can read it, and whether its disk keeps what it is given.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{Access, access, statfs};
use rustix::process::geteuid;

use super::{Check, Checks};
use crate::config::Settings;

const SUBJECT: &str = "data folder";

pub fn data(settings: &Settings) -> Checks {
    let folder = settings.folder.path.as_path();
    let shown = folder.display();
    let found = match std::fs::metadata(folder) {
        Ok(found) if found.is_dir() => found,
        Ok(_) => return vec![Check::broken(SUBJECT, format!("{shown} is a file"), "name a folder by UMEED_DATA")],
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
            let text = format!("{shown} is not there yet; the server makes it when it starts");
            return vec![Check::warning(
                SUBJECT,
                text,
                "if it should be there: is its disk mounted? Is UMEED_DATA right?",
            )];
        }
        Err(cause) => {
            let text = format!("{shown} cannot be looked at: {cause}");
            return vec![Check::broken(SUBJECT, text, "sudo umeed doctor")];
        }
    };
    let mut checks = vec![owner(folder, &found, geteuid().as_raw())];
    checks.extend(rights(folder, &found));
    checks.extend(file_system(folder, settings.folder.database.is_none()));
    checks
}

/// The server writes here, so everything belongs to the user that it runs as: us, or the folder's owner if we are root.
fn owner(folder: &Path, found: &Metadata, ours: u32) -> Check {
    let (shown, owner) = (folder.display(), found.uid());
    if ours != 0 && owner != ours {
        let text = format!("{shown} belongs to {}, and this runs as {}", user(owner), user(ours));
        return Check::broken(SUBJECT, text, format!("sudo chown -R {}: {shown}", user(ours)))
            .or(format!("or run the server and its commands as {0}: sudo -u {0} umeed …", user(owner)));
    }
    if let Some((path, other)) = strangers(folder, owner) {
        let text = format!("{path} belongs to {}, and the folder to {}", user(other), user(owner));
        return Check::broken(SUBJECT, text, format!("sudo chown -R {}: {shown}", user(owner)));
    }
    match access(folder, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK) {
        Ok(()) => Check::good(SUBJECT, format!("{shown} belongs to {} and can be written", user(owner))),
        Err(rustix::io::Errno::ROFS) => {
            let text = format!("{shown} is on a disk that can only be read");
            Check::broken(SUBJECT, text, format!("sudo mount -o remount,rw {shown}; sudo dmesg | tail says why"))
        }
        Err(cause) => Check::broken(
            SUBJECT,
            format!("{shown} cannot be written: {cause}"),
            format!("sudo chmod 700 {shown}; sudo chown -R {}: {shown}", user(owner)),
        ),
    }
}

/// Something in the folder, or right below it, that belongs to somebody else, as after a command that was run as root.
fn strangers(folder: &Path, owner: u32) -> Option<(String, u32)> {
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let all =
        entries(folder).flat_map(|entry| std::iter::once(entry.path()).chain(entries(&entry.path()).map(|e| e.path())));
    all.filter_map(|path| Some((path.symlink_metadata().ok()?.uid(), path)))
        .find(|(uid, path)| *uid != owner && !path.ends_with("lost+found"))
        .map(|(uid, path)| (path.display().to_string(), uid))
}

/// It holds phone numbers, digests of passwords and the secret that signs sessions.
fn rights(folder: &Path, found: &Metadata) -> Checks {
    let close = format!("sudo chmod 700 {}", folder.display());
    let mut checks = Vec::new();
    if found.mode() & 0o077 != 0 {
        let text =
            format!("other users of this machine can look into {} ({:03o})", folder.display(), found.mode() & 0o777);
        checks.push(Check::warning(SUBJECT, text, close));
    }
    let secret = folder.join("secret");
    if std::fs::metadata(&secret).is_ok_and(|file| file.mode() & 0o077 != 0) {
        let text = format!("other users of this machine can read {}: it signs every session", secret.display());
        checks.push(Check::broken(SUBJECT, text, format!("sudo chmod 600 {}", secret.display())));
    }
    checks
}

fn file_system(folder: &Path, holds_database: bool) -> Option<Check> {
    let kind = statfs(folder).ok()?.f_type as u64 & 0xffff_ffff;
    judge_file_system(kind, holds_database)
}

/// By the numbers of linux/magic.h.
fn judge_file_system(kind: u64, holds_database: bool) -> Option<Check> {
    let shared = |name: &str| {
        let text = format!("it is on a network share ({name}), where locks and flushing cannot be relied on");
        let fix = "keep it on a disk of this machine, or the data in PostgreSQL (UMEED_DATABASE)";
        holds_database.then(|| Check::warning(SUBJECT, text, fix))
    };
    match kind {
        0x6969 => shared("NFS"),
        0xff53_4d42 | 0xfe53_4d42 | 0x517b => shared("SMB"),
        0x0102_1997 => shared("9p"),
        0x6573_5546 => shared("FUSE"),
        0x0102_1994 | 0x8584_58f6 => Some(Check::broken(
            SUBJECT,
            "it is in memory (tmpfs): everything is gone after a restart of the machine",
            "name a folder on a disk by UMEED_DATA",
        )),
        0x794c_7630 => Some(Check::warning(
            SUBJECT,
            "it is in a container's own layer: everything is gone with the container",
            "mount a volume there",
        )),
        _ => None,
    }
}

/// The name of a user, or the number of one that has none.
pub fn user(id: u32) -> String {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let named = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(id)).then(|| name.to_owned())
    });
    named.unwrap_or_else(|| id.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn a_file_system_that_loses_data_is_told() {
        let state = |kind, database| judge_file_system(kind, database).map(|check| check.state);
        assert_eq!(state(0xef53, true), None, "ext4");
        assert_eq!((state(0x6969, true), state(0x6969, false)), (Some(State::Warning), None));
        assert_eq!(state(0x0102_1994, false), Some(State::Broken));
    }

    #[test]
    fn a_folder_of_somebody_else_is_broken() {
        let folder = tempfile::tempdir().unwrap();
        let found = folder.path().metadata().unwrap();
        assert_eq!(owner(folder.path(), &found, found.uid()).state, State::Good);
        let told = owner(folder.path(), &found, found.uid() + 7);
        assert_eq!(told.state, State::Broken);
        assert_eq!(told.fix[0], format!("sudo chown -R {}: {}", user(found.uid() + 7), folder.path().display()));
        std::fs::write(folder.path().join("umeed.db"), "").unwrap();
        assert_eq!(strangers(folder.path(), found.uid()), None);
        let (path, uid) = strangers(folder.path(), found.uid() + 7).unwrap();
        assert!(path.ends_with("umeed.db") && uid == found.uid());
    }

    #[test]
    fn users_are_called_by_their_names() {
        assert_eq!((user(0).as_str(), user(4_000_000_000).as_str()), ("root", "4000000000"));
    }
}
