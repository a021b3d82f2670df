//! An archive on its way to its place. Until it has been stored, read back and found to be what was written, nothing
//! there has its name, or it is removed again.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use tokio::runtime::Handle;

use super::guarded::{Guarded, folder_of};
use super::part::Part;
use super::place::Download;
use crate::storage::{S3Folder, S3Upload};

pub enum Upload {
    File { part: Part, out: BufWriter<Guarded>, path: PathBuf },
    Object(Object),
}

pub struct Object {
    bucket: Arc<S3Folder>,
    name: String,
    handle: Handle,
    /// Until it has been finished.
    upload: Option<S3Upload>,
}

impl Upload {
    pub fn to_file(path: &Path) -> anyhow::Result<Upload> {
        let part = Part::open(path)?;
        let file = Guarded::new(part.file.try_clone()?, folder_of(path));
        Ok(Upload::File { part, out: BufWriter::with_capacity(256 * 1024, file), path: path.to_owned() })
    }

    pub fn to_bucket(bucket: Arc<S3Folder>, name: &str, handle: &Handle) -> anyhow::Result<Upload> {
        let upload = handle.block_on(bucket.upload(name))?;
        Ok(Upload::Object(Object { bucket, name: name.to_owned(), handle: handle.clone(), upload: Some(upload) }))
    }

    /// Stores it, has `check` read all of it back from where it is, and keeps it if nothing is wrong.
    pub fn keep<T>(self, check: impl FnOnce(&mut dyn Read) -> anyhow::Result<T>) -> anyhow::Result<T> {
        const READING: &str = "the archive could not be read back";
        match self {
            Upload::File { part, out, path } => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?.file;
                file.sync_all()?;
                let checked = check(&mut File::open(&part.path)?).context(READING)?;
                part.keep_as(&path)?;
                Ok(checked)
            }
            Upload::Object(mut object) => {
                object.finish().context("the archive could not be stored")?;
                let read = Download::begin(&object.bucket, &object.name, &object.handle);
                let checked = read.and_then(|mut download| check(&mut download));
                if checked.is_err()
                    && let Err(cause) = object.handle.block_on(object.bucket.remove(&object.name))
                {
                    tracing::error!("{} is not whole and could not be removed: {cause:#}", object.name);
                }
                checked.context(READING)
            }
        }
    }
}

impl Object {
    fn finish(&mut self) -> anyhow::Result<()> {
        let Some(mut upload) = self.upload.take() else { return Ok(()) };
        let finished = self.handle.block_on(upload.finish());
        if finished.is_err() {
            self.handle.block_on(upload.abort());
            // Only the answer may have been lost.
            let _ = self.handle.block_on(self.bucket.remove(&self.name));
        }
        finished
    }
}

impl Write for Upload {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Upload::File { out, .. } => out.write(bytes),
            Upload::Object(Object { handle, upload: Some(upload), .. }) => {
                handle.block_on(upload.write(bytes)).map_err(|cause| io::Error::other(format!("{cause:#}")))
            }
            Upload::Object(_) => Err(io::Error::other("the upload has ended")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Upload::File { out, .. } => out.flush(),
            Upload::Object(_) => Ok(()),
        }
    }
}

impl Drop for Object {
    /// What was begun and not finished is taken back.
    fn drop(&mut self) {
        if let Some(mut upload) = self.upload.take() {
            self.handle.block_on(upload.abort());
        }
    }
}
