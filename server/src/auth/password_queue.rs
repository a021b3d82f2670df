//! Who may have a password worked on, and when. Each takes a core and 19 MiB for some 20 ms, so few are at work at a
//! time, and the others stand in one of two lines: those the server knows already, and strangers. However many strangers
//! come, the known never wait behind them; and a line that is long already takes nobody more.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result, cut_off};
use crate::{memory, metrics};

/// Long before this the line is too long; it is for a machine that has come to a stop.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// About a second of work: who comes after that is better told to come back.
const WAITING_PER_SLOT: usize = 32;

pub struct PasswordQueue {
    known: Line,
    strangers: Line,
}

#[derive(Clone)]
struct Line {
    at_work: Arc<Semaphore>,
    /// Places in line, those at work included.
    in_line: Arc<Semaphore>,
    /// For the figures.
    name: &'static str,
}

/// A place in line, held until the work is done.
pub struct Place {
    line: Line,
    _in_line: OwnedSemaphorePermit,
}

impl Default for PasswordQueue {
    /// One slot is apart from the strangers', who leave it a core where there are two.
    fn default() -> PasswordQueue {
        let strangers = cores().saturating_sub(1).max(1);
        PasswordQueue { known: Line::new(1, "staff"), strangers: Line::new(strangers, "visitors") }
    }
}

impl PasswordQueue {
    /// For somebody who is signed in, or on a device that has signed in before. Refused at once where the line is long.
    pub fn known(&self) -> Result<Place> {
        self.known.enter()
    }

    /// For anybody else, in the same way.
    pub fn stranger(&self) -> Result<Place> {
        self.strangers.enter()
    }
}

/// For the operator's commands, which no stranger can reach.
pub fn for_operator() -> Result<Place> {
    static OPERATORS: LazyLock<Line> = LazyLock::new(|| Line::new(cores(), "staff"));
    OPERATORS.enter()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

impl Line {
    fn new(slots: usize, name: &'static str) -> Line {
        let in_line = Semaphore::new(slots * (1 + WAITING_PER_SLOT));
        Line { at_work: Arc::new(Semaphore::new(slots)), in_line: Arc::new(in_line), name }
    }

    fn enter(&self) -> Result<Place> {
        let place = self.in_line.clone().try_acquire_owned().map_err(|_| self.full())?;
        Ok(Place { line: self.clone(), _in_line: place })
    }

    /// Counted, not logged: a line for each would be one more load.
    fn full(&self) -> Error {
        metrics::count_shed(self.name);
        Error::Busy
    }
}

impl Place {
    /// Waits for a turn and runs the work off the async threads.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> anyhow::Result<T> + Send + 'static) -> Result<T> {
        let turn = tokio::time::timeout(MAX_WAIT, self.line.at_work.clone().acquire_owned());
        let turn = turn.await.map_err(|_| self.line.full())?.expect("never closed");
        // The turn goes along: a caller that hangs up does not make room for another while the work still runs.
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            memory::give_back(); // a hash takes tens of megabytes
            drop(turn);
            result
        });
        Ok(done.await.map_err(cut_off)??)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;

    #[tokio::test]
    async fn a_long_line_takes_nobody_more_and_empties_again() {
        let line = Line::new(2, "visitors");
        let places: Vec<Place> = (0..2 * (1 + WAITING_PER_SLOT)).map(|_| line.enter().unwrap()).collect();
        assert!(matches!(line.enter(), Err(Error::Busy)));
        let done = join_all(places.iter().map(|place| place.run(|| Ok(())))).await;
        assert!(done.iter().all(Result::is_ok));
        drop(places);
        assert!(line.enter().is_ok());
    }

    #[tokio::test]
    async fn the_known_do_not_wait_behind_strangers() {
        let queue = PasswordQueue::default();
        let strangers: Vec<Place> = std::iter::from_fn(|| queue.stranger().ok()).collect();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        // All of them, of whom some are at work until the known one is done, and the others wait.
        let busy = join_all(strangers.iter().map(|place| {
            let held = held.clone();
            place.run(move || {
                let _ = held.lock().expect("no panic").recv();
                Ok(())
            })
        }));
        let known = async {
            assert_eq!(queue.known().unwrap().run(|| Ok(7)).await.unwrap(), 7);
            drop(release);
        };
        let (ended, ()) = tokio::join!(busy, known);
        assert!(ended.iter().all(Result::is_ok));
    }
}
