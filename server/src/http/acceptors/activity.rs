//! Whether anything happens on a connection. HTTP/1.1 has its own deadlines, as each request must come in time; over HTTP/2 a
//! client could stay for ever without asking for anything, or without taking what it asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::timer::coarse_now;

/// A phone may be in a tunnel for this long; a visitor reads one page for longer, and the next one opens a new connection.
const MAX_QUIET: Duration = Duration::from_secs(60);
/// For what is under way when the connection is told to end.
const FAREWELL: Duration = Duration::from_secs(20);

#[derive(Clone)]
pub struct Activity(Arc<Inner>);

struct Inner {
    last: Mutex<Instant>,
    /// Requests that the server works on; while there is one, the client has reason to be quiet.
    requests: AtomicUsize,
}

/// A request that the server works on, until this is dropped.
pub struct UnderWay(Activity);

#[derive(Debug, PartialEq)]
pub enum Quiet {
    No,
    /// For so long that the connection should end.
    Long,
    /// It was told to end, and did not.
    TooLong,
}

impl Activity {
    pub fn new() -> Activity {
        Activity(Arc::new(Inner { last: Mutex::new(coarse_now()), requests: AtomicUsize::new(0) }))
    }

    pub fn note(&self) {
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner) = coarse_now();
    }

    pub fn begin(&self) -> UnderWay {
        self.0.requests.fetch_add(1, Relaxed);
        UnderWay(self.clone())
    }

    pub fn quiet(&self) -> Quiet {
        if self.0.requests.load(Relaxed) > 0 {
            return Quiet::No;
        }
        let last = *self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
        match coarse_now().saturating_duration_since(last) {
            time if time > MAX_QUIET + FAREWELL => Quiet::TooLong,
            time if time > MAX_QUIET => Quiet::Long,
            _ => Quiet::No,
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.note();
        self.0.0.requests.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet_for(seconds: u64) -> Activity {
        let activity = Activity::new();
        *activity.0.last.lock().unwrap() = coarse_now() - Duration::from_secs(seconds);
        activity
    }

    #[test]
    fn a_quiet_connection_is_told_to_end_and_then_ended() {
        assert_eq!(quiet_for(59).quiet(), Quiet::No);
        assert_eq!(quiet_for(61).quiet(), Quiet::Long);
        assert_eq!(quiet_for(81).quiet(), Quiet::TooLong);
    }

    #[test]
    fn it_may_be_quiet_while_the_server_works() {
        let activity = quiet_for(600);
        let work = activity.begin();
        assert_eq!(activity.quiet(), Quiet::No);
        drop(work);
        assert_eq!(activity.quiet(), Quiet::No, "the answer has only just been made");
    }
}
