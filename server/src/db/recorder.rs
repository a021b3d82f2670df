//! How SQLite reports its changes: temporary triggers on every table hand each change to a function of ours, which keeps
//! it in memory until the writer commits. Memory knows no savepoints, so the writer itself goes back to a mark when a
//! statement or a job is undone (see `Tx`). PostgreSQL has a way of its own (see `triggers`).

use std::ffi::{c_int, c_void};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use libsqlite3_sys::{
    SQLITE_OK, SQLITE_UTF8, sqlite3_context, sqlite3_create_function_v2, sqlite3_user_data, sqlite3_value,
    sqlite3_value_bytes, sqlite3_value_int, sqlite3_value_text,
};
use sqlx::sqlite::SqliteConnection;

use super::catalogue::{self, Table};
use super::error::translate;
use super::record::{Author, Change, Image, Overflow, Record, Verb};
use super::row_counts;
use super::sql::{Engine, Sql};
use super::sqlite;
use super::triggers::BUDGET;
use crate::error::Result;

const FUNCTION: &std::ffi::CStr = c"record_change";

pub struct Recorder(Arc<Shared>);

/// What the triggers of one connection and its writer both hold.
struct Shared {
    /// The triggers name a table by its position here.
    tables: Vec<Arc<str>>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    record: Record,
    /// Characters of the changes so far.
    size: usize,
    by: Author,
}

/// How far the record had come.
#[derive(Default)]
pub struct Mark {
    changes: usize,
    size: usize,
    beyond: Vec<Overflow>,
}

impl Recorder {
    /// Makes a fresh connection one that keeps a record.
    pub async fn on(connection: &mut SqliteConnection) -> Result<Recorder> {
        let found = sqlite::fetch(connection, catalogue::query(Engine::Sqlite)).await.map_err(translate)?;
        let tables = catalogue::tables(&found);
        let names = tables.iter().map(|table| table.name.clone()).collect();
        let shared = Arc::new(Shared { tables: names, kept: Mutex::default() });
        add_function(connection, shared.clone()).await?;
        let each = tables.iter().enumerate().flat_map(|of| Verb::ALL.map(|verb| (of, verb)));
        let mut statements: Vec<String> = each.map(|((number, table), verb)| trigger(table, number, verb)).collect();
        // So that also a row that INSERT OR REPLACE removes is reported as deleted.
        statements.push("PRAGMA recursive_triggers = ON".into());
        sqlite::fetch(connection, Sql::new(statements.join("; "))).await.map_err(translate)?;
        row_counts::count_by_record(connection).await?;
        Ok(Recorder(shared))
    }

    pub fn mark(&self) -> Mark {
        let kept = self.0.kept();
        Mark { changes: kept.record.changes.len(), size: kept.size, beyond: kept.record.beyond.clone() }
    }

    /// Forgets what was recorded since.
    pub fn back_to(&self, mark: &Mark) {
        let mut kept = self.0.kept();
        kept.record.changes.truncate(mark.changes);
        kept.record.beyond.clone_from(&mark.beyond);
        kept.size = mark.size;
    }

    /// Who makes the changes from here on.
    pub fn set_author(&self, by: Author) {
        self.0.kept().by = by;
    }

    pub fn take(&self) -> Record {
        std::mem::take(&mut *self.0.kept()).record
    }
}

impl Shared {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn note(&mut self, table: &Arc<str>, verb: Verb, [key, before, after]: [Option<&str>; 3]) {
        if self.size >= BUDGET {
            let of_these = |beyond: &&mut Overflow| beyond.table == *table && beyond.verb == verb;
            match self.record.beyond.iter_mut().find(of_these) {
                Some(beyond) => beyond.count += 1,
                None => self.record.beyond.push(Overflow { table: table.clone(), verb, count: 1 }),
            }
            return;
        }
        let length = |text: Option<&str>| text.map_or(0, str::len);
        self.size += table.len() + length(key) + length(before) + length(after);
        self.record.changes.push(Change {
            table: table.clone(),
            verb,
            key: key.unwrap_or_default().to_owned(),
            before: before.map(Image::new),
            after: after.map(Image::new),
            by: self.by.clone(),
        });
    }
}

