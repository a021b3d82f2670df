//! Plans written as SQL, for either engine. Names come from the declarations, everything else is bound. The database answers
//! with finished JSON.

use super::field::Step;
use super::filter::{Compare, Containment, Is};
use super::plan::{Condition, Hidden, Order, Output, Path, Read, Term};
use crate::db::{Engine, Sql, Value, row_counts};
use crate::schema::history::ACCOUNTS;
use crate::schema::role::RowRule;
use crate::schema::{Column, Kind, Table};

impl Compare {
    pub fn in_sql(self) -> &'static str {
        match self {
            Compare::Eq => "=",
            Compare::Neq => "<>",
            Compare::Gt => ">",
            Compare::Gte => ">=",
            Compare::Lt => "<",
            Compare::Lte => "<=",
            Compare::IsDistinct => "IS DISTINCT FROM",
        }
    }
}

/// One row: how many rows, and all of them as one JSON array.
pub fn read(engine: Engine, plan: &Read) -> Sql {
    let lines = "SELECT count(*), coalesce('[' || string_agg(line, ',') || ']', '[]') FROM (SELECT CAST(";
    let mut sql = Sql::on(engine, lines);
    object(&mut sql, &plan.outputs, &plan.hidden);
    sql.push(" AS TEXT) AS line FROM ").name(plan.table.name);
    filter(&mut sql, &plan.conditions, &plan.hidden);
    for (position, Order { term, descending, nulls_first }) in plan.order.iter().enumerate() {
        sql.push(if position == 0 { " ORDER BY " } else { ", " });
        value(&mut sql, term, &plan.hidden);
        sql.push(if *descending { " DESC" } else { " ASC" });
        // Without NULLs to place, the bare order lets the index serve it.
        if term.column.nullable || term.path.is_some() {
            sql.push(if *nulls_first { " NULLS FIRST" } else { " NULLS LAST" });
        }
    }
    // A bare placeholder as the limit has SQLite plan the statement anew for every value it is given.
    sql.push(" LIMIT CAST(").bind(plan.limit as i64).push(" AS BIGINT) OFFSET ").bind(plan.offset as i64);
    sql.push(") AS lines");
    sql
}

pub fn count(engine: Engine, plan: &Read) -> Sql {
    if plan.conditions.is_empty() {
        let mut sql = Sql::on(engine, "SELECT ");
        row_counts::of(&mut sql, plan.table.name);
        return sql;
    }
    let mut sql = Sql::on(engine, "SELECT count(*) FROM ");
    sql.name(plan.table.name);
    filter(&mut sql, &plan.conditions, &plan.hidden);
    sql
}

/// What a write gives back of each row.
pub struct Returned {
    pub outputs: Vec<Output>,
    pub hidden: Vec<Hidden>,
}

/// `update` lists the columns to set when a row with the same `conflict` columns is there; `None` keeps that row.
pub struct Conflict {
    pub columns: Vec<&'static str>,
    pub update: Option<Vec<&'static str>>,
}

pub fn insert(
    engine: Engine,
    table: &Table,
    rows: Vec<Vec<Value>>,
    conflict: Option<&Conflict>,
    returned: Option<&Returned>,
) -> Sql {
    let mut sql = Sql::on(engine, "INSERT INTO ");
    sql.name(table.name).push(" (");
    names(&mut sql, table.columns.iter().map(|column| column.name));
    sql.push(") VALUES ");
    for (position, row) in rows.into_iter().enumerate() {
        sql.push(if position == 0 { "(" } else { ", (" });
        list(&mut sql, row);
        sql.push(")");
    }
    if let Some(Conflict { columns, update }) = conflict {
        sql.push(" ON CONFLICT (");
        names(&mut sql, columns.iter().copied());
        sql.push(") DO ");
        match update {
            None => drop(sql.push("NOTHING")),
            Some(columns) => {
                for (position, column) in columns.iter().enumerate() {
                    sql.push(if position == 0 { "UPDATE SET " } else { ", " });
                    sql.name(column).push(" = excluded.").name(column);
                }
            }
        }
    }
    returning(&mut sql, returned);
    sql
}

