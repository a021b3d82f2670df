//! How often something is asked for: counted for this second and kept for the one before. Two threads that begin a second
//! at the same moment may miscount by a few, which is good enough to know a crowd.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

#[derive(Default)]
pub struct HitRate {
    second: AtomicU64,
    now: AtomicU32,
    before: AtomicU32,
    /// In microseconds since `BEGAN`.
    last_used: AtomicU64,
}

impl HitRate {
    pub fn record(&self) {
        let now = BEGAN.elapsed();
        self.last_used.store(now.as_micros() as u64, Relaxed);
        self.count(now.as_secs());
    }

    /// Used, but asked for by nobody.
    pub fn touch(&self) {
        self.last_used.store(BEGAN.elapsed().as_micros() as u64, Relaxed);
    }

    pub fn last_used(&self) -> u64 {
        self.last_used.load(Relaxed)
    }

    /// The higher count of this second so far and the one before.
    pub fn per_second(&self) -> u32 {
        self.highest(BEGAN.elapsed().as_secs())
    }

    fn count(&self, second: u64) {
        let last = self.second.load(Relaxed);
        if last != second && self.second.compare_exchange(last, second, Relaxed, Relaxed).is_ok() {
            let counted = self.now.swap(0, Relaxed);
            self.before.store(if second == last + 1 { counted } else { 0 }, Relaxed);
        }
        self.now.fetch_add(1, Relaxed);
    }

    fn highest(&self, second: u64) -> u32 {
        match second.saturating_sub(self.second.load(Relaxed)) {
            0 => self.now.load(Relaxed).max(self.before.load(Relaxed)),
            1 => self.now.load(Relaxed),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_is_known_at_once_and_soon_forgotten() {
        let asked = HitRate::default();
        assert_eq!(asked.highest(7), 0);
        (0..60).for_each(|_| asked.count(7));
        assert_eq!((asked.highest(7), asked.highest(8), asked.highest(9)), (60, 60, 0));
        asked.count(8);
        assert_eq!((asked.highest(8), asked.highest(9)), (60, 1));
        asked.count(20);
        assert_eq!(asked.highest(20), 1);
    }
}
