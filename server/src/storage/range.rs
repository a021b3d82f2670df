//! Which part of a file a caller asks for, and whether it already has it: RFC 9110 as pure functions.

use std::ops::Range;

use axum::http::{HeaderMap, header};
use jiff::Timestamp;
use jiff::fmt::rfc2822::{DateTimeParser, DateTimePrinter};

#[derive(Debug, PartialEq)]
pub enum Part {
    Whole,
    Some(Range<u64>),
    /// The part begins after the end of the file.
    Nowhere,
}

/// Reads a Range header. One range is honoured; several, or text that is no range, mean the whole file.
pub fn part(header: &str, size: u64) -> Part {
    let Some(range) = header.trim().strip_prefix("bytes=") else { return Part::Whole };
    let Some((first, last)) = range.trim().split_once('-') else { return Part::Whole };
    let number = |text: &str| match text.trim() {
        text if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(text.parse().unwrap_or(u64::MAX))
        }
        _ => None,
    };
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first > last => Part::Whole,
        (Some(first), _) if first >= size && (last.trim().is_empty() || number(last).is_some()) => Part::Nowhere,
        (Some(first), Some(last)) => Part::Some(first..last.saturating_add(1).min(size)),
        (Some(first), None) if last.trim().is_empty() => Part::Some(first..size),
        (None, Some(0)) if first.trim().is_empty() => Part::Nowhere,
        (None, Some(count)) if first.trim().is_empty() => Part::Some(size.saturating_sub(count)..size),
        _ => Part::Whole,
    }
}

/// What identifies the state of a file to caches.
pub struct State {
    /// In quotes.
    pub etag: String,
    pub modified: Timestamp,
}

impl State {
    pub fn last_modified(&self) -> String {
        DateTimePrinter::new().timestamp_to_rfc9110_string(&self.modified).unwrap_or_default()
    }

    /// The caller has this very state: 304.
    pub fn is_known_to(&self, headers: &HeaderMap) -> bool {
        if headers.contains_key(header::IF_NONE_MATCH) {
            return headers
                .get_all(header::IF_NONE_MATCH)
                .iter()
                .filter_map(|value| value.to_str().ok())
                .flat_map(|value| value.split(','))
                .map(|tag| tag.trim())
                .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.etag);
        }
        date(headers, header::IF_MODIFIED_SINCE).is_some_and(|since| self.modified.as_second() <= since.as_second())
    }

    /// The part of the file to send.
    pub fn part_for(&self, headers: &HeaderMap, size: u64) -> Part {
        let Some(range) = headers.get(header::RANGE).and_then(|value| value.to_str().ok()) else {
            return Part::Whole;
        };
        let unchanged = match headers.get(header::IF_RANGE).map(|value| value.to_str().unwrap_or_default()) {
            None => true,
            Some(condition) => condition == self.etag || condition == self.last_modified(),
        };
        if unchanged { part(range, size) } else { Part::Whole }
    }
}

fn date(headers: &HeaderMap, name: header::HeaderName) -> Option<Timestamp> {
    DateTimeParser::new().parse_timestamp(headers.get(name)?.to_str().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranges_are_read_as_the_standard_says() {
        let cases = [
            ("bytes=0-0", Part::Some(0..1)),
            ("bytes=0-99", Part::Some(0..10)),
            ("bytes=4-", Part::Some(4..10)),
            ("bytes=-3", Part::Some(7..10)),
            ("bytes=-99", Part::Some(0..10)),
            ("bytes=9-9", Part::Some(9..10)),
            ("bytes=10-", Part::Nowhere),
            ("bytes=10-11", Part::Nowhere),
            ("bytes=-0", Part::Nowhere),
            ("bytes=99999999999999999999999-", Part::Nowhere),
            ("bytes=0-99999999999999999999999", Part::Some(0..10)),
            ("bytes=5-4", Part::Whole),
            ("bytes=0-1,3-4", Part::Whole),
            ("bytes=a-b", Part::Whole),
            ("bytes=+1-2", Part::Whole),
            ("bytes=-", Part::Whole),
            ("items=0-1", Part::Whole),
            ("", Part::Whole),
        ];
        for (header, expected) in cases {
            assert_eq!(part(header, 10), expected, "{header}");
        }
    }

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_known_state_is_recognised_by_tag_first_then_by_date() {
        let state = State { etag: "\"abc\"".into(), modified: "2026-01-02T03:04:05.678Z".parse().unwrap() };
        assert_eq!(state.last_modified(), "Fri, 02 Jan 2026 03:04:05 GMT");
        let known = |pairs: &[(header::HeaderName, &str)]| state.is_known_to(&headers(pairs));
        assert!(known(&[(header::IF_NONE_MATCH, "\"abc\"")]));
        assert!(known(&[(header::IF_NONE_MATCH, "\"x\", W/\"abc\"")]));
        assert!(known(&[(header::IF_NONE_MATCH, "*")]));
        assert!(known(&[(header::IF_MODIFIED_SINCE, "Fri, 02 Jan 2026 03:04:05 GMT")]));
        assert!(!known(&[]));
        assert!(!known(&[(header::IF_NONE_MATCH, "abc")]));
        assert!(!known(&[(header::IF_MODIFIED_SINCE, "Fri, 02 Jan 2026 03:04:04 GMT")]));
        assert!(!known(&[(header::IF_MODIFIED_SINCE, "yesterday")]));
        assert!(!known(&[
            (header::IF_NONE_MATCH, "\"x\""),
            (header::IF_MODIFIED_SINCE, "Fri, 02 Jan 2026 03:04:05 GMT")
        ]));
    }

    #[test]
    fn a_range_of_a_changed_file_becomes_the_whole() {
        let state = State { etag: "\"abc\"".into(), modified: "2026-01-02T03:04:05Z".parse().unwrap() };
        let part = |condition: &str| {
            state.part_for(&headers(&[(header::RANGE, "bytes=1-2"), (header::IF_RANGE, condition)]), 10)
        };
        assert_eq!(part("\"abc\""), Part::Some(1..3));
        assert_eq!(part("Fri, 02 Jan 2026 03:04:05 GMT"), Part::Some(1..3));
        assert_eq!(part("\"old\""), Part::Whole);
        assert_eq!(part("W/\"abc\""), Part::Whole);
    }

    proptest! {
        #[test]
        fn parts_lie_inside_the_file(header in "bytes=[0-9,a -]{0,12}", size in 1_u64..1000) {
            if let Part::Some(range) = part(&header, size) {
                prop_assert!(range.start < range.end && range.end <= size);
            }
        }
    }
}
