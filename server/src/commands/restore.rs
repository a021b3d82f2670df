//! `umeed restore`: from a file or a bucket, encrypted or not. Everything is read before anything is touched.

use std::fs::File;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::backup::{Data, say, unreadable};
use crate::app::{lock, prepare_folder, provide_cryptography};
use crate::backup::{self, Archive, Fetch, Keys, Scratch};
use crate::config::{BackupPlace, Folder, Hidden, Restore};
use crate::db::Tables;
use crate::safety_copies;

pub async fn restore(asked: &Restore, folder: &Folder) -> anyhow::Result<()> {
    provide_cryptography();
    let fetch = Fetch::begin(&asked.file, Keys::new(&asked.keys)?, &folder.path, ask_passphrase).await?;
    let (mut archive, fetched) = match &asked.file {
        BackupPlace::Path(path) if fetch.is_at_hand => (Archive::open(path)?, None),
        _ => {
            let (archive, fetched) = Fetched::bring(fetch, &folder.path)
                .await
                .with_context(|| format!("{} cannot be used as a backup; nothing was changed", asked.file))?;
            (archive, Some(fetched))
        }
    };
    archive.skip_refused = asked.skip_refused;
    let (made_at, refused) = (archive.manifest.made_at.clone(), archive.refused.clone());
    prepare_folder(&folder.path)?;
    let _held = match fetched {
        Some(fetched) => fetched.used(),
        None => (lock(&folder.path)?, None),
    };
    let data = Data::open(folder, Tables::UpToDate).await?;
    let safety_copy = safety_copies::before_restore(&folder.path);
    let result = backup::restore(archive, data.db.clone(), data.store, asked.replace.then_some(&safety_copy)).await;
    let unreadable = unreadable(folder, &data.db).await;
    data.db.close().await;
    let (restored, unreadable) = (result?, unreadable?);
    if let Some(safety_copy) = restored.safety_copy {
        say(&format!("what was there before is in {}\n", safety_copy.display()))?;
    }
    for reason in refused {
        say(&format!("left out, since it was refused: {reason}\n"))?;
    }
    if restored.cleaned > 0 {
        say(&format!("{} files were restored without what they do not show\n", restored.cleaned))?;
    }
    for email in restored.lost_factors {
        say(&format!(
            "{email} had a second factor, which is not in the archive: it signs in with the password alone\n"
        ))?;
    }
    unreadable.map_or(Ok(()), |words| say(&format!("{words}\n")))?;
    let (rows, files) = (restored.rows, restored.files);
    say(&format!("restored {rows} rows and {files} files as of {made_at}; each was read back and compared\n"))
}

/// An archive that was brought into the data folder to be read, and the lock of the folder. What was made for it goes with it.
struct Fetched {
    scratch: Option<Scratch>,
    lock: Option<File>,
    /// The data folder, where it was made for this.
    made: Option<PathBuf>,
}

impl Fetched {
    async fn bring(fetch: Fetch, data: &Path) -> anyhow::Result<(Archive, Fetched)> {
        let made = (!data.exists()).then(|| data.to_owned());
        prepare_folder(data)?;
        let mut fetched = Fetched { scratch: None, lock: Some(lock(data)?), made };
        let scratch = fetched.scratch.insert(Scratch::make(data)?);
        fetch.write_to(&scratch.archive()).await?;
        // Its own words name the scratch place, which nobody knows.
        let archive = Archive::open(scratch.archive()).map_err(|cause| {
            let words: Vec<String> = cause.chain().skip(1).map(ToString::to_string).collect();
            anyhow::anyhow!(words.join(": "))
        })?;
        Ok((archive, fetched))
    }

    /// From now on the folder stays.
    fn used(mut self) -> (File, Option<Scratch>) {
        self.made = None;
        (self.lock.take().expect("held until now"), self.scratch.take())
    }
}

impl Drop for Fetched {
    /// A folder that was made for nothing goes, if nothing else is in it.
    fn drop(&mut self) {
        self.scratch = None;
        if let Some(data) = &self.made {
            let _ = std::fs::remove_file(data.join("umeed.lock"));
            let _ = std::fs::remove_dir(data);
        }
    }
}

fn ask_passphrase() -> anyhow::Result<Hidden> {
    ensure!(
        std::io::stdin().is_terminal(),
        "it is encrypted with a passphrase: set UMEED_BACKUP_PASSPHRASE, or run this on a terminal, which asks for it"
    );
    let typed = rpassword::prompt_password("Passphrase of the backup: ").context("no passphrase was given")?;
    Ok(Hidden::new(typed))
}
