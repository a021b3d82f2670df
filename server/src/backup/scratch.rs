//! A folder in the data folder for what is needed for a while only: an archive in the clear, or what was restored from one
//! to see whether it can be. Gone when it is dropped; what a crash left goes at the next start.

use std::path::{Path, PathBuf};

use anyhow::Context;

const BEGIN: &str = "scratch-";

pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub fn make(data: &Path) -> anyhow::Result<Scratch> {
        let path = data.join(format!("{BEGIN}{}", uuid::Uuid::now_v7()));
        let mut builder = std::fs::DirBuilder::new();
        // Personal data in the clear.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path).with_context(|| format!("cannot write in {}", data.display()))?;
        Ok(Scratch { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn archive(&self) -> PathBuf {
        self.path.join("archive.tar")
    }

    /// Where it is restored to.
    pub fn data(&self) -> PathBuf {
        self.path.join("data")
    }

    /// To be called while nobody else uses the data folder.
    pub fn remove_left(data: &Path) {
        for entry in std::fs::read_dir(data).into_iter().flatten().flatten() {
            let is_ours = entry
                .file_name()
                .to_str()
                .is_some_and(|name| name.strip_prefix(BEGIN).is_some_and(|rest| uuid::Uuid::try_parse(rest).is_ok()));
            if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(cause) = std::fs::remove_dir_all(&self.path) {
            tracing::warn!("{} could not be removed: {cause}", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_crash_left_goes_and_nothing_else_does() {
        let data = tempfile::tempdir().unwrap();
        let left = Scratch::make(data.path()).unwrap();
        std::fs::write(left.archive(), "x").unwrap();
        std::mem::forget(left);
        std::fs::create_dir(data.path().join("scratch-mine")).unwrap();
        Scratch::remove_left(data.path());
        let names: Vec<_> = std::fs::read_dir(data.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["scratch-mine"]);
    }
}
