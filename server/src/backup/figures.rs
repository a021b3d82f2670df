//! The figures of backups for the operator's monitoring.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::status::{Check, MAX_WAIT, Status};
use crate::clock;
use crate::db::Db;

/// What this server did since it started, by result.
static MADE: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];
const MADE_RESULTS: [&str; 2] = ["good", "failed"];
static CHECKED: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];
const CHECKED_RESULTS: [&str; 3] = ["restored", "not_restored", "failed"];

pub fn count_made(is_good: bool) {
    MADE[usize::from(!is_good)].fetch_add(1, Relaxed);
}

pub fn count_checked(check: &anyhow::Result<Check>) {
    let result = match check {
        Ok(check) if check.restored => 0,
        Ok(_) => 1,
        Err(_) => 2,
    };
    CHECKED[result].fetch_add(1, Relaxed);
}

/// The figures for /metrics. Those of the last good backup are left out when there has been none, or when the database does
/// not answer: the other figures are needed most then.
pub async fn figures(db: &Db) -> String {
    let mut text = String::new();
    counter(&mut text, "umeed_backups_total", &MADE_RESULTS, &MADE);
    counter(&mut text, "umeed_backup_checks_total", &CHECKED_RESULTS, &CHECKED);
    let Ok(Ok(status)) = tokio::time::timeout(MAX_WAIT, Status::read(db)).await else { return text };
    gauge(&mut text, "failing", u64::from(status.last_failure.is_some()));
    let Some(good) = status.last_good else { return text };
    let seconds = |at: &str| clock::parse(at).map(|at| at.as_second() as u64);
    if let Some(at) = seconds(&good.at) {
        gauge(&mut text, "last_good_timestamp_seconds", at);
        gauge(&mut text, "last_good_bytes", good.bytes);
    }
    if let Some(at) = good.check.filter(|check| check.restored).and_then(|check| seconds(&check.at)) {
        gauge(&mut text, "last_restored_timestamp_seconds", at);
    }
    text
}

fn counter(text: &mut String, name: &str, results: &[&str], counts: &[AtomicU64]) {
    let _ = writeln!(text, "# TYPE {name} counter");
    for (result, count) in results.iter().zip(counts) {
        let _ = writeln!(text, "{name}{{result=\"{result}\"}} {}", count.load(Relaxed));
    }
}

fn gauge(text: &mut String, name: &str, value: u64) {
    let _ = writeln!(text, "# TYPE umeed_backup_{name} gauge\numeed_backup_{name} {value}");
}
