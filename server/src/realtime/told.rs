//! What servers on one database tell each other: changes by their keys, broadcasts, and who is present. Rows are not
//! told: each server reads them and decides by the rules who may see what; of a deleted row it is told who could see it.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::channel::Topic;
use super::protocol::Body;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    Changes(Changes),
    Broadcast {
        at: Place,
        event: String,
        json: Option<Box<str>>,
        base64: Option<String>,
    },
    /// Somebody is present at a channel of that server, or says something else of themselves.
    Track {
        number: u64,
        at: Place,
        key: String,
        channel: u64,
        reference: String,
        meta: Map<String, Value>,
    },
    Untrack {
        number: u64,
        at: Place,
        channel: u64,
    },
    /// The server is there, and this was the last number it gave.
    Beat {
        number: u64,
    },
    /// Something of that server was missed: it shall say again who is present.
    Ask {
        server: String,
    },
    /// All who are present at the server follow, up to `Done`.
    Again {
        number: u64,
    },
    Done {
        number: u64,
    },
}

/// Of one transaction.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub struct Changes {
    /// When it was committed, as clients are told.
    pub at: Arc<str>,
    pub rows: Vec<Row>,
    /// Changes that are not among the rows.
    pub beyond: Vec<Beyond>,
    /// Sessions that have ended.
    pub sessions: Vec<String>,
    /// Accounts that were changed or removed, the service key among them.
    pub accounts: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    #[serde(rename = "t")]
    pub table: String,
    /// As `Verb::name` has it.
    #[serde(rename = "v")]
    pub verb: String,
    #[serde(rename = "k")]
    pub key: String,
    /// Of a deleted row: the roles that could see it, as bits in the order of `Role::ALL`.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub seen_by: Option<u8>,
}

/// Changes of one table that are not told one by one.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub struct Beyond {
    #[serde(rename = "t")]
    pub table: String,
    #[serde(rename = "n")]
    pub count: u64,
    /// What was done, as bits in the order of `Verb::ALL`.
    #[serde(rename = "v")]
    pub verbs: u8,
    /// The roles that could or can see one of the rows, as far as those are known; as bits in the order of `Role::ALL`.
    #[serde(rename = "s")]
    pub seen_by: u8,
}

/// A topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    topic: String,
    private: bool,
}

impl Told {
    pub fn broadcast(topic: &Topic, event: &str, body: &Body) -> Told {
        let (json, base64) = match body {
            Body::Json(json) => (Some(json.clone()), None),
            Body::Binary(bytes) => (None, Some(STANDARD.encode(bytes))),
        };
        Told::Broadcast { at: topic.into(), event: event.to_owned(), json, base64 }
    }

    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn read(text: &str) -> Option<Told> {
        serde_json::from_str(text).ok()
    }
}

/// What was broadcast, from its two forms.
pub fn body(json: Option<Box<str>>, base64: Option<String>) -> Option<Body> {
    match (json, base64) {
        (Some(json), _) => Some(Body::Json(json)),
        (None, Some(base64)) => Some(Body::Binary(STANDARD.decode(base64).ok()?.into())),
        (None, None) => None,
    }
}

impl From<&Topic> for Place {
    fn from(topic: &Topic) -> Place {
        Place { topic: topic.name.to_string(), private: topic.is_private }
    }
}

impl From<Place> for Topic {
    fn from(place: Place) -> Topic {
        Topic { name: place.topic.into(), is_private: place.private }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_understood() {
        let topic = Topic { name: "realtime:a".into(), is_private: true };
        let row = Row { table: "projects".into(), verb: "delete".into(), key: "k".into(), seen_by: Some(7) };
        let beyond = Beyond { table: "projects".into(), count: 9, verbs: 4, seen_by: 7 };
        let changes = Changes { at: "now".into(), rows: vec![row], beyond: vec![beyond], ..Changes::default() };
        for told in [
            Told::Changes(changes),
            Told::broadcast(&topic, "e", &Body::Json(r#"{"a":1}"#.into())),
            Told::broadcast(&topic, "e", &Body::Binary(vec![0, 255].into())),
            Told::Beat { number: 3 },
            Told::Ask { server: "x".into() },
        ] {
            assert_eq!(Told::read(&told.text()), Some(told));
        }
        let Told::Broadcast { at, json, base64, .. } = Told::broadcast(&topic, "e", &Body::Binary(vec![0, 255].into()))
        else {
            panic!()
        };
        assert_eq!((Topic::from(at), body(json, base64)), (topic, Some(Body::Binary(vec![0, 255].into()))));
        for nonsense in ["", "{}", r#"{"beat":1}"#, "زندگی"] {
            assert_eq!(Told::read(nonsense), None);
        }
    }
}
