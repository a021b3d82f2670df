//! The network side of a WebSocket: the handshake, and reading and writing with as little memory as a connection that
//! mostly waits should have.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, Method, Request, Response, StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::BytesMut;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use sha1::{Digest, Sha1};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::frames::{Assembler, Close, Frame, Received};
use super::limits::MAX_TRANSFER;

/// What every WebSocket server adds to the client's key before it digests it.
const GUID: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/// Room for what is read next: little while nothing comes, more within a long message.
const SHORT_READ: usize = 512;
const LONG_READ: usize = 8 * 1024;
/// Frames that are small go together.
const MAX_TOGETHER: usize = 32 * 1024;

pub struct Socket {
    stream: TokioIo<Upgraded>,
    assembler: Assembler,
}

/// A connection that becomes a WebSocket when the answer has been sent.
pub struct Handshake {
    upgrade: OnUpgrade,
    accept: String,
}

impl Handshake {
    /// `None` when the request does not ask for one.
    pub fn of(request: &mut Request<Body>) -> Option<Handshake> {
        let headers = request.headers();
        let is = |name: HeaderName, word: &str| words(headers, &name).any(|given| given.eq_ignore_ascii_case(word));
        let asks = request.method() == Method::GET
            && is(header::CONNECTION, "upgrade")
            && is(header::UPGRADE, "websocket")
            && is(header::SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asks)?;
        let accept = STANDARD.encode(Sha1::new().chain_update(key.as_bytes()).chain_update(GUID).finalize());
        Some(Handshake { upgrade: request.extensions_mut().remove::<OnUpgrade>()?, accept })
    }

    pub fn answer(&self) -> Response<Body> {
        let answer = Response::builder()
            .status(StatusCode::SWITCHING_PROTOCOLS)
            .header(header::CONNECTION, "upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_ACCEPT, &self.accept);
        answer.body(Body::empty()).expect("these headers are sound")
    }

    pub async fn done(self) -> Option<Socket> {
        let stream = self.upgrade.await.ok()?;
        Some(Socket { stream: TokioIo::new(stream), assembler: Assembler::default() })
    }
}

fn words<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',').map(str::trim)).collect::<Vec<_>>().into_iter()
}

impl Socket {
    /// The next message of what was read; `None` when more is to be read.
    pub fn next(&mut self, limit: usize) -> Result<Option<Received>, Close> {
        let next = self.assembler.next(limit);
        if self.assembler.unread.is_empty() {
            self.assembler.unread = BytesMut::new();
        }
        next
    }

    /// Reads something, or `None` at the end. Can be given up at any time without loss.
    pub async fn read(&mut self) -> Option<()> {
        let unread = &mut self.assembler.unread;
        unread.reserve(if unread.len() < SHORT_READ { SHORT_READ } else { LONG_READ });
        match self.stream.read_buf(unread).await {
            Ok(count) if count > 0 => Some(()),
            _ => None,
        }
    }

    /// Whether a message has begun.
    pub fn is_within_message(&self) -> bool {
        self.assembler.is_waiting()
    }

    /// Writes all of it, or says that the client does not take it.
    pub async fn write(&mut self, frames: &[Frame]) -> Option<()> {
        let writing = async {
            let mut together = Vec::new();
            let mut pieces =
                frames.iter().flat_map(|frame| [&frame.head, &frame.rest]).filter(|piece| !piece.is_empty());
            let mut next = pieces.next();
            while let Some(piece) = next {
                next = pieces.next();
                if together.is_empty() && (next.is_none() || piece.len() > MAX_TOGETHER) {
                    self.stream.write_all(piece).await.ok()?;
                    continue;
                }
                // What is large is not copied, since a client that takes it slowly would hold the copy.
                let is_large = next.is_some_and(|next| next.len() > MAX_TOGETHER);
                together.extend_from_slice(piece);
                if next.is_none() || is_large || together.len() > MAX_TOGETHER {
                    self.stream.write_all(&together).await.ok()?;
                    together.clear();
                }
            }
            self.stream.flush().await.ok()
        };
        // Not in the connection's own memory: it waits here only while it writes.
        tokio::time::timeout(MAX_TRANSFER, Box::pin(writing)).await.ok()?
    }

    pub async fn close(mut self, why: Close) {
        let closing = async {
            if self.write(&[Frame::close(why)]).await.is_some() {
                let _ = self.stream.shutdown().await;
            }
        };
        let _ = tokio::time::timeout(std::time::Duration::from_secs(2), Box::pin(closing)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clients_key_is_answered_as_the_standard_has_it() {
        let digest = Sha1::new().chain_update(b"dGhlIHNhbXBsZSBub25jZQ==").chain_update(GUID).finalize();
        assert_eq!(STANDARD.encode(digest), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn what_is_no_handshake_is_none() {
        for (name, value) in [("upgrade", "websocket"), ("connection", "keep-alive"), ("sec-websocket-key", "x")] {
            let mut request = Request::builder().header(name, value).body(Body::empty()).unwrap();
            assert!(Handshake::of(&mut request).is_none(), "{name}");
        }
    }
}
