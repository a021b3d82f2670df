//! What was made, kept. It is good as long as no table it was made from has been written; there is no expiry.

use std::sync::{Arc, Mutex, RwLock};

use foldhash::HashMap;

use super::hit_rate::HitRate;
use super::prepared::Prepared;
use crate::app::App;
use crate::clock::Year;
use crate::db::Bumped;
use crate::schema::TABLES;

/// What was true when a page was made.
#[derive(Clone, PartialEq)]
pub struct Basis {
    tables: Vec<(&'static str, u64)>,
    year: Year,
}

impl Basis {
    pub fn now(app: &App, tables: impl Iterator<Item = &'static str>) -> Basis {
        let mut tables: Vec<_> = tables.map(|table| (table, app.db.versions.committed(table))).collect();
        // Read twice, the older state counts: it stands first.
        tables.sort();
        tables.dedup_by_key(|(table, _)| *table);
        Basis { tables, year: Year::now() }
    }

    /// Every table as it is now.
    pub fn of_all(app: &App) -> Basis {
        Basis::now(app, TABLES.iter().map(|table| table.name))
    }

    /// What somebody who asks at this moment must at least be shown.
    pub fn published(app: &App) -> Basis {
        let tables = TABLES.iter().map(|table| (table.name, app.db.versions.published(table.name))).collect();
        Basis { tables, year: Year::now() }
    }

    /// Whether this was true at the moment `other` was, or later.
    fn is_no_older_than(&self, other: &Basis) -> bool {
        let known =
            |name: &str| other.tables.iter().find(|(table, _)| *table == name).map_or(0, |(_, version)| *version);
        self.year == other.year && self.tables.iter().all(|(table, version)| *version >= known(table))
    }

    fn still_holds(&self, app: &App) -> bool {
        self.tables.iter().all(|(table, version)| *version >= app.db.versions.published(table)) && self.year.is_now()
    }
}

/// A page, and whether it is known to be older than what was saved since: then it is marked as such.
pub struct Shown {
    pub page: Arc<Page>,
    pub old: bool,
}

pub struct Page {
    pub html: Arc<Prepared>,
    /// The same page's data, for moving inside the app.
    pub data: Arc<Prepared>,
}

struct Kept<T> {
    value: Arc<T>,
    basis: Basis,
    hits: HitRate,
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
        let kept = kept.get(path)?;
        kept.hits.record();
        kept.basis.still_holds(app).then(|| kept.value.clone())
    }

    /// The paths that at least so many ask for each second, of those made from one of these tables; the most wanted first.
    pub fn wanted(&self, tables: &Bumped, least: u32) -> Vec<String> {
        let kept = self.kept.read().expect("no panic while reading");
        let made_from =
            |basis: &Basis| basis.tables.iter().any(|(table, _)| tables.iter().any(|(one, _)| **one == **table));
        let touched = kept.iter().filter(|(_, kept)| made_from(&kept.basis));
        let mut wanted: Vec<_> = touched.map(|(path, kept)| (kept.hits.per_second(), path)).collect();
        wanted.retain(|(rate, _)| *rate >= least);
        wanted.sort_by_key(|(rate, _)| std::cmp::Reverse(*rate));
        wanted.into_iter().map(|(_, path)| path.clone()).collect()
    }

    /// What was made from a state no older than `asked`. It may have been overtaken by a save since, but not by one
    /// that was acknowledged before the visitor asked. So a page that is saved all the time is made once for all who
    /// wait, not once for each.
    pub fn made_since(&self, asked: &Basis, path: &str) -> Option<Arc<T>> {
        let kept = self.kept.read().expect("no panic while reading");
        kept.get(path).filter(|kept| kept.basis.is_no_older_than(asked)).map(|kept| kept.value.clone())
    }

    /// What was last made, however old: better than nothing while nothing newer can be made.
    pub fn last(&self, path: &str) -> Option<Arc<T>> {
        self.kept.read().expect("no panic while reading").get(path).map(|kept| kept.value.clone())
    }

    /// To be called by whoever has the turn, so that the newer never makes way for the older.
    pub fn keep(&self, path: &str, value: &Arc<T>, basis: Basis) {
        let mut kept = self.kept.write().expect("no panic while writing");
        let hits = kept.remove(path).map_or_else(HitRate::default, |before| before.hits);
        kept.insert(path.to_owned(), Kept { value: value.clone(), basis, hits });
    }

    pub fn turn(&self, path: &str) -> Arc<tokio::sync::Mutex<()>> {
        self.making.lock().expect("no panic while waiting").entry(path.to_owned()).or_default().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn basis(tables: &[(&'static str, u64)]) -> Basis {
        Basis { tables: tables.to_vec(), year: Year::now() }
    }

    #[test]
    fn whoever_waits_gets_what_was_made_after_they_asked() {
        let cache = Cache::default();
        let asked = basis(&[("projects", 3), ("team_members", 7)]);
        assert!(cache.made_since(&asked, "/").is_none());
        for (versions, enough) in [(2, false), (3, true), (4, true)] {
            cache.keep("/", &Arc::new(versions), basis(&[("projects", versions)]));
            assert_eq!(cache.made_since(&asked, "/").as_deref(), Some(&versions).filter(|_| enough));
        }
        cache.keep("/", &Arc::new(0), basis(&[("projects", 4), ("team_members", 6)]));
        assert!(cache.made_since(&asked, "/").is_none());
    }
}
