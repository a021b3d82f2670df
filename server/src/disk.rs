//! The disk of the data folder. A file of room is kept in reserve there and given up when the disk is full, so that staff
//! can still sign in, delete and go on. Says whether there is room for what visitors send and for files; they stop well
//! before the reserve is needed. Never removes anything but its own file.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::fs::{FallocateFlags, fallocate, statvfs};
use tokio::sync::Notify;

use crate::error::{Error, Result};

const RESERVE: &str = "reserve";
const MEGABYTE: u64 = 1024 * 1024;
/// Enough to sign in and to delete some dozen rows: each page of four kilobytes that changes is written once more.
const SMALLEST_RESERVE: u64 = MEGABYTE / 4;
/// How long what was seen counts where there is plenty, and where there is little. Visitors write several megabytes a
/// second, which must be a small part of a share.
const SEEN_FOR: Duration = Duration::from_secs(1);
const SEEN_BRIEFLY: Duration = Duration::from_millis(50);
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The database said that the disk is full, whatever the file system tells (a quota, for one).
static FULL: AtomicBool = AtomicBool::new(false);
static LOOK: Notify = Notify::const_new();

/// There is less than a share.
static TIGHT: AtomicBool = AtomicBool::new(false);

/// Whether so little is left that what takes room for a while should give it back at once.
pub fn is_tight() -> bool {
    TIGHT.load(Relaxed)
}

/// To be called where a write met a full disk.
pub fn note_full() {
    FULL.store(true, Relaxed);
    TIGHT.store(true, Relaxed);
    LOOK.notify_waiters();
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    pub free: u64,
    pub total: u64,
}

impl Room {
    pub fn at(folder: &Path) -> io::Result<Room> {
        let disk = statvfs(folder)?;
        Ok(Room { free: disk.f_bavail * disk.f_frsize, total: disk.f_blocks * disk.f_frsize })
    }

    /// What everything here is measured by: the size of the reserve, and as much again is left free in front of it.
    fn share(&self) -> u64 {
        (self.total / 8).min(32 * MEGABYTE)
    }

    /// The largest reserve that fits: a share, or a half, a quarter of one and so on. None where there is room for so
    /// little that nothing could be deleted with it.
    fn largest_reserve(&self) -> Option<u64> {
        let sizes = std::iter::successors(Some(self.share()), |size| Some(size / 2));
        sizes.take_while(|size| *size >= SMALLEST_RESERVE).find(|size| self.free >= wanted_for(*size) + size / 4)
    }

    fn counts_for(&self) -> Duration {
        if self.free > 8 * self.share() { SEEN_FOR } else { SEEN_BRIEFLY }
    }

    /// Staff are warned: there are days left, not minutes.
    pub fn is_low(&self) -> bool {
        self.free < (self.total / 20).clamp(500 * MEGABYTE, 5 * 1024 * MEGABYTE)
    }
}

/// What must be free for a reserve of this size. More than that, or it would be given up and made again all the time.
fn wanted_for(size: u64) -> u64 {
    2 * size + size / 4
}

/// Whether a file of this size may be written to this folder: the last share of a disk is for rows.
pub fn require_room(folder: &Path, bytes: u64) -> Result<()> {
    match Room::at(folder) {
        Ok(room) if room.free.saturating_sub(bytes) < room.share() => {
            let message = "The disk of the server is almost full, so the file was not stored. Please delete what is not \
                           needed, or ask the person who runs the server for more room, and try again.";
            Err(Error::refused(503, "ServiceUnavailable", message).with_retry_after(60))
        }
        _ => Ok(()), // where nothing can be told, writing will tell
    }
}

pub struct Disk {
    folder: PathBuf,
    /// Held while looking: two at once would make the reserve twice, and one of them remove it.
    looking: Mutex<()>,
    state: Mutex<State>,
}

