//! The header `Range: 0-24`, by which some clients ask for a page of rows instead of with `limit` and `offset`. Pure.

use axum::http::{HeaderMap, header};

use crate::error::{Error, Result};

/// Rows from `start` to before `end`.
#[derive(Debug, Default, PartialEq)]
pub struct Range {
    pub start: u64,
    pub end: Option<u64>,
}

/// All rows where there is no such header, or one that is not about rows.
pub fn asked(headers: &HeaderMap) -> Result<Range> {
    let text = headers.get(header::RANGE).and_then(|value| value.to_str().ok());
    let Some((first, last)) = text.and_then(|text| text.strip_prefix("items=").unwrap_or(text).split_once('-')) else {
        return Ok(Range::default());
    };
    let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number < i64::MAX as u64);
    match (number(first), number(last), last.is_empty()) {
        (Some(start), Some(last), _) if last < start => {
            Err(Error::refused(416, "PGRST103", "Requested range not satisfiable").with_details(
                "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
            ))
        }
        (Some(start), Some(last), _) => Ok(Range { start, end: Some(last + 1) }),
        (Some(start), None, true) => Ok(Range { start, end: None }),
        _ => Ok(Range::default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::query;

    fn of(value: &str) -> Result<Range> {
        asked(&HeaderMap::from_iter([(header::RANGE, value.parse().unwrap())]))
    }

    #[test]
    fn a_range_of_rows_is_read_and_any_other_passed_over() {
        assert_eq!(of("0-1").unwrap(), Range { start: 0, end: Some(2) });
        assert_eq!(of("items=5-5").unwrap(), Range { start: 5, end: Some(6) });
        assert_eq!(of("7-").unwrap(), Range { start: 7, end: None });
        for other in ["bytes=0-1", "-5", "a-b", "0", "", "0-99999999999999999999"] {
            assert_eq!(of(other).unwrap(), Range::default(), "{other}");
        }
        assert!(of("5-4").is_err());
    }

    #[test]
    fn the_query_and_the_header_hold_both() {
        for (text, range, limit, offset) in [
            ("", "0-1", Some(2), 0),
            ("limit=1", "0-9", Some(1), 0),
            ("limit=10&offset=5", "0-9", Some(5), 5),
            ("offset=2", "4-", None, 4),
            ("limit=3", "5-9", Some(0), 5),
        ] {
            let mut query = query::parse(text).unwrap();
            query.narrow(of(range).unwrap());
            assert_eq!((query.limit, query.offset), (limit, offset), "{text} {range}");
        }
    }
}
