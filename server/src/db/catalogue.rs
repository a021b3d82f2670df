//! The tables that a database holds, read from the database itself. Nothing else in this folder knows a name of the
//! schema, so that a new table needs a migration and no word here.

use std::sync::Arc;

use super::sql::{Engine, Row, Sql};

/// What belongs to the machinery and not to the site: its changes are not recorded. One of them holds the secret that signs
/// tokens, which must not be copied about; the history is itself made from the record.
const MACHINERY: [&str; 7] =
    ["_sqlx_migrations", "table_versions", "row_counts", "shared_secrets", "shared_tries", "history", "history_files"];

/// Name, column, type and place in the primary key (from 1; 0 for none), a line for each column.
const IN_SQLITE: &str = "SELECT t.name, c.name, c.type, c.pk FROM sqlite_master t JOIN pragma_table_info(t.name) c \
     WHERE t.type = 'table' AND substr(t.name, 1, 7) <> 'sqlite_' ORDER BY t.name, c.cid";
const IN_POSTGRES: &str = "SELECT t.relname::text, c.attname::text, format_type(c.atttypid, NULL), \
     coalesce(array_position(k.indkey::int2[], c.attnum) + 1, 0) \
     FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped \
     LEFT JOIN pg_index k ON k.indrelid = t.oid AND k.indisprimary \
     WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace ORDER BY t.relname COLLATE \"C\", c.attnum";

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

/// The tables of the site, from the answer to `query`.
pub fn tables(rows: &[Row]) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut keys: Vec<Vec<(i64, String)>> = Vec::new();
    for row in rows.iter().filter(|row| !MACHINERY.contains(&row.text(0))) {
        if tables.last().is_none_or(|table| &*table.name != row.text(0)) {
            tables.push(Table { name: row.text(0).into(), columns: Vec::new(), key: Vec::new() });
            keys.push(Vec::new());
        }
        let name = row.text(1).to_owned();
        if let (Some(key), 1..) = (keys.last_mut(), row.int(3)) {
            key.push((row.int(3), name.clone()));
        }
        if let Some(table) = tables.last_mut() {
            table.columns.push(Column { name, is_blob: row.text(2).eq_ignore_ascii_case("BLOB") });
        }
    }
    for (table, mut key) in tables.iter_mut().zip(keys) {
        key.sort();
        table.key = key.into_iter().map(|(_, name)| name).collect();
    }
    tables
}
