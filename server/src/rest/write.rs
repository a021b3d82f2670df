//! Insert, upsert, update and delete: plan, rules and checks first, then one transaction. The writer records what changed.

use std::sync::Arc;

use super::body;
use super::demands;
use super::error::{duplicate, no_column, not_single};
use super::forms::arrival;
use super::plan::{self, Condition};
use super::prefer::Prefer;
use super::query::Query;
use super::sql::{self, Conflict, Returned};
use crate::db::{Db, Outcome, Tx, Value};
use crate::error::{Error, Result};
use crate::mail::Mail;
use crate::schema::role::{Access, Grant, Role, Rows};
use crate::schema::{Caller, Kind, Table, policy};

pub struct Request<'a> {
    pub table: &'static Table,
    pub query: Query,
    pub prefer: &'a Prefer,
    /// Exactly one row must come of it, or nothing is done.
    pub single: bool,
}

/// What a write did.
pub struct Written {
    /// How many rows it changed.
    pub count: usize,
    /// One JSON object a row, where the answer shows them.
    pub rows: Vec<String>,
    pub inserted: bool,
}

/// What the transaction has to watch besides the statement itself.
struct Bounds {
    single: bool,
    max_affected: Option<usize>,
}

pub async fn insert(db: &Db, mail: &Arc<Mail>, caller: &Caller, request: Request<'_>, bytes: &[u8]) -> Result<Written> {
    let Request { table, query, prefer, .. } = &request;
    let table = *table;
    let grant = policy::grant(table, caller);
    policy::require(grant.insert, table, caller)?;
    let returned = returned(&request, grant, caller)?;
    if prefer.max_affected.is_some() {
        // Whether a row was there already would show, and nothing would be stored.
        policy::require(grant.read, table, caller)?;
    }
    let columns = query.columns.as_deref();
    let new = body::new_rows(table, body::parse(bytes)?, columns, prefer.missing_default, grant.insert, caller)?;
    if new.rows.is_empty() {
        return bounds(&request).nothing(true);
    }
    if caller.role == Role::Visitor && new.rows.len() > 1 {
        return Err(super::error::bad_body("Please send one entry at a time"));
    }
    new.rows.iter().try_for_each(|row| require_row(table, row, grant.insert, caller))?;
    let given: Vec<&'static str> = new.given.iter().map(|column| column.name).collect();
    let visitor = caller.role == Role::Visitor;
    let confirmed = caller.has_second_factor();
    let sent = given.clone();
    let conflict = match prefer.merge_duplicates {
        Some(merge) => Some(conflict(&request, grant, caller, merge, given)?),
        None => None,
    };
    if let Some(conflict) = conflict.as_ref().filter(|conflict| conflict.update.is_some()) {
        require_different(&column_values(table, conflict.columns[0], &new.rows))?;
    }
    let bounds = bounds(&request);
    let mail = mail.clone();

    let written = db.write_as(caller.author(), move |tx| {
        Box::pin(async move {
            if visitor {
                arrival::require_wanted(tx, table, &sent).await?;
            }
            demands::require_for_rows(tx, table, confirmed, &new.rows).await?;
            let already = match &conflict {
                Some(conflict) => existing(tx, table, conflict, &new.rows).await?,
                None => 0,
            };
            let keys = new.rows.clone();
            let statement = sql::insert(tx.engine(), table, new.rows, conflict.as_ref(), returned.as_ref());
            let written = match conflict.is_none() && bounds.are_none() {
                true => tx.run_last(statement).await,
                false => tx.run(statement).await,
            };
            let outcome = match written {
                Err(Error::Duplicate { columns, .. }) => return Err(name_duplicate(tx, table, &columns, keys).await),
                other => other?,
            };
            if let (true, Some(row)) = (visitor, keys.first()) {
                arrival::tell_staff(tx, &mail, table, row).await?;
            }
            bounds.check(outcome, already < keys.len())
        })
    });
    written.await
}

