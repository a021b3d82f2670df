//! Whole files under names of their own in a bucket, as backups are. Nobody waits for them, so a store that is slow or away
//! for a moment is given time. Knows nothing of what they hold.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use bytes::Bytes;
use futures_util::StreamExt;
use object_store::path::Path;
use object_store::{GetResultPayload, MultipartUpload, ObjectStore, ObjectStoreExt};

use super::ByteStream;
use super::s3::{self, Patience};
use crate::config::Bucket;

const PATIENCE: Patience =
    Patience { connect: Duration::from_secs(10), retries: 6, retry_for: Duration::from_secs(30) };
const MAX_SILENCE: Duration = Duration::from_secs(60);
/// Also over a poor line: what a part may take at most.
const MAX_PART_TIME: Duration = Duration::from_secs(600);
/// What is in memory of an upload. All parts but the last are of the same size, which some stores insist on.
const PART: usize = 8 * 1024 * 1024;
/// As many as an S3 takes.
const MAX_PARTS: usize = 10_000;

pub struct S3Folder {
    objects: Arc<dyn ObjectStore>,
}

impl S3Folder {
    pub fn open(bucket: &Bucket) -> anyhow::Result<S3Folder> {
        let objects =
            s3::client(bucket, &PATIENCE).with_context(|| format!("cannot use the bucket {}", bucket.name))?;
        Ok(S3Folder { objects })
    }

    /// The names and sizes of what is there; deeper folders are left out.
    pub async fn list(&self) -> anyhow::Result<Vec<(String, u64)>> {
        let listed = s3::in_time(MAX_SILENCE, self.objects.list_with_delimiter(None)).await;
        let listed = listed.map_err(explained)?.context("there is no such bucket")?;
        let named = |object: object_store::ObjectMeta| Some((object.location.filename()?.to_owned(), object.size));
        Ok(listed.objects.into_iter().filter_map(named).collect())
    }

    pub async fn size(&self, name: &str) -> anyhow::Result<Option<u64>> {
        let found = s3::in_time(MAX_SILENCE, self.objects.head(&at(name)?)).await.map_err(explained)?;
        Ok(found.map(|found| found.size))
    }

    /// `None` when there is nothing of this name.
    pub async fn read(&self, name: &str) -> anyhow::Result<Option<ByteStream>> {
        let found = s3::in_time(MAX_SILENCE, self.objects.get(&at(name)?)).await.map_err(explained)?;
        Ok(match found.map(|found| found.payload) {
            Some(GetResultPayload::Stream(stream)) => Some(s3::patient(MAX_SILENCE, stream).boxed()),
            Some(GetResultPayload::File(..)) => anyhow::bail!("a bucket has no files of this machine"),
            None => None,
        })
    }

    pub async fn remove(&self, name: &str) -> anyhow::Result<()> {
        s3::in_time(MAX_SILENCE, self.objects.delete(&at(name)?)).await.map_err(explained).map(drop)
    }

    /// Nothing of this name is there before the upload is finished.
    pub async fn upload(&self, name: &str) -> anyhow::Result<S3Upload> {
        let parts = s3::in_time(MAX_SILENCE, self.objects.put_multipart(&at(name)?)).await.map_err(explained)?;
        Ok(S3Upload { parts: parts.context("there is no such bucket")?, waiting: Vec::new(), count: 0 })
    }
}

/// A file on its way, in parts. To be finished or aborted: an S3 keeps the parts of one that was only dropped, and
/// bills them.
pub struct S3Upload {
    parts: Box<dyn MultipartUpload>,
    waiting: Vec<u8>,
    count: usize,
}

impl S3Upload {
    /// Takes some of the bytes, and says how many.
    pub async fn write(&mut self, bytes: &[u8]) -> anyhow::Result<usize> {
        if self.waiting.len() == PART {
            self.send().await?;
        }
        // At once, since growing would hold it twice for a moment.
        self.waiting.reserve_exact(PART - self.waiting.len());
        let count = bytes.len().min(PART - self.waiting.len());
        self.waiting.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    async fn send(&mut self) -> anyhow::Result<()> {
        anyhow::ensure!(self.count < MAX_PARTS, "it is too large: an S3 takes {MAX_PARTS} parts of {PART} bytes");
        self.count += 1;
        let part = Bytes::from(std::mem::take(&mut self.waiting));
        let sent = s3::in_time(MAX_PART_TIME, self.parts.put_part(part.into())).await.map_err(explained)?;
        sent.context("the upload was ended by the store")
    }

    /// Everything is stored when this returns.
    pub async fn finish(&mut self) -> anyhow::Result<()> {
        self.send().await?;
        let finished = s3::in_time(MAX_PART_TIME, self.parts.complete()).await.map_err(explained)?;
        finished.map(drop).context("the upload was ended by the store")
    }

    /// What was sent goes. Where the store cannot be told, its own rules remove it (see the docs).
    pub async fn abort(&mut self) {
        let _ = s3::in_time(MAX_SILENCE, self.parts.abort()).await;
    }
}

fn at(name: &str) -> anyhow::Result<Path> {
    Ok(Path::parse(name)?)
}

/// In words for people: what the libraries say of themselves on the way is left out.
fn explained(cause: std::io::Error) -> anyhow::Error {
    let store = cause.get_ref().and_then(|inner| inner.downcast_ref::<object_store::Error>());
    let refused = "the S3 refuses it: is the key right, and may it read, write, list and delete there?";
    match store {
        None => anyhow::anyhow!("the S3 does not answer: {cause}"),
        Some(object_store::Error::PermissionDenied { .. } | object_store::Error::Unauthenticated { .. }) => {
            anyhow::anyhow!(refused)
        }
        Some(store) => {
            let mut deepest: &dyn std::error::Error = store;
            while let Some(source) = deepest.source() {
                deepest = source;
            }
            let words: String = deepest.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
            anyhow::anyhow!("the S3 failed: {}", words.chars().take(300).collect::<String>())
        }
    }
}
