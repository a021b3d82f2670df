//! Lists files by how their names begin, a page at a time: each page goes on where the last one ended, however many came
//! before. By name, a page is read off the index, leaping over what lies inside a folder. By time, the names that match
//! are sorted first.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{FileError, Result};
use super::list::{SortBy, between, number};
use super::number::Number;
use super::object::{COLUMNS, Object};
use crate::clock;
use crate::db::{Db, Row, Sql};
use crate::schema::Bucket;

const MAX: i64 = 1000;

#[derive(Deserialize, Default)]
#[serde(default, expecting = "an object")]
pub struct Asked {
    prefix: Option<String>,
    limit: Option<Number>,
    cursor: Option<String>,
    with_delimiter: Option<bool>,
    #[serde(rename = "sortBy")]
    sort_by: Option<SortBy>,
}

/// A list without anything in it, which is all that others may see.
pub fn nothing() -> Value {
    json!({ "hasNext": false, "folders": [], "objects": [] })
}

pub async fn list(db: &Db, bucket: &Bucket, asked: Asked) -> Result<Value> {
    let page = Page::read(bucket.name, &asked)?;
    let mut rows = db.rows(page.query()).await?;
    let has_next = rows.len() as i64 > page.limit;
    rows.truncate(page.limit as usize);
    let mut answer = nothing();
    answer["hasNext"] = has_next.into();
    if let Some(last) = rows.last().filter(|_| has_next) {
        answer["nextCursor"] = page.cursor_at(last).into();
    }
    let is_folder = |row: &&Row| row.text(14).ends_with('/');
    let folder = |row: &Row| json!({ "name": row.text(14), "key": row.text(14) });
    let object = |row: &Row| {
        let object = Object::read(row);
        let mut listed = object.listed(&object.name);
        listed["key"] = object.name.into();
        listed
    };
    answer["folders"] = rows.iter().filter(is_folder).map(folder).collect();
    answer["objects"] = rows.iter().filter(|row| !is_folder(row)).map(object).collect();
    Ok(answer)
}

struct Page<'a> {
    bucket: &'a str,
    prefix: &'a str,
    limit: i64,
    /// What has a slash after the prefix counts as one entry: the folder.
    by_folder: bool,
    /// The column of times to sort by; `None` for the name.
    time: Option<&'static str>,
    descending: bool,
    after: Option<Place>,
}

/// Where a page ended.
#[derive(Debug, PartialEq)]
struct Place {
    /// Of a file, when the list is by time.
    time: String,
    /// A file's name, or that of a folder with its slash.
    entry: String,
}

