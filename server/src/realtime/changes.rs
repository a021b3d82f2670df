//! From commits to those who hear of them. The writer only hands its record over (`Inbox`); one task takes it from there:
//! ends the channels of sessions that have ended, has each row shown once for each role that hears of it, and tells the
//! channels. What another server has committed comes the same way, with its rows read from the database.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::mpsc;

use super::Realtime;
use super::fan_out::Changed;
use super::limits::MAX_CHANGES;
use super::told::{self, Changes, Row, Told};
use crate::auth::affected::{self, Affected};
use crate::clock;
use crate::db::{Change, Image, Record, Sql, Value, Verb};
use crate::rest;
use crate::schema::{self, Caller, Identity, Role, Table};

/// Rows that are shown by one statement.
const TOGETHER: usize = 50;
/// Between them, so that those who hear of many changes can take them.
const PAUSE: Duration = Duration::from_millis(10);
/// Rows that wait to be told. When nobody comes to it, more are only counted.
const MAX_WAITING_BYTES: usize = 16 * 1024 * 1024;

/// What the task works on, in order.
pub enum Work {
    Commit(Commit),
    Heard(String, Told),
    Gap,
}

/// A commit of this server, as far as anyone here cares.
pub struct Commit {
    changes: Vec<Change>,
    told: Changes,
    bytes: usize,
}

pub struct Inbox {
    queue: mpsc::UnboundedSender<Work>,
    waiting: Arc<AtomicUsize>,
}

/// One change whose row is at hand.
struct Ready {
    table: &'static Table,
    verb: Verb,
    key: String,
    row: Vec<Value>,
    /// Of a deleted row.
    seen_by: u8,
}

impl Inbox {
    pub fn new() -> (Inbox, mpsc::UnboundedReceiver<Work>, Arc<AtomicUsize>) {
        let (queue, work) = mpsc::unbounded_channel();
        let waiting = Arc::<AtomicUsize>::default();
        (Inbox { queue, waiting: waiting.clone() }, work, waiting)
    }

    /// Called by the writer, which waits. Rows are taken along only while somebody hears of changes.
    pub fn commit(&self, record: &Record, hears_changes: bool) {
        let mut told = summary(record, hears_changes);
        let mut changes: Vec<Change> = Vec::new();
        if hears_changes {
            changes.extend(declared(record).take(MAX_CHANGES).map(|(_, change)| change.clone()));
        }
        let length = |image: &Option<Image>| image.as_ref().map_or(0, |image| image.json().len());
        let bytes: usize = changes.iter().map(|change| length(&change.before) + length(&change.after)).sum();
        if self.waiting.load(Ordering::Relaxed) + bytes > MAX_WAITING_BYTES {
            for change in std::mem::take(&mut changes) {
                count(&mut told.beyond, &change.table, 1);
            }
        }
        told.rows.clear();
        if changes.is_empty() && told.is_nothing() {
            return;
        }
        let bytes = if changes.is_empty() { 0 } else { bytes };
        self.waiting.fetch_add(bytes, Ordering::Relaxed);
        let _ = self.queue.send(Work::Commit(Commit { changes, told, bytes }));
    }

    pub fn push(&self, work: Work) {
        let _ = self.queue.send(work);
    }
}

impl Changes {
    fn is_nothing(&self) -> bool {
        self.rows.is_empty() && self.beyond.is_empty() && self.sessions.is_empty() && !self.accounts
    }
}

/// What the other servers are told of a commit; they may have listeners where we have none.
pub fn described(record: &Record) -> Option<String> {
    let changes = summary(record, true);
    (!changes.is_nothing()).then(|| Told::Changes(changes).text())
}

fn summary(record: &Record, with_rows: bool) -> Changes {
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
    if !with_rows {
        return changes;
    }
    for (table, change) in declared(record).take(MAX_CHANGES) {
        let seen_by = (change.verb == Verb::Delete).then(|| who_saw(table, &values(table, change.before.as_ref())));
        let (table, verb) = (change.table.to_string(), change.verb.name().to_owned());
        changes.rows.push(Row { table, verb, key: change.key.clone(), seen_by });
    }
    for (_, change) in declared(record).skip(MAX_CHANGES) {
        count(&mut changes.beyond, &change.table, 1);
    }
    for beyond in record.beyond.iter().filter(|beyond| schema::table(&beyond.table).is_some()) {
        count(&mut changes.beyond, &beyond.table, beyond.count);
    }
    changes
}

fn declared(record: &Record) -> impl Iterator<Item = (&'static Table, &Change)> {
    record.changes.iter().filter_map(|change| Some((schema::table(&change.table)?, change)))
}

fn count(beyond: &mut Vec<(String, u64)>, table: &str, more: u64) {
    match beyond.iter_mut().find(|(name, _)| name == table) {
        Some((_, count)) => *count += more,
        None => beyond.push((table.to_owned(), more)),
    }
}

