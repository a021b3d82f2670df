//! The network side of a connection, below any encryption. Ends one whose client takes what it asked for too slowly: it
//! would hold its answer and its place for as long as it likes. And tells when anything was last read or written.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::activity::Activity;
use super::timer::coarse_now;

/// A phone may be in a tunnel for this long.
const GRACE: Duration = Duration::from_secs(30);
/// Bytes a second, on the average since the client could not keep up. The slowest mobile network does several times that.
const LEAST_RATE: u64 = 1024;

pub struct Paced {
    stream: TcpStream,
    /// Since when the client has not kept up, and what it has taken since.
    waiting: Option<(Instant, u64)>,
    /// Of a connection of HTTP/2.
    activity: Option<Activity>,
}

impl Paced {
    pub fn new(stream: TcpStream) -> Paced {
        Paced { stream, waiting: None, activity: None }
    }

    /// From now on what is read and written is told to `activity`.
    pub fn watch(&mut self, activity: Activity) {
        self.activity = Some(activity);
    }

    /// Called again whenever the connection is looked at, so also while the client takes nothing.
    fn pace(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let (Poll::Ready(Ok(bytes)), Some(activity)) = (&written, &self.activity) {
            activity.note_written(*bytes);
        }
        match (&written, &mut self.waiting) {
            (Poll::Ready(Ok(bytes)), Some((_, taken))) => *taken += *bytes as u64,
            (Poll::Pending, None) => self.waiting = Some((coarse_now(), 0)),
            _ => {}
        }
        match self.waiting {
            Some((since, taken)) if is_too_slow(coarse_now().saturating_duration_since(since), taken) => {
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            _ => written,
        }
    }
}

fn is_too_slow(time: Duration, taken: u64) -> bool {
    time > GRACE && taken < time.as_secs() * LEAST_RATE
}

impl AsyncRead for Paced {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, to);
        if let (Poll::Ready(Ok(())), Some(activity)) = (&read, &self.activity)
            && !activity.note_read(to.filled().len() - before)
        {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        read
    }
}

impl AsyncWrite for Paced {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, from);
        self.pace(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, from);
        self.pace(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// hyper asks for this when it has handed over all it had.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            self.waiting = None;
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_clients_have_a_while_and_then_must_keep_a_rate() {
        let second = Duration::from_secs(1);
        assert!(!is_too_slow(30 * second, 0), "in a tunnel");
        assert!(is_too_slow(31 * second, 0));
        assert!(is_too_slow(40 * second, 8_000), "a kilobyte every five seconds");
        assert!(!is_too_slow(600 * second, 2_000_000), "3 KB a second, for as long as it takes");
    }
}
