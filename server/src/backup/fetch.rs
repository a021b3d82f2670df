//! Brings an archive to this machine and into the clear, so that it can be restored, and says which ones there are.

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};

use super::guarded::Guarded;
use super::place::{Entry, Place};
use super::schedule::ENCRYPTED;
use super::seal::{Keys, Opened, Stored};
use super::thread::on_own_thread;
use crate::config::{BackupPlace, Hidden};

/// An archive that is known to be opened by the keys; nothing has been written yet.
pub struct Fetch {
    bytes: Opened<Box<dyn Read + Send>>,
    /// A file of this machine that is not encrypted, which can be read where it is.
    pub is_at_hand: bool,
}

impl Fetch {
    /// `ask` asks the person at the terminal for the passphrase, if one is needed and none was given.
    pub async fn begin(
        archive: &BackupPlace,
        mut keys: Keys,
        data: &Path,
        ask: impl FnOnce() -> anyhow::Result<Hidden> + Send + 'static,
    ) -> anyhow::Result<Fetch> {
        let (place, name) = Place::of_archive(archive, data)?;
        require_archive(archive, &place, &name, data).await?;
        let shown = place.shown(&name);
        on_own_thread(move |handle| {
            let stored = Stored::begin(place.read(&name, handle)?)?;
            let is_at_hand = !place.is_away() && matches!(stored, Stored::Plain(_));
            if stored.wants_passphrase() && !keys.has_passphrase() {
                keys.take_passphrase(&ask()?)?;
            }
            Ok(Fetch { bytes: stored.open(&keys)?, is_at_hand })
        })
        .await
        .with_context(|| format!("{shown} cannot be opened; nothing was changed"))
    }

    /// Writes all of it to this file, which must not be there yet.
    pub async fn write_to(self, path: &Path) -> anyhow::Result<()> {
        let (mut bytes, path) = (self.bytes, path.to_owned());
        on_own_thread(move |_| {
            let mut out = BufWriter::with_capacity(256 * 1024, Guarded::create(&path)?);
            io::copy(&mut bytes, &mut out)?;
            Ok(out.flush()?)
        })
        .await
    }
}

/// A place of many archives is not one of them: which are there is said.
async fn require_archive(archive: &BackupPlace, place: &Place, name: &str, data: &Path) -> anyhow::Result<()> {
    let is_there = match place.path(name) {
        Some(path) => path.is_file(),
        // Not asked for itself: some stores fail where the name is that of a folder.
        None => place.list().await?.iter().any(|entry| entry.name == name),
    };
    if is_there {
        return Ok(());
    }
    let inside = archives(&Place::open(archive, data)?).await.unwrap_or_default();
    if inside.is_empty() {
        bail!("there is no archive {archive}; `umeed backups PLACE` lists those in a folder or bucket");
    }
    let names: Vec<&str> = inside.iter().map(|entry| entry.name.as_str()).collect();
    bail!("{archive} holds several archives; name one of them:\n  {}", names.join("\n  "))
}

/// What lies there and looks like an archive, by its name.
pub async fn archives(place: &Place) -> anyhow::Result<Vec<Entry>> {
    let mut entries = place.list().await?;
    entries.retain(|entry| entry.name.strip_suffix(ENCRYPTED).unwrap_or(&entry.name).ends_with(".tar"));
    Ok(entries)
}
