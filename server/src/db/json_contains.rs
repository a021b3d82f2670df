//! `json_contains(whole, part)` for SQLite: what `@>` is in PostgreSQL, by the same rules.

use std::ffi::c_int;

use libsqlite3_sys::{
    SQLITE_DETERMINISTIC, SQLITE_OK, SQLITE_UTF8, sqlite3, sqlite3_context, sqlite3_create_function_v2,
    sqlite3_result_int, sqlite3_result_null, sqlite3_value, sqlite3_value_bytes, sqlite3_value_text,
};
use serde_json::Value;

/// # Safety
/// `database` must be an open connection that nobody else uses meanwhile.
pub unsafe fn add_to(database: *mut sqlite3) -> Result<(), sqlx::Error> {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    let (name, data) = (c"json_contains".as_ptr(), std::ptr::null_mut());
    // SAFETY: the connection is open, and the function needs no data of its own.
    let added = unsafe { sqlite3_create_function_v2(database, name, 2, flags, data, Some(call), None, None, None) };
    if added == SQLITE_OK { Ok(()) } else { Err(sqlx::Error::Configuration("a function cannot be added".into())) }
}

/// Null where either is null or no JSON.
unsafe extern "C" fn call(context: *mut sqlite3_context, _: c_int, arguments: *mut *mut sqlite3_value) {
    // SAFETY: SQLite passes as many arguments as the function was added with, and they live as long as this call.
    unsafe {
        match (json(*arguments), json(*arguments.add(1))) {
            (Some(whole), Some(part)) => sqlite3_result_int(context, c_int::from(contains(&whole, &part))),
            _ => sqlite3_result_null(context),
        }
    }
}

/// # Safety
/// `value` must be an argument of the call that is being answered.
unsafe fn json(value: *mut sqlite3_value) -> Option<Value> {
    // SAFETY: the text comes first, since asking for it may change how many bytes there are.
    let bytes = unsafe {
        let text = sqlite3_value_text(value);
        if text.is_null() {
            return None;
        }
        std::slice::from_raw_parts(text, sqlite3_value_bytes(value) as usize)
    };
    serde_json::from_slice(bytes).ok()
}

/// An array also holds a single value that is one of its elements; deeper inside, arrays hold arrays only.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Array(elements), Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null) => {
            elements.iter().any(|element| is_same(element, part))
        }
        _ => holds(whole, part),
    }
}

fn holds(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            part.iter().all(|(key, value)| whole.get(key).is_some_and(|there| holds(there, value)))
        }
        (Value::Array(whole), Value::Array(part)) => {
            part.iter().all(|value| whole.iter().any(|there| holds(there, value)))
        }
        _ => is_same(whole, part),
    }
}

/// Numbers by their value: 1 is 1.0.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Each was asked of PostgreSQL 15.
    #[test]
    fn it_holds_what_postgresql_says_it_holds() {
        for (whole, part, held) in [
            (json!({"a": 1, "b": [1, 2]}), json!({"a": 1.0}), true),
            (json!({"a": {"b": {"c": 1}}}), json!({"a": {"b": {}}}), true),
            (json!({"a": 1}), json!({"b": 1}), false),
            (json!([1, 2, [1, 3]]), json!([[1]]), true),
            (json!([1, 2, [1, 3]]), json!([3]), false),
            (json!(["x", "y"]), json!("y"), true),
            (json!({"a": ["x", "y"]}), json!({"a": "y"}), false),
            (json!([1, 2]), json!([2, 2, 1]), true),
            (json!("x"), json!(["x"]), false),
            (json!({}), json!({}), true),
            (json!([]), json!({}), false),
            (json!([null]), json!(null), true),
        ] {
            assert_eq!(contains(&whole, &part), held, "{whole} {part}");
        }
    }
}
