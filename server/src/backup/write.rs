//! Writes the members of an archive one after the other, each of any length, and seals it. Blocking: on a thread of
//! its own.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use super::format::{self, MANIFEST, Manifest, Member, TAR_END};

pub struct Writer {
    tar: tar::Builder<BufWriter<File>>,
    pub members: Vec<Member>,
}

impl Writer {
    /// Begins an archive in this file, which is open for reading and writing; what was in it goes.
    pub fn begin(mut file: File) -> io::Result<Writer> {
        file.set_len(0)?;
        file.rewind()?;
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

    /// Adds manifest and seal; everything is on disk when this returns. Gives back how large the archive is.
    pub fn finish(mut self, mut manifest: Manifest) -> anyhow::Result<u64> {
        manifest.members = std::mem::take(&mut self.members);
        self.add(MANIFEST, |out| Ok(serde_json::to_writer_pretty(out, &manifest)?))?;
        let mut file = self.tar.into_inner()?.into_inner().map_err(io::IntoInnerError::into_error)?;

        let end = file.metadata()?.len() - TAR_END;
        file.rewind()?;
        let (digest, _) = format::digest((&mut file).take(end))?;
        file.seek(SeekFrom::Start(end))?;
        file.write_all(&format::seal(&digest)?)?;
        file.sync_all()?;
        Ok(file.metadata()?.len())
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
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        // Passwords' digests and phone numbers: for nobody else to read.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).with_context(|| format!("cannot write {}", path.display()))?;
        file.try_lock().map_err(|_| anyhow::anyhow!("another backup is writing {}", path.display()))?;
        Ok(Part { path, file, kept: false })
    }

    pub fn keep_as(mut self, path: &Path) -> anyhow::Result<()> {
        ensure!(!path.exists(), "{} has appeared meanwhile and was left as it is", path.display());
        std::fs::rename(&self.path, path).with_context(|| format!("cannot write {}", path.display()))?;
        self.kept = true;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.kept {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
