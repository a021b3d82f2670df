//! What a committed transaction has changed, row by row. The database itself reports it, by triggers that the writer puts
//! in place (see `recorder` for SQLite, `triggers` for PostgreSQL), so that no code which writes can forget to report. Nothing here is ever read back from
//! disk: a record lives from its commit until those who asked for it have seen it.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::{Map, Value};

use super::sql::Row;

/// A row as a JSON object, column by column as the database stores it: a flag is 0 or 1, a document is text.
#[derive(Debug, Clone, PartialEq)]
pub struct Image(Box<str>);

type Listener = Box<dyn Fn(&Record) + Send + Sync>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    Insert,
    Update,
    Delete,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub table: Arc<str>,
    pub verb: Verb,
    /// The value of the primary key after the change; of a key with several columns the values, with commas between.
    pub key: String,
    pub before: Option<Image>,
    pub after: Option<Image>,
    pub by: Author,
}

/// Who asked for a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Author {
    /// The server itself, or a visitor.
    #[default]
    Server,
    /// Somebody at the server's command line.
    CommandLine,
    /// A program that holds the service key.
    Service,
    Account {
        id: Arc<str>,
        /// The session that it was asked in; empty where there was none yet.
        session: Arc<str>,
        /// Where that session was begun, in words.
        device: Arc<str>,
    },
}

/// Changes that were too many to be kept one by one: only their number.
#[derive(Debug, Clone, PartialEq)]
pub struct Overflow {
    pub table: Arc<str>,
    pub verb: Verb,
    pub count: u64,
}

/// In the order in which it was done. Very long transactions (a restore) are cut: what does not fit is counted only.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Record {
    pub changes: Vec<Change>,
    pub beyond: Vec<Overflow>,
}

impl Image {
    pub(super) fn new(json: &str) -> Image {
        Image(json.into())
    }

    pub fn json(&self) -> &str {
        &self.0
    }

    pub fn fields(&self) -> Map<String, Value> {
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

impl Record {
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.beyond.is_empty()
    }

    /// Whether some changes are only counted.
    pub fn is_truncated(&self) -> bool {
        !self.beyond.is_empty()
    }

    /// Every table that was changed, once.
    pub fn tables(&self) -> BTreeSet<Arc<str>> {
        let kept = self.changes.iter().map(|change| &change.table);
        kept.chain(self.beyond.iter().map(|beyond| &beyond.table)).cloned().collect()
    }

    /// From the lines that the triggers of PostgreSQL left. An empty one says that the next of `authors` begins;
    /// what comes before the first such line was done by the server itself. A line that ends in a count stands for as many
    /// changes of its table.
    pub(super) fn read(texts: &[Row], authors: &[Author]) -> Record {
        let mut record = Record::default();
        let mut authors = authors.iter();
        let mut by = Author::Server;
        let mut last: Option<Arc<str>> = None;
        for line in texts.iter().filter_map(|row| row.text_or_none(0)).flat_map(str::lines) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [name, verb, ..] = fields[..] else {
                by = authors.next().cloned().unwrap_or_default();
                continue;
            };
            // Most lines are of the same table as the one before.
            let table = last.take().filter(|last| **last == *name).unwrap_or_else(|| name.into());
            last = Some(table.clone());
            let verb = Verb::read(verb);
            match fields[2..] {
                [count] => record.beyond.push(Overflow { table, verb, count: count.parse().unwrap_or_default() }),
                [key, before, after] => {
                    let key = serde_json::from_str(key).unwrap_or_default();
                    let (before, after) = (image(before), image(after));
                    record.changes.push(Change { table, verb, key, before, after, by: by.clone() });
                }
                _ => debug_assert!(false, "not a line of a record: {line}"),
            }
        }
        record
    }
}

impl Author {
    pub fn name(&self) -> &'static str {
        match self {
            Author::Server => "server",
            Author::CommandLine => "command_line",
            Author::Service => "service",
            Author::Account { .. } => "staff",
        }
    }

    pub fn staff(id: &str, session: &str, device: &str) -> Author {
        Author::Account { id: id.into(), session: session.into(), device: device.into() }
    }

    pub fn account(&self) -> Option<&str> {
        match self {
            Author::Account { id, .. } => Some(id),
            Author::Server | Author::CommandLine | Author::Service => None,
        }
    }

    pub fn session(&self) -> Option<&str> {
        match self {
            Author::Account { session, .. } => Some(session),
            Author::Server | Author::CommandLine | Author::Service => None,
        }
    }

    /// Empty where it is not known.
    pub fn device(&self) -> &str {
        match self {
            Author::Account { device, .. } => device,
            Author::Server | Author::CommandLine | Author::Service => "",
        }
    }
}

impl Verb {
    pub const ALL: [Verb; 3] = [Verb::Insert, Verb::Update, Verb::Delete];

    pub fn name(self) -> &'static str {
        match self {
            Verb::Insert => "insert",
            Verb::Update => "update",
            Verb::Delete => "delete",
        }
    }

    fn read(name: &str) -> Verb {
        Verb::ALL.into_iter().find(|verb| verb.name() == name).unwrap_or(Verb::Update)
    }
}

fn image(text: &str) -> Option<Image> {
    (!text.is_empty()).then(|| Image::new(text))
}

/// Those who are shown each record.
#[derive(Default)]
pub struct Listeners(RwLock<Vec<Listener>>);

impl Listeners {
    pub fn add(&self, listener: Listener) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(listener);
    }

    /// A listener that panics loses this record; the writer and the other listeners go on.
    pub fn show(&self, record: &Record) {
        for listener in self.0.read().unwrap_or_else(PoisonError::into_inner).iter() {
            if catch_unwind(AssertUnwindSafe(|| listener(record))).is_err() {
                tracing::error!("a listener for changes panicked");
            }
        }
    }
}
