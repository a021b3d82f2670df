//! Where archives lie: in a folder, or under a prefix in a bucket of an S3.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use bytes::{Buf, Bytes};
use futures_util::TryStreamExt;
use tokio::runtime::Handle;

use super::upload::Upload;
use crate::config::{BackupPlace, Bucket};
use crate::storage::{ByteStream, S3Folder};

pub struct Place {
    pub(super) kind: Kind,
    /// As people write it.
    shown: String,
    /// A folder of this machine for what is not whole yet.
    temp: PathBuf,
}

pub(super) enum Kind {
    Folder(PathBuf),
    Bucket(Arc<S3Folder>),
}

/// Something that lies there, perhaps an archive.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub name: String,
    pub bytes: u64,
}

impl Place {
    /// `data` is the data folder.
    pub fn open(place: &BackupPlace, data: &Path) -> anyhow::Result<Place> {
        let kind = match place {
            BackupPlace::Path(folder) => Kind::Folder(folder.clone()),
            BackupPlace::Bucket(bucket) => Kind::Bucket(Arc::new(S3Folder::open(bucket)?)),
        };
        let temp = match &kind {
            Kind::Folder(folder) => folder.clone(),
            Kind::Bucket(_) => data.to_owned(),
        };
        Ok(Place { kind, shown: place.to_string().trim_end_matches('/').to_owned(), temp })
    }

    /// The place of one archive, and its name there.
    pub fn of_archive(archive: &BackupPlace, data: &Path) -> anyhow::Result<(Place, String)> {
        let unnamed = || format!("{archive} names no archive");
        let (around, name) = match archive {
            BackupPlace::Path(path) => {
                let name = path.file_name().and_then(|name| name.to_str()).with_context(unnamed)?;
                (BackupPlace::Path(super::guarded::folder_of(path).to_owned()), name.to_owned())
            }
            BackupPlace::Bucket(bucket) => {
                let (prefix, name) = bucket.prefix.rsplit_once('/').unwrap_or(("", &bucket.prefix));
                ensure!(!name.is_empty(), unnamed());
                (BackupPlace::Bucket(Bucket { prefix: prefix.into(), ..bucket.clone() }), name.to_owned())
            }
        };
        Ok((Place::open(&around, data)?, name))
    }

    /// Whether it is another machine's, as far as that can be told.
    pub fn is_away(&self) -> bool {
        matches!(self.kind, Kind::Bucket(_))
    }

    /// Where an archive is, as people write it.
    pub fn shown(&self, name: &str) -> String {
        match &self.kind {
            Kind::Folder(folder) => folder.join(name).display().to_string(),
            Kind::Bucket(_) => format!("{}/{name}", self.shown),
        }
    }

    /// The file itself, where this machine has it.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        match &self.kind {
            Kind::Folder(folder) => Some(folder.join(name)),
            Kind::Bucket(_) => None,
        }
    }

    pub fn temp(&self) -> &Path {
        &self.temp
    }

    /// What lies there, in the order of names.
    pub async fn list(&self) -> anyhow::Result<Vec<Entry>> {
        let mut entries: Vec<Entry> = match &self.kind {
            Kind::Folder(folder) => {
                let read = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
                let entry = |entry: std::fs::DirEntry| {
                    let bytes = entry.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
                    Some(Entry { name: entry.file_name().into_string().ok()?, bytes })
                };
                read.flatten().filter_map(entry).collect()
            }
            Kind::Bucket(bucket) => {
                let listed = bucket.list().await.with_context(|| format!("cannot read {}", self.shown))?;
                listed.into_iter().map(|(name, bytes)| Entry { name, bytes }).collect()
            }
        };
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    pub async fn has(&self, name: &str) -> anyhow::Result<bool> {
        match &self.kind {
            Kind::Folder(folder) => Ok(folder.join(name).exists()),
            Kind::Bucket(bucket) => {
                Ok(bucket.size(name).await.with_context(|| format!("cannot read {}", self.shown(name)))?.is_some())
            }
        }
    }

    pub async fn remove(&self, name: &str) -> anyhow::Result<()> {
        let removed = match &self.kind {
            Kind::Folder(folder) => std::fs::remove_file(folder.join(name)).map_err(Into::into),
            Kind::Bucket(bucket) => bucket.remove(name).await,
        };
        removed.with_context(|| format!("cannot remove {}", self.shown(name)))
    }

    /// Begins an archive. Nothing of this name is there before it is kept. Blocking.
    pub(super) fn begin(&self, name: &str, handle: &Handle) -> anyhow::Result<Upload> {
        match &self.kind {
            Kind::Folder(folder) => Upload::to_file(&folder.join(name)),
            Kind::Bucket(bucket) => Upload::to_bucket(bucket.clone(), name, handle)
                .with_context(|| format!("cannot write {}", self.shown(name))),
        }
    }

    /// The bytes of an archive, from the first to the last. Blocking.
    pub(super) fn read(&self, name: &str, handle: &Handle) -> anyhow::Result<Box<dyn Read + Send>> {
        let reading = || format!("cannot read {}", self.shown(name));
        Ok(match &self.kind {
            Kind::Folder(folder) => Box::new(File::open(folder.join(name)).with_context(reading)?),
            Kind::Bucket(bucket) => Box::new(Download::begin(bucket, name, handle).with_context(reading)?),
        })
    }
}

/// What comes from a bucket, as a reader for a thread that may wait.
pub(super) struct Download {
    handle: Handle,
    stream: ByteStream,
    piece: Bytes,
}

impl Download {
    pub fn begin(bucket: &S3Folder, name: &str, handle: &Handle) -> anyhow::Result<Download> {
        let stream = handle.block_on(bucket.read(name))?.context("it is not there")?;
        Ok(Download { handle: handle.clone(), stream, piece: Bytes::new() })
    }
}

impl Read for Download {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.handle.block_on(self.stream.try_next())? {
                Some(piece) => self.piece = piece,
                None => return Ok(0),
            }
        }
        let count = into.len().min(self.piece.len());
        self.piece.copy_to_slice(&mut into[..count]);
        Ok(count)
    }
}