struct State {
    seen: Option<(Instant, Room)>,
    reserve: Reserve,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Reserve {
    /// Of this size.
    There(u64),
    Missing,
    /// For staff to go on; only a whole one is made again, or what was given up would be taken from them.
    GivenUp,
    /// The file system does not let us; only what is free counts.
    Impossible,
}

impl Disk {
    /// To be opened before the database, which needs room to start: on a full disk the reserve is given up for it.
    pub fn open(folder: &Path) -> Disk {
        let there = std::fs::metadata(folder.join(RESERVE)).ok().filter(std::fs::Metadata::is_file);
        let reserve = there.map_or(Reserve::Missing, |file| Reserve::There(file.len()));
        let state = Mutex::new(State { seen: None, reserve });
        let disk = Disk { folder: folder.to_owned(), looking: Mutex::default(), state };
        disk.release_if_full();
        disk
    }

    /// Looks after the reserve as long as it is polled.
    pub async fn keep_watch(self: Arc<Disk>) {
        loop {
            self.clone().look().await;
            let _ = tokio::time::timeout(LOOK_EVERY, LOOK.notified()).await;
        }
    }

    /// What was seen a moment ago. `None` where nothing can be told.
    pub async fn room(self: &Arc<Disk>) -> Option<Room> {
        match self.known() {
            Some(room) => Some(room),
            None => self.clone().look_unless_known().await,
        }
    }

    fn known(&self) -> Option<Room> {
        let seen = self.state().seen;
        seen.filter(|(when, room)| when.elapsed() < room.counts_for()).map(|(_, room)| room)
    }

    /// Whether visitors may write rows; `inside` is what the database has free in its own file.
    pub async fn takes_rows(self: &Arc<Disk>, inside: impl AsyncFnOnce() -> u64) -> bool {
        let Some(room) = self.room().await else { return true };
        let share = room.share();
        let needed = match self.state().reserve {
            Reserve::There(size) => 2 * share - size.min(share),
            Reserve::Impossible => share,
            Reserve::Missing | Reserve::GivenUp => 2 * share,
        };
        // Whatever is free inside, the write-ahead log needs some room of its own.
        room.free >= needed || room.free >= share / 4 && room.free + inside().await >= needed
    }

    /// Blocking calls, so on a thread for such.
    async fn look(self: Arc<Disk>) -> Option<Room> {
        tokio::task::spawn_blocking(move || self.look_now(false)).await.ok()?
    }

    async fn look_unless_known(self: Arc<Disk>) -> Option<Room> {
        tokio::task::spawn_blocking(move || self.look_now(true)).await.ok()?
    }

    /// Somebody else may have looked while this waited for its turn.
    fn look_now(&self, unless_known: bool) -> Option<Room> {
        let _looking = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = self.known().filter(|_| unless_known) {
            return Some(room);
        }
        self.release_if_full();
        self.reserve_if_there_is_room();
        self.measure()
    }

    fn measure(&self) -> Option<Room> {
        let room = Room::at(&self.folder).ok()?;
        TIGHT.store(room.free < room.share(), Relaxed);
        self.state().seen = Some((Instant::now(), room));
        Some(room)
    }

    fn release_if_full(&self) {
        let told = FULL.swap(false, Relaxed);
        let Some(room) = self.measure() else { return };
        let mut state = self.state();
        let Reserve::There(size) = state.reserve else { return };
        if told || room.free < size.min(room.share()) / 4 {
            match std::fs::remove_file(self.folder.join(RESERVE)) {
                Ok(()) => tracing::warn!("the disk is full: the room kept in reserve is given up for staff to go on"),
                Err(cause) => tracing::error!("the disk is full and the reserve cannot be given up: {cause}"),
            }
            state.reserve = Reserve::GivenUp;
            drop(state);
            self.measure();
        }
    }

