//! Phoenix's messages in the two versions that clients speak: 1.0.0 as objects, 2.0.0 as arrays and, for broadcasts,
//! in bytes. Pure. Knows nothing of what a message is about.

use bytes::Bytes;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::frames::{Frame, Rest};

/// Binary messages say the length of a topic or event in one byte.
pub const MAX_NAME: usize = 255;
/// The longest `ref` that is sent back, as it came; clients count.
const MAX_REF: usize = 40;
const USER_BROADCAST_PUSH: u8 = 3;
const USER_BROADCAST: u8 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Version {
    One,
    Two,
}

/// By which a client finds what an answer belongs to: a text or nothing, in some clients a number.
pub type Ref = Value;

/// What a client says.
#[derive(Debug)]
pub struct Message {
    pub join_ref: Ref,
    pub number: Ref,
    pub topic: String,
    pub event: String,
    pub payload: Payload,
}

#[derive(Debug)]
pub enum Payload {
    Json(Box<RawValue>),
    /// A broadcast of version 2: the event's name, and what goes with it.
    Broadcast {
        event: String,
        body: Body,
    },
}

/// What is broadcast.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// JSON, checked.
    Json(Box<str>),
    Binary(Bytes),
}

/// Why something is no message.
#[derive(Debug, PartialEq)]
pub struct NotUnderstood;

#[derive(Deserialize)]
struct Object {
    #[serde(default)]
    join_ref: Ref,
    #[serde(default, rename = "ref")]
    number: Ref,
    topic: String,
    event: String,
    #[serde(default)]
    payload: Option<Box<RawValue>>,
}

type Array = (Ref, Ref, String, String, Box<RawValue>);

impl Version {
    /// As the address says it; the first one where it says nothing, as in Phoenix.
    pub fn named(name: Option<&str>) -> Version {
        if name.is_some_and(|name| name.starts_with("2.")) { Version::Two } else { Version::One }
    }

    pub fn read(self, text: &str) -> Result<Message, NotUnderstood> {
        let (join_ref, number, topic, event, payload) = match self {
            // An object could be read from an array as well.
            Version::One if !text.trim_start().starts_with('{') => return Err(NotUnderstood),
            Version::One => {
                let object: Object = serde_json::from_str(text).map_err(|_| NotUnderstood)?;
                let payload = object.payload.unwrap_or_else(|| RawValue::NULL.to_owned());
                (object.join_ref, object.number, object.topic, object.event, payload)
            }
            Version::Two => serde_json::from_str::<Array>(text).map_err(|_| NotUnderstood)?,
        };
        let is_short = |name: &str| name.len() <= MAX_NAME;
        match is_ref(&join_ref) && is_ref(&number) && is_short(&topic) && is_short(&event) {
            true => Ok(Message { join_ref, number, topic, event, payload: Payload::Json(payload) }),
            false => Err(NotUnderstood),
        }
    }

    /// A message of the server; `payload` is JSON.
    pub fn write(self, join_ref: &Ref, number: &Ref, topic: &str, event: &str, payload: &str) -> Frame {
        let begin = self.begin(join_ref, number, topic, event);
        Frame::text(&format!("{begin}{payload}{}", self.end(number)))
    }

