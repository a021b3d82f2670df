//! Rows that somebody holds, shown to a caller as a read of the table would show them: the same rules, the same columns,
//! the same JSON, since it is the same SQL on values instead of a table.

use super::plan::{self, Read};
use super::query::Query;
use super::sql;
use crate::db::{Db, Engine, Reserve, Sql, Value};
use crate::error::{Error, Result};
use crate::schema::{Caller, Table};

/// What each row looks like to this caller; `None` for one that does not exist for them. A row has a value for each column
/// of the table, in its order.
pub async fn shown(
    db: &Db,
    caller: &Caller,
    table: &'static Table,
    rows: &[Vec<Value>],
) -> Result<Vec<Option<String>>> {
    let mut shown = vec![None; rows.len()];
    let plan = match plan::restrict(plan::read(table, &Query::default())?, caller) {
        Err(Error::Denied { .. }) => return Ok(shown),
        plan => plan?,
    };
    if rows.is_empty() {
        return Ok(shown);
    }
    for mut row in db.rows_for(Reserve::Staff, statement(db.engine(), &plan, rows)).await? {
        let place = row.int(0) as usize;
        shown[place] = Some(row.take_text(1));
    }
    Ok(shown)
}

/// The values stand for the table, under its name, with the number of each row.
fn statement(engine: Engine, plan: &Read, rows: &[Vec<Value>]) -> Sql {
    let columns = plan.table.columns;
    let mut sql = Sql::on(engine, "WITH ");
    sql.name(plan.table.name).push(" (\"nth\", ");
    sql::names(&mut sql, columns.iter().map(|column| column.name));
    sql.push(") AS (VALUES ");
    for (nth, row) in rows.iter().enumerate() {
        sql.push(if nth == 0 { "(CAST(" } else { ", (CAST(" }).bind(nth as i64).push(" AS BIGINT)");
        for (column, value) in columns.iter().zip(row) {
            sql.push(", ");
            sql::cast(&mut sql, column, value.clone());
        }
        sql.push(")");
    }
    sql.push(") SELECT \"nth\", CAST(");
    sql::object(&mut sql, &plan.outputs, &plan.hidden);
    sql.push(" AS TEXT) FROM ").name(plan.table.name);
    sql::filter(&mut sql, &plan.conditions, &plan.hidden);
    sql
}