    fn reserve_if_there_is_room(&self) {
        let Some((_, room)) = self.state().seen else { return };
        let before = self.state().reserve;
        let there = match before {
            Reserve::There(size) => size,
            Reserve::Missing | Reserve::GivenUp => 0,
            Reserve::Impossible => return,
        };
        // A small one is made larger when there is room: it is written anew, so its own room counts.
        let room = Room { free: room.free + there, ..room };
        let Some(size) = room.largest_reserve().filter(|size| *size > there) else { return };
        if before == Reserve::GivenUp && size < room.share() {
            return;
        }
        let path = self.folder.join(RESERVE);
        let reserve = match write_reserve(&path, size, wanted_for(size)) {
            Ok(()) => Reserve::There(size),
            Err(cause) => {
                let _ = std::fs::remove_file(&path);
                let full = matches!(cause.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
                if !full {
                    tracing::warn!("no room can be kept in reserve in the data folder: {cause}");
                }
                if full { Reserve::Missing } else { Reserve::Impossible }
            }
        };
        self.state().reserve = reserve;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Really takes `size` bytes of the disk. `wanted` are taken for a moment, which shows that they are there: what a file
/// system says to be free may be more than a quota leaves.
fn write_reserve(path: &Path, size: u64, wanted: u64) -> io::Result<()> {
    let mut file = File::options().create(true).write(true).truncate(true).open(path)?;
    let allocated = fallocate(&file, FallocateFlags::empty(), 0, wanted).map_err(io::Error::from);
    match allocated {
        Err(cause) if cause.kind() != ErrorKind::Unsupported => return Err(cause),
        _ => file.set_len(size)?,
    }
    let blocks = std::os::unix::fs::MetadataExt::blocks(&file.metadata()?);
    if allocated.is_err() || blocks * 512 < size {
        write_noise(&mut file, size)?;
    }
    file.sync_all()
}

/// Where a promise of room is not kept, or zeros are not stored, only bytes that cannot be compressed take it.
fn write_noise(file: &mut File, size: u64) -> io::Result<()> {
    let mut number: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut piece = vec![0; 64 * 1024];
    for _ in 0..size.div_ceil(piece.len() as u64) {
        for word in piece.chunks_exact_mut(8) {
            number ^= number << 13;
            number ^= number >> 7;
            number ^= number << 17;
            word.copy_from_slice(&number.to_le_bytes());
        }
        file.write_all(&piece)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_follows_the_size_of_the_disk_and_the_warning_comes_early() {
        let room = |free: u64, total: u64| Room { free: free * MEGABYTE, total: total * MEGABYTE };
        assert_eq!(room(0, 12).share(), 12 * MEGABYTE / 8);
        assert_eq!(room(0, 1_000_000).share(), 32 * MEGABYTE);
        assert_eq!(room(10, 24).largest_reserve(), Some(3 * MEGABYTE));
        assert_eq!(room(5, 24).largest_reserve(), Some(3 * MEGABYTE / 2), "a half where the whole does not fit");
        assert_eq!(room(2, 1_000_000).largest_reserve(), Some(MEGABYTE / 2));
        assert_eq!(room(0, 24).largest_reserve(), None);
        assert!(room(400, 8_000).is_low() && !room(600, 8_000).is_low());
        assert!(room(4_000, 1_000_000).is_low() && !room(6_000, 1_000_000).is_low());
    }

    #[tokio::test]
    async fn the_reserve_takes_room_and_is_given_up_when_the_database_says_full() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Arc::new(Disk::open(folder.path()));
        let file = folder.path().join(RESERVE);
        assert!(!file.exists());
        let room = disk.clone().look().await.unwrap();
        let blocks = std::os::unix::fs::MetadataExt::blocks(&std::fs::metadata(&file).unwrap());
        assert!(blocks * 512 >= room.share(), "{blocks} blocks");
        assert!(disk.takes_rows(async || 0).await);
        note_full();
        disk.release_if_full();
        assert!(!file.exists());
        disk.clone().look().await;
        assert!(file.exists(), "there is room again");
        assert_eq!(Disk::open(folder.path()).state().reserve, Reserve::There(room.share()));
    }
}
