//! `umeed doctor`: looks at everything that a site needs in order to run, with the settings that `serve` would have, and says
//! in plain words what is wrong and what to type. One file a concern. Changes nothing (a bucket is tried with an object that is
//! deleted again), asks nobody but the servers that the settings name, and never shows a secret. Works beside a server
//! that runs and without one.

mod address;
mod backups;
pub mod certificate;
mod clock;
mod database;
mod disk;
mod files;
mod folder;
mod mail;
mod own_certificates;
mod ports;
mod proxy;
mod report;
mod running;

use std::time::Duration;

pub use disk::judge as judge_room;
pub use report::{Check, Report, State};

use crate::config::{Doctor, Settings};
use crate::db::Db;
use running::Running;

/// What one check has to say; several where it looks at several things.
type Checks = Vec<Check>;

pub async fn examine(settings: &Settings, asked: &Doctor) -> Report {
    let mut checks = vec![clock::machine()];
    checks.extend(folder::data(settings));
    checks.extend(disk::data(settings));
    let (found, db) = database::examine(&settings.folder).await;
    checks.extend(found);
    if let Some(db) = &db {
        checks.push(clock::against(db).await);
    }
    let running = Running::find(settings, db.as_ref()).await;
    checks.extend(ports::examine(settings, &running));
    checks.extend(running.checks());
    // A server that does not answer costs seconds: these are asked side by side.
    let (files, address, mail) = tokio::join!(
        files::examine(settings, db.is_some()),
        address::examine(settings, &running),
        mail::examine(settings)
    );
    checks.extend(files.into_iter().chain(address));
    checks.extend(own_certificates::examine(settings, db.as_ref()).await);
    checks.extend(proxy::examine(settings, &running));
    checks.extend(mail);
    if let Some(to) = &asked.send_test {
        checks.push(mail::send_test(settings, db.as_ref(), to).await);
    }
    checks.extend(backups::examine(settings, db.as_ref()).await);
    if let Some(db) = db {
        close(&db).await;
    }
    Report { checks }
}

async fn close(db: &Db) {
    let _ = tokio::time::timeout(Duration::from_secs(5), db.close()).await;
}

/// A number of bytes as people say it.
fn size(bytes: u64) -> String {
    const MEGABYTE: u64 = 1024 * 1024;
    match bytes {
        0..MEGABYTE => format!("{} KB", bytes.div_ceil(1024)),
        _ if bytes < 10 * 1024 * MEGABYTE => format!("{} MB", bytes / MEGABYTE),
        _ => format!("{} GB", bytes / MEGABYTE / 1024),
    }
}

/// A span of time as people say it.
fn span(time: Duration) -> String {
    let (number, unit) = match time.as_secs() {
        seconds @ 0..120 => (seconds, "second"),
        seconds @ 120..7_200 => (seconds / 60, "minute"),
        seconds @ 7_200..172_800 => (seconds / 3_600, "hour"),
        seconds => (seconds / 86_400, "day"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_said_as_people_do() {
        assert_eq!([size(0), size(1), size(5 << 20), size(20 << 30)], ["0 KB", "1 KB", "5 MB", "20 GB"]);
        let said = [1, 90, 600, 86_400, 1_000_000].map(|seconds| span(Duration::from_secs(seconds)));
        assert_eq!(said, ["1 second", "90 seconds", "10 minutes", "24 hours", "11 days"]);
    }
}
