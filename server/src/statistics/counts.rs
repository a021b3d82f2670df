//! The counts of pages since they were last stored. Each page has its own, found once when the page is made: counting is then
//! an addition to a number, without a lock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::HashMap;

use super::{Asker, OTHER};

/// How many pages are counted by name at a time. A site has some tens; more only come from data, and are counted together.
const MAX_PATHS: usize = 2_000;

/// What is counted of one page.
#[derive(Default)]
pub struct Count {
    views: AtomicU64,
    link_previews: AtomicU64,
}

/// The same at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sum {
    pub views: u64,
    pub link_previews: u64,
}

impl Count {
    pub fn add(&self, asker: Asker) {
        match asker {
            Asker::Person => self.views.fetch_add(1, Relaxed),
            Asker::LinkPreview => self.link_previews.fetch_add(1, Relaxed),
            Asker::Program => 0,
        };
    }

    fn take(&self) -> Sum {
        Sum { views: self.views.swap(0, Relaxed), link_previews: self.link_previews.swap(0, Relaxed) }
    }

    fn is_any(&self) -> bool {
        self.views.load(Relaxed) > 0 || self.link_previews.load(Relaxed) > 0
    }

    fn put_back(&self, sum: Sum) {
        self.views.fetch_add(sum.views, Relaxed);
        self.link_previews.fetch_add(sum.link_previews, Relaxed);
    }
}

#[derive(Default)]
pub struct Counts {
    by_path: Mutex<HashMap<String, Arc<Count>>>,
    /// Of all that have none of their own.
    other: Arc<Count>,
}

impl Counts {
    /// The count of a page that is there.
    pub fn of(&self, path: &str) -> Arc<Count> {
        let mut counts = self.lock();
        if let Some(count) = counts.get(path) {
            return count.clone();
        }
        if counts.len() >= MAX_PATHS {
            return self.other.clone();
        }
        counts.entry(path.to_owned()).or_default().clone()
    }

    /// What was counted since the last time, by path. A page that is no longer kept is forgotten with it.
    pub fn take(&self) -> Vec<(String, Sum)> {
        let mut counts = self.lock();
        let mut taken: Vec<(String, Sum)> = counts.iter().map(|(path, count)| (path.clone(), count.take())).collect();
        // None is handed out meanwhile: what nobody else holds by now has its last count.
        counts.retain(|_, count| Arc::strong_count(count) > 1 || count.is_any());
        drop(counts);
        taken.push((OTHER.to_owned(), self.other.take()));
        taken.retain(|(_, sum)| *sum != Sum::default());
        taken
    }

    /// What was taken and could not be stored.
    pub fn put_back(&self, taken: Vec<(String, Sum)>) {
        for (path, sum) in taken {
            match path.as_str() {
                OTHER => self.other.put_back(sum),
                path => self.of(path).put_back(sum),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Count>>> {
        self.by_path.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(views: u64, link_previews: u64) -> Sum {
        Sum { views, link_previews }
    }

    #[test]
    fn what_is_counted_is_taken_once_and_what_failed_is_put_back() {
        let counts = Counts::default();
        let page = counts.of("/about");
        page.add(Asker::Person);
        page.add(Asker::Person);
        page.add(Asker::LinkPreview);
        page.add(Asker::Program);
        let taken = counts.take();
        assert_eq!(taken, [("/about".to_owned(), sum(2, 1))]);
        assert!(counts.take().is_empty(), "nothing changed");
        page.add(Asker::Person);
        counts.put_back(taken);
        assert_eq!(counts.take(), [("/about".to_owned(), sum(3, 1))]);
    }

    #[test]
    fn a_page_that_nobody_holds_is_forgotten_after_it_was_taken() {
        let counts = Counts::default();
        counts.of("/gone").add(Asker::Person);
        assert_eq!(counts.lock().len(), 1);
        assert_eq!(counts.take().len(), 1);
        assert_eq!(counts.lock().len(), 0);
    }

    #[test]
    fn memory_is_bounded_and_what_is_beyond_is_counted_together() {
        let counts = Counts::default();
        let held: Vec<_> = (0..MAX_PATHS + 50).map(|number| counts.of(&format!("/x/{number}"))).collect();
        held.iter().for_each(|count| count.add(Asker::Person));
        let taken = counts.take();
        assert_eq!(taken.len(), MAX_PATHS + 1);
        assert!(taken.contains(&(OTHER.to_owned(), sum(50, 0))));
    }
}
