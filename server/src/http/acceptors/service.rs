//! How each request of a connection is answered: at once from memory, or by the router on the main runtime.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use futures_util::future::Either;
use http_body_util::{Either as EitherBody, Full};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::header::{self, HeaderValue};
use hyper::service::Service;
use hyper::{Request, Response, StatusCode};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tower::ServiceExt;

use super::Place;
use super::activity::{Activity, UnderWay};
use super::request_line::Position;
use crate::http::middleware::AtHand;
use crate::request::connection_limit::{ConnectionLimit, Slot};
use crate::request::head::{Head, UNCLEAR_HOST};
use crate::request::headers;
use crate::turns;

/// What it takes to answer a request.
pub struct Responder {
    /// What is ready in memory; `None` where no pages are served.
    pub at_hand: Option<AtHand>,
    pub router: Router,
    /// The runtime that the router works on.
    pub main: Handle,
    /// Requests of HTTP/2 that are worked on. Over one connection a client can have many, and each costs what a
    /// connection costs.
    pub streams: Arc<ConnectionLimit>,
    /// Whether an address is that of a proxy, behind which there are many clients.
    pub trusts: Box<dyn Fn(IpAddr) -> bool + Send + Sync>,
}

/// As many as HTTP/1.1 takes.
const MAX_HEADERS: usize = 100;

/// Answers the requests of one connection.
pub struct ConnectionService {
    peer: SocketAddr,
    protocol: Protocol,
    /// Held as long as the connection is one for requests. One that goes on as a WebSocket has taken a place among those.
    _place: Place,
    responder: Arc<Responder>,
}

enum Protocol {
    Http1(Position),
    Http2(Activity),
}

type Answer = Response<EitherBody<Full<Bytes>, Body>>;

impl ConnectionService {
    pub fn http1(peer: SocketAddr, position: Position, place: Place, responder: Arc<Responder>) -> ConnectionService {
        ConnectionService { peer, protocol: Protocol::Http1(position), _place: place, responder }
    }

    pub fn http2(peer: SocketAddr, activity: Activity, place: Place, responder: Arc<Responder>) -> ConnectionService {
        ConnectionService { peer, protocol: Protocol::Http2(activity), _place: place, responder }
    }

    fn to_be_routed(&self, mut request: Request<Incoming>) -> Request<Body> {
        request.extensions_mut().insert(self.peer);
        match &self.protocol {
            Protocol::Http1(position) if !request.body().is_end_stream() => {
                request.map(|body| Body::new(Watched { body, position: position.clone() }))
            }
            Protocol::Http1(_) => request.map(Body::new),
            Protocol::Http2(activity) => {
                request.extensions_mut().insert(activity.unsent());
                request.map(Body::new)
            }
        }
    }

    /// What comes after it on HTTP/1.1 may not be meant as a request either, so the connection ends.
    fn refuse_host(&self) -> Response<Body> {
        let mut refusal = headers::plain_refusal(StatusCode::BAD_REQUEST, UNCLEAR_HOST);
        if let Protocol::Http1(_) = self.protocol {
            refusal.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        refusal
    }

    /// What a request of HTTP/2 holds while it is worked on, or why it is not.
    fn stream(&self, activity: &Activity, request: &Request<Incoming>) -> Result<Stream, (StatusCode, &'static str)> {
        if request.headers().len() > MAX_HEADERS {
            return Err((StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, "The request has too many headers."));
        }
        let address = self.peer.ip();
        match self.responder.streams.acquire(address) {
            None if !(self.responder.trusts)(address) => {
                let words = "Too many requests are worked on at a time. Please try again in a moment.";
                Err((StatusCode::SERVICE_UNAVAILABLE, words))
            }
            slot => Ok(Stream { _under_way: activity.begin(), _slot: slot }),
        }
    }
}

impl Service<Request<Incoming>> for ConnectionService {
    type Response = Answer;
    type Error = Infallible;
    type Future = Either<Ready<Result<Answer, Infallible>>, Routed>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        turns::after_something_short(); // the answer to the request before this one
        let Responder { at_hand, router, main, .. } = &*self.responder;
        match &self.protocol {
            Protocol::Http1(position) => {
                let is_upgrade = request.headers().contains_key(header::UPGRADE);
                match request.body().is_end_stream() && !is_upgrade {
                    true => position.at_start(),
                    false => position.in_body(),
                }
            }
            Protocol::Http2(activity) => activity.note_request(),
        }
        let head = Head::of(request.uri(), request.headers());
        if !head.names_one_host(request.version(), request.uri().authority()) {
            return Either::Left(ready(Ok(self.refuse_host().map(EitherBody::Right))));
        }
        if let Some(answer) = at_hand.as_ref().and_then(|at_hand| at_hand.answer_to(&request, &head)) {
            return Either::Left(ready(Ok(answer.map(EitherBody::Left))));
        }
        let stream = match &self.protocol {
            Protocol::Http1(_) => None,
            Protocol::Http2(activity) => match self.stream(activity, &request) {
                Ok(stream) => Some(stream),
                Err((status, words)) => {
                    let refusal = headers::plain_refusal(status, words);
                    return Either::Left(ready(Ok(refusal.map(EitherBody::Right))));
                }
            },
        };
        let request = self.to_be_routed(request);
        Either::Right(Routed { task: main.spawn(router.clone().oneshot(request)), _stream: stream })
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
pub struct Routed {
    task: JoinHandle<Result<Response<Body>, Infallible>>,
    _stream: Option<Stream>,
}

/// What a request of HTTP/2 holds while it is worked on.
struct Stream {
    _under_way: UnderWay,
    _slot: Option<Slot>,
}

impl Future for Routed {
    type Output = Result<Answer, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = match ready!(Pin::new(&mut self.task).poll(context)) {
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
        self.task.abort();
    }
}
