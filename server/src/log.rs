//! The log, on standard error. A front thread answers many requests between two waits for the network: it gathers
//! their lines and writes them out together before it waits, so a busy server pays for few writes and a quiet one
//! logs at once. Every other thread writes each line as it comes.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::panic::PanicHookInfo;

use tracing_subscriber::EnvFilter;

/// Written out early when a thread has gathered this much.
const MAX_GATHERED: usize = 64 * 1024;

thread_local! {
    /// `None` on threads that do not gather.
    static GATHERED: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// `what` is logged, as `text` or `json`.
pub fn start(what: &str, form: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(what)?;
    // A log that cannot be written (a full disk) is lost; complaining of it on the same stream would panic.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Lines).log_internal_errors(false);
    if form == "json" {
        log.json().flatten_event(true).init();
    } else {
        log.with_ansi(io::stderr().is_terminal()).init();
    }
    std::panic::set_hook(Box::new(note_panic));
    Ok(())
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
            // A log nobody can write to is no reason to stop serving.
            let _ = io::stderr().lock().write_all(lines);
            lines.clear();
        }
    });
}

struct Lines;

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let full = GATHERED.with_borrow_mut(|gathered| match gathered {
            Some(lines) => {
                lines.extend_from_slice(line);
                Ok(lines.len() > MAX_GATHERED)
            }
            None => io::stderr().lock().write_all(line).map(|()| false),
        })?;
        if full {
            write_out();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_panic_tells_its_place_and_none_of_its_words() {
        let log = tracing_subscriber::fmt().with_writer(|| Lines).with_ansi(false).finish();
        let panicking = || {
            gather();
            tracing::subscriber::with_default(log, || std::panic::catch_unwind(|| panic!("Zulekha"))).unwrap_err();
            GATHERED.take().unwrap()
        };
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(note_panic));
        let lines = std::thread::spawn(panicking).join();
        std::panic::set_hook(usual);
        let line = String::from_utf8(lines.unwrap()).unwrap();
        assert!(line.contains("panicked place=\"server/src/log.rs:"), "{line}");
        assert!(!line.contains("Zulekha"), "{line}");
    }
}
