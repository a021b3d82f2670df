//! What an account says about itself (`user_metadata`), free of form. It travels in every token, so it stays small.

use serde_json::{Map, Value};

use crate::error::{Error, Result};

const MAX_BYTES: usize = 2 * 1024;

/// `now` with the keys of `change` put over it; a null takes its key away.
pub fn merged(now: &Map<String, Value>, change: Option<&Map<String, Value>>) -> Result<Map<String, Value>> {
    let mut merged = now.clone();
    for (key, value) in change.into_iter().flatten() {
        if value.is_null() {
            merged.shift_remove(key);
        } else {
            merged.insert(key.clone(), value.clone());
        }
    }
    if serde_json::to_string(&merged).map_err(anyhow::Error::from)?.len() > MAX_BYTES {
        let message = format!("The data of an account must not be longer than {MAX_BYTES} bytes");
        return Err(Error::refused(400, "validation_failed", message));
    }
    Ok(merged)
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
