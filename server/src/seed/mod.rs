//! First start: an empty database gets its eight content rows, and sample content unless that is switched off. The
//! pictures go in by the road every upload takes; all rows are written in one transaction, so a start that was cut
//! off is simply done again.

use anyhow::Context;
use bytes::Bytes;
use include_dir::{Dir, include_dir};
use serde_json::{Map, Value};

use crate::app::App;
use crate::db::{Engine, Sql};
use crate::schema::bucket::WEBSITE_IMAGES;
use crate::storage::NewFile;
use crate::{rest, schema, storage};

static PICTURES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../sample/pictures");
const SAMPLE: &str = include_str!("../../../sample/content.json");
/// The same shape with neutral words and no rows in the lists.
const BLANK: &str = include_str!("blank.json");

/// Where the pictures of each part are kept, as the admin's uploads would be.
const FOLDERS: &[(&str, &str)] = &[
    ("logo_url", "logo"),
    ("favicon_url", "favicon"),
    ("website_content", "hero"),
    ("projects", "projects"),
    ("gallery_images", "gallery"),
    ("testimonials", "testimonials"),
    ("team_members", "team"),
    ("success_stories", "success_stories"),
];

pub async fn fill_if_empty(app: &App) -> anyhow::Result<()> {
    // Only where nothing is: a site whose staff deleted much is not ours to fill.
    let filled: Vec<String> =
        schema::TABLES.iter().map(|table| format!("EXISTS (SELECT 1 FROM {})", table.name)).collect();
    let filled = Sql::new(format!("SELECT 1 WHERE {}", filled.join(" OR ")));
    if app.db.first(filled.clone()).await?.is_some() {
        return Ok(());
    }
    let source = if app.settings.sample_content { SAMPLE } else { BLANK };
    let mut parts: Map<String, Value> = serde_json::from_str(source).context("the sample content is not JSON")?;
    for (part, value) in &mut parts {
        store_pictures(app, part, value).await.with_context(|| format!("storing the pictures of {part}"))?;
    }
    let statements = statements(app.db.engine(), parts)?;
    app.db
        .write(|tx| {
            Box::pin(async move {
                // Another server on the same database may have been quicker.
                if tx.first(filled).await?.is_some() {
                    return Ok(());
                }
                for (table, sql) in statements {
                    tx.rows(sql).await?;
                    tx.changes(table);
                }
                Ok(())
            })
        })
        .await?;
    Ok(())
}

/// Neutral content for every page, by its key.
pub fn blank_pages() -> anyhow::Result<Value> {
    let mut parts: Map<String, Value> = serde_json::from_str(BLANK).context("the blank content is not JSON")?;
    parts.remove("website_content").context("the blank pages are missing")
}

fn statements(engine: Engine, mut parts: Map<String, Value>) -> anyhow::Result<Vec<(&'static str, Sql)>> {
    let mut statements = Vec::new();
    let pages = parts.remove("website_content").context("the content rows are missing")?;
    let rows = schema::DOCUMENTS
        .iter()
        .map(|document| serde_json::json!({ "page_key": document.page_key, "content": pages[document.page_key] }))
        .collect();
    let table = schema::table(schema::CONTENT_TABLE).expect("it is ours");
    statements.push((table.name, rest::insert_statement(engine, table, Value::Array(rows))?));
    for (name, rows) in parts {
        let table = schema::table(&name).with_context(|| format!("there is no table {name}"))?;
        if rows.as_array().is_some_and(|rows| !rows.is_empty()) {
            statements.push((table.name, rest::insert_statement(engine, table, rows)?));
        }
    }
    Ok(statements)
}

/// Replaces every `{"picture": "file"}` by the address under which the file is served.
async fn store_pictures(app: &App, place: &str, value: &mut Value) -> anyhow::Result<()> {
    match value {
        Value::Array(items) => {
            for item in items {
                Box::pin(store_pictures(app, place, item)).await?;
            }
        }
        Value::Object(object) => {
            if let Some(Value::String(file)) = object.get("picture") {
                *value = Value::String(store_picture(app, place, file).await?);
                return Ok(());
            }
            for (key, inner) in object {
                let place = if FOLDERS.iter().any(|(name, _)| name == key) { key } else { place };
                Box::pin(store_pictures(app, place, inner)).await?;
            }
        }
        _ => {}
    }
    Ok(())
}

async fn store_picture(app: &App, place: &str, file: &str) -> anyhow::Result<String> {
    let picture = PICTURES.get_file(file).with_context(|| format!("there is no picture {file}"))?;
    let (_, folder) =
        FOLDERS.iter().find(|(name, _)| *name == place).with_context(|| format!("no folder for {place}"))?;
    let name = format!("{folder}/sample-{file}");
    let bytes = Bytes::from_static(picture.contents());
    let file = NewFile { upsert: true, ..NewFile::new(&WEBSITE_IMAGES, &name, bytes) };
    storage::save(&app.db, &app.store, file).await?;
    Ok(storage::public_path(&WEBSITE_IMAGES, &name))
}
