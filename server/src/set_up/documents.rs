//! The documents that a set-up writes: the name and the logo of the site, and its time zone. Where the site is to begin
//! blank, every document is as declared before that.

use serde_json::Value;

use super::wanted::refusal;
use crate::clock;
use crate::db::{Sql, Tx};
use crate::error::Result;
use crate::schema::{CONTENT_TABLE, DOCUMENTS, Document};
use crate::seed;

pub struct Content {
    pub site_name: String,
    /// Empty where times are shown in that of each device.
    pub time_zone: String,
    /// Under which address it is served.
    pub logo: Option<String>,
    pub blank: bool,
}

/// The parts of this document that are said, and what to put there.
fn said<'a>(content: &'a Content, page_key: &str) -> Vec<(&'static str, &'a str)> {
    match page_key {
        "general_settings" => {
            let logo = content.logo.as_deref().map(|logo| ("logo_url", logo));
            [("site_name", content.site_name.as_str())].into_iter().chain(logo).collect()
        }
        "features" => vec![("time_zone", &content.time_zone)],
        _ => Vec::new(),
    }
}

/// Refuses what no document takes, before anything is done.
pub fn check(content: &Content) -> Result<()> {
    for document in DOCUMENTS {
        for (field, value) in said(content, document.page_key) {
            let mut alone = serde_json::json!({ field: value });
            document.check(&mut alone).map_err(|message| {
                let code = if field == "time_zone" { "invalid_time_zone" } else { "site_name_too_long" };
                refusal(field, code, message)
            })?;
        }
    }
    Ok(())
}

pub async fn write(tx: &mut Tx, content: &Content) -> Result<()> {
    for document in DOCUMENTS {
        let parts = said(content, document.page_key);
        if parts.is_empty() && !content.blank {
            continue;
        }
        let mut new = if content.blank { document.blank() } else { stored(tx, document).await? };
        if new["logo_url"].as_str().is_some_and(seed::is_sample) {
            new["logo_url"] = Value::from(""); // another foundation's: without one of its own, the name is shown
        }
        for (field, value) in parts {
            new[field] = Value::from(value);
        }
        document.check(&mut new).map_err(anyhow::Error::msg)?;
        let sql = format!("UPDATE {CONTENT_TABLE} SET content = ?, updated_at = ? WHERE page_key = ?");
        tx.rows(Sql::new(sql).with(new.to_string()).with(clock::now()).with(document.page_key)).await?;
    }
    Ok(())
}

/// What the document holds; its defaults where it is not there, or is no object.
async fn stored(tx: &mut Tx, document: &Document) -> Result<Value> {
    let sql = Sql::new(format!("SELECT content FROM {CONTENT_TABLE} WHERE page_key = ?")).with(document.page_key);
    let row = tx.first(sql).await?;
    let content = row.and_then(|row| serde_json::from_str(row.text(0)).ok());
    Ok(content.filter(Value::is_object).unwrap_or_else(|| document.blank()))
}
