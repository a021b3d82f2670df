//! The figures of backups for the operator's monitoring.

use jiff::Timestamp;

use super::status::{Check, Status};
use crate::clock;
use crate::metrics::{Counter, Kind, Text};

/// What this server did since it started, by result.
static MADE: [(&str, Counter); 2] = [("good", Counter::new()), ("failed", Counter::new())];
static CHECKED: [(&str, Counter); 3] =
    [("restored", Counter::new()), ("not_restored", Counter::new()), ("failed", Counter::new())];

pub fn count_made(is_good: bool) {
    MADE[usize::from(!is_good)].1.add(1);
}

pub fn count_checked(check: &anyhow::Result<Check>) {
    let result = match check {
        Ok(check) if check.restored => 0,
        Ok(_) => 1,
        Err(_) => 2,
    };
    CHECKED[result].1.add(1);
}

/// What is stored is left out where there is none yet, or when the database does not answer (`None`).
pub fn figures(text: &mut Text, status: Option<&Status>) {
    let mut made = text.family("umeed_backups_total", Kind::Counter, "Backups made by schedule, by how they went.");
    for (result, count) in &MADE {
        made.sample(&[("result", result)], count.get());
    }
    let mut checked =
        text.family("umeed_backup_checks_total", Kind::Counter, "Scheduled backups, by how their check went.");
    for (result, count) in &CHECKED {
        checked.sample(&[("result", result)], count.get());
    }
    let failing = status.map(|status| u8::from(status.last_failure.is_some()));
    text.gauge_if_known("umeed_backup_failing", "Whether the last backup or its check failed.", failing);
    let good = status.and_then(|status| status.last_good.as_ref());
    let seconds = |at: &str| clock::parse(at).map(Timestamp::as_second);
    let at = good.and_then(|good| seconds(&good.at));
    text.gauge_if_known("umeed_backup_last_good_timestamp_seconds", "When the last good backup was made.", at);
    let bytes = good.map(|good| good.bytes);
    text.gauge_if_known("umeed_backup_last_good_bytes", "How large the last good backup is.", bytes);
    let restored = good.and_then(|good| good.check.as_ref()).filter(|check| check.restored);
    let at = restored.and_then(|check| seconds(&check.at));
    text.gauge_if_known("umeed_backup_last_restored_timestamp_seconds", "When it was restored as a check.", at);
}
