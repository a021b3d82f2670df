//! A query resolved against the known tables: after this step every name is one of ours. Pure.

use super::error::{bad_syntax, invalid, no_column};
use super::field::{Field, Step};
use super::filter::{Containment, Filter, Is, Test};
use super::pattern;
use super::query::{Ordered, Query, Selected};
use crate::db::Value;
use crate::error::{Error, Result};
use crate::schema::history::ACCOUNTS;
use crate::schema::role::{Access, Accounts, RowRule};
use crate::schema::{Caller, Column, Kind, Table, check, policy};

/// As on hosted Supabase: a client that wants more asks in pages.
pub const MAX_ROWS: u64 = 1000;
/// Twice what any table has: one may ask for everything and a few places in it.
const MAX_OUTPUTS: usize = 24;

pub struct Read {
    pub table: &'static Table,
    pub outputs: Vec<Output>,
    pub conditions: Vec<Condition>,
    pub order: Vec<Order>,
    pub limit: u64,
    pub offset: u64,
    pub hidden: Vec<Hidden>,
    /// The caller named no columns: it gets those it may read.
    is_whole_row: bool,
}

/// One member of each object in the answer.
pub struct Output {
    pub name: String,
    pub term: Term,
}

/// A column, or a place inside its JSON.
#[derive(Debug, Clone)]
pub struct Term {
    pub column: &'static Column,
    pub path: Option<Path>,
}

#[derive(Debug, Clone)]
pub struct Path {
    pub steps: Vec<Step>,
    pub as_text: bool,
}

pub enum Condition {
    Like {
        term: Term,
        negated: bool,
        pattern: String,
        any_case: bool,
    },
    /// A regular expression.
    Match {
        term: Term,
        negated: bool,
        pattern: String,
        any_case: bool,
    },
    /// JSON that holds, or lies within, what the term is.
    Contains {
        term: Term,
        negated: bool,
        json: String,
        way: Containment,
    },
    Is {
        term: Term,
        negated: bool,
        is: Is,
    },
    /// A comparison whose values already have the column's kind.
    Compare {
        term: Term,
        negated: bool,
        operator: &'static str,
        values: Vec<Value>,
    },
    All {
        negated: bool,
        of: Vec<Condition>,
    },
    Any {
        negated: bool,
        of: Vec<Condition>,
    },
    /// Rows that were made after this, or at one of these moments, a JSON array: where a search looks (see `search`).
    MadeAfter(String),
    MadeAt(String),
    /// A row condition of a grant.
    Rule(RowRule),
    /// One for which the caller has to be known: the column names one of these tables.
    NamesOneOf {
        column: &'static str,
        tables: Vec<&'static str>,
        /// Or it says that the row is about an account, and this column holds the caller's id.
        own: Option<(&'static str, String)>,
    },
}

pub struct Order {
    pub term: Term,
    pub descending: bool,
    pub nulls_first: bool,
}

/// A key of a JSON column that this caller must not see.
pub struct Hidden {
    pub column: &'static str,
    pub key: &'static str,
}

pub fn read(table: &'static Table, query: &Query) -> Result<Read> {
    Ok(Read {
        table,
        outputs: outputs(table, &query.select)?,
        conditions: conditions(table, &query.filters)?,
        order: order(table, &query.order)?,
        limit: query.limit.unwrap_or(MAX_ROWS).min(MAX_ROWS),
        offset: query.offset,
        hidden: Vec::new(),
        is_whole_row: query.select.is_empty() || query.select.contains(&Selected::All),
    })
}

/// Applies the rules: refuses what the caller may not read at all, and narrows the rest.
pub fn restrict(mut plan: Read, caller: &Caller) -> Result<Read> {
    let access = policy::grant(plan.table, caller).read;
    policy::require(access, plan.table, caller)?;
    if plan.is_whole_row {
        plan.outputs.retain(|output| access.columns.allow(output.term.column.name));
    }
    let named = plan.outputs.iter().map(|output| &output.term).chain(plan.order.iter().map(|order| &order.term));
    for term in named {
        require_term(term, access, plan.table, caller)?;
    }
    require_conditions(&plan.conditions, access, plan.table, caller)?;
    plan.conditions.extend(rule(access, caller));
    plan.hidden = hidden(plan.table, caller);
    Ok(plan)
}

/// The row condition of a grant.
pub fn rule(access: Access, caller: &Caller) -> Option<Condition> {
    Some(match access.rows.condition()? {
        RowRule::NamesReadable(column, accounts) => {
            let mut tables: Vec<_> = policy::read_as_a_whole(caller.role).collect();
            let own = match accounts {
                Accounts::All => {
                    tables.push(ACCOUNTS);
                    None
                }
                Accounts::Own(account) => caller.staff_id().map(|id| (account, id.to_owned())),
            };
            Condition::NamesOneOf { column, tables, own }
        }
        rule => Condition::Rule(rule),
    })
}

/// The key is always there to settle ties, and tells nothing that the order does not.
fn require_term(term: &Term, access: Access, table: &Table, caller: &Caller) -> Result<()> {
    if term.column.name == table.key { Ok(()) } else { policy::require_column(access, term.column.name, table, caller) }
}

/// A filter on a column that may not be read would tell what it holds.
pub fn require_conditions(conditions: &[Condition], access: Access, table: &Table, caller: &Caller) -> Result<()> {
    conditions.iter().try_for_each(|condition| match condition {
        Condition::Like { term, .. }
        | Condition::Match { term, .. }
        | Condition::Contains { term, .. }
        | Condition::Is { term, .. }
        | Condition::Compare { term, .. } => require_term(term, access, table, caller),
        Condition::All { of, .. } | Condition::Any { of, .. } => require_conditions(of, access, table, caller),
        Condition::MadeAfter(_) | Condition::MadeAt(_) | Condition::Rule(_) | Condition::NamesOneOf { .. } => Ok(()),
    })
}

pub fn hidden(table: &'static Table, caller: &Caller) -> Vec<Hidden> {
    let of = |column: &'static Column| {
        policy::hidden_keys(column, caller.role).iter().map(|key| Hidden { column: column.name, key })
    };
    table.columns.iter().flat_map(of).collect()
}

