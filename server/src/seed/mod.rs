//! What a site begins with: an empty database gets its content documents, and sample content unless that is switched
//! off; a site that was made by an earlier version gets the documents that came later. Pictures are stored the way every
//! upload is; all rows are written in one transaction, so a start that was cut off is simply done again.

mod pictures;

use anyhow::Context;
use bytes::Bytes;
use include_dir::{Dir, include_dir};
use serde_json::{Map, Value, json};

use crate::db::{Db, Engine, Sql};
use crate::rest;
use crate::schema::history::ACCOUNTS;
use crate::schema::{self, CONTENT_TABLE, DOCUMENTS, Document};
use crate::storage::{self, NewFile, Store};
use pictures::Picture;
pub use pictures::is_sample;

static PICTURES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../sample/pictures");
const SAMPLE: &str = include_str!("../../../sample/content.json");

/// Fills a database in which there is nothing at all: a site whose staff deleted much is not ours to fill.
pub async fn fill_if_empty(db: &Db, store: &Store, sample_content: bool) -> anyhow::Result<()> {
    // The first account has left its line in the history already; a line of anything else was somebody's work.
    let rows = |table: &&schema::Table| match table.column("table_name") {
        Some(column) => format!("{} WHERE {} <> '{ACCOUNTS}'", table.name, column.name),
        None => table.name.to_owned(),
    };
    let filled: Vec<String> =
        schema::TABLES.iter().map(|table| format!("EXISTS (SELECT 1 FROM {})", rows(table))).collect();
    let filled = Sql::new(format!("SELECT 1 WHERE {}", filled.join(" OR ")));
    if db.first(filled.clone()).await?.is_some() {
        return Ok(());
    }
    let mut content = if sample_content { sample()? } else { Map::new() };
    for picture in pictures::place(&mut content) {
        keep(db, store, &picture).await.with_context(|| format!("storing the picture {}", picture.file))?;
    }
    let statements = statements(db.engine(), content)?;
    db.write(|tx| {
        Box::pin(async move {
            // Another server on the same database may have been quicker.
            if tx.first(filled).await?.is_some() {
                return Ok(());
            }
            for sql in statements {
                tx.rows(sql).await?;
            }
            Ok(())
        })
    })
    .await?;
    Ok(())
}

/// Inserts every document that the database lacks, with its defaults: one that was declared since the site was made, or
/// since the backup that was restored.
pub async fn add_missing_documents(db: &Db) -> anyhow::Result<()> {
    let stored = format!("SELECT page_key FROM {CONTENT_TABLE}");
    let rows = db.rows(Sql::new(stored.as_str())).await?;
    let missing = |document: &&&Document| rows.iter().all(|row| row.text(0) != document.page_key);
    for document in DOCUMENTS.iter().filter(missing) {
        let insert = blank_document(db.engine(), document)?;
        let there = Sql::new(format!("{stored} WHERE page_key = ?")).with(document.page_key);
        let inserted = db.write(|tx| {
            Box::pin(async move {
                // Another server may start at the same moment.
                let lacks = tx.first(there).await?.is_none();
                if lacks {
                    tx.rows(insert).await?;
                }
                Ok(lacks)
            })
        });
        if inserted.await? {
            tracing::info!("added the content document {}, which the database did not have", document.page_key);
        }
    }
    Ok(())
}

/// Inserts a document with its defaults.
pub fn blank_document(engine: Engine, document: &Document) -> anyhow::Result<Sql> {
    document_row(engine, document, document.blank())
}

fn document_row(engine: Engine, document: &Document, content: Value) -> anyhow::Result<Sql> {
    let table = schema::table(CONTENT_TABLE).context("there is no table of documents")?;
    let row = json!({ "page_key": document.page_key, "content": content });
    Ok(rest::insert_statement(engine, table, row)?)
}

/// The rows of the sample by table; for the table of documents an object by page key.
fn sample() -> anyhow::Result<Map<String, Value>> {
    serde_json::from_str(SAMPLE).context("the sample content is not JSON")
}

/// Documents that the content does not name begin blank.
fn statements(engine: Engine, mut content: Map<String, Value>) -> anyhow::Result<Vec<Sql>> {
    let mut documents = content.remove(CONTENT_TABLE).unwrap_or_default();
    let mut statements = Vec::new();
    for document in DOCUMENTS {
        let content = documents.get_mut(document.page_key).map(Value::take);
        statements.push(document_row(engine, document, content.unwrap_or_else(|| document.blank()))?);
    }
    for (name, rows) in content {
        let table = schema::table(&name).with_context(|| format!("there is no table {name}"))?;
        if rows.as_array().is_some_and(|rows| !rows.is_empty()) {
            statements.push(rest::insert_statement(engine, table, rows)?);
        }
    }
    Ok(statements)
}

async fn keep(db: &Db, store: &Store, picture: &Picture) -> anyhow::Result<()> {
    let file = PICTURES.get_file(&picture.file).context("there is no such picture")?;
    let bytes = Bytes::from_static(file.contents());
    let file = NewFile { upsert: true, ..NewFile::new(picture.bucket, &picture.name, bytes) };
    storage::save(db, store, file).await?;
    Ok(())
}
