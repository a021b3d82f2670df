//! One channel of one connection: where it is, whose it is, what it hears of, and how it is spoken to. Decides nothing.

use std::sync::Arc;

use serde_json::{Value, json};

use super::frames::Frame;
use super::join::PREFIX;
use super::outbox::Outbox;
use super::protocol::{Ref, Version};
use super::shares::Share;
use super::subscription::Subscription;
use crate::schema::Caller;

pub type ConnectionId = u64;
pub type ChannelId = u64;

/// Where channels meet. A private topic and a public one of the same name have nothing to do with each other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Topic {
    /// As clients say it, with its prefix.
    pub name: Arc<str>,
    pub is_private: bool,
}

impl Topic {
    /// Its name without the prefix.
    pub fn short(&self) -> &str {
        self.name.strip_prefix(PREFIX).unwrap_or(&self.name)
    }
}

pub struct Channel {
    pub connection: ConnectionId,
    pub outbox: Arc<Outbox>,
    pub version: Version,
    pub topic: Topic,
    pub join_ref: Ref,
    pub caller: Caller,
    /// When its token ends, in Unix seconds.
    pub expires: Option<i64>,
    pub acknowledges: bool,
    pub includes_self: bool,
    pub presence_key: String,
    pub presence_enabled: bool,
    pub subscriptions: Vec<Subscription>,
    /// What they hold of the memory for all, once the channel is joined.
    pub share: Share,
    /// Hears of changes in the form from before channels had settings.
    pub is_old: bool,
}

impl Channel {
    /// Whether its token is good at this time, in Unix seconds.
    pub fn is_current(&self, now: i64) -> bool {
        self.expires.is_none_or(|expires| expires > now)
    }

    /// What its subscriptions hold, in bytes.
    pub fn cost(&self) -> usize {
        self.subscriptions.iter().map(Subscription::cost).sum()
    }

    /// What nobody asked for.
    pub fn push(&self, event: &str, payload: &str) {
        self.outbox.push(self.version.push(&self.topic.name, event, payload));
    }

    pub fn reply(&self, number: &Ref, status: &str, response: &Value) {
        self.outbox.push(reply(self.version, &self.join_ref, number, &self.topic.name, status, response));
    }

    pub fn system(&self, extension: &str, status: &str, message: &str) {
        let channel = self.topic.short();
        let payload = json!({ "extension": extension, "status": status, "message": message, "channel": channel });
        self.push("system", &payload.to_string());
    }

    pub fn close(&self) {
        let frame = self.version.write(&self.join_ref, &self.join_ref, &self.topic.name, "phx_close", "{}");
        self.outbox.push(frame);
    }
}

pub fn reply(version: Version, join_ref: &Ref, number: &Ref, topic: &str, status: &str, response: &Value) -> Frame {
    let payload = json!({ "status": status, "response": response }).to_string();
    version.write(join_ref, number, topic, "phx_reply", &payload)
}
