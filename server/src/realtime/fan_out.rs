//! How broadcasts and changes reach the channels that are here. Changes are told to a few channels at a time, since anyone
//! may subscribe to as much as the limits allow: whatever that is, others get their turn in between.

use std::time::{Duration, Instant};

use super::change_frames::{Changed, Made, place};
use super::channel::{Channel, ChannelId, Topic};
use super::frames::Frame;
use super::hub::Hub;
use super::protocol::{Body, Version};
use super::subscription::Subscription;
use super::told::Beyond;
use crate::clock;
use crate::db::Verb;
use crate::schema::{self, Role, Table};

/// How long the lock is held, and the thread, before others have their turn.
const TURN: Duration = Duration::from_millis(1);

/// A frame in each version, made when it is first needed.
#[derive(Default)]
pub struct Frames([Option<Frame>; 2]);

impl Frames {
    pub fn of(&mut self, version: Version, make: impl FnOnce() -> Frame) -> Frame {
        self.0[version as usize].get_or_insert_with(make).clone()
    }
}

impl Hub {
    /// How many would get a broadcast.
    pub fn audience(&self, topic: &Topic) -> usize {
        self.state().rooms.get(topic).map_or(0, |room| room.channels.len())
    }

    /// How many are present at a topic.
    pub fn present(&self, topic: &Topic) -> usize {
        self.state().rooms.get(topic).map_or(0, |room| room.present.len())
    }

    /// To all at a topic, but for `but`.
    pub fn broadcast(&self, topic: &Topic, event: &str, body: &Body, but: Option<ChannelId>) {
        let now = clock::unix_seconds();
        let state = self.state();
        let Some(room) = state.rooms.get(topic) else { return };
        let mut frames: [Option<Option<Frame>>; 2] = [None, None];
        for id in room.channels.iter().filter(|id| Some(**id) != but) {
            let Some(channel) = state.channels.get(id).filter(|channel| channel.is_current(now)) else { continue };
            let made = &mut frames[channel.version as usize];
            let frame = made.get_or_insert_with(|| channel.version.broadcast(&topic.name, event, body));
            frame.iter().for_each(|frame| channel.outbox.push(frame.clone()));
        }
    }

    /// In which roles somebody here hears of changes of this table, for each role of which verbs.
    pub async fn hearing(&self, table: &Table) -> [[bool; Verb::ALL.len()]; Role::ALL.len()] {
        let mut hearing = [[false; Verb::ALL.len()]; Role::ALL.len()];
        let note = |channel: &Channel| {
            let role = &mut hearing[place(channel.caller.role)];
            for verb in Verb::ALL {
                role[verb as usize] |= channel.subscriptions.iter().any(|one| one.wants(table, verb));
            }
        };
        self.each_listening(note).await;
        hearing
    }

    /// To all who asked for it and may see it. A token that has ended opens nothing.
    pub async fn tell_change(&self, changed: &Changed<'_>) {
        let mut made = Made::of(changed);
        let tell = |channel: &Channel| {
            if channel.is_current(clock::unix_seconds()) {
                made.tell(channel);
            }
        };
        self.each_listening(tell).await;
    }

    /// Works on each channel that hears of changes now and is still there when its turn comes.
    async fn each_listening(&self, mut work: impl FnMut(&Channel) + Send) {
        let ids: Vec<ChannelId> = self.state().listening.iter().copied().collect();
        let mut ids = ids.into_iter();
        while self.some_listening(&mut ids, &mut work) {
            tokio::task::yield_now().await;
        }
    }

    /// As many as one turn allows; whether there are more.
    fn some_listening(&self, ids: &mut std::vec::IntoIter<ChannelId>, work: &mut impl FnMut(&Channel)) -> bool {
        let state = self.state();
        let begun = Instant::now();
        for id in ids.by_ref() {
            if let Some(channel) = state.channels.get(&id).filter(|channel| !channel.outbox.has_ended()) {
                work(channel);
            }
            if begun.elapsed() >= TURN {
                break;
            }
        }
        ids.len() > 0
    }

    /// Says that changes are missing: to those who asked for such changes and may see them. That many rows changed which
    /// are hidden from visitors is not for them to know. Staff see nearly everything, and are told in any case.
    pub async fn tell_beyond(&self, beyond: &Beyond) {
        let Some(table) = schema::table(&beyond.table) else { return };
        let count = beyond.count;
        let told = |what: &str| format!("{what} of {} were too many to be told one by one: read it again", table.name);
        let (counted, some) = (told(&format!("{count} changes")), told("Changes"));
        let tell = |channel: &Channel| {
            let role = channel.caller.role;
            let access = table.rights.of(role).read;
            let sees_all = access.rows.condition().is_none();
            let may_know = sees_all || role.is_staff() || beyond.seen_by & (1 << place(role)) != 0;
            let was_done = |verb: &&Verb| beyond.verbs & (1 << **verb as u8) != 0;
            let wants = |one: &Subscription| Verb::ALL.iter().filter(was_done).any(|verb| one.wants(table, *verb));
            if !access.is_none() && may_know && channel.subscriptions.iter().any(wants) {
                // The number holds also rows that some may not see.
                let message = if sees_all { &counted } else { &some };
                channel.system("postgres_changes", "error", message);
            }
        };
        self.each_listening(tell).await;
    }

