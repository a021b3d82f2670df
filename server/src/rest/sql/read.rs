//! Reads and counts as SQL. On SQLite, what the search index can narrow is asked of it (see `db::search`).

use super::super::plan::{Order, Read};
use super::super::search;
use super::{condition, filter, object, value};
use crate::db::{self, Engine, Sql, row_counts};

/// One row: how many rows, and all of them as one JSON array.
pub fn read(engine: Engine, plan: &Read) -> Sql {
    let mut sql = Sql::on(engine, "");
    if let (Some(created_at), Some(matching)) = (plan.newest_first(), by_index(engine, plan)) {
        many(&mut sql, plan, &matching);
        sql.push(AS_ARRAY);
        found(&mut sql, plan, &matching, created_at, line);
    } else {
        sql.push(AS_ARRAY).push("SELECT ");
        line(&mut sql, plan);
        sql.push(" FROM ").name(plan.table.name);
        filter(&mut sql, &plan.conditions, &plan.hidden);
        order(&mut sql, plan);
    }
    limit(&mut sql, plan.limit, plan.offset);
    sql.push(") AS lines");
    sql
}

const AS_ARRAY: &str = "SELECT count(*), coalesce('[' || string_agg(line, ',') || ']', '[]') FROM (";

fn line(sql: &mut Sql, plan: &Read) {
    sql.push("CAST(");
    object(sql, &plan.outputs, &plan.hidden);
    sql.push(" AS TEXT) AS line");
}

fn order(sql: &mut Sql, plan: &Read) {
    for (position, Order { term, descending, nulls_first }) in plan.order.iter().enumerate() {
        sql.push(if position == 0 { " ORDER BY " } else { ", " });
        value(sql, term, &plan.hidden);
        sql.push(if *descending { " DESC" } else { " ASC" });
        // Without NULLs to place, the bare order lets the index serve it.
        if term.column.nullable || term.path.is_some() {
            sql.push(if *nulls_first { " NULLS FIRST" } else { " NULLS LAST" });
        }
    }
}

/// A bare placeholder as the limit has SQLite plan the statement anew for every value it is given.
fn limit(sql: &mut Sql, limit: u64, offset: u64) {
    sql.push(" LIMIT CAST(").bind(limit as i64).push(" AS BIGINT) OFFSET ").bind(offset as i64);
}

pub fn count(engine: Engine, plan: &Read) -> Sql {
    let mut sql = Sql::on(engine, "");
    if plan.conditions.is_empty() {
        sql.push("SELECT ");
        row_counts::of(&mut sql, plan.table.name);
        return sql;
    }
    let matching = by_index(engine, plan);
    if let Some(matching) = &matching {
        many(&mut sql, plan, matching);
    }
    let one = |sql: &mut Sql, _: &Read| {
        sql.push("1 AS line");
    };
    let walked = |sql: &mut Sql, what: &str| {
        sql.push(what).push(" FROM ").name(plan.table.name);
        filter(sql, &plan.conditions, &plan.hidden);
    };
    match (plan.count_to, plan.newest_first(), matching) {
        // One more says that there are more.
        (Some(max), created_at, matching) => {
            sql.push("SELECT count(*) FROM (");
            match (created_at, matching) {
                (Some(created_at), Some(matching)) => found(&mut sql, plan, &matching, created_at, one),
                _ => walked(&mut sql, "SELECT 1"),
            }
            limit(&mut sql, max + 1, 0);
            sql.push(") AS counted");
        }
        (None, _, Some(matching)) => {
            sql.push("SELECT CASE WHEN (SELECT many FROM found) THEN (");
            walked(&mut sql, "SELECT count(*)");
            sql.push(") ELSE (SELECT count(*)");
            from_index(&mut sql, plan, &matching);
            filter(&mut sql, &plan.conditions, &plan.hidden);
            sql.push(") END");
        }
        (None, _, None) => walked(&mut sql, "SELECT count(*)"),
    }
    sql
}

