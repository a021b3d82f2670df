//! Values that a caller sent, turned into what a column holds, or refused with a reason. Pure but for the clock and new
//! ids. Says what is wrong in neutral terms; each surface writes it in its client's dialect.

use serde_json::Value as Json;

use super::table::{Column, Default, Kind, MAX_ADDRESS};
use super::{address, document, email, html};
use crate::clock;
use crate::db::Value;

/// Why a value cannot be stored or compared.
#[derive(Debug, PartialEq)]
pub enum Invalid {
    /// It cannot be read as this PostgreSQL type.
    Syntax { postgres_type: &'static str, text: String },
    /// It breaks a rule of the column, in a sentence for the person who sent it.
    Rule(String),
}

type Result<T> = std::result::Result<T, Invalid>;

/// The text of a filter, read as the column's kind.
pub fn from_text(column: &Column, text: &str) -> Result<Value> {
    let syntax = || Invalid::Syntax { postgres_type: column.postgres_type(), text: text.to_owned() };
    Ok(match column.kind {
        Kind::Uuid => Value::Text(uuid::Uuid::parse_str(text.trim()).map_err(|_| syntax())?.hyphenated().to_string()),
        Kind::Time => Value::Text(clock::text(clock::parse_or_word(text).ok_or_else(syntax)?)),
        Kind::Bool => Value::from(flag(text).ok_or_else(syntax)?),
        Kind::Integer => Value::Int(text.trim().parse().map_err(|_| syntax())?),
        Kind::Document | Kind::Json => {
            let json: Json = serde_json::from_str(text)
                .map_err(|_| Invalid::Syntax { postgres_type: "json", text: text.to_owned() })?;
            Value::Text(json.to_string())
        }
        Kind::Email => Value::Text(text.trim().to_lowercase()),
        Kind::PageKey | Kind::Text { .. } | Kind::Html { .. } | Kind::Picture { .. } => Value::from(text),
    })
}

/// A value of a body, checked and, where it is HTML, sanitised. A document is checked together with its page key (see
/// `stored_document`); here it only has to be JSON.
pub fn from_json(column: &Column, json: &Json) -> Result<Value> {
    if json.is_null() {
        return Ok(Value::Null);
    }
    if column.kind.is_json() {
        return Ok(Value::Text(json.to_string()));
    }
    let text = match json {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.to_string(),
        Json::Bool(flag) => flag.to_string(),
        other => return Err(Invalid::Syntax { postgres_type: column.postgres_type(), text: other.to_string() }),
    };
    let name = column.name;
    let refuse = |message: String| Err(Invalid::Rule(message));
    if text.contains('\0') {
        return refuse(format!("{name} contains a character that cannot be stored"));
    }
    let too_long = |max_length: usize| refuse(format!("{name} is longer than {max_length} characters"));
    match column.kind {
        Kind::Uuid | Kind::Time | Kind::Bool | Kind::Integer | Kind::Document | Kind::Json => from_text(column, &text),
        Kind::PageKey => Ok(Value::Text(text)),
        Kind::Text { required: true, .. } if text.trim().is_empty() => refuse(format!("{name} must not be empty")),
        Kind::Text { max_length, .. } if is_longer(&text, max_length) => too_long(max_length),
        Kind::Text { .. } if !column.one_of.is_empty() && !column.one_of.contains(&text.as_str()) => {
            refuse(format!("{name} must be one of {}", column.one_of.join(", ")))
        }
        Kind::Text { .. } => Ok(Value::Text(text)),
        Kind::Html { max_length } => match html::sanitise_within(&text, max_length) {
            Some(clean) => Ok(Value::Text(clean)),
            None => too_long(max_length),
        },
        Kind::Picture { .. } if is_longer(&text, MAX_ADDRESS) => too_long(MAX_ADDRESS),
        Kind::Picture { .. } if text.is_empty() && column.nullable => Ok(Value::Null),
        Kind::Picture { .. } if !address::is_picture(&text) => {
            refuse(format!("{name} must be the address of a picture, beginning with https:// or /"))
        }
        Kind::Picture { .. } => Ok(Value::Text(text)),
        Kind::Email if text.trim().is_empty() && column.nullable => Ok(Value::Null),
        Kind::Email => match email::of_a_person(&text) {
            Some(email) => Ok(Value::Text(email)),
            None => refuse("Please enter a valid email address.".into()),
        },
    }
}

/// What a visitor sends is held to what people write: not longer, and not of white space only.
pub fn sent_by_visitor(column: &Column, json: &Json) -> Result<()> {
    let (Kind::Text { .. }, Json::String(text)) = (column.kind, json) else { return Ok(()) };
    match column.sent_length {
        Some(max_length) if is_longer(text, max_length) => {
            Err(Invalid::Rule(format!("{} is longer than {max_length} characters", column.name)))
        }
        _ if !text.is_empty() && text.trim().is_empty() => {
            Err(Invalid::Rule(format!("{} holds nothing but white space", column.name)))
        }
        _ => Ok(()),
    }
}

/// What a column holds when nobody says otherwise.
pub fn default(column: &Column) -> Value {
    match column.default {
        Default::None => Value::Null,
        Default::NewId => Value::from(clock::new_id().to_string()),
        Default::Now | Default::NowOnUpdate => Value::from(clock::now()),
        Default::Text(text) => Value::from(text),
        Default::True => Value::from(true),
    }
}

/// Checks a document for its page and sanitises it. Gives back what is to be stored.
pub fn stored_document(page_key: &str, given: &Value) -> Result<Value> {
    let Value::Text(text) = given else { return Ok(Value::Null) };
    let syntax = |_| Invalid::Syntax { postgres_type: "json", text: text.clone() };
    let mut json: Json = serde_json::from_str(text).map_err(syntax)?;
    document::check(page_key, &mut json).map_err(Invalid::Rule)?;
    Ok(Value::Text(json.to_string()))
}

fn is_longer(text: &str, max_length: usize) -> bool {
    text.len() > max_length && text.chars().count() > max_length
}

/// The spellings PostgreSQL takes.
fn flag(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" | "1" => Some(true),
        "false" | "f" | "no" | "n" | "off" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_are_one_per_person() {
        assert_eq!(email::of_a_person("  Amina@Example.ORG "), Some("amina@example.org".into()));
        for bad in ["", "a", "@b.c", "a@b", "a@b..c", "a b@c.d", "a@b@c.d", "a@-b.c", "<a@b.c>"] {
            assert_eq!(email::of_a_person(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_optional_address_may_be_left_empty() {
        let email = Column::new("email", Kind::Email);
        assert!(from_json(&email, &Json::from(" ")).is_err());
        assert_eq!(from_json(&email.nullable(), &Json::from(" ")), Ok(Value::Null));
    }

    #[test]
    fn limits_count_characters_not_bytes() {
        let name = crate::schema::table("volunteers").unwrap().column("name").unwrap();
        assert!(from_json(name, &Json::from("ا".repeat(200))).is_ok());
        assert!(from_json(name, &Json::from("ا".repeat(201))).is_err());
        assert!(from_json(name, &Json::from("  ")).is_err());
    }

    #[test]
    fn visitors_send_what_people_write() {
        let volunteers = crate::schema::table("volunteers").unwrap();
        for (name, most) in [("name", 100), ("city", 100), ("phone", 30), ("skills", 1000)] {
            let column = volunteers.column(name).unwrap();
            assert!(sent_by_visitor(column, &Json::from("ا".repeat(most))).is_ok(), "{name}");
            let longer = Json::from("ا".repeat(most + 1));
            assert!(sent_by_visitor(column, &longer).is_err(), "{name}");
            assert!(from_json(column, &longer).is_ok(), "what a backup holds of {name} stays good");
            assert!(sent_by_visitor(column, &Json::from(" \u{2003}\n")).is_err(), "{name}");
        }
        assert!(sent_by_visitor(volunteers.column("skills").unwrap(), &Json::from("")).is_ok());
    }

    #[test]
    fn a_position_is_a_whole_number() {
        let position = crate::schema::table("projects").unwrap().column("position").unwrap();
        assert_eq!(from_json(position, &Json::from(3)), Ok(Value::Int(3)));
        assert_eq!(from_json(position, &Json::Null), Ok(Value::Null));
        for bad in [Json::from("three"), Json::from(1.5), Json::from(true), serde_json::json!([1])] {
            assert!(matches!(from_json(position, &bad), Err(Invalid::Syntax { .. })), "{bad}");
        }
    }
}
