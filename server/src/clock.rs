//! Time as it is stored and sent: UTC text with microseconds, `2026-01-01T00:00:00.000000+00:00`.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

static LAST: AtomicI64 = AtomicI64::new(i64::MIN);
/// So far ahead of the clock may times run that must differ. A clock that was set back by more is followed: else times
/// would stay in the future until the clock is there again.
const MAX_AHEAD_MICROSECONDS: i64 = 5_000_000;

/// Now, and never twice the same: rows made in one request keep their order.
pub fn now() -> String {
    let wall = Timestamp::now().as_microsecond();
    let before = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(after(last, wall)));
    let unique = before.map_or(wall, |last| after(last, wall));
    text(Timestamp::from_microsecond(unique).expect("a time of our era"))
}

/// The time to give out at `wall` when `last` was the one before.
fn after(last: i64, wall: i64) -> i64 {
    match last.saturating_add(1) {
        next if next > wall && next - wall <= MAX_AHEAD_MICROSECONDS => next,
        _ => wall,
    }
}

/// A new id, in the order of time; also where the clock is before 1970.
pub fn new_id() -> uuid::Uuid {
    match std::time::SystemTime::now() < std::time::UNIX_EPOCH {
        true => uuid::Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, 0, 0)),
        false => uuid::Uuid::now_v7(),
    }
}

/// Says so when the clock cannot be right, as on a board without a battery until it has reached its network. Linux does
/// not let a clock be before 1970 and HTTP is not answered there, so that is an error.
pub fn require_usable() -> anyhow::Result<()> {
    let now = Timestamp::now();
    let shown = text(now);
    anyhow::ensure!(now >= Timestamp::UNIX_EPOCH, "the clock of this machine says {shown}: set it, and start again");
    if !is_likely(now) {
        tracing::warn!(
            "the clock of this machine says {shown}, which cannot be right: what is written now bears that time, and \
             sessions may end when it is put right. Please set it"
        );
    }
    Ok(())
}

/// Between the year in which this was written and one in which nobody runs it any more.
pub fn is_likely(time: Timestamp) -> bool {
    (2026..2100).contains(&time.to_zoned(TimeZone::UTC).year())
}

pub fn unix_seconds() -> i64 {
    Timestamp::now().as_second()
}

pub fn unix_milliseconds() -> i64 {
    Timestamp::now().as_millisecond()
}

/// The foundation's own zone: Pakistan, which has no summer time.
fn zone() -> TimeZone {
    TimeZone::fixed(jiff::tz::Offset::constant(5))
}

/// The day of the site at this moment. What is counted by day asks here.
pub fn day(time: Timestamp) -> Date {
    time.to_zoned(zone()).date()
}

/// When a day of the site began.
pub fn beginning_of(day: Date) -> Timestamp {
    day.to_zoned(zone()).map_or(Timestamp::MIN, |zoned| zoned.timestamp())
}

/// A year in Pakistan, for the copyright line; with its ends, so that whether it is over is a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Year {
    pub number: i16,
    seconds: (i64, i64),
}

impl Year {
    pub fn of(time: Timestamp) -> Year {
        let number = day(time).year();
        let begin = |year: i16| beginning_of(jiff::civil::date(year, 1, 1)).as_second();
        Year { number, seconds: (begin(number), begin(number + 1)) }
    }

    pub fn holds(&self, second: i64) -> bool {
        (self.seconds.0..self.seconds.1).contains(&second)
    }
}

/// Whether this names a time zone, such as Asia/Karachi. By the names that are built in, so that every machine knows the same.
pub fn is_zone(name: &str) -> bool {
    jiff::tz::TimeZoneDatabase::bundled().get(name).is_ok()
}

pub fn text(time: Timestamp) -> String {
    time.to_zoned(TimeZone::UTC).strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

/// Reads a time that a caller gives as PostgreSQL would: a time, or a word for one.
pub fn parse_or_word(text: &str) -> Option<Timestamp> {
    from_word(text.trim(), Timestamp::now()).or_else(|| parse(text))
}

/// Reads a time: with or without a zone (then UTC), a space or a T, a date alone.
pub fn parse(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time);
    }
    let civil = text.parse::<jiff::civil::DateTime>().ok()?;
    civil.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}

