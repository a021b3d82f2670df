//! Counters for an operator, in Prometheus' text form. Counting is an addition to a number in memory, since every request
//! pays for it. Knows nothing of what it counts; the page that shows them is in `http`.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use axum::http::StatusCode;

/// What a request was for; in the order of `SURFACES`.
#[derive(Clone, Copy, PartialEq)]
pub enum Surface {
    Page,
    Rest,
    Auth,
    Storage,
    Realtime,
    Operator,
}

const SURFACES: [&str; 6] = ["page", "rest", "auth", "storage", "realtime", "operator"];
const CLASSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];
/// Upper ends in milliseconds; what took longer is only in the total.
const BUCKETS: [u64; 7] = [1, 5, 20, 100, 500, 2_000, 10_000];

/// What is counted of each surface.
struct Counts {
    answers: [AtomicU64; CLASSES.len()],
    within: [AtomicU64; BUCKETS.len()],
    microseconds: AtomicU64,
}

static COUNTS: [Counts; SURFACES.len()] = [const {
    Counts {
        answers: [const { AtomicU64::new(0) }; CLASSES.len()],
        within: [const { AtomicU64::new(0) }; BUCKETS.len()],
        microseconds: AtomicU64::new(0),
    }
}; SURFACES.len()];

pub fn count_request(surface: Surface, status: StatusCode, took: Duration) {
    let counts = &COUNTS[surface as usize];
    let class = (usize::from(status.as_u16()) / 100).clamp(2, 5) - 2;
    counts.answers[class].fetch_add(1, Relaxed);
    counts.microseconds.fetch_add(took.as_micros() as u64, Relaxed);
    if let Some(bucket) = BUCKETS.iter().position(|end| took <= Duration::from_millis(*end)) {
        counts.within[bucket].fetch_add(1, Relaxed);
    }
}

/// Requests that were shed, by whose they were.
static SHED: [(&str, AtomicU64); 5] = [
    ("visitors", AtomicU64::new(0)),
    ("pages", AtomicU64::new(0)),
    ("lookups", AtomicU64::new(0)),
    ("staff", AtomicU64::new(0)),
    ("previews", AtomicU64::new(0)),
];

pub fn count_shed(share: &str) {
    if let Some((_, count)) = SHED.iter().find(|(name, _)| *name == share) {
        count.fetch_add(1, Relaxed);
    }
}

static LOG_LINES_DROPPED: AtomicU64 = AtomicU64::new(0);

pub fn count_dropped_log_lines(lines: u64) {
    LOG_LINES_DROPPED.fetch_add(lines, Relaxed);
}

static SLOW_SUBSCRIBERS: AtomicU64 = AtomicU64::new(0);

/// A client of /realtime/v1 that was dropped because it did not take what it was sent.
pub fn count_slow_subscriber() {
    SLOW_SUBSCRIBERS.fetch_add(1, Relaxed);
}

pub fn text() -> String {
    let mut text = String::from("# TYPE umeed_requests_total counter\n");
    let read = |counter: &AtomicU64| counter.load(Relaxed);
    for (surface, counts) in SURFACES.iter().zip(&COUNTS) {
        for (class, count) in CLASSES.iter().zip(&counts.answers) {
            let count = read(count);
            let _ = writeln!(text, "umeed_requests_total{{surface=\"{surface}\",status=\"{class}\"}} {count}");
        }
    }
    text.push_str("# TYPE umeed_request_seconds histogram\n");
    for (surface, counts) in SURFACES.iter().zip(&COUNTS) {
        let mut line = |name: &str, end: &str, value: &dyn std::fmt::Display| {
            let _ = writeln!(text, "umeed_request_seconds_{name}{{surface=\"{surface}\"{end}}} {value}");
        };
        let mut below = 0;
        for (end, count) in BUCKETS.iter().zip(&counts.within) {
            below += read(count);
            line("bucket", &format!(",le=\"{}\"", *end as f64 / 1e3), &below);
        }
        let all: u64 = counts.answers.iter().map(read).sum();
        line("bucket", ",le=\"+Inf\"", &all);
        line("sum", "", &(read(&counts.microseconds) as f64 / 1e6));
        line("count", "", &all);
    }
    text.push_str("# TYPE umeed_turned_away_total counter\n");
    for (share, count) in &SHED {
        let _ = writeln!(text, "umeed_turned_away_total{{share=\"{share}\"}} {}", read(count));
    }
    let dropped = read(&LOG_LINES_DROPPED);
    let _ = writeln!(text, "# TYPE umeed_log_lines_dropped_total counter\numeed_log_lines_dropped_total {dropped}");
    let slow = read(&SLOW_SUBSCRIBERS);
    let _ = writeln!(text, "# TYPE umeed_slow_subscribers_total counter\numeed_slow_subscribers_total {slow}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_surface_class_and_time() {
        // Counters are of the process; no other test asks this surface for such an answer.
        count_request(Surface::Storage, StatusCode::IM_A_TEAPOT, Duration::from_millis(3));
        count_request(Surface::Storage, StatusCode::IM_A_TEAPOT, Duration::from_secs(60));
        let text = text();
        for line in [
            "umeed_requests_total{surface=\"storage\",status=\"4xx\"} 2",
            "umeed_request_seconds_bucket{surface=\"storage\",le=\"0.001\"} 0",
            "umeed_request_seconds_bucket{surface=\"storage\",le=\"0.005\"} 1",
            "umeed_request_seconds_bucket{surface=\"storage\",le=\"10\"} 1",
            "umeed_request_seconds_bucket{surface=\"storage\",le=\"+Inf\"} 2",
            "umeed_request_seconds_sum{surface=\"storage\"} 60.003",
            "umeed_request_seconds_count{surface=\"storage\"} 2",
        ] {
            assert!(text.lines().any(|given| given == line), "{line} in\n{text}");
        }
    }
}
