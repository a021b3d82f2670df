//! Rows that were brought along, made fit for the tables here: addresses rewritten, then the checks and the sanitising
//! that every staff write passes. What does not pass is refused with its reason.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::links::Links;
use super::source::{Row, Source};
use crate::db::{Engine, Sql};
use crate::rest;
use crate::schema::email;
use crate::schema::{Column, Default, Kind, TABLES, Table};

/// What becomes of one table.
#[derive(Debug, std::default::Default)]
pub struct Checked {
    pub statements: Vec<Sql>,
    pub refused: Vec<String>,
    /// Columns that are not known here.
    pub left_out: BTreeSet<String>,
    /// Rows whose id was no UUID.
    pub new_ids: usize,
    /// The keys of the rows that are taken.
    pub keys: HashSet<String>,
}

pub type Plan = BTreeMap<&'static str, Checked>;

pub fn check(engine: Engine, source: &Source, links: &mut Links) -> Plan {
    let brought = TABLES.iter().filter_map(|table| Some((table, source.rows.get(table.name)?)));
    brought.map(|(table, rows)| (table.name, check_table(engine, table, rows, links))).collect()
}

fn check_table(engine: Engine, table: &'static Table, rows: &[Row], links: &mut Links) -> Checked {
    let mut checked = Checked::default();
    let mut taken = HashSet::new();
    for row in rows {
        match check_row(engine, table, row, links, &mut checked, &mut taken) {
            Ok(statement) => checked.statements.push(statement),
            Err(reason) => checked.refused.push(format!("{}: {reason}", row.place)),
        }
    }
    checked
}

fn check_row(
    engine: Engine,
    table: &'static Table,
    row: &Row,
    links: &mut Links,
    checked: &mut Checked,
    taken: &mut HashSet<(&'static str, String)>,
) -> Result<Sql, String> {
    let mut object = Map::new();
    let mut identities = Vec::new();
    for (name, value) in &row.values {
        let Some(column) = table.column(name) else {
            checked.left_out.insert(name.clone());
            continue;
        };
        let json = match value {
            _ if column.default == Default::NowOnUpdate => continue,
            Some(text) if column.kind == Kind::Uuid && Uuid::parse_str(text.trim()).is_err() => {
                checked.new_ids += 1; // nothing points to it, so it gets one of ours
                continue;
            }
            Some(text) => json_value(column, text, links)?,
            None => match absent(column) {
                Some(json) => json,
                None => continue,
            },
        };
        if column.name == table.key || table.unique.contains(&column.name) {
            identities.push((column.name, identity(column, value.as_deref().unwrap_or_default())));
        }
        object.insert(column.name.to_owned(), json);
    }
    if let Some((column, value)) = identities.iter().find(|identity| taken.contains(identity)) {
        return Err(format!("{column} \"{value}\" is there already"));
    }
    let statement = rest::insert_statement(engine, table, Json::Object(object)).map_err(|cause| cause.to_string())?;
    checked.keys.extend(identities.iter().filter(|(column, _)| *column == table.key).map(|(_, key)| key.clone()));
    taken.extend(identities);
    Ok(statement)
}

fn json_value(column: &Column, text: &str, links: &mut Links) -> Result<Json, String> {
    if !column.kind.is_json() {
        return Ok(Json::String(links.rewrite(text)));
    }
    let mut document: Json =
        serde_json::from_str(text).map_err(|cause| format!("{} is no JSON: {cause}", column.name))?;
    links.rewrite_json(&mut document);
    Ok(document)
}

/// What NULL becomes: nothing, so that the column's default is taken; but an empty text where there is none.
fn absent(column: &Column) -> Option<Json> {
    let plain = matches!(column.kind, Kind::Text { required: false, .. });
    (plain && !column.nullable && column.default == Default::None).then(|| json!(""))
}

/// The value as the database will compare it.
fn identity(column: &Column, text: &str) -> String {
    match column.kind {
        Kind::Email => email::normal(text).unwrap_or_default(),
        Kind::Uuid => Uuid::parse_str(text.trim()).map(|id| id.to_string()).unwrap_or_default(),
        _ => text.to_owned(),
    }
}
