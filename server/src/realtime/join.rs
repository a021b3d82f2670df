//! What a client asks for when it joins a channel. Pure. Flags come as JSON or as the words for it, and what is missing
//! takes the default that Realtime has.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

pub const PREFIX: &str = "realtime:";
/// The longest key under which somebody is present.
pub const MAX_PRESENCE_KEY: usize = 128;

#[derive(Debug, Default, PartialEq)]
pub struct Join {
    pub is_private: bool,
    /// Whether a broadcast is acknowledged.
    pub acknowledges: bool,
    /// Whether the sender gets its own broadcasts.
    pub includes_self: bool,
    pub presence_enabled: bool,
    /// `None`: the server makes one up.
    pub presence_key: Option<String>,
    /// What is asked for of each change, as it was sent.
    pub changes: Vec<Map<String, Value>>,
    pub token: Option<String>,
    /// Stored broadcasts are asked for, which there are none of.
    pub replays: bool,
    /// A client from before channels had settings: its topic says what it wants, and changes are told in the old form.
    pub is_old: bool,
}

#[derive(Default, Deserialize)]
struct Sent {
    config: Option<Config>,
    access_token: Option<String>,
    user_token: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Config {
    #[serde(deserialize_with = "flag")]
    private: bool,
    broadcast: Option<Broadcast>,
    presence: Option<Presence>,
    postgres_changes: Option<Vec<Option<Map<String, Value>>>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Broadcast {
    #[serde(deserialize_with = "flag")]
    ack: bool,
    #[serde(rename = "self", deserialize_with = "flag")]
    own: bool,
    replay: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Presence {
    #[serde(deserialize_with = "flag")]
    enabled: bool,
    key: Value,
}

impl Join {
    /// `topic` without its prefix.
    pub fn read(topic: &str, payload: &str) -> Result<Join, String> {
        let sent: Option<Sent> =
            serde_json::from_str(payload).map_err(|cause| format!("InvalidJoinPayload: {cause}"))?;
        let Sent { config, access_token, user_token } = sent.unwrap_or_default();
        let token = user_token.or(access_token);
        let Some(config) = config else {
            return Ok(Join { token, is_old: true, changes: vec![from_topic(topic)], ..Join::default() });
        };
        let broadcast = config.broadcast.unwrap_or_default();
        let presence = config.presence.unwrap_or_default();
        let presence_key = match presence.key {
            Value::Null => None,
            Value::String(key) if key.is_empty() => None,
            Value::String(key) => Some(key),
            Value::Number(number) => Some(number.to_string()),
            _ => return Err("InvalidJoinPayload: the presence key must be a text".into()),
        };
        if presence_key.as_ref().is_some_and(|key| key.len() > MAX_PRESENCE_KEY) {
            return Err(format!("InvalidJoinPayload: a presence key has at most {MAX_PRESENCE_KEY} bytes"));
        }
        Ok(Join {
            is_private: config.private,
            acknowledges: broadcast.ack,
            includes_self: broadcast.own,
            presence_enabled: presence.enabled,
            presence_key,
            changes: config.postgres_changes.unwrap_or_default().into_iter().flatten().collect(),
            token,
            replays: !broadcast.replay.is_null(),
            is_old: false,
        })
    }
}

/// `schema`, `schema:table` or `schema:table:filter`.
fn from_topic(topic: &str) -> Map<String, Value> {
    let names = ["schema", "table", "filter"].into_iter().map(str::to_owned);
    let event = ("event".to_owned(), Value::from("*"));
    [event].into_iter().chain(names.zip(topic.splitn(3, ':').map(Value::from))).collect()
}

fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(false),
        Value::Bool(flag) => Ok(flag),
        Value::String(word) if word.eq_ignore_ascii_case("true") => Ok(true),
        Value::String(word) if word.eq_ignore_ascii_case("false") => Ok(false),
        other => Err(serde::de::Error::custom(format!("{other} is neither true nor false"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_official_client_sends_is_read() {
        let payload = json!({
            "config": {
                "broadcast": {"ack": true, "self": false},
                "presence": {"key": "", "enabled": true},
                "postgres_changes": [{"event": "*", "schema": "public", "table": "projects"}],
                "private": false,
            },
            "access_token": "t",
            "version": "realtime-js/2.119.0",
        });
        let join = Join::read("a", &payload.to_string()).unwrap();
        let [change] = &join.changes[..] else { panic!("{join:?}") };
        assert_eq!(change["table"], "projects");
        let rest = Join { changes: Vec::new(), ..join };
        let expected = Join { acknowledges: true, presence_enabled: true, token: Some("t".into()), ..Join::default() };
        assert_eq!(rest, expected);
    }

    #[test]
    fn what_is_missing_has_a_default_and_what_is_wrong_is_told() {
        assert_eq!(Join::read("a", r#"{"config":{}}"#), Ok(Join::default()));
        let null = r#"{"config":{"broadcast":null,"presence":null,"postgres_changes":null,"private":null}}"#;
        assert_eq!(Join::read("a", null), Ok(Join::default()));
        assert!(Join::read("a", r#"{"config":{"private":"true"}}"#).unwrap().is_private);
        assert!(Join::read("a", r#"{"config":{"broadcast":{"replay":{"since":1}}}}"#).unwrap().replays);
        for wrong in [
            "[]",
            "1",
            r#"{"config":1}"#,
            r#"{"config":{"private":2}}"#,
            r#"{"config":{"postgres_changes":[1]}}"#,
            r#"{"config":{"presence":{"key":{}}}}"#,
            r#"{"access_token":5}"#,
        ] {
            let told = Join::read("a", wrong).unwrap_err();
            assert!(told.starts_with("InvalidJoinPayload: "), "{wrong}: {told}");
        }
        let long = json!({"config": {"presence": {"key": "k".repeat(200)}}}).to_string();
        assert!(Join::read("a", &long).is_err());
    }

    #[test]
    fn an_old_client_says_it_with_its_topic() {
        for payload in ["{}", "null", r#"{"user_token":"t"}"#] {
            let join = Join::read("public:projects:title=eq.a:b", payload).unwrap();
            let change = json!({"event": "*", "schema": "public", "table": "projects", "filter": "title=eq.a:b"});
            assert_eq!((join.is_old, Value::from(join.changes[0].clone())), (true, change));
        }
        assert_eq!(Value::from(from_topic("*")), json!({"event": "*", "schema": "*"}));
    }
}
