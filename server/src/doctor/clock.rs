//! The clock of this machine: by itself, and against the newest time in the database. Asks no time server.

use std::time::Duration;

use jiff::Timestamp;

use super::{Check, span};
use crate::clock;
use crate::db::{Db, Sql};

const SUBJECT: &str = "clock";
const SET: &str = "sudo timedatectl set-ntp true (or set it by hand: sudo date -s 'YYYY-MM-DD HH:MM:SS')";
/// Clocks of two machines differ by a little.
const MAX_AHEAD: Duration = Duration::from_secs(120);
/// Each is read by an index or is a short table.
const NEWEST: &str = "SELECT max(t) FROM (SELECT max(created_at) AS t FROM history UNION ALL \
                      SELECT max(updated_at) FROM site_state UNION ALL SELECT max(refreshed_at) FROM sessions UNION ALL \
                      SELECT max(created_at) FROM volunteers UNION ALL SELECT max(created_at) FROM subscribers) AS times";

pub fn machine() -> Check {
    judge(Timestamp::now())
}

fn judge(now: Timestamp) -> Check {
    let shown = clock::text(now);
    let shown = &shown[..19];
    match clock::is_likely(now) {
        true => Check::good(SUBJECT, format!("{shown} UTC")),
        false => {
            Check::broken(SUBJECT, format!("{shown} UTC cannot be right: sessions and certificates fail by it"), SET)
        }
    }
}

pub async fn against(db: &Db) -> Check {
    match db.first(Sql::new(NEWEST)).await {
        Ok(row) => compare(row.and_then(|row| clock::parse(row.text(0))), Timestamp::now()),
        Err(cause) => {
            Check::broken("clock and data", format!("the newest time cannot be read: {cause}"), "umeed check")
        }
    }
}

fn compare(newest: Option<Timestamp>, now: Timestamp) -> Check {
    let subject = "clock and data";
    let ahead = newest.map(|newest| newest.duration_since(now)).filter(|ahead| ahead.is_positive());
    match ahead.map(|ahead| ahead.unsigned_abs()).filter(|ahead| *ahead > MAX_AHEAD) {
        None => Check::good(subject, "nothing in the database is from the future"),
        Some(ahead) => {
            let text = format!(
                "the newest entry is {} ahead of this machine's clock: it is slow, or was ahead when that was written",
                span(ahead)
            );
            Check::warning(subject, text, SET)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn a_clock_that_cannot_be_right_is_broken() {
        let at = |text: &str| judge(clock::parse(text).unwrap()).state;
        assert_eq!([at("1970-01-01"), at("2026-11-16")], [State::Broken, State::Good]);
    }

    #[test]
    fn data_from_the_future_is_told() {
        let now = clock::parse("2026-11-16T12:00:00Z").unwrap();
        let state = |newest: Option<&str>| compare(newest.and_then(clock::parse), now);
        assert_eq!(state(None).state, State::Good);
        assert_eq!(state(Some("2026-11-16T12:01:00Z")).state, State::Good);
        let told = state(Some("2026-11-18T12:00:00Z"));
        assert!(told.state == State::Warning && told.text.contains("2 days ahead"), "{told:?}");
    }
}
