//! The tables that a database holds, read from the database itself. Nothing else in this folder knows a name of the
//! schema, so that a new table needs a migration and no word here.

use std::sync::Arc;

use super::sql::{Engine, Row, Sql};

/// The indexes for searching and all that belongs to them (see `search`) have names that begin like this.
const OF_SEARCH: &str = "search_";

/// What belongs to the machinery and not to the site: its changes are not recorded. One of them holds the secret that signs
/// tokens, which must not be copied about; the history is itself made from the record.
const MACHINERY: [&str; 7] =
    ["_sqlx_migrations", "table_versions", "row_counts", "shared_secrets", "shared_tries", "history", "history_files"];

/// One text: an array of name, column, type and place in the primary key (from 1; 0 for none), for each column of each
/// table. As rows, each of some hundred would be a trip between two threads on SQLite, several times at every start.
const IN_SQLITE: &str = "SELECT json_group_array(json_array(name, part, type, pk)) FROM \
     (SELECT t.name, c.name AS part, c.type, c.pk FROM sqlite_master t JOIN pragma_table_info(t.name) c \
     WHERE t.type = 'table' AND substr(t.name, 1, 7) <> 'sqlite_' ORDER BY t.name, c.cid)";
const IN_POSTGRES: &str = "SELECT CAST(json_agg(json_build_array(t.relname, c.attname, format_type(c.atttypid, NULL), \
     coalesce(array_position(k.indkey::int2[], c.attnum) + 1, 0)) ORDER BY t.relname COLLATE \"C\", c.attnum) AS TEXT) \
     FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped \
     LEFT JOIN pg_index k ON k.indrelid = t.oid AND k.indisprimary \
     WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace";

#[derive(Debug, PartialEq)]
pub struct Table {
    pub name: Arc<str>,
    pub columns: Vec<Column>,
    /// The columns of the primary key, in its order.
    pub key: Vec<String>,
}

#[derive(Debug, PartialEq)]
pub struct Column {
    pub name: String,
    pub is_blob: bool,
}

pub fn query(engine: Engine) -> Sql {
    Sql::new(match engine {
        Engine::Sqlite => IN_SQLITE,
        Engine::Postgres => IN_POSTGRES,
    })
}

fn is_of_the_site(table: &str) -> bool {
    !MACHINERY.contains(&table) && !table.starts_with(OF_SEARCH)
}

/// The tables of the site, from the answer to `query`.
pub fn tables(answer: &[Row]) -> Vec<Table> {
    type Part = (String, String, String, i64);
    let parts = answer.first().and_then(|row| row.text_or_none(0)).unwrap_or("[]");
    let parts: Vec<Part> = serde_json::from_str(parts).expect("the query answers in this form");
    let mut tables: Vec<Table> = Vec::new();
    let mut keys: Vec<Vec<(i64, String)>> = Vec::new();
    for (table, name, kind, place) in parts.into_iter().filter(|part| is_of_the_site(&part.0)) {
        if tables.last().is_none_or(|last| *last.name != *table) {
            tables.push(Table { name: table.into(), columns: Vec::new(), key: Vec::new() });
            keys.push(Vec::new());
        }
        if let (Some(key), 1..) = (keys.last_mut(), place) {
            key.push((place, name.clone()));
        }
        if let Some(table) = tables.last_mut() {
            table.columns.push(Column { name, is_blob: kind.eq_ignore_ascii_case("BLOB") });
        }
    }
    for (table, mut key) in tables.iter_mut().zip(keys) {
        key.sort();
        table.key = key.into_iter().map(|(_, name)| name).collect();
    }
    tables
}
