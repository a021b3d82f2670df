//! A clock for connections that costs nothing while nothing is late. hyper sets a timer for every request head; a timer
//! of the runtime would be entered and taken out again each time. Here the deadline is only compared, and the
//! connection is looked at every few seconds (see `connection::hold`), so a deadline may be met that much later.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

/// How often whoever uses these timers must look at them.
pub const TICK: Duration = Duration::from_secs(2);

#[derive(Clone, Copy)]
pub struct Ticks;

struct Deadline(Instant);

impl Timer for Ticks {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(Instant::now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(Deadline(deadline))
    }
}

impl Future for Deadline {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.0 { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Sleep for Deadline {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_deadline_is_met_when_it_has_passed() {
        assert!(futures_util::poll!(Ticks.sleep_until(Instant::now())).is_ready());
        assert!(futures_util::poll!(Ticks.sleep(Duration::from_secs(60))).is_pending());
    }
}
