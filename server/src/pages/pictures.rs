//! The pictures of a page: marks their addresses in what it shows (see `storage::marked`), so that browsers keep them.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::db::{Db, Reserve};
use crate::error::Result;
use crate::storage;

/// An address that names no file is left as it is.
pub async fn mark(db: &Db, reserve: Reserve, data: &mut Value) -> Result<()> {
    let mut addresses = BTreeSet::new();
    each_text(data, &mut |text| {
        if storage::is_picture(text) {
            addresses.insert(text.clone());
        }
    });
    let marked = storage::marked(db, reserve, addresses).await?;
    each_text(data, &mut |text| {
        if let Some(address) = marked.get(text) {
            text.clone_from(address);
        }
    });
    Ok(())
}

fn each_text(value: &mut Value, visit: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(values) => values.iter_mut().for_each(|value| each_text(value, visit)),
        Value::Object(fields) => fields.values_mut().for_each(|value| each_text(value, visit)),
        _ => {}
    }
}
