//! What only somebody with a second factor changes while the foundation demands it: the bank details, and the switches that
//! demand it. Decided in the transaction of the change, by whatever request it comes, and told in plain words.

use super::plan::Condition;
use super::sql;
use crate::db::{Sql, Tx, Value};
use crate::error::{Error, Result};
use crate::schema::demands::{BANK_DETAILS, DOCUMENT, Demands};
use crate::schema::{CONTENT_TABLE, Kind, Table};

/// Other than for a session that may do nothing at all: the rest of the admin goes on.
const CODE: &str = "second_factor_required";

/// Before rows are inserted, or put in the place of what is there.
pub async fn require_for_rows(tx: &mut Tx, table: &'static Table, confirmed: bool, rows: &[Vec<Value>]) -> Result<()> {
    if confirmed || table.name != CONTENT_TABLE {
        return Ok(());
    }
    let at = |name: &str| table.columns.iter().position(|column| column.name == name);
    let content = table.column_of_kind(Kind::Document).and_then(|column| at(column.name));
    let stored = stored(tx).await?;
    for row in rows {
        let key = at(table.key).and_then(|at| text(&row[at])).unwrap_or_default();
        require(stored, key, content.and_then(|at| text(&row[at])))?;
    }
    Ok(())
}

/// Before the rows that meet these conditions are changed so, or deleted.
pub async fn require_for_change(
    tx: &mut Tx,
    table: &'static Table,
    confirmed: bool,
    conditions: &[Condition],
    set: &[(&'static str, Value)],
) -> Result<()> {
    if confirmed || table.name != CONTENT_TABLE {
        return Ok(());
    }
    let content = table
        .column_of_kind(Kind::Document)
        .and_then(|column| set.iter().find(|(name, _)| *name == column.name).and_then(|(_, value)| text(value)));
    let stored = stored(tx).await?;
    let keys = tx.rows(sql::column_of(tx.engine(), table, table.key, conditions)).await?;
    keys.iter().try_for_each(|row| require(stored, row.text(0), content))
}

async fn stored(tx: &mut Tx) -> Result<Demands> {
    let sql = Sql::new("SELECT content FROM website_content WHERE page_key = ?").with(DOCUMENT);
    Ok(Demands::read(tx.first(sql).await?.as_ref().map(|row| row.text(0))))
}

fn require(stored: Demands, key: &str, content: Option<&str>) -> Result<()> {
    let message = match key {
        BANK_DETAILS if stored.for_bank_details => {
            "The bank details can only be changed with a second factor. Please set one up first, under Second factor."
        }
        DOCUMENT if stored.any() => {
            "While a second factor is demanded, these switches can only be changed with one. Please set one up first, \
             under Second factor."
        }
        DOCUMENT if Demands::read(content).any() => {
            "Before you demand a second factor, please set up your own, under Second factor: otherwise you would lock \
             yourself out."
        }
        _ => return Ok(()),
    };
    Err(Error::refused(403, CODE, message))
}

fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}