/// Calls the function with the table's number, the verb's, the key, the row before and the row after.
fn trigger(table: &Table, number: usize, verb: Verb) -> String {
    let (name, done) = (&table.name, verb.name());
    let before = if verb == Verb::Insert { "NULL".into() } else { object(table, "OLD") };
    let after = if verb == Verb::Delete { "NULL".into() } else { object(table, "NEW") };
    let row = if verb == Verb::Delete { "OLD" } else { "NEW" };
    let key: Vec<String> = table.key.iter().map(|column| format!("{row}.\"{column}\"")).collect();
    let key = if key.is_empty() { "NULL".into() } else { key.join(" || ',' || ") };
    format!(
        "CREATE TEMP TRIGGER \"record {done} {name}\" AFTER {done} ON main.\"{name}\" BEGIN \
         SELECT record_change({number}, {}, {key}, {before}, {after}); END",
        verb as u8
    )
}

fn object(table: &Table, row: &str) -> String {
    let value = |name: &str, is_blob: bool| match is_blob {
        // JSON has no bytes.
        true => format!("hex({row}.\"{name}\")"),
        false => format!("{row}.\"{name}\""),
    };
    let fields =
        table.columns.iter().map(|column| format!("'{0}', {1}", column.name, value(&column.name, column.is_blob)));
    format!("json_object({})", fields.collect::<Vec<_>>().join(", "))
}

async fn add_function(connection: &mut SqliteConnection, shared: Arc<Shared>) -> Result<()> {
    let mut handle = connection.lock_handle().await.map_err(translate)?;
    let shared = Arc::into_raw(shared).cast_mut().cast::<c_void>();
    // SAFETY: the handle is open and locked; SQLite gives the pointer back to `forget` when the connection closes, also
    // when this fails.
    let added = unsafe {
        let database = handle.as_raw_handle().as_ptr();
        let name = FUNCTION.as_ptr();
        sqlite3_create_function_v2(database, name, 5, SQLITE_UTF8, shared, Some(note), None, None, Some(forget))
    };
    match added {
        SQLITE_OK => Ok(()),
        code => Err(anyhow::anyhow!("SQLite does not take the function that records changes: {code}").into()),
    }
}

/// Must not panic: SQLite has called it.
unsafe extern "C" fn note(context: *mut sqlite3_context, count: c_int, values: *mut *mut sqlite3_value) {
    // SAFETY: SQLite hands over the pointer from `add_function`, and as many values as it says, which live until this returns.
    unsafe {
        let shared = &*sqlite3_user_data(context).cast::<Shared>();
        let &[table, verb, key, before, after] = std::slice::from_raw_parts(values, count.max(0) as usize) else {
            return;
        };
        let table = shared.tables.get(sqlite3_value_int(table) as usize);
        let verb = Verb::ALL.get(sqlite3_value_int(verb) as usize);
        if let (Some(table), Some(verb)) = (table, verb) {
            shared.kept().note(table, *verb, [text(key), text(before), text(after)]);
        }
    }
}

/// `None` for NULL.
unsafe fn text<'a>(value: *mut sqlite3_value) -> Option<&'a str> {
    // SAFETY: the caller's value lives, and is not changed, as long as what is read from it here.
    unsafe {
        let start = sqlite3_value_text(value);
        let length = sqlite3_value_bytes(value).max(0) as usize;
        (!start.is_null()).then(|| str::from_utf8(std::slice::from_raw_parts(start, length)).unwrap_or_default())
    }
}

unsafe extern "C" fn forget(shared: *mut c_void) {
    // SAFETY: it is the pointer from `add_function`, given back once.
    drop(unsafe { Arc::from_raw(shared.cast::<Shared>()) });
}
