//! Finished pages, kept as the bytes that go out. A page is good as long as no table it was made from has been
//! written; there is no expiry. Holds only paths the site knows, so a stranger cannot fill it.

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
        let tables = tables.map(|table| (table, app.version(table))).collect();
        Basis { tables, year: crate::clock::year() }
    }

    fn still_holds(&self, app: &App) -> bool {
        self.year == crate::clock::year() && self.tables.iter().all(|(table, version)| app.version(table) == *version)
    }
}

pub struct Page {
    pub html: Finished,
    /// The same page's data, for moving inside the app.
    pub data: Finished,
    pub basis: Basis,
}

#[derive(Default)]
pub struct Cache {
    pages: RwLock<HashMap<String, Arc<Page>>>,
    /// One lock a path: of a herd on a cold page, one renders and the others wait for it.
    making: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

impl Cache {
    pub fn get(&self, app: &App, path: &str) -> Option<Arc<Page>> {
        let page = self.pages.read().expect("no panic while reading").get(path).cloned()?;
        page.basis.still_holds(app).then_some(page)
    }

    /// A page whose tables were written while it was made is not kept: it may already be old.
    pub fn keep(&self, app: &App, path: &str, page: &Arc<Page>) {
        if page.basis.still_holds(app) {
            self.pages.write().expect("no panic while writing").insert(path.to_owned(), page.clone());
        }
    }

    pub fn turn(&self, path: &str) -> Arc<tokio::sync::Mutex<()>> {
        self.making.lock().expect("no panic while waiting").entry(path.to_owned()).or_default().clone()
    }
}
