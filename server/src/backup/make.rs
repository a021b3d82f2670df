//! Makes an archive while others read and write. All rows are read in one transaction, so they are of one moment; the
//! bytes they name never change, and stay long enough after their row has gone. One page of rows or one piece of a file
//! is in memory at a time. Each row is read again from the line that was made of it, and each file is compared with its row,
//! so what is written can be restored; then all of it is read back from where it was put.

use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::runtime::Handle;

use super::archive::MAX_FILES;
use super::format::{self, Contents, FORMAT, Manifest};
use super::guarded::Guarded;
use super::line;
use super::place::Place;
use super::read::{FileReading, Named, Pages};
use super::seal::{Seal, Stored};
use super::shape::{self, SCHEMA};
use super::thread::on_own_thread;
use super::write::{Measured, Sum, Writer};
use crate::clock;
use crate::config::BackupPlace;
use crate::db::Db;
use crate::storage::{self, Store};

/// How often to try when a file went away while it was on its way into the archive.
const MAX_ATTEMPTS: usize = 3;

/// An archive that has been made and read back.
#[derive(Debug, Clone)]
pub struct Made {
    /// Where it is, as people write it.
    pub place: String,
    pub bytes: u64,
    pub rows: u64,
    pub files: usize,
    pub encrypted: bool,
    /// In an S3.
    pub away: bool,
    /// Whether the copy that was asked for is there, or why not.
    pub copied: Result<(), NotCopied>,
}

/// Why there is no copy of an archive in the clear.
#[derive(Debug, Clone, PartialEq)]
pub enum NotCopied {
    NotAsked,
    /// Only the holder of the secret key can open it.
    NoKey,
    NoRoom,
    Failed(String),
}

/// An archive to be made.
pub struct Making {
    pub db: Arc<Db>,
    pub store: Arc<Store>,
    pub place: Arc<Place>,
    pub name: String,
    pub seal: Arc<Seal>,
    /// Where to put the archive once more, as it comes back and in the clear.
    pub copy: Option<PathBuf>,
}

/// Makes the archive `path`, not encrypted, which must not be there yet.
pub async fn make(db: Arc<Db>, store: Arc<Store>, path: &Path) -> anyhow::Result<Made> {
    let (place, name) = Place::of_archive(&BackupPlace::Path(path.to_owned()), Path::new("."))?;
    let (place, seal) = (Arc::new(place), Arc::default());
    Making { db, store, place, name, seal, copy: None }.make().await
}

impl Making {
    pub async fn make(self) -> anyhow::Result<Made> {
        let is_there = self.place.has(&self.name).await?;
        ensure!(!is_there, "{} is already there; nothing was changed", self.place.shown(&self.name));
        on_own_thread(move |handle| Maker { handle, making: &self }.make()).await
    }
}

struct Maker<'a> {
    handle: &'a Handle,
    making: &'a Making,
}

/// What an archive holds.
struct Filled {
    rows: u64,
    files: usize,
}

/// A file went away while it was on its way into the archive, and its row too: another snapshot will do.
#[derive(Debug, thiserror::Error)]
#[error("files were changed again and again while they were read")]
struct Changed;

