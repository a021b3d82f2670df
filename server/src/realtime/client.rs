//! One connection: reads what its client says, does it, and writes what waits for it. A client that says more than it
//! may is listened to more slowly; one that takes too little, or is silent for long, is dropped.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::Realtime;
use super::channel::{ConnectionId, reply};
use super::frames::{Close, Frame, Received};
use super::limits::{Bounds, MAX_IDLE, MAX_TRANSFER, Meter};
use super::outbox::{End, Outbox};
use super::protocol::{Message, NotUnderstood, Ref, Version};
use super::socket::Socket;
use crate::schema::Role;

const MAX_TOGETHER: usize = 64;

pub struct Client {
    pub(super) realtime: Arc<Realtime>,
    pub(super) version: Version,
    /// The key that the connection was opened with, unless it is the public one.
    pub(super) key: Option<Box<str>>,
    pub(super) id: ConnectionId,
    pub(super) outbox: Arc<Outbox>,
    /// In which its channels were joined: the highest so far.
    pub(super) role: Role,
    messages: Meter,
    pub(super) joins: Meter,
    pub(super) presence: Meter,
    /// Until then nothing more is read.
    paused: Option<Instant>,
    heard: Instant,
    /// When the message began that is not complete yet.
    begun: Option<Instant>,
}

/// Also when its task panics: nobody is left behind as present.
impl Drop for Client {
    fn drop(&mut self) {
        self.realtime.hub.disconnect(self.id);
    }
}

impl Client {
    pub fn new(realtime: Arc<Realtime>, version: Version, key: Option<Box<str>>, address: IpAddr) -> Client {
        let outbox = Arc::<Outbox>::default();
        let id = realtime.hub.connect(outbox.clone(), address);
        let (messages, joins, presence) = (Meter::default(), Meter::default(), Meter::default());
        let heard = Instant::now();
        let (role, paused, begun) = (Role::Visitor, None, None);
        Client { realtime, version, key, id, outbox, role, messages, joins, presence, paused, heard, begun }
    }

    pub async fn run(mut self, mut socket: Socket) {
        let why = self.talk(&mut socket).await;
        drop(self);
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
                        if let Err(why) = self.take(received).await {
                            return Some(why);
                        }
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

    async fn take(&mut self, received: Received) -> Result<(), Close> {
        self.heard = Instant::now();
        let delay = self.messages.delay(Bounds::of(self.role).messages, self.heard);
        self.paused = delay.map(|delay| self.heard + delay);
        let message = match received {
            Received::Text(text) => self.version.read(&text),
            Received::Binary(bytes) => Message::read_binary(&bytes),
            Received::Ping(bytes) => {
                self.outbox.push(Frame::pong(&bytes));
                return Ok(());
            }
            Received::Close => return Err(Close::Normal),
        };
        match message {
            // In memory of its own: most of the time nothing is asked.
            Ok(message) => Box::pin(self.handle(message)).await,
            Err(NotUnderstood) => return Err(Close::Protocol),
        }
        Ok(())
    }

    pub(super) fn reply(&self, join_ref: &Ref, number: &Ref, topic: &str, status: &str, response: &Value) {
        self.outbox.push(reply(self.version, join_ref, number, topic, status, response));
    }
}
