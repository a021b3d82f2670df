//! Insert, upsert, update and delete: plan, rules and checks first, then one transaction, then the announcement.

use super::body;
use super::error::{duplicate, no_column, not_single};
use super::plan::{self, Condition, Output};
use super::prefer::Prefer;
use super::query::Query;
use super::sql::{self, Conflict};
use crate::app::App;
use crate::db::{Tx, Value};
use crate::error::{Error, Result};
use crate::policy::{self, Grant, Rows, Who};
use crate::tables::Table;

pub struct Request<'a> {
    pub table: &'static Table,
    pub query: Query,
    pub prefer: &'a Prefer,
    /// Exactly one row must come of it, or nothing is done.
    pub single: bool,
}

/// What a write did. `rows` holds one JSON object a row.
pub struct Written {
    pub rows: Vec<String>,
    pub inserted: bool,
}

/// What the transaction has to watch besides the statement itself.
struct Bounds {
    single: bool,
    max_affected: Option<usize>,
}

pub async fn insert(app: &App, who: &Who, request: Request<'_>, bytes: &[u8]) -> Result<Written> {
    let Request { table, query, prefer, .. } = &request;
    let (table, grant) = (*table, allowed(&request, who, |grant| grant.insert != policy::Columns::None)?);
    let outputs = returned(&request, grant, who)?;
    let merge = prefer.merge_duplicates;
    if let Some(merge) = merge {
        // Merging is an update; either way the answer tells whether the row was there.
        let may_update = grant.update != policy::Columns::None;
        policy::require((may_update || !merge) && grant.read == Rows::All, table, who)?;
    }
    let columns = query.columns.as_deref();
    let new = body::new_rows(table, body::parse(bytes)?, columns, prefer.missing_default, grant.insert, who)?;
    if new.rows.is_empty() {
        return bounds(&request).nothing(true);
    }
    if *who == Who::Visitor && new.rows.len() > 1 {
        return Err(super::error::bad_body("Please send one entry at a time"));
    }
    let given: Vec<&'static str> = new.given.iter().map(|column| column.name).collect();
    let conflict = merge.map(|merge| conflict(table, query, merge, given)).transpose()?;
    let bounds = bounds(&request);

    let written = app.db.write_as(author(who), move |tx| {
        Box::pin(async move {
            let already = match &conflict {
                Some(conflict) => existing(tx, table, conflict, &new.rows).await?,
                None => 0,
            };
            let keys = new.rows.clone();
            let statement = sql::insert(tx.engine(), table, new.rows, conflict.as_ref(), &outputs);
            let rows = match tx.rows(statement).await {
                Err(Error::Duplicate { columns, .. }) => return Err(name_duplicate(tx, table, &columns, keys).await),
                other => other?,
            };
            Ok(Written { inserted: already < keys.len(), rows: bounds.check(rows)? })
        })
    });
    written.await
}

pub async fn update(app: &App, who: &Who, request: Request<'_>, bytes: &[u8]) -> Result<Written> {
    let table = request.table;
    let grant = allowed(&request, who, |grant| grant.update != policy::Columns::None)?;
    let outputs = returned(&request, grant, who)?;
    let mut set = body::changes(table, body::parse(bytes)?, grant.update, who)?;
    let conditions = chosen(&request, "UPDATE")?;
    let bounds = bounds(&request);
    if set.is_empty() {
        return bounds.nothing(false);
    }
    let written = app.db.write_as(author(who), move |tx| {
        Box::pin(async move {
            check_content(tx, table, &mut set, &conditions).await?;
            let rows = match tx.rows(sql::update(tx.engine(), table, set.clone(), &conditions, &outputs)).await {
                Err(Error::Duplicate { columns, .. }) => {
                    let value = set.iter().find(|(name, _)| columns.iter().any(|column| column == name));
                    return Err(duplicate(table.name, &columns.join(", "), &word(value.map(|(_, value)| value))));
                }
                other => other?,
            };
            Ok(Written { rows: bounds.check(rows)?, inserted: false })
        })
    });
    written.await
}

pub async fn delete(app: &App, who: &Who, request: Request<'_>) -> Result<Written> {
    let table = request.table;
    let grant = allowed(&request, who, |grant| grant.delete)?;
    let outputs = returned(&request, grant, who)?;
    let conditions = chosen(&request, "DELETE")?;
    let bounds = bounds(&request);
    let written = app.db.write_as(author(who), move |tx| {
        Box::pin(async move {
            let rows = tx.rows(sql::delete(tx.engine(), table, &conditions, &outputs)).await?;
            Ok(Written { rows: bounds.check(rows)?, inserted: false })
        })
    });
    written.await
}

/// The account in whose name is written; none for a visitor.
fn author(who: &Who) -> Option<&str> {
    match who {
        Who::Visitor => None,
        Who::Staff { id, .. } => Some(id),
    }
}

fn allowed(request: &Request<'_>, who: &Who, verb: impl Fn(&Grant) -> bool) -> Result<Grant> {
    let table = request.table;
    let grant = policy::grant(table, who).ok_or_else(|| super::error::no_table(table.name))?;
    policy::require(verb(&grant), table, who)?;
    Ok(grant)
}

