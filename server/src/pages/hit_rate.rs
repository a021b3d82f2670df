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
}

impl HitRate {
    pub fn record(&self) {
        self.count(BEGAN.elapsed().as_secs());
    }

    /// The more of this second, as far as it has come, and the one before.
    pub fn per_second(&self) -> u32 {
        self.most(BEGAN.elapsed().as_secs())
    }

    fn count(&self, second: u64) {
        let last = self.second.load(Relaxed);
        if last != second && self.second.compare_exchange(last, second, Relaxed, Relaxed).is_ok() {
            let counted = self.now.swap(0, Relaxed);
            self.before.store(if second == last + 1 { counted } else { 0 }, Relaxed);
        }
        self.now.fetch_add(1, Relaxed);
    }

    fn most(&self, second: u64) -> u32 {
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
        assert_eq!(asked.most(7), 0);
        (0..60).for_each(|_| asked.count(7));
        assert_eq!((asked.most(7), asked.most(8), asked.most(9)), (60, 60, 0));
        asked.count(8);
        assert_eq!((asked.most(8), asked.most(9)), (60, 1));
        asked.count(20);
        assert_eq!(asked.most(20), 1);
    }
}
