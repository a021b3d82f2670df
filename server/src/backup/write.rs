//! Writes the members of an archive one after the other, each of any length, and the checksum at the end. Blocking, so for a
//! thread of its own.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use super::format::{self, MANIFEST, Manifest, Member, TAR_END};
use crate::disk;

pub struct Writer {
    tar: tar::Builder<BufWriter<Guarded>>,
    pub members: Vec<Member>,
}

impl Writer {
    /// Begins an archive in this file of this folder, which is open for reading and writing; what was in it goes.
    pub fn begin(mut file: File, folder: &Path) -> io::Result<Writer> {
        file.set_len(0)?;
        file.rewind()?;
        let file = Guarded { file, folder: folder.to_owned() };
        Ok(Writer { tar: tar::Builder::new(BufWriter::with_capacity(256 * 1024, file)), members: Vec::new() })
    }

    /// Adds a member that holds what `fill` writes. Its length is put in afterwards, so nobody needs to know it.
    pub fn add(
        &mut self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<&Member> {
        let mut header = format::header(0);
        let mut out = Measured {
            out: self.tar.append_writer(&mut header, name).context("cannot write to the archive")?,
            digest: Sha256::new(),
            size: 0,
        };
        fill(&mut out)?;
        let Measured { out, digest, size } = out;
        out.finish().context("cannot write to the archive")?;
        self.members.push(Member { name: name.to_owned(), size, sha256: format::hex(&digest.finalize()) });
        Ok(self.members.last().expect("just pushed"))
    }

    /// Adds manifest and checksum; everything is on disk when this returns. Gives back how large the archive is.
    pub fn finish(mut self, mut manifest: Manifest) -> anyhow::Result<u64> {
        manifest.members = std::mem::take(&mut self.members);
        self.add(MANIFEST, |out| Ok(serde_json::to_writer_pretty(out, &manifest)?))?;
        let mut file = self.tar.into_inner()?.into_inner().map_err(io::IntoInnerError::into_error)?.file;

        let end = file.metadata()?.len() - TAR_END;
        file.rewind()?;
        let (digest, _) = format::digest((&mut file).take(end))?;
        file.seek(SeekFrom::Start(end))?;
        file.write_all(&format::checksum(&digest)?)?;
        file.sync_all()?;
        Ok(file.metadata()?.len())
    }
}

/// Leaves the last room of the disk alone: the site must go on, and a backup can be made again.
struct Guarded {
    file: File,
    folder: PathBuf,
}

impl Write for Guarded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if disk::require_room(&self.folder, bytes.len() as u64).is_err() {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "the disk is almost full"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Guarded {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Counts and digests what goes through.
struct Measured<W> {
    out: W,
    digest: Sha256,
    size: u64,
}

impl<W: Write> Write for Measured<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.digest.update(&bytes[..count]);
        self.size += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The archive before it is whole: beside its place, under another name, gone when it is not kept.
pub struct Part {
    pub path: PathBuf,
    pub file: File,
    kept: bool,
}

impl Part {
    pub fn open(path: &Path) -> anyhow::Result<Part> {
        let mut name = path.file_name().context("an archive needs a name")?.to_owned();
        name.push(".part");
        let path = path.with_file_name(name);
        let writing = || format!("cannot write {}", path.display());
        let is_there = std::fs::symlink_metadata(&path).ok();
        if let Some(there) = is_there {
            // A link may lead anywhere, and what lies at its end is not ours.
            ensure!(there.is_file(), "{} is in the way and is not a file", path.display());
            lock(&File::open(&path).with_context(writing)?, &path)?;
            // Left by a crash. Not filled again: others may be allowed to read it.
            std::fs::remove_file(&path).with_context(writing)?;
        }
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        // Passwords' digests and phone numbers: for nobody else to read.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).with_context(writing)?;
        lock(&file, &path)?;
        Ok(Part { path, file, kept: false })
    }

    pub fn keep_as(mut self, path: &Path) -> anyhow::Result<()> {
        ensure!(!path.exists(), "{} has appeared meanwhile and was left as it is", path.display());
        std::fs::rename(&self.path, path).with_context(|| format!("cannot write {}", path.display()))?;
        self.kept = true;
        File::open(folder_of(path))?.sync_all()?;
        Ok(())
    }
}

/// The folder in which a file is, also where its path names none.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    file.try_lock().map_err(|_| anyhow::anyhow!("another backup is writing {}", path.display()))
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.kept {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_was_left_behind_is_replaced_and_one_in_use_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let (archive, left) = (folder.path().join("a.tar"), folder.path().join("a.tar.part"));
        std::fs::write(&left, "of a crash, for everyone to read").unwrap();
        let part = Part::open(&archive).unwrap();
        assert_eq!(part.file.metadata().unwrap().len(), 0);
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&part.file.metadata().unwrap().permissions()) & 0o777,
            0o600
        );
        assert!(Part::open(&archive).err().unwrap().to_string().contains("another backup is writing"));
        drop(part);
        assert!(!left.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let precious = folder.path().join("precious");
        std::fs::write(&precious, "stays").unwrap();
        std::os::unix::fs::symlink(&precious, folder.path().join("a.tar.part")).unwrap();
        assert!(Part::open(&folder.path().join("a.tar")).is_err());
        assert_eq!(std::fs::read_to_string(&precious).unwrap(), "stays");
    }
}
