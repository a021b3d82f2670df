//! A statement is text with `?` for each value, and the values. Text comes from our code and from known names only;
//! what a caller sent is always a value.

use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{Arguments, AssertSqlSafe, Column, Executor, Row as _, TypeInfo, ValueRef};

use super::error::translate;
use crate::error::Result;

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}
impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}
impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}
impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}
impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Int(flag.into())
    }
}
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sql {
    pub text: String,
    pub values: Vec<Value>,
}

impl Sql {
    pub fn new(text: impl Into<String>) -> Sql {
        Sql { text: text.into(), values: Vec::new() }
    }

    pub fn with(mut self, value: impl Into<Value>) -> Sql {
        self.values.push(value.into());
        self
    }

    pub fn push(&mut self, text: &str) -> &mut Sql {
        self.text.push_str(text);
        self
    }

    /// Appends a placeholder and its value.
    pub fn bind(&mut self, value: impl Into<Value>) -> &mut Sql {
        self.text.push('?');
        self.values.push(value.into());
        self
    }

    pub fn append(&mut self, other: Sql) -> &mut Sql {
        self.text.push_str(&other.text);
        self.values.extend(other.values);
        self
    }

    /// A name of ours, quoted. Callers only pass names found in `tables`.
    pub fn name(&mut self, name: &str) -> &mut Sql {
        debug_assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "not a known name: {name}");
        self.text.push('"');
        self.text.push_str(name);
        self.text.push('"');
        self
    }
}

/// One row of an answer, its values by position.
#[derive(Debug)]
pub struct Row(Vec<Value>);

impl Row {
    /// The text at this position; empty for NULL. For columns that may be NULL use `text_or_none`.
    pub fn text(&self, position: usize) -> &str {
        self.text_or_none(position).unwrap_or_default()
    }

    pub fn text_or_none(&self, position: usize) -> Option<&str> {
        match &self.0[position] {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn int(&self, position: usize) -> i64 {
        self.int_or_none(position).unwrap_or_default()
    }

    pub fn int_or_none(&self, position: usize) -> Option<i64> {
        match &self.0[position] {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Takes the text out without copying it: for large JSON answers.
    pub fn take_text(&mut self, position: usize) -> String {
        match std::mem::replace(&mut self.0[position], Value::Null) {
            Value::Text(text) => text,
            _ => String::new(),
        }
    }
}

pub(super) async fn fetch(connection: &mut SqliteConnection, sql: Sql) -> Result<Vec<Row>> {
    debug_assert_eq!(sql.text.matches('?').count(), sql.values.len(), "placeholders of {}", sql.text);
    let query = sqlx::query_with(AssertSqlSafe(sql.text), arguments(sql.values)?);
    let rows = connection.fetch_all(query).await.map_err(translate)?;
    rows.iter().map(read).collect()
}

fn arguments(values: Vec<Value>) -> Result<SqliteArguments> {
    let mut arguments = SqliteArguments::default();
    for value in values {
        match value {
            Value::Null => arguments.add(None::<i64>),
            Value::Int(number) => arguments.add(number),
            Value::Real(number) => arguments.add(number),
            Value::Text(text) => arguments.add(text),
        }
        .map_err(|cause| anyhow::anyhow!(cause))?;
    }
    Ok(arguments)
}

fn read(row: &SqliteRow) -> Result<Row> {
    let mut values = Vec::with_capacity(row.columns().len());
    for column in row.columns() {
        let position = column.ordinal();
        let raw = row.try_get_raw(position).map_err(translate)?;
        let kind = if raw.is_null() { "NULL".into() } else { raw.type_info().name().to_owned() };
        values.push(match kind.as_str() {
            "NULL" => Value::Null,
            "INTEGER" | "BOOLEAN" => Value::Int(row.try_get_unchecked(position).map_err(translate)?),
            "REAL" => Value::Real(row.try_get_unchecked(position).map_err(translate)?),
            _ => Value::Text(row.try_get_unchecked(position).map_err(translate)?),
        });
    }
    Ok(Row(values))
}