pub async fn update(db: &Db, caller: &Caller, request: Request<'_>, bytes: &[u8]) -> Result<Written> {
    let table = request.table;
    let grant = policy::grant(table, caller);
    policy::require(grant.update, table, caller)?;
    let returned = returned(&request, grant, caller)?;
    let mut set = body::changes(table, body::parse(bytes)?, grant.update, caller)?;
    require_changes(table, &set, grant.update, caller)?;
    let conditions = chosen(&request, grant, grant.update, caller, "UPDATE")?;
    let bounds = bounds(&request);
    if set.is_empty() {
        return bounds.nothing(false);
    }
    let confirmed = caller.has_second_factor();
    let written = db.write_as(caller.author(), move |tx| {
        Box::pin(async move {
            demands::require_for_change(tx, table, confirmed, &conditions, &set).await?;
            check_document(tx, table, &mut set, &conditions).await?;
            let outcome =
                match tx.run(sql::update(tx.engine(), table, set.clone(), &conditions, returned.as_ref())).await {
                    Err(Error::Duplicate { columns, .. }) => {
                        let value = set.iter().find(|(name, _)| columns.iter().any(|column| column == name));
                        return Err(duplicate(table.name, &columns.join(", "), &word(value.map(|(_, value)| value))));
                    }
                    other => other?,
                };
            bounds.check(outcome, false)
        })
    });
    written.await
}

pub async fn delete(db: &Db, caller: &Caller, request: Request<'_>) -> Result<Written> {
    let table = request.table;
    let grant = policy::grant(table, caller);
    policy::require(grant.delete, table, caller)?;
    let returned = returned(&request, grant, caller)?;
    let conditions = chosen(&request, grant, grant.delete, caller, "DELETE")?;
    let bounds = bounds(&request);
    let confirmed = caller.has_second_factor();
    let written = db.write_as(caller.author(), move |tx| {
        Box::pin(async move {
            demands::require_for_change(tx, table, confirmed, &conditions, &[]).await?;
            let outcome = tx.run(sql::delete(tx.engine(), table, &conditions, returned.as_ref())).await?;
            bounds.check(outcome, false)
        })
    });
    written.await
}

/// A row must be one that the caller may write.
pub fn require_row(table: &Table, row: &[Value], access: Access, caller: &Caller) -> Result<()> {
    let Some(condition) = access.rows.condition() else { return Ok(()) };
    let position = table.columns.iter().position(|column| column.name == condition.column());
    let holds = position.is_some_and(|at| condition.holds(&row[at]));
    if holds { Ok(()) } else { Err(policy::denied(table, caller)) }
}

