//! The body of a write, turned into complete rows: names resolved, defaults filled in, values checked. Pure but for
//! the clock and new ids.

use serde_json::{Map, Value as Json};

use super::error::{bad_body, invalid, is_null, no_body_column};
use crate::clock;
use crate::db::Value;
use crate::error::Result;
use crate::schema::role::Access;
use crate::schema::{Caller, Column, Default, Kind, Role, Table, check, policy};

const MAX_ROWS: usize = 1000;

/// Rows to insert, each with a value for every column of the table, and the columns the caller named.
pub struct NewRows {
    pub rows: Vec<Vec<Value>>,
    pub given: Vec<&'static Column>,
}

pub fn parse(bytes: &[u8]) -> Result<Json> {
    serde_json::from_slice(bytes).map_err(|cause| bad_body("Empty or invalid json").with_details(cause.to_string()))
}

pub fn new_rows(
    table: &'static Table,
    json: Json,
    columns: Option<&[String]>,
    missing_default: bool,
    access: Access,
    caller: &Caller,
) -> Result<NewRows> {
    let (objects, many) = match json {
        Json::Object(object) => (vec![object], false),
        Json::Array(items) => (items.into_iter().map(object).collect::<Result<Vec<_>>>()?, true),
        _ => return Err(bad_body("The body must be an object or a list of objects")),
    };
    if objects.len() > MAX_ROWS {
        return Err(bad_body(format!("At most {MAX_ROWS} rows can be written at once")));
    }
    if columns.is_none() && objects.windows(2).any(|pair| !same_keys(&pair[0], &pair[1])) {
        return Err(bad_body("All object keys must match"));
    }
    let named: Vec<&str> = match columns {
        Some(names) => names.iter().map(String::as_str).collect(),
        None => objects.first().map_or(Vec::new(), |first| first.keys().map(String::as_str).collect()),
    };
    let given = resolve(table, &named, access, caller)?;
    if caller.role == Role::Visitor {
        objects.iter().try_for_each(|object| sent_by_visitor(table, object, &given))?;
    }
    // With a list of columns a missing key means NULL, unless the caller prefers the default.
    let absent_is_null = many && columns.is_some() && !missing_default;
    let rows =
        objects.into_iter().map(|object| new_row(table, object, &given, absent_is_null)).collect::<Result<_>>()?;
    Ok(NewRows { rows, given })
}

/// The columns to set and their values.
pub fn changes(
    table: &'static Table,
    json: Json,
    access: Access,
    caller: &Caller,
) -> Result<Vec<(&'static str, Value)>> {
    let object = object(json)?;
    let named: Vec<&str> = object.keys().map(String::as_str).collect();
    let mut changes = Vec::new();
    for column in resolve(table, &named, access, caller)? {
        let value = from_json(table, column, &object[column.name])?;
        if value == Value::Null && !column.nullable {
            return Err(is_null(table, column.name, "null"));
        }
        changes.push((column.name, value));
    }
    if !changes.is_empty() {
        changes.extend(table.touched().map(|column| (column.name, Value::from(clock::now()))));
    }
    Ok(changes)
}

/// Checks a document for its page and sanitises it. Gives back what is to be stored.
pub fn checked_document(table: &Table, column: &Column, page_key: &str, given: &Value) -> Result<Value> {
    check::stored_document(page_key, given).map_err(|cause| invalid(cause, table, column))
}

fn from_json(table: &Table, column: &Column, json: &Json) -> Result<Value> {
    check::from_json(column, json).map_err(|cause| invalid(cause, table, column))
}

fn sent_by_visitor(table: &Table, object: &Map<String, Json>, given: &[&'static Column]) -> Result<()> {
    for column in given {
        if let Some(json) = object.get(column.name) {
            check::sent_by_visitor(column, json).map_err(|cause| invalid(cause, table, column))?;
        }
    }
    Ok(())
}

fn object(json: Json) -> Result<Map<String, Json>> {
    match json {
        Json::Object(object) => Ok(object),
        _ => Err(bad_body("Each row must be an object")),
    }
}

fn same_keys(one: &Map<String, Json>, other: &Map<String, Json>) -> bool {
    one.len() == other.len() && one.keys().all(|key| other.contains_key(key))
}

/// Names that do not exist end here, then those the caller may not write. What the server keeps itself is left out.
fn resolve(table: &'static Table, names: &[&str], access: Access, caller: &Caller) -> Result<Vec<&'static Column>> {
    let mut columns = Vec::with_capacity(names.len());
    for name in names {
        let column = table.column(name).ok_or_else(|| no_body_column(table, name))?;
        policy::require_column(access, name, table, caller)?;
        if column.default != Default::NowOnUpdate && !columns.contains(&column) {
            columns.push(column);
        }
    }
    Ok(columns)
}

fn new_row(
    table: &'static Table,
    mut object: Map<String, Json>,
    given: &[&'static Column],
    absent_is_null: bool,
) -> Result<Vec<Value>> {
    let mut row = Vec::with_capacity(table.columns.len());
    for column in table.columns {
        let value = match object.remove(column.name).filter(|_| given.contains(&column)) {
            Some(json) => from_json(table, column, &json)?,
            None if absent_is_null && given.contains(&column) => Value::Null,
            None => check::default(column),
        };
        row.push(value);
    }
    let empty = |(column, value): &(&Column, &Value)| !column.nullable && **value == Value::Null;
    if let Some((column, _)) = table.columns.iter().zip(&row).find(empty) {
        return Err(is_null(table, column.name, &describe(&row)));
    }
    let position = |kind: Kind| table.columns.iter().position(|column| column.kind == kind);
    if let (Some(key), Some(document)) = (position(Kind::PageKey), position(Kind::Document)) {
        let Value::Text(page_key) = row[key].clone() else { unreachable!("it is not null and a page key is text") };
        row[document] = checked_document(table, &table.columns[document], &page_key, &row[document])?;
    }
    Ok(row)
}

fn describe(row: &[Value]) -> String {
    let word = |value: &Value| match value {
        Value::Null => "null".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.chars().take(64).collect(),
    };
    row.iter().map(word).collect::<Vec<_>>().join(", ")
}
