//! One thread for each core, each with connections that it shares with no other. It reads requests, answers what is kept
//! in memory at once, and sends everything else to the router on the main runtime. So neither SQL nor hashing nor
//! rendering ever holds up a page that is ready.

mod activity;
mod connection;
mod paced;
mod request_line;
mod service;
mod timer;

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use tokio::runtime::Builder;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot, watch};

use crate::request::connection_limit::Slot;
use crate::tls::Tls;
use crate::{log, metrics};
pub use service::Responder;

const MAX_STOP: Duration = Duration::from_secs(20);

/// What lies behind a port: how connections are encrypted, if they are, and what answers their requests.
pub struct Entrance {
    pub tls: Option<Arc<Tls>>,
    pub responder: Arc<Responder>,
}

/// A connection that was just accepted.
pub struct Accepted {
    pub stream: TcpStream,
    pub peer: SocketAddr,
    pub place: Place,
    pub entrance: Arc<Entrance>,
}

/// The place of a connection among those allowed.
pub struct Place {
    _held: (OwnedSemaphorePermit, Option<Slot>),
}

impl Place {
    /// `slot`: its place among those of its address; a trusted proxy needs none.
    pub fn new(permit: OwnedSemaphorePermit, slot: Option<Slot>) -> Place {
        Place { _held: (permit, slot) }
    }
}

pub struct Acceptors(Vec<Acceptor>);

struct Acceptor {
    queue: mpsc::UnboundedSender<(Accepted, Open)>,
    open: Arc<AtomicUsize>,
    ended: oneshot::Receiver<()>,
}

/// Counts one open connection of a thread, until it is dropped: also when the connection's task panics.
struct Open(Arc<AtomicUsize>);

impl Open {
    fn count(open: &Arc<AtomicUsize>) -> Open {
        open.fetch_add(1, Ordering::Relaxed);
        metrics::OPEN_CONNECTIONS.add(1);
        Open(open.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
        metrics::OPEN_CONNECTIONS.add(-1);
    }
}

impl Acceptors {
    pub fn start() -> anyhow::Result<Acceptors> {
        let count = thread::available_parallelism().map_or(1, usize::from);
        (0..count).map(Acceptor::start).collect::<anyhow::Result<_>>().map(Acceptors)
    }

    /// To the thread with the fewest connections: chance alone would leave one busy and another idle.
    pub fn take(&self, accepted: Accepted) {
        let least = self.0.iter().min_by_key(|acceptor| acceptor.open.load(Ordering::Relaxed)).expect("at least one");
        // A thread that has ended drops the connection, which closes it.
        let _ = least.queue.send((accepted, Open::count(&least.open)));
    }

    pub async fn stop(self) {
        let ended: Vec<_> = self.0.into_iter().map(|acceptor| acceptor.ended).collect(); // drops every queue
        for ended in ended {
            let _ = ended.await;
        }
    }
}

impl Acceptor {
    fn start(number: usize) -> anyhow::Result<Acceptor> {
        let (queue, accepted) = mpsc::unbounded_channel();
        let (end, ended) = oneshot::channel();
        // Before it waits for the network, the thread hands over what it has logged.
        let runtime = Builder::new_current_thread().enable_all().on_thread_park(log::write_out).build()?;
        thread::Builder::new()
            .name(format!("acceptor-{number}"))
            .spawn(move || {
                log::gather();
                runtime.block_on(serve(accepted));
                log::write_out();
                runtime.shutdown_background();
                let _ = end.send(());
            })
            .context("cannot start a thread")?;
        Ok(Acceptor { queue, open: Arc::default(), ended })
    }
}

async fn serve(mut queue: mpsc::UnboundedReceiver<(Accepted, Open)>) {
    let (stop, stopping) = watch::channel(());
    while let Some((accepted, open)) = queue.recv().await {
        let stopping = stopping.clone();
        tokio::spawn(async move {
            let _open = open;
            connection::serve_connection(accepted, stopping).await;
        });
    }
    // No more will come: the server stops. Each connection drops its receiver when it has ended.
    drop(stopping);
    stop.send_replace(());
    if tokio::time::timeout(MAX_STOP, stop.closed()).await.is_err() {
        tracing::warn!("some requests were still running after {MAX_STOP:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise the thread would look busier with each panic, and get no more connections in the end.
    #[tokio::test]
    async fn a_connection_that_panics_is_no_longer_counted() {
        let open = Arc::<AtomicUsize>::default();
        let first = Open::count(&open);
        let second = Open::count(&open);
        assert_eq!(open.load(Ordering::Relaxed), 2);
        let task = tokio::spawn(async move {
            let _open = first;
            panic!("for the test");
        });
        assert!(task.await.unwrap_err().is_panic());
        assert_eq!(open.load(Ordering::Relaxed), 1);
        drop(second);
        assert_eq!(open.load(Ordering::Relaxed), 0);
    }
}
