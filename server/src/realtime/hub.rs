//! Who is connected and which channels each has joined. One lock holds it all, and only for as long as it takes to put
//! frames into outboxes; nobody waits for a client or the database meanwhile. What was asked is answered under that lock
//! too, so that nothing overtakes the answer. How things reach those who are here is in `fan_out`, who is present in `presences`.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::{Value, json};

use super::channel::{Channel, ChannelId, ConnectionId, Topic};
use super::frames::Close;
use super::limits::{Bounds, MAX_TOPICS, VISITORS_TOPICS};
use super::outbox::Outbox;
use super::presence::Present;
use super::protocol::Ref;
use super::shares::Shares;
use super::told::Told;
use crate::schema::{Caller, Identity};

struct Connection {
    outbox: Arc<Outbox>,
    address: IpAddr,
    channels: HashMap<Arc<str>, ChannelId>,
}

#[derive(Default)]
pub struct Room {
    pub channels: BTreeSet<ChannelId>,
    pub present: Present,
}

#[derive(Default)]
pub struct State {
    connections: HashMap<ConnectionId, Connection>,
    pub channels: HashMap<ChannelId, Channel>,
    pub rooms: HashMap<Topic, Room>,
    /// The channels that hear of changes.
    pub listening: BTreeSet<ChannelId>,
    /// What their subscriptions hold.
    shares: Shares,
    /// Those present under any topic.
    pub present: usize,
    /// Numbers what other servers are told of those who are present here.
    pub told: u64,
    pub peers: HashMap<Arc<str>, super::presences::Peer>,
}

type Tell = Box<dyn Fn(&Told) -> bool + Send + Sync>;

#[derive(Default)]
pub struct Hub {
    state: Mutex<State>,
    next: AtomicU64,
    listening: AtomicUsize,
    /// How the other servers are told.
    pub tell: OnceLock<Tell>,
}

