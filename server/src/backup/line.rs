//! A row as a line of an archive, and back. A value is written as it is stored (text stays text, also where it is
//! JSON), and nothing is taken back without being looked at: an archive may have been made by anyone.

use anyhow::{Context, bail, ensure};
use serde_json::{Map, Value as Json};

use super::shape::{Column, Kept, Kind};
use crate::clock;
use crate::db::{Row, Value};
use crate::schema::bucket;
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
        check(column, &value).with_context(|| format!("{}, row {}", kept.name, row.text(kept.position(kept.key))))?;
        line.insert(column.name.to_owned(), value);
    }
    Ok(format!("{}\n", Json::Object(line)))
}

/// The values of these columns, or what is wrong with the line.
pub fn read(columns: &[Column], line: &[u8]) -> anyhow::Result<Vec<Value>> {
    let mut row: Map<String, Json> = serde_json::from_slice(line).context("a line is not a JSON object")?;
    let mut values = Vec::with_capacity(columns.len());
    for column in columns {
        let value = row.remove(column.name).with_context(|| format!("{} is missing", column.name))?;
        check(column, &value)?;
        values.push(match value {
            Json::Null => Value::Null,
            Json::Bool(flag) => Value::from(flag),
            Json::Number(number) => Value::Int(number.as_i64().context("a number is out of range")?),
            Json::String(text) => Value::Text(text),
            Json::Array(_) | Json::Object(_) => bail!("{} is neither text nor number", column.name),
        });
    }
    ensure!(row.is_empty(), "there is a column too many");
    Ok(values)
}

fn check(column: &Column, value: &Json) -> anyhow::Result<()> {
    let fits = match (column.kind, value) {
        (_, Json::Null) => column.nullable,
        (Kind::Bool, value) => value.is_boolean(),
        (Kind::Int, value) => value.as_i64().is_some_and(|number| number >= 0),
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
        Kind::Text => true,
        Kind::Bool | Kind::Int => false,
    }
}
