//! Files on this machine that backups write: for nobody else to read, and never into the last room of the disk, since the
//! site must go on and a backup can be made again.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::disk;

pub struct Guarded {
    pub file: File,
    folder: PathBuf,
}

impl Guarded {
    /// In this folder, whose disk is looked at.
    pub fn new(file: File, folder: &Path) -> Guarded {
        Guarded { file, folder: folder.to_owned() }
    }

    /// A new file for its owner alone; it must not be there yet.
    pub fn create(path: &Path) -> io::Result<Guarded> {
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        // Passwords' digests and phone numbers: for nobody else to read.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Guarded::new(options.open(path)?, folder_of(path)))
    }

    /// A file without a name, gone when it is closed, also by a crash.
    pub fn unnamed(folder: &Path) -> io::Result<Guarded> {
        let path = folder.join(format!(".umeed-{}", uuid::Uuid::now_v7()));
        let file = Guarded::create(&path)?;
        std::fs::remove_file(&path)?;
        Ok(file)
    }
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

/// The folder in which a file is, also where its path names none.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
