//! Decides what a role may do with a table. Rules become part of the SQL: no row is fetched and then dropped. What each
//! table allows is in its declaration.

use super::TABLES;
use super::role::{Access, Caller, Grant, Role, RowRule, Rows};
use super::table::{Column, Table};
use crate::error::{Error, Result};

pub fn grant(table: &Table, caller: &Caller) -> Grant {
    table.rights.of(caller.role)
}

/// Refuses the whole verb.
pub fn require(access: Access, table: &Table, caller: &Caller) -> Result<()> {
    if access.is_none() { Err(denied(table, caller)) } else { Ok(()) }
}

/// Refuses a column that this verb may not touch.
pub fn require_column(access: Access, column: &str, table: &Table, caller: &Caller) -> Result<()> {
    if access.columns.allow(column) { Ok(()) } else { Err(denied(table, caller)) }
}

pub fn denied(table: &Table, caller: &Caller) -> Error {
    Error::Denied { subject: format!("table {}", table.name), signed_in: caller.role.is_staff() }
}

/// Top-level keys of a JSON column that this role must not see: they read as if they were not there, in every use.
pub fn hidden_keys(column: &Column, role: Role) -> &'static [&'static str] {
    if role == Role::Owner { &[] } else { column.secrets }
}

/// The tables whose every row and column this role may read, apart from secrets: those whose history it may read too.
pub fn read_as_a_whole(role: Role) -> impl Iterator<Item = &'static str> {
    TABLES.iter().filter(move |table| table.rights.of(role).read == Access::ALL).map(|table| table.name)
}

impl Rows {
    /// The condition that a row must meet, if there is one.
    pub fn condition(self) -> Option<RowRule> {
        match self {
            Rows::All => None,
            Rows::Where(condition) => Some(condition),
        }
    }
}

impl RowRule {
    pub fn column(self) -> &'static str {
        match self {
            RowRule::IsTrue(column) | RowRule::IsNoneOf(column, _) | RowRule::NamesReadable(column, _) => column,
        }
    }

    /// Whether a row whose column holds this value meets the condition.
    pub fn holds(self, value: &crate::db::Value) -> bool {
        match self {
            RowRule::IsTrue(_) => *value == crate::db::Value::Int(1),
            RowRule::IsNoneOf(_, others) => others.iter().all(|other| *value != crate::db::Value::from(*other)),
            // Nobody writes such rows.
            RowRule::NamesReadable(..) => false,
        }
    }
}
