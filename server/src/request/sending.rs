//! What answers hold in memory until they are sent. A client that asks for much and takes little would otherwise fill the
//! memory with answers that wait for it. Each reserve has so many bytes, one address a part of them; an answer that
//! finds no room is not sent. What it holds is given back when the connection has let go of its last part.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use super::network::Network;
use crate::db::Reserve;
use crate::error::{Error, Result};

const MB: usize = 1024 * 1024;
/// Less than this is not worth counting: a connection holds as much anyway.
const SMALL: u64 = 4096;
/// What a streamed answer holds at a time.
const STREAMED: usize = 128 * 1024;
/// An answer is handed over in parts of this size, so that what has not been asked for yet can still be counted, and a slow
/// client is seen to take something.
const PART: usize = 8 * 1024;

/// The name of a reserve, and whose bytes; `None` for everyone's.
type Key = (&'static str, Option<Network>);

/// The bytes under way, by reserve and by address.
#[derive(Default)]
pub struct Sending {
    held: Mutex<HashMap<Key, usize>>,
}

/// What a connection has taken over from answers, and what of it has left. Only for a connection that carries many answers at a
/// time: of one alone the network tells whether it is taken.
#[derive(Clone, Default)]
pub struct Unsent(Arc<Taken>);

#[derive(Default)]
struct Taken {
    answers: AtomicUsize,
    bytes: AtomicU64,
}

impl Unsent {
    /// Whether an answer has not left yet.
    pub fn is_waiting(&self) -> bool {
        self.0.answers.load(Relaxed) > 0
    }

    /// Bytes of such answers that have left so far.
    pub fn sent(&self) -> u64 {
        self.0.bytes.load(Relaxed)
    }
}

/// Bytes under way, until this is dropped.
pub struct Held {
    unsent: Option<Unsent>,
    sending: Arc<Sending>,
    keys: Vec<Key>,
    bytes: usize,
}

impl Reserve {
    /// What its answers may hold altogether, and those to one address.
    fn max_under_way(self) -> (&'static str, usize, usize) {
        match self {
            Reserve::Visitors => ("visitors", 24 * MB, 8 * MB),
            Reserve::Pages => ("pages", 32 * MB, 12 * MB),
            Reserve::Staff => ("staff", 48 * MB, 48 * MB),
        }
    }
}

impl Sending {
    /// Counts the body of an answer until it is sent. Without room for it the answer is refused.
    pub fn hold(self: &Arc<Sending>, response: Response, address: IpAddr, unsent: Option<Unsent>) -> Result<Response> {
        let bytes = match response.body().size_hint().exact() {
            Some(bytes) if bytes < SMALL => return Ok(response),
            Some(bytes) => bytes as usize,
            None => STREAMED,
        };
        let reserve = response.extensions().get().copied().unwrap_or(Reserve::Pages);
        let mut held = self.acquire(reserve, address, bytes)?;
        if let Some(unsent) = &unsent {
            unsent.0.answers.fetch_add(1, Relaxed);
        }
        held.unsent = unsent;
        let held = Arc::new(held);
        Ok(response.map(|body| Body::new(Counted { body, rest: Bytes::new(), held })))
    }

    fn acquire(self: &Arc<Sending>, reserve: Reserve, address: IpAddr, bytes: usize) -> Result<Held> {
        let (name, in_all, from_one) = reserve.max_under_way();
        let of_one = Network::owned(address).into_iter().map(Some);
        let keys: Vec<Key> = of_one.chain([None]).map(|network| (name, network)).collect();
        let mut held = self.held();
        let room = |key: &Key| if key.1.is_none() { in_all } else { from_one };
        // One that is larger than its room is sent when nothing else is.
        let fits = |key: &Key| match held.get(key).copied().unwrap_or_default() {
            0 => true,
            used => used + bytes <= room(key),
        };
        if !keys.iter().all(fits) {
            crate::metrics::count_shed(name);
            return Err(Error::Busy);
        }
        for key in &keys {
            *held.entry(*key).or_default() += bytes;
        }
        Ok(Held { unsent: None, sending: self.clone(), keys, bytes })
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Key, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(unsent) = &self.unsent {
            unsent.0.answers.fetch_sub(1, Relaxed);
        }
        let mut held = self.sending.held();
        for key in &self.keys {
            if let Some(used) = held.get_mut(key) {
                *used -= self.bytes;
                if *used == 0 {
                    held.remove(key);
                }
            }
        }
    }
}

/// A body in parts, each of which keeps the whole answer counted: a connection may have taken all of them and still wait
/// for its client.
struct Counted {
    body: Body,
    rest: Bytes,
    held: Arc<Held>,
}

struct Part {
    bytes: Bytes,
    held: Arc<Held>,
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(unsent) = &self.held.unsent {
            unsent.0.bytes.fetch_add(self.bytes.len() as u64, Relaxed);
        }
    }
}

impl AsRef<[u8]> for Part {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        while self.rest.is_empty() {
            match std::task::ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                Some(Err(cause)) => return Poll::Ready(Some(Err(cause))),
                None => return Poll::Ready(None),
            }
        }
        let length = self.rest.len().min(PART);
        let part = Part { bytes: self.rest.split_to(length), held: self.held.clone() };
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_owner(part)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        let body = self.body.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(rest + body.lower());
        if let Some(upper) = body.upper() {
            hint.set_upper(rest + upper);
        }
        hint
    }
}
