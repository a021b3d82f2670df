//! A row as a line of an archive, and back. A value is written as it is stored (text stays text, also where it is
//! JSON), and nothing is read back without being checked: an archive may have been made by anyone.

use anyhow::{Context, bail, ensure};
use serde_json::{Map, Value as Json};

use super::shape::{Column, Kept, Kind};
use crate::clock;
use crate::db::{Row, Value};
use crate::schema::check::{self, Invalid};
use crate::schema::{self, Role, Table, bucket};
use crate::storage;

/// The row's columns, all of the table's and in their order, as one line.
pub fn write(kept: &Kept, row: &Row) -> anyhow::Result<String> {
    let mut line = Map::with_capacity(kept.columns.len());
    for (column, value) in kept.columns.iter().zip(row.values()) {
        let value = match value {
            Value::Null => Json::Null,
            Value::Int(number) if column.kind == Kind::Bool => Json::Bool(*number != 0),
            Value::Int(number) => Json::from(*number),
            Value::Real(number) => Json::from(*number),
            Value::Text(text) => Json::from(text.as_str()),
        };
        check_kind(column, &value)
            .with_context(|| format!("{}, row {}", kept.name, row.text(kept.position(kept.key))))?;
        line.insert(column.name.to_owned(), value);
    }
    Ok(format!("{}\n", Json::Object(line)))
}

/// A line that was read.
#[derive(Debug, PartialEq)]
pub enum Line {
    Row(Vec<Value>),
    /// It is whole, but a write of these values would be refused: which row it is, and why.
    Refused(String),
}

/// The values of these columns, or what is wrong with the line. Values of a declared table pass the checks of a write, so
/// what comes out of an archive is as safe as what staff save.
pub fn read(kept: &Kept, columns: &[Column], line: &[u8]) -> anyhow::Result<Line> {
    let mut row: Map<String, Json> = serde_json::from_slice(line).context("a line is not a JSON object")?;
    let mut values = Vec::with_capacity(columns.len());
    for column in columns {
        let value = row.remove(column.name).with_context(|| format!("{} is missing", column.name))?;
        check_kind(column, &value)?;
        values.push(match value {
            Json::Null => Value::Null,
            Json::Bool(flag) => Value::from(flag),
            Json::Number(number) => Value::Int(number.as_i64().context("a number is out of range")?),
            Json::String(text) => Value::Text(text),
            Json::Array(_) | Json::Object(_) => bail!("{} is neither text nor number", column.name),
        });
    }
    ensure!(row.is_empty(), "there is a column too many");
    let key = columns.iter().position(|column| column.name == kept.key).and_then(|at| text_of(&values[at]));
    let key = key.unwrap_or_default().to_owned();
    Ok(match kept.declared {
        Some(table) => match as_written(table, columns, values) {
            Ok(values) => Line::Row(values),
            Err(Invalid::Rule(reason)) => Line::Refused(format!("{}, row {key}: {reason}", kept.name)),
            Err(Invalid::Syntax { postgres_type, .. }) => {
                Line::Refused(format!("{}, row {key}: a value is no {postgres_type}", kept.name))
            }
        },
        None => Line::Row(values),
    })
}

/// The values with their HTML sanitised, where a write of them would be accepted. What needs no sanitising stays exactly
/// as it was stored.
fn as_written(table: &Table, columns: &[Column], mut values: Vec<Value>) -> Result<Vec<Value>, Invalid> {
    let declared: Vec<_> = columns.iter().map(|column| table.column(column.name)).collect();
    let at = |kind| declared.iter().position(|column| column.is_some_and(|column| column.kind == kind));
    if let (Some(key), Some(content)) = (at(schema::Kind::PageKey), at(schema::Kind::Document)) {
        let page_key = text_of(&values[key]).unwrap_or_default();
        let clean = check::stored_document(page_key, &values[content])?;
        let json = |value: &Value| text_of(value).and_then(|text| serde_json::from_str::<Json>(text).ok());
        if json(&clean) != json(&values[content]) {
            values[content] = clean;
        }
    }
    for (column, value) in declared.into_iter().zip(&mut values) {
        let Some(column) = column else { continue };
        let Some(text) = text_of(value) else { continue };
        match column.kind {
            schema::Kind::Html { .. } => *value = check::from_json(column, &Json::from(text))?,
            schema::Kind::Text { .. } | schema::Kind::Picture { .. } | schema::Kind::Email => {
                check::from_json(column, &Json::from(text))?;
            }
            // The document was checked with its page key, and the others by the kind of their column.
            schema::Kind::Document
            | schema::Kind::Json
            | schema::Kind::PageKey
            | schema::Kind::Uuid
            | schema::Kind::Time
            | schema::Kind::Bool
            | schema::Kind::Integer => {}
        }
    }
    Ok(values)
}

fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn check_kind(column: &Column, value: &Json) -> anyhow::Result<()> {
    let fits = match (column.kind, value) {
        (_, Json::Null) => column.nullable,
        (Kind::Bool, value) => value.is_boolean(),
        (Kind::Int, value) => value.is_i64(),
        (Kind::Size, value) => value.as_i64().is_some_and(|number| number >= 0),
        (kind, Json::String(text)) => text_fits(kind, text),
        _ => false,
    };
    ensure!(fits, "{} does not hold what it should", column.name);
    Ok(())
}

fn text_fits(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::Uuid => uuid::Uuid::try_parse(text).is_ok(),
        Kind::Time => clock::parse(text).is_some(),
        Kind::Json => serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
        Kind::Version => storage::Version::read(text).is_some_and(|version| version.to_string() == text),
        Kind::Bucket => bucket::find(text).is_some(),
        Kind::Mimetype => bucket::is_taken(text),
        Kind::Role => Role::of_account(text).is_some(),
        Kind::Text => true,
        Kind::Bool | Kind::Int | Kind::Size => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape;
    use super::*;
    use serde_json::json;

    fn read_row(table: &str, row: Json) -> Line {
        let kept = shape::find(table).unwrap();
        let columns: Vec<Column> = row.as_object().unwrap().keys().map(|name| *kept.column(name).unwrap()).collect();
        read(kept, &columns, row.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn html_is_sanitised_on_its_way_out_of_an_archive() {
        let bad = "<p onclick=x()>Hope<script>alert(1)</script></p>";
        let read = read_row("projects", json!({ "description": bad }));
        assert_eq!(read, Line::Row(vec!["<p>Hope</p>".into()]));
        let content = json!({ "vision_text": bad }).to_string();
        let read = read_row("website_content", json!({ "content": content, "page_key": "about" }));
        let clean = json!({ "vision_text": "<p>Hope</p>" }).to_string();
        assert_eq!(read, Line::Row(vec![clean.into(), "about".into()]));
    }

    /// Times, spaces in JSON, an empty address: another form of the same is not worth a difference to the backup.
    #[test]
    fn what_is_safe_stays_exactly_as_it_was_stored() {
        for (table, row) in [
            ("projects", json!({ "created_at": "2026-01-01", "image_url": "", "title": " x " })),
            ("subscribers", json!({ "email": "A@b.example" })),
            ("website_content", json!({ "page_key": "contact", "content": "{ \"heading\":  \"x\" }" })),
        ] {
            let values = row.as_object().unwrap().values().map(|value| value.as_str().unwrap().into()).collect();
            assert_eq!(read_row(table, row), Line::Row(values));
        }
    }

    #[test]
    fn what_a_write_would_refuse_is_refused_with_its_reason() {
        let id = "01890000-0000-7000-8000-000000000000";
        let long = read_row("projects", json!({ "title": "x".repeat(301), "id": id }));
        assert_eq!(long, Line::Refused(format!("projects, row {id}: title is longer than 300 characters")));
        let link = json!({ "website_url": "javascript:alert(1)" }).to_string();
        let link = read_row("website_content", json!({ "page_key": "footer", "content": link }));
        assert!(
            matches!(link, Line::Refused(reason) if reason.starts_with("website_content, row footer: content.website_url must be"))
        );
    }

    #[test]
    fn numbers_below_zero_are_kept_where_they_may_be() {
        assert_eq!(read_row("projects", json!({ "position": -3 })), Line::Row(vec![Value::Int(-3)]));
        let kept = shape::objects();
        let size = *kept.column("size").unwrap();
        assert!(read(kept, &[size], br#"{"size": -3}"#).is_err());
    }
}
