//! What counts: numbers in memory that any thread adds to without a lock.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Only grows.
pub struct Counter(AtomicU64);

impl Counter {
    pub const fn new() -> Counter {
        Counter(AtomicU64::new(0))
    }

    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

impl Default for Counter {
    fn default() -> Counter {
        Counter::new()
    }
}

/// Goes up and down.
#[derive(Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    pub const fn new() -> Gauge {
        Gauge(AtomicI64::new(0))
    }

    pub fn add(&self, more: i64) {
        self.0.fetch_add(more, Relaxed);
    }

    pub fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

/// How many values lie below each end. Values are kept in millionths of their unit, so that all of it is whole numbers.
pub struct Histogram<const N: usize> {
    ends: [u64; N],
    within: [AtomicU64; N],
    beyond: AtomicU64,
    sum: AtomicU64,
}

impl<const N: usize> Histogram<N> {
    /// The upper ends, in `millionths` of the unit.
    pub const fn new(mut ends: [u64; N], millionths: u64) -> Histogram<N> {
        let mut position = 0;
        while position < N {
            ends[position] *= millionths;
            position += 1;
        }
        Histogram { ends, within: [const { AtomicU64::new(0) }; N], beyond: AtomicU64::new(0), sum: AtomicU64::new(0) }
    }

    pub fn observe_time(&self, took: Duration) {
        self.observe(took.as_micros() as u64);
    }

    pub fn observe_count(&self, count: usize) {
        self.observe(count as u64 * 1_000_000);
    }

    fn observe(&self, millionths: u64) {
        let place = self.ends.iter().position(|end| millionths <= *end);
        place.map_or(&self.beyond, |place| &self.within[place]).fetch_add(1, Relaxed);
        self.sum.fetch_add(millionths, Relaxed);
    }

    /// How many were at most each end, in the unit; the last is all of them.
    pub(super) fn cumulative(&self) -> Vec<(String, u64)> {
        let mut below = 0;
        let mut add = |count: &AtomicU64| {
            below += count.load(Relaxed);
            below
        };
        let ends = self.ends.iter().map(|end| (*end as f64 / 1e6).to_string());
        let mut all: Vec<_> = ends.zip(&self.within).map(|(end, count)| (end, add(count))).collect();
        all.push(("+Inf".to_owned(), add(&self.beyond)));
        all
    }

    pub(super) fn sum(&self) -> f64 {
        self.sum.load(Relaxed) as f64 / 1e6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_counts_up_to_the_first_end_that_holds_it() {
        let sizes: Histogram<2> = Histogram::new([1, 4], 1_000_000);
        [1, 2, 4, 9].into_iter().for_each(|size| sizes.observe_count(size));
        let named = |end: &str, count| (end.to_owned(), count);
        assert_eq!(sizes.cumulative(), [named("1", 1), named("4", 3), named("+Inf", 4)]);
        assert_eq!(sizes.sum(), 16.0);
    }
}
