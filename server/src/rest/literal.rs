//! Values a caller sent, turned into what a column holds, or refused in words a person understands. Pure.

use serde_json::Value as Json;

use super::error::{bad_literal, check_failed};
use crate::db::Value;
use crate::error::Result;
use crate::tables::{Column, Kind, Table};
use crate::{address, clock, email, html};

/// The text of a filter, read as the column's kind.
pub fn from_text(column: &Column, text: &str) -> Result<Value> {
    Ok(match column.kind {
        Kind::Uuid => Value::Text(uuid(text)?),
        Kind::Time => Value::Text(time(text)?),
        Kind::Bool => Value::from(flag(text)?),
        Kind::Content => Value::Text(json(text)?),
        Kind::Email => Value::Text(text.trim().to_lowercase()),
        Kind::PageKey | Kind::Text { .. } | Kind::Html { .. } | Kind::Picture => Value::from(text),
    })
}

/// A value of a body, checked and, where it is HTML, sanitised. `Kind::Content` is checked with its page key by
/// the caller; here it only has to be JSON.
pub fn from_json(table: &Table, column: &Column, json: &Json) -> Result<Value> {
    if json.is_null() {
        return Ok(Value::Null);
    }
    if column.kind == Kind::Content {
        return Ok(Value::Text(json.to_string()));
    }
    let text = match json {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.to_string(),
        Json::Bool(flag) => flag.to_string(),
        other => return Err(bad_literal(kind_name(column.kind), &other.to_string())),
    };
    let refuse = |message: String| Err(check_failed(message, table, column.name));
    let name = column.name;
    if text.contains('\0') {
        return refuse(format!("{name} contains a character that cannot be stored"));
    }
    match column.kind {
        Kind::Uuid | Kind::Time | Kind::Bool | Kind::Content => from_text(column, &text),
        Kind::PageKey => Ok(Value::Text(text)),
        Kind::Text { required: true, .. } if text.trim().is_empty() => refuse(format!("{name} must not be empty")),
        Kind::Text { most, .. } if longer(&text, most) => refuse(format!("{name} is longer than {most} characters")),
        Kind::Text { .. } => Ok(Value::Text(text)),
        Kind::Html { most } => match html::sanitise_within(&text, most) {
            Some(clean) => Ok(Value::Text(clean)),
            None => refuse(format!("{name} is longer than {most} characters")),
        },
        Kind::Picture if longer(&text, 2_000) => refuse(format!("{name} is longer than 2000 characters")),
        Kind::Picture if text.is_empty() && column.nullable => Ok(Value::Null),
        Kind::Picture if !address::is_picture(&text) => {
            refuse(format!("{name} must be the address of a picture, beginning with https:// or /"))
        }
        Kind::Picture => Ok(Value::Text(text)),
        Kind::Email => match valid_email(&text) {
            Some(email) => Ok(Value::Text(email)),
            None => refuse("Please enter a valid email address.".into()),
        },
    }
}

fn longer(text: &str, most: usize) -> bool {
    text.len() > most && text.chars().count() > most
}

pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Uuid => "uuid",
        Kind::Time => "timestamp with time zone",
        Kind::Bool => "boolean",
        Kind::Content => "jsonb",
        Kind::PageKey | Kind::Text { .. } | Kind::Html { .. } | Kind::Picture | Kind::Email => "text",
    }
}

fn uuid(text: &str) -> Result<String> {
    match uuid::Uuid::parse_str(text.trim()) {
        Ok(id) => Ok(id.hyphenated().to_string()),
        Err(_) => Err(bad_literal("uuid", text)),
    }
}

fn time(text: &str) -> Result<String> {
    match clock::parse(text) {
        Some(time) => Ok(clock::text(time)),
        None => Err(bad_literal("timestamp with time zone", text)),
    }
}

/// The spellings PostgreSQL takes.
fn flag(text: &str) -> Result<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" | "1" => Ok(true),
        "false" | "f" | "no" | "n" | "off" | "0" => Ok(false),
        _ => Err(bad_literal("boolean", text)),
    }
}

fn json(text: &str) -> Result<String> {
    match serde_json::from_str::<Json>(text) {
        Ok(value) => Ok(value.to_string()),
        Err(_) => Err(bad_literal("json", text)),
    }
}

/// One address per person, whatever its case or the spaces around it.
fn valid_email(text: &str) -> Option<String> {
    email::normal(text).filter(|email| email.rsplit('@').next().is_some_and(|host| host.contains('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_are_one_per_person() {
        assert_eq!(valid_email("  Amina@Example.ORG "), Some("amina@example.org".into()));
        for bad in ["", "a", "@b.c", "a@b", "a@b..c", "a b@c.d", "a@b@c.d", "a@-b.c", "<a@b.c>"] {
            assert_eq!(valid_email(bad), None, "{bad}");
        }
    }

    #[test]
    fn limits_count_characters_not_bytes() {
        let table = crate::tables::find("volunteers").unwrap();
        let name = table.column("name").unwrap();
        assert!(from_json(table, name, &Json::from("ا".repeat(200))).is_ok());
        assert!(from_json(table, name, &Json::from("ا".repeat(201))).is_err());
        assert!(from_json(table, name, &Json::from("  ")).is_err());
    }
}
