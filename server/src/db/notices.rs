//! What servers on one PostgreSQL tell each other besides the numbers of tables (see `watch`): texts, sent with a commit
//! or on their own, and heard by all others within milliseconds. A text may be lost with a connection; who listens is told
//! that then. Nothing here knows what they say. On SQLite there is nobody to tell.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::postgres::{self, Postgres};
use super::record::Record;
use super::sql::Sql;

/// PostgreSQL takes less than 8,000 bytes at a time.
const MAX_PIECE: usize = 7_800;
/// The longest text, and what may wait to be sent.
const MAX_TEXT: usize = 1024 * 1024;
const MAX_WAITING: usize = 4 * 1024 * 1024;
/// How many pieces go together: what waits meanwhile goes with the next.
const MAX_TOGETHER: usize = 64;
/// Each server says one text at a time, and one with a commit.
const MAX_BEGUN: usize = 64;
const PAUSE: Duration = Duration::from_millis(500);

/// Says of a commit what others are to know.
pub type Describe = dyn Fn(&Record) -> Option<String> + Send + Sync;
type Listener = dyn Fn(Heard<'_>) + Send + Sync;

/// What comes from other servers.
pub enum Heard<'a> {
    /// The server's name, and what it says.
    Text(&'a str, &'a str),
    /// For a while nothing was heard, and something may have been said.
    Gap,
}

#[derive(Default)]
pub struct Notices {
    describe: OnceLock<Box<Describe>>,
    listener: OnceLock<Box<Listener>>,
    /// Numbers the texts, so that no two pieces are the same: PostgreSQL would send one of them.
    sent: AtomicU64,
    /// The texts that are not complete yet, by server and number.
    begun: Mutex<HashMap<String, String>>,
    to_send: OnceLock<mpsc::UnboundedSender<String>>,
    waiting: Arc<AtomicUsize>,
}

/// Sends until dropped.
pub struct Sending(JoinHandle<()>);

impl Drop for Sending {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Notices {
    pub fn describe_with(&self, describe: Box<Describe>) {
        assert!(self.describe.set(describe).is_ok(), "only one may describe commits");
    }

    pub fn listen_with(&self, listener: Box<Listener>) {
        assert!(self.listener.set(listener).is_ok(), "only one may listen");
    }

    pub(super) fn hear_of_gap(&self) {
        self.begun().clear();
        self.show(Heard::Gap);
    }

    /// A listener that panics has not heard this; everything else goes on.
    fn show(&self, heard: Heard<'_>) {
        if let Some(listener) = self.listener.get()
            && catch_unwind(AssertUnwindSafe(|| listener(heard))).is_err()
        {
            tracing::error!("a listener for other servers panicked");
        }
    }

    /// The pieces that go along with a commit. A description that panics is none; the commit is made all the same.
    pub(super) fn of_commit(&self, record: &Record, name: &str) -> Vec<String> {
        let Some(describe) = self.describe.get() else { return Vec::new() };
        let text = catch_unwind(AssertUnwindSafe(|| describe(record))).unwrap_or_else(|_| {
            tracing::error!("describing a commit panicked");
            None
        });
        text.map(|text| self.pieces(name, &text)).unwrap_or_default()
    }

    /// `name number place count`, then a line's end and the piece.
    fn pieces(&self, name: &str, text: &str) -> Vec<String> {
        let number = self.sent.fetch_add(1, Ordering::Relaxed);
        let mut pieces = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(rest.floor_char_boundary(MAX_PIECE.min(rest.len())));
            pieces.push(piece);
            rest = after;
        }
        let count = pieces.len();
        let numbered = pieces.iter().enumerate().map(|(at, piece)| format!("{name} {number} {at} {count}\n{piece}"));
        numbered.collect()
    }

    /// Says it to the others soon; false when too much waits already.
    pub fn tell(&self, name: &str, text: &str) -> bool {
        let Some(to_send) = self.to_send.get() else { return true };
        let room = |waiting: usize| Some(waiting + text.len()).filter(|all| *all <= MAX_WAITING);
        if text.len() > MAX_TEXT || self.waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).is_err() {
            return false;
        }
        self.pieces(name, text).into_iter().all(|piece| to_send.send(piece).is_ok())
    }

    /// A piece that was heard. The pieces of a text come in their order.
    pub(super) fn hear(&self, payload: &str, own_name: &str) {
        let Some((head, piece)) = payload.split_once('\n') else { return };
        let words: Vec<&str> = head.split(' ').collect();
        let [name, number, at, count] = words[..] else { return };
        let (Ok(at), Ok(count)) = (at.parse::<usize>(), count.parse::<usize>()) else { return };
        if name == own_name {
            return;
        }
        if count == 1 {
            return self.show(Heard::Text(name, piece));
        }
        let whole = {
            let mut begun = self.begun();
            let key = format!("{name} {number}");
            if at == 0 && begun.len() < MAX_BEGUN {
                begun.insert(key.clone(), String::new());
            }
            let Some(text) = begun.get_mut(&key) else { return };
            text.push_str(piece);
            match at + 1 == count || text.len() > MAX_TEXT {
                true => begun.remove(&key).filter(|_| at + 1 == count),
                false => None,
            }
        };
        if let Some(whole) = whole {
            self.show(Heard::Text(name, &whole));
        }
    }

    fn begun(&self) -> std::sync::MutexGuard<'_, HashMap<String, String>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to send what `tell` is given, over a connection of its own.
    pub(super) fn start(&self, source: Postgres) -> Sending {
        let (to_send, queue) = mpsc::unbounded_channel();
        let _ = self.to_send.set(to_send);
        Sending(tokio::spawn(send(source, queue, self.waiting.clone())))
    }
}

