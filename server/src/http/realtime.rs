//! /realtime/v1: live changes are not offered yet. A client that is refused the connection tries for ever, so it gets one,
//! and each channel that it joins is refused and closed in its own dialect: then it stops asking.

use std::sync::Arc;
use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::Request;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, RequestExt};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::acceptors::Place;
use crate::request::headers;

const REASON: &str = "This server does not offer live changes.";
/// Clients send a heartbeat every 25 seconds.
const MAX_IDLE: Duration = Duration::from_secs(90);
const MAX_BYTES: usize = 16 * 1024;
const MAX_SOCKETS: usize = 128;
/// Between two messages, so that nobody keeps a core busy with them.
const PACE: Duration = Duration::from_millis(20);

static SOCKETS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(MAX_SOCKETS)));

pub async fn open(place: Option<Extension<Place>>, request: Request) -> Response {
    let Ok(upgrade) = request.extract::<WebSocketUpgrade, _>().await else {
        return headers::plain_refusal(StatusCode::NOT_FOUND, "This server does not offer that service.");
    };
    let Ok(socket) = SOCKETS.clone().try_acquire_owned() else {
        return headers::plain_refusal(StatusCode::SERVICE_UNAVAILABLE, "Too many connections of this kind are open.");
    };
    upgrade.max_message_size(MAX_BYTES).max_frame_size(MAX_BYTES).on_upgrade(move |stream| async move {
        // Both are held until the connection ends.
        let _places = (place, socket);
        refuse_all(stream).await;
    })
}

async fn refuse_all(mut stream: WebSocket) {
    while let Ok(Some(Ok(message))) = tokio::time::timeout(MAX_IDLE, stream.recv()).await {
        let Message::Text(text) = message else { continue };
        let Ok(asked) = serde_json::from_str::<Asked>(&text) else { break };
        for answer in asked.answers() {
            if stream.send(Message::text(answer)).await.is_err() {
                return;
            }
        }
        tokio::time::sleep(PACE).await;
    }
}

/// A message of a client, in either version of the protocol.
#[derive(Deserialize)]
#[serde(untagged)]
enum Asked {
    /// `[join_ref, ref, topic, event, payload]`
    Two(Value, Value, String, String, IgnoredAny),
    One {
        topic: String,
        event: String,
        #[serde(rename = "ref")]
        number: Value,
    },
}

impl Asked {
    fn answers(&self) -> Vec<String> {
        let event = match self {
            Asked::Two(_, _, _, event, _) | Asked::One { event, .. } => event.as_str(),
        };
        match event {
            "phx_join" => vec![
                self.answer("phx_reply", json!({ "status": "error", "response": { "reason": REASON } })),
                self.answer("phx_close", json!({})),
            ],
            "heartbeat" | "phx_leave" => vec![self.answer("phx_reply", json!({ "status": "ok", "response": {} }))],
            _ => Vec::new(),
        }
    }

    fn answer(&self, event: &str, payload: Value) -> String {
        match self {
            Asked::Two(join, number, topic, ..) => json!([join, number, topic, event, payload]),
            Asked::One { topic, number, .. } => {
                json!({ "topic": topic, "event": event, "payload": payload, "ref": number })
            }
        }
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(text: &str) -> Vec<Value> {
        let asked: Asked = serde_json::from_str(text).unwrap();
        asked.answers().iter().map(|answer| serde_json::from_str(answer).unwrap()).collect()
    }

    #[test]
    fn a_join_is_refused_and_closed_in_both_versions() {
        let refusal = json!({"status": "error", "response": {"reason": REASON}});
        assert_eq!(
            answers(r#"{"topic":"realtime:a","event":"phx_join","payload":{},"ref":"1","join_ref":"1"}"#),
            [
                json!({"topic": "realtime:a", "event": "phx_reply", "payload": refusal, "ref": "1"}),
                json!({"topic": "realtime:a", "event": "phx_close", "payload": {}, "ref": "1"}),
            ]
        );
        assert_eq!(
            answers(r#"["6","7","realtime:a","phx_join",{}]"#),
            [json!(["6", "7", "realtime:a", "phx_reply", refusal]), json!(["6", "7", "realtime:a", "phx_close", {}])]
        );
    }

    #[test]
    fn the_rest_is_acknowledged_or_passed_over() {
        let ok = json!({"status": "ok", "response": {}});
        assert_eq!(answers(r#"[null,"3","phoenix","heartbeat",{}]"#), [json!([null, "3", "phoenix", "phx_reply", ok])]);
        assert_eq!(answers(r#"{"topic":"phoenix","event":"access_token","payload":{},"ref":null}"#), [] as [Value; 0]);
        assert!(serde_json::from_str::<Asked>("[1]").is_err());
    }
}
