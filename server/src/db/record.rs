//! What a committed transaction has changed, row by row. The database itself keeps it, by triggers that the writer puts
//! in place (see `triggers`), so that no code which writes can forget to report. Nothing here is ever read back from
//! disk: a record lives from its commit until those who asked for it have seen it.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::Map;

use super::sql::Row;

/// A row as a JSON object, column by column as the database stores it: a flag is 0 or 1, a document is text.
pub type Image = Map<String, serde_json::Value>;
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
    /// The account that asked for it; `None` where it was the server itself or a visitor.
    pub by: Option<Arc<str>>,
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

    /// From the rows that the triggers left: table, verb, key, before, after, count. A row without a table says that
    /// the next of `authors` begins; what comes before the first such row was done by the server itself.
    pub(super) fn read(rows: Vec<Row>, authors: &[Option<Arc<str>>]) -> Record {
        let mut record = Record::default();
        let mut authors = authors.iter();
        let mut by = None;
        let mut last: Option<Arc<str>> = None;
        for row in rows {
            let Some(table) = row.text_or_none(0) else {
                by = authors.next().cloned().flatten();
                continue;
            };
            // Most rows are of the same table as the one before.
            let table = last.take().filter(|last| **last == *table).unwrap_or_else(|| table.into());
            last = Some(table.clone());
            let verb = Verb::read(row.text(1));
            match row.text_or_none(2) {
                Some(key) => record.changes.push(Change {
                    table,
                    verb,
                    key: key.to_owned(),
                    before: image(row.text_or_none(3)),
                    after: image(row.text_or_none(4)),
                    by: by.clone(),
                }),
                None => record.beyond.push(Overflow { table, verb, count: row.int(5) as u64 }),
            }
        }
        record
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

fn image(text: Option<&str>) -> Option<Image> {
    serde_json::from_str(text?).ok()
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
