//! Counters for an operator, in Prometheus' text form. Counting is an addition to a number in memory, since every request
//! pays for it. Knows nothing of what it counts; the page that shows them, with what is looked up when somebody asks, is in
//! `http`.

mod instruments;
mod process;
mod text;

use std::time::Duration;

use axum::http::StatusCode;

pub use instruments::{Counter, Gauge, Histogram};
pub use process::figures as of_process;
pub use text::{Kind, Text};

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
const MILLISECOND: u64 = 1_000;

/// What is counted of each surface.
struct Counts {
    answers: [Counter; CLASSES.len()],
    too_many: Counter,
    seconds: Histogram<7>,
}

static COUNTS: [Counts; SURFACES.len()] = [const {
    Counts {
        answers: [const { Counter::new() }; CLASSES.len()],
        too_many: Counter::new(),
        seconds: Histogram::new([1, 5, 20, 100, 500, 2_000, 10_000], MILLISECOND),
    }
}; SURFACES.len()];

pub fn count_request(surface: Surface, status: StatusCode, took: Duration) {
    let counts = &COUNTS[surface as usize];
    let class = (usize::from(status.as_u16()) / 100).clamp(2, 5) - 2;
    counts.answers[class].add(1);
    counts.seconds.observe_time(took);
    if status == StatusCode::TOO_MANY_REQUESTS {
        counts.too_many.add(1);
    }
}

/// Requests that were shed, by whose they were.
static SHED: [(&str, Counter); 5] = [
    ("visitors", Counter::new()),
    ("pages", Counter::new()),
    ("lookups", Counter::new()),
    ("staff", Counter::new()),
    ("previews", Counter::new()),
];

pub fn count_shed(share: &str) {
    if let Some((_, count)) = SHED.iter().find(|(name, _)| *name == share) {
        count.add(1);
    }
}

pub static LOG_LINES_DROPPED: Counter = Counter::new();
/// Clients of /realtime/v1 that were dropped because they did not take what they were sent.
pub static SLOW_SUBSCRIBERS: Counter = Counter::new();
pub static OPEN_CONNECTIONS: Gauge = Gauge::new();
/// Closed at once: their network holds as many as one may.
pub static REFUSED_CONNECTIONS: Counter = Counter::new();

pub static PAGE_HITS: Counter = Counter::new();
pub static TABLE_HITS: Counter = Counter::new();
pub static PAGE_MISSES: Counter = Counter::new();
pub static PAGES_FAILED: Counter = Counter::new();
/// Of the pages that were made: the queries and the rendering.
pub static PAGE_SECONDS: Histogram<8> = Histogram::new([5, 10, 20, 50, 100, 250, 1_000, 5_000], MILLISECOND);

/// How many writes were committed together.
pub static BATCH_WRITES: Histogram<8> = Histogram::new([1, 2, 4, 8, 16, 32, 64, 128], 1_000_000);
pub static COMMIT_SECONDS: Histogram<8> = Histogram::new([1, 2, 5, 10, 25, 100, 500, 2_000], MILLISECOND);
pub static COMMITS_FAILED: Counter = Counter::new();

/// Everything that is counted here.
pub fn figures(text: &mut Text) {
    let surfaces = || SURFACES.iter().zip(&COUNTS);
    let mut requests = text.family("umeed_requests_total", Kind::Counter, "Requests answered.");
    for (surface, counts) in surfaces() {
        for (class, count) in CLASSES.iter().zip(&counts.answers) {
            requests.sample(&[("surface", surface), ("status", class)], count.get());
        }
    }
    let help = "Time from the head of a request to the head of its answer.";
    let mut seconds = text.family("umeed_request_seconds", Kind::Histogram, help);
    for (surface, counts) in surfaces() {
        seconds.histogram(&[("surface", surface)], &counts.seconds);
    }
    let help = "Requests answered with 429, because their sender tried too often.";
    let mut too_many = text.family("umeed_rate_limited_total", Kind::Counter, help);
    for (surface, counts) in surfaces() {
        too_many.sample(&[("surface", surface)], counts.too_many.get());
    }
    let help = "Requests turned away because too many of their kind were being worked on.";
    let mut shed = text.family("umeed_turned_away_total", Kind::Counter, help);
    for (share, count) in &SHED {
        shed.sample(&[("share", share)], count.get());
    }

    text.gauge("umeed_connections", "Open connections for requests.", OPEN_CONNECTIONS.get());
    let help = "Connections closed at once, because their network holds as many as one may.";
    text.counter("umeed_connections_refused_total", help, REFUSED_CONNECTIONS.get());

    text.counter("umeed_page_cache_hits_total", "Pages answered from memory.", PAGE_HITS.get());
    text.counter("umeed_table_cache_hits_total", "Visitors' reads of tables answered from memory.", TABLE_HITS.get());
    text.counter("umeed_page_cache_misses_total", "Requests for pages that were not ready.", PAGE_MISSES.get());
    text.counter("umeed_page_failures_total", "Pages that could not be made.", PAGES_FAILED.get());
    text.histogram("umeed_page_render_seconds", "Time to make a page, queries included.", &PAGE_SECONDS);

    text.histogram("umeed_writer_batch_writes", "Writes that were committed together.", &BATCH_WRITES);
    text.histogram("umeed_writer_commit_seconds", "Time of a commit, with its disk flush.", &COMMIT_SECONDS);
    let help = "Transactions that failed; their writes were answered with an error.";
    text.counter("umeed_writer_failures_total", help, COMMITS_FAILED.get());

    let help = "Log lines lost because nobody read the log.";
    text.counter("umeed_log_lines_dropped_total", help, LOG_LINES_DROPPED.get());
    let help = "Live clients dropped because they did not take what they were sent.";
    text.counter("umeed_slow_subscribers_total", help, SLOW_SUBSCRIBERS.get());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_surface_class_and_time() {
        // Counters are of the process; no other test asks this surface for such an answer.
        count_request(Surface::Storage, StatusCode::IM_A_TEAPOT, Duration::from_millis(3));
        count_request(Surface::Storage, StatusCode::TOO_MANY_REQUESTS, Duration::from_secs(60));
        let mut text = Text::default();
        figures(&mut text);
        let text = text.finish();
        for line in [
            "umeed_requests_total{surface=\"storage\",status=\"4xx\"} 2",
            "umeed_rate_limited_total{surface=\"storage\"} 1",
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
