//! What a change leaves in the history, by the declarations: of which tables, in which form, and which files its rows name.
//! A row is kept as the API shows it; what only some may read of it goes to a place of its own. Accounts have a telling of
//! their own (see `accounts`). Pure.

mod accounts;
mod factors;

use std::collections::{BTreeSet, HashMap};

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use super::bucket;
use super::role::{RowRule, Rows};
use super::table::{History, Kind, Table};
use crate::db::{Author, Change, Image, Kept, Line, Record, Verb};
pub use accounts::ACCOUNTS;

/// The lines of a record. A change that changes nothing leaves none. A row that is deleted and inserted again under its
/// key, as a restore does with all of them, has been changed, or it has not. The sample that a set-up takes away was
/// nobody's work, and one line tells of the set-up.
pub fn lines(record: &Record) -> Vec<Line> {
    let set_up_by = accounts::set_up_by(record);
    let of = |step: Step| match kept_table(&step.change.table) {
        Some(_) if step.verb == Verb::Delete && set_up_by == Some(&step.change.by) => None,
        Some(table) => line(table, &step),
        None => accounts::line(&step, set_up_by),
    };
    let mut lines: Vec<Line> = steps(record).into_iter().filter_map(of).collect();
    lines.extend(accounts::sign_ins_and_outs(record));
    lines.extend(factors::lines(record));
    lines.extend(counted(record));
    let removed = accounts::removed(record);
    for line in &mut lines {
        line.author_email = line.by.account().and_then(|id| removed.get(id)).cloned();
    }
    lines
}

/// A change of one row, from what it was before.
struct Step<'a> {
    change: &'a Change,
    verb: Verb,
    before: Option<&'a Image>,
}

fn steps(record: &Record) -> Vec<Step<'_>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut deleted: HashMap<(&str, &str), usize> = HashMap::new();
    for change in record.changes.iter().filter(|change| history_name(&change.table).is_some()) {
        let place = (&*change.table, change.key.as_str());
        let earlier = deleted.remove(&place);
        match earlier.filter(|at| change.verb == Verb::Insert && steps[*at].change.by == change.by) {
            Some(at) => steps[at] = Step { change, verb: Verb::Update, before: steps[at].before },
            None => {
                if change.verb == Verb::Delete {
                    deleted.insert(place, steps.len());
                }
                steps.push(Step { change, verb: change.verb, before: change.before.as_ref() });
            }
        }
    }
    steps
}

/// What was too much to be told row by row.
fn counted(record: &Record) -> impl Iterator<Item = Line> {
    // Whose they were is not counted; where all that is known was done by one, these were too.
    let first = record.changes.first().map(|change| change.by.clone()).unwrap_or_default();
    let author = if record.changes.iter().all(|change| change.by == first) { first } else { Author::Server };
    record.beyond.iter().filter_map(move |beyond| {
        let count = beyond.count;
        Some(Line { count, ..empty_line(history_name(&beyond.table)?, String::new(), beyond.verb.name(), &author) })
    })
}

/// Under which name the history tells of a table, if it does.
fn history_name(table: &str) -> Option<&'static str> {
    kept_table(table).map(|table| table.name).or((table == accounts::TABLE).then_some(ACCOUNTS))
}

fn empty_line(table: &str, key: String, verb: &'static str, by: &Author) -> Line {
    let table = table.to_owned();
    let (before, after, files) = (None, None, Vec::new());
    Line { table, key, verb, count: 1, by: by.clone(), author_email: None, changed: None, before, after, files }
}

/// The table, if it has a history.
pub fn kept_table(name: &str) -> Option<&'static Table> {
    super::table(name).filter(|table| table.history != History::None)
}

fn line(table: &'static Table, Step { change, verb, before }: &Step) -> Option<Line> {
    let shown = |row: &Image| Shown::of(table, row);
    let (before, after) = (before.map(shown), change.after.as_ref().map(shown));
    let changed = before.as_ref().zip(after.as_ref()).map(|(before, after)| before.changed(after, table));
    if changed.as_ref().is_some_and(BTreeSet::is_empty) {
        return None;
    }
    let mut files = BTreeSet::new();
    for shown in [&before, &after].into_iter().flatten() {
        shown.row.values().for_each(|value| add_files(value, &mut files));
    }
    Some(Line {
        changed: changed.map(names),
        before: before.map(Shown::kept),
        after: after.map(Shown::kept),
        files: files.into_iter().collect(),
        ..empty_line(table.name, change.key.clone(), verb.name(), &change.by)
    })
}

