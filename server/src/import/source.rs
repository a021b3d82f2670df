//! What is brought along: rows as text, out of dumps and CSV files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::{csv, dump};
use crate::schema;

/// A row as it was found: the columns it names, and NULL as `None`.
pub struct Row {
    /// For messages: the file and the line.
    pub place: String,
    pub values: Vec<(String, Option<String>)>,
}

#[derive(Default)]
pub struct Source {
    pub rows: BTreeMap<String, Vec<Row>>,
    /// Tables that are not ours, with how many rows they have.
    pub passed_over: BTreeMap<String, usize>,
}

pub fn read(files: &[PathBuf]) -> anyhow::Result<Source> {
    let mut all = Source::default();
    for file in files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let text = String::from_utf8(bytes).ok().with_context(|| format!("{name} is not UTF-8 text"))?;
        let found = match file.extension().and_then(|end| end.to_str()) {
            Some("csv") => {
                let table = table_of(file).with_context(|| format!("{name} is not called like a table of the site"))?;
                Source { rows: BTreeMap::from([(table.to_owned(), csv::read(&name, &text)?)]), ..Source::default() }
            }
            Some("sql") => dump::read(&name, &text)?,
            _ => bail!("{name} is neither a dump (.sql) nor a table (.csv)"),
        };
        for (table, rows) in found.rows {
            all.rows.entry(table).or_default().extend(rows);
        }
        for (table, rows) in found.passed_over {
            *all.passed_over.entry(table).or_default() += rows;
        }
    }
    Ok(all)
}

/// `projects.csv`, or `projects_rows.csv` as Supabase's table editor calls it, perhaps followed by a number.
fn table_of(file: &Path) -> Option<&'static str> {
    let stem = file.file_stem()?.to_str()?;
    let stem = stem.split(" (").next().unwrap_or(stem);
    let name = stem.strip_suffix("_rows").unwrap_or(stem);
    imported(name)
}

/// The table of this name, if its rows may be brought along: the history is written by the server alone.
pub fn imported(name: &str) -> Option<&'static str> {
    schema::table(name).filter(|table| table.is_written()).map(|table| table.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_csv_file_is_called_like_its_table() {
        for (file, table) in [
            ("projects.csv", Some("projects")),
            ("/x/team_members_rows.csv", Some("team_members")),
            ("volunteers_rows (2).csv", Some("volunteers")),
            ("users.csv", None),
            ("history.csv", None),
        ] {
            assert_eq!(table_of(Path::new(file)), table, "{file}");
        }
    }
}
