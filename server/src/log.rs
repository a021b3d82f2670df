//! The log, on standard error. It never holds up the server: lines are put into a bounded queue, and a thread of its own
//! writes them. Where nobody reads (a pipe that is full), the queue fills, further lines are dropped and counted, and the
//! count is logged when the log flows again.
//!
//! An acceptor answers many requests between two waits for the network: it gathers their lines and hands them over
//! together before it waits. Every other thread hands over each line as it comes.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tracing_subscriber::EnvFilter;

use crate::metrics;

/// Handed over early when a thread has gathered this much.
const MAX_GATHERED: usize = 64 * 1024;
/// Some seconds of a busy server.
const MAX_QUEUED: usize = 1024 * 1024;
/// How long the end of the process waits for the last lines.
const MAX_FINISH: Duration = Duration::from_secs(1);

thread_local! {
    /// `None` on threads that do not gather.
    static GATHERED: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// `None` before the log is started: then nobody serves, and lines are written as they come.
static QUEUE: OnceLock<Queue> = OnceLock::new();

static IS_JSON: AtomicBool = AtomicBool::new(false);

/// Writes out what is queued when it is dropped, as far as that can be done in a moment.
#[must_use = "the last lines are lost without it"]
pub struct Finish;

impl Drop for Finish {
    fn drop(&mut self) {
        if let Some(queue) = QUEUE.get() {
            queue.finish(MAX_FINISH);
        }
    }
}

/// `what` is logged, as `text` or `json`.
pub fn start(what: &str, form: &str) -> anyhow::Result<Finish> {
    // What these have to say of a client's mistakes, any client can make them say.
    let filter = EnvFilter::try_new(format!("h2=error,rustls=error,{what}"))?;
    // A copy of the descriptor: the lock of the standard library's stderr would be held while nobody reads.
    let mut stderr = File::from(io::stderr().as_fd().try_clone_to_owned()?);
    let queue = QUEUE.get_or_init(|| Queue::new(MAX_QUEUED));
    thread::Builder::new().name("log".into()).spawn(move || queue.write_to(&mut stderr))?;
    // A log that cannot be written (a full disk) is lost; complaining of it on the same stream would panic.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Lines).log_internal_errors(false);
    if form == "json" {
        IS_JSON.store(true, Relaxed);
        // The request that a line belongs to is its innermost span; the list of all spans would only repeat it.
        log.json().flatten_event(true).with_span_list(false).init();
    } else {
        log.with_ansi(io::stderr().is_terminal()).init();
    }
    std::panic::set_hook(Box::new(note_panic));
    Ok(Finish)
}

/// Says why the process ends with a failure: as a line of the log where a program reads that, else in plain words.
pub fn report_failure(cause: &anyhow::Error) {
    if !IS_JSON.load(Relaxed) || !tracing::enabled!(tracing::Level::ERROR) {
        eprintln!("umeed: {cause:#}");
        return;
    }
    let _finish = Finish;
    tracing::error!("ended: {cause:#}");
}

/// Where it was, and nothing else: the words of a panic may quote what somebody wrote.
fn note_panic(panic: &PanicHookInfo) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, "panicked");
}

/// From now on this thread gathers, and calls `write_out` before it waits.
pub fn gather() {
    GATHERED.set(Some(Vec::new()));
}

pub fn write_out() {
    GATHERED.with_borrow_mut(|gathered| {
        if let Some(lines) = gathered.as_mut().filter(|lines| !lines.is_empty()) {
            hand_over(lines);
            lines.clear();
        }
    });
}

fn hand_over(lines: &[u8]) {
    match QUEUE.get() {
        Some(queue) => queue.push(lines),
        // A log nobody can write to is no reason to stop.
        None => drop(io::stderr().write_all(lines)),
    }
}

