//! What an account says about itself (`user_metadata`), in any shape. It travels in every token, so it stays small.

use serde_json::{Map, Value};

pub const MAX_BYTES: usize = 2 * 1024;

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("the account's data is longer than {MAX_BYTES} bytes")]
pub struct TooLong;

/// `now` with the keys of `change` put over it; a null removes its key.
pub fn merged(now: &Map<String, Value>, change: Option<&Map<String, Value>>) -> Result<Map<String, Value>, TooLong> {
    let mut merged = now.clone();
    for (key, value) in change.into_iter().flatten() {
        if value.is_null() {
            merged.shift_remove(key);
        } else {
            merged.insert(key.clone(), value.clone());
        }
    }
    match Value::Object(merged.clone()).to_string().len() {
        ..=MAX_BYTES => Ok(merged),
        _ => Err(TooLong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn map(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn keys_are_put_over_and_nulls_take_away() {
        let now = map(json!({"name": "A", "city": "Faisalabad"}));
        let change = map(json!({"name": "B", "city": null, "role": {"x": 1}}));
        assert_eq!(merged(&now, Some(&change)).unwrap(), map(json!({"name": "B", "role": {"x": 1}})));
        assert_eq!(merged(&now, None).unwrap(), now);
    }

    #[test]
    fn it_stays_small() {
        assert!(merged(&Map::new(), Some(&map(json!({"a": "x".repeat(2000)})))).is_ok());
        assert!(merged(&map(json!({"a": "x".repeat(1500)})), Some(&map(json!({"b": "x".repeat(1500)})))).is_err());
    }
}