/// Adds what is to be said to a statement, as the query `told` of one row.
pub fn push_told(sql: &mut Sql, pieces: Vec<String>) {
    sql.push("(SELECT count(pg_notify('umeed live ' || current_schema(), piece)) FROM (VALUES ");
    for (position, piece) in pieces.into_iter().enumerate() {
        sql.push(if position > 0 { ", (CAST(" } else { "(CAST(" }).bind(piece).push(" AS TEXT))");
    }
    sql.push(") AS pieces (piece))");
}

async fn send(source: Postgres, mut queue: mpsc::UnboundedReceiver<String>, waiting: Arc<AtomicUsize>) {
    let mut open = None;
    let mut pieces = Vec::new();
    while queue.recv_many(&mut pieces, MAX_TOGETHER).await > 0 {
        let text = |piece: &String| piece.split_once('\n').map_or(0, |(_, text)| text.len());
        let length: usize = pieces.iter().map(text).sum();
        let mut sql = Sql::new("SELECT ");
        push_told(&mut sql, std::mem::take(&mut pieces));
        if open.is_none() {
            open = source.connect().await.ok();
        }
        // What cannot be said now is not said later: it is about this moment.
        let is_said = match &mut open {
            Some(connection) => postgres::fetch(connection, sql).await.is_ok(),
            None => false,
        };
        if !is_said {
            open = None;
            tokio::time::sleep(PAUSE).await;
        }
        waiting.fetch_sub(length, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Said = Arc<Mutex<Vec<(String, String)>>>;

    fn listening() -> (Notices, Said) {
        let notices = Notices::default();
        let heard = Said::default();
        let into = heard.clone();
        notices.listen_with(Box::new(move |said| {
            into.lock().unwrap().push(match said {
                Heard::Text(name, text) => (name.to_owned(), text.to_owned()),
                Heard::Gap => ("gap".into(), String::new()),
            });
        }));
        (notices, heard)
    }

    #[test]
    fn long_texts_are_split_and_put_together_again() {
        let (notices, heard) = listening();
        let text = "زندگی ".repeat(4_000);
        let pieces = notices.pieces("a", &text);
        assert!(pieces.len() > 4 && pieces.iter().all(|piece| piece.len() < 8_000));
        let other = notices.pieces("b", "short");
        notices.hear(&pieces[0], "c");
        notices.hear(&other[0], "c");
        pieces[1..].iter().for_each(|piece| notices.hear(piece, "c"));
        let heard = heard.lock().unwrap();
        assert_eq!(*heard, [("b".to_owned(), "short".to_owned()), ("a".to_owned(), text)]);
    }

    #[test]
    fn who_panics_holds_up_neither_the_commit_nor_what_is_heard_next() {
        let notices = Notices::default();
        notices.describe_with(Box::new(|_| panic!("for the test")));
        assert!(notices.of_commit(&Record::default(), "a").is_empty());
        notices.listen_with(Box::new(|_| panic!("for the test")));
        notices.hear_of_gap();
        notices.hear("b 1 0 1\nx", "a");
    }

    #[test]
    fn our_own_words_and_nonsense_are_passed_over_and_half_a_text_is_nothing() {
        let (notices, heard) = listening();
        let pieces = notices.pieces("a", &"x".repeat(20_000));
        pieces.iter().for_each(|piece| notices.hear(piece, "a"));
        for nonsense in ["", "a", "a 1 0\nx", "a b c d\nx"] {
            notices.hear(nonsense, "c");
        }
        pieces[1..].iter().for_each(|piece| notices.hear(piece, "c"));
        notices.hear(&pieces[0], "c");
        notices.hear_of_gap();
        pieces[1..].iter().for_each(|piece| notices.hear(piece, "c"));
        assert_eq!(*heard.lock().unwrap(), [("gap".to_owned(), String::new())]);
    }
}
