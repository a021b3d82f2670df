//! Those who are present, here and at other servers. Each server tells the others of its own, numbered, and that it is
//! there; who misses a number asks for all of them again. Those of a server that is silent for some seconds have left.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::channel::{ChannelId, Topic};
use super::hub::{Hub, State};
use super::limits::{MAX_PRESENT, MAX_PRESENT_IN_ALL};
use super::presence::{Diff, Entry, Who};
use super::told::{Place, Told};

/// Three beats and a little.
const MAX_SILENCE: Duration = Duration::from_secs(7);
pub const BEAT: Duration = Duration::from_secs(2);

/// Another server, as far as it has somebody present.
pub struct Peer {
    heard: Instant,
    /// The last number that was heard.
    number: u64,
    /// Something was not heard, and it has not said all again since.
    misses: bool,
    asked: Option<Instant>,
    /// While it says all again: those it has not named yet.
    unconfirmed: Option<BTreeSet<ChannelId>>,
}

impl Hub {
    /// Says that somebody is present at a channel of ours, and what they say of themselves.
    pub fn track(&self, id: ChannelId, meta: Map<String, Value>) -> Result<(), String> {
        let state = &mut *self.state();
        let Some(channel) = state.channels.get_mut(&id) else { return Ok(()) };
        let (topic, key) = (channel.topic.clone(), channel.presence_key.clone());
        let who = Who { server: None, channel: id };
        let Some(room) = state.rooms.get_mut(&topic) else { return Ok(()) };
        let is_new = !room.present.holds(&who);
        if is_new && (room.present.len() >= MAX_PRESENT || state.present >= MAX_PRESENT_IN_ALL) {
            return Err("Too many are present already".into());
        }
        // One who did not ask for it at first is told who is here before it hears who comes.
        if !std::mem::replace(&mut channel.presence_enabled, true) {
            channel.push("presence_state", &room.present.state());
        }
        let entry = Entry { who, reference: format!("{id:x}-{:x}", self.next_id()), meta };
        let Some(diff) = room.present.track(&key, entry.clone()) else { return Ok(()) };
        state.present += usize::from(is_new);
        state.show(&topic, &diff);
        state.told += 1;
        let (number, at) = (state.told, Place::from(&topic));
        self.tell(|| Told::Track { number, at, key, channel: id, reference: entry.reference, meta: entry.meta });
        Ok(())
    }

    pub fn untrack(&self, id: ChannelId) {
        let state = &mut *self.state();
        if let Some(topic) = state.channels.get(&id).map(|channel| channel.topic.clone()) {
            self.forget_present(state, &topic, id);
        }
    }

    /// The channel is no longer where somebody is present.
    pub fn forget_present(&self, state: &mut State, topic: &Topic, id: ChannelId) {
        let here = Who { server: None, channel: id };
        if state.forget(topic, |who| *who == here) {
            state.told += 1;
            self.tell(|| Told::Untrack { number: state.told, at: topic.into(), channel: id });
        }
    }

    /// What another server says of those who are present there.
    pub fn hear_present(&self, server: &str, told: Told) {
        let (Told::Track { number, .. }
        | Told::Untrack { number, .. }
        | Told::Beat { number }
        | Told::Again { number }
        | Told::Done { number }) = told
        else {
            return;
        };
        let state = &mut *self.state();
        let server: Arc<str> = server.into();
        let peer = state.peers.entry(server.clone()).or_insert_with(Peer::new);
        if peer.misses_something(&told, number) {
            self.tell(|| Told::Ask { server: server.to_string() });
        }
        match told {
            Told::Track { at, key, channel, reference, meta, .. } => {
                let who = Who { server: Some(server), channel };
                state.place(at.into(), &key, Entry { who, reference, meta });
            }
            Told::Untrack { at, channel, .. } => {
                let who = Who { server: Some(server), channel };
                state.forget(&at.into(), |there| *there == who);
            }
            Told::Again { .. } => {
                let all = state.rooms.values().flat_map(|room| room.present.channels_at(&server)).collect();
                if let Some(peer) = state.peers.get_mut(&server) {
                    peer.unconfirmed = Some(all);
                }
            }
            Told::Done { .. } => {
                let gone = state.peers.get_mut(&server).and_then(|peer| peer.unconfirmed.take()).unwrap_or_default();
                state.forget_everywhere(|who| who.server.as_ref() == Some(&server) && gone.contains(&who.channel));
            }
            _ => {}
        }
    }

    /// Tells the others that we are there, if anyone is present here or they are to hear that nobody is any more.
    pub fn beat(&self) {
        let state = &mut *self.state();
        let silent: Vec<Arc<str>> = state
            .peers
            .iter()
            .filter(|(_, peer)| peer.heard.elapsed() > MAX_SILENCE)
            .map(|(name, _)| name.clone())
            .collect();
        for name in silent {
            state.peers.remove(&name);
            state.forget_everywhere(|who| who.server.as_ref() == Some(&name));
        }
        if state.rooms.values().any(|room| room.present.here().next().is_some()) {
            self.tell(|| Told::Beat { number: state.told });
        }
    }

    /// Another server has missed something.
    pub fn say_all(&self) {
        let state = &mut *self.state();
        state.told += 1;
        self.tell(|| Told::Again { number: state.told });
        let mut all = Vec::new();
        for (topic, room) in &state.rooms {
            for (key, entry) in room.present.here() {
                all.push((Place::from(topic), key.to_owned(), entry.clone()));
            }
        }
        for (at, key, Entry { who, reference, meta }) in all {
            state.told += 1;
            self.tell(|| Told::Track { number: state.told, at, key, channel: who.channel, reference, meta });
        }
        state.told += 1;
        self.tell(|| Told::Done { number: state.told });
    }
}

