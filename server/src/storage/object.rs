//! A file's row, which is the truth about it: what has no row does not exist.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::name::Name;
use super::range::State;
use super::version::Version;
use crate::clock;
use crate::db::{Db, Reserve, Row, Sql};
use crate::error::Result;
use crate::schema::Bucket;

#[derive(Debug, Clone, Default)]
pub struct Object {
    pub id: String,
    pub name: String,
    pub version: String,
    pub mimetype: String,
    pub size: u64,
    pub etag: String,
    pub cache_control: String,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub user_metadata: Option<String>,
    pub owner: Option<String>,
    pub created_at: String,
    pub updated_at: String,
    pub bucket: String,
}

pub const COLUMNS: &str = "id, name, version, mimetype, size, etag, cache_control, width, height, user_metadata, \
                           owner, created_at, updated_at, bucket";

impl Object {
    pub fn read(row: &Row) -> Object {
        let text = |position| row.text(position).to_owned();
        Object {
            id: text(0),
            name: text(1),
            version: text(2),
            mimetype: text(3),
            size: row.int(4).try_into().unwrap_or_default(),
            etag: text(5),
            cache_control: text(6),
            width: row.int_or_none(7),
            height: row.int_or_none(8),
            user_metadata: row.text_or_none(9).map(str::to_owned),
            owner: row.text_or_none(10).map(str::to_owned),
            created_at: text(11),
            updated_at: text(12),
            bucket: text(13),
        }
    }

    pub fn version(&self) -> Result<Version> {
        let unreadable = || anyhow::anyhow!("the row of {} names no version", self.id);
        Ok(Version::read(&self.version).ok_or_else(unreadable)?)
    }

    pub fn state(&self) -> State {
        let modified = clock::parse(&self.updated_at).unwrap_or(Timestamp::UNIX_EPOCH);
        State { etag: self.etag.clone(), modified }
    }

    /// As `list` shows it, under its name within the folder.
    pub fn listed(&self, name: &str) -> Value {
        json!({
            "name": name,
            "id": self.id,
            "updated_at": self.updated_at,
            "created_at": self.created_at,
            "last_accessed_at": self.updated_at,
            "metadata": self.metadata(),
        })
    }

    /// As `remove` shows what it removed.
    pub fn row(&self) -> Value {
        json!({
            "name": self.name,
            "bucket_id": self.bucket,
            "owner": self.owner,
            "owner_id": self.owner,
            "version": self.version,
            "id": self.id,
            "updated_at": self.updated_at,
            "created_at": self.created_at,
            "last_accessed_at": self.updated_at,
            "metadata": self.metadata(),
            "user_metadata": self.user_metadata(),
        })
    }

    pub fn info(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "version": self.version,
            "bucket_id": self.bucket,
            "size": self.size,
            "content_type": self.mimetype,
            "cache_control": self.cache_control,
            "etag": self.etag,
            "metadata": self.user_metadata_or_empty(),
            "last_modified": self.updated_at,
            "created_at": self.created_at,
        })
    }

    fn metadata(&self) -> Value {
        json!({
            "eTag": self.etag,
            "size": self.size,
            "mimetype": self.mimetype,
            "cacheControl": self.cache_control,
            "lastModified": self.updated_at,
            "contentLength": self.size,
            "httpStatusCode": 200,
        })
    }

    /// As `info` tells it: clients read fields of it without asking whether it is there.
    fn user_metadata_or_empty(&self) -> Value {
        match self.user_metadata() {
            Value::Null => json!({}),
            metadata => metadata,
        }
    }

    fn user_metadata(&self) -> Value {
        self.user_metadata.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or(Value::Null)
    }
}

/// The file of this name, or the one it was uploaded as (see `Name::as_uploaded`).
pub async fn find(db: &Db, reserve: Reserve, bucket: &Bucket, name: &Name) -> Result<Option<Object>> {
    let sql = Sql::new(format!(
        "SELECT {COLUMNS} FROM objects WHERE bucket = ? AND name IN (?, ?) ORDER BY name = ? DESC LIMIT 1"
    ))
    .with(bucket.name)
    .with(name.as_str())
    .with(name.as_uploaded().as_str())
    .with(name.as_str());
    Ok(db.rows_for(reserve, sql).await?.first().map(Object::read))
}

/// Whether a row still names these bytes.
pub async fn is_named(db: &Db, version: Version) -> Result<bool> {
    let sql = Sql::new("SELECT 1 FROM objects WHERE version = ?").with(version.to_string());
    Ok(db.first(sql).await?.is_some())
}

/// A few of the files that the rows name, the oldest and the newest of them.
pub async fn samples(db: &Db) -> Result<Vec<Version>> {
    let some = |order: &str| format!("SELECT version FROM objects ORDER BY version {order} LIMIT 3");
    let (oldest, newest) = (some("ASC"), some("DESC"));
    let sql = format!("SELECT version FROM ({oldest}) AS oldest UNION SELECT version FROM ({newest}) AS newest");
    Ok(db.rows(Sql::new(sql)).await?.iter().filter_map(|row| Version::read(row.text(0))).collect())
}