/// A change must not turn a row into one that the caller may not write.
pub fn require_changes(table: &Table, set: &[(&'static str, Value)], access: Access, caller: &Caller) -> Result<()> {
    let Some(condition) = access.rows.condition() else { return Ok(()) };
    let breaks = set.iter().any(|(name, value)| *name == condition.column() && !condition.holds(value));
    if breaks { Err(policy::denied(table, caller)) } else { Ok(()) }
}

/// What the answer shows. Seeing the row needs the right to read it. Without representation one column still
/// counts the rows.
fn returned(request: &Request<'_>, grant: Grant, caller: &Caller) -> Result<Option<Returned>> {
    let table = request.table;
    if !request.prefer.representation {
        return Ok(None);
    }
    let hidden = plan::hidden(table, caller);
    require_all_rows(grant, table, caller)?;
    let outputs = plan::outputs(table, &request.query.select)?;
    for output in &outputs {
        policy::require_column(grant.read, output.term.column.name, table, caller)?;
    }
    Ok(Some(Returned { outputs, hidden }))
}

/// For answers that tell whether a row is there.
fn require_all_rows(grant: Grant, table: &Table, caller: &Caller) -> Result<()> {
    match grant.read.rows {
        Rows::All => policy::require(grant.read, table, caller),
        Rows::Where(_) => Err(policy::denied(table, caller)),
    }
}

/// Which rows an update or delete is for. All of them at once is never meant.
fn chosen(request: &Request<'_>, grant: Grant, access: Access, caller: &Caller, verb: &str) -> Result<Vec<Condition>> {
    if request.query.filters.is_empty() {
        return Err(Error::refused(400, "21000", format!("{verb} requires a WHERE clause")));
    }
    if request.query.limit.is_some() || request.query.offset > 0 {
        let message = format!("limit and offset cannot be used with {verb}: nothing was changed");
        return Err(Error::refused(400, "PGRST109", message)
            .with_hint("Choose the rows by their key, or set Prefer: handling=strict, max-affected=N."));
    }
    let mut conditions = plan::conditions(request.table, &request.query.filters)?;
    plan::require_conditions(&conditions, grant.read, request.table, caller)?;
    conditions.extend(plan::rule(access, caller));
    Ok(conditions)
}

fn bounds(request: &Request<'_>) -> Bounds {
    Bounds { single: request.single, max_affected: request.prefer.max_affected }
}

impl Bounds {
    fn are_none(&self) -> bool {
        !self.single && self.max_affected.is_none()
    }

    /// For a write that turned out to have nothing to do.
    fn nothing(&self, inserted: bool) -> Result<Written> {
        if self.single { Err(not_single(0)) } else { Ok(Written { count: 0, rows: Vec::new(), inserted }) }
    }

    /// Failing here rolls the whole write back.
    fn check(&self, Outcome { changed, rows }: Outcome, inserted: bool) -> Result<Written> {
        if let Some(max) = self.max_affected.filter(|max| changed > *max) {
            return Err(Error::refused(400, "PGRST124", "Query result exceeds max-affected preference constraint")
                .with_details(format!("The query affects {changed} rows, at most {max} are allowed")));
        }
        if self.single && changed != 1 {
            return Err(not_single(changed));
        }
        let rows = rows.into_iter().map(|mut row| row.take_text(0)).collect();
        Ok(Written { count: changed, rows, inserted })
    }
}

/// What to do with a row that is already there. Merging is an update; either way the answer tells whether the row was there.
fn conflict(
    request: &Request<'_>,
    grant: Grant,
    caller: &Caller,
    merge: bool,
    given: Vec<&'static str>,
) -> Result<Conflict> {
    let table = request.table;
    require_all_rows(grant, table, caller)?;
    let columns = match &request.query.on_conflict {
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
    if !merge {
        return Ok(Conflict { columns, update: None });
    }
    policy::require(grant.update, table, caller)?;
    // The row that is there must be one that may be changed; only its conflicting column is known here.
    let hidden = |condition: crate::schema::role::RowRule| !columns.contains(&condition.column());
    if grant.update.rows.condition().is_some_and(hidden) {
        return Err(policy::denied(table, caller));
    }
    for column in &given {
        policy::require_column(grant.update, column, table, caller)?;
    }
    let touched = table.touched().map(|column| column.name);
    Ok(Conflict { columns, update: Some(given.into_iter().chain(touched).collect()) })
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

/// SQLite would merge both into one row, one after the other; PostgreSQL refuses.
fn require_different(keys: &[Value]) -> Result<()> {
    let texts: Vec<String> = keys.iter().map(|key| word(Some(key))).collect();
    let different: std::collections::HashSet<&String> = texts.iter().collect();
    match different.len() == texts.len() {
        true => Ok(()),
        false => Err(Error::refused(400, "21000", "ON CONFLICT DO UPDATE command cannot affect row a second time")
            .with_hint(
                "Ensure that no rows proposed for insertion within the same command have duplicate constrained values.",
            )),
    }
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

pub fn word(value: Option<&Value>) -> String {
    match value {
        Some(Value::Text(text)) => text.clone(),
        Some(Value::Int(number)) => number.to_string(),
        _ => "?".into(),
    }
}

/// A document's shape depends on the row it is saved to, which only the database knows.
async fn check_document(
    tx: &mut Tx,
    table: &'static Table,
    set: &mut [(&'static str, Value)],
    conditions: &[Condition],
) -> Result<()> {
    let (Some(key_column), Some(document)) =
        (table.column_of_kind(Kind::PageKey), table.column_of_kind(Kind::Document))
    else {
        return Ok(());
    };
    let keys = tx.rows(sql::column_of(tx.engine(), table, key_column.name, conditions)).await?;
    if keys.len() > 1 {
        let message = "content can be saved for one page at a time";
        return Err(super::error::check_failed(message, table, document.name));
    }
    match keys.first() {
        Some(row) => check_document_of(table, row.text(0), set),
        None => Ok(()),
    }
}

/// The same where the row is known.
pub fn check_document_of(table: &'static Table, key: &str, set: &mut [(&'static str, Value)]) -> Result<()> {
    let (Some(key_column), Some(document)) =
        (table.column_of_kind(Kind::PageKey), table.column_of_kind(Kind::Document))
    else {
        return Ok(());
    };
    for (name, value) in set {
        // Under another key the document would have another shape, and other parts of it would be HTML.
        if *name == key_column.name && word(Some(value)) != key {
            let message = "the page of a document cannot be changed";
            return Err(super::error::check_failed(message, table, document.name));
        }
        if *name == document.name {
            *value = body::checked_document(table, document, key, value)?;
        }
    }
    Ok(())
}