impl Page<'_> {
    fn read<'a>(bucket: &'a str, asked: &'a Asked) -> Result<Page<'a>> {
        let sort = asked.sort_by.as_ref();
        let time = match sort.and_then(|sort| sort.column.as_deref()).unwrap_or("name") {
            "name" => None,
            "created_at" => Some("created_at"),
            "updated_at" => Some("updated_at"),
            _ => return Err(FileError::invalid("sortBy.column must be name, created_at or updated_at")),
        };
        let prefix = asked.prefix.as_deref().unwrap_or_default();
        let mut page = Page {
            bucket,
            prefix: prefix.strip_prefix('/').unwrap_or(prefix),
            limit: between("limit", asked.limit, MAX, 1)?.min(MAX),
            by_folder: asked.with_delimiter.unwrap_or(false),
            time,
            descending: SortBy::is_descending(sort)?,
            after: None,
        };
        page.after = match asked.cursor.as_deref().filter(|cursor| !cursor.is_empty()) {
            Some(cursor) => Some(page.place_of(cursor).ok_or_else(bad_cursor)?),
            None => None,
        };
        Ok(page)
    }

    /// In which kind of list a cursor makes sense.
    fn kind(&self) -> String {
        format!(
            "{} {} {}",
            self.time.unwrap_or("name"),
            self.direction(),
            if self.by_folder { "folders" } else { "all" }
        )
    }

    fn cursor_at(&self, row: &Row) -> String {
        URL_SAFE_NO_PAD.encode(format!("{}\n{}\n{}", self.kind(), row.text(15), row.text(14)))
    }

    fn place_of(&self, cursor: &str) -> Option<Place> {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
        let (kind, rest) = text.split_once('\n')?;
        let (time, entry) = rest.split_once('\n')?;
        let sound = kind == self.kind()
            && (time.is_empty() || clock::parse(time).is_some())
            && entry.starts_with(self.prefix)
            && !entry.chars().any(char::is_control);
        sound.then(|| Place { time: time.to_owned(), entry: entry.to_owned() })
    }

    fn direction(&self) -> &'static str {
        if self.descending { "DESC" } else { "ASC" }
    }

    /// One row more than asked for tells whether there is another page. After the columns come the entry and its time.
    fn query(&self) -> Sql {
        match (self.time, self.by_folder) {
            (Some(time), _) => self.by_time(time),
            (None, true) => self.by_leaps(),
            (None, false) => self.by_name(),
        }
    }

    fn by_name(&self) -> Sql {
        let mut sql = Sql::new(format!("SELECT {COLUMNS}, name, '' FROM objects"));
        sql.append(self.matching("name"));
        if let Some(place) = &self.after {
            sql.push(if self.descending { " AND name < " } else { " AND name > " }).bind(place.entry.as_str());
        }
        sql.push(&format!(" ORDER BY name {} LIMIT ", self.direction())).append(number(self.limit + 1));
        sql
    }

    /// Each step finds the next name that is not inside the folder of the one before.
    fn by_leaps(&self) -> Sql {
        let mut first = Sql::default();
        if let Some(place) = &self.after {
            let folder = place.entry.strip_suffix('/');
            match (self.descending, folder) {
                (true, _) => first.push(" AND name < ").bind(place.entry.as_str()),
                // What is in "a/" ends before "a0", the next character after the slash.
                (false, Some(folder)) => first.push(" AND name >= ").bind(format!("{folder}0")),
                (false, None) => first.push(" AND name > ").bind(place.entry.as_str()),
            };
        }
        let mut sql = Sql::new("WITH RECURSIVE steps (at, step) AS (SELECT ");
        sql.append(self.next_name(first)).push(", 1 UNION ALL SELECT ");
        let mut next = Sql::new(if self.descending { " AND name < CASE WHEN " } else { " AND name >= CASE WHEN " });
        next.append(self.slash("at")).push(" > 0 THEN ");
        if self.descending {
            next.append(self.folder("at")).push(" ELSE at END");
        } else {
            // No name holds a control character, so every name after this one begins after it with the first of them.
            next.push("rtrim(").append(self.folder("at")).push(", '/') || '0' ELSE at || ").bind("\u{1}").push(" END");
        }
        sql.append(self.next_name(next)).push(", step + 1 FROM steps WHERE at IS NOT NULL AND step <= ");
        sql.append(number(self.limit)).push(")");
        let columns = COLUMNS.split(", ").map(|column| format!("objects.{column}")).collect::<Vec<_>>().join(", ");
        sql.push(&format!(" SELECT {columns}, CASE WHEN ")).append(self.slash("at")).push(" > 0 THEN ");
        sql.append(self.folder("at")).push(" ELSE at END, '' FROM steps JOIN objects ON objects.bucket = ");
        sql.bind(self.bucket).push(" AND objects.name = steps.at ORDER BY step");
        sql
    }

    /// Folders have no times and stand first.
    fn by_time(&self, time: &str) -> Sql {
        let mut sql = Sql::new(format!(
            "SELECT {COLUMNS}, entry, moment FROM (SELECT {COLUMNS}, name AS entry, {time} AS moment, 1 AS is_file FROM objects"
        ));
        sql.append(self.matching("name"));
        if self.by_folder {
            sql.push(" AND ").append(self.slash("name")).push(" = 0");
            let nulls = COLUMNS.split(", ").map(|column| format!("NULL AS {column}")).collect::<Vec<_>>().join(", ");
            sql.push(&format!(" UNION ALL SELECT {nulls}, entry, '', 0 FROM (SELECT DISTINCT "));
            sql.append(self.folder("name")).push(" AS entry FROM objects").append(self.matching("name"));
            sql.push(" AND ").append(self.slash("name")).push(" > 0) AS folders");
        }
        sql.push(") AS entries");
        if let Some(place) = &self.after {
            let is_file = number((!place.entry.ends_with('/')).into());
            sql.push(" WHERE is_file > ").append(is_file.clone()).push(" OR (is_file = ").append(is_file);
            sql.push(if self.descending { " AND (moment, entry) < (" } else { " AND (moment, entry) > (" });
            sql.bind_all([place.time.as_str(), place.entry.as_str()]).push("))");
        }
        let direction = self.direction();
        sql.push(&format!(" ORDER BY is_file, moment {direction}, entry {direction} LIMIT "))
            .append(number(self.limit + 1));
        sql
    }

    fn next_name(&self, further: Sql) -> Sql {
        let mut sql = Sql::new("(SELECT name FROM objects");
        sql.append(self.matching("name")).append(further);
        sql.push(&format!(" ORDER BY name {} LIMIT 1)", self.direction()));
        sql
    }

    /// A range of the index, not a pattern: a caller's `%` and `_` mean themselves.
    fn matching(&self, name: &str) -> Sql {
        let mut sql = Sql::new(" WHERE bucket = ?").with(self.bucket);
        if !self.prefix.is_empty() {
            sql.push(&format!(" AND {name} >= ")).bind(self.prefix);
        }
        if let Some(end) = end_of(self.prefix) {
            sql.push(&format!(" AND {name} < ")).bind(end);
        }
        sql
    }

    /// Where the first slash after the prefix is, counted from the prefix; 0 where there is none.
    fn slash(&self, name: &str) -> Sql {
        let mut sql = Sql::new(format!("instr(substr({name}, "));
        sql.append(place(self.prefix.chars().count() + 1)).push("), '/')");
        sql
    }

    fn folder(&self, name: &str) -> Sql {
        let mut sql = Sql::new(format!("substr({name}, 1, "));
        sql.append(place(self.prefix.chars().count())).push(" + ").append(self.slash(name)).push(")");
        sql
    }
}

