//! Writes the members of an archive one after the other, and the checksum at the end. Nothing that was written is touched
//! again, so it may go anywhere, also over a network. Blocking, so for a thread of its own.

use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use super::format::{self, MANIFEST, Manifest, Member};
use super::guarded::Guarded;

const BLOCK: u64 = 512;
const WRITING: &str = "cannot write to the archive";

pub struct Writer<W> {
    out: Measured<W>,
    pub members: Vec<Member>,
    /// Where a member whose length nobody knows yet is kept until it is whole.
    temp: PathBuf,
}

impl<W: Write> Writer<W> {
    pub fn begin(out: W, temp: &Path) -> Writer<W> {
        Writer { out: Measured::new(out), members: Vec::new(), temp: temp.to_owned() }
    }

    /// Adds a member of this size, which `fill` writes.
    pub fn add(
        &mut self,
        name: &str,
        size: u64,
        fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut header = format::header(size);
        header.set_path(name)?;
        header.set_cksum();
        self.out.write_all(header.as_bytes()).context(WRITING)?;
        let mut member = Measured::new(&mut self.out);
        fill(&mut member)?;
        let Sum { size: written, sha256 } = member.sum();
        ensure!(written == size, "{name} has another length than was said");
        let padding = vec![0; (size.next_multiple_of(BLOCK) - size) as usize];
        self.out.write_all(&padding).context(WRITING)?;
        self.members.push(Member { name: name.to_owned(), size, sha256: format::hex(&sha256) });
        Ok(())
    }

    /// Adds a member that holds what `fill` writes, however much that is.
    pub fn add_unmeasured(
        &mut self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let spool = Guarded::unnamed(&self.temp).with_context(|| format!("cannot write in {}", self.temp.display()))?;
        let mut spool = BufWriter::with_capacity(256 * 1024, spool);
        fill(&mut spool)?;
        let mut file = spool.into_inner().map_err(io::IntoInnerError::into_error)?.file;
        let size = file.stream_position()?;
        file.rewind()?;
        self.add(name, size, |out| {
            io::copy(&mut BufReader::with_capacity(256 * 1024, file), out).context(WRITING)?;
            Ok(())
        })
    }

    /// Adds manifest and checksum, and gives back what was written to.
    pub fn finish(mut self, mut manifest: Manifest) -> anyhow::Result<W> {
        manifest.members = std::mem::take(&mut self.members);
        self.add_unmeasured(MANIFEST, |out| Ok(serde_json::to_writer_pretty(out, &manifest)?))?;
        let Measured { mut inner, digest, .. } = self.out;
        inner.write_all(&format::checksum(&digest.finalize())?).context(WRITING)?;
        Ok(inner)
    }
}

/// What tells bytes from others.
#[derive(Debug, Clone, PartialEq)]
pub struct Sum {
    pub size: u64,
    pub sha256: Vec<u8>,
}

/// Counts and digests what goes through, in either direction.
pub struct Measured<T> {
    pub inner: T,
    digest: Sha256,
    size: u64,
}

impl<T> Measured<T> {
    pub fn new(inner: T) -> Measured<T> {
        Measured { inner, digest: Sha256::new(), size: 0 }
    }

    pub fn sum(&self) -> Sum {
        Sum { size: self.size, sha256: self.digest.clone().finalize().to_vec() }
    }

    fn count(&mut self, bytes: &[u8]) {
        self.digest.update(bytes);
        self.size += bytes.len() as u64;
    }
}

impl<W: Write> Write for Measured<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.count(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.count(&into[..count]);
        Ok(count)
    }
}
