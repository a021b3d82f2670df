//! What a save would make, without the save: the same rights, checks and sanitising, and then reads of the tables as they
//! would be. Never writes, and keeps nothing.

use serde::Deserialize;
use serde_json::Value as Json;

use super::error::{bad_body, duplicate, invalid, no_table};
use super::plan::{self, Condition, Term};
use super::query::Query;
use super::{Found, body, sql, write};
use crate::db::{Db, Engine, Reserve, Sql, Value};
use crate::error::{Error, Result};
use crate::schema::{self, Caller, Table, check, policy};

/// A change that somebody has typed and not saved.
#[derive(Deserialize)]
pub struct Change {
    pub table: String,
    /// Which row; none for a new one.
    pub key: Option<String>,
    /// The columns to set.
    pub values: Json,
}

/// A row as it would be stored, with a value for each column of its table.
pub struct Draft {
    table: &'static Table,
    /// The key of the row in whose place it stands.
    replaces: Option<Value>,
    row: Vec<Value>,
}

impl Draft {
    /// Whether this stands in the place of the same row.
    pub fn is_about_the_row_of(&self, other: &Draft) -> bool {
        let replaces_the_same = self.replaces.is_some() && self.replaces == other.replaces;
        self.table.name == other.table.name && (replaces_the_same || self.key() == other.key())
    }

    fn key(&self) -> &Value {
        &self.row[position(self.table, self.table.key)]
    }
}

/// Refuses whatever a save by this caller would refuse.
pub async fn draft(db: &Db, caller: &Caller, change: Change) -> Result<Draft> {
    let table = schema::table(&change.table).ok_or_else(|| no_table(&change.table))?;
    if !change.values.is_object() {
        return Err(bad_body("The values of a draft must be an object"));
    }
    let (stored, row) = match change.key {
        Some(key) => {
            let (stored, row) = changed(db, caller, table, &key, change.values).await?;
            (Some(stored), row)
        }
        None => (None, new(caller, table, change.values)?),
    };
    for column in table.unique.iter().copied().chain([table.key]) {
        let at = position(table, column);
        if stored.as_ref().is_none_or(|stored| stored[at] != row[at]) {
            require_free(db, table, column, &row[at]).await?;
        }
    }
    let replaces = stored.map(|stored| stored[position(table, table.key)].clone());
    Ok(Draft { table, replaces, row })
}

fn new(caller: &Caller, table: &'static Table, values: Json) -> Result<Vec<Value>> {
    let access = policy::grant(table, caller).insert;
    policy::require(access, table, caller)?;
    let mut new = body::new_rows(table, values, None, true, access, caller)?;
    let row = new.rows.pop().expect("an object is one row");
    write::require_row(table, &row, access, caller)?;
    Ok(row)
}

/// The row as it is stored, and as it would be.
async fn changed(
    db: &Db,
    caller: &Caller,
    table: &'static Table,
    key: &str,
    values: Json,
) -> Result<(Vec<Value>, Vec<Value>)> {
    let access = policy::grant(table, caller).update;
    policy::require(access, table, caller)?;
    let mut set = body::changes(table, values, access, caller)?;
    write::require_changes(table, &set, access, caller)?;
    let column = table.column(table.key).expect("the key is a column");
    let key = check::from_text(column, key).map_err(|cause| invalid(cause, table, column))?;
    let is_it =
        Condition::Compare { term: Term { column, path: None }, negated: false, operator: "=", values: vec![key] };
    let found = db.rows_for(Reserve::Staff, sql::whole_rows(db.engine(), table, &[is_it])).await?;
    let Some(stored) = found.first().map(|row| row.values().to_vec()) else {
        return Err(Error::refused(404, "PGRST116", "This has been deleted in the meantime."));
    };
    write::require_row(table, &stored, access, caller)?;
    if let Value::Text(key) = &stored[position(table, table.key)] {
        write::check_document_of(table, key, &mut set)?;
    }
    let mut row = stored.clone();
    for (name, value) in set {
        row[position(table, name)] = value;
    }
    Ok((stored, row))
}

async fn require_free(db: &Db, table: &'static Table, column: &'static str, value: &Value) -> Result<()> {
    let existing = sql::existing(table, column, vec![value.clone()]);
    match db.rows_for(Reserve::Staff, existing).await?.is_empty() {
        true => Ok(()),
        false => Err(duplicate(table.name, column, &write::word(Some(value)))),
    }
}

fn position(table: &Table, name: &str) -> usize {
    table.columns.iter().position(|column| column.name == name).expect("it is a column of this table")
}

/// The rows that this caller would find if the drafts were saved.
pub async fn read_with(
    db: &Db,
    reserve: Reserve,
    caller: &Caller,
    table: &'static Table,
    query: &Query,
    drafts: &[Draft],
) -> Result<Found> {
    let plan = plan::restrict(plan::read(table, query)?, caller)?;
    let mut statement = standing_in(db.engine(), table, drafts);
    statement.append(sql::read(db.engine(), &plan));
    let mut row = db.rows_for(reserve, statement).await?.remove(0);
    Ok(Found { rows: row.int(0) as usize, json: row.take_text(1), total: None })
}

/// Under the table's name its rows, with the drafts among them. Empty when there is none for this table.
fn standing_in(engine: Engine, table: &'static Table, drafts: &[Draft]) -> Sql {
    let drafts: Vec<&Draft> = drafts.iter().filter(|draft| draft.table.name == table.name).collect();
    let mut sql = Sql::on(engine, "");
    if drafts.is_empty() {
        return sql;
    }
    let columns = || table.columns.iter().map(|column| column.name);
    sql.push("WITH ").name(table.name).push(" (");
    sql::names(&mut sql, columns());
    sql.push(") AS (SELECT ");
    sql::names(&mut sql, columns());
    // SQLite would take the bare name for what is being defined here.
    sql.push(" FROM ").either("main.", "").name(table.name);
    let replaced: Vec<Value> = drafts.iter().filter_map(|draft| draft.replaces.clone()).collect();
    if !replaced.is_empty() {
        sql.push(" WHERE ").name(table.key).push(" NOT IN (").bind_all(replaced).push(")");
    }
    for draft in drafts {
        for (nth, (column, value)) in table.columns.iter().zip(&draft.row).enumerate() {
            sql.push(if nth == 0 { " UNION ALL SELECT " } else { ", " });
            sql::cast(&mut sql, column, value.clone());
        }
    }
    sql.push(") ");
    sql
}
