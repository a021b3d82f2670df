//! Request bodies: read with a limit, and read to the end even when nobody wants them, so that a client which is
//! still sending gets to see the refusal instead of a broken connection.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};

use crate::error::{Error, Result};

/// How much of an unwanted body is read and thrown away, and for how long, before the connection is dropped.
const MAX_DRAINED: usize = 80 * 1024 * 1024;
const MAX_DRAIN: Duration = Duration::from_secs(20);

/// Reads a whole body into memory, up to `limit` bytes.
pub async fn read(body: Body, limit: usize) -> Result<Bytes> {
    if body.size_hint().lower() > limit as u64 {
        return Err(Error::TooLarge { limit });
    }
    let limited = http_body_util::Limited::new(body, limit);
    match limited.collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(cause) if cause.is::<http_body_util::LengthLimitError>() => Err(Error::TooLarge { limit }),
        Err(_) => Err(Error::refused(400, "incomplete_body", "The request body ended before it was complete.")),
    }
}

/// A body that stays reachable after the handler has dropped it.
#[derive(Clone)]
struct Shared(Arc<Mutex<Body>>);

impl HttpBody for Shared {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut body = self.0.lock().expect("no panic while reading");
        Poll::Ready(ready!(Pin::new(&mut *body).poll_frame(context)))
    }

    fn is_end_stream(&self) -> bool {
        self.0.lock().expect("no panic while reading").is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.lock().expect("no panic while reading").size_hint()
    }
}

pub async fn drain_unread(request: Request, next: Next) -> Response {
    // Without a body there is nothing to do; a client that asks first (100-continue) has sent nothing yet.
    if request.body().is_end_stream() || request.headers().contains_key(header::EXPECT) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let shared = Shared(Arc::new(Mutex::new(body)));
    let answer = next.run(Request::from_parts(parts, Body::new(shared.clone()))).await;
    let _ = tokio::time::timeout(MAX_DRAIN, throw_away(shared)).await;
    answer
}

async fn throw_away(mut body: Shared) {
    let mut left = MAX_DRAINED;
    while !body.is_end_stream() {
        match body.frame().await {
            Some(Ok(frame)) => match left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) {
                Some(rest) => left = rest,
                None => return,
            },
            _ => return,
        }
    }
}