fn place(place: usize) -> Sql {
    Sql::new("CAST(? AS INTEGER)").with(place as i64)
}

/// The first text that stands after all that begin with this one; `None` when nothing does.
fn end_of(prefix: &str) -> Option<String> {
    let mut letters: Vec<char> = prefix.chars().collect();
    while let Some(last) = letters.pop() {
        let next = match last {
            '\u{D7FF}' => Some('\u{E000}'),
            last => char::from_u32(u32::from(last) + 1),
        };
        if let Some(next) = next {
            letters.push(next);
            return Some(letters.into_iter().collect());
        }
    }
    None
}

fn bad_cursor() -> FileError {
    FileError::invalid("The cursor does not belong to this list. Please begin again without one.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn asked(text: &str) -> Asked {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn every_value_is_bound_and_every_order_known() {
        for sort in ["name", "created_at"] {
            for order in ["asc", "DESC"] {
                for folders in ["true", "false"] {
                    let text = format!(
                        r#"{{"prefix":"a'%_","limit":"9","with_delimiter":{folders},"sortBy":{{"column":"{sort}","order":"{order}"}}}}"#
                    );
                    let asked = asked(&text);
                    let mut page = Page::read("website_images", &asked).unwrap();
                    page.after = Some(Place { time: String::new(), entry: "a'%_x/".into() });
                    let sql = page.query();
                    assert!(!sql.text.contains("a'"), "{}", sql.text);
                    assert_eq!(sql.text.matches('?').count(), sql.values.len(), "{}", sql.text);
                }
            }
        }
        for bad in [
            r#"{"sortBy":{"column":"size"}}"#,
            r#"{"sortBy":{"order":"up"}}"#,
            r#"{"limit":0}"#,
            r#"{"cursor":"x"}"#,
            r#"{"cursor":"bmFtZSBBU0MgYWxsCgphAA"}"#,
        ] {
            assert!(Page::read("website_images", &asked(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_end_of_a_prefix_stands_after_all_that_begins_with_it() {
        for (prefix, end) in
            [("a", Some("b")), ("a/", Some("a0")), ("عید", Some("عیذ")), ("", None), ("a\u{10FFFF}", Some("b"))]
        {
            assert_eq!(end_of(prefix).as_deref(), end, "{prefix}");
        }
    }

    proptest! {
        #[test]
        fn no_cursor_breaks_it(cursor in "\\PC{0,60}", text in "\\PC{0,30}\n?\\PC{0,30}\n?\\PC{0,30}") {
            for cursor in [cursor, URL_SAFE_NO_PAD.encode(text)] {
                let asked = Asked { cursor: Some(cursor.clone()), ..Asked::default() };
                prop_assert_eq!(Page::read("website_images", &asked).is_ok(), cursor.is_empty());
            }
        }
    }
}