/// A row as the API shows it, and what not everyone may see of it.
struct Shown {
    row: Map<String, Value>,
    secrets: Map<String, Value>,
}

impl Shown {
    fn of(table: &Table, image: &Image) -> Shown {
        let mut shown = Shown { row: Map::new(), secrets: Map::new() };
        let mut fields = image.fields();
        for column in table.columns {
            let value = match (column.kind, fields.remove(column.name).unwrap_or_default()) {
                (Kind::Bool, Value::Number(flag)) => Value::Bool(flag.as_i64() == Some(1)),
                (Kind::Time, Value::String(text)) => Value::String(shown_time(&text)),
                (Kind::Document | Kind::Json, Value::String(text)) => {
                    let mut json: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
                    if let Value::Object(object) = &mut json {
                        let secret = |key: &&str| Some(((*key).to_owned(), object.shift_remove(*key)?));
                        shown.secrets.extend(column.secrets.iter().filter_map(secret));
                    }
                    json
                }
                (_, value) => value,
            };
            shown.row.insert(column.name.to_owned(), value);
        }
        shown
    }

    /// What differs, apart from the time of the write: columns, and of a document the places in it, as `hero.heading`.
    fn changed(&self, after: &Shown, table: &Table) -> BTreeSet<String> {
        let mut changed = BTreeSet::new();
        let touched = table.touched().map(|column| column.name);
        for (name, value) in self.row.iter().filter(|(name, _)| Some(name.as_str()) != touched) {
            match (value, after.row.get(name).unwrap_or(&Value::Null)) {
                (Value::Object(before), Value::Object(after)) => add_places(before, after, "", &mut changed),
                (before, after) if before != after => drop(changed.insert(name.clone())),
                _ => {}
            }
        }
        add_places(&self.secrets, &after.secrets, "", &mut changed);
        changed
    }

    fn kept(self) -> Kept {
        let secrets = (!self.secrets.is_empty()).then(|| Value::Object(self.secrets).to_string());
        Kept { row: Value::Object(self.row).to_string(), secrets }
    }
}

/// Where two documents differ. A list counts as a whole, since its entries have no names.
fn add_places(before: &Map<String, Value>, after: &Map<String, Value>, within: &str, places: &mut BTreeSet<String>) {
    let new = after.keys().filter(|key| !before.contains_key(*key));
    for key in before.keys().chain(new) {
        let place = format!("{within}{key}");
        match (before.get(key), after.get(key)) {
            (Some(Value::Object(before)), Some(Value::Object(after))) => {
                add_places(before, after, &format!("{place}."), places);
            }
            (before, after) if before != after => drop(places.insert(place)),
            _ => {}
        }
    }
}

/// More names than this say no more.
const MAX_CHANGED: usize = 50;

fn names<T: Into<Value>>(changed: impl IntoIterator<Item = T>) -> String {
    Value::from_iter(changed.into_iter().take(MAX_CHANGED)).to_string()
}