/// A value for each column.
fn values(table: &Table, image: Option<&Image>) -> Vec<Value> {
    let fields = image.map(Image::fields).unwrap_or_default();
    let value = |name: &str| match fields.get(name) {
        Some(serde_json::Value::String(text)) => Value::from(text),
        Some(serde_json::Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Value::Int(whole),
            (None, Some(real)) => Value::Real(real),
            (None, None) => Value::Null,
        },
        Some(serde_json::Value::Bool(flag)) => Value::from(*flag),
        _ => Value::Null,
    };
    table.columns.iter().map(|column| value(column.name)).collect()
}

/// The roles for which a row was there, as bits in the order of `Role::ALL`.
fn who_saw(table: &Table, row: &[Value]) -> u8 {
    let sees = |role: Role| {
        let access = table.rights.of(role).read;
        let value = |name: &str| table.columns.iter().position(|column| column.name == name).and_then(|at| row.get(at));
        !access.is_none()
            && access.rows.condition().is_none_or(|rule| value(rule.column()).is_some_and(|value| rule.holds(value)))
    };
    let bits = Role::ALL.into_iter().enumerate().filter(|(_, role)| sees(*role)).map(|(place, _)| 1 << place);
    bits.sum()
}

/// Only the key, which is all that is told of a row that was deleted.
fn key_only(table: &Table, key: &str) -> Vec<Value> {
    let value = |name: &str| if name == table.key { Value::from(key) } else { Value::Null };
    table.columns.iter().map(|column| value(column.name)).collect()
}

impl Realtime {
    pub(super) async fn work(&self, mut queue: mpsc::UnboundedReceiver<Work>, waiting: Arc<AtomicUsize>) {
        while let Some(work) = queue.recv().await {
            match work {
                Work::Commit(Commit { changes, told, bytes }) => {
                    self.after_sessions(&told).await;
                    let ready = changes.into_iter().filter_map(|change| Ready::of(&change)).collect();
                    self.tell_all(ready, &told).await;
                    waiting.fetch_sub(bytes, Ordering::Relaxed);
                }
                Work::Heard(_, Told::Changes(told)) => {
                    self.after_sessions(&told).await;
                    if self.hub.hears_changes() {
                        let ready = self.read(&told).await;
                        self.tell_all(ready, &told).await;
                    }
                }
                Work::Heard(_, Told::Broadcast { at, event, json, base64 }) => {
                    if let Some(body) = told::body(json, base64) {
                        self.hub.broadcast(&at.into(), &event, &body, None);
                    }
                }
                Work::Heard(_, Told::Ask { server }) => {
                    if server == self.name() {
                        self.hub.say_all();
                    }
                }
                Work::Heard(server, told) => self.hub.hear_present(&server, told),
                Work::Gap => {
                    self.hub.tell_gap();
                    self.identify_all().await;
                }
            }
        }
    }

    async fn after_sessions(&self, told: &Changes) {
        if !told.sessions.is_empty() {
            let is_over = |identity: &Identity| matches!(identity, Identity::Staff { session, .. } if told.sessions.contains(session));
            self.hub.end("The session has ended", |_, channel| is_over(&channel.caller.identity));
        }
        if told.accounts {
            self.identify_all().await;
        }
    }

    /// Whether those who are signed in on some channel still are, and in which role.
    pub(super) async fn identify_all(&self) {
        for caller in self.hub.identities() {
            match crate::auth::identify_again(&self.db, &caller.identity).await {
                Ok(now) if now == caller => {}
                Ok(now) => self.hub.set_role(&now),
                // A database that does not answer ends nobody's session.
                Err(crate::auth::AuthError::Failed(_)) => {}
                Err(cause) => {
                    let message = crate::auth::caller_words(&cause);
                    self.hub.end(&message, |_, channel| channel.caller.identity == caller.identity);
                }
            }
        }
    }

