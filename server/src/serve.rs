//! Listens, hands each connection to the router, and stops gracefully: requests under way are finished, new ones are
//! not taken.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::app::App;
use crate::router::router;

/// Idle connections are cheap, but not free: beyond this many the next one waits.
const MOST_CONNECTIONS: u64 = 8_192;
/// Descriptors left for the database, the files and the log.
const OTHER_DESCRIPTORS: u64 = 128;
/// A client that takes nothing for this long has gone, or means harm.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);
const LONGEST_HEAD: Duration = Duration::from_secs(20);
const LONGEST_STOP: Duration = Duration::from_secs(20);

pub async fn serve(app: Arc<App>, listener: TcpListener, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
    let router = router(app.clone());
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(most_connections()));
    let _upkeep = AbortOnDrop(tokio::spawn(metrics_upkeep(app.clone())));
    tokio::pin!(stop);

    loop {
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place.expect("never closed"),
            () = &mut stop => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(cause) => {
                    // Out of file descriptors, or the client has gone: neither is a reason to stop serving.
                    tracing::warn!("cannot accept a connection: {cause}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let _ = stream.set_nodelay(true);
        let twin = socket2::SockRef::from(&stream).try_clone().ok();
        let service = router.clone().map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(peer);
            request.map(axum::body::Body::new)
        });
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(LONGEST_SILENCE));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(LONGEST_HEAD)
            .max_buf_size(256 * 1024)
            .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(service));
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(cause) = connection.await
                && cause.is_parse()
                && let Some(twin) = twin
            {
                linger(twin).await;
            }
            drop(place);
        });
    }

    drop(listener);
    tracing::info!("stopping: finishing the requests under way");
    if tokio::time::timeout(LONGEST_STOP, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests were still running after {LONGEST_STOP:?}");
    }
    app.db.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// A connection takes two descriptors (see `linger`). As many as the system allows us, within reason.
fn most_connections() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let _ = rustix::process::setrlimit(
        rustix::process::Resource::Nofile,
        rustix::process::Rlimit { current: limit.maximum, maximum: limit.maximum },
    );
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(u64::MAX);
    (limit.saturating_sub(OTHER_DESCRIPTORS) / 2).clamp(16, MOST_CONNECTIONS) as usize
}

/// The recorder keeps every measurement until it is told to sum them up, whether or not anyone reads the sums.
async fn metrics_upkeep(app: Arc<App>) {
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        app.metrics.run_upkeep();
    }
}

/// Ends the task with whoever holds this.
struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A client whose request cannot even be parsed is answered while it is still sending. Closing at once would reset
/// the connection and the answer would be lost, so what it sends is read for a moment.
async fn linger(twin: socket2::Socket) {
    let Ok(mut stream) = TcpStream::from_std(twin.into()) else { return };
    let mut sink = [0; 16 * 1024];
    let reading = async { while matches!(stream.read(&mut sink).await, Ok(count) if count > 0) {} };
    let _ = tokio::time::timeout(Duration::from_secs(2), reading).await;
}

pub async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}; is the port taken?"))
}

/// Resolves at Ctrl-C or when asked to terminate.
pub async fn stop_signal() {
    let interrupt = async { tokio::signal::ctrl_c().await.expect("signals can be watched") };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate()).expect("signals can be watched").recv().await;
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! { () = interrupt => {}, () = terminate => {} }
}