pub fn outputs(table: &'static Table, select: &[Selected]) -> Result<Vec<Output>> {
    let whole = |column: &'static Column| Output { name: column.name.to_owned(), term: Term { column, path: None } };
    let visible = || table.columns.iter().filter(|column| !column.invisible).map(whole);
    if select.is_empty() {
        return Ok(visible().collect());
    }
    let mut outputs = Vec::new();
    for selected in select {
        match selected {
            Selected::All => outputs.extend(visible()),
            Selected::One { alias, field } => {
                let name = alias.clone().unwrap_or_else(|| field.name().to_owned());
                outputs.push(Output { name, term: term(table, field)? });
            }
        }
    }
    if outputs.len() > MAX_OUTPUTS {
        return Err(bad_syntax("select parameter", "…", "there are too many columns"));
    }
    Ok(outputs)
}

fn term(table: &'static Table, field: &Field) -> Result<Term> {
    let column = table.column(&field.column).ok_or_else(|| no_column(table, &field.column))?;
    if field.path.is_empty() {
        return Ok(Term { column, path: None });
    }
    if !column.kind.is_json() {
        let kind = column.postgres_type();
        return Err(Error::refused(400, "42883", format!("operator does not exist: {kind} -> unknown")));
    }
    Ok(Term { column, path: Some(Path { steps: field.path.clone(), as_text: field.as_text }) })
}

pub fn conditions(table: &'static Table, filters: &[Filter]) -> Result<Vec<Condition>> {
    filters.iter().map(|filter| condition(table, filter)).collect()
}

fn condition(table: &'static Table, filter: &Filter) -> Result<Condition> {
    Ok(match filter {
        Filter::All { negated, of } => Condition::All { negated: *negated, of: conditions(table, of)? },
        Filter::Any { negated, of } => Condition::Any { negated: *negated, of: conditions(table, of)? },
        Filter::Test { field, negated, test } => {
            let (term, negated) = (term(table, field)?, *negated);
            match test {
                Test::Compare(compare, text) => {
                    let value = value(table, &term, text)?;
                    Condition::Compare { term, negated, operator: compare.in_sql(), values: vec![value] }
                }
                Test::In(texts) => {
                    let values = texts.iter().map(|text| value(table, &term, text)).collect::<Result<_>>()?;
                    Condition::Compare { term, negated, operator: "IN", values }
                }
                Test::Like(pattern, _) if pattern.chars().count() > 200 => {
                    return Err(bad_syntax("filter", "…", "the pattern is too long"));
                }
                Test::Like(pattern, any_case) => {
                    require_text(&term, "~~")?;
                    Condition::Like { term, negated, pattern: pattern.clone(), any_case: *any_case }
                }
                Test::Match(pattern, any_case) => {
                    require_text(&term, "~")?;
                    pattern::check(pattern)?;
                    Condition::Match { term, negated, pattern: pattern.clone(), any_case: *any_case }
                }
                Test::Contains(text, way) => {
                    require_json(&term)?;
                    let syntax = |_| {
                        let message = format!("invalid input syntax for type json: \"{text}\"");
                        Error::refused(400, "22P02", message)
                    };
                    let json: serde_json::Value = serde_json::from_str(text).map_err(syntax)?;
                    Condition::Contains { term, negated, json: json.to_string(), way: *way }
                }
                Test::Is(is @ (Is::True | Is::False)) if term.path.is_some() || term.column.kind != Kind::Bool => {
                    let kind = if term.path.is_some() { "json" } else { term.column.postgres_type() };
                    let word = if *is == Is::True { "TRUE" } else { "FALSE" };
                    let message = format!("argument of IS {word} must be type boolean, not type {kind}");
                    return Err(Error::refused(400, "42804", message));
                }
                Test::Is(is) => Condition::Is { term, negated, is: *is },
            }
        }
    })
}