    async fn tell_all(&self, ready: Vec<Ready>, told: &Changes) {
        let many = ready.len() > TOGETHER;
        for part in ready.chunk_by(|one, next| one.table.name == next.table.name) {
            for part in part.chunks(TOGETHER) {
                self.tell_part(part, &told.at).await;
                if many {
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
        for (table, count) in told.beyond.iter().filter_map(|(name, count)| Some((schema::table(name)?, *count))) {
            self.hub.tell_beyond(table, count);
        }
    }

    /// All of one table.
    async fn tell_part(&self, part: &[Ready], at: &str) {
        let Some(table) = part.first().map(|first| first.table) else { return };
        let mut shown: BTreeMap<usize, Vec<Option<String>>> = BTreeMap::new();
        for (place, role) in Role::ALL.into_iter().enumerate() {
            let hears = |verb: Verb| self.hub.roles_hearing(table, verb).contains(&role);
            let heard: Vec<Verb> = Verb::ALL.into_iter().filter(|verb| hears(*verb)).collect();
            let is_shown = |ready: &&Ready| ready.verb != Verb::Delete && heard.contains(&ready.verb);
            let rows: Vec<Vec<Value>> = part.iter().filter(is_shown).map(|ready| ready.row.clone()).collect();
            let caller = Caller { identity: Identity::Visitor, role };
            let mut found = match rest::shown(&self.db, &caller, table, &rows).await {
                Ok(found) => found.into_iter(),
                Err(cause) => {
                    cause.log();
                    self.hub.tell_beyond(table, part.len() as u64);
                    return;
                }
            };
            let of = |ready: &Ready| match ready.verb {
                Verb::Delete => (ready.seen_by & (1 << place) != 0).then(String::new),
                _ if heard.contains(&ready.verb) => found.next().flatten(),
                _ => None,
            };
            shown.insert(place, part.iter().map(of).collect());
        }
        let now = clock::unix_seconds();
        for (position, Ready { table, verb, key, row, .. }) in part.iter().enumerate() {
            let by_role = std::array::from_fn(|place| shown.get(&place).and_then(|rows| rows[position].as_deref()));
            self.hub.tell_change(&Changed { table, verb: *verb, row, key, at, shown: by_role }, now);
        }
    }

    /// The rows that another server has changed, as they are now. One that is gone meanwhile is not told: its deletion is.
    async fn read(&self, told: &Changes) -> Vec<Ready> {
        let mut ready = Vec::new();
        let rows = told.rows.iter().filter_map(|row| Some((schema::table(&row.table)?, verb_named(&row.verb)?, row)));
        let rows: Vec<_> = rows.collect();
        for part in rows.chunk_by(|one, next| one.0.name == next.0.name).flat_map(|part| part.chunks(TOGETHER)) {
            let table = part[0].0;
            let keys: Vec<&str> =
                part.iter().filter(|(_, verb, _)| *verb != Verb::Delete).map(|(.., row)| row.key.as_str()).collect();
            let found = self.rows_now(table, &keys).await;
            for (_, verb, row) in part {
                let key = row.key.clone();
                match verb {
                    Verb::Delete => {
                        let seen_by = row.seen_by.unwrap_or_default();
                        ready.push(Ready { table, verb: *verb, row: key_only(table, &key), key, seen_by });
                    }
                    _ => ready.extend(found.get(&key).map(|row| Ready {
                        table,
                        verb: *verb,
                        key,
                        row: row.clone(),
                        seen_by: 0,
                    })),
                }
            }
        }
        ready
    }

    async fn rows_now(&self, table: &'static Table, keys: &[&str]) -> BTreeMap<String, Vec<Value>> {
        if keys.is_empty() {
            return BTreeMap::new();
        }
        let mut sql = Sql::new("SELECT ");
        for (position, column) in table.columns.iter().enumerate() {
            sql.push(if position > 0 { ", " } else { "" }).name(column.name);
        }
        sql.push(" FROM ").name(table.name).push(" WHERE ").name(table.key).push(" IN (");
        sql.bind_all(keys.iter().copied()).push(")");
        let place = table.columns.iter().position(|column| column.name == table.key).unwrap_or_default();
        match self.db.rows(sql).await {
            Ok(rows) => rows.iter().map(|row| (row.text(place).to_owned(), row.values().to_vec())).collect(),
            Err(cause) => {
                cause.log();
                self.hub.tell_beyond(table, keys.len() as u64);
                BTreeMap::new()
            }
        }
    }
}

impl Ready {
    fn of(change: &Change) -> Option<Ready> {
        let table = schema::table(&change.table)?;
        let (verb, key) = (change.verb, change.key.clone());
        Some(match verb {
            Verb::Delete => {
                let seen_by = who_saw(table, &values(table, change.before.as_ref()));
                Ready { table, verb, row: key_only(table, &key), key, seen_by }
            }
            _ => Ready { table, verb, row: values(table, change.after.as_ref()), key, seen_by: 0 },
        })
    }
}

fn verb_named(name: &str) -> Option<Verb> {
    Verb::ALL.into_iter().find(|verb| verb.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deletion_is_told_to_those_who_saw_the_row() {
        let testimonials = schema::table("testimonials").unwrap();
        let with = |visible: i64| -> Vec<Value> {
            let value = |name: &str| if name == "is_visible" { Value::Int(visible) } else { Value::Null };
            testimonials.columns.iter().map(|column| value(column.name)).collect()
        };
        assert_eq!(who_saw(testimonials, &with(1)), 0b111);
        assert_eq!(who_saw(testimonials, &with(0)), 0b110, "visitors do not see hidden rows");
        let volunteers = schema::table("volunteers").unwrap();
        assert_eq!(who_saw(volunteers, &[]), 0b110);
        assert_eq!(who_saw(schema::table("projects").unwrap(), &[]), 0b111);
    }
}
