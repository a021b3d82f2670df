//! What a client can ask for on a connection: to join and leave channels, to show another token, to broadcast, and to be
//! present. Each is answered as Realtime answers it; an error is the reason that the client is told.

use std::time::Instant;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::Realtime;
use super::channel::{Channel, ChannelId, Topic};
use super::client::Client;
use super::join::{Join, PREFIX};
use super::limits::{Bounds, MAX_DEPTH, MAX_EVENT_BYTES, MAX_TOPIC_BYTES};
use super::protocol::{Body, Message, Payload, Ref};
use super::shares::Share;
use super::subscription;
use super::told::Told;
use crate::auth::{self, AuthError};
use crate::clock;
use crate::schema::{Caller, Role};

const HEARTBEATS: &str = "phoenix";

/// What a broadcast says in JSON.
#[derive(Deserialize)]
struct Broadcast {
    event: String,
    payload: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Presence {
    event: String,
    payload: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct AccessToken {
    access_token: Option<String>,
}

impl Client {
    pub(super) async fn handle(&mut self, message: Message) {
        let Message { join_ref, number, topic, event, payload } = message;
        let done = match (event.as_str(), payload) {
            ("heartbeat", _) if topic == HEARTBEATS => {
                self.reply(&join_ref, &number, &topic, "ok", &json!({}));
                Ok(())
            }
            ("phx_join", Payload::Json(payload)) => self.join(&topic, &number, &join_ref, payload.get()).await,
            ("phx_leave", _) => {
                // Also where there is nothing to leave the client has what it wants.
                if !self.realtime.hub.leave(self.id, &topic, &number) {
                    self.reply(&join_ref, &number, &topic, "ok", &json!({}));
                }
                Ok(())
            }
            ("access_token", Payload::Json(payload)) => {
                self.renew(&topic, &join_ref, payload.get()).await;
                Ok(())
            }
            ("broadcast", payload) => self.broadcast(&topic, &number, &join_ref, payload),
            ("presence", Payload::Json(payload)) => self.present(&topic, &number, &join_ref, payload.get()),
            _ => Ok(()),
        };
        if let Err(reason) = done {
            self.reply(&join_ref, &number, &topic, "error", &json!({ "reason": reason }));
        }
    }

    async fn join(&mut self, name: &str, number: &Ref, join_ref: &Ref, payload: &str) -> Result<(), String> {
        let short = name.strip_prefix(PREFIX).ok_or("unmatched topic")?;
        if short.is_empty() {
            return Err("TopicNameRequired: You must provide a topic name".into());
        }
        if name.len() > MAX_TOPIC_BYTES {
            return Err(format!("InvalidTopic: a topic has at most {MAX_TOPIC_BYTES} bytes"));
        }
        if self.joins.charge(Bounds::of(self.role).joins, 1, Instant::now()).is_err() {
            return Err("ClientJoinRateLimitReached: Too many joins per second".into());
        }
        let join = Join::read(short, payload)?;
        let token = join.token.as_deref().or(self.key.as_deref());
        let bearer = self.realtime.identify(token).await.map_err(|cause| refusal(&cause))?;
        if join.is_private && !bearer.caller.role.is_staff() {
            return Err(format!("Unauthorized: You do not have permissions to read from this Channel topic: {short}"));
        }
        if join.replays {
            return Err("UnableToReplayMessages: broadcasts are not stored here".into());
        }
        let most = Bounds::of(bearer.caller.role).subscriptions;
        if join.changes.len() > most {
            return Err(format!("InvalidJoinPayload: a channel has at most {most} postgres_changes"));
        }
        let topic = Topic { name: name.into(), is_private: join.is_private };
        // Who is present is told to each who joins, and may be long.
        if join.presence_enabled && self.realtime.charge(bearer.caller.role, self.realtime.hub.present(&topic)).is_err()
        {
            return Err("ClientJoinRateLimitReached: Too many joins per second".into());
        }
        let role = bearer.caller.role;
        let (subscriptions, told) = subscription::all(&join.changes, role);
        let asked = !join.changes.is_empty();
        let wrong = subscriptions.as_ref().err().cloned();
        let channel = Channel {
            connection: self.id,
            outbox: self.outbox.clone(),
            version: self.version,
            topic,
            join_ref: if join_ref.is_null() { number.clone() } else { join_ref.clone() },
            caller: bearer.caller,
            expires: bearer.expires,
            acknowledges: join.acknowledges,
            includes_self: join.includes_self,
            presence_key: join.presence_key.unwrap_or_else(|| uuid::Uuid::new_v4().to_string()),
            presence_enabled: join.presence_enabled,
            subscriptions: subscriptions.unwrap_or_default(),
            share: Share::default(),
            is_old: join.is_old,
        };
        let caller = channel.caller.clone();
        let id = self.realtime.hub.join(channel, number, &json!({ "postgres_changes": told }), |channel, room| {
            match wrong {
                Some(wrong) => {
                    let message = format!("Unable to subscribe to changes with given parameters: {wrong}");
                    channel.system("postgres_changes", "error", &message);
                }
                None if asked => channel.system("postgres_changes", "ok", "Subscribed to PostgreSQL"),
                None => {}
            }
            if channel.presence_enabled {
                channel.push("presence_state", &room.present.state());
            }
        })?;
        if role.is_staff() {
            self.role = role;
            self.realtime.confirm(id, &caller).await;
        }
        Ok(())
    }

    /// Another token for a channel, mostly the same person's next one. No answer is expected, unless it is the end.
    async fn renew(&mut self, topic: &str, join_ref: &Ref, payload: &str) {
        let Ok(AccessToken { access_token: Some(token) }) = serde_json::from_str(payload) else { return };
        let Some(id) = self.realtime.hub.with(self.id, topic, join_ref, |id, _| id) else { return };
        let end = |message: &str| self.realtime.hub.end(message, |other, _| other == id);
        let bearer = match self.realtime.identify(Some(&token)).await {
            Ok(bearer) => bearer,
            Err(AuthError::Failed(_)) => return,
            Err(cause) => return end(&auth::caller_words(&cause)),
        };
        let (caller, expires) = (bearer.caller.clone(), bearer.expires);
        let role = caller.role;
        let is_lost = self.realtime.hub.with(self.id, topic, join_ref, |_, channel| {
            let is_lost = channel.topic.is_private && !caller.role.is_staff();
            (channel.caller, channel.expires) = (caller, expires);
            is_lost
        });
        if is_lost == Some(true) {
            let short = topic.strip_prefix(PREFIX).unwrap_or(topic);
            end(&format!("You no longer have permission to read from this Channel topic: {short}"));
        } else if role.is_staff() {
            self.role = role;
            self.realtime.confirm(id, &bearer.caller).await;
        }
    }

    /// The channel of this name, unless its token has ended.
    fn channel(&self, topic: &str, join_ref: &Ref) -> Result<Joined, String> {
        let of = |id, channel: &mut Channel| Joined {
            id,
            topic: channel.topic.clone(),
            caller: channel.caller.clone(),
            is_over: !channel.is_current(clock::unix_seconds()),
            acknowledges: channel.acknowledges,
            includes_self: channel.includes_self,
        };
        let joined = self.realtime.hub.with(self.id, topic, join_ref, of).ok_or("unmatched topic")?;
        if joined.is_over { Err("The access token has expired".into()) } else { Ok(joined) }
    }

    fn broadcast(&mut self, topic: &str, number: &Ref, join_ref: &Ref, payload: Payload) -> Result<(), String> {
        let channel = self.channel(topic, join_ref)?;
        let (event, body) = match payload {
            Payload::Broadcast { event, body } => (event, body),
            Payload::Json(json) => {
                let said: Broadcast = serde_json::from_str(json.get()).map_err(|_| "a broadcast needs an event")?;
                let payload = said.payload.unwrap_or_else(|| RawValue::from_string("{}".into()).expect("it is JSON"));
                (said.event, Body::Json(payload.get().into()))
            }
        };
        self.realtime.say(
            &channel.topic,
            &event,
            &body,
            channel.caller.role,
            (!channel.includes_self).then_some(channel.id),
        )?;
        if channel.acknowledges {
            self.reply(join_ref, number, topic, "ok", &json!({}));
        }
        Ok(())
    }

    fn present(&mut self, topic: &str, number: &Ref, join_ref: &Ref, payload: &str) -> Result<(), String> {
        let channel = self.channel(topic, join_ref)?;
        let bounds = Bounds::of(channel.caller.role);
        let said: Presence = serde_json::from_str(payload).map_err(|_| "a presence needs an event")?;
        let hub = &self.realtime.hub;
        let heard_by = hub.audience(&channel.topic) + hub.present(&channel.topic);
        let is_too_much = self.presence.charge(bounds.presence, 1, Instant::now()).is_err()
            || self.realtime.charge(channel.caller.role, heard_by).is_err();
        if is_too_much {
            return Err("ClientPresenceRateLimitReached: Too many presence messages per second".into());
        }
        match said.event.to_ascii_lowercase().as_str() {
            "track" => {
                let meta = said.payload.as_ref().map_or("{}", |payload| payload.get());
                if meta.len() > bounds.presence_bytes {
                    return Err(format!("Track message size exceeded: at most {} bytes", bounds.presence_bytes));
                }
                let meta: Map<String, Value> =
                    serde_json::from_str(meta).map_err(|_| "Presence track payload must be a map")?;
                self.realtime.hub.track(channel.id, meta)?;
            }
            "untrack" => self.realtime.hub.untrack(channel.id),
            other => return Err(format!("{other:?} is neither track nor untrack")),
        }
        self.reply(join_ref, number, topic, "ok", &json!({}));
        Ok(())
    }
}

/// What is known of a channel while something is done for it.
struct Joined {
    id: ChannelId,
    topic: Topic,
    caller: Caller,
    is_over: bool,
    acknowledges: bool,
    includes_self: bool,
}

impl Realtime {
    /// Broadcasts, here and at the other servers.
    pub(super) fn say(
        &self,
        topic: &Topic,
        event: &str,
        body: &Body,
        role: Role,
        but: Option<ChannelId>,
    ) -> Result<(), String> {
        check_broadcast(event, body, role)?;
        self.charge(role, self.hub.audience(topic)).map_err(|_| "Too many messages per second")?;
        self.pass_on(topic, event, body, but)
    }

    /// What was checked and counted.
    pub(super) fn pass_on(
        &self,
        topic: &Topic,
        event: &str,
        body: &Body,
        but: Option<ChannelId>,
    ) -> Result<(), String> {
        self.hub.broadcast(topic, event, body, but);
        match self.hub.tell(|| Told::broadcast(topic, event, body)) {
            true => Ok(()),
            false => Err("Too many messages per second".into()),
        }
    }
}

pub(super) fn check_broadcast(event: &str, body: &Body, role: Role) -> Result<(), String> {
    if event.len() > MAX_EVENT_BYTES {
        return Err(format!("the name of an event has at most {MAX_EVENT_BYTES} bytes"));
    }
    if body.len() > Bounds::of(role).message_bytes {
        return Err("Payload size exceeded".into());
    }
    if body.depth() > MAX_DEPTH {
        return Err(format!("the payload is nested deeper than {MAX_DEPTH} levels"));
    }
    Ok(())
}

/// Why a token is not taken, in Realtime's words for it where it has any.
fn refusal(cause: &AuthError) -> String {
    match cause {
        AuthError::Failed(cause) => {
            cause.log();
            "UnableToConnectToProject: the database does not answer, please try again".into()
        }
        cause => format!("InvalidJWTToken: {}", auth::caller_words(cause)),
    }
}
