//! Where the bytes are: in a folder, or in a bucket of any S3. They are kept under their version and never change; a new
//! upload is a new version. Versions are fresh each time, so that no two writers ever mean the same place. This folder is
//! the only user of the object store.

mod s3;
mod s3_folder;

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use bytes::{Bytes, BytesMut};
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use jiff::Timestamp;
use object_store::local::LocalFileSystem;
use object_store::{GetOptions, GetResultPayload, ObjectStore, ObjectStoreExt};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

pub use s3_folder::{S3Folder, S3Upload};

use super::object;
use super::rendition::Renditions;
use super::upload_memory::UploadMemory;
use super::version::Version;
use crate::config::{Bucket, FilePlace, Folder};
use crate::db::Db;
use crate::disk;
use crate::error::{Error, Result, cut_off};
use s3::{Patience, patient};

const CHUNK: usize = 256 * 1024;
/// A store that is silent for this long is treated as unavailable.
const MAX_SILENCE: Duration = Duration::from_secs(10);
/// A bucket that does not answer is found out within seconds: somebody waits for it.
const PATIENCE: Patience = Patience { connect: Duration::from_secs(2), retries: 2, retry_for: Duration::from_secs(5) };
/// A write may take longer the larger it is; this many bytes a second is the least to expect.
const MIN_WRITE_RATE: u64 = 256 * 1024;

pub type ByteStream = BoxStream<'static, std::io::Result<Bytes>>;

pub struct Store {
    blobs: Arc<dyn ObjectStore>,
    /// Where half-written files may lie about; a bucket has none.
    folder: Option<PathBuf>,
    pub(super) upload_memory: UploadMemory,
    pub(super) renditions: Renditions,
}

impl Store {
    /// The store of the files that this database names. A folder is made only while it names none: an empty one in
    /// the place of a disk that is not mounted would take uploads that vanish when the disk is back.
    pub async fn open(place: &Folder, db: &Db) -> anyhow::Result<Store> {
        let samples = object::samples(db).await?;
        let store = Store::at(place, samples.is_empty())?;
        for version in &samples {
            // One that does not answer takes no uploads either, and may answer later.
            if !matches!(store.has(*version).await, Ok(false)) {
                return Ok(store);
            }
        }
        ensure!(samples.is_empty(), not_at(describe(place)));
        Ok(store)
    }

    pub(super) fn at(place: &Folder, make_folder: bool) -> anyhow::Result<Store> {
        let renditions = Renditions::open(&place.path)?;
        let (blobs, folder) = match &place.files {
            FilePlace::Data => in_folder(place.path.join("files"), make_folder)?,
            FilePlace::Folder(folder) => in_folder(folder.clone(), make_folder)?,
            FilePlace::Bucket(bucket) => {
                (s3::client(bucket, &PATIENCE).with_context(|| format!("cannot use the bucket {}", bucket.name))?, None)
            }
        };
        Ok(Store { blobs, folder, upload_memory: UploadMemory::default(), renditions })
    }

    pub async fn put(&self, version: Version, bytes: Bytes) -> Result<()> {
        self.require_room(bytes.len() as u64).await?;
        let patience = patience(bytes.len() as u64);
        let stored = within(patience, self.blobs.put(&location(version), bytes.into())).await?;
        stored.map(drop).ok_or_else(|| failed("there is no such bucket"))
    }

    /// A folder's disk is shared with the database; a bucket has its own bounds.
    async fn require_room(&self, bytes: u64) -> Result<()> {
        let Some(folder) = self.folder.clone() else { return Ok(()) };
        tokio::task::spawn_blocking(move || disk::require_room(&folder, bytes)).await.map_err(cut_off)?
    }

    /// The bytes of `from` once more as `to`; false when they are not there.
    pub async fn copy(&self, from: Version, to: Version, size: u64) -> Result<bool> {
        self.require_room(size).await?;
        let copied = within(patience(size), self.blobs.copy(&location(from), &location(to))).await?;
        Ok(copied.is_some())
    }

