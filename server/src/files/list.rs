//! Lists one folder: its files, and the folders in it as entries without data. SQL does the grouping.

use serde::Deserialize;
use serde_json::{Value, json};

use super::name::BUCKET;
use super::object::{COLUMNS, Object};
use crate::app::App;
use crate::db::{Row, Sql};
use crate::error::{Error, Result};

const MOST: i64 = 1000;

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct Asked {
    prefix: String,
    limit: Option<i64>,
    offset: Option<i64>,
    search: Option<String>,
    sort_by: Option<SortBy>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct SortBy {
    column: Option<String>,
    order: Option<String>,
}

pub async fn list(app: &App, asked: Asked) -> Result<Value> {
    let rows = app.db.rows(query(&asked)?).await?;
    Ok(rows.iter().map(entry).collect())
}

fn entry(row: &Row) -> Value {
    let name = row.text(13);
    match row.text_or_none(0) {
        Some(_) => Object::read(row).listed(name),
        None => json!({
            "name": name, "id": null, "updated_at": null, "created_at": null, "last_accessed_at": null, "metadata": null,
        }),
    }
}

/// Every name under the prefix is cut at its next slash; what has one is a folder. No LIKE: a caller's `%` and `_`
/// mean themselves.
fn query(asked: &Asked) -> Result<Sql> {
    let folder = folder(&asked.prefix);
    let mut within = Sql::new("SELECT *, substr(name, CAST(? AS INTEGER)) AS rest FROM objects WHERE bucket = ?")
        .with(folder.chars().count() as i64 + 1)
        .with(BUCKET);
    if !folder.is_empty() {
        // From "folder/" to "folder0", the next character after the slash: a range of the index.
        let end = format!("{}0", folder.trim_end_matches('/'));
        within.push(" AND name >= ").bind(folder).push(" AND name < ").bind(end);
    }
    let mut matching = Sql::default();
    if let Some(search) = asked.search.as_deref().filter(|search| !search.is_empty()) {
        matching.push(" AND instr(lower(rest), lower(").bind(search).push(")) = 1");
    }

    let nulls = COLUMNS.split(", ").map(|column| format!("NULL AS {column}")).collect::<Vec<_>>().join(", ");
    let mut sql = Sql::new("WITH within AS (");
    sql.append(within);
    sql.push(&format!(") SELECT {COLUMNS}, entry FROM (SELECT {COLUMNS}, rest AS entry, 1 AS is_file FROM within"));
    sql.push(" WHERE instr(rest, '/') = 0").append(matching.clone());
    sql.push(&format!(
        " UNION ALL SELECT {nulls}, folder, 0 FROM (SELECT DISTINCT substr(rest, 1, instr(rest, '/') - 1)"
    ));
    sql.push(" AS folder FROM within WHERE instr(rest, '/') > 0").append(matching);
    sql.push(") AS folders) AS entries ORDER BY ");
    sql.push(&order(asked.sort_by.as_ref())?).push(" LIMIT ").bind(between("limit", asked.limit, 100, 1)?.min(MOST));
    sql.push(" OFFSET ").bind(between("offset", asked.offset, 0, 0)?);
    Ok(sql)
}

/// The prefix as a folder: empty, or ending in one slash.
fn folder(prefix: &str) -> String {
    let prefix = prefix.trim_matches('/');
    if prefix.is_empty() { String::new() } else { format!("{prefix}/") }
}

fn order(sort: Option<&SortBy>) -> Result<String> {
    let column = sort.and_then(|sort| sort.column.as_deref()).unwrap_or("name");
    let direction = match sort.and_then(|sort| sort.order.as_deref()).unwrap_or("asc") {
        text if text.eq_ignore_ascii_case("asc") => "ASC",
        text if text.eq_ignore_ascii_case("desc") => "DESC",
        _ => return Err(invalid("sortBy.order must be asc or desc")),
    };
    // Folders have no times and stand first, except by name, where they stand among the files.
    Ok(match column {
        "name" => format!("lower(entry) {direction}, entry {direction}"),
        "created_at" => format!("is_file, created_at {direction}, entry {direction}"),
        "updated_at" | "last_accessed_at" => format!("is_file, updated_at {direction}, entry {direction}"),
        _ => return Err(invalid("sortBy.column must be name, created_at, updated_at or last_accessed_at")),
    })
}

fn between(what: &str, given: Option<i64>, usual: i64, least: i64) -> Result<i64> {
    match given.unwrap_or(usual) {
        number if number < least => Err(invalid(&format!("{what} must be at least {least}"))),
        number => Ok(number),
    }
}

fn invalid(message: &str) -> Error {
    Error::refused(400, "InvalidRequest", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_mean_folders() {
        for (prefix, meant) in [("", ""), ("/", ""), ("a", "a/"), ("a/", "a/"), ("/a/b/", "a/b/")] {
            assert_eq!(folder(prefix), meant);
        }
    }

    #[test]
    fn every_value_is_bound_and_every_order_known() {
        let asked = |text: &str| query(&serde_json::from_str(text).unwrap());
        let sql = asked(r#"{"prefix":"a'%_","search":"x'%","limit":5000,"offset":7}"#).unwrap();
        assert!(!sql.text.contains("a'") && !sql.text.contains("x'"));
        assert_eq!(sql.text.matches('?').count(), sql.values.len());
        assert!(sql.values.contains(&1000.into()));
        assert!(asked(r#"{"sortBy":{"column":"name; DROP TABLE objects","order":"asc"}}"#).is_err());
        assert!(asked(r#"{"sortBy":{"column":"name","order":"sideways"}}"#).is_err());
        assert!(asked(r#"{"limit":0}"#).is_err());
        assert!(asked(r#"{"offset":-1}"#).is_err());
    }
}
