//! What changes of accounts and sessions leave in the history: who signed in and out, whose account was made, changed or
//! removed. A line holds what is declared here and nothing else of an account: never a password's hash, nor what may be in
//! its data. What only follows from a deed, as the end of other sessions after a new password, has no line of its own.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::{Step, add_files, empty_line, names};
use crate::db::{Author, Change, Image, Kept, Line, Record, Verb};

/// The name under which the history tells of accounts; the key of such a line is the account's id.
pub const ACCOUNTS: &str = "accounts";
pub const TABLE: &str = "staff";
const SESSIONS: &str = "sessions";
const SIGN_IN: &str = "sign_in";
const SIGN_OUT: &str = "sign_out";
const PASSWORD_HASH: &str = "password_hash";
/// Where clients put the name of a person, in the account's data.
const NAMES: [&str; 3] = ["full_name", "name", "display_name"];
/// The longest name that a line holds, in characters.
const MAX_NAME: usize = 200;

pub type Fields = Map<String, Value>;

/// What is told of an account.
struct Part {
    name: &'static str,
    value: fn(&Fields) -> Value,
    /// Otherwise it is only told that it changed.
    is_shown: bool,
}

const PARTS: [Part; 5] = [
    Part { name: "email", value: |fields| field(fields, "email"), is_shown: true },
    Part { name: "role", value: |fields| field(fields, "role"), is_shown: true },
    Part { name: "name", value: name, is_shown: true },
    Part { name: "password", value: |fields| field(fields, PASSWORD_HASH), is_shown: false },
    Part { name: "details", value: |fields| Value::Object(details(fields)), is_shown: false },
];

/// Told of the account that set the site up by the link of the first start.
const SET_UP: &str = "set_up";
const LINKS: &str = "one_time_tokens";

/// Who has set the site up in this record: they used the link of the first start, which nobody does who has a session.
pub fn set_up_by(record: &Record) -> Option<&Author> {
    let is_link = |change: &&Change| {
        let of_set_up = |row: &Image| field(&row.fields(), "purpose") == SET_UP;
        &*change.table == LINKS && change.verb == Verb::Delete && change.before.as_ref().is_some_and(of_set_up)
    };
    let mut used = record.changes.iter().filter(is_link).map(|change| &change.by);
    used.find(|by| by.account().is_some() && by.session().is_none_or(str::is_empty))
}

/// The line of an account that was made, changed or removed; `None` where nothing of it is told, as of the time of the last
/// sign-in. `set_up_by` says who has set the site up with it.
pub fn line(Step { change, verb, before }: &Step, set_up_by: Option<&Author>) -> Option<Line> {
    let (before, after) = (before.map(|row| row.fields()), change.after.as_ref().map(|row| row.fields()));
    let changed = before.as_ref().zip(after.as_ref()).map(|(before, after)| {
        let differs = |part: &&Part| (part.value)(before) != (part.value)(after);
        let set_up = (set_up_by == Some(&change.by)).then_some(SET_UP);
        PARTS.iter().filter(differs).map(|part| part.name).chain(set_up).collect::<Vec<_>>()
    });
    if changed.as_ref().is_some_and(Vec::is_empty) {
        return None;
    }
    let mut files = Default::default();
    let mut shown = |fields: &Fields| {
        let row = told(fields);
        add_files(&row, &mut files);
        Kept { row: row.to_string(), secrets: None }
    };
    let (before, after) = (before.as_ref().map(&mut shown), after.as_ref().map(&mut shown));
    let (changed, files) = (changed.map(names), files.into_iter().collect());
    Some(Line { changed, before, after, files, ..empty_line(ACCOUNTS, change.key.clone(), verb.name(), &change.by) })
}

/// What a line holds of an account.
pub fn told(fields: &Fields) -> Value {
    let parts = PARTS.iter().filter(|part| part.is_shown);
    Value::Object(parts.map(|part| (part.name.to_owned(), (part.value)(fields))).collect())
}

/// Who signed in, and who signed out or was signed out by somebody else: one line for each deed, however many sessions it ended.
/// A session that the server ends has expired; what ended by the way (see `Causes`) is told by its cause.
pub fn sign_ins_and_outs(record: &Record) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut own: BTreeMap<&str, Ended> = BTreeMap::new();
    let mut of_others: BTreeMap<String, Line> = BTreeMap::new();
    let causes = Causes::of(record);
    for change in record.changes.iter().filter(|change| &*change.table == SESSIONS) {
        let Some(account) = account_of(change) else { continue };
        let session = change.by.session().filter(|_| change.by.account() == Some(&account));
        match (change.verb, session) {
            (Verb::Insert, Some(_)) => lines.push(empty_line(ACCOUNTS, account, SIGN_IN, &change.by)),
            (Verb::Insert | Verb::Update, _) => {}
            (Verb::Delete, _) if causes.explain(change, &account) => {}
            (Verb::Delete, Some(session)) => {
                let ended = own.entry(session).or_insert(Ended { by: &change.by, own: false, others: Vec::new() });
                if change.key == session {
                    ended.own = true;
                } else {
                    ended.others.push(device_of(change));
                }
            }
            (Verb::Delete, None) => {
                if let Some(email) = causes.touched(&account, &change.by) {
                    let after = json!({ "scope": "global", "email": email });
                    of_others.entry(account.clone()).or_insert_with(|| sign_out(account, &change.by, &after));
                }
            }
        }
    }
    lines.extend(own.into_values().map(|ended| ended.line()));
    lines.extend(of_others.into_values());
    lines
}