impl Maker<'_> {
    fn make(&self) -> anyhow::Result<Made> {
        let Making { place, name, seal, copy, .. } = self.making;
        let mut attempts = 1;
        let (upload, stored, filled) = loop {
            match self.write() {
                Err(cause) if cause.is::<Changed>() && attempts < MAX_ATTEMPTS => attempts += 1,
                result => break result?,
            }
        };
        // An archive that nobody has read is a hope, not a backup.
        let copied = upload.keep(|back| read_back(back, &stored, seal, copy.as_deref()))?;
        let Filled { rows, files } = filled;
        let (place, encrypted, away) = (place.shown(name), seal.encrypts(), place.is_away());
        Ok(Made { place, bytes: stored.size, rows, files, encrypted, away, copied })
    }

    fn write(&self) -> anyhow::Result<(super::upload::Upload, Sum, Filled)> {
        let Making { place, name, seal, .. } = self.making;
        let stored = Measured::new(place.begin(name, self.handle)?);
        let (sealed, filled) = self.fill(Writer::begin(seal.wrap(stored)?, place.temp()))?;
        let stored = sealed.finish()?;
        let sum = stored.sum();
        Ok((stored.inner, sum, filled))
    }

    fn fill<W: Write>(&self, mut archive: Writer<W>) -> anyhow::Result<(W, Filled)> {
        let mut reading = self.handle.block_on(self.making.db.reading())?;
        let made_at = clock::now();
        let (mut tables, mut named) = (Vec::new(), Vec::new());
        for kept in shape::kept() {
            let mut count = 0;
            archive.add_unmeasured(&format::rows_member(kept.name), |out| {
                let mut out = GzEncoder::new(out, Compression::default());
                let mut pages = Pages::of(kept);
                while let Some(rows) = self.handle.block_on(pages.next(&mut reading))? {
                    for row in &rows {
                        let line = line::write(kept, row)?;
                        line::read(kept, &kept.columns, line.as_bytes())
                            .with_context(|| format!("a row of {} could not be restored", kept.name))?;
                        out.write_all(line.as_bytes())?;
                        if kept.name == shape::objects().name {
                            named.push(Named::read(row)?);
                        }
                    }
                    count += rows.len() as u64;
                }
                out.finish()?;
                Ok(())
            })?;
            let columns = kept.columns.iter().map(|column| column.name.to_owned()).collect();
            tables.push(Contents { name: kept.name.to_owned(), columns, rows: count });
        }
        // The snapshot is not held while files are copied: it keeps the database from tidying up.
        self.handle.block_on(reading.end());
        // Said now, and not when all of them have been copied and the archive cannot be read back.
        ensure!(named.len() <= MAX_FILES, "an archive holds up to {MAX_FILES} files, and there are {}", named.len());
        for file in &named {
            let member = format::file_member(&file.version.to_string());
            archive.add(&member, file.bytes.size, |out| self.copy(file, out))?;
        }
        let filled = Filled { rows: tables.iter().map(|contents| contents.rows).sum(), files: named.len() };
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let manifest = Manifest { format: FORMAT, version, schema: SCHEMA, made_at, tables, members: Vec::new() };
        Ok((archive.finish(manifest)?, filled))
    }

    fn copy(&self, file: &Named, out: &mut dyn Write) -> anyhow::Result<()> {
        let Making { db, store, .. } = self.making;
        let Some(mut reading) = self.handle.block_on(FileReading::begin(store, file.version))? else {
            return match self.handle.block_on(storage::is_named(db, file.version))? {
                true => bail!("the bytes of a file are missing: {}", advice(file)),
                false => Err(Changed.into()),
            };
        };
        // Written outside of what is waited for: writing may wait too, for a network.
        while let Some(piece) = self.handle.block_on(reading.next())? {
            out.write_all(&piece)?;
        }
        ensure!(reading.bytes() == file.bytes, "the bytes of a file are damaged: {}", advice(file));
        Ok(())
    }
}

/// Without the file's name, which may be somebody's: this is logged.
fn advice(file: &Named) -> String {
    format!("version {}; `umeed check` says its name; upload it again, or delete it", file.version)
}

/// Reads what was stored to its end and compares it with what was written. Says whether there is a copy in the clear now.
fn read_back(
    back: &mut dyn Read,
    written: &Sum,
    seal: &Seal,
    copy: Option<&Path>,
) -> anyhow::Result<Result<(), NotCopied>> {
    let mut back = Measured::new(back);
    let copied = match (copy, seal.keys()) {
        (None, _) => Err(NotCopied::NotAsked),
        (_, None) => Err(NotCopied::NoKey),
        (Some(copy), Some(keys)) => {
            let mut plain = Stored::begin(&mut back)?.open(keys)?;
            copy_out(&mut plain, copy)?
        }
    };
    io::copy(&mut back, &mut io::sink())?;
    ensure!(back.sum() == *written, "what is there now is not what was written");
    Ok(copied)
}

/// That it cannot be copied is no fault of the archive.
fn copy_out(plain: &mut impl Read, copy: &Path) -> io::Result<Result<(), NotCopied>> {
    let mut lenient = match Guarded::create(copy) {
        Ok(file) => Lenient { out: BufWriter::with_capacity(256 * 1024, file), failed: None },
        Err(cause) => return Ok(Err(cause.into())),
    };
    io::copy(plain, &mut lenient)?;
    let flushed = lenient.out.flush();
    Ok(lenient.failed.or(flushed.err()).map_or(Ok(()), |cause| Err(cause.into())))
}

/// Takes everything, and remembers when it could not be written.
struct Lenient {
    out: BufWriter<Guarded>,
    failed: Option<io::Error>,
}

impl Write for Lenient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed.is_none() {
            self.failed = self.out.write_all(bytes).err();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl From<io::Error> for NotCopied {
    fn from(cause: io::Error) -> NotCopied {
        match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => NotCopied::NoRoom,
            _ => NotCopied::Failed(cause.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_that_cannot_be_written_is_no_fault_of_the_archive() {
        let folder = tempfile::tempdir().unwrap();
        let (mut good, mut bad) = (Measured::new(&b"everything"[..]), Measured::new(&b"everything"[..]));
        let copy = folder.path().join("archive.tar");
        assert_eq!(copy_out(&mut good, &copy).unwrap(), Ok(()));
        assert_eq!(std::fs::read(&copy).unwrap(), b"everything");
        assert!(matches!(
            copy_out(&mut bad, &folder.path().join("no/archive.tar")).unwrap(),
            Err(NotCopied::Failed(_))
        ));
        let full = io::Error::from(io::ErrorKind::StorageFull);
        assert_eq!(NotCopied::from(full), NotCopied::NoRoom);
    }
}
