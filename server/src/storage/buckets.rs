//! What is told of the buckets themselves, to those who may list what is in them. A bucket is part of the product: none is
//! made, changed or removed over the wire.

use serde_json::{Value, json};

use super::error::{FileError, Result};
use super::send::Asked;
use crate::schema::{Bucket, Caller};

/// A bucket has no date of its own.
const SINCE: &str = "2026-01-01T00:00:00.000Z";

pub fn describe(bucket: &Bucket) -> Value {
    json!({
        "id": bucket.name, "name": bucket.name, "owner": "", "public": bucket.public, "type": "STANDARD",
        "file_size_limit": bucket.max_bytes, "allowed_mime_types": bucket.mime_types(),
        "created_at": SINCE, "updated_at": SINCE,
    })
}

/// Those that this caller may list, as declared unless another order is asked for.
pub fn list(buckets: &[&Bucket], caller: &Caller, asked: &Asked<'_>) -> Result<Value> {
    let search = asked.value("search").unwrap_or_default().to_lowercase();
    let mut found: Vec<&Bucket> =
        buckets.iter().copied().filter(|bucket| bucket.may_list(caller) && bucket.name.contains(&search)).collect();
    match asked.value("sortColumn").as_deref() {
        None | Some("") => {}
        Some("id" | "name") => found.sort_by_key(|bucket| bucket.name),
        // All have the same dates.
        Some("created_at" | "updated_at") => {}
        Some(_) => return Err(FileError::invalid("sortColumn must be id, name, created_at or updated_at.")),
    }
    match asked.value("sortOrder").as_deref() {
        None | Some("" | "asc") => {}
        Some("desc") => found.reverse(),
        Some(_) => return Err(FileError::invalid("sortOrder must be asc or desc.")),
    }
    let (limit, offset) = (count(asked, "limit", 1)?, count(asked, "offset", 0)?);
    let page = found.into_iter().skip(offset.unwrap_or(0)).take(limit.unwrap_or(usize::MAX));
    Ok(page.map(describe).collect())
}

fn count(asked: &Asked<'_>, name: &str, min: usize) -> Result<Option<usize>> {
    let Some(text) = asked.value(name).filter(|text| !text.is_empty()) else { return Ok(None) };
    match text.parse() {
        Ok(number) if number >= min => Ok(Some(number)),
        _ => Err(FileError::invalid(format!("{name} must be a whole number from {min} up."))),
    }
}
