//! What an archive is made of, as database and file store give it: rows in pages, files in pieces.

use anyhow::Context;
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};

use super::shape::{self, Kept};
use crate::db::{Row, Snapshot, Sql};
use crate::storage::{self, ByteStream, Store, Version};

/// Rows read at a time; a row has at most a few hundred kilobytes, and nearly always far less.
pub const PAGE: usize = 200;

/// A file that a row names, as its row describes it.
pub struct Named {
    pub name: String,
    pub version: Version,
    pub bytes: Bytes,
}

/// What tells bytes from others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bytes {
    pub size: u64,
    pub etag: String,
}

impl Named {
    /// From a row with all columns of `shape::objects`.
    pub fn read(row: &Row) -> anyhow::Result<Named> {
        let at = |name: &str| shape::objects().position(name);
        let size = row.int(at("size")).try_into().context("a file has no size")?;
        Ok(Named {
            name: row.text(at("name")).to_owned(),
            version: Version::read(row.text(at("version"))).context("a file has no version")?,
            bytes: Bytes { size, etag: row.text(at("etag")).to_owned() },
        })
    }
}

/// A file that is being read, in pieces.
pub struct FileReading {
    stream: ByteStream,
    size: u64,
    digest: Sha256,
}

impl FileReading {
    /// `None` when it is not there.
    pub async fn begin(store: &Store, version: Version) -> anyhow::Result<Option<FileReading>> {
        let Some(size) = store.size(version).await? else { return Ok(None) };
        let stream = store.read(version, 0..size).await?;
        Ok(stream.map(|stream| FileReading { stream, size, digest: Sha256::new() }))
    }

    /// The next piece, or `None` at the end.
    pub async fn next(&mut self) -> anyhow::Result<Option<bytes::Bytes>> {
        let piece = self.stream.try_next().await?;
        if let Some(piece) = &piece {
            self.digest.update(piece);
        }
        Ok(piece)
    }

    /// What all of it was.
    pub fn bytes(self) -> Bytes {
        Bytes { size: self.size, etag: storage::etag(&self.digest.finalize()) }
    }
}

/// Reads all of a file and says what it is; `None` when it is not there.
pub async fn file(store: &Store, version: Version) -> anyhow::Result<Option<Bytes>> {
    let Some(mut reading) = FileReading::begin(store, version).await? else { return Ok(None) };
    while reading.next().await?.is_some() {}
    Ok(Some(reading.bytes()))
}

/// All rows of a table, in the order of their keys, a page at a time.
pub struct Pages {
    kept: &'static Kept,
    last: Option<String>,
    ended: bool,
}

impl Pages {
    pub fn of(kept: &'static Kept) -> Pages {
        Pages { kept, last: None, ended: false }
    }

    pub async fn next(&mut self, reading: &mut Snapshot) -> anyhow::Result<Option<Vec<Row>>> {
        if self.ended {
            return Ok(None);
        }
        let mut sql = Sql::new("SELECT ");
        names(&mut sql, self.kept.columns.iter().map(|column| column.name));
        sql.push(" FROM ").name(self.kept.name);
        if let Some(last) = &self.last {
            sql.push(" WHERE ").name(self.kept.key).push(" > ").bind(last);
        }
        sql.push(" ORDER BY ").name(self.kept.key).push(&format!(" LIMIT {PAGE}"));
        let rows = reading.rows(sql).await.with_context(|| format!("cannot read {}", self.kept.name))?;
        let key = self.kept.position(self.kept.key);
        self.last = rows.last().map(|row| row.text(key).to_owned());
        self.ended = rows.len() < PAGE;
        Ok(Some(rows))
    }
}

/// Column names, separated by commas.
pub fn names<'a>(sql: &mut Sql, names: impl Iterator<Item = &'a str>) {
    for (position, name) in names.enumerate() {
        sql.push(if position > 0 { ", " } else { "" }).name(name);
    }
}
