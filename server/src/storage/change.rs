//! Removing, moving and copying files. For visitors there is nothing to change: rows a rule hides are not refused,
//! they are not there.

use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::call;
use super::name::{BUCKET, Name};
use super::object::{self, COLUMNS, Object, no_such_key};
use super::removed;
use super::save::record;
use super::version::Version;
use crate::app::App;
use crate::clock;
use crate::db::{Sql, Tx};
use crate::error::{Error, Result};
use crate::schema::Caller;
use crate::schema::bucket::WEBSITE_IMAGES;

const MAX_REMOVED: usize = 1000;

#[derive(Deserialize)]
pub struct Prefixes {
    prefixes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveRequest {
    bucket_id: String,
    source_key: String,
    destination_key: String,
    destination_bucket: Option<String>,
}

/// The rows that were removed; names that are not there are passed over.
pub async fn remove(app: &App, caller: &Caller, asked: Prefixes) -> Result<Value> {
    if asked.prefixes.len() > MAX_REMOVED {
        return Err(Error::refused(400, "InvalidRequest", "At most 1000 files can be removed at once."));
    }
    if !WEBSITE_IMAGES.writers.contains(&caller.role) {
        return Ok(json!([]));
    }
    let names: Vec<Name> = asked.prefixes.iter().filter_map(|name| Name::parse(name).ok()).collect();
    Ok(remove_named(app, names).await?.iter().map(Object::row).collect())
}

pub async fn remove_one(app: &App, caller: &Caller, name: Name) -> Result<Value> {
    if !WEBSITE_IMAGES.writers.contains(&caller.role) || remove_named(app, vec![name]).await?.is_empty() {
        return Err(no_such_key());
    }
    Ok(json!({ "message": "Successfully deleted" }))
}

/// The rows go now and with them all that can be seen; the bytes go with a later sweep.
async fn remove_named(app: &App, names: Vec<Name>) -> Result<Vec<Object>> {
    let removed = app
        .db
        .write(move |tx| {
            Box::pin(async move {
                let mut removed = delete_rows(tx, names.iter().map(Name::as_str)).await?;
                let missing = |name: &&Name| removed.iter().all(|object| object.name != name.as_str());
                let others: Vec<Name> =
                    names.iter().filter(missing).map(Name::as_uploaded).filter(|name| !names.contains(name)).collect();
                removed.extend(delete_rows(tx, others.iter().map(Name::as_str)).await?);
                removed::note(tx, &removed.iter().flat_map(Object::version).collect::<Vec<_>>()).await?;
                Ok(removed)
            })
        })
        .await?;
    for object in &removed {
        app.store.renditions.forget(object.version()?).await;
    }
    Ok(removed)
}

async fn delete_rows(tx: &mut Tx, names: impl Iterator<Item = &str>) -> Result<Vec<Object>> {
    let mut names = names.peekable();
    if names.peek().is_none() {
        return Ok(Vec::new());
    }
    let mut sql = Sql::new("DELETE FROM objects WHERE bucket = ? AND name IN (").with(BUCKET);
    sql.bind_all(names).push(") RETURNING ").push(COLUMNS);
    Ok(tx.rows(sql).await?.iter().map(Object::read).collect())
}

impl MoveRequest {
    fn ends(&self) -> Result<(Name, Name)> {
        call::check(&self.bucket_id)?;
        call::check(self.destination_bucket.as_deref().unwrap_or(BUCKET))?;
        Ok((Name::parse(&self.source_key)?, Name::parse(&self.destination_key)?))
    }
}

pub async fn rename(app: &App, caller: &Caller, way: MoveRequest) -> Result<Value> {
    let (from, to) = way.ends()?;
    if !WEBSITE_IMAGES.writers.contains(&caller.role) {
        return Err(no_such_key());
    }
    let object = object::find(app, &from).await?.ok_or_else(no_such_key)?;
    let sql = Sql::new("UPDATE objects SET name = ?, updated_at = ? WHERE bucket = ? AND name = ? RETURNING id")
        .with(to.as_str())
        .with(clock::now())
        .with(BUCKET)
        .with(&object.name);
    let moved = app.db.write(move |tx| Box::pin(tx.first(sql))).await?.ok_or_else(no_such_key)?;
    Ok(json!({
        "message": "Successfully moved", "Id": moved.text(0), "Key": format!("{BUCKET}/{}", to.as_str()),
    }))
}

pub async fn copy(app: &App, caller: &Caller, way: MoveRequest, headers: &HeaderMap) -> Result<Value> {
    let (from, to) = way.ends()?;
    let Some(owner) = caller.staff_id() else { return Err(no_such_key()) };
    if !WEBSITE_IMAGES.writers.contains(&caller.role) {
        return Err(no_such_key());
    }
    let source = object::find(app, &from).await?.ok_or_else(no_such_key)?;
    let version = Version::fresh();
    if !app.store.copy(source.version()?, version, source.size).await? {
        return Err(no_such_key());
    }
    let now = clock::now();
    let copied = Object {
        id: Uuid::now_v7().to_string(),
        name: to.as_str().to_owned(),
        version: version.to_string(),
        owner: Some(owner.to_owned()),
        created_at: now.clone(),
        updated_at: now,
        ..source
    };
    let upsert = headers.get("x-upsert").is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"true"));
    let copied = record(app, version, copied, upsert).await?;
    Ok(json!({ "Id": copied.id, "Key": format!("{BUCKET}/{}", copied.name) }))
}