/// `now`, `now()`, and midnight of `today`, `yesterday` and `tomorrow` in UTC.
fn from_word(text: &str, now: Timestamp) -> Option<Timestamp> {
    let days = match text.to_ascii_lowercase().as_str() {
        "now" | "now()" => return Some(now),
        "yesterday" => -1,
        "today" => 0,
        "tomorrow" => 1,
        _ => return None,
    };
    let day = now.to_zoned(TimeZone::UTC).start_of_day().ok()?;
    day.checked_add(jiff::Span::new().days(days)).ok().map(|day| day.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_usual_form_and_written_in_one() {
        for form in
            ["2026-01-02T03:04:05Z", "2026-01-02 03:04:05+00:00", "2026-01-02T08:04:05+05:00", "2026-01-02 03:04:05"]
        {
            assert_eq!(text(parse(form).unwrap()), "2026-01-02T03:04:05.000000+00:00", "{form}");
        }
        assert_eq!(text(parse("2026-01-02").unwrap()), "2026-01-02T00:00:00.000000+00:00");
        assert!(parse("yesterday").is_none() && parse_or_word("next week").is_none());
    }

    #[test]
    fn words_for_times_are_read() {
        let now = parse("2026-03-01T12:30:00Z").unwrap();
        for (word, time) in [
            ("now", "2026-03-01T12:30:00Z"),
            ("NOW()", "2026-03-01T12:30:00Z"),
            ("today", "2026-03-01T00:00:00Z"),
            ("Yesterday", "2026-02-28T00:00:00Z"),
            ("tomorrow", "2026-03-02T00:00:00Z"),
        ] {
            assert_eq!(from_word(word, now), parse(time), "{word}");
        }
    }

    #[test]
    fn the_year_turns_at_midnight_in_pakistan() {
        let second = |text: &str| parse(text).unwrap().as_second();
        let year = Year::of(parse("2026-12-31T18:59:59Z").unwrap());
        assert_eq!((year.number, Year::of(parse("2026-12-31T19:00:00Z").unwrap()).number), (2026, 2027));
        assert!(year.holds(second("2026-12-31T18:59:59Z")) && year.holds(second("2025-12-31T19:00:00Z")));
        assert!(!year.holds(second("2026-12-31T19:00:00Z")) && !year.holds(second("2025-12-31T18:59:59Z")));
    }

    #[test]
    fn time_zones_are_known_by_their_names() {
        for name in ["Asia/Karachi", "Europe/London", "America/Argentina/Buenos_Aires", "Asia/Calcutta", "UTC"] {
            assert!(is_zone(name), "{name}");
        }
        for name in ["", "Karachi", "Asia/Nowhere", "+05:00", "../etc/passwd"] {
            assert!(!is_zone(name), "{name}");
        }
    }

    #[test]
    fn a_day_turns_at_midnight_in_pakistan() {
        let at = |text: &str| parse(text).unwrap();
        assert_eq!(day(at("2026-11-16T18:59:59Z")).to_string(), "2026-11-16");
        assert_eq!(day(at("2026-11-16T19:00:00Z")).to_string(), "2026-11-17");
        assert_eq!(beginning_of(day(at("2026-11-16T19:00:00Z"))), at("2026-11-16T19:00:00Z"));
    }

    #[test]
    fn a_clock_that_cannot_be_right_is_known() {
        for (time, likely) in
            [("1969-12-31", false), ("2025-12-31", false), ("2026-01-01", true), ("2100-01-01", false)]
        {
            assert_eq!(is_likely(parse(time).unwrap()), likely, "{time}");
        }
    }

    #[test]
    fn a_clock_that_is_set_back_is_followed() {
        const HOUR: i64 = 3_600_000_000;
        assert_eq!(after(100, 100), 101, "two in one microsecond");
        assert_eq!(after(100 + 4_000_000, 100), 100 + 4_000_001, "a small step back");
        assert_eq!(after(HOUR, 100), 100, "an hour back");
        assert_eq!((after(100, HOUR), after(i64::MIN, -HOUR)), (HOUR, -HOUR));
    }

    #[test]
    fn no_two_moments_are_the_same() {
        let moments: Vec<String> = (0..1000).map(|_| now()).collect();
        assert!(moments.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
