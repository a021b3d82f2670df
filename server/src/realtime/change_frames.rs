//! What is made of one change while it is told: the row once for each role and form, in memory once however many get it;
//! only how a frame begins is made for each name of a channel. Decides by role and filter who gets it.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::channel::Channel;
use super::frames::{Frame, Rest};
use super::limits::MAX_ROW_BYTES;
use super::protocol::Version;
use super::subscription::{Subscription, verb_name};
use crate::db::{Value, Verb};
use crate::schema::{Kind, Role, Table};

/// The values that are still told of a row which is too long.
const SHORT_VALUE: usize = 64;
/// Frames that are kept for the next channel of the same name.
const MAX_KEPT: usize = 1_000;
const TOO_LARGE: &str = "Error 413: Payload Too Large";

/// A change as it is told.
pub struct Changed<'a> {
    pub table: &'static Table,
    pub verb: Verb,
    /// What filters look at: the row as it is now; of a deleted one only the key.
    pub row: &'a [Value],
    pub key: &'a str,
    /// When it was committed.
    pub at: &'a str,
    /// The row as each role sees it, in the order of `Role::ALL`; `None` where it does not exist for them. Of a deleted
    /// row it is empty.
    pub shown: [Option<&'a str>; Role::ALL.len()],
}

type Columns = Option<Vec<&'static str>>;

pub fn place(role: Role) -> usize {
    Role::ALL.iter().position(|other| *other == role).unwrap_or_default()
}

/// What was made of one change so far.
pub struct Made<'a> {
    changed: &'a Changed<'a>,
    rests: HashMap<Form, Rest>,
    frames: HashMap<Key, Frame>,
}

/// What a row looks like to those who get it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Form {
    version: Version,
    is_old: bool,
    role: usize,
    select: Columns,
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    topic: Arc<str>,
    ids: Vec<u32>,
    form: Form,
}

impl<'a> Made<'a> {
    pub fn of(changed: &'a Changed<'a>) -> Made<'a> {
        Made { changed, rests: HashMap::new(), frames: HashMap::new() }
    }

    pub fn tell(&mut self, channel: &Channel) {
        let Changed { table, verb, row, .. } = *self.changed;
        let role = channel.caller.role;
        let place = place(role);
        if self.changed.shown[place].is_none() {
            return;
        }
        let access = table.rights.of(role).read;
        let may_filter = |column: &str| column == table.key || access.columns.allow(column);
        let matches = |one: &&Subscription| {
            one.wants(table, verb) && one.filters_by(table).all(may_filter) && one.lets_through(table, verb, row)
        };
        // Nearly all have one subscription, or several with the same columns.
        let mut groups: Vec<(&Columns, Vec<u32>)> = Vec::new();
        for one in channel.subscriptions.iter().filter(matches) {
            match groups.iter_mut().find(|(select, _)| **select == one.select) {
                Some((_, ids)) => ids.push(one.id),
                None => groups.push((&one.select, vec![one.id])),
            }
        }
        for (select, ids) in groups {
            let (version, is_old) = (channel.version, channel.is_old);
            let form = Form { version, is_old, role: place, select: select.clone() };
            let key = Key { topic: channel.topic.name.clone(), ids, form };
            channel.outbox.push(self.frame(key));
        }
    }

    fn frame(&mut self, key: Key) -> Frame {
        if let Some(frame) = self.frames.get(&key) {
            return frame.clone();
        }
        let Changed { verb, .. } = *self.changed;
        let Key { topic, ids, form } = &key;
        let rest = self.rests.entry(form.clone()).or_insert_with(|| {
            let data = data(self.changed, form.role, form.select.as_deref());
            form.version.rest_of(if form.is_old { data } else { data + "}" })
        });
        let frame = match form.is_old {
            true => form.version.push_begun(topic, verb_name(verb), "", rest),
            false => {
                let begun = format!(r#"{{"ids":{},"data":"#, json!(ids));
                form.version.push_begun(topic, "postgres_changes", &begun, rest)
            }
        };
        // Names that nobody shares are not worth keeping.
        if self.frames.len() < MAX_KEPT {
            self.frames.insert(key, frame.clone());
        }
        frame
    }
}