    /// A part of the bytes, in chunks; `None` when they are not there.
    pub async fn read(&self, version: Version, range: Range<u64>) -> Result<Option<ByteStream>> {
        if range.is_empty() {
            return Ok(self.has(version).await?.then(|| stream::empty().boxed())); // no store has such a range
        }
        let options = GetOptions { range: Some(range.clone().into()), ..GetOptions::default() };
        let found = within(MAX_SILENCE, self.blobs.get_opts(&location(version), options)).await?;
        Ok(match found.map(|found| found.payload) {
            None => None,
            Some(GetResultPayload::File(file, _)) => Some(from_file(file, range).await.map_err(failed)?),
            Some(GetResultPayload::Stream(stream)) => Some(patient(MAX_SILENCE, stream).boxed()),
        })
    }

    pub async fn read_all(&self, version: Version, size: u64) -> Result<Option<Bytes>> {
        let Some(mut stream) = self.read(version, 0..size).await? else { return Ok(None) };
        let mut bytes = BytesMut::with_capacity(size as usize);
        while let Some(chunk) = stream.try_next().await.map_err(failed)? {
            bytes.extend_from_slice(&chunk);
        }
        Ok(Some(bytes.freeze()))
    }

    /// Bytes that no row names any more. What was made of them goes with the row (see `Renditions::forget`) or the sweep.
    pub async fn remove(&self, version: Version) -> Result<()> {
        within(MAX_SILENCE, self.blobs.delete(&location(version))).await.map(drop)
    }

    pub async fn has(&self, version: Version) -> Result<bool> {
        Ok(self.size(version).await?.is_some())
    }

    /// How many bytes there are; `None` when they are not there.
    pub async fn size(&self, version: Version) -> Result<Option<u64>> {
        Ok(within(MAX_SILENCE, self.blobs.head(&location(version))).await?.map(|found| found.size))
    }

    /// All versions there are. Whatever else lies in the folder or bucket is not ours and left alone.
    pub async fn versions(&self) -> Result<Vec<Version>> {
        let ours = async |entry: object_store::ObjectMeta| {
            let version = entry.location.filename().and_then(Version::read);
            Ok(version.filter(|version| location(*version) == entry.location))
        };
        patient(MAX_SILENCE, self.blobs.list(None)).try_filter_map(ours).try_collect().await.map_err(failed)
    }

    /// What a crash left of uploads under way: files named after their version, followed by `#` and a number.
    pub async fn half_written(&self, now: Timestamp) -> anyhow::Result<Vec<PathBuf>> {
        let Some(folder) = self.folder.clone() else { return Ok(Vec::new()) };
        let looking = move || {
            let mut found = Vec::new();
            for shard in std::fs::read_dir(folder)?.flatten().filter(|entry| entry.path().is_dir()) {
                for entry in std::fs::read_dir(shard.path())?.flatten() {
                    let name = entry.file_name().to_string_lossy().into_owned();
                    let version = name.split_once('#').and_then(|(version, _)| Version::read(version));
                    if version.is_some_and(|version| version.is_out_of_grace(now)) {
                        found.push(entry.path());
                    }
                }
            }
            anyhow::Ok(found)
        };
        tokio::task::spawn_blocking(looking).await.map_err(cut_off)?
    }

    pub async fn remove_half_written(&self, now: Timestamp) -> anyhow::Result<usize> {
        let found = self.half_written(now).await?;
        for path in &found {
            tokio::fs::remove_file(path).await?;
        }
        Ok(found.len())
    }
}

