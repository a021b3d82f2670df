//! Restores an archive into a scratch place, to see that it can be: a database and a folder of its own, beside the data,
//! compared with the archive row by row and file by file, and removed.

use std::path::Path;

use anyhow::Context;

use super::archive::Archive;
use super::restore::put_and_prove;
use super::scratch::Scratch;
use super::thread::on_own_thread;
use crate::config::Folder;
use crate::db::Db;
use crate::disk::{self, Room};
use crate::storage::Store;

/// What came of it.
#[derive(Debug, PartialEq)]
pub enum Verified {
    /// Without this many rows, which a restore leaves out: a write of them would be refused.
    Restored { refused: usize },
    /// It takes this many bytes, and so many are free.
    NoRoom { needed: u64, free: u64 },
}

/// `archive` is a file on this machine, in the clear.
pub async fn verify(archive: &Path, scratch: Scratch) -> anyhow::Result<Verified> {
    let archive = archive.to_owned();
    on_own_thread(move |handle| {
        let opened = Archive::open(&archive)?;
        let needed = opened.restored_bytes();
        if disk::require_room(scratch.path(), needed).is_err() {
            let free = Room::at(scratch.path()).map_or(0, |room| room.free);
            return Ok(Verified::NoRoom { needed, free });
        }
        handle.block_on(restore_into(opened, &Folder::at(scratch.data())))
    })
    .await
}

async fn restore_into(archive: Archive, place: &Folder) -> anyhow::Result<Verified> {
    std::fs::create_dir_all(&place.path)?;
    let refused = archive.refused.len();
    let db = Db::open(place).await.context("no database can be made to restore it into")?;
    let result = match Store::open(place, &db).await {
        Ok(store) => put_and_prove(archive, &db, &store).await,
        Err(cause) => Err(cause),
    };
    db.close().await;
    result.map(|()| Verified::Restored { refused })
}
