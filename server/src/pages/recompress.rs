//! Compresses pages that have not changed for a moment once more, on a thread of low priority. So a save never waits for
//! the best compression, and visitors still get it.

use std::sync::{Weak, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::Page;

/// While staff save one change after another, pages come and go faster than this and are not worth the effort.
const SETTLED: Duration = Duration::from_secs(2);

pub struct Recompressor(mpsc::Sender<(Instant, Weak<Page>)>);

impl Recompressor {
    pub fn start() -> anyhow::Result<Recompressor> {
        let (sender, receiver) = mpsc::channel::<(Instant, Weak<Page>)>();
        thread::Builder::new().name("recompress".into()).spawn(move || {
            let _ = rustix::process::nice(19); // of this thread only, on Linux
            for (made, page) in receiver {
                thread::sleep(SETTLED.saturating_sub(made.elapsed()));
                // The cache holds a page until it has made the next.
                if let Some(page) = page.upgrade() {
                    page.html.recompress();
                    page.data.recompress();
                }
            }
        })?;
        Ok(Recompressor(sender))
    }

    pub fn later(&self, page: Weak<Page>) {
        let _ = self.0.send((Instant::now(), page));
    }
}
