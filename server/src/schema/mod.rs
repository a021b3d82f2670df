//! What exists: the tables, the content documents, the buckets and the roles, each declared once as a value. The planner,
//! the checks on writing, the policy, the shape of a backup, the SQL for a hosted project and the web app's types are
//! derived from these declarations. Knows nothing of HTTP.

pub mod address;
pub mod bucket;
pub mod check;
mod database;
pub mod demands;
pub mod document;
mod documents;
pub mod email;
pub mod function;
pub mod history;
pub mod hosted;
pub mod html;
pub mod openapi;
pub mod password;
pub mod policy;
pub mod role;
pub mod table;
mod tables;
pub mod typescript;

use std::sync::LazyLock;

use crate::db::Searched;

pub use bucket::{BUCKETS, Bucket};
pub use document::Document;
pub use documents::DOCUMENTS;
pub use role::{Caller, Identity, Role};
pub use table::{Column, Default, Kind, Table};
pub use tables::TABLES;

/// What is searched by an index.
pub static SEARCHED: LazyLock<Vec<Searched>> = LazyLock::new(|| {
    let searched = TABLES.iter().filter(|table| !table.search.is_empty());
    searched.map(|table| Searched { table: table.name, columns: table.search }).collect()
});

pub fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().copied().find(|table| table.name == name)
}

pub fn document(page_key: &str) -> Option<&'static Document> {
    DOCUMENTS.iter().copied().find(|document| document.page_key == page_key)
}

/// The table that holds the documents.
pub const CONTENT_TABLE: &str = "website_content";
