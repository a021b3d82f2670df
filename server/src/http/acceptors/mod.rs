//! The front: one thread a core, each with connections of its own, which it shares with no other. A front thread reads
//! requests, answers what is kept in memory at once, and sends everything else to the router on the main runtime. So
//! neither SQL nor hashing nor rendering ever stands in the way of a page that is ready.

mod connection;
mod timer;

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use tokio::runtime::{Builder, Handle};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

use crate::app::App;
use crate::http::connection_limit::Slot;
use crate::http::router::router;
use crate::log;
use connection::Answering;

const MAX_STOP: Duration = Duration::from_secs(20);

/// A connection that was just accepted, and its place among those allowed.
pub struct Accepted {
    pub stream: TcpStream,
    pub peer: SocketAddr,
    pub place: OwnedSemaphorePermit,
    /// Its place among those of its address; a trusted proxy needs none.
    pub slot: Option<Slot>,
}

pub struct Acceptors(Vec<Acceptor>);

struct Acceptor {
    arrivals: mpsc::UnboundedSender<Accepted>,
    open: Arc<AtomicUsize>,
    ended: oneshot::Receiver<()>,
}

impl Acceptors {
    /// To be called on the main runtime: that is where the router's work will be done.
    pub fn start(app: &Arc<App>) -> anyhow::Result<Acceptors> {
        let answering = Answering::new(app.clone(), router(app.clone()), Handle::current());
        let count = thread::available_parallelism().map_or(1, usize::from);
        (0..count)
            .map(|number| Acceptor::start(number, answering.clone()))
            .collect::<anyhow::Result<_>>()
            .map(Acceptors)
    }

    /// To the thread with the fewest connections: chance alone would leave one busy and another idle.
    pub fn take(&self, arrival: Accepted) {
        let front = self.0.iter().min_by_key(|front| front.open.load(Ordering::Relaxed)).expect("at least one");
        front.open.fetch_add(1, Ordering::Relaxed);
        // A thread that has ended drops the connection, which closes it.
        let _ = front.arrivals.send(arrival);
    }

    pub async fn stop(self) {
        let ended: Vec<_> = self.0.into_iter().map(|front| front.ended).collect(); // drops every queue
        for ended in ended {
            let _ = ended.await;
        }
    }
}

impl Acceptor {
    fn start(number: usize, answering: Answering) -> anyhow::Result<Acceptor> {
        let (arrivals, queue) = mpsc::unbounded_channel();
        let (end, ended) = oneshot::channel();
        let open = Arc::new(AtomicUsize::new(0));
        // Before it waits for the network, the thread writes out what it has logged.
        let runtime = Builder::new_current_thread().enable_all().on_thread_park(log::write_out).build()?;
        let count = open.clone();
        thread::Builder::new()
            .name(format!("front-{number}"))
            .spawn(move || {
                log::gather();
                runtime.block_on(serve(queue, answering, count));
                log::write_out();
                runtime.shutdown_background();
                let _ = end.send(());
            })
            .context("cannot start a thread")?;
        Ok(Acceptor { arrivals, open, ended })
    }
}

async fn serve(mut arrivals: mpsc::UnboundedReceiver<Accepted>, answering: Answering, open: Arc<AtomicUsize>) {
    let connections = hyper_util::server::graceful::GracefulShutdown::new();
    while let Some(arrival) = arrivals.recv().await {
        let (watcher, answering, open) = (connections.watcher(), answering.clone(), open.clone());
        tokio::spawn(async move {
            connection::serve_connection(arrival, answering, watcher).await;
            open.fetch_sub(1, Ordering::Relaxed);
        });
    }
    // No more will come: the server stops.
    if tokio::time::timeout(MAX_STOP, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests were still running after {MAX_STOP:?}");
    }
}
