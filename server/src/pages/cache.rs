//! What was made, kept. It is good as long as no table it was made from has been written; there is no expiry.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, RwLock};

use super::finished::Finished;
use crate::app::App;
use crate::clock::Year;

/// What was true when a page was made.
#[derive(Clone, PartialEq)]
pub struct Basis {
    tables: Vec<(&'static str, u64)>,
    year: Year,
}

impl Basis {
    pub fn now(app: &App, tables: impl Iterator<Item = &'static str>) -> Basis {
        let mut tables: Vec<_> = tables.map(|table| (table, app.db.versions.of(table))).collect();
        // Read twice, the older state counts: it stands first.
        tables.sort();
        tables.dedup_by_key(|(table, _)| *table);
        Basis { tables, year: Year::now() }
    }

    fn still_holds(&self, app: &App) -> bool {
        self.tables.iter().all(|(table, version)| app.db.versions.of(table) == *version) && self.year.is_now()
    }
}

pub struct Page {
    pub html: Arc<Finished>,
    /// The same page's data, for moving inside the app.
    pub data: Arc<Finished>,
}

struct Kept<T> {
    value: Arc<T>,
    basis: Basis,
}

/// By path, and only by paths the site knows: a stranger cannot fill it.
pub struct Cache<T> {
    kept: RwLock<HashMap<String, Kept<T>>>,
    /// One lock a path: of a herd on a cold page, one renders and the others wait for it.
    making: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

impl<T> Default for Cache<T> {
    fn default() -> Cache<T> {
        Cache { kept: RwLock::default(), making: Mutex::default() }
    }
}

impl<T> Cache<T> {
    pub fn get(&self, app: &App, path: &str) -> Option<Arc<T>> {
        let kept = self.kept.read().expect("no panic while reading");
        kept.get(path).filter(|kept| kept.basis.still_holds(app)).map(|kept| kept.value.clone())
    }

    /// What was made from a state that moved meanwhile is not kept: it may already be old.
    pub fn keep(&self, app: &App, path: &str, value: &Arc<T>, basis: Basis) {
        if basis.still_holds(app) {
            let kept = Kept { value: value.clone(), basis };
            self.kept.write().expect("no panic while writing").insert(path.to_owned(), kept);
        }
    }

    pub fn turn(&self, path: &str) -> Arc<tokio::sync::Mutex<()>> {
        self.making.lock().expect("no panic while waiting").entry(path.to_owned()).or_default().clone()
    }
}
