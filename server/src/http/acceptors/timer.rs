//! A clock for connections that costs nothing while nothing is late. hyper sets a timer for every request head; a timer
//! of the runtime would be entered and taken out again each time. Here the deadline is only compared, with a time that
//! is read every few seconds, when connections are looked at (see `connection::serve_connection`). So a deadline may be met that
//! much sooner or later.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

/// How often connections must look at these timers.
pub const TICK: Duration = Duration::from_secs(2);

thread_local! {
    static NOW: Cell<Instant> = Cell::new(Instant::now());
}

/// Reads the time anew for all connections of this thread.
pub fn refresh_now() {
    NOW.set(Instant::now());
}

/// The time as it was last read.
pub fn coarse_now() -> Instant {
    NOW.get()
}

#[derive(Clone, Copy)]
pub struct CoarseTimer;

struct Deadline(Instant);

impl Timer for CoarseTimer {
    fn now(&self) -> Instant {
        NOW.get()
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(Deadline(deadline))
    }
}

impl Future for Deadline {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if NOW.get() >= self.0 { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Sleep for Deadline {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_deadline_is_met_when_it_has_passed() {
        let moment = Duration::from_millis(1);
        assert!(futures_util::poll!(CoarseTimer.sleep(Duration::ZERO)).is_ready());
        assert!(futures_util::poll!(CoarseTimer.sleep(moment)).is_pending());
        std::thread::sleep(moment);
        assert!(futures_util::poll!(CoarseTimer.sleep(moment)).is_pending(), "nobody has looked");
        let deadline = CoarseTimer.now() + moment;
        refresh_now();
        assert!(futures_util::poll!(CoarseTimer.sleep_until(deadline)).is_ready());
    }
}
