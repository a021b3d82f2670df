//! Whether anything happens on a connection. HTTP/1.1 has its own deadlines, as each request must come in time; over HTTP/2 a
//! client could stay for ever without asking for anything, or without taking what it asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::timer::coarse_now;
use crate::request::sending::Unsent;

/// A phone may be in a tunnel for this long; a visitor reads one page for longer, and the next one opens a new connection.
const MAX_QUIET: Duration = Duration::from_secs(60);
/// A client that takes its answers more slowly than this over so long is not waited for: as over HTTP/1.1 (see `paced`).
const MAX_SLOW: Duration = Duration::from_secs(30);
const LEAST_RATE: u64 = 1024;
/// What a client may send before it is read: of one request, and of all.
pub const WINDOW: u32 = 256 * 1024;
/// What a client may say between two requests, besides what it takes to acknowledge answers. Of a body as much as its window
/// takes may come before its request is noticed, and as much again after one that was answered early.
const MAX_CHATTER: u64 = 2 * WINDOW as u64;
const SENT_FOR_EACH_BYTE: u64 = 32;

#[derive(Clone)]
pub struct Activity(Arc<Inner>);

struct Inner {
    last: Mutex<Instant>,
    /// Requests that the server works on; while there is one, the client has reason to be quiet, or to send a body.
    requests: AtomicUsize,
    unsent: Unsent,
    /// Since when answers wait, and how much had been sent by then.
    waiting: Mutex<Option<(Instant, u64)>>,
    /// Bytes since the last request.
    read: AtomicU64,
    written: AtomicU64,
}

/// A request that the server works on, until this is dropped.
pub struct UnderWay(Activity);

#[derive(Debug, PartialEq)]
pub enum Quiet {
    No,
    /// For so long that the connection should end.
    Long,
    /// It takes nothing of what it asked for.
    Stalled,
}

impl Activity {
    pub fn new() -> Activity {
        Activity(Arc::new(Inner {
            last: Mutex::new(coarse_now()),
            requests: AtomicUsize::new(0),
            unsent: Unsent::default(),
            waiting: Mutex::default(),
            read: AtomicU64::new(0),
            written: AtomicU64::new(0),
        }))
    }

    /// What this connection has taken over from answers.
    pub fn unsent(&self) -> Unsent {
        self.0.unsent.clone()
    }

    fn note(&self) {
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner) = coarse_now();
    }

    pub fn note_written(&self, bytes: usize) {
        self.0.written.fetch_add(bytes as u64, Relaxed);
        self.note();
    }

    /// `false` when the client talks and asks for nothing: a flood of signs that each cost the server an answer.
    pub fn note_read(&self, bytes: usize) -> bool {
        self.note();
        let read = self.0.read.fetch_add(bytes as u64, Relaxed) + bytes as u64;
        let allowed = MAX_CHATTER + self.0.written.load(Relaxed) / SENT_FOR_EACH_BYTE;
        read <= allowed || self.0.requests.load(Relaxed) > 0
    }

    /// A request has come.
    pub fn note_request(&self) {
        self.0.read.store(0, Relaxed);
        self.0.written.store(0, Relaxed);
    }

    pub fn begin(&self) -> UnderWay {
        self.0.requests.fetch_add(1, Relaxed);
        UnderWay(self.clone())
    }

    pub fn quiet(&self) -> Quiet {
        if self.is_stalled() {
            return Quiet::Stalled;
        }
        let last = *self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
        match self.0.requests.load(Relaxed) == 0 && coarse_now().saturating_duration_since(last) > MAX_QUIET {
            true => Quiet::Long,
            false => Quiet::No,
        }
    }

    fn is_stalled(&self) -> bool {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.0.unsent.is_waiting() {
            *waiting = None;
            return false;
        }
        let (now, sent) = (coarse_now(), self.0.unsent.sent());
        let (since, before) = *waiting.get_or_insert((now, sent));
        let time = now.saturating_duration_since(since);
        if time <= MAX_SLOW {
            return false;
        }
        *waiting = Some((now, sent));
        sent - before < time.as_secs() * LEAST_RATE
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        // What it sent for this request is not held against it.
        self.0.note_request();
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
    fn a_quiet_connection_is_told_to_end() {
        assert_eq!(quiet_for(59).quiet(), Quiet::No);
        assert_eq!(quiet_for(61).quiet(), Quiet::Long);
    }

    #[test]
    fn it_may_be_quiet_while_the_server_works() {
        let activity = quiet_for(600);
        let work = activity.begin();
        assert_eq!(activity.quiet(), Quiet::No);
        drop(work);
        assert_eq!(activity.quiet(), Quiet::No, "the answer has only just been made");
    }

    #[test]
    fn chatter_without_requests_ends_it_and_bodies_do_not() {
        let activity = Activity::new();
        assert!(activity.note_read(256 * 1024), "a body whose request is not noticed yet");
        assert!(activity.note_read(256 * 1024));
        assert!(!activity.note_read(1), "that is enough");
        activity.note_written(64 * 1024);
        assert!(activity.note_read(1), "what acknowledges answers is no chatter");
        activity.note_request();
        let work = activity.begin();
        assert!(activity.note_read(50 * 1024 * 1024), "an upload");
        drop(work);
        assert!(activity.note_read(1));
    }
}
