//! How much of everything there may be, and a rate for what one connection does. What one client may do is little beside
//! what the server can, and visitors may do less than staff.

use std::time::{Duration, Instant};

use crate::schema::Role;

/// Connections in all; fewer where the system allows fewer files to be open. One address gets a quarter of what is free.
pub const MAX_SOCKETS: usize = 5_120;
/// Topics that somebody has joined.
pub const MAX_TOPICS: usize = 10_000;
/// Of a topic, in bytes, its prefix included.
pub const MAX_TOPIC_BYTES: usize = 200;
/// The name of a broadcast's event, in bytes.
pub const MAX_EVENT_BYTES: usize = 200;
/// The rest of them is for staff.
pub const VISITORS_TOPICS: usize = 9_000;
/// What all subscriptions with their filters may hold, and what of it visitors may have.
pub const MAX_SUBSCRIBED_BYTES: usize = 48 * 1024 * 1024;
pub const VISITORS_SUBSCRIBED_BYTES: usize = 32 * 1024 * 1024;
/// The longest key that a connection is opened with; ours are much shorter.
pub const MAX_KEY: usize = 4 * 1024;
/// What waits to be sent to one client.
pub const MAX_WAITING_FRAMES: usize = 512;
pub const MAX_WAITING_BYTES: usize = 4 * 1024 * 1024;
/// When all that waits for anyone is more than this, those who are behind may have less; at twice this, nothing.
pub const MUCH_ALIVE: usize = 48 * 1024 * 1024;
/// Clients send a heartbeat every 25 seconds.
pub const MAX_IDLE: Duration = Duration::from_secs(90);
/// A message that has begun must be complete within this time, and what is sent must be taken.
pub const MAX_TRANSFER: Duration = Duration::from_secs(20);
/// Those present under one topic, and in all.
pub const MAX_PRESENT: usize = 200;
pub const MAX_PRESENT_IN_ALL: usize = 5_000;
/// Changes of one transaction that are told one by one; of more only the number.
pub const MAX_CHANGES: usize = 1_000;
/// The longest row that is told as a whole, in bytes of JSON.
pub const MAX_ROW_BYTES: usize = 256 * 1024;
/// How deep a broadcast may be nested. Clients that read JSON by recursion break on thousands.
pub const MAX_DEPTH: usize = 100;
/// Messages in one call of the HTTP road.
pub const MAX_BATCH: usize = 100;
/// What the broadcasts of visitors may cost all together: each counts once for every client that gets it.
pub const VISITORS_TOGETHER: Pace = Pace { burst: 100_000, every: Duration::from_micros(100) };
/// Broadcasts of visitors from one address over HTTP.
pub const VISITOR_POSTS: Pace = Pace { burst: 60, every: Duration::from_millis(500) };

/// What one connection may do.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub channels: usize,
    pub subscriptions: usize,
    pub message_bytes: usize,
    pub presence_bytes: usize,
    pub messages: Pace,
    pub joins: Pace,
    /// Calls of track and untrack.
    pub presence: Pace,
}

const VISITOR: Bounds = Bounds {
    channels: 10,
    subscriptions: 10,
    message_bytes: 16 * 1024,
    presence_bytes: 1024,
    messages: Pace { burst: 60, every: Duration::from_millis(50) },
    joins: Pace { burst: 20, every: Duration::from_millis(500) },
    presence: Pace { burst: 10, every: Duration::from_secs(2) },
};

const STAFF: Bounds = Bounds {
    channels: 100,
    subscriptions: 50,
    message_bytes: 256 * 1024,
    presence_bytes: 4 * 1024,
    messages: Pace { burst: 200, every: Duration::from_millis(10) },
    joins: Pace { burst: 110, every: Duration::from_millis(100) },
    presence: Pace { burst: 30, every: Duration::from_millis(500) },
};

impl Bounds {
    pub fn of(role: Role) -> &'static Bounds {
        if role.is_staff() { &STAFF } else { &VISITOR }
    }
}

/// So many at once, then one more for each `every` that passes.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    pub burst: u32,
    pub every: Duration,
}

/// How much of a pace was used.
#[derive(Default, Clone, Copy)]
pub struct Meter {
    /// When it will be back to a full burst.
    full_again: Option<Instant>,
}

impl Meter {
    /// Counts one in any case, and says how long to wait before the next.
    pub fn delay(&mut self, pace: Pace, now: Instant) -> Option<Duration> {
        let full = self.full_again.map_or(now, |full| full.max(now)) + pace.every;
        self.full_again = Some(full);
        full.duration_since(now).checked_sub(pace.every * pace.burst).filter(|over| !over.is_zero())
    }

    /// Counts `count`, or says how long to wait for it, and counts nothing.
    pub fn charge(&mut self, pace: Pace, count: u32, now: Instant) -> Result<(), Duration> {
        let full = self.full_again.map_or(now, |full| full.max(now));
        let used = full.duration_since(now) + pace.every * count;
        match used.checked_sub(pace.every * pace.burst) {
            // What is dearer than a whole burst passes when nothing else was used.
            Some(over) if !over.is_zero() && full > now => Err(over.min(full.duration_since(now))),
            _ => {
                self.full_again = Some(full + pace.every * count);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_then_the_rate_holds() {
        let pace = Pace { burst: 3, every: Duration::from_millis(100) };
        let begun = Instant::now();
        let mut meter = Meter::default();
        for _ in 0..3 {
            assert_eq!(meter.charge(pace, 1, begun), Ok(()));
        }
        assert_eq!(meter.charge(pace, 1, begun), Err(Duration::from_millis(100)));
        let later = begun + Duration::from_millis(150);
        assert_eq!(meter.charge(pace, 1, later), Ok(()));
        assert_eq!(meter.charge(pace, 1, later), Err(Duration::from_millis(50)));
        assert_eq!(meter.charge(pace, 3, begun + Duration::from_secs(9)), Ok(()));
        let mut fresh = Meter::default();
        assert_eq!(fresh.charge(pace, 10, begun), Ok(()), "what is dearer than a burst passes when nothing was used");
        assert!(fresh.charge(pace, 1, begun).is_err());
    }

    #[test]
    fn who_says_too_much_is_listened_to_more_slowly() {
        let pace = Pace { burst: 2, every: Duration::from_millis(100) };
        let now = Instant::now();
        let mut meter = Meter::default();
        let delays: Vec<_> = (0..4).map(|_| meter.delay(pace, now).map(|delay| delay.as_millis())).collect();
        assert_eq!(delays, [None, None, Some(100), Some(200)]);
        assert_eq!(meter.delay(pace, now + Duration::from_secs(1)), None);
    }

    #[test]
    fn visitors_may_do_less_than_staff() {
        let (visitor, staff) = (Bounds::of(Role::Visitor), Bounds::of(Role::Editor));
        assert!(visitor.channels < staff.channels && visitor.message_bytes < staff.message_bytes);
        assert!(visitor.subscriptions < staff.subscriptions && visitor.presence_bytes < staff.presence_bytes);
    }
}
