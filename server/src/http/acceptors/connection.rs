//! One connection: HTTP/1.1 or, over TLS, HTTP/2, with limits; its requests are answered by `service`.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::activity::{Activity, Quiet, WINDOW};
use super::paced::Paced;
use super::request_line::{Corrected, Position};
use super::service::{ConnectionService, Responder};
use super::timer::{CoarseTimer, TICK, coarse_now, refresh_now};
use super::{Accepted, Place};
use crate::tls::{self, Tls};

const MAX_HEAD: Duration = Duration::from_secs(20);
const MAX_HANDSHAKE: Duration = Duration::from_secs(10);
/// Of what was read and not understood yet, and of what was taken from an answer and not sent yet.
const MAX_BUFFERED: usize = 128 * 1024;
/// Requests at a time over one connection of HTTP/2. A page asks for a dozen; but clients take it that there are a hundred,
/// until they are told otherwise.
const MAX_STREAMS: u32 = 128;
/// Names and values, and 32 bytes for each pair; a browser sends two or three KB, the official client with its token about as much.
const MAX_HEAD_BYTES: u32 = 16 * 1024;
/// For what is under way when a connection is told to end.
const FAREWELL: Duration = Duration::from_secs(20);

type Ended = Result<(), hyper::Error>;

/// A connection whose client is known by its address, on its way to the requests.
struct Connection {
    peer: SocketAddr,
    place: Place,
    responder: Arc<Responder>,
    stopping: watch::Receiver<()>,
}

/// Serves a connection until it ends.
pub async fn serve_connection(accepted: Accepted, stopping: watch::Receiver<()>) {
    let Accepted { stream, peer, place, entrance } = accepted;
    let _ = stream.set_nodelay(true);
    refresh_now(); // nobody did while this thread had no connection
    let twin = stream.try_clone().ok();
    let Ok(stream) = TcpStream::from_std(stream) else { return };
    let connection = Connection { peer, place, responder: entrance.responder.clone(), stopping };
    if let Some(tls) = entrance.tls.clone() {
        // Apart, since every connection without it has room for this future too.
        return Box::pin(connection.serve_secure(tls, stream)).await;
    }
    let ended = connection.serve_http1(Paced::new(stream)).await;
    if let Err(cause) = ended
        && cause.is_parse()
        && let Some(twin) = twin
    {
        drain(twin).await;
    }
}

impl Connection {
    async fn serve_secure(self, tls: Arc<Tls>, stream: TcpStream) {
        let handshake = tokio::time::timeout(MAX_HANDSHAKE, tls.accept(Paced::new(stream)));
        let Ok(Some(mut stream)) = handshake.await else { return };
        let _ = match stream.get_ref().1.alpn_protocol() {
            Some(tls::HTTP_2) => {
                let activity = Activity::new();
                stream.get_mut().0.watch(activity.clone());
                self.serve_http2(stream, activity).await
            }
            _ => self.serve_http1(stream).await,
        };
    }

    async fn serve_http1<S>(self, stream: S) -> Ended
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let position = Position::default();
        let stream = Corrected::new(stream, position.clone());
        let service = ConnectionService::http1(self.peer, position, self.place, self.responder);
        let connection = http1::Builder::new()
            .timer(CoarseTimer)
            .header_read_timeout(MAX_HEAD)
            .max_buf_size(MAX_BUFFERED)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        until_it_ends(connection, |it| it.graceful_shutdown(), self.stopping, || Quiet::No).await
    }

    async fn serve_http2<S>(self, stream: S, activity: Activity) -> Ended
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let service = ConnectionService::http2(self.peer, activity.clone(), self.place, self.responder);
        let connection = http2::Builder::new(TokioExecutor::new())
            .timer(CoarseTimer)
            .max_concurrent_streams(MAX_STREAMS)
            .max_header_list_size(MAX_HEAD_BYTES)
            .max_send_buf_size(MAX_BUFFERED)
            .initial_stream_window_size(WINDOW)
            .initial_connection_window_size(WINDOW)
            .serve_connection(TokioIo::new(stream), service);
        until_it_ends(connection, |it| it.graceful_shutdown(), self.stopping, || activity.quiet()).await
    }
}

/// Ended by the client, by its deadlines, or when the server stops.
async fn until_it_ends<C: Future<Output = Ended>>(
    connection: C,
    finish: impl Fn(Pin<&mut C>),
    mut stopping: watch::Receiver<()>,
    quiet: impl Fn() -> Quiet,
) -> Ended {
    let mut connection = std::pin::pin!(connection);
    let (mut ending, mut told) = (false, None);
    let mut tick = tokio::time::interval(TICK);
    loop {
        tokio::select! {
            biased;
            ended = &mut connection => return ended,
            _ = stopping.changed(), if !ending => {
                ending = true;
                finish(connection.as_mut());
            }
            // Looks at the connection again, and so at its deadline.
            _ = tick.tick() => {
                refresh_now();
                match quiet() {
                    Quiet::Stalled => return Ok(()),
                    Quiet::Long if !ending => {
                        (ending, told) = (true, Some(coarse_now()));
                        finish(connection.as_mut());
                    }
                    // Saying farewell is not quiet, so only the time counts.
                    _ if told.is_some_and(|told| coarse_now().saturating_duration_since(told) > FAREWELL) => return Ok(()),
                    _ => {}
                }
            }
        }
    }
}

/// A client whose request cannot even be parsed is answered while it is still sending. Closing at once would reset
/// the connection and the answer would be lost, so what it sends is read for a moment.
async fn drain(twin: std::net::TcpStream) {
    let Ok(mut stream) = TcpStream::from_std(twin) else { return };
    let mut sink = vec![0; 16 * 1024]; // not in the future itself: every connection has room for that
    let reading = async { while matches!(stream.read(&mut sink).await, Ok(count) if count > 0) {} };
    let _ = tokio::time::timeout(Duration::from_secs(2), reading).await;
}
