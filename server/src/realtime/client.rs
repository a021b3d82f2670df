//! One connection: reads what its client says, does it, and writes what waits for it. A client that says more than it
//! may is listened to more slowly; one that takes too little, or is silent for long, is dropped.

use std::sync::Arc;
use std::time::Instant;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::Realtime;
use super::frames::{Close, Frame, Received};
use super::hub::{Channel, ChannelId, ConnectionId, Topic, reply};
use super::join::{Join, PREFIX};
use super::limits::{Bounds, MAX_EVENT_BYTES, MAX_IDLE, MAX_TOPIC_BYTES, MAX_TRANSFER, Meter};
use super::outbox::{End, Outbox};
use super::protocol::{Body, Message, Payload, Ref, Version};
use super::socket::Socket;
use super::subscription;
use super::told::Told;
use crate::auth::{self, AuthError};
use crate::clock;
use crate::schema::{Caller, Role};

const MAX_TOGETHER: usize = 64;
const HEARTBEATS: &str = "phoenix";

pub struct Client {
    realtime: Arc<Realtime>,
    version: Version,
    /// The key that the connection was opened with, unless it is the public one.
    key: Option<Box<str>>,
    id: ConnectionId,
    outbox: Arc<Outbox>,
    /// In which its channels were joined: the highest so far.
    role: Role,
    messages: Meter,
    joins: Meter,
    presence: Meter,
    /// Until then nothing more is read.
    paused: Option<Instant>,
    heard: Instant,
    /// When the message began that is not complete yet.
    begun: Option<Instant>,
}

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
    pub fn new(realtime: Arc<Realtime>, version: Version, key: Option<Box<str>>) -> Client {
        let outbox = Arc::<Outbox>::default();
        let id = realtime.hub.connect(outbox.clone());
        let (messages, joins, presence) = (Meter::default(), Meter::default(), Meter::default());
        let heard = Instant::now();
        let (role, paused, begun) = (Role::Visitor, None, None);
        Client { realtime, version, key, id, outbox, role, messages, joins, presence, paused, heard, begun }
    }

    pub async fn run(mut self, mut socket: Socket) {
        let why = self.talk(&mut socket).await;
        self.realtime.hub.disconnect(self.id);
        if let Some(why) = why {
            socket.close(why).await;
        }
    }

    /// Until the end; gives back the word for it, where the client is there to hear it.
    async fn talk(&mut self, socket: &mut Socket) -> Option<Close> {
        let timer = tokio::time::sleep(MAX_IDLE);
        tokio::pin!(timer);
        loop {
            // What was read already comes first.
            while self.paused.is_none() {
                match socket.next(Bounds::of(self.role).message_bytes) {
                    Ok(Some(Received::Close)) => return Some(Close::Normal),
                    Ok(Some(received)) => {
                        self.begun = None;
                        self.take(received).await?;
                    }
                    Ok(None) => {
                        self.begun = self.begun.filter(|_| socket.is_within_message());
                        break;
                    }
                    Err(why) => return Some(why),
                }
            }
            timer.as_mut().reset(self.wakes().into());
            tokio::select! {
                taken = self.outbox.take(MAX_TOGETHER) => match taken {
                    Ok(frames) => socket.write(&frames).await?,
                    Err(End::Said(why)) => return Some(why),
                    Err(End::Dropped) => return None,
                },
                read = socket.read(), if self.paused.is_none() => {
                    read?;
                    self.begun.get_or_insert_with(Instant::now);
                }
                () = &mut timer => match self.paused.take() {
                    Some(_) => self.heard = Instant::now(),
                    None => return Some(Close::GoingAway),
                },
            }
        }
    }

    /// When something is to be done though nothing has come.
    fn wakes(&self) -> Instant {
        let silent = self.heard + MAX_IDLE;
        let patience = self.begun.map_or(silent, |begun| silent.min(begun + MAX_TRANSFER));
        self.paused.unwrap_or(patience)
    }

    /// `None` ends the connection.
    async fn take(&mut self, received: Received) -> Option<()> {
        self.heard = Instant::now();
        let delay = self.messages.delay(Bounds::of(self.role).messages, self.heard);
        self.paused = delay.map(|delay| self.heard + delay);
        let message = match received {
            Received::Text(text) => self.version.read(&text),
            Received::Binary(bytes) => Message::read_binary(&bytes),
            Received::Ping(bytes) => {
                self.outbox.push(Frame::pong(&bytes));
                return Some(());
            }
            Received::Close => return None,
        };
        match message {
            // In memory of its own: most of the time nothing is asked.
            Ok(message) => Box::pin(self.handle(message)).await,
            // Not a client of ours.
            Err(_) => return None,
        }
        Some(())
    }

    async fn handle(&mut self, message: Message) {
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

    fn reply(&self, join_ref: &Ref, number: &Ref, topic: &str, status: &str, response: &Value) {
        self.outbox.push(reply(self.version, join_ref, number, topic, status, response));
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
        let (subscriptions, told) = subscription::all(&join.changes);
        let asked = !join.changes.is_empty();
        let wrong = subscriptions.as_ref().err().cloned();
        let role = bearer.caller.role;
        let channel = Channel {
            connection: self.id,
            outbox: self.outbox.clone(),
            version: self.version,
            topic: Topic { name: name.into(), is_private: join.is_private },
            join_ref: if join_ref.is_null() { number.clone() } else { join_ref.clone() },
            caller: bearer.caller,
            expires: bearer.expires,
            acknowledges: join.acknowledges,
            includes_self: join.includes_self,
            presence_key: join.presence_key.unwrap_or_else(|| uuid::Uuid::new_v4().to_string()),
            presence_enabled: join.presence_enabled,
            subscriptions: subscriptions.unwrap_or_default(),
            is_old: join.is_old,
        };
        self.realtime.hub.join(channel, number, &json!({ "postgres_changes": told }), |channel, room| {
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
        let (caller, expires) = (bearer.caller, bearer.expires);
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
        }
    }

    /// The channel of this name, unless its token has ended.
    fn channel(&self, topic: &str, join_ref: &Ref) -> Result<Joined, String> {
        let of = |id, channel: &mut Channel| Joined {
            id,
            topic: channel.topic.clone(),
            caller: channel.caller.clone(),
            is_over: channel.expires.is_some_and(|expires| expires <= clock::unix_seconds()),
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
        if self.presence.charge(bounds.presence, 1, Instant::now()).is_err() {
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
        if event.len() > MAX_EVENT_BYTES {
            return Err(format!("the name of an event has at most {MAX_EVENT_BYTES} bytes"));
        }
        if body.len() > Bounds::of(role).message_bytes {
            return Err("Payload size exceeded".into());
        }
        self.charge(role, self.hub.audience(topic)).map_err(|_| "Too many messages per second")?;
        self.hub.broadcast(topic, event, body, but);
        match self.hub.tell(&Told::broadcast(topic, event, body)) {
            true => Ok(()),
            false => Err("Too many messages per second".into()),
        }
    }
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