impl Peer {
    fn new() -> Peer {
        // One that has just started counts from one.
        Peer { heard: Instant::now(), number: 0, misses: false, asked: None, unconfirmed: None }
    }

    /// Notes that it was heard. True when it is to be asked to say all again.
    fn misses_something(&mut self, told: &Told, number: u64) -> bool {
        self.heard = Instant::now();
        let expected = match told {
            Told::Beat { .. } => self.number,
            _ => self.number + 1,
        };
        self.number = number;
        match told {
            Told::Again { .. } => self.misses = false,
            _ => self.misses |= number != expected,
        }
        let asks = self.misses && self.asked.is_none_or(|asked| asked.elapsed() > BEAT);
        if asks {
            self.asked = Some(self.heard);
        }
        asks
    }
}

impl State {
    fn place(&mut self, topic: Topic, key: &str, entry: Entry) {
        let Who { server, channel } = entry.who.clone();
        if let Some(peer) = server.as_ref().and_then(|server| self.peers.get_mut(server)) {
            peer.unconfirmed.as_mut().map(|left| left.remove(&channel));
        }
        let room = self.rooms.entry(topic.clone()).or_default();
        let is_new = !room.present.holds(&entry.who);
        let is_full = room.present.len() >= MAX_PRESENT || self.present >= MAX_PRESENT_IN_ALL;
        if is_new && is_full {
            return self.tidy(&topic);
        }
        self.present += usize::from(is_new);
        if let Some(diff) = room.present.track(key, entry) {
            self.show(&topic, &diff);
        }
    }

    fn forget(&mut self, topic: &Topic, is_gone: impl Fn(&Who) -> bool) -> bool {
        let Some(room) = self.rooms.get_mut(topic) else { return false };
        let before = room.present.len();
        let Some(diff) = room.present.remove(is_gone) else { return false };
        self.present -= before - room.present.len();
        self.show(topic, &diff);
        self.tidy(topic);
        true
    }

    fn forget_everywhere(&mut self, is_gone: impl Fn(&Who) -> bool) {
        let topics: Vec<Topic> =
            self.rooms.iter().filter(|(_, room)| !room.present.is_empty()).map(|(topic, _)| topic.clone()).collect();
        for topic in topics {
            self.forget(&topic, &is_gone);
        }
    }

    /// Tells those at a topic who has come and gone.
    fn show(&self, topic: &Topic, diff: &Diff) {
        let Some(room) = self.rooms.get(topic) else { return };
        let payload = diff.json();
        let mut frames = super::fan_out::Frames::default();
        for channel in room.channels.iter().filter_map(|id| self.channels.get(id)) {
            if channel.presence_enabled {
                let frame = frames.of(channel.version, || channel.version.push(&topic.name, "presence_diff", &payload));
                channel.outbox.push(frame);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(number: u64) -> Told {
        let at = Place::from(&Topic { name: "realtime:a".into(), is_private: false });
        Told::Track { number, at, key: "k".into(), channel: number, reference: number.to_string(), meta: Map::new() }
    }

    fn hub() -> (Hub, Arc<std::sync::Mutex<Vec<Told>>>) {
        let (hub, said) = (Hub::default(), Arc::<std::sync::Mutex<Vec<Told>>>::default());
        let into = said.clone();
        let tell = move |told: &Told| {
            into.lock().unwrap().push(Told::read(&told.text()).unwrap());
            true
        };
        assert!(hub.tell.set(Box::new(tell)).is_ok());
        (hub, said)
    }

    fn channels(hub: &Hub) -> Vec<u64> {
        let state = hub.state();
        let mut all: Vec<u64> =
            state.rooms.values().flat_map(|room| room.present.channels_at(&"b".into()).collect::<Vec<_>>()).collect();
        all.sort();
        assert_eq!(state.present, all.len());
        all
    }

    #[test]
    fn those_of_another_server_come_and_go_and_a_gap_is_asked_about_once() {
        let (hub, said) = hub();
        for number in 1..=3 {
            hub.hear_present("b", track(number));
        }
        hub.hear_present("b", Told::Beat { number: 3 });
        assert_eq!(channels(&hub), [1, 2, 3]);
        let at = Place::from(&Topic { name: "realtime:a".into(), is_private: false });
        hub.hear_present("b", Told::Untrack { number: 4, at, channel: 2 });
        assert_eq!(channels(&hub), [1, 3]);
        assert!(said.lock().unwrap().is_empty());

        hub.hear_present("b", Told::Beat { number: 9 });
        hub.hear_present("b", track(12));
        assert_eq!(*said.lock().unwrap(), [Told::Ask { server: "b".into() }]);
        hub.hear_present("b", Told::Again { number: 13 });
        hub.hear_present("b", numbered(14, track(3)));
        hub.hear_present("b", Told::Done { number: 15 });
        assert_eq!(channels(&hub), [3], "who was not named again has left");
        hub.hear_present("b", Told::Beat { number: 15 });
        assert_eq!(said.lock().unwrap().len(), 1);
    }

    fn numbered(as_number: u64, told: Told) -> Told {
        match told {
            Told::Track { at, key, channel, reference, meta, .. } => {
                Told::Track { number: as_number, at, key, channel, reference, meta }
            }
            other => other,
        }
    }

    #[test]
    fn those_of_a_silent_server_leave() {
        let (hub, _) = hub();
        hub.hear_present("b", track(1));
        hub.beat();
        assert_eq!(channels(&hub), [1]);
        if let Some(peer) = hub.state().peers.get_mut("b") {
            peer.heard = Instant::now().checked_sub(MAX_SILENCE * 2).expect("the machine runs for longer than that");
        }
        hub.beat();
        assert!(channels(&hub).is_empty() && hub.state().rooms.is_empty() && hub.state().peers.is_empty());
    }
}