pub fn update(
    engine: Engine,
    table: &Table,
    set: Vec<(&'static str, Value)>,
    conditions: &[Condition],
    returned: Option<&Returned>,
) -> Sql {
    let mut sql = Sql::on(engine, "UPDATE ");
    sql.name(table.name);
    for (position, (column, value)) in set.into_iter().enumerate() {
        sql.push(if position == 0 { " SET " } else { ", " });
        sql.name(column).push(" = ").bind(value);
    }
    filter(&mut sql, conditions, &[]);
    returning(&mut sql, returned);
    sql
}

pub fn delete(engine: Engine, table: &Table, conditions: &[Condition], returned: Option<&Returned>) -> Sql {
    let mut sql = Sql::on(engine, "DELETE FROM ");
    sql.name(table.name);
    filter(&mut sql, conditions, &[]);
    returning(&mut sql, returned);
    sql
}

/// The values of one column in the rows that `conditions` choose.
pub fn column_of(engine: Engine, table: &Table, column: &str, conditions: &[Condition]) -> Sql {
    let mut sql = Sql::on(engine, "SELECT ");
    sql.name(column).push(" FROM ").name(table.name);
    filter(&mut sql, conditions, &[]);
    sql
}

/// The rows that `conditions` choose, with every column as it is stored.
pub fn whole_rows(engine: Engine, table: &Table, conditions: &[Condition]) -> Sql {
    let mut sql = Sql::on(engine, "SELECT ");
    names(&mut sql, table.columns.iter().map(|column| column.name));
    sql.push(" FROM ").name(table.name);
    filter(&mut sql, conditions, &[]);
    sql
}

/// A value that stands for one of this column. Its kind is said, since a bare NULL has none.
pub fn cast(sql: &mut Sql, column: &Column, value: Value) {
    let kind = match column.kind {
        Kind::Bool | Kind::Integer => " AS BIGINT)",
        _ => " AS TEXT)",
    };
    sql.push("CAST(").bind(value).push(kind);
}

/// Those of `values` that the column already holds.
pub fn existing(table: &Table, column: &str, values: Vec<Value>) -> Sql {
    let mut sql = Sql::new("SELECT ");
    sql.name(column).push(" FROM ").name(table.name).push(" WHERE ").name(column).push(" IN (");
    list(&mut sql, values);
    sql.push(")");
    sql
}

/// One JSON object a row, where they are asked for.
fn returning(sql: &mut Sql, returned: Option<&Returned>) {
    if let Some(Returned { outputs, hidden }) = returned {
        sql.push(" RETURNING CAST(");
        object(sql, outputs, hidden);
        sql.push(" AS TEXT)");
    }
}

pub fn object(sql: &mut Sql, outputs: &[Output], hidden: &[Hidden]) {
    sql.either("json_object(", "json_build_object(");
    for (position, Output { name, term }) in outputs.iter().enumerate() {
        if position > 0 {
            sql.push(", ");
        }
        sql.bind(name).push(", ");
        output(sql, term, hidden);
    }
    sql.push(")");
}

/// A term as a member of the answer.
fn output(sql: &mut Sql, term: &Term, hidden: &[Hidden]) {
    match (&term.path, term.column.kind) {
        (None, Kind::Bool) => {
            sql.either("json(", "CAST(")
                .push("CASE ")
                .name(term.column.name)
                .push(" WHEN 1 THEN 'true' WHEN 0 THEN 'false' END");
            sql.either(")", " AS JSON)");
        }
        // As PostgreSQL prints it: no zeros behind. Stored with all six, so that text is in the order of time.
        (None, Kind::Time) => {
            sql.push("rtrim(rtrim(substr(").name(term.column.name).push(", 1, 26), '0'), '.') || '+00:00'");
        }
        (Some(path), _) if path.as_text => value(sql, term, hidden),
        (_, Kind::Document | Kind::Json) => {
            sql.either("json(", "CAST(");
            value(sql, term, hidden);
            sql.either(")", " AS JSON)");
        }
        _ => value(sql, term, hidden),
    }
}

/// A term as a value to compare or order by.
fn value(sql: &mut Sql, term: &Term, hidden: &[Hidden]) {
    match &term.path {
        None => base(sql, term, hidden),
        Some(path) if sql.is_for_postgres() => place_in_postgres(sql, term, path, hidden),
        Some(path) => place_in_sqlite(sql, term, path, hidden),
    }
}

fn place_in_sqlite(sql: &mut Sql, term: &Term, path: &Path, hidden: &[Hidden]) {
    let place = sqlite_path(&path.steps);
    if !path.as_text {
        base(sql, term, hidden);
        sql.push(" -> ").bind(place);
        return;
    }
    // `->>` gives 1 and 0 for true and false here, where PostgreSQL gives the words.
    sql.push("CASE json_type(");
    base(sql, term, hidden);
    sql.push(", ").bind(&place).push(") WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(");
    base(sql, term, hidden);
    sql.push(" ->> ").bind(place).push(" AS TEXT) END");
}

/// Compared byte by byte, as SQLite does, whatever the language of the database.
fn place_in_postgres(sql: &mut Sql, term: &Term, path: &Path, hidden: &[Hidden]) {
    sql.push("CAST(CAST(");
    base(sql, term, hidden);
    sql.push(" AS JSON)");
    for (position, step) in path.steps.iter().enumerate() {
        let last = position + 1 == path.steps.len();
        sql.push(if last && path.as_text { " ->> " } else { " -> " });
        match step {
            Step::Key(key) => sql.bind(key),
            Step::Index(index) => sql.push("CAST(").bind(*index).push(" AS INTEGER)"),
        };
    }
    sql.push(" AS TEXT) COLLATE \"C\"");
}

/// The path in SQLite's notation: `$."hero"."heading"`, `$."phones"[0]`, from the end `[#-1]`.
fn sqlite_path(steps: &[Step]) -> String {
    let mut path = String::from("$");
    for step in steps {
        match step {
            Step::Key(key) => {
                path.push('.');
                path.push_str(&serde_json::Value::from(key.as_str()).to_string());
            }
            Step::Index(index) if *index < 0 => path.push_str(&format!("[#{index}]")),
            Step::Index(index) => path.push_str(&format!("[{index}]")),
        }
    }
    path
}

/// The column itself, without what is hidden from the caller: in every use, so that no filter or order can feel it.
fn base(sql: &mut Sql, term: &Term, hidden: &[Hidden]) {
    let mut keys = hidden.iter().filter(|hidden| hidden.column == term.column.name).peekable();
    if keys.peek().is_none() {
        sql.name(term.column.name);
        return;
    }
    if sql.is_for_postgres() {
        // Not jsonb, which would put the keys in another order.
        sql.push(
            "(SELECT CAST(coalesce(json_object_agg(key, value), '{}') AS TEXT) COLLATE \"C\" FROM json_each(CAST(",
        );
        sql.name(term.column.name).push(" AS JSON)) WHERE key NOT IN (");
        list(sql, keys.map(|hidden| hidden.key.into()).collect());
        sql.push("))");
        return;
    }
    sql.push("json_remove(").name(term.column.name);
    for hidden in keys {
        sql.push(", ").bind(format!("$.\"{}\"", hidden.key));
    }
    sql.push(")");
}

pub fn filter(sql: &mut Sql, conditions: &[Condition], hidden: &[Hidden]) {
    for (position, each) in conditions.iter().enumerate() {
        sql.push(if position == 0 { " WHERE " } else { " AND " });
        condition(sql, each, hidden);
    }
}

fn condition(sql: &mut Sql, condition: &Condition, hidden: &[Hidden]) {
    match condition {
        Condition::MadeAfter(time) => drop(sql.push("\"created_at\" > ").bind(time)),
        // As one value, so that the statement stays the same however many there are.
        Condition::MadeAt(times) => {
            sql.push("\"created_at\" IN (SELECT value FROM json_each(").bind(times).push("))");
        }
        Condition::Rule(RowRule::IsTrue(column)) => drop(sql.name(column).push(" = 1")),
        Condition::Rule(RowRule::IsNoneOf(column, values)) => {
            sql.name(column).push(" NOT IN (").bind_all(values.iter().copied()).push(")");
        }
        // Written out where the caller is known (see `plan::rule`).
        Condition::Rule(RowRule::NamesReadable(..)) => drop(sql.push("(1 = 0)")),
        // Nearly every row meets it: SQLite must not take an index for it, and sort all of them afterwards.
        Condition::NamesOneOf { column, tables, own } => {
            sql.either("(+", "(").name(column).push(" IN (").bind_all(tables.iter().copied()).push(")");
            if let Some((account, id)) = own {
                sql.push(" OR (").either("+", "").name(column).push(" = ").bind(ACCOUNTS);
                sql.push(" AND ").either("+", "").name(account).push(" = ").bind(id).push(")");
            }
            sql.push(")");
        }
        Condition::All { negated, of } => group(sql, *negated, " AND ", of, hidden),
        Condition::Any { negated, of } => group(sql, *negated, " OR ", of, hidden),
        // Nothing is in an empty list; only SQLite has a way to write one.
        Condition::Compare { negated, operator: "IN", values, .. } if values.is_empty() => {
            sql.push(if *negated { "(1 = 1)" } else { "(1 = 0)" });
        }
        Condition::Compare { term, negated, operator, values } => {
            sql.push(if *negated { "NOT (" } else { "(" });
            value(sql, term, hidden);
            sql.push(" ").push(operator).push(" ");
            if *operator == "IN" {
                sql.push("(");
                list(sql, values.clone());
                sql.push(")");
            } else {
                sql.bind(values[0].clone());
            }
            sql.push(")");
        }
        Condition::Like { term, negated, pattern, any_case: true } => {
            sql.push(if *negated { "NOT (lower(" } else { "(lower(" });
            value(sql, term, hidden);
            sql.push(") LIKE lower(").bind(pattern).push(") ESCAPE '\\')");
        }
        Condition::Like { term, negated, pattern, any_case: false } => {
            sql.push(if *negated { "NOT (" } else { "(" });
            value(sql, term, hidden);
            sql.push(" LIKE ").bind(pattern).push(" ESCAPE '\\')");
        }
        Condition::Match { term, negated, pattern, any_case } => {
            sql.push(if *negated { "NOT (" } else { "(" });
            value(sql, term, hidden);
            match (sql.is_for_postgres(), any_case) {
                (true, true) => sql.push(" ~* ").bind(pattern),
                (true, false) => sql.push(" ~ ").bind(pattern),
                // As in PostgreSQL the point stands for a line break too.
                (false, true) => sql.push(" REGEXP ").bind(format!("(?si){pattern}")),
                (false, false) => sql.push(" REGEXP ").bind(format!("(?s){pattern}")),
            };
            sql.push(")");
        }
        Condition::Contains { term, negated, json, way } => {
            sql.push(if *negated { "NOT (" } else { "(" });
            contains(sql, term, json, *way, hidden);
            sql.push(")");
        }
        Condition::Is { term, negated, is } => {
            sql.push(if *negated { "NOT (" } else { "(" });
            value(sql, term, hidden);
            sql.push(match is {
                Is::Null | Is::Unknown => " IS NULL)",
                Is::NotNull => " IS NOT NULL)",
                Is::True => " = 1)",
                Is::False => " = 0)",
            });
        }
    }
}

fn contains(sql: &mut Sql, term: &Term, json: &str, way: Containment, hidden: &[Hidden]) {
    if sql.is_for_postgres() {
        sql.push("CAST(");
        value(sql, term, hidden);
        sql.push(if way == Containment::Holds { " AS JSONB) @> CAST(" } else { " AS JSONB) <@ CAST(" });
        sql.bind(json).push(" AS JSONB)");
        return;
    }
    sql.push("json_contains(");
    match way {
        Containment::Holds => {
            value(sql, term, hidden);
            sql.push(", ").bind(json);
        }
        Containment::IsWithin => {
            sql.bind(json).push(", ");
            value(sql, term, hidden);
        }
    }
    sql.push(")");
}

fn group(sql: &mut Sql, negated: bool, between: &str, of: &[Condition], hidden: &[Hidden]) {
    sql.push(if negated { "NOT (" } else { "(" });
    for (position, each) in of.iter().enumerate() {
        if position > 0 {
            sql.push(between);
        }
        condition(sql, each, hidden);
    }
    sql.push(")");
}

pub fn names(sql: &mut Sql, names: impl Iterator<Item = &'static str>) {
    for (position, name) in names.enumerate() {
        if position > 0 {
            sql.push(", ");
        }
        sql.name(name);
    }
}

fn list(sql: &mut Sql, values: Vec<Value>) {
    for (position, value) in values.into_iter().enumerate() {
        if position > 0 {
            sql.push(", ");
        }
        sql.bind(value);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::db::Engine;
    use crate::rest::{plan, query};
    use crate::schema::{self, Caller};

    fn text_of(table: &str, query: &str) -> Option<String> {
        let plan = plan::read(schema::table(table)?, &query::parse(query).ok()?).ok()?;
        let plan = plan::restrict(plan, &Caller::visitor()).ok()?;
        let both = [Engine::Sqlite, Engine::Postgres].map(|engine| super::read(engine, &plan));
        for sql in &both {
            assert_eq!(sql.text.matches('?').count(), sql.values.len());
        }
        Some(both.map(|sql| sql.text).join("\n"))
    }

    fn encoded(text: &str) -> String {
        form_urlencoded::byte_serialize(text.as_bytes()).collect()
    }

    #[test]
    fn paths_are_written_in_sqlites_notation() {
        let path = |text: &str| super::sqlite_path(&crate::rest::field::Field::parse(text).unwrap().path);
        assert_eq!(path("content->hero->>heading"), "$.\"hero\".\"heading\"");
        assert_eq!(path("content->phones->-1"), "$.\"phones\"[#-1]");
    }

    proptest! {
        /// The statement is the same whatever the caller's values are: they are all bound.
        #[test]
        fn no_value_ever_becomes_text(value in "\\PC{1,40}", operator in "(eq|neq|gt|like|ilike|lt|isdistinct)") {
            let with = |value: &str| text_of("projects", &format!("title={operator}.{}", encoded(value)));
            prop_assert_eq!(with(&value), with("plain"));
        }

        #[test]
        fn no_name_of_a_caller_becomes_text(alias in "[a-z\"';) -]{1,20}", key in "[a-z\"';) -]{1,20}") {
            let query = |alias: &str, key: &str| format!("select={}:content->>{}&order=content->{}", encoded(alias), encoded(key), encoded(key));
            if let Some(text) = text_of("website_content", &query(&alias, &key)) {
                prop_assert_eq!(Some(text), text_of("website_content", &query("plain", "plain")));
            }
        }
    }
}
