//! Makes an archive while others read and write. All rows are read in one transaction, so they are of one moment; the
//! bytes they name never change, and stay long enough after their row has gone. One page of rows or one piece of a file
//! is in memory at a time. It runs on a thread of its own, so that a slow disk delays nobody.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::archive::{Archive, MAX_FILES};
use super::format::{self, Contents, FORMAT, Manifest};
use super::line;
use super::read::{self, Named, Pages};
use super::shape::{self, SCHEMA};
use super::write::{Part, Writer, folder_of};
use crate::clock;
use crate::db::Db;
use crate::storage::{self, Store};

/// How often to try when a file went away while it was on its way into the archive.
const MAX_ATTEMPTS: usize = 3;

/// An archive that has been made and read back.
#[derive(Debug, Clone)]
pub struct Made {
    pub path: PathBuf,
    pub bytes: u64,
    pub rows: u64,
    pub files: usize,
}

/// Makes the archive `path`, which must not be there yet.
pub async fn make(db: Arc<Db>, store: Arc<Store>, path: &Path) -> anyhow::Result<Made> {
    ensure!(!path.exists(), "{} is already there; nothing was changed", path.display());
    let (answer, answered) = oneshot::channel();
    let (maker, path) = (Maker { handle: Handle::current(), db, store }, path.to_owned());
    let work = move || drop(answer.send(maker.make(&path)));
    // Not one of the runtime's own threads: a server that is asked to stop does not wait for it.
    std::thread::Builder::new().name("backup".into()).spawn(work)?;
    answered.await.context("the backup was cut off")?
}

struct Maker {
    handle: Handle,
    db: Arc<Db>,
    store: Arc<Store>,
}

/// A file went away while it was on its way into the archive, and its row too: another snapshot will do.
#[derive(Debug, thiserror::Error)]
#[error("files were changed again and again while they were read")]
struct Changed;

impl Maker {
    fn make(&self, path: &Path) -> anyhow::Result<Made> {
        // Connections and timers are made for the runtime that uses them.
        let _runtime = self.handle.enter();
        let part = Part::open(path)?;
        let mut attempts = 1;
        let bytes = loop {
            match self.fill(part.file.try_clone()?, folder_of(path)) {
                Err(cause) if cause.is::<Changed>() && attempts < MAX_ATTEMPTS => attempts += 1,
                result => break result?,
            }
        };
        // An archive that nobody has read is a hope, not a backup.
        let archive = Archive::open(&part.path).context("the archive could not be read back")?;
        part.keep_as(path)?;
        Ok(Made { path: path.to_owned(), bytes, rows: archive.row_count(), files: archive.file_count() })
    }

    fn fill(&self, file: File, folder: &Path) -> anyhow::Result<u64> {
        let mut archive = Writer::begin(file, folder)?;
        let mut reading = self.handle.block_on(self.db.reading())?;
        let made_at = clock::now();
        let (mut tables, mut named) = (Vec::new(), Vec::new());
        for kept in shape::kept() {
            let mut count = 0;
            archive.add(&format::rows_member(kept.name), |out| {
                let mut out = GzEncoder::new(out, Compression::default());
                let mut pages = Pages::of(kept);
                while let Some(rows) = self.handle.block_on(pages.next(&mut reading))? {
                    for row in &rows {
                        out.write_all(line::write(kept, row)?.as_bytes())?;
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
            archive.add(&format::file_member(&file.version.to_string()), |out| self.copy(file, out))?;
        }
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let manifest = Manifest { format: FORMAT, version, schema: SCHEMA, made_at, tables, members: Vec::new() };
        archive.finish(manifest)
    }

    fn copy(&self, file: &Named, out: &mut dyn Write) -> anyhow::Result<()> {
        let copying = read::file(&self.store, file.version, |chunk| Ok(out.write_all(chunk)?));
        match self.handle.block_on(copying)? {
            Some(bytes) if bytes == file.bytes => Ok(()),
            Some(_) => bail!("the bytes of a file are damaged: {}", advice(file)),
            None if self.handle.block_on(storage::is_named(&self.db, file.version))? => {
                bail!("the bytes of a file are missing: {}", advice(file))
            }
            None => Err(Changed.into()),
        }
    }
}

/// Without the file's name, which may be somebody's: this is logged.
fn advice(file: &Named) -> String {
    format!("version {}; `umeed check` says its name; upload it again, or delete it", file.version)
}
