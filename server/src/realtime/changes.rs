//! From commits to those who hear of them. The writer only hands its record over (`inbox`); one task takes it from there:
//! ends the channels of sessions that have ended, has each row shown once for each role that hears of it, and tells the
//! channels. What another server has committed comes the same way, with its rows read from the database.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::mpsc;

use super::Realtime;
use super::change_frames::Changed;
use super::channel::{Channel, ChannelId};
use super::inbox::{Commit, Work};
use super::told::{self, Beyond, Changes, Told};
use crate::auth::{self, AuthError};
use crate::db::{Change, Image, Sql, Value, Verb};
use crate::rest;
use crate::schema::{self, Caller, Identity, Role, Table};

/// Rows that are shown by one statement.
const TOGETHER: usize = 50;
/// Between them, so that those who hear of many changes can take them.
const PAUSE: Duration = Duration::from_millis(10);

/// As bits in the order of `Verb::ALL`.
const EVERY_VERB: u8 = 0b111;

/// One change whose row is at hand.
struct Ready {
    table: &'static Table,
    verb: Verb,
    key: String,
    row: Vec<Value>,
    /// Of a deleted row.
    seen_by: u8,
}

/// A value for each column.
pub fn values(table: &Table, image: Option<&Image>) -> Vec<Value> {
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
pub fn who_saw(table: &Table, row: &[Value]) -> u8 {
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
            let bytes = match &work {
                Work::Commit(commit) => commit.bytes,
                Work::Heard(.., bytes) => *bytes,
                Work::Gap => 0,
            };
            // What panics is lost; the task must go on, since it also ends channels.
            if AssertUnwindSafe(self.work_on(work)).catch_unwind().await.is_err() {
                tracing::error!("telling of a change panicked");
            }
            waiting.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    async fn work_on(&self, work: Work) {
        match work {
            Work::Commit(Commit { changes, told, .. }) => {
                self.after_sessions(&told).await;
                let ready = changes.into_iter().filter_map(|change| Ready::of(&change)).collect();
                self.tell_all(ready, &told).await;
            }
            Work::Heard(_, Told::Changes(told), _) => {
                self.after_sessions(&told).await;
                if self.hub.hears_changes() {
                    let ready = self.read(&told).await;
                    self.tell_all(ready, &told).await;
                }
            }
            Work::Heard(_, Told::Broadcast { at, event, json, base64 }, _) => {
                if let Some(body) = told::body(json, base64) {
                    self.hub.broadcast(&at.into(), &event, &body, None);
                }
            }
            Work::Heard(_, Told::Ask { server }, _) => {
                if server == self.db.server_name() {
                    self.hub.say_all();
                }
            }
            Work::Heard(server, told, _) => self.hub.hear_present(&server, told),
            Work::Gap => {
                self.hub.tell_gap().await;
                self.identify_all().await;
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
            self.identify_again(&caller, |_, channel| channel.caller.identity == caller.identity).await;
        }
    }

    /// The same for a channel that was just joined: its session may have ended while that was done, unheard.
    pub(super) async fn confirm(&self, id: ChannelId, caller: &Caller) {
        self.identify_again(caller, |other, _| other == id).await;
    }

    async fn identify_again(&self, caller: &Caller, is_over: impl Fn(ChannelId, &Channel) -> bool) {
        match auth::identify_again(&self.db, &caller.identity).await {
            Ok(now) if now == *caller => {}
            Ok(now) => self.hub.set_role(&now),
            // A database that does not answer ends nobody's session.
            Err(AuthError::Failed(_)) => {}
            Err(cause) => self.hub.end(&auth::caller_words(&cause), is_over),
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
        for beyond in &told.beyond {
            self.hub.tell_beyond(beyond).await;
        }
    }

    /// All of one table.
    async fn tell_part(&self, part: &[Ready], at: &str) {
        let Some(table) = part.first().map(|first| first.table) else { return };
        let hearing = self.hub.hearing(table).await;
        let mut shown: Vec<Vec<Option<String>>> = Vec::with_capacity(Role::ALL.len());
        for (place, role) in Role::ALL.into_iter().enumerate() {
            let is_heard = |ready: &Ready| ready.verb != Verb::Delete && hearing[place][ready.verb as usize];
            let rows: Vec<Vec<Value>> = part.iter().filter(|one| is_heard(one)).map(|one| one.row.clone()).collect();
            let caller = Caller { identity: Identity::Visitor, role };
            let mut found = match rest::shown(&self.db, &caller, table, &rows).await {
                Ok(found) => found.into_iter(),
                Err(cause) => {
                    cause.log();
                    self.hub.tell_beyond(&missed(part)).await;
                    return;
                }
            };
            let of = |ready: &Ready| match ready.verb {
                Verb::Delete => (ready.seen_by & (1 << place) != 0).then(String::new),
                _ if is_heard(ready) => found.next().flatten(),
                _ => None,
            };
            shown.push(part.iter().map(of).collect());
        }
        for (position, Ready { table, verb, key, row, .. }) in part.iter().enumerate() {
            let by_role = std::array::from_fn(|place: usize| shown[place][position].as_deref());
            self.hub.tell_change(&Changed { table, verb: *verb, row, key, at, shown: by_role }).await;
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
                let (table, count, verbs) = (table.name.to_owned(), keys.len() as u64, EVERY_VERB);
                self.hub.tell_beyond(&Beyond { table, count, verbs, seen_by: 0 }).await;
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

/// Changes of one table whose rows could not be shown.
fn missed(part: &[Ready]) -> Beyond {
    let mut missed = Beyond { count: part.len() as u64, ..Beyond::default() };
    for Ready { table, verb, row, seen_by, .. } in part {
        missed.table = table.name.to_owned();
        missed.verbs |= 1 << *verb as u8;
        missed.seen_by |= if *verb == Verb::Delete { *seen_by } else { who_saw(table, row) };
    }
    missed
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
