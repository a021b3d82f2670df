//! Signs that belong percent-encoded in a query and that some clients send as they are: `content->>title`. hyper refuses
//! them, so they are encoded before it sees them, in the first line of a request and nowhere else; as far as that line comes
//! in one piece, as it does from every client that is known to need this. Bodies are handed over in small pieces.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Of a body at a time. hyper's buffer doubles with each read that fills it, and stays for as long as the connection: those
/// of thousands of clients who send and send would take all the memory that there is.
const MAX_BODY_READ: usize = 8 * 1024;

const START: u8 = 0;
const HEAD: u8 = 1;
const BODY: u8 = 2;

/// What the next bytes of a connection belong to. Only those at the start of a request are corrected: in a body nothing may
/// be changed, since its length has been announced, and a header is not ours to change.
#[derive(Clone, Default)]
pub struct Position(Arc<AtomicU8>);

impl Position {
    /// A request is over, or none has come yet.
    pub fn at_start(&self) {
        self.0.store(START, Ordering::Release);
    }

    /// A head was read that announces a body, or another protocol.
    pub fn in_body(&self) {
        self.0.store(BODY, Ordering::Release);
    }

    fn is_in_body(&self) -> bool {
        self.0.load(Ordering::Acquire) == BODY
    }

    /// Whether these bytes, which have just come, begin a request. Those after them go on with it.
    pub fn begins(&self) -> bool {
        self.0.compare_exchange(START, HEAD, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}

/// A connection of HTTP/1.1 that hands over its requests as they should have been sent.
pub struct Corrected<S> {
    stream: S,
    position: Position,
    /// Of a request that was corrected: what had no room any more.
    rest: Vec<u8>,
}

impl<S> Corrected<S> {
    pub fn new(stream: S, position: Position) -> Corrected<S> {
        Corrected { stream, position, rest: Vec::new() }
    }

    /// Hands over what is left, as far as there is room.
    fn give_rest(&mut self, to: &mut ReadBuf<'_>) {
        let now = self.rest.len().min(to.remaining());
        to.put_slice(&self.rest[..now]);
        self.rest.drain(..now);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Corrected<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if !self.rest.is_empty() {
            self.give_rest(to);
            return Poll::Ready(Ok(()));
        }
        if self.position.is_in_body() {
            let room = to.remaining().min(MAX_BODY_READ);
            let mut some = ReadBuf::new(to.initialize_unfilled_to(room));
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut some))?;
            let read = some.filled().len();
            to.advance(read);
            return Poll::Ready(Ok(()));
        }
        let before = to.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, to))?;
        if to.filled().len() > before
            && self.position.begins()
            && let Some(corrected) = corrected(&to.filled()[before..])
        {
            to.set_filled(before);
            self.rest = corrected;
            self.give_rest(to);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Corrected<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, from)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, from)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// What was read, with the first line as it should have been sent; `None` when there is nothing to change.
pub fn corrected(read: &[u8]) -> Option<Vec<u8>> {
    let end = read.iter().position(|byte| *byte == b'\n')?;
    let question = read[..end].iter().position(|byte| *byte == b'?')?;
    let query = &read[question..end];
    if !query.iter().any(|byte| is_to_be_encoded(*byte)) || !is_request_line(&read[..end]) {
        return None;
    }
    let mut corrected = read[..question].to_vec();
    for byte in query {
        match is_to_be_encoded(*byte) {
            true => corrected.extend(format!("%{byte:02X}").bytes()),
            false => corrected.push(*byte),
        }
    }
    corrected.extend(&read[end..]);
    Some(corrected)
}

fn is_to_be_encoded(byte: u8) -> bool {
    matches!(byte, b'"' | b'<' | b'>')
}

fn is_request_line(line: &[u8]) -> bool {
    let method = line.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    method > 0 && line[method..].starts_with(b" /") && (line.ends_with(b" HTTP/1.1") || line.ends_with(b" HTTP/1.0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_bytes_of_a_request_begin_it() {
        let position = Position::default();
        assert!(position.begins() && !position.begins(), "the rest of its head");
        position.in_body();
        assert!(!position.begins());
        position.at_start();
        assert!(position.begins());
    }

    #[tokio::test]
    async fn a_body_comes_in_small_pieces() {
        use tokio::io::AsyncReadExt;
        let position = Position::default();
        let mut stream = Corrected::new(io::Cursor::new(vec![b'x'; 100_000]), position.clone());
        let mut buffer = vec![0; 30_000];
        assert_eq!(stream.read(&mut buffer).await.unwrap(), 30_000, "a long head");
        position.in_body();
        assert_eq!(stream.read(&mut buffer).await.unwrap(), MAX_BODY_READ);
        assert!(buffer[..MAX_BODY_READ].iter().all(|byte| *byte == b'x'));
        position.at_start();
        assert_eq!(stream.read(&mut buffer).await.unwrap(), 30_000);
    }

    #[test]
    fn only_the_query_of_a_request_line_is_changed() {
        let read = b"GET /rest/v1/a?select=b->>c&d=eq.\"<e>\" HTTP/1.1\r\nX: \"<>\"\r\n\r\n\"body\"";
        let right = b"GET /rest/v1/a?select=b-%3E%3Ec&d=eq.%22%3Ce%3E%22 HTTP/1.1\r\nX: \"<>\"\r\n\r\n\"body\"";
        assert_eq!(corrected(read).unwrap(), right);
        for unchanged in [
            &b"GET /a?b=c HTTP/1.1\r\n\r\n"[..],
            b"GET /a>b HTTP/1.1\r\n\r\n",
            b"GET /a?b>c HTTP/1.1",
            b"{\"a\":\"?>\"}\n",
            b"get /a?b>c HTTP/1.1\r\n",
            b"GET /a?b>c\r\n",
            b"",
        ] {
            assert_eq!(corrected(unchanged), None, "{}", String::from_utf8_lossy(unchanged));
        }
    }
}
