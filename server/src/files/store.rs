//! Where the bytes are. Each is kept under a version id of our own making, never under a caller's name, and never
//! changes: a new upload is a new version. The only user of the object store; another kind fits in its place.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use bytes::{Bytes, BytesMut};
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use object_store::local::LocalFileSystem;
use object_store::{GetOptions, GetResultPayload, ObjectStore, ObjectStoreExt, PutMode};
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use uuid::Uuid;

use super::rendition::Renditions;
use super::room::Room;
use crate::error::{Error, Result};

const CHUNK: usize = 256 * 1024;

/// Names one state of one file's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Version(Uuid);

impl Version {
    pub fn read(text: &str) -> Option<Version> {
        Uuid::try_parse(text).ok().map(Version)
    }

    /// Spread over 256 folders by the last two characters; the first ones are the time and would all be the same.
    fn location(self) -> object_store::path::Path {
        let name = self.to_string();
        object_store::path::Path::from_iter([&name[30..], name.as_str()])
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.0.simple().fmt(out)
    }
}

pub type ByteStream = BoxStream<'static, std::io::Result<Bytes>>;

pub struct Store {
    blobs: Arc<dyn ObjectStore>,
    folder: PathBuf,
    writing: Arc<Mutex<HashSet<Version>>>,
    /// Memory for uploads under way.
    pub(super) room: Room,
    pub(super) renditions: Renditions,
}

/// A version whose row is not there yet. As long as this lives, the sweep leaves the bytes alone.
pub struct Writing {
    pub version: Version,
    all: Arc<Mutex<HashSet<Version>>>,
}

impl Drop for Writing {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.version);
    }
}

impl Store {
    pub fn open(data: &Path) -> anyhow::Result<Store> {
        let folder = data.join("files");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        // An answer of success means the bytes are on disk, also after a power cut.
        let blobs = LocalFileSystem::new_with_prefix(&folder)?.with_fsync(true);
        let renditions = Renditions::open(data)?;
        Ok(Store { blobs: Arc::new(blobs), folder, writing: Arc::default(), room: Room::default(), renditions })
    }

    pub fn begin(&self) -> Writing {
        let version = Version(Uuid::now_v7());
        self.writing.lock().unwrap_or_else(PoisonError::into_inner).insert(version);
        Writing { version, all: self.writing.clone() }
    }

    pub async fn put(&self, writing: &Writing, bytes: Bytes) -> Result<()> {
        let location = writing.version.location();
        self.blobs.put_opts(&location, bytes.into(), PutMode::Create.into()).await.map(drop).map_err(failed)
    }

    /// The bytes of `from` once more; false when they are not there.
    pub async fn copy(&self, from: Version, writing: &Writing) -> Result<bool> {
        match self.blobs.copy_if_not_exists(&from.location(), &writing.version.location()).await {
            Ok(()) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(cause) => Err(failed(cause)),
        }
    }

    /// A part of the bytes, in chunks; `None` when they are not there.
    pub async fn read(&self, version: Version, range: Range<u64>) -> Result<Option<ByteStream>> {
        let options = GetOptions { range: Some(range.clone().into()), ..GetOptions::default() };
        let found = match self.blobs.get_opts(&version.location(), options).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(cause) => return Err(failed(cause)),
        };
        Ok(Some(match found.payload {
            GetResultPayload::File(file, _) => from_file(file, range).await.map_err(failed)?,
            GetResultPayload::Stream(stream) => stream.map_err(std::io::Error::other).boxed(),
        }))
    }

    pub async fn read_all(&self, version: Version, size: u64) -> Result<Option<Bytes>> {
        let Some(mut stream) = self.read(version, 0..size).await? else { return Ok(None) };
        let mut bytes = BytesMut::with_capacity(size as usize);
        while let Some(chunk) = stream.try_next().await.map_err(failed)? {
            bytes.extend_from_slice(&chunk);
        }
        Ok(Some(bytes.freeze()))
    }

    /// Bytes nobody points to any more, and all that was made of them. A failure is only logged: the next sweep
    /// removes them.
    pub async fn remove(&self, version: Version) {
        self.renditions.forget(version).await;
        match self.blobs.delete(&version.location()).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
            Err(cause) => tracing::warn!(%version, "cannot remove the bytes of a file: {cause}"),
        }
    }

    pub async fn has(&self, version: Version) -> Result<bool> {
        match self.blobs.head(&version.location()).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(cause) => Err(failed(cause)),
        }
    }

    pub async fn versions(&self) -> Result<Vec<Version>> {
        let all =
            self.blobs.list(None).try_filter_map(async |entry| Ok(entry.location.filename().and_then(Version::read)));
        all.try_collect().await.map_err(failed)
    }

    pub fn is_being_written(&self, version: Version) -> bool {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner).contains(&version)
    }

    /// What a crash left of uploads under way: files called like their version with a `#` and a number behind.
    pub async fn remove_half_written(&self) -> anyhow::Result<usize> {
        let (folder, writing) = (self.folder.clone(), self.writing.clone());
        let removing = move || {
            let mut removed = 0;
            for shard in std::fs::read_dir(folder)?.flatten().filter(|entry| entry.path().is_dir()) {
                for entry in std::fs::read_dir(shard.path())?.flatten() {
                    let name = entry.file_name().to_string_lossy().into_owned();
                    let Some((version, _)) = name.split_once('#') else { continue };
                    let busy = Version::read(version).is_some_and(|version| {
                        writing.lock().unwrap_or_else(PoisonError::into_inner).contains(&version)
                    });
                    if !busy {
                        std::fs::remove_file(entry.path())?;
                        removed += 1;
                    }
                }
            }
            anyhow::Ok(removed)
        };
        tokio::task::spawn_blocking(removing).await?
    }
}

