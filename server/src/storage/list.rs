//! Lists one folder: its files, and the folders in it as entries without data. Both come from one index, in which the
//! files of a folder stand together in the order of their names: a page of them costs the same in a folder of ten
//! thousand, and folders are found by leaping from one to the next.

use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{FileError, Result};
use super::number::Number;
use super::object::{COLUMNS, Object};
use crate::db::{Db, Row, Sql};
use crate::schema::Bucket;

const MAX: i64 = 1000;

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct Asked {
    prefix: String,
    limit: Option<Number>,
    offset: Option<Number>,
    search: Option<String>,
    sort_by: Option<SortBy>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct SortBy {
    pub column: Option<String>,
    order: Option<String>,
}

impl SortBy {
    pub fn is_descending(sort: Option<&SortBy>) -> Result<bool> {
        match sort.and_then(|sort| sort.order.as_deref()).unwrap_or("asc") {
            text if text.eq_ignore_ascii_case("asc") => Ok(false),
            text if text.eq_ignore_ascii_case("desc") => Ok(true),
            _ => Err(invalid("sortBy.order must be asc or desc")),
        }
    }
}

pub async fn list(db: &Db, bucket: &Bucket, asked: Asked) -> Result<Value> {
    let rows = db.rows(query(bucket.name, &asked)?).await?;
    Ok(rows.iter().map(entry).collect())
}

fn entry(row: &Row) -> Value {
    let name = row.text(14);
    match row.text_or_none(0) {
        Some(_) => Object::read(row).listed(name),
        None => json!({
            "name": name, "id": null, "updated_at": null, "created_at": null, "last_accessed_at": null, "metadata": null,
        }),
    }
}

/// The folder a file is in, with its last slash. As the index has it, to the letter.
const FOLDER: &str = "rtrim(name, replace(name, '/', ''))";

/// No LIKE: a caller's `%` and `_` mean themselves.
fn query(bucket: &str, asked: &Asked) -> Result<Sql> {
    let folder = folder(&asked.prefix);
    let order = order(asked.sort_by.as_ref())?;
    let limit = between("limit", asked.limit, 100, 1)?.min(MAX);
    let offset = between("offset", asked.offset, 0, 0)?;
    let search = asked.search.as_deref().filter(|search| !search.is_empty());
    let matching = |sql: &mut Sql, name: &str| {
        if let Some(search) = search {
            sql.push(" AND instr(lower(").append(within(&folder, name)).push("), lower(").bind(search).push(")) = 1");
        }
    };

    let mut sql = Sql::new("WITH RECURSIVE folders (path) AS (SELECT ");
    sql.append(next_folder(bucket, &folder, Sql::new("?").with(folder.as_str()))).push(" UNION ALL SELECT ");
    // What is in "folder/one/" ends before "folder/one0", the next character after the slash.
    let mut after = Sql::new("(? || ").with(folder.as_str());
    after.append(first_step(&folder)).push(" || '0')");
    sql.append(next_folder(bucket, &folder, after)).push(" FROM folders WHERE path IS NOT NULL)");

    sql.push(&format!(" SELECT {COLUMNS}, entry FROM (SELECT * FROM (SELECT {COLUMNS}, "));
    sql.append(within(&folder, "name")).push(" AS entry, 1 AS is_file FROM objects WHERE bucket = ").bind(bucket);
    sql.push(&format!(" AND {FOLDER} = ")).bind(folder.as_str());
    matching(&mut sql, "name");
    sql.push(" ORDER BY ").push(&order.of_files).push(" LIMIT ");
    sql.append(number(limit.saturating_add(offset))).push(") AS files");
    let nulls = COLUMNS.split(", ").map(|column| format!("NULL AS {column}")).collect::<Vec<_>>().join(", ");
    sql.push(&format!(" UNION ALL SELECT {nulls}, ")).append(first_step(&folder));
    sql.push(", 0 FROM folders WHERE path IS NOT NULL");
    matching(&mut sql, "path");
    sql.push(") AS entries ORDER BY ").push(&order.of_all).push(" LIMIT ").append(number(limit)).push(" OFFSET ");
    sql.append(number(offset));
    Ok(sql)
}

/// With a cast, or SQLite would plan the statement anew for every number.
pub fn number(number: i64) -> Sql {
    Sql::new("CAST(? AS BIGINT)").with(number)
}

/// The first folder with files in it that stands after this place and still lies within.
fn next_folder(bucket: &str, folder: &str, after: Sql) -> Sql {
    let mut sql = Sql::new(format!("(SELECT {FOLDER} FROM objects WHERE bucket = ? AND {FOLDER} > ")).with(bucket);
    sql.append(after);
    if !folder.is_empty() {
        sql.push(&format!(" AND {FOLDER} < ")).bind(format!("{}0", folder.trim_end_matches('/')));
    }
    sql.push(&format!(" ORDER BY {FOLDER} LIMIT 1)"));
    sql
}

/// A name without the folder before it.
fn within(folder: &str, name: &str) -> Sql {
    Sql::new(format!("substr({name}, CAST(? AS INTEGER))")).with(folder.chars().count() as i64 + 1)
}

/// Of a folder somewhere within, the part up to its first slash.
fn first_step(folder: &str) -> Sql {
    let mut sql = Sql::new("substr(");
    sql.append(within(folder, "path")).push(", 1, instr(").append(within(folder, "path")).push(", '/') - 1)");
    sql
}

/// The prefix as a folder: empty, or ending in one slash.
fn folder(prefix: &str) -> String {
    let prefix = prefix.trim_matches('/');
    if prefix.is_empty() { String::new() } else { format!("{prefix}/") }
}

struct Order {
    of_files: String,
    of_all: String,
}

fn order(sort: Option<&SortBy>) -> Result<Order> {
    let column = sort.and_then(|sort| sort.column.as_deref()).unwrap_or("name");
    let direction = if SortBy::is_descending(sort)? { "DESC" } else { "ASC" };
    let time = match column {
        // Folders stand among the files.
        "name" => {
            let by = |name: &str| format!("lower({name}) {direction}, {name} {direction}");
            return Ok(Order { of_files: by("name"), of_all: by("entry") });
        }
        "created_at" => "created_at",
        "updated_at" | "last_accessed_at" => "updated_at",
        _ => return Err(invalid("sortBy.column must be name, created_at, updated_at or last_accessed_at")),
    };
    // Folders have no times and stand first.
    let of_all = format!("is_file, {time} {direction}, entry {direction}");
    Ok(Order { of_files: format!("{time} {direction}, name {direction}"), of_all })
}

pub fn between(what: &str, given: Option<Number>, usual: i64, min: i64) -> Result<i64> {
    match given.map_or(usual, |given| given.0) {
        number if number < min => Err(invalid(&format!("{what} must be at least {min}"))),
        number => Ok(number),
    }
}

fn invalid(message: &str) -> FileError {
    FileError::invalid(message)
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
        let asked = |text: &str| query("website_images", &serde_json::from_str(text).unwrap());
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