/// What the answer shows. Seeing the row needs the right to read it. Without representation one column still
/// counts the rows.
fn returned(request: &Request<'_>, grant: Grant, who: &Who) -> Result<Vec<Output>> {
    let table = request.table;
    if !request.prefer.representation {
        let key = plan::outputs(table, &[])?.into_iter().filter(|output| output.name == table.key);
        return Ok(key.collect());
    }
    policy::require(grant.read == Rows::All, table, who)?;
    plan::outputs(table, &request.query.select)
}

/// Which rows an update or delete is for. All of them at once is never meant.
fn chosen(request: &Request<'_>, verb: &str) -> Result<Vec<Condition>> {
    if request.query.filters.is_empty() {
        return Err(Error::refused(400, "21000", format!("{verb} requires a WHERE clause")));
    }
    plan::conditions(request.table, &request.query.filters)
}

fn bounds(request: &Request<'_>) -> Bounds {
    Bounds { single: request.single, max_affected: request.prefer.max_affected }
}

impl Bounds {
    /// For a write that turned out to have nothing to do.
    fn nothing(&self, inserted: bool) -> Result<Written> {
        if self.single { Err(not_single(0)) } else { Ok(Written { rows: Vec::new(), inserted }) }
    }

    /// Failing here rolls the whole write back.
    fn check(&self, rows: Vec<crate::db::Row>) -> Result<Vec<String>> {
        if let Some(most) = self.max_affected.filter(|most| rows.len() > *most) {
            return Err(Error::refused(400, "PGRST124", "Query result exceeds max-affected preference constraint")
                .with_details(format!("The query affects {} rows, at most {most} are allowed", rows.len())));
        }
        if self.single && rows.len() != 1 {
            return Err(not_single(rows.len()));
        }
        Ok(rows.into_iter().map(|mut row| row.take_text(0)).collect())
    }
}

fn conflict(table: &'static Table, query: &Query, merge: bool, given: Vec<&'static str>) -> Result<Conflict> {
    let columns = match &query.on_conflict {
        None => vec![table.key],
        Some(names) => {
            let known =
                |name: &String| table.column(name).map(|column| column.name).ok_or_else(|| no_column(table, name));
            names.iter().map(known).collect::<Result<Vec<_>>>()?
        }
    };
    let unique = |column: &&str| *column == table.key || table.unique.contains(column);
    if columns.len() != 1 || !columns.iter().all(unique) {
        let message = "there is no unique or exclusion constraint matching the ON CONFLICT specification";
        return Err(Error::refused(400, "42P10", message));
    }
    let touched = table.columns.iter().filter(|column| column.default == crate::tables::Default::Touched);
    let update = merge.then(|| given.into_iter().chain(touched.map(|column| column.name)).collect());
    Ok(Conflict { columns, update })
}

/// How many of the rows are already there: tells an insert from an update in the answer.
async fn existing(tx: &mut Tx, table: &'static Table, conflict: &Conflict, rows: &[Vec<Value>]) -> Result<usize> {
    let column = conflict.columns[0];
    let values = column_values(table, column, rows);
    Ok(tx.rows(sql::existing(table, column, values)).await?.len())
}

fn column_values(table: &Table, column: &str, rows: &[Vec<Value>]) -> Vec<Value> {
    let position = table.columns.iter().position(|known| known.name == column);
    position.map_or(Vec::new(), |at| rows.iter().map(|row| row[at].clone()).collect())
}

/// Finds out which value was there already, so that the answer can name it.
async fn name_duplicate(tx: &mut Tx, table: &'static Table, columns: &[String], rows: Vec<Vec<Value>>) -> Error {
    let Some(column) = columns.first().and_then(|name| table.column(name)) else {
        return Error::Duplicate { table: table.name.into(), columns: columns.to_vec() };
    };
    let values = column_values(table, column.name, &rows);
    if let Err(cause) = tx.undo().await {
        return cause;
    }
    let twice =
        values.iter().enumerate().find(|(at, value)| values[..*at].contains(value)).map(|(_, value)| value.clone());
    let found = tx.first(sql::existing(table, column.name, values)).await.ok().flatten();
    let value = found.map(|row| Value::from(row.text(0))).or(twice);
    duplicate(table.name, column.name, &word(value.as_ref()))
}

fn word(value: Option<&Value>) -> String {
    match value {
        Some(Value::Text(text)) => text.clone(),
        Some(Value::Int(number)) => number.to_string(),
        _ => "?".into(),
    }
}

/// A document's shape depends on the row it is saved to, which only the database knows.
async fn check_content(
    tx: &mut Tx,
    table: &'static Table,
    set: &mut [(&'static str, Value)],
    conditions: &[Condition],
) -> Result<()> {
    if table.name != "website_content" {
        return Ok(());
    }
    let refuse = |message: &str| Err(super::error::check_failed(message, table, "content"));
    let keys = tx.rows(sql::column_of(tx.engine(), table, "page_key", conditions)).await?;
    if keys.len() > 1 {
        return refuse("content can be saved for one page at a time");
    }
    let Some(key) = keys.first().map(|row| row.text(0)) else { return Ok(()) };
    for (name, value) in set {
        match *name {
            // Under another key the document would have another shape, and other parts of it would be HTML.
            "page_key" if word(Some(value)) != key => return refuse("the page of a document cannot be changed"),
            "content" => *value = body::checked_content(table, key, value)?,
            _ => {}
        }
    }
    Ok(())
}
