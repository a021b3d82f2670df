//! Time as it is stored and sent: UTC text with microseconds, `2026-01-01T00:00:00.000000+00:00`.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use jiff::tz::TimeZone;

static LAST: AtomicI64 = AtomicI64::new(0);

/// Now, and never twice the same: rows made in one request keep their order.
pub fn now() -> String {
    let wall = Timestamp::now().as_microsecond();
    let before = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(wall.max(last + 1)));
    let unique = before.map_or(wall, |last| wall.max(last + 1));
    text(Timestamp::from_microsecond(unique).expect("a time of our era"))
}

pub fn unix_seconds() -> i64 {
    Timestamp::now().as_second()
}

pub fn unix_milliseconds() -> i64 {
    Timestamp::now().as_millisecond()
}

/// The year in Pakistan, for the copyright line.
pub fn year() -> i16 {
    const PAKISTAN: jiff::tz::Offset = jiff::tz::Offset::constant(5);
    Timestamp::now().to_zoned(TimeZone::fixed(PAKISTAN)).year()
}

pub fn text(time: Timestamp) -> String {
    time.to_zoned(TimeZone::UTC).strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

/// Reads a time as PostgreSQL would: with or without a zone (then UTC), a space or a T, a date alone.
pub fn parse(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time);
    }
    let civil = text.parse::<jiff::civil::DateTime>().ok()?;
    civil.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
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
        assert!(parse("yesterday").is_none());
    }

    #[test]
    fn no_two_moments_are_the_same() {
        let moments: Vec<String> = (0..1000).map(|_| now()).collect();
        assert!(moments.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
