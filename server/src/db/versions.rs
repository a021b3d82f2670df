//! A number for each table that a write raises: after the commit, before the answer, and by the writer itself, so that
//! it happens also when whoever asked has gone. Whoever keeps something made from a table compares numbers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::tables::TABLES;

pub struct Versions(HashMap<&'static str, AtomicU64>);

impl Default for Versions {
    fn default() -> Versions {
        Versions(TABLES.iter().map(|table| (table.name, AtomicU64::new(0))).collect())
    }
}

impl Versions {
    pub fn of(&self, table: &str) -> u64 {
        self.0.get(table).map_or(0, |version| version.load(Ordering::Acquire))
    }

    pub(super) fn raise(&self, table: &str) {
        if let Some(version) = self.0.get(table) {
            version.fetch_add(1, Ordering::Release);
        }
    }
}
