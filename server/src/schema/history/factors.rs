//! What changes of a second factor leave in the history: that a device was added or removed, that recovery codes were made,
//! removed or one of them used. Never a secret, a salt or a digest. A change of one is noted on the account as well, so
//! that the record says whose it is.

use std::collections::BTreeMap;

use serde_json::Value;

use super::accounts::{ACCOUNTS, Fields, TABLE, field, told};
use super::{empty_line, names};
use crate::db::{Change, Image, Kept, Line, Record, Verb};

const FACTORS: &str = "factors";
const CODES: &str = "recovery_codes";

pub fn lines(record: &Record) -> Vec<Line> {
    let mut lines = Vec::new();
    let changes = || record.changes.iter().filter(|change| &*change.table == FACTORS);
    // From what it was first to what it is last: a restore deletes all rows and inserts them again.
    let mut factors: BTreeMap<&str, (Option<&Image>, &Change)> = BTreeMap::new();
    for change in changes() {
        factors.entry(&change.key).and_modify(|(_, last)| *last = change).or_insert((change.before.as_ref(), change));
    }
    for (before, last) in factors.values() {
        let (before, after) = (good(*before), good(last.after.as_ref()));
        let what = match (before.as_ref(), after.as_ref()) {
            (None, Some(new)) if is_device(new) => "second_factor_added",
            (Some(old), None) if is_device(old) => "second_factor_removed",
            (None, Some(_)) => "recovery_codes_made",
            (Some(_), None) => "recovery_codes_removed",
            (Some(old), Some(new)) if !is_device(new) && field(old, "seed") != field(new, "seed") => {
                "recovery_codes_made"
            }
            _ => continue,
        };
        let account = after.or(before).map(|fields| field(&fields, "staff_id"));
        lines.extend(line(record, last, account, what));
    }
    // Where the set itself is another one, its codes went with it.
    let whole_sets = changes().any(|change| fields(change).is_some_and(|fields| !is_device(&fields)));
    let used = record.changes.iter().filter(|change| &*change.table == CODES && change.verb == Verb::Delete);
    for change in used.filter(|_| !whole_sets) {
        lines.extend(line(record, change, fields(change).map(|code| field(&code, "staff_id")), "recovery_code_used"));
    }
    lines
}

/// One that is good to confirm with; one that nobody has confirmed yet is not told of.
fn good(image: Option<&Image>) -> Option<Fields> {
    image.map(Image::fields).filter(|fields| field(fields, "status") == "verified")
}

fn is_device(fields: &Fields) -> bool {
    field(fields, "kind") == "totp"
}

fn fields(change: &Change) -> Option<Fields> {
    change.after.as_ref().or(change.before.as_ref()).map(Image::fields)
}

/// `None` where the account itself was removed, or nobody has noted anything on it.
fn line(record: &Record, change: &Change, account: Option<Value>, what: &str) -> Option<Line> {
    let account = account?.as_str()?.to_owned();
    let own = record.changes.iter().filter(|change| &*change.table == TABLE && change.key == account);
    let (before, after) =
        own.fold((None, None), |(first, _), change| (first.or(change.before.as_ref()), change.after.as_ref()));
    let kept = |image: &Image| Kept { row: told(&image.fields()).to_string(), secrets: None };
    let (before, after) = (Some(kept(before?)), Some(kept(after?)));
    let changed = Some(names([what]));
    Some(Line { changed, before, after, ..empty_line(ACCOUNTS, account, Verb::Update.name(), &change.by) })
}