fn sign_out(account: String, by: &Author, after: &Value) -> Line {
    let after = Some(Kept { row: after.to_string(), secrets: None });
    Line { after, ..empty_line(ACCOUNTS, account, SIGN_OUT, by) }
}

/// The sessions that one of them has ended.
struct Ended<'a> {
    by: &'a Author,
    own: bool,
    /// The devices of the others, in words.
    others: Vec<String>,
}

impl Ended<'_> {
    fn line(self) -> Line {
        let after = match (self.own, &self.others[..]) {
            (true, []) => json!({ "scope": "local" }),
            (true, _) => json!({ "scope": "global" }),
            (false, [device]) => json!({ "scope": "device", "device": device }),
            (false, _) => json!({ "scope": "others" }),
        };
        sign_out(self.by.account().unwrap_or_default().to_owned(), self.by, &after)
    }
}

/// What ends sessions besides signing out.
struct Causes<'a> {
    removed: HashSet<&'a str>,
    /// Accounts that sign in with something else now, or were confirmed with a second factor, and by whom that was done.
    renewed: Vec<(&'a str, &'a Author)>,
    /// Accounts that were written and sign in as before, by whom, and their addresses.
    touched: Vec<(&'a str, &'a Author, String)>,
}

impl Causes<'_> {
    fn of(record: &Record) -> Causes<'_> {
        let mut causes = Causes { removed: HashSet::new(), renewed: Vec::new(), touched: Vec::new() };
        for change in &record.changes {
            match (&change.before, &change.after) {
                (Some(before), Some(after)) if &*change.table == SESSIONS => {
                    let confirmed = |row: &Image| field(&row.fields(), "factor_at") != Value::Null;
                    if !confirmed(before)
                        && confirmed(after)
                        && let Some(account) = change.by.account()
                    {
                        causes.renewed.push((account, &change.by));
                    }
                }
                _ if &*change.table != TABLE => {}
                (Some(_), None) => drop(causes.removed.insert(change.key.as_str())),
                (Some(before), Some(after)) => {
                    let (before, after) = (before.fields(), after.fields());
                    if ["email", PASSWORD_HASH].iter().any(|name| before.get(*name) != after.get(*name)) {
                        causes.renewed.push((&change.key, &change.by));
                    } else if let Value::String(email) = field(&after, "email") {
                        causes.touched.push((&change.key, &change.by, email));
                    }
                }
                _ => {}
            }
        }
        causes
    }

    /// Who changes their password stays signed in themselves: the end of their own session is always a sign-out.
    fn explain(&self, change: &Change, account: &str) -> bool {
        let is_own = change.by.session() == Some(&change.key);
        self.removed.contains(account) || (!is_own && self.renewed.contains(&(account, &change.by)))
    }

    /// The address of an account that the same one has written: who ends the sessions of another does that as well.
    fn touched(&self, account: &str, by: &Author) -> Option<&str> {
        let found = self.touched.iter().find(|(key, author, _)| *key == account && *author == by);
        found.map(|(.., email)| email.as_str())
    }
}

/// From where a session was begun.
fn device_of(change: &Change) -> String {
    let fields = change.before.as_ref().map(|row| row.fields()).unwrap_or_default();
    field(&fields, "device").as_str().unwrap_or_default().to_owned()
}

/// The addresses of the accounts that this record removes, by their ids.
pub fn removed(record: &Record) -> HashMap<&str, String> {
    let removed = record.changes.iter().filter(|change| &*change.table == TABLE && change.verb == Verb::Delete);
    let email = |change: &Change| field(&change.before.as_ref()?.fields(), "email").as_str().map(str::to_owned);
    removed.filter_map(|change| Some((change.key.as_str(), email(change)?))).collect()
}

/// Whose session it is.
fn account_of(change: &Change) -> Option<String> {
    let fields = change.after.as_ref().or(change.before.as_ref())?.fields();
    fields.get("staff_id")?.as_str().map(str::to_owned)
}

pub fn field(fields: &Fields, name: &str) -> Value {
    fields.get(name).cloned().unwrap_or_default()
}

/// What the account says of itself.
fn data(fields: &Fields) -> Fields {
    let text = fields.get("user_metadata").and_then(Value::as_str).unwrap_or_default();
    serde_json::from_str(text).unwrap_or_default()
}

fn name(fields: &Fields) -> Value {
    let data = data(fields);
    let name = NAMES.iter().find_map(|name| data.get(*name)?.as_str().filter(|name| !name.trim().is_empty()));
    name.map_or(Value::Null, |name| name.chars().take(MAX_NAME).collect::<String>().into())
}

fn details(fields: &Fields) -> Fields {
    data(fields).into_iter().filter(|(key, _)| !NAMES.contains(&key.as_str())).collect()
}
