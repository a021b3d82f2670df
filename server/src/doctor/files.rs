//! Where uploaded files are: a folder that can be written, or a bucket that can be listed, written, read and deleted from.

use std::path::Path;

use rustix::fs::{Access, access};

use super::{Check, Checks, disk};
use crate::config::{Bucket, FilePlace, Settings};
use crate::disk::Room;
use crate::storage::try_bucket;

const SUBJECT: &str = "files";

/// `is_in_use` says that there is a database, which may name files.
pub async fn examine(settings: &Settings, is_in_use: bool) -> Checks {
    match &settings.folder.files {
        FilePlace::Data => Vec::new(), // in the data folder, which has been looked at
        FilePlace::Folder(path) => folder(path, is_in_use),
        FilePlace::Bucket(place) => vec![bucket(SUBJECT, "UMEED_FILES and AWS_…", place).await],
    }
}

fn folder(path: &Path, is_in_use: bool) -> Checks {
    let shown = path.display();
    if !path.is_dir() {
        return vec![match is_in_use {
            true => {
                let text = format!("the folder {shown} is not there, and the server does not start without it");
                Check::broken(SUBJECT, text, "is its disk mounted? Is UMEED_FILES right?")
            }
            false => Check::good(SUBJECT, format!("the folder {shown} is not there yet; the server makes it")),
        }];
    }
    if let Err(cause) = access(path, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK) {
        let us = super::folder::user(rustix::process::geteuid().as_raw());
        let text = format!("the folder {shown} cannot be written: {cause}");
        return vec![Check::broken(SUBJECT, text, format!("sudo chown -R {us}: {shown}"))];
    }
    let room = Room::at(path).map(|room| disk::judge("disk of the files", room, 0, path)).ok();
    std::iter::once(Check::good(SUBJECT, format!("{shown} can be written"))).chain(room).collect()
}

/// `settings` are those that name it.
pub async fn bucket(subject: &'static str, settings: &str, place: &Bucket) -> Check {
    let setting = |name: &str| place.settings.iter().any(|(key, _)| key == name);
    let steps = match try_bucket(place).await {
        Ok(steps) => steps,
        Err(cause) => {
            return Check::broken(
                subject,
                format!("{place:?} cannot be used: {cause:#}"),
                format!("are {settings} right?"),
            );
        }
    };
    let failed: Vec<String> =
        steps.iter().filter_map(|(step, result)| Some(format!("{step}: {}", result.as_ref().err()?))).collect();
    if failed.is_empty() {
        return Check::good(subject, format!("{place:?} can be listed, written, read and deleted from"));
    }
    let check = Check::broken(
        subject,
        format!("{place:?} does not let us do what we must: {}", failed.join("; ")),
        format!(
            "give the key s3:ListBucket on the bucket {0}, and s3:PutObject, s3:GetObject and s3:DeleteObject on its objects",
            place.name
        ),
    );
    match setting("AWS_ACCESS_KEY_ID") && setting("AWS_SECRET_ACCESS_KEY") {
        true => check.or("is AWS_ENDPOINT_URL right, and does it answer? curl -I \"$AWS_ENDPOINT_URL\""),
        false => check.or("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set: set them, unless this machine has a role of its own"),
    }
}
