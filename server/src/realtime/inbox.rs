//! The way from a commit to the task that tells of it. The writer only hands over what somebody cares for, and that is
//! bounded; the same record, as keys, is what other servers are told.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jiff::Timestamp;
use tokio::sync::mpsc;

use super::changes::{values, who_saw};
use super::limits::MAX_CHANGES;
use super::told::{Beyond, Changes, Row, Told};
use crate::auth::affected::{self, Affected};
use crate::db::{Change, Image, Record, Verb};
use crate::schema::{self, Role, Table};

/// Rows that wait to be told. When nobody comes to it, more are only counted.
const MAX_WAITING_BYTES: usize = 16 * 1024 * 1024;

/// What the task works on, in order.
pub enum Work {
    Commit(Commit),
    /// The server, what it says, and how long that was.
    Heard(String, Told, usize),
    Gap,
}

/// A commit of this server, as far as anyone here cares.
pub struct Commit {
    pub changes: Vec<Change>,
    pub told: Changes,
    /// Of the rows, which count until they have been told.
    pub bytes: usize,
}

pub struct Inbox {
    queue: mpsc::UnboundedSender<Work>,
    waiting: Arc<AtomicUsize>,
}

impl Inbox {
    pub fn new() -> (Inbox, mpsc::UnboundedReceiver<Work>, Arc<AtomicUsize>) {
        let (queue, work) = mpsc::unbounded_channel();
        let waiting = Arc::<AtomicUsize>::default();
        (Inbox { queue, waiting: waiting.clone() }, work, waiting)
    }

    /// Called by the writer, which waits. Rows are taken along only while somebody hears of changes.
    pub fn commit(&self, record: &Record, hears_changes: bool) {
        let mut told = summary(record);
        let mut changes: Vec<Change> = Vec::new();
        if hears_changes {
            told.beyond = beyond(record);
            changes.extend(declared(record).take(MAX_CHANGES).map(|(_, change)| change.clone()));
        }
        let length = |image: &Option<Image>| image.as_ref().map_or(0, |image| image.json().len());
        let bytes: usize = changes.iter().map(|change| length(&change.before) + length(&change.after)).sum();
        if self.waiting.load(Ordering::Relaxed) + bytes > MAX_WAITING_BYTES {
            for change in std::mem::take(&mut changes) {
                count(&mut told.beyond, &change.table, change.verb, 1, who_can_have_seen(&change));
            }
        }
        if changes.is_empty() && told.is_nothing() {
            return;
        }
        let bytes = if changes.is_empty() { 0 } else { bytes };
        self.waiting.fetch_add(bytes, Ordering::Relaxed);
        let _ = self.queue.send(Work::Commit(Commit { changes, told, bytes }));
    }

    /// What another server says. Where too much waits already, what is only of this moment is passed over.
    pub fn heard(&self, server: &str, told: Told, bytes: usize) {
        let is_full = self.waiting.load(Ordering::Relaxed) + bytes > MAX_WAITING_BYTES;
        if !(is_full && matches!(told, Told::Broadcast { .. })) {
            self.waiting.fetch_add(bytes, Ordering::Relaxed);
            let _ = self.queue.send(Work::Heard(server.to_owned(), told, bytes));
        }
    }

    pub fn gap(&self) {
        let _ = self.queue.send(Work::Gap);
    }
}

impl Changes {
    fn is_nothing(&self) -> bool {
        self.rows.is_empty() && self.beyond.is_empty() && self.sessions.is_empty() && !self.accounts
    }
}

/// What the other servers are told of a commit; they may have listeners where we have none.
pub fn described(record: &Record) -> Option<String> {
    let told = Changes { rows: rows(record), beyond: beyond(record), ..summary(record) };
    (!told.is_nothing()).then(|| Told::Changes(told).text())
}

/// When it was, and whose channels it may end.
fn summary(record: &Record) -> Changes {
    let mut changes = Changes {
        at: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string().into(),
        // What does not fit into a record may be an account as well.
        accounts: record.beyond.iter().any(|beyond| affected::TABLES.contains(&&*beyond.table)),
        ..Changes::default()
    };
    for change in &record.changes {
        match affected::affected(change) {
            Some(Affected::Session(id)) => changes.sessions.push(id.to_owned()),
            Some(Affected::Callers) => changes.accounts = true,
            None => {}
        }
    }
    if changes.sessions.len() > MAX_CHANGES {
        changes.sessions.clear();
        changes.accounts = true;
    }
    changes
}

fn rows(record: &Record) -> Vec<Row> {
    let row = |(table, change): (&'static Table, &Change)| {
        let seen_by = (change.verb == Verb::Delete).then(|| who_saw(table, &values(table, change.before.as_ref())));
        let verb = change.verb.name().to_owned();
        Row { table: table.name.to_owned(), verb, key: change.key.clone(), seen_by }
    };
    declared(record).take(MAX_CHANGES).map(row).collect()
}

/// The changes that are too many to be told one by one.
fn beyond(record: &Record) -> Vec<Beyond> {
    let mut beyond = Vec::new();
    for (table, change) in declared(record).skip(MAX_CHANGES) {
        count(&mut beyond, table.name, change.verb, 1, who_can_have_seen(change));
    }
    for more in record.beyond.iter().filter(|more| schema::table(&more.table).is_some()) {
        // These rows are not known. They are taken to be as those of the same transaction that are.
        let known = record.changes.iter().filter(|change| change.table == more.table);
        count(
            &mut beyond,
            &more.table,
            more.verb,
            more.count,
            known.fold(0, |seen, one| seen | who_can_have_seen(one)),
        );
    }
    beyond
}

/// The roles for which the row was there before or is there now, as bits.
fn who_can_have_seen(change: &Change) -> u8 {
    let Some(table) = schema::table(&change.table) else { return 0 };
    // The writer waits, and nobody asks unless some rows are hidden from visitors.
    if table.rights.of(Role::Visitor).read.rows.condition().is_none() {
        return 0;
    }
    let images = [&change.before, &change.after].into_iter().flatten();
    images.fold(0, |seen, image| seen | who_saw(table, &values(table, Some(image))))
}

fn declared(record: &Record) -> impl Iterator<Item = (&'static Table, &Change)> {
    record.changes.iter().filter_map(|change| Some((schema::table(&change.table)?, change)))
}

fn count(beyond: &mut Vec<Beyond>, table: &str, verb: Verb, more: u64, seen_by: u8) {
    let place = beyond.iter().position(|one| one.table == table).unwrap_or_else(|| {
        beyond.push(Beyond { table: table.to_owned(), ..Beyond::default() });
        beyond.len() - 1
    });
    let one = &mut beyond[place];
    one.count += more;
    one.verbs |= 1 << verb as u8;
    one.seen_by |= seen_by;
}