fn no_operator(term: &Term, sign: &str) -> Error {
    let kind = if term.path.is_some() { "text" } else { term.column.postgres_type() };
    Error::refused(400, "42883", format!("operator does not exist: {kind} {sign} unknown"))
}

/// Patterns are for text.
fn require_text(term: &Term, sign: &str) -> Result<()> {
    match term.column.kind {
        Kind::Uuid | Kind::Time | Kind::Bool | Kind::Integer => Err(no_operator(term, sign)),
        _ => Ok(()),
    }
}

/// Only JSON holds JSON.
fn require_json(term: &Term) -> Result<()> {
    let is_json = match &term.path {
        Some(path) => !path.as_text,
        None => term.column.kind.is_json(),
    };
    if is_json { Ok(()) } else { Err(no_operator(term, "@>")) }
}

fn value(table: &Table, term: &Term, text: &str) -> Result<Value> {
    match &term.path {
        None => check::from_text(term.column, text).map_err(|cause| invalid(cause, table, term.column)),
        Some(path) if path.as_text => Ok(Value::from(text)),
        // A place in JSON compares as JSON; a bare word is meant as a string.
        Some(_) => Ok(Value::Text(match serde_json::from_str::<serde_json::Value>(text) {
            Ok(json) => json.to_string(),
            Err(_) => serde_json::Value::from(text).to_string(),
        })),
    }
}

fn order(table: &'static Table, ordered: &[Ordered]) -> Result<Vec<Order>> {
    let mut order = Vec::with_capacity(ordered.len() + 1);
    for Ordered { field, descending, nulls_first } in ordered {
        let nulls_first = nulls_first.unwrap_or(*descending); // PostgreSQL's default
        order.push(Order { term: term(table, field)?, descending: *descending, nulls_first });
    }
    // The key settles ties, so that pages neither repeat nor skip a row.
    if order.iter().any(|order: &Order| order.term.path.is_none() && order.term.column.name == table.key) {
        return Ok(order);
    }
    let key = table.column(table.key).expect("the key is a column");
    let descending = order.last().is_some_and(|last| last.descending);
    order.push(Order { term: Term { column: key, path: None }, descending, nulls_first: false });
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::query;
    use crate::schema::role::{Columns, Grant, Rights, Rows};
    use crate::schema::table::{Default, History, ID, text};

    static TABLE: Table = Table {
        name: "letters",
        key: "id",
        columns: &[
            ID,
            text("subject", 100),
            text("sender", 100),
            Column::new("is_open", Kind::Bool).default(Default::True),
        ],
        unique: &[],
        search: &[],
        rights: Rights {
            visitor: Grant {
                read: Access {
                    columns: Columns::Only(&["id", "subject"]),
                    rows: Rows::Where(RowRule::IsTrue("is_open")),
                },
                ..Grant::NOTHING
            },
            ..Rights::STAFF_LIST
        },
        history: History::None,
        switch: None,
    };

    fn planned(text: &str, caller: &Caller) -> Result<Read> {
        restrict(read(&TABLE, &query::parse(text).unwrap())?, caller)
    }

    #[test]
    fn a_grant_of_columns_holds_in_every_use() {
        let visitor = Caller::visitor();
        for all in ["", "select=*", "select=*,subject&order=subject"] {
            let plan = planned(all, &visitor).unwrap();
            assert!(plan.outputs.iter().all(|output| ["id", "subject"].contains(&output.term.column.name)), "{all}");
            assert!(matches!(plan.conditions[..], [Condition::Rule(RowRule::IsTrue("is_open"))]), "{all}");
        }
        for named in [
            "select=sender",
            "select=x:sender",
            "order=sender",
            "sender=eq.a",
            "sender=is.null",
            "sender=like.a*",
            "or=(subject.eq.a,and(sender.eq.b,id.not.is.null))",
            "is_open=is.true",
        ] {
            assert!(matches!(planned(named, &visitor), Err(Error::Denied { .. })), "{named}");
            assert!(planned(named, &Caller::server()).is_ok(), "{named}");
        }
    }
}
