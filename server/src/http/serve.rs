//! Listens, hands each connection to an acceptor (see `acceptors`), and stops gracefully: it says that it is no longer ready,
//! goes on for as long as balancers need to hear of that, then finishes the requests under way and takes no new ones.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use jiff::Timestamp;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::acceptors::{Accepted, Acceptors, Place};
use super::router::router;
use crate::app::App;
use crate::request::connection_limit::ConnectionLimit;
use crate::request::descriptors;
use crate::{metrics, realtime, statistics};

/// Idle connections are cheap, but not free: beyond this many the next one waits.
const MAX_CONNECTIONS: usize = 4_096;
/// A database that is away must not hold up the stop for a few numbers.
const MAX_LAST_VIEWS: Duration = Duration::from_secs(3);

pub async fn serve(app: Arc<App>, listener: TcpListener, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
    if app.settings.public_url.is_none() {
        tracing::warn!(
            "UMEED_PUBLIC_URL is not set: links that must be absolute name the address this server listens on, \
             which visitors may not reach"
        );
    }
    app.pages.make_ahead_of_saves();
    // Reads the script, so that the first visitor need not wait for it.
    let pages = app.pages.clone();
    tokio::spawn(async move { pages.fixed_paths().await });
    let acceptors = Acceptors::start(app.pages.clone(), router(app.clone()))?;
    let max = descriptors::for_connections(MAX_CONNECTIONS, realtime::MAX_SOCKETS);
    let places = Arc::new(Semaphore::new(max));
    let limit = ConnectionLimit::new(max);
    let stop = async {
        stop.await;
        app.stopping.store(true, Ordering::Relaxed);
        let drain = Duration::from_secs(app.settings.drain_secs.into());
        if !drain.is_zero() {
            tracing::info!("told to stop: no longer ready, and still answering for {drain:?}");
            tokio::time::sleep(drain).await;
        }
    };
    tokio::pin!(stop);

    loop {
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place.expect("never closed"),
            () = &mut stop => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let accepted = accepted.and_then(|(stream, peer)| {
            let slot = limit.acquire(peer.ip());
            let welcome = slot.is_some() || app.settings.trusts(peer.ip());
            let place = Place::new(place, slot);
            Ok(welcome.then_some(Accepted { stream: stream.into_std()?, peer, place }))
        });
        match accepted {
            Ok(Some(accepted)) => acceptors.take(accepted),
            Ok(None) => metrics::REFUSED_CONNECTIONS.add(1), // dropped, which closes it
            Err(cause) => {
                // Out of file descriptors, or the client has gone: neither is a reason to stop serving.
                tracing::warn!("cannot accept a connection: {cause}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    drop(listener);
    tracing::info!("stopping: finishing the requests under way");
    app.realtime.stop().await;
    acceptors.stop().await;
    let storing = statistics::store(&app.db, &app.pages.views, Timestamp::now());
    match tokio::time::timeout(MAX_LAST_VIEWS, storing).await {
        Ok(Ok(())) => {}
        Ok(Err(cause)) => tracing::warn!("the last views of pages could not be stored: {cause}"),
        Err(_) => tracing::warn!("the last views of pages could not be stored: the database does not answer"),
    }
    app.db.close().await;
    tracing::info!("stopped");
    Ok(())
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