    /// Says to all that changes may be missing.
    pub async fn tell_gap(&self) {
        let told = "Changes may have been missed: read the tables again";
        self.each_listening(|channel| channel.system("postgres_changes", "error", told)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Value;
    use crate::realtime::change_frames::tests::changed;
    use crate::realtime::outbox::Outbox;
    use crate::realtime::shares::Share;
    use crate::realtime::subscription;
    use crate::schema::Caller;
    use serde_json::{Map, Value as Json, json};
    use std::sync::Arc;

    fn channel(hub: &Hub, number: usize, subscriptions: &[Map<String, Json>]) -> Channel {
        let outbox = Arc::<Outbox>::default();
        Channel {
            connection: hub.connect(outbox.clone(), [192, 0, 2, number as u8].into()),
            outbox,
            version: Version::Two,
            topic: Topic { name: format!("realtime:{number}").into(), is_private: false },
            join_ref: Json::Null,
            caller: Caller::visitor(),
            expires: None,
            acknowledges: false,
            includes_self: false,
            presence_key: String::new(),
            presence_enabled: false,
            subscriptions: subscription::all(subscriptions, Role::Visitor).0.unwrap(),
            share: Share::default(),
            is_old: false,
        }
    }

    fn joined(hub: &Hub, number: usize, subscriptions: &[Map<String, Json>]) -> Arc<Outbox> {
        let channel = channel(hub, number, subscriptions);
        let outbox = channel.outbox.clone();
        hub.join(channel, &Json::Null, &json!({}), |_, _| {}).unwrap();
        outbox
    }

    #[tokio::test]
    async fn a_change_is_in_memory_once_however_many_channels_wait_for_it() {
        let hub = Hub::default();
        let asked = json!({"event": "*", "table": "testimonials"});
        let asked = [asked.as_object().unwrap().clone()];
        let outboxes: Vec<_> = (0..1_000).map(|number| joined(&hub, number, &asked)).collect();
        let record = format!(r#"{{"id":"k","quote":"{}"}}"#, "q".repeat(240_000));
        let before = Frame::alive();
        hub.tell_change(&changed(Verb::Update, Some(&record))).await;
        // Other tests hold frames too, but not a part of what a copy for each channel would be.
        let copies = outboxes.len() * record.len();
        assert!(Frame::alive().saturating_sub(before) < copies / 3, "{} bytes", Frame::alive() - before);
        let mut pieces = std::collections::BTreeSet::new();
        for outbox in outboxes {
            let [_joined, frame] = &outbox.take(3).await.unwrap()[..] else { panic!("nobody was dropped") };
            assert!(frame.len() > record.len());
            pieces.insert(frame.rest.as_ptr() as usize);
        }
        assert_eq!(pieces.len(), 1);
    }

    #[tokio::test]
    async fn that_changes_are_missing_is_told_to_those_who_asked_and_may_know() {
        let hub = Hub::default();
        let hears = |number: usize, role: Role, event: &str, table: &str| {
            let asked = json!({"event": event, "table": table});
            let channel = channel(&hub, number, &[asked.as_object().unwrap().clone()]);
            let (outbox, caller) = (channel.outbox.clone(), Caller { role, ..Caller::visitor() });
            hub.join(Channel { caller, ..channel }, &Json::Null, &json!({}), |_, _| {}).unwrap();
            outbox
        };
        let asked = [
            (Role::Visitor, "*", "testimonials"),
            (Role::Visitor, "DELETE", "testimonials"),
            (Role::Owner, "UPDATE", "testimonials"),
            (Role::Owner, "DELETE", "testimonials"),
            (Role::Visitor, "*", "projects"),
        ];
        let all: Vec<_> =
            asked.iter().enumerate().map(|(at, (role, event, table))| hears(at, *role, event, table)).collect();
        let told = async |table: &str, seen_by: u8| {
            let verbs = 1 << Verb::Update as u8;
            hub.tell_beyond(&Beyond { table: table.into(), count: 2_000, verbs, seen_by }).await;
            let mut told = Vec::new();
            for outbox in &all {
                outbox.push(Frame::text("last"));
                let frames = outbox.take(9).await.unwrap();
                told.push(frames.iter().any(|frame| String::from_utf8_lossy(&frame.to_vec()).contains("too many")));
            }
            told
        };
        assert_eq!(told("testimonials", 0b110).await, [false, false, true, false, false], "rows that are hidden");
        assert_eq!(told("testimonials", 0b111).await, [true, false, true, false, false], "some that are not");
        assert_eq!(told("projects", 0).await, [false, false, false, false, true], "nothing of it is hidden");
    }

    /// On one thread, so that others run only when this task yields.
    #[tokio::test(flavor = "current_thread")]
    async fn others_have_their_turn_while_many_filters_are_compared_with_a_change() {
        let hub = Hub::default();
        let list = vec![format!("quote=not.in.({})", vec!["x"; 100].join(",")); 5].join(",");
        let asked = json!({"event": "*", "table": "testimonials", "filter": list});
        let last = (0..500).map(|number| joined(&hub, number, &[asked.as_object().unwrap().clone()])).last().unwrap();
        let table = schema::table("testimonials").unwrap();
        let row: Vec<Value> = table.columns.iter().map(|_| Value::from("long")).collect();
        let change = Changed { row: &row, ..changed(Verb::Insert, Some("{}")) };
        let is_told = std::sync::atomic::AtomicBool::new(false);
        let tell = async {
            hub.tell_change(&change).await;
            is_told.store(true, std::sync::atomic::Ordering::Relaxed);
        };
        let others = async {
            let mut turns = 0;
            while !is_told.load(std::sync::atomic::Ordering::Relaxed) {
                drop(hub.state());
                turns += 1;
                tokio::task::yield_now().await;
            }
            turns
        };
        let ((), turns) = tokio::join!(tell, others);
        assert!(turns > 1, "nobody had a turn in between");
        let heard = last.take(2).await.unwrap();
        assert_eq!(heard.len(), 2, "the answer to the join, and the change");
    }
}