fn data(changed: &Changed, role: usize, select: Option<&[&str]>) -> String {
    let Changed { table, verb, key, at, shown, .. } = changed;
    let access = table.rights.of(Role::ALL[role]).read;
    let is_wanted = |name: &str| select.is_none_or(|names| names.contains(&name));
    let columns = table.columns.iter().filter(|column| access.columns.allow(column.name) && is_wanted(column.name));
    let columns: Vec<Json> =
        columns.map(|column| json!({ "name": column.name, "type": short_type(column.kind) })).collect();
    let (schema, table_name, kind) = ("public", table.name, verb_name(*verb));
    let mut data = json!({
        "schema": schema, "table": table_name, "commit_timestamp": at, "type": kind, "columns": columns,
    })
    .to_string();
    data.pop();
    let mut errors = Json::Null;
    if *verb != Verb::Delete {
        let record = shown[role].unwrap_or("{}");
        let is_long = record.len() > MAX_ROW_BYTES;
        if is_long {
            errors = json!([TOO_LARGE]);
        }
        match is_long || select.is_some() {
            // As REST has printed it.
            false => data.push_str(&format!(r#","record":{record}"#)),
            true => {
                let mut record: Map<String, Json> = serde_json::from_str(record).unwrap_or_default();
                record.retain(|name, value| is_wanted(name) && (!is_long || value.to_string().len() <= SHORT_VALUE));
                data.push_str(&format!(r#","record":{}"#, Json::Object(record)));
            }
        }
    }
    if *verb != Verb::Insert {
        data.push_str(&format!(r#","old_record":{}"#, json!({ table.key: key })));
    }
    data.push_str(&format!(r#","errors":{errors}}}"#));
    data
}

/// The short names of PostgreSQL, by which clients read values.
fn short_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Uuid => "uuid",
        Kind::Time => "timestamptz",
        Kind::Bool => "bool",
        Kind::Integer => "int8",
        Kind::Document | Kind::Json => "jsonb",
        Kind::PageKey | Kind::Text { .. } | Kind::Html { .. } | Kind::Picture { .. } | Kind::Email => "text",
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::schema;

    pub fn changed<'a>(verb: Verb, shown: Option<&'a str>) -> Changed<'a> {
        let table = schema::table("testimonials").unwrap();
        Changed { table, verb, row: &[], key: "k", at: "2026-01-01T00:00:00.000Z", shown: [shown; 3] }
    }

    fn made(changed: &Changed, select: Option<&[&str]>) -> Json {
        serde_json::from_str(&data(changed, 0, select)).unwrap()
    }

    #[test]
    fn each_verb_has_its_records() {
        let record = r#"{"id":"k","is_visible":true}"#;
        let insert = made(&changed(Verb::Insert, Some(record)), None);
        assert_eq!((insert["type"].as_str(), insert["record"]["id"].as_str()), (Some("INSERT"), Some("k")));
        assert!(insert.get("old_record").is_none());
        assert_eq!(insert["errors"], Json::Null);
        let types: Vec<_> = insert["columns"].as_array().unwrap().iter().map(|column| column["type"].clone()).collect();
        assert_eq!(types, ["uuid", "text", "text", "text", "text", "bool", "timestamptz", "timestamptz"]);
        let update = made(&changed(Verb::Update, Some(record)), None);
        assert_eq!(update["old_record"], json!({"id": "k"}));
        let delete = made(&changed(Verb::Delete, Some("")), None);
        assert_eq!(delete["old_record"], json!({"id": "k"}));
        assert!(delete.get("record").is_none());
    }

    #[test]
    fn a_selection_and_a_row_that_is_too_long_are_cut() {
        let record = format!(r#"{{"id":"k","quote":"{}","name":"n"}}"#, "q".repeat(MAX_ROW_BYTES));
        let cut = made(&changed(Verb::Update, Some(&record)), None);
        assert_eq!(cut["record"], json!({"id": "k", "name": "n"}));
        assert_eq!(cut["errors"], json!([TOO_LARGE]));
        let chosen = made(&changed(Verb::Update, Some(r#"{"id":"k","quote":"q","name":"n"}"#)), Some(&["id", "name"]));
        assert_eq!(chosen["record"], json!({"id": "k", "name": "n"}));
        assert_eq!(chosen["columns"].as_array().unwrap().len(), 2);
    }
}
