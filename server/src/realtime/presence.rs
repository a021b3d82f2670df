//! Who is present under a topic, and what each says of themselves. Pure. Each is named by the server and the channel they
//! are at, so that those at other servers are kept in the same way.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

/// A channel, here or at another server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    /// The name of another server; `None` for this one.
    pub server: Option<Arc<str>>,
    pub channel: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub who: Who,
    /// By which clients tell one from another. Never used twice.
    pub reference: String,
    /// A JSON object, without the reference.
    pub meta: Map<String, Value>,
}

/// By key, in the order in which they came.
#[derive(Debug, Default)]
pub struct Present(BTreeMap<String, Vec<Entry>>);

/// What clients are told has changed.
#[derive(Debug, Default, PartialEq)]
pub struct Diff {
    pub joins: Map<String, Value>,
    pub leaves: Map<String, Value>,
}

impl Entry {
    fn shown(&self, before: Option<&str>) -> Value {
        let mut meta = self.meta.clone();
        // What the server says of it stands, whatever the client has put there.
        meta.shift_remove("phx_ref_prev");
        if let Some(before) = before {
            meta.insert("phx_ref_prev".into(), before.into());
        }
        meta.insert("phx_ref".into(), self.reference.as_str().into());
        Value::Object(meta)
    }
}

impl Present {
    pub fn len(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of this server, by key.
    pub fn here(&self) -> impl Iterator<Item = (&str, &Entry)> {
        let all = self.0.iter().flat_map(|(key, entries)| entries.iter().map(move |entry| (key.as_str(), entry)));
        all.filter(|(_, entry)| entry.who.server.is_none())
    }

    /// The channels of another server.
    pub fn channels_at<'a>(&'a self, server: &'a Arc<str>) -> impl Iterator<Item = u64> + 'a {
        let at = move |entry: &&Entry| entry.who.server.as_ref() == Some(server);
        self.0.values().flatten().filter(at).map(|entry| entry.who.channel)
    }

    pub fn holds(&self, who: &Who) -> bool {
        self.0.values().flatten().any(|entry| entry.who == *who)
    }

    /// Adds somebody, or changes what they say of themselves. Nothing has changed where they say the same.
    pub fn track(&mut self, key: &str, entry: Entry) -> Option<Diff> {
        let entries = self.0.entry(key.to_owned()).or_default();
        let mut diff = Diff::default();
        match entries.iter_mut().find(|there| there.who == entry.who) {
            Some(there) if there.meta == entry.meta => return None,
            Some(there) => {
                diff.leaves.insert(key.into(), metas([there.shown(None)]));
                diff.joins.insert(key.into(), metas([entry.shown(Some(&there.reference))]));
                *there = entry;
            }
            None => {
                diff.joins.insert(key.into(), metas([entry.shown(None)]));
                entries.push(entry);
            }
        }
        Some(diff)
    }

    /// Removes those for whom it holds.
    pub fn remove(&mut self, is_gone: impl Fn(&Who) -> bool) -> Option<Diff> {
        let mut diff = Diff::default();
        self.0.retain(|key, entries| {
            let gone: Vec<Value> =
                entries.iter().filter(|entry| is_gone(&entry.who)).map(|entry| entry.shown(None)).collect();
            if !gone.is_empty() {
                diff.leaves.insert(key.clone(), metas(gone));
                entries.retain(|entry| !is_gone(&entry.who));
            }
            !entries.is_empty()
        });
        (!diff.leaves.is_empty()).then_some(diff)
    }

    pub fn state(&self) -> String {
        let shown = |entries: &Vec<Entry>| metas(entries.iter().map(|entry| entry.shown(None)));
        let state: Map<String, Value> = self.0.iter().map(|(key, entries)| (key.clone(), shown(entries))).collect();
        Value::Object(state).to_string()
    }
}

impl Diff {
    pub fn json(&self) -> String {
        json!({ "joins": self.joins, "leaves": self.leaves }).to_string()
    }
}

fn metas(shown: impl IntoIterator<Item = Value>) -> Value {
    json!({ "metas": shown.into_iter().collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(server: Option<&str>, channel: u64, reference: &str, meta: Value) -> Entry {
        let Value::Object(meta) = meta else { panic!() };
        Entry { who: Who { server: server.map(Arc::from), channel }, reference: reference.into(), meta }
    }

    #[test]
    fn people_come_change_and_go() {
        let mut present = Present::default();
        let came = present.track("amina", entry(None, 1, "r1", json!({"at": "desk"}))).unwrap();
        assert_eq!(came.json(), r#"{"joins":{"amina":{"metas":[{"at":"desk","phx_ref":"r1"}]}},"leaves":{}}"#);
        assert_eq!(present.track("amina", entry(None, 1, "r2", json!({"at": "desk"}))), None, "they said the same");
        let second =
            present.track("amina", entry(Some("b"), 1, "r3", json!({"phx_ref": "x", "phx_ref_prev": "y"}))).unwrap();
        assert_eq!(second.json(), r#"{"joins":{"amina":{"metas":[{"phx_ref":"r3"}]}},"leaves":{}}"#);
        let changed = present.track("amina", entry(None, 1, "r4", json!({"at": "door"}))).unwrap();
        let expected = json!({
            "joins": {"amina": {"metas": [{"at": "door", "phx_ref_prev": "r1", "phx_ref": "r4"}]}},
            "leaves": {"amina": {"metas": [{"at": "desk", "phx_ref": "r1"}]}},
        });
        assert_eq!(changed.json(), expected.to_string());
        assert_eq!(present.len(), 2);
        assert_eq!(present.here().count(), 1);
        assert_eq!(present.state(), r#"{"amina":{"metas":[{"at":"door","phx_ref":"r4"},{"phx_ref":"r3"}]}}"#);

        let gone = present.remove(|who| who.server.as_deref() == Some("b")).unwrap();
        assert_eq!(gone.json(), r#"{"joins":{},"leaves":{"amina":{"metas":[{"phx_ref":"r3"}]}}}"#);
        assert_eq!(present.remove(|who| who.channel == 7), None);
        assert!(present.holds(&Who { server: None, channel: 1 }));
        present.remove(|who| who.channel == 1).unwrap();
        assert!(present.is_empty());
        assert_eq!(present.state(), "{}");
    }
}
