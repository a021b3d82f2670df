//! Removing, moving and copying files. For visitors there is nothing to change: rows a rule hides are not refused,
//! they are not there.

use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};

use super::call::{self, Target};
use super::error::{FileError, Result};
use super::kind::{require_name, wrong_kind};
use super::name::Name;
use super::object::{COLUMNS, Object};
use super::save::record;
use super::upload::asks_to_replace;
use super::version::Version;
use super::{Storage, find, removed};
use crate::clock;
use crate::db::{Reserve, Sql, Tx};
use crate::schema::bucket::FileKind;
use crate::schema::{Bucket, Caller};

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
pub async fn remove(storage: &Storage, caller: &Caller, bucket: &'static Bucket, asked: Prefixes) -> Result<Value> {
    if asked.prefixes.len() > MAX_REMOVED {
        return Err(FileError::invalid("At most 1000 files can be removed at once."));
    }
    if !bucket.may_write(caller) {
        return Ok(json!([]));
    }
    let names: Vec<Name> = asked.prefixes.iter().filter_map(|name| Name::parse(name).ok()).collect();
    Ok(remove_named(storage, bucket, names).await?.iter().map(Object::row).collect())
}

pub async fn remove_one(storage: &Storage, caller: &Caller, target: Target) -> Result<Value> {
    let Target { bucket, name } = target;
    if !bucket.may_write(caller) || remove_named(storage, bucket, vec![name]).await?.is_empty() {
        return Err(FileError::NoSuchFile);
    }
    Ok(json!({ "message": "Successfully deleted" }))
}

/// The rows go now and with them all that can be seen; the bytes go with a later sweep.
async fn remove_named(storage: &Storage, bucket: &'static Bucket, names: Vec<Name>) -> Result<Vec<Object>> {
    let removing = storage.db.write(move |tx| {
        Box::pin(async move {
            let mut removed = delete_rows(tx, bucket, names.iter().map(Name::as_str)).await?;
            let missing = |name: &&Name| removed.iter().all(|object| object.name != name.as_str());
            let others: Vec<Name> =
                names.iter().filter(missing).map(Name::as_uploaded).filter(|name| !names.contains(name)).collect();
            removed.extend(delete_rows(tx, bucket, others.iter().map(Name::as_str)).await?);
            removed::note(tx, &removed.iter().flat_map(Object::version).collect::<Vec<_>>()).await?;
            Ok(removed)
        })
    });
    let removed = removing.await?;
    for object in &removed {
        storage.store.renditions.forget(bucket, object.version()?).await;
    }
    Ok(removed)
}

async fn delete_rows(
    tx: &mut Tx,
    bucket: &Bucket,
    names: impl Iterator<Item = &str>,
) -> crate::error::Result<Vec<Object>> {
    let mut names = names.peekable();
    if names.peek().is_none() {
        return Ok(Vec::new());
    }
    let mut sql = Sql::new("DELETE FROM objects WHERE bucket = ? AND name IN (").with(bucket.name);
    sql.bind_all(names).push(") RETURNING ").push(COLUMNS);
    Ok(tx.rows(sql).await?.iter().map(Object::read).collect())
}

impl MoveRequest {
    /// Both ends, each in a bucket that exists for this caller.
    fn ends(&self, storage: &Storage, caller: &Caller) -> Result<(Target, Target)> {
        let visible = |name: &str| match call::find(storage.buckets, name)? {
            bucket if bucket.is_visible_to(caller) => Ok(bucket),
            _ => Err(FileError::NoSuchBucket),
        };
        let from = visible(&self.bucket_id)?;
        let to = visible(self.destination_bucket.as_deref().unwrap_or(from.name))?;
        let from = Target { bucket: from, name: Name::parse(&self.source_key)? };
        Ok((from, Target { bucket: to, name: Name::parse(&self.destination_key)? }))
    }
}

/// Refuses to put a file into a bucket where this caller could not have uploaded it.
fn require_writing(from: &Target, to: &Target, caller: &Caller) -> Result<()> {
    match to.bucket.may_write(caller) {
        true => Ok(()),
        // As within one bucket: files that the caller may not change are not there to be moved.
        false if from.bucket.name == to.bucket.name => Err(FileError::NoSuchFile),
        false => Err(FileError::Denied),
    }
}

/// The limits are those of the bucket the file goes to, not the one it comes from.
fn require_fitting(object: &Object, to: &Target) -> Result<()> {
    match FileKind::of(&object.mimetype) {
        Some(kind) if !to.bucket.kinds.contains(&kind) => Err(wrong_kind(to.bucket, kind.mime_type())),
        _ if object.size > to.bucket.max_bytes as u64 => Err(FileError::TooLarge),
        Some(kind) => require_name(kind, to.name.as_str()),
        None => Ok(()),
    }
}

pub async fn rename(storage: &Storage, caller: &Caller, request: MoveRequest) -> Result<Value> {
    let (from, to) = request.ends(storage, caller)?;
    if !from.bucket.may_write(caller) {
        return Err(FileError::NoSuchFile);
    }
    require_writing(&from, &to, caller)?;
    let object = find(&storage.db, Reserve::Staff, from.bucket, &from.name).await?.ok_or(FileError::NoSuchFile)?;
    require_fitting(&object, &to)?;
    let sql = "UPDATE objects SET bucket = ?, name = ?, updated_at = ? WHERE bucket = ? AND name = ? RETURNING id";
    let sql = Sql::new(sql)
        .with(to.bucket.name)
        .with(to.name.as_str())
        .with(clock::now())
        .with(from.bucket.name)
        .with(&object.name);
    let moved = storage.db.write(move |tx| Box::pin(tx.first(sql))).await?.ok_or(FileError::NoSuchFile)?;
    if from.bucket.name != to.bucket.name {
        storage.store.renditions.forget(from.bucket, object.version()?).await;
    }
    Ok(json!({ "message": "Successfully moved", "Id": moved.text(0), "Key": key(&to) }))
}

pub async fn copy(storage: &Storage, caller: &Caller, request: MoveRequest, headers: &HeaderMap) -> Result<Value> {
    let (from, to) = request.ends(storage, caller)?;
    if !from.bucket.may_read(caller) {
        return Err(FileError::NoSuchFile);
    }
    require_writing(&from, &to, caller)?;
    let source = find(&storage.db, Reserve::Staff, from.bucket, &from.name).await?.ok_or(FileError::NoSuchFile)?;
    require_fitting(&source, &to)?;
    let version = Version::fresh();
    if !storage.store.copy(source.version()?, version, source.size).await? {
        return Err(FileError::NoSuchFile);
    }
    let now = clock::now();
    let copied = Object {
        id: clock::new_id().to_string(),
        name: to.name.as_str().to_owned(),
        version: version.to_string(),
        owner: caller.staff_id().map(str::to_owned),
        created_at: now.clone(),
        updated_at: now,
        bucket: to.bucket.name.to_owned(),
        ..source
    };
    let upsert = asks_to_replace(headers);
    let copied = record(&storage.db, &storage.store, to.bucket, version, copied, upsert).await?;
    Ok(json!({ "Id": copied.id, "Key": key(&to) }))
}

fn key(target: &Target) -> String {
    format!("{}/{}", target.bucket.name, target.name.as_str())
}
