//! What an import does or would do, for the person who runs it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::pictures::{Origin, Pictures};
use super::rows::Plan;
use super::source::Source;

/// How many refusals of one kind are listed; the rest is counted.
const MAX_LISTED: usize = 50;

#[derive(Default)]
pub struct Report {
    pub already_here: usize,
    pub refused_files: Vec<String>,
    pub rewritten: usize,
    pub missing: BTreeSet<String>,
}

impl Report {
    pub fn describe(&self, plan: &Plan, source: &Source, pictures: &Pictures, outcome: &str) -> String {
        let mut out = String::new();
        for (table, checked) in plan {
            let brought = source.rows.get(*table).map_or(0, Vec::len);
            line(&mut out, table, rows(brought - checked.refused.len()));
            list(&mut out, "refused", checked.refused.iter());
            if !checked.left_out.is_empty() {
                let names: Vec<&str> = checked.left_out.iter().map(String::as_str).collect();
                line(&mut out, "", format!("columns not known here and left out: {}", names.join(", ")));
            }
            if checked.new_ids > 0 {
                let verb = if checked.new_ids == 1 { "gets" } else { "get" };
                line(&mut out, "", format!("{} {verb} a new id instead of one that is no UUID", rows(checked.new_ids)));
            }
        }
        let from_web = pictures.found.values().filter(|origin| matches!(origin, Origin::Web(_))).count();
        let here = self.already_here;
        let files = pictures.found.len();
        line(&mut out, "files", format!("{files}, {from_web} of them by download; {here} more are here already"));
        list(&mut out, "refused", self.refused_files.iter());
        line(&mut out, "addresses", format!("{} rewritten", self.rewritten));
        list(&mut out, "left as they are, since the file is missing", self.missing.iter());
        let others: Vec<String> =
            source.passed_over.iter().map(|(table, count)| format!("{table} ({})", rows(*count))).collect();
        if !others.is_empty() {
            line(&mut out, "passed over", others.join(", "));
        }
        let _ = writeln!(out, "{outcome}");
        out
    }
}

fn rows(count: usize) -> String {
    format!("{count} row{}", if count == 1 { "" } else { "s" })
}

fn line(out: &mut String, what: &str, words: String) {
    let _ = writeln!(out, "{what:<18} {words}");
}

fn list<'a>(out: &mut String, what: &str, entries: impl ExactSizeIterator<Item = &'a String>) {
    let count = entries.len();
    if count == 0 {
        return;
    }
    line(out, "", format!("{count} {what}:"));
    for entry in entries.take(MAX_LISTED) {
        let _ = writeln!(out, "{:<20} {entry}", "");
    }
    if count > MAX_LISTED {
        let _ = writeln!(out, "{:<20} and {} more", "", count - MAX_LISTED);
    }
}
