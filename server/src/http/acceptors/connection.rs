//! One connection: HTTP/1.1 with limits, and how each of its requests is answered.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use futures_util::future::Either;
use http_body_util::{Either as EitherBody, Full};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper::{Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower::ServiceExt;

use super::request_line::Position;
use super::stream::Stream;
use super::timer::{CoarseTimer, TICK, refresh_now};
use super::{Accepted, Place};
use crate::http::middleware;
use crate::pages::Pages;
use crate::request::headers;
use crate::request::sending::Unsent;

const MAX_HEAD: Duration = Duration::from_secs(20);
/// Of what was read and not understood yet, and of what was taken from an answer and not sent yet.
const MAX_BUFFERED: usize = 128 * 1024;

/// Serves a connection until it ends.
pub async fn serve_connection(accepted: Accepted, responder: Arc<Responder>, mut stopping: watch::Receiver<()>) {
    let Accepted { stream, peer, place } = accepted;
    let _ = stream.set_nodelay(true);
    refresh_now(); // nobody did while this thread had no connection
    let twin = stream.try_clone().ok();
    let Ok(stream) = TcpStream::from_std(stream) else { return };
    let unsent = Unsent::default();
    let position = Position::default();
    let stream = Stream::new(stream, unsent.clone(), position.clone());
    let connection = http1::Builder::new()
        .timer(CoarseTimer)
        .header_read_timeout(MAX_HEAD)
        .max_buf_size(MAX_BUFFERED)
        .serve_connection(TokioIo::new(stream), ConnectionService { peer, unsent, position, _place: place, responder })
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut stops = false;
    let mut tick = tokio::time::interval(TICK);
    let ended = loop {
        tokio::select! {
            biased;
            ended = &mut connection => break ended,
            _ = stopping.changed(), if !stops => {
                stops = true;
                connection.as_mut().graceful_shutdown();
            }
            // Looks at the connection again, and so at its deadline.
            _ = tick.tick() => refresh_now(),
        }
    };
    if let Err(cause) = ended
        && cause.is_parse()
        && let Some(twin) = twin
    {
        drain(twin).await;
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

/// What it takes to answer a request.
pub struct Responder {
    pub pages: Arc<Pages>,
    pub router: Router,
    /// The runtime that the router works on.
    pub main: Handle,
}

/// Answers the requests of one connection.
struct ConnectionService {
    peer: SocketAddr,
    unsent: Unsent,
    position: Position,
    /// Held as long as the connection is one for requests. One that goes on as a WebSocket has taken a place among those.
    _place: Place,
    responder: Arc<Responder>,
}

type Answer = Response<EitherBody<Full<Bytes>, Body>>;

impl Service<Request<Incoming>> for ConnectionService {
    type Response = Answer;
    type Error = Infallible;
    type Future = Either<Ready<Result<Answer, Infallible>>, Routed>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let Responder { pages, router, main } = &*self.responder;
        let is_upgrade = request.headers().contains_key(header::UPGRADE);
        match request.body().is_end_stream() && !is_upgrade {
            true => self.position.at_start(),
            false => self.position.in_body(),
        }
        if let Some(answer) = middleware::answer_at_once(pages, &request) {
            return Either::Left(ready(Ok(answer.map(EitherBody::Left))));
        }
        request.extensions_mut().insert(self.peer);
        request.extensions_mut().insert(self.unsent.clone());
        let request = match request.body().is_end_stream() {
            true => request.map(Body::new),
            false => request.map(|body| Body::new(Watched { body, position: self.position.clone() })),
        };
        Either::Right(Routed(main.spawn(router.clone().oneshot(request))))
    }
}

/// The body of a request, which tells when it has ended: what comes after that is the next request.
struct Watched {
    body: Incoming,
    position: Position,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.position.at_start();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A request on its way through the router. Dropped when the client leaves, which ends the work.
pub struct Routed(JoinHandle<Result<Response<Body>, Infallible>>);

impl Future for Routed {
    type Output = Result<Answer, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = match ready!(Pin::new(&mut self.0).poll(context)) {
            Ok(Ok(answer)) => answer,
            Ok(Err(never)) => match never {},
            // The router catches panics itself, so this is the main runtime going down.
            Err(_) => headers::plain_refusal(StatusCode::SERVICE_UNAVAILABLE, "The server is stopping."),
        };
        Poll::Ready(Ok(answer.map(EitherBody::Right)))
    }
}

impl Drop for Routed {
    fn drop(&mut self) {
        self.0.abort();
    }
}