    fn begin(self, join_ref: &Ref, number: &Ref, topic: &str, event: &str) -> String {
        let (topic, event) = (json!(topic), json!(event));
        match self {
            Version::One => format!(r#"{{"topic":{topic},"event":{event},"payload":"#),
            Version::Two => format!("[{join_ref},{number},{topic},{event},"),
        }
    }

    fn end(self, number: &Ref) -> String {
        match self {
            Version::One => format!(r#","ref":{number}}}"#),
            Version::Two => "]".into(),
        }
    }

    /// What nobody asked for: it answers no message.
    pub fn push(self, topic: &str, event: &str, payload: &str) -> Frame {
        self.write(&Ref::Null, &Ref::Null, topic, event, payload)
    }

    /// The same where the payload is long and only its beginning differs: how it goes on is made once, by `rest_of`.
    pub fn push_begun(self, topic: &str, event: &str, payload: &str, rest: &Rest) -> Frame {
        Frame::begun(&(self.begin(&Ref::Null, &Ref::Null, topic, event) + payload), rest)
    }

    pub fn rest_of(self, payload: String) -> Rest {
        Rest::new(payload + &self.end(&Ref::Null))
    }

    /// A broadcast to those who hear this version; the first one has no way to say bytes.
    pub fn broadcast(self, topic: &str, event: &str, body: &Body) -> Option<Frame> {
        match (self, body) {
            (_, Body::Json(json)) => {
                let payload = format!(r#"{{"type":"broadcast","event":{},"payload":{json}}}"#, json!(event));
                Some(self.push(topic, "broadcast", &payload))
            }
            (Version::One, Body::Binary(_)) => None,
            (Version::Two, Body::Binary(bytes)) => {
                let lengths = [USER_BROADCAST, u8::try_from(topic.len()).ok()?, u8::try_from(event.len()).ok()?, 0, 0];
                Some(Frame::binary(&[&lengths[..], topic.as_bytes(), event.as_bytes(), bytes].concat()))
            }
        }
    }
}

fn is_ref(value: &Ref) -> bool {
    match value {
        Value::Null | Value::Number(_) => true,
        Value::String(text) => text.len() <= MAX_REF,
        _ => false,
    }
}

impl Message {
    /// A binary message, of which there is one kind: lengths of one byte each, then what they are the lengths of.
    pub fn read_binary(bytes: &Bytes) -> Result<Message, NotUnderstood> {
        let Some((&[kind, join_ref, number, topic, event, metadata, encoding], _)) = bytes.split_first_chunk() else {
            return Err(NotUnderstood);
        };
        if kind != USER_BROADCAST_PUSH {
            return Err(NotUnderstood);
        }
        let mut at = 7;
        let mut take = |length: u8| {
            let part = bytes.get(at..at + usize::from(length)).ok_or(NotUnderstood)?;
            at += usize::from(length);
            std::str::from_utf8(part).map(str::to_owned).map_err(|_| NotUnderstood)
        };
        let [join_ref, number, topic, event, _metadata] =
            [take(join_ref)?, take(number)?, take(topic)?, take(event)?, take(metadata)?];
        let body = match encoding {
            0 => Body::Binary(bytes.slice(at..)),
            _ => Body::of_json(&bytes[at..]).ok_or(NotUnderstood)?,
        };
        let as_ref = |text: String| if text.is_empty() { Ref::Null } else { Ref::String(text) };
        let (join_ref, number) = (as_ref(join_ref), as_ref(number));
        match is_ref(&join_ref) && is_ref(&number) {
            true => {
                let payload = Payload::Broadcast { event, body };
                Ok(Message { join_ref, number, topic, event: "broadcast".into(), payload })
            }
            false => Err(NotUnderstood),
        }
    }
}

impl Body {
    /// The bytes as JSON, if they are.
    pub fn of_json(bytes: &[u8]) -> Option<Body> {
        let raw: &RawValue = serde_json::from_slice(bytes).ok()?;
        Some(Body::Json(raw.get().into()))
    }

    /// Arrays and objects within each other. JSON that is passed on as it came was checked, but not for this.
    pub fn depth(&self) -> usize {
        let Body::Json(json) = self else { return 0 };
        let (mut depth, mut deepest, mut is_text, mut is_escaped) = (0_usize, 0, false, false);
        for byte in json.bytes() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => is_text = !is_text,
                _ if is_text => {}
                b'[' | b'{' => {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        deepest
    }

    pub fn len(&self) -> usize {
        match self {
            Body::Json(json) => json.len(),
            Body::Binary(bytes) => bytes.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(frame: &Frame) -> Value {
        let bytes = frame.to_vec();
        let start = match bytes[1] {
            126 => 4,
            _ => 2,
        };
        serde_json::from_slice(&bytes[start..]).unwrap()
    }

    #[test]
    fn both_versions_are_read() {
        let one = r#"{"topic":"realtime:a","event":"phx_join","payload":{"x":1},"ref":"1","join_ref":"1"}"#;
        let two = r#"["1","1","realtime:a","phx_join",{"x":1}]"#;
        for (version, sent) in [(Version::One, one), (Version::Two, two)] {
            let message = version.read(sent).unwrap();
            assert_eq!((message.topic.as_str(), message.event.as_str()), ("realtime:a", "phx_join"));
            assert_eq!((message.join_ref, message.number), (json!("1"), json!("1")));
            assert!(matches!(message.payload, Payload::Json(json) if json.get() == r#"{"x":1}"#));
        }
        let heartbeat = r#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":null}"#;
        assert_eq!(Version::One.read(heartbeat).unwrap().number, Ref::Null);
        for (version, other) in [(Version::One, two), (Version::Two, one), (Version::Two, "[1]"), (Version::One, "")] {
            assert!(version.read(other).is_err(), "{other}");
        }
        let long = "x".repeat(300);
        for bad in [
            json!([null, null, long, "e", {}]),
            json!([null, null, "t", long, {}]),
            json!([null, long, "t", "e", {}]),
            json!([{}, null, "t", "e", {}]),
        ] {
            assert!(Version::Two.read(&bad.to_string()).is_err(), "{bad}");
        }
    }

    #[test]
    fn answers_carry_what_the_client_finds_them_by() {
        let (join, number) = (json!("6"), json!("7"));
        let written = |version: Version| text(&version.write(&join, &number, "realtime:a", "phx_reply", "{}"));
        assert_eq!(
            written(Version::One),
            json!({"topic": "realtime:a", "event": "phx_reply", "payload": {}, "ref": "7"})
        );
        assert_eq!(written(Version::Two), json!(["6", "7", "realtime:a", "phx_reply", {}]));
    }

    #[test]
    fn a_payload_in_two_pieces_is_the_same_message() {
        for version in [Version::One, Version::Two] {
            let rest = version.rest_of(r#"{"a":1}}"#.into());
            let begun = version.push_begun("realtime:a", "e", r#"{"ids":[1],"data":"#, &rest);
            assert_eq!(begun, version.push("realtime:a", "e", r#"{"ids":[1],"data":{"a":1}}"#));
        }
    }

    #[test]
    fn depth_is_counted_outside_of_texts() {
        let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
        for (json, depth) in
            [("1", 0), (r#""[[[""#, 0), (r#"{"a":["\"[{",[1],{}]}"#, 3), ("[[],[[]],[]]", 3), (&deep, 5_000)]
        {
            assert_eq!(Body::of_json(json.as_bytes()).unwrap().depth(), depth, "{json:.40}");
        }
        assert_eq!(Body::Binary(Bytes::from_static(b"[[")).depth(), 0);
    }

    #[test]
    fn a_broadcast_in_bytes_is_read_and_written() {
        let push = |encoding: u8, body: &[u8]| {
            let head = [3, 1, 1, 10, 5, 2, encoding];
            Bytes::from([&head[..], b"67realtime:aeventaa", body].concat())
        };
        let message = Message::read_binary(&push(1, br#"{"a":[1]}"#)).unwrap();
        assert_eq!(
            (message.topic.as_str(), &message.join_ref, &message.number),
            ("realtime:a", &json!("6"), &json!("7"))
        );
        let Payload::Broadcast { event, body } = message.payload else { panic!() };
        assert_eq!((event.as_str(), &body), ("event", &Body::Json(r#"{"a":[1]}"#.into())));
        let frame = Version::Two.broadcast("realtime:a", &event, &body).unwrap();
        let told = json!({"type": "broadcast", "event": "event", "payload": {"a": [1]}});
        assert_eq!(text(&frame), json!([null, null, "realtime:a", "broadcast", told]));

        let message = Message::read_binary(&push(0, &[0, 255])).unwrap();
        let Payload::Broadcast { event, body } = message.payload else { panic!() };
        let frame = Version::Two.broadcast("realtime:a", &event, &body).unwrap();
        assert_eq!(&frame.to_vec()[2..], b"\x04\x0a\x05\x00\x00realtime:aevent\x00\xff");
        assert_eq!(Version::One.broadcast("realtime:a", &event, &body), None);
        assert!(Message::read_binary(&push(1, b"{")).is_err());
        assert!(Message::read_binary(&Bytes::from_static(&[3, 255, 0, 0, 0, 0, 0])).is_err());
    }

    proptest! {
        #[test]
        fn no_message_is_too_strange(text in "\\PC{0,200}", bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            for version in [Version::One, Version::Two] {
                let _ = version.read(&text);
            }
            let _ = Message::read_binary(&Bytes::from(bytes.clone()));
            let _ = Message::read_binary(&Bytes::from([&[3][..], &bytes].concat()));
        }

        #[test]
        fn what_was_written_is_json_whatever_the_names(topic in "\\PC{0,40}", event in "\\PC{0,40}") {
            let frame = Version::Two.push(&topic, &event, "{}");
            prop_assert_eq!(text(&frame), json!([null, null, topic, event, {}]));
        }
    }
}
