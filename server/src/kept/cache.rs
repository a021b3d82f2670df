//! What was made, kept as long as its basis holds (see `basis`). Looking something up takes a read lock, a hash and a few
//! atomics. What lies at a fixed path stays; what lies at a path from data is kept within a number of bytes, and the
//! least recently used goes first.

use std::sync::{Arc, Mutex, RwLock};

use foldhash::HashMap;
use tokio::sync::OwnedMutexGuard;

use super::basis::Basis;
use super::hit_rate::HitRate;
use crate::db::Bumped;

type Lock = tokio::sync::Mutex<()>;

pub struct Cache<T> {
    entries: RwLock<Entries<T>>,
    /// One lock for each path that is being made: of a herd on a cold page, one makes it and the others wait for it.
    locks: Mutex<HashMap<String, Arc<Lock>>>,
    max_bytes: usize,
}

struct Entries<T> {
    by_path: HashMap<String, Entry<T>>,
    /// The sum of all `Size::Bytes`.
    bytes: usize,
}

struct Entry<T> {
    value: Arc<T>,
    basis: Basis,
    hits: HitRate,
    size: Size,
}

/// What an entry counts for.
#[derive(Clone, Copy)]
pub enum Size {
    /// One of a few that are always kept.
    Pinned,
    Bytes(usize),
}

impl Size {
    fn bytes(self) -> usize {
        match self {
            Size::Pinned => 0,
            Size::Bytes(bytes) => bytes,
        }
    }
}

impl<T> Cache<T> {
    /// `max_bytes` for all that is not pinned.
    pub fn new(max_bytes: usize) -> Cache<T> {
        let entries = Entries { by_path: HashMap::default(), bytes: 0 };
        Cache { entries: RwLock::new(entries), locks: Mutex::default(), max_bytes }
    }

    /// What is kept at this path, if its basis is good enough.
    pub fn get(&self, path: &str, is_good: impl FnOnce(&Basis) -> bool) -> Option<Arc<T>> {
        let entries = self.entries.read().expect("no panic while reading");
        let entry = entries.by_path.get(path)?;
        entry.hits.record();
        is_good(&entry.basis).then(|| entry.value.clone())
    }

    /// The paths that at least `min_rate` visitors a second ask for, of those made from one of these tables; the most
    /// wanted first.
    pub fn wanted(&self, tables: &Bumped, min_rate: u32) -> Vec<String> {
        let entries = self.entries.read().expect("no panic while reading");
        let touched = entries.by_path.iter().filter(|(_, entry)| entry.basis.reads(tables));
        let mut wanted: Vec<_> = touched.map(|(path, entry)| (entry.hits.per_second(), path)).collect();
        wanted.retain(|(rate, _)| *rate >= min_rate);
        wanted.sort_by_key(|(rate, _)| std::cmp::Reverse(*rate));
        wanted.into_iter().map(|(_, path)| path.clone()).collect()
    }

    /// What was last made, however old: better than nothing while nothing newer can be made.
    pub fn last(&self, path: &str) -> Option<Arc<T>> {
        let entries = self.entries.read().expect("no panic while reading");
        entries.by_path.get(path).map(|entry| entry.value.clone())
    }

    /// Call this only while holding the path's lock, so that nothing newer is replaced by something older.
    pub fn keep(&self, path: &str, value: &Arc<T>, basis: Basis, size: Size) {
        let mut entries = self.entries.write().expect("no panic while writing");
        let hits = entries.remove(path).map_or_else(HitRate::default, |before| before.hits);
        if size.bytes() > self.max_bytes {
            return;
        }
        hits.touch();
        entries.bytes += size.bytes();
        entries.by_path.insert(path.to_owned(), Entry { value: value.clone(), basis, hits, size });
        while entries.bytes > self.max_bytes {
            let Some(path) = entries.least_recently_used() else { break };
            entries.remove(&path);
        }
    }

    pub fn forget(&self, path: &str) {
        self.entries.write().expect("no panic while writing").remove(path);
    }