struct Lines;

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let full = GATHERED.with_borrow_mut(|gathered| match gathered {
            Some(lines) => {
                lines.extend_from_slice(line);
                lines.len() > MAX_GATHERED
            }
            None => {
                hand_over(line);
                false
            }
        });
        if full {
            write_out();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whole lines on their way to one writer. Putting lines in copies them under a lock that is never held while writing.
struct Queue {
    max_bytes: usize,
    state: Mutex<State>,
    /// Told of new lines, and of a queue that has been written out.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: Vec<u8>,
    writing: bool,
    /// Since they were last reported.
    dropped: u64,
}

impl Queue {
    fn new(max_bytes: usize) -> Queue {
        Queue { max_bytes, state: Mutex::default(), changed: Condvar::new() }
    }

    fn push(&self, lines: &[u8]) {
        let mut state = self.state();
        if state.lines.len() + lines.len() > self.max_bytes {
            let dropped = count_lines(lines);
            state.dropped += dropped;
            drop(state);
            metrics::LOG_LINES_DROPPED.add(dropped);
            return;
        }
        let was_empty = state.lines.is_empty();
        state.lines.extend_from_slice(lines);
        drop(state);
        if was_empty {
            self.changed.notify_all();
        }
    }

    /// Writes what comes, for ever. What cannot be written is lost.
    fn write_to(&self, out: &mut impl Write) {
        let mut lines = Vec::new();
        loop {
            lines.clear();
            let mut state = self.state();
            while state.lines.is_empty() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            std::mem::swap(&mut state.lines, &mut lines);
            state.writing = true;
            drop(state);
            if out.write_all(&lines).is_err() {
                // Only counted: a line about it would fail as well.
                metrics::LOG_LINES_DROPPED.add(count_lines(&lines));
            }
            let mut state = self.state();
            state.writing = false;
            let dropped = std::mem::take(&mut state.dropped);
            drop(state);
            self.changed.notify_all();
            if dropped > 0 {
                tracing::warn!(lines = dropped, "log lines were dropped, because the log was not read fast enough");
            }
        }
    }

    /// Waits until all is written, but no longer than this.
    fn finish(&self, time: Duration) {
        let end = Instant::now() + time;
        let mut state = self.state();
        while state.writing || !state.lines.is_empty() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn count_lines(lines: &[u8]) -> u64 {
    lines.iter().filter(|byte| **byte == b'\n').count() as u64
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_gathering_thread_holds_its_lines_until_it_waits() {
        std::thread::spawn(|| {
            gather();
            Lines.write_all(b"one\n").unwrap();
            Lines.write_all(b"two\n").unwrap();
            assert_eq!(GATHERED.take().as_deref(), Some(&b"one\ntwo\n"[..]));
        })
        .join()
        .unwrap();
    }

    /// Nobody reads the pipe: pushing goes on, memory does not grow, and the end does not wait for long. When somebody
    /// reads at last, there are whole lines.
    #[test]
    fn a_pipe_that_nobody_reads_holds_nobody_up() {
        const MAX: usize = 100_000;
        let (mut reader, mut writer) = io::pipe().unwrap();
        let queue: &'static Queue = Box::leak(Box::new(Queue::new(MAX)));
        std::thread::spawn(move || queue.write_to(&mut writer));
        let line = format!("{}\n", "x".repeat(199));
        let began = Instant::now();
        for _ in 0..20_000 {
            queue.push(line.as_bytes());
        }
        queue.finish(Duration::from_millis(100));
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
        let look = || {
            let state = queue.state();
            (state.lines.len(), state.writing, state.dropped)
        };
        let (queued, _, dropped) = look();
        assert!(queued <= MAX && dropped > 15_000 && dropped < 20_000, "{queued} {dropped}");
        let mut lines = vec![0; 200];
        for _ in 0..20_000 - dropped {
            reader.read_exact(&mut lines).unwrap();
            assert_eq!(lines, line.as_bytes());
        }
        queue.finish(Duration::from_secs(5));
        assert_eq!(look(), (0, false, 0), "all is written, and the loss reported");
    }

    fn log_of_panic(log: impl tracing::Subscriber + Send + Sync + 'static) -> Vec<u8> {
        gather();
        tracing::subscriber::with_default(log, || std::panic::catch_unwind(|| panic!("Zulekha"))).unwrap_err();
        GATHERED.take().unwrap()
    }

    #[test]
    fn a_panic_tells_its_place_and_none_of_its_words() {
        let log = || tracing_subscriber::fmt().with_writer(|| Lines);
        let plain = log().with_ansi(false).finish();
        let json = log().json().flatten_event(true).with_span_list(false).finish();
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(note_panic));
        let lines = [std::thread::spawn(|| log_of_panic(plain)), std::thread::spawn(|| log_of_panic(json))];
        let [plain, json] = lines.map(|line| String::from_utf8(line.join().unwrap()).unwrap());
        std::panic::set_hook(usual);
        assert!(plain.contains("panicked place=\"server/src/log.rs:"), "{plain}");
        let line: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert!(line["message"] == "panicked" && line["level"] == "ERROR", "{json}");
        assert!(line["place"].as_str().unwrap().starts_with("server/src/log.rs:"), "{json}");
        assert!(!plain.contains("Zulekha") && !json.contains("Zulekha"), "{plain}{json}");
    }
}
