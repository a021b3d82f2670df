//! Listens, hands each connection to an acceptor (see `acceptors`), and stops gracefully: it says that it is no longer ready,
//! goes on for as long as balancers need to hear of that, then finishes the requests under way and takes no new ones.

use std::future::Future;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use jiff::Timestamp;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, watch};

use super::acceptors::{Accepted, Acceptors, Entrance, Place, Responder};
use super::middleware::AtHand;
use super::redirect;
use super::router::router;
use crate::app::App;
use crate::config::Settings;
use crate::request::connection_limit::ConnectionLimit;
use crate::request::descriptors;
use crate::{memory, metrics, realtime, statistics};

/// Idle connections are cheap, but not free: beyond this many the next one waits.
const MAX_CONNECTIONS: usize = 4_096;
/// Requests of HTTP/2 that are worked on at a time. A quarter of what is free is for one address.
const MAX_STREAMS: usize = 2_048;
/// Below it, ports belong to the administrator.
const FIRST_FREE_PORT: u16 = 1024;
/// A database that is away must not hold up the stop for a few numbers.
const MAX_LAST_VIEWS: Duration = Duration::from_secs(3);

/// The ports: one for the site and, beside https, one that leads there.
pub struct Listeners {
    site: TcpListener,
    redirect: Option<TcpListener>,
}

impl Listeners {
    /// Writes the addresses into the settings as they have become: port 0 asks for any free one.
    pub async fn open(settings: &mut Settings) -> anyhow::Result<Listeners> {
        if settings.tls.source()?.is_none() {
            let site = listen(settings.listen).await?;
            settings.listen = site.local_addr()?;
            return Ok(Listeners { site, redirect: None });
        }
        let site = listen(settings.tls.https_listen).await?;
        let redirect = listen(settings.tls.http_listen).await?;
        settings.tls.https_listen = site.local_addr()?;
        settings.tls.http_listen = redirect.local_addr()?;
        settings.listen = settings.tls.https_listen;
        Ok(Listeners { site, redirect: Some(redirect) })
    }
}

pub async fn serve(app: Arc<App>, listeners: Listeners, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
    if app.settings.public_url.is_none() {
        tracing::warn!(
            "UMEED_PUBLIC_URL is not set: links that must be absolute name the address this server listens on, \
             which visitors may not reach"
        );
    }
    app.pages.make_ahead_of_saves();
    let pages = app.pages.clone();
    tokio::spawn(async move {
        let _ = pages.fixed_paths().await; // reads the script, so that the first visitor need not wait for it
        memory::forget_start();
    });
    let streams = ConnectionLimit::new(MAX_STREAMS);
    let answered_by = |at_hand, router| {
        let trusted = app.clone();
        let trusts = Box::new(move |address| trusted.settings.trusts(address));
        Arc::new(Responder { at_hand, router, main: Handle::current(), streams: streams.clone(), trusts })
    };
    let responder =
        answered_by(Some(AtHand { pages: app.pages.clone(), frequent: app.frequent.clone() }), router(app.clone()));
    let site = Entrance { tls: app.tls.clone(), responder };
    let beside = app.tls.clone().map(|tls| {
        let responder = answered_by(None, redirect::router(tls, &app.settings));
        Entrance { tls: None, responder }
    });

    let max = descriptors::for_connections(MAX_CONNECTIONS, realtime::MAX_SOCKETS);
    let ports = Ports {
        acceptors: Acceptors::start()?,
        places: Arc::new(Semaphore::new(max)),
        limit: ConnectionLimit::new(max),
        app: app.clone(),
    };
    let (stopped, stopping) = watch::channel(());
    let redirecting = async {
        if let (Some(listener), Some(entrance)) = (listeners.redirect, beside) {
            ports.accept(listener, entrance, stopping.clone()).await;
        }
    };
    tokio::join!(ports.accept(listeners.site, site, stopping.clone()), redirecting, async {
        stop.await;
        app.stopping.store(true, Ordering::Relaxed);
        let drain = Duration::from_secs(app.settings.drain_secs.into());
        if !drain.is_zero() {
            tracing::info!("told to stop: no longer ready, and still answering for {drain:?}");
            tokio::time::sleep(drain).await;
        }
        stopped.send_replace(());
    });

    tracing::info!("stopping: finishing the requests under way");
    app.realtime.stop().await;
    ports.acceptors.stop().await;
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

/// What the ports share.
struct Ports {
    acceptors: Acceptors,
    places: Arc<Semaphore>,
    limit: Arc<ConnectionLimit>,
    app: Arc<App>,
}

impl Ports {
    /// Until it is told to stop; then the port is closed.
    async fn accept(&self, listener: TcpListener, entrance: Entrance, mut stopping: watch::Receiver<()>) {
        let entrance = Arc::new(entrance);
        loop {
            let place = tokio::select! {
                place = self.places.clone().acquire_owned() => place.expect("never closed"),
                _ = stopping.changed() => return,
            };
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = stopping.changed() => return,
            };
            let accepted = accepted.and_then(|(stream, peer)| {
                // On a port for both kinds of address, one of IPv4 looks like one of IPv6.
                let peer = SocketAddr::new(peer.ip().to_canonical(), peer.port());
                let slot = self.limit.acquire(peer.ip());
                let welcome = slot.is_some() || self.app.settings.trusts(peer.ip());
                let place = Place::new(place, slot);
                let entrance = entrance.clone();
                Ok(welcome.then_some(Accepted { stream: stream.into_std()?, peer, place, entrance }))
            });
            match accepted {
                Ok(Some(accepted)) => self.acceptors.take(accepted),
                Ok(None) => metrics::REFUSED_CONNECTIONS.add(1), // dropped, which closes it
                Err(cause) => {
                    // Out of file descriptors, or the client has gone: neither is a reason to stop serving.
                    tracing::warn!("cannot accept a connection: {cause}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let all_of_ipv4 = SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), address.port());
    match TcpListener::bind(address).await {
        // A machine without IPv6.
        Err(cause)
            if address.is_ipv6()
                && address.ip().is_unspecified()
                && matches!(cause.kind(), ErrorKind::Unsupported | ErrorKind::AddrNotAvailable) =>
        {
            TcpListener::bind(all_of_ipv4).await.map_err(|cause| refused(all_of_ipv4, cause))
        }
        bound => bound.map_err(|cause| refused(address, cause)),
    }
}

fn refused(address: SocketAddr, cause: std::io::Error) -> anyhow::Error {
    let port = address.port();
    let words = match cause.kind() {
        ErrorKind::PermissionDenied if port < FIRST_FREE_PORT => format!(
            "cannot listen on {address}: ports below {FIRST_FREE_PORT} need a right. The systemd unit of the package has it; \
             by hand type `sudo setcap cap_net_bind_service=+ep $(readlink -f $(command -v umeed))` once, or choose \
             another port"
        ),
        ErrorKind::AddrInUse => format!(
            "cannot listen on {address}; is the port taken? `sudo ss -ltnp 'sport = :{port}'` shows by which program"
        ),
        _ => format!("cannot listen on {address}"),
    };
    anyhow::Error::new(cause).context(words)
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