    /// Waits until nobody else makes what lies at this path.
    pub async fn lock<'a>(&'a self, path: &'a str) -> Guard<'a> {
        let lock = self.locks.lock().expect("no panic while holding it").entry(path.to_owned()).or_default().clone();
        let mut guard = Guard { locks: &self.locks, path, lock, held: None };
        guard.held = Some(guard.lock.clone().lock_owned().await);
        guard
    }

    /// How many are kept, and the sum of what is measured of each.
    pub fn sum(&self, measure: impl Fn(&T) -> usize) -> (usize, usize) {
        let entries = self.entries.read().expect("no panic while reading");
        (entries.by_path.len(), entries.by_path.values().map(|entry| measure(&entry.value)).sum())
    }

    #[cfg(test)]
    fn paths(&self) -> Vec<String> {
        let mut paths: Vec<_> = self.entries.read().unwrap().by_path.keys().cloned().collect();
        paths.sort();
        paths
    }
}

impl<T> Entries<T> {
    fn remove(&mut self, path: &str) -> Option<Entry<T>> {
        let removed = self.by_path.remove(path)?;
        self.bytes -= removed.size.bytes();
        Some(removed)
    }

    /// A look at every entry: there are some thousands at most, and making a page takes a hundred times as long.
    fn least_recently_used(&self) -> Option<String> {
        let evictable = self.by_path.iter().filter(|(_, entry)| matches!(entry.size, Size::Bytes(_)));
        evictable.min_by_key(|(_, entry)| entry.hits.last_used()).map(|(path, _)| path.clone())
    }
}

/// The lock of one path, or the wait for it. The last to leave removes it from the map, so the map holds no more paths
/// than there are requests.
pub struct Guard<'a> {
    locks: &'a Mutex<HashMap<String, Arc<Lock>>>,
    path: &'a str,
    lock: Arc<Lock>,
    held: Option<OwnedMutexGuard<()>>,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.held = None;
        let mut locks = self.locks.lock().expect("no panic while holding it");
        // One reference is the map's, one is ours; everyone else who waits has one too, taken under this lock.
        if Arc::strong_count(&self.lock) == 2 {
            locks.remove(self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn the_least_recently_used_makes_room_and_what_is_pinned_stays() {
        let cache = Cache::new(100);
        let keep = |path: &str, size| {
            std::thread::sleep(std::time::Duration::from_millis(1));
            cache.keep(path, &Arc::new(0_u8), Basis::of_versions(&[]), size);
        };
        keep("/pinned", Size::Pinned);
        for path in ["/a", "/b", "/c"] {
            keep(path, Size::Bytes(30));
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
        assert!(cache.get("/a", |_| true).is_some());
        keep("/d", Size::Bytes(30));
        assert_eq!(cache.paths(), ["/a", "/c", "/d", "/pinned"]);
        keep("/e", Size::Bytes(70));
        assert_eq!(cache.paths(), ["/d", "/e", "/pinned"]);
        keep("/e", Size::Bytes(60));
        assert_eq!(cache.entries.read().unwrap().bytes, 90);
        keep("/d", Size::Bytes(101));
        assert_eq!(cache.paths(), ["/e", "/pinned"], "what would fill all of it is not kept");
        cache.forget("/e");
        assert_eq!(cache.entries.read().unwrap().bytes, 0);
    }

    #[tokio::test]
    async fn one_at_a_time_makes_a_path_and_no_lock_is_left_behind() {
        let cache = Cache::<u8>::new(0);
        let first = cache.lock("/a").await;
        let other = cache.lock("/b").await;
        let mut second = Box::pin(cache.lock("/a"));
        assert!((&mut second).now_or_never().is_none());
        let mut leaving = Box::pin(cache.lock("/a"));
        assert!((&mut leaving).now_or_never().is_none());
        drop((first, other, leaving));
        assert_eq!(cache.locks.lock().unwrap().len(), 1);
        drop(second.await);
        assert!(cache.locks.lock().unwrap().is_empty());
    }
}
