//! Finished pages, kept as the bytes that go out. A page is good as long as no table it was made from has been
//! written; there is no expiry.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, RwLock};

use axum::http::StatusCode;
use bytes::Bytes;

use super::encoding::Encoding;
use crate::app::App;

/// One body in its three forms, with a tag for each.
pub struct Finished {
    pub media_type: &'static str,
    pub status: StatusCode,
    forms: [(Encoding, Bytes, String); 3],
}

impl Finished {
    pub fn new(status: StatusCode, media_type: &'static str, body: String) -> Finished {
        use sha2::{Digest, Sha256};
        let plain = Bytes::from(body);
        let digest = Sha256::digest(&plain);
        let tag: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let form = |encoding: Encoding| {
            let tag = format!("\"{tag}-{}\"", encoding.name().unwrap_or("id"));
            (encoding, encoding.apply(&plain), tag)
        };
        Finished { media_type, status, forms: [Encoding::Brotli, Encoding::Gzip, Encoding::Identity].map(form) }
    }

    pub fn form(&self, encoding: Encoding) -> (&Bytes, &str) {
        let (_, body, tag) = self.forms.iter().find(|form| form.0 == encoding).expect("every form is there");
        (body, tag)
    }
}

/// What was true when a page was made.
#[derive(Clone, PartialEq)]
pub struct Basis {
    tables: Vec<(&'static str, u64)>,
    year: i16,
}

impl Basis {
    pub fn now(app: &App, tables: impl Iterator<Item = &'static str>) -> Basis {
        let tables = tables.map(|table| (table, app.db.versions.of(table))).collect();
        Basis { tables, year: crate::clock::year() }
    }

    fn still_holds(&self, app: &App) -> bool {
        self.year == crate::clock::year()
            && self.tables.iter().all(|(table, version)| app.db.versions.of(table) == *version)
    }
}

pub struct Page {
    pub html: Finished,
    /// The same page's data, for moving inside the app.
    pub data: Finished,
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