impl Hub {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn next_id(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Tells the other servers, if there can be any; false when it could not be.
    pub fn tell(&self, told: impl FnOnce() -> Told) -> bool {
        self.tell.get().is_none_or(|tell| tell(&told()))
    }

    /// Whether anyone here hears of changes. Asked by the writer, so without the lock.
    pub fn hears_changes(&self) -> bool {
        self.listening.load(Ordering::Relaxed) > 0
    }

    pub fn connect(&self, outbox: Arc<Outbox>, address: IpAddr) -> ConnectionId {
        let id = self.next_id();
        self.state().connections.insert(id, Connection { outbox, address, channels: HashMap::new() });
        id
    }

    pub fn disconnect(&self, id: ConnectionId) {
        let state = &mut *self.state();
        let Some(connection) = state.connections.remove(&id) else { return };
        for channel in connection.channels.into_values() {
            self.remove(state, channel);
        }
    }

    pub fn connections(&self) -> usize {
        self.state().connections.len()
    }

    pub fn channels(&self) -> usize {
        self.state().channels.len()
    }

    pub fn end_all(&self, why: Close) {
        self.state().connections.values().for_each(|connection| connection.outbox.end(why));
    }

    /// Adds a channel, in place of the one of that name which the connection may have, and answers with `response`;
    /// then runs `after`. Or says why not.
    pub fn join(
        &self,
        mut channel: Channel,
        number: &Ref,
        response: &Value,
        after: impl FnOnce(&Channel, &Room),
    ) -> Result<ChannelId, String> {
        let state = &mut *self.state();
        let (name, topic) = (channel.topic.name.clone(), channel.topic.clone());
        let Some(connection) = state.connections.get_mut(&channel.connection) else { return Err("closed".into()) };
        let (role, address) = (channel.caller.role, connection.address);
        let replaced = connection.channels.remove(&name);
        if connection.channels.len() >= Bounds::of(role).channels {
            connection.channels.extend(replaced.map(|id| (name, id)));
            return Err("ChannelRateLimitReached: Too many channels".into());
        }
        if let Some(replaced) = replaced {
            self.remove(state, replaced);
        }
        let most = if role.is_staff() { MAX_TOPICS } else { VISITORS_TOPICS };
        if !state.rooms.contains_key(&topic) && state.rooms.len() >= most {
            return Err("ChannelRateLimitReached: Too many topics".into());
        }
        let Some(share) = state.shares.take(role, address, channel.cost()) else {
            return Err("ChannelRateLimitReached: Too many subscriptions".into());
        };
        channel.share = share;
        let id = self.next_id();
        if let Some(connection) = state.connections.get_mut(&channel.connection) {
            connection.channels.insert(name, id);
        }
        let room = state.rooms.entry(topic).or_default();
        room.channels.insert(id);
        channel.reply(number, "ok", response);
        after(&channel, room);
        if !channel.subscriptions.is_empty() {
            state.listening.insert(id);
            self.listening.fetch_add(1, Ordering::Relaxed);
        }
        state.channels.insert(id, channel);
        Ok(id)
    }

    /// Leaves a channel as its client wishes.
    pub fn leave(&self, connection: ConnectionId, topic: &str, number: &Ref) -> bool {
        let state = &mut *self.state();
        let found = state.connections.get_mut(&connection).and_then(|connection| connection.channels.remove(topic));
        let Some(channel) = found.and_then(|id| self.remove(state, id)) else { return false };
        channel.reply(number, "ok", &json!({}));
        channel.close();
        true
    }

    /// Works on the channel of this name; `None` where the connection has none, or has joined it anew since.
    pub fn with<T>(
        &self,
        connection: ConnectionId,
        topic: &str,
        join_ref: &Ref,
        work: impl FnOnce(ChannelId, &mut Channel) -> T,
    ) -> Option<T> {
        let state = &mut *self.state();
        let id = *state.connections.get(&connection)?.channels.get(topic)?;
        let channel = state.channels.get_mut(&id)?;
        (join_ref.is_null() || *join_ref == channel.join_ref).then(|| work(id, channel))
    }

    /// Ends the channels for which it holds, with the reason.
    pub fn end(&self, message: &str, is_over: impl Fn(ChannelId, &Channel) -> bool) {
        let state = &mut *self.state();
        let over: Vec<ChannelId> =
            state.channels.iter().filter(|(id, channel)| is_over(**id, channel)).map(|(id, _)| *id).collect();
        for id in over {
            if let Some(channel) = self.remove(state, id) {
                if let Some(connection) = state.connections.get_mut(&channel.connection) {
                    connection.channels.remove(&channel.topic.name);
                }
                channel.system("system", "error", message);
                channel.close();
            }
        }
    }

    /// Those who are signed in, or hold the service key, on some channel.
    pub fn identities(&self) -> Vec<Caller> {
        let mut all: Vec<Caller> = Vec::new();
        for channel in self.state().channels.values() {
            if channel.caller.identity != Identity::Visitor && !all.contains(&channel.caller) {
                all.push(channel.caller.clone());
            }
        }
        all
    }

    /// They have another role from now on.
    pub fn set_role(&self, caller: &Caller) {
        for channel in self.state().channels.values_mut() {
            if channel.caller.identity == caller.identity {
                channel.caller.role = caller.role;
            }
        }
    }

    /// Takes a channel out of everything but its connection's list.
    fn remove(&self, state: &mut State, id: ChannelId) -> Option<Channel> {
        let mut channel = state.channels.remove(&id)?;
        state.shares.give_back(std::mem::take(&mut channel.share));
        if state.listening.remove(&id) {
            self.listening.fetch_sub(1, Ordering::Relaxed);
        }
        if let Some(room) = state.rooms.get_mut(&channel.topic) {
            room.channels.remove(&id);
        }
        self.forget_present(state, &channel.topic, id);
        state.tidy(&channel.topic);
        Some(channel)
    }
}

impl State {
    /// Forgets a topic that nobody is at any more.
    pub fn tidy(&mut self, topic: &Topic) {
        if self.rooms.get(topic).is_some_and(|room| room.channels.is_empty() && room.present.is_empty()) {
            self.rooms.remove(topic);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::realtime::join::PREFIX;
    use crate::realtime::limits::MAX_PRESENT_IN_ALL;
    use crate::realtime::protocol::Version;
    use crate::realtime::shares::Share;
    use crate::schema::Role;
    use serde_json::Map;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn channel(connection: ConnectionId, topic: &str, role: Role) -> Channel {
        Channel {
            connection,
            outbox: Arc::default(),
            version: Version::Two,
            topic: Topic { name: format!("{PREFIX}{topic}").into(), is_private: false },
            join_ref: Ref::Null,
            caller: Caller { identity: Identity::Visitor, role },
            expires: None,
            acknowledges: false,
            includes_self: false,
            presence_key: topic.to_owned(),
            presence_enabled: false,
            subscriptions: Vec::new(),
            share: Share::default(),
            is_old: false,
        }
    }

    fn join(hub: &Hub, connection: ConnectionId, topic: &str, role: Role) -> Result<ChannelId, String> {
        hub.join(channel(connection, topic, role), &Ref::Null, &json!({}), |_, _| {})
    }

    #[test]
    fn topics_are_bounded_in_all_and_forgotten_when_nobody_is_there() {
        let hub = Hub::default();
        let mut connections = Vec::new();
        'all: for number in 0.. {
            let connection = hub.connect(Arc::default(), HERE);
            connections.push(connection);
            for place in 0..100 {
                if let Err(told) = join(&hub, connection, &format!("{number}-{place}"), Role::Owner) {
                    assert!(told.contains("Too many topics"), "{told}");
                    break 'all;
                }
            }
        }
        assert_eq!(hub.state().rooms.len(), MAX_TOPICS);
        let late = hub.connect(Arc::default(), HERE);
        assert!(join(&hub, late, "0-0", Role::Visitor).is_ok(), "a topic that is there can be joined");
        assert!(join(&hub, late, "another", Role::Visitor).is_err());
        hub.disconnect(connections[0]);
        assert!(join(&hub, late, "another", Role::Visitor).is_err(), "what visitors may have is less");
        assert!(join(&hub, late, "another", Role::Editor).is_ok());
        connections[1..=10].iter().for_each(|connection| hub.disconnect(*connection));
        assert!(join(&hub, late, "third", Role::Visitor).is_ok());
        connections.iter().chain([&late]).for_each(|connection| hub.disconnect(*connection));
        let state = hub.state();
        assert!(state.rooms.is_empty() && state.channels.is_empty() && state.connections.is_empty());
    }

    #[test]
    fn subscriptions_are_bounded_by_what_they_hold_and_visitors_leave_room_for_staff() {
        let hub = Hub::default();
        // Also from the address whose visitors have all that one address may have.
        let (visitors, staff) = (fill(&hub, Role::Visitor), fill(&hub, Role::Owner));
        assert!(visitors > 20 && staff > 3 * visitors, "{visitors} and {staff}");
        let connections: Vec<_> = hub.state().connections.keys().copied().collect();
        connections.into_iter().for_each(|connection| hub.disconnect(connection));
        assert_eq!(fill(&hub, Role::Visitor), visitors, "what was held is free again");
    }

    /// Joins with many subscriptions until there is no room.
    fn fill(hub: &Hub, role: Role) -> usize {
        let list = format!("title=in.({})", vec!["x"; 100].join(","));
        let asked = json!({"event": "*", "schema": "public", "table": "projects", "filter": list});
        let all = vec![asked.as_object().unwrap().clone(); 50];
        let mut joined = 0;
        loop {
            let subscriptions = crate::realtime::subscription::all(&all, Role::Visitor).0.unwrap();
            let channel = Channel { subscriptions, ..channel(hub.connect(Arc::default(), HERE), "a", role) };
            match hub.join(channel, &Ref::Null, &json!({}), |_, _| {}) {
                Ok(_) => joined += 1,
                Err(told) => {
                    assert!(told.contains("Too many subscriptions"), "{told}");
                    return joined;
                }
            }
        }
    }

    #[test]
    fn those_present_are_bounded_in_all() {
        let hub = Hub::default();
        let mut told = Vec::new();
        for number in 0..=MAX_PRESENT_IN_ALL {
            let connection = hub.connect(Arc::default(), HERE);
            let id = join(&hub, connection, &format!("{}", number / 100), Role::Visitor).unwrap();
            told.push(hub.track(id, Map::new()));
        }
        assert_eq!(told.iter().filter(|one| one.is_ok()).count(), MAX_PRESENT_IN_ALL);
        assert!(told.last().is_some_and(Result::is_err));
    }

    #[test]
    fn a_channel_that_was_joined_anew_is_not_the_one_before() {
        let hub = Hub::default();
        let connection = hub.connect(Arc::default(), HERE);
        let with_ref = |number: i64| Channel { join_ref: json!(number), ..channel(connection, "a", Role::Visitor) };
        let first = hub.join(with_ref(1), &Ref::Null, &json!({}), |_, _| {}).unwrap();
        let second = hub.join(with_ref(2), &Ref::Null, &json!({}), |_, _| {}).unwrap();
        let found = |join_ref: Ref| hub.with(connection, "realtime:a", &join_ref, |id, _| id);
        assert_eq!((found(json!(1)), found(json!(2)), found(Ref::Null)), (None, Some(second), Some(second)));
        assert!(!hub.state().channels.contains_key(&first));
    }
}
