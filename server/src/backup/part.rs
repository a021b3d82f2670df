//! An archive in a folder before it is whole: beside its place, under another name, gone when it is not kept.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::guarded::{Guarded, folder_of};

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
        let file = Guarded::create(&path).with_context(writing)?.file;
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
