//! What a commit of ours makes old in the indexes for searching, from the writer's record and in its transaction. Those who
//! change the file by hand have triggers of the schema for it (see `install`).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{Index, Indexes};
use crate::db::record::{Change, Image, Record};
use crate::db::sql::Sql;

#[derive(Deserialize)]
struct Moment<'a> {
    #[serde(borrow)]
    created_at: Cow<'a, str>,
}

/// Adds what follows from the record to the statements that commit it.
pub fn add_to(sql: &mut Sql, record: &Record, indexes: &Indexes) {
    if indexes.is_empty() {
        return;
    }
    let mut last: Option<&Index> = None;
    let mut stale = BTreeMap::<&str, BTreeSet<Cow<'_, str>>>::new();
    // What is only counted may be anything.
    let mut lost: Vec<&Index> = record.beyond.iter().filter_map(|beyond| indexes.of(&beyond.table)).collect();
    for change in &record.changes {
        // Most changes are of the same table as the one before.
        let index = last.filter(|last| last.table == &*change.table).or_else(|| indexes.of(&change.table));
        let Some(index) = index else { continue };
        last = Some(index);
        match changed(index, change) {
            Some(moments) => {
                let held = moments.into_iter().filter(|moment| index.may_hold(moment));
                stale.entry(index.table).or_default().extend(held);
            }
            None => lost.push(index),
        }
    }
    for (table, moments) in stale {
        sql.push("INSERT OR IGNORE INTO search_stale SELECT ").bind(table);
        sql.push(", value FROM json_each(").bind(serde_json::json!(moments).to_string()).push("); ");
    }
    lost.sort_by_key(|index| index.table);
    lost.dedup_by_key(|index| index.table);
    for index in lost {
        index.empty(sql);
    }
}

/// When the rows were made that this is about, if it changes what they are found by. `None` where that cannot be told.
fn changed<'a>(index: &Index, change: &'a Change) -> Option<Vec<Cow<'a, str>>> {
    if let (Some(before), Some(after)) = (&change.before, &change.after) {
        let (before, after) = (before.fields(), after.fields());
        let is_same = |column: &&str| before.get(*column) == after.get(*column);
        if !before.is_empty() && index.columns.iter().chain(&["created_at"]).all(is_same) {
            return Some(Vec::new());
        }
    }
    let moment = |image: &'a Image| serde_json::from_str::<Moment<'a>>(image.json()).ok().map(|row| row.created_at);
    [&change.before, &change.after].into_iter().flatten().map(moment).collect()
}