/// A text that stands in many rows is soon found among the newest. So many of them are looked at before the index is asked.
const NEAR: u64 = 1000;
/// A text that stands in more rows than this is found sooner by walking than by fetching and sorting them all.
const MANY: u64 = 4000;

/// What to ask the index of SQLite for, when the rows of a table are counted or wanted newest first. PostgreSQL's planner
/// takes its own by itself.
fn by_index(engine: Engine, plan: &Read) -> Option<String> {
    match engine {
        Engine::Sqlite => search::matching(plan.table, &plan.conditions),
        Engine::Postgres => None,
    }
}

/// Whether the index knows many such rows: asked once, and only where it is wanted.
fn many(sql: &mut Sql, plan: &Read, matching: &str) {
    let index = db::search::index_of(plan.table.name);
    sql.push("WITH found(many) AS MATERIALIZED (SELECT count(*) > ").bind(MANY as i64).push(" FROM (SELECT 1 FROM ");
    sql.name(&index).push(" WHERE ").name(&index).push(" MATCH ").bind(matching);
    sql.push(" LIMIT CAST(").bind(MANY as i64 + 1).push(" AS BIGINT))) ");
}

/// The newest rows first, in three parts. A part is begun when those before it were not enough: those near the place where
/// the page begins; of all others what the index knows; or, where that is much, each of them.
fn found(sql: &mut Sql, plan: &Read, matching: &str, created_at: &str, line: impl Fn(&mut Sql, &Read)) {
    sql.push("SELECT line FROM (SELECT ");
    line(sql, plan);
    sql.push(" FROM ").name(plan.table.name).push(" WHERE ").name(created_at).push(" >= ");
    edge(sql, plan, created_at);
    and(sql, plan);
    sql.push(") UNION ALL SELECT line FROM (SELECT ");
    line(sql, plan);
    from_index(sql, plan, matching);
    // The plus keeps SQLite from walking by time.
    sql.push(" WHERE NOT (SELECT many FROM found) AND +").name(created_at).push(" < ");
    edge(sql, plan, created_at);
    and(sql, plan);
    sql.push(") UNION ALL SELECT line FROM (SELECT ");
    line(sql, plan);
    // As a bound of the index, so that nothing is walked where it does not hold.
    sql.push(" FROM ").name(plan.table.name).push(" WHERE ").name(created_at);
    sql.push(" < CASE WHEN (SELECT many FROM found) THEN ");
    edge(sql, plan, created_at);
    sql.push(" ELSE '' END");
    and(sql, plan);
    sql.push(")");
}

fn and(sql: &mut Sql, plan: &Read) {
    for each in &plan.conditions {
        sql.push(" AND ");
        condition(sql, each, &plan.hidden);
    }
    order(sql, plan);
    let wanted = plan.limit.saturating_add(plan.offset).min(i64::MAX as u64);
    limit(sql, wanted.max(plan.count_to.map_or(0, |max| max + 1)), 0);
}

fn from_index(sql: &mut Sql, plan: &Read, matching: &str) {
    sql.push(" FROM (");
    db::search::rows(sql, plan.table.name, matching);
    sql.push(") CROSS JOIN ").name(plan.table.name).push(" ON ").name(plan.table.name).push(".rowid = hit");
}

/// The moment that has so many newer rows, from the place where the page begins.
fn edge(sql: &mut Sql, plan: &Read, created_at: &str) {
    sql.push("coalesce((SELECT ").name(created_at).push(" FROM ").name(plan.table.name);
    let begins = plan.conditions.iter().filter(|condition| condition.is_about(created_at));
    for (position, each) in begins.enumerate() {
        sql.push(if position == 0 { " WHERE " } else { " AND " });
        condition(sql, each, &plan.hidden);
    }
    order(sql, plan);
    sql.push(" LIMIT 1 OFFSET CAST(").bind(NEAR as i64).push(" AS BIGINT)), '')");
}