/// As the API prints it: no zeros behind.
fn shown_time(text: &str) -> String {
    let digits = text.get(..26).unwrap_or(text);
    format!("{}+00:00", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// The rows that only owners may change, each by its table and key: the bank details, for one.
pub fn for_owners_only() -> impl Iterator<Item = (&'static str, &'static str)> {
    super::TABLES.iter().flat_map(|table| {
        let keys: &[&str] = match table.rights.editor.update.rows {
            Rows::Where(RowRule::IsNoneOf(column, keys)) if column == table.key => keys,
            _ => &[],
        };
        keys.iter().map(|key| (table.name, *key))
    })
}

/// The addresses under which files are served, before the name of the bucket. The shortest comes last.
const ROADS: [&str; 7] = [
    "object/public/",
    "object/sign/",
    "object/authenticated/",
    "render/image/public/",
    "render/image/sign/",
    "render/image/authenticated/",
    "object/",
];
/// The longest name of a file.
const MAX_NAME: usize = 1024;

/// The stored files that a row of a line names, each as `bucket/name`. Where an address can be read in two ways both are
/// among them: a file that might be meant is kept.
pub fn files(row: &str) -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    add_files(&serde_json::from_str(row).unwrap_or(Value::Null), &mut files);
    files
}

/// The same of any JSON.
pub fn add_files(value: &Value, files: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => text.split("/storage/v1/").skip(1).for_each(|rest| add_file(rest, files)),
        Value::Array(items) => items.iter().for_each(|item| add_files(item, files)),
        Value::Object(object) => object.values().for_each(|item| add_files(item, files)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// `rest`: an address behind `/storage/v1/`, and whatever follows it in a text.
fn add_file(rest: &str, files: &mut BTreeSet<String>) {
    let ends = |letter: char| letter.is_whitespace() || "<>\"?#".contains(letter);
    let address = rest.split(ends).next().unwrap_or_default();
    // In running text a full stop or a bracket may follow the address, and in an attribute its quote.
    let shorter = address.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '}', '\'']);
    let quoted = address.split('\'').next().unwrap_or_default();
    for address in [address, shorter, quoted] {
        for address in [address, &without_entities(address)] {
            let once = percent_decode_str(address).decode_utf8_lossy();
            // The official client escapes a percent sign when it asks for a file, and not when it uploads one.
            let twice = percent_decode_str(&once).decode_utf8_lossy();
            for path in [&once, &twice] {
                files.extend([stored_at(path), stored_at(&direct(path))].into_iter().flatten());
            }
        }
    }
}

/// The file at a path behind `/storage/v1/`, as `bucket/name`.
fn stored_at(path: &str) -> Option<String> {
    let named = |road: &&str| {
        let (bucket, name) = path.strip_prefix(road)?.split_once('/')?;
        bucket::find(bucket).is_some().then_some((bucket, name))
    };
    let (bucket, name) = ROADS.iter().find_map(named)?;
    (!name.is_empty() && name.len() <= MAX_NAME).then(|| format!("{bucket}/{name}"))
}

/// What the cleaning of HTML writes in another way.
fn without_entities(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Without detours: no empty step, none that stays, none that goes back.
fn direct(path: &str) -> String {
    let mut steps = Vec::new();
    for step in path.split('/') {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<String> {
        files(&serde_json::json!({ "a": [{ "b": text }] }).to_string()).into_iter().collect()
    }

    #[test]
    fn files_are_found_wherever_their_address_stands() {
        let plain = ["website_images/team/1 a.png"];
        for text in [
            "/storage/v1/object/public/website_images/team/1%20a.png",
            "https://umeed.example/storage/v1/object/public/website_images/team/1%20a.png?v=2",
            "/storage/v1/render/image/public/website_images/team/1%20a.png?width=160",
            "<a href=\"/storage/v1/object/sign/website_images/team/1%20a.png\">x</a>",
            "/storage/v1/object/website_images/team/1%20a.png",
            "https://umeed.example/storage/v1/object/website_images/team/1%20a.png",
        ] {
            assert_eq!(named(text), plain, "{text}");
        }
        for text in [
            "/storage/v1/object/public/website_images//team/1%20a.png",
            "/storage/v1/object/public/website_images/x/../team/./1%20a.png",
            "/storage/v1/object/public//website_images/team/1%20a.png",
        ] {
            assert!(named(text).contains(&plain[0].to_owned()), "{text}");
        }
        let named_so = named("<a href=\"/storage/v1/object/public/documents/a&amp;b.pdf\">");
        assert_eq!(named_so, ["documents/a&amp;b.pdf", "documents/a&b.pdf"]);
        assert_eq!(named("see /storage/v1/object/public/documents/a.pdf."), ["documents/a.pdf", "documents/a.pdf."]);
        assert_eq!(
            named("/storage/v1/object/public/documents/a%2520b.pdf"),
            ["documents/a b.pdf", "documents/a%20b.pdf"]
        );
    }

    #[test]
    fn what_is_no_file_of_ours_is_passed_over() {
        for text in ["/storage/v1/object/public/other/a.png", "/placeholders/person.svg", "/storage/v1/bucket", "words"]
        {
            assert_eq!(named(text), [] as [&str; 0], "{text}");
        }
        assert_eq!(named(&format!("/storage/v1/object/public/documents/{}", "x".repeat(2000))), [] as [&str; 0]);
    }

    #[test]
    fn times_are_as_the_api_prints_them() {
        assert_eq!(shown_time("2026-01-01T00:00:00.120000+00:00"), "2026-01-01T00:00:00.12+00:00");
        assert_eq!(shown_time("2026-01-01T10:20:30.000000+00:00"), "2026-01-01T10:20:30+00:00");
    }
}