fn in_folder(folder: PathBuf, make: bool) -> anyhow::Result<(Arc<dyn ObjectStore>, Option<PathBuf>)> {
    if make {
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    ensure!(folder.is_dir(), not_at(folder.display()));
    // An answer of success means the bytes are on disk, also after a power cut.
    let blobs = LocalFileSystem::new_with_prefix(&folder)?.with_fsync(true);
    Ok((Arc::new(blobs), Some(folder)))
}

fn not_at(place: impl fmt::Display) -> String {
    format!("the files are not at {place}; is the disk mounted? If they are lost, restore a backup into an empty place")
}

fn describe(place: &Folder) -> String {
    match &place.files {
        FilePlace::Data => place.path.join("files").display().to_string(),
        FilePlace::Folder(folder) => folder.display().to_string(),
        FilePlace::Bucket(bucket) => format!("{bucket:?}"),
    }
}

/// Lists, writes, reads and deletes in a bucket what nobody needs, and says how each went, in this order. A write that fails
/// is the last. What is left if deleting fails has the name of a file that no row names: the sweep deletes it.
pub async fn try_bucket(bucket: &Bucket) -> anyhow::Result<Vec<(&'static str, std::result::Result<(), String>)>> {
    let blobs = s3::client(bucket, &PATIENCE)?;
    let place = location(Version::fresh());
    let bytes = Bytes::from_static(b"umeed doctor");
    let mut steps = vec![("list", tried(async { blobs.list(None).try_next().await.map(drop) }).await)];
    let written = tried(async { blobs.put(&place, bytes.clone().into()).await.map(drop) }).await;
    let is_written = written.is_ok();
    steps.push(("write", written));
    if is_written {
        let read = tried(async { blobs.get(&place).await?.bytes().await }).await;
        let same =
            |read: Bytes| if read == bytes { Ok(()) } else { Err("what came back is not what was written".into()) };
        steps.push(("read", read.and_then(same)));
        steps.push(("delete", tried(async { blobs.delete(&place).await }).await));
    }
    Ok(steps)
}

async fn tried<T>(work: impl Future<Output = object_store::Result<T>>) -> std::result::Result<T, String> {
    let refused = "it is refused: the key is wrong, or may not do this";
    match tokio::time::timeout(MAX_SILENCE, work).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(object_store::Error::PermissionDenied { .. } | object_store::Error::Unauthenticated { .. })) => {
            Err(refused.into())
        }
        Ok(Err(object_store::Error::NotFound { .. })) => Err("there is no such bucket".into()),
        Ok(Err(cause)) => {
            // The cause of the causes, without what the S3 wrote about our request: it quotes from it.
            let mut cause: &dyn std::error::Error = &cause;
            while let Some(next) = cause.source() {
                cause = next;
            }
            Err(cause.to_string().lines().next().unwrap_or_default().chars().take(200).collect())
        }
        Err(_) => Err("it does not answer".into()),
    }
}

fn location(version: Version) -> object_store::path::Path {
    object_store::path::Path::from_iter(version.path())
}

fn patience(bytes: u64) -> Duration {
    MAX_SILENCE + Duration::from_secs(bytes / MIN_WRITE_RATE)
}

/// Does it or gives up; `None` when the store says that there is no such thing.
async fn within<T>(limit: Duration, work: impl Future<Output = object_store::Result<T>>) -> Result<Option<T>> {
    s3::in_time(limit, work).await.map_err(failed)
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

    fn open(data: &std::path::Path) -> Store {
        Store::at(&Folder::at(data), true).unwrap()
    }

    #[tokio::test]
    async fn large_bytes_come_in_chunks() {
        let data = tempfile::tempdir().unwrap();
        let store = open(data.path());
        let version = Version::fresh();
        let bytes: Bytes = (0..1_000_000_u32).map(|number| number as u8).collect();
        store.put(version, bytes.clone()).await.unwrap();
        let chunks: Vec<Bytes> = store.read(version, 7..999_999).await.unwrap().unwrap().try_collect().await.unwrap();
        assert!(chunks.len() > 1 && chunks.iter().all(|chunk| chunk.len() <= CHUNK));
        assert_eq!(chunks.concat(), bytes[7..999_999]);

        let empty = Version::fresh();
        assert!(store.read_all(empty, 0).await.unwrap().is_none());
        store.put(empty, Bytes::new()).await.unwrap();
        assert!(store.read_all(empty, 0).await.unwrap().unwrap().is_empty());
    }

    #[tokio::test]
    async fn half_written_files_are_never_listed_and_go_with_a_later_sweep() {
        let data = tempfile::tempdir().unwrap();
        let store = open(data.path());
        let version = Version::fresh();
        let path = data.path().join("files").join(format!("{}#1", location(version)));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "half").unwrap();
        assert!(store.versions().await.unwrap().is_empty());
        assert!(!store.has(version).await.unwrap());
        assert_eq!(store.remove_half_written(Timestamp::now()).await.unwrap(), 0, "somebody may be writing it");
        let later = Timestamp::now() + Duration::from_secs(2 * 3600);
        assert_eq!(store.remove_half_written(later).await.unwrap(), 1);
    }
}