async fn from_file(file: std::fs::File, range: Range<u64>) -> std::io::Result<ByteStream> {
    let mut file = tokio::fs::File::from_std(file);
    if range.start > 0 {
        file.seek(std::io::SeekFrom::Start(range.start)).await?;
    }
    let rest = file.take(range.end - range.start);
    Ok(stream::try_unfold(rest, async |mut rest| {
        let mut chunk = BytesMut::with_capacity(CHUNK.min(rest.limit() as usize));
        let count = rest.read_buf(&mut chunk).await?;
        Ok((count > 0).then(|| (chunk.freeze(), rest)))
    })
    .boxed())
}

fn failed(cause: impl fmt::Display) -> Error {
    Error::Unavailable(format!("file store: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn text(store: &Store, version: Version, range: Range<u64>) -> Option<String> {
        let stream = store.read(version, range).await.unwrap()?;
        let bytes: Vec<Bytes> = stream.try_collect().await.unwrap();
        Some(String::from_utf8(bytes.concat()).unwrap())
    }

    #[tokio::test]
    async fn bytes_come_back_whole_and_in_parts_until_they_are_removed() {
        let data = tempfile::tempdir().unwrap();
        let store = Store::open(data.path()).unwrap();
        let (first, second) = (store.begin(), store.begin());
        store.put(&first, Bytes::from_static(b"0123456789")).await.unwrap();
        assert!(store.copy(first.version, &second).await.unwrap());
        store.remove(first.version).await;

        assert_eq!(text(&store, first.version, 0..10).await, None);
        assert_eq!(text(&store, second.version, 0..10).await.unwrap(), "0123456789");
        assert_eq!(text(&store, second.version, 3..5).await.unwrap(), "34");
        assert_eq!(store.read_all(second.version, 10).await.unwrap().unwrap(), "0123456789");
        assert_eq!(store.versions().await.unwrap(), [second.version]);
        assert!(!store.copy(first.version, &store.begin()).await.unwrap());
    }

    #[tokio::test]
    async fn large_bytes_come_in_chunks() {
        let data = tempfile::tempdir().unwrap();
        let store = Store::open(data.path()).unwrap();
        let writing = store.begin();
        let bytes: Bytes = (0..1_000_000_u32).map(|number| number as u8).collect();
        store.put(&writing, bytes.clone()).await.unwrap();
        let chunks: Vec<Bytes> =
            store.read(writing.version, 7..999_999).await.unwrap().unwrap().try_collect().await.unwrap();
        assert!(chunks.len() > 1 && chunks.iter().all(|chunk| chunk.len() <= CHUNK));
        assert_eq!(chunks.concat(), bytes[7..999_999]);
    }

    #[tokio::test]
    async fn half_written_files_are_never_listed_and_go_with_the_sweep() {
        let data = tempfile::tempdir().unwrap();
        let store = Store::open(data.path()).unwrap();
        let (dead, busy) = (Version(Uuid::now_v7()), store.begin());
        for version in [dead, busy.version] {
            let path = data.path().join("files").join(format!("{}#1", version.location()));
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "half").unwrap();
        }
        assert!(store.versions().await.unwrap().is_empty());
        assert!(!store.has(dead).await.unwrap());
        assert_eq!(store.remove_half_written().await.unwrap(), 1, "only the one that nobody is writing");
    }
}
