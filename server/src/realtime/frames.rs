//! The frames of a WebSocket (RFC 6455): what a client sends, put together to messages, and what it is sent. Pure: bytes
//! in, bytes out. Nothing is kept beyond the message under way, and no more of that than its limit, since thousands of
//! connections wait side by side; what is sent is in memory once, and all who get it share it.

use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::{Buf, Bytes, BytesMut};

/// The bits of a frame's first two bytes.
const FINAL: u8 = 0x80;
const RESERVED: u8 = 0x70;
const MASKED: u8 = 0x80;
/// The longest payload of a control frame, and of any frame whose length is in its second byte.
const SHORT: usize = 125;
const CONTINUED: u8 = 0x0;
const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xA;

/// A frame that is ready to be written, shared by all who get it. It is written in two pieces, since many frames differ
/// only by how they begin: what follows is one piece of memory for all of them.
#[derive(Debug, Clone)]
pub struct Frame {
    pub head: Bytes,
    pub rest: Bytes,
}

/// How frames of text go on that begin differently.
#[derive(Debug, Clone)]
pub struct Rest(Bytes);

/// Why a connection ends, as the number that the protocol has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Close {
    Normal = 1000,
    GoingAway = 1001,
    Protocol = 1002,
    NotText = 1007,
    TooLarge = 1009,
}

#[derive(Debug, PartialEq)]
pub enum Received {
    Text(String),
    Binary(Bytes),
    /// To be answered with the same bytes.
    Ping(Bytes),
    Close,
}

/// Puts the messages of one client together.
#[derive(Default)]
pub struct Assembler {
    /// What was received and not understood yet.
    pub unread: BytesMut,
    /// The parts of a message so far, with its kind.
    partial: Option<(u8, BytesMut)>,
}

struct Head {
    is_final: bool,
    opcode: u8,
    mask: [u8; 4],
    /// Bytes of the head itself.
    size: usize,
    length: usize,
}

impl Assembler {
    /// The next message of at most `limit` bytes; `None` when more has to be received first. After an error there is
    /// nothing to be made of what follows.
    pub fn next(&mut self, limit: usize) -> Result<Option<Received>, Close> {
        loop {
            let Some(head) = Head::read(&self.unread, limit)? else { return Ok(None) };
            let begun = self.partial.as_ref().map_or(0, |(_, begun)| begun.len());
            if head.opcode == CONTINUED && begun + head.length > limit {
                return Err(Close::TooLarge);
            }
            if self.unread.len() < head.size + head.length {
                return Ok(None);
            }
            self.unread.advance(head.size);
            let mut payload = self.unread.split_to(head.length);
            for (byte, mask) in payload.iter_mut().zip(head.mask.iter().cycle()) {
                *byte ^= mask;
            }
            if let Some(received) = self.take(&head, payload)? {
                return Ok(Some(received));
            }
        }
    }

    fn take(&mut self, head: &Head, payload: BytesMut) -> Result<Option<Received>, Close> {
        let (kind, whole) = match (head.opcode, self.partial.take()) {
            (CLOSE, _) => return Ok(Some(Received::Close)),
            (PING, partial) => {
                self.partial = partial;
                return Ok(Some(Received::Ping(payload.freeze())));
            }
            (PONG, partial) => {
                self.partial = partial;
                return Ok(None);
            }
            (TEXT | BINARY, None) => (head.opcode, payload),
            (CONTINUED, Some((kind, mut begun))) => {
                begun.extend_from_slice(&payload);
                (kind, begun)
            }
            _ => return Err(Close::Protocol),
        };
        if !head.is_final {
            self.partial = Some((kind, whole));
            return Ok(None);
        }
        match kind {
            TEXT => match String::from_utf8(whole.into()) {
                Ok(text) => Ok(Some(Received::Text(text))),
                Err(_) => Err(Close::NotText),
            },
            _ => Ok(Some(Received::Binary(whole.freeze()))),
        }
    }

    /// Whether a message has begun and is not complete.
    pub fn is_waiting(&self) -> bool {
        !self.unread.is_empty() || self.partial.is_some()
    }
}

impl Head {
    fn read(bytes: &[u8], limit: usize) -> Result<Option<Head>, Close> {
        let [first, second, rest @ ..] = bytes else { return Ok(None) };
        let (opcode, is_final) = (first & 0x0F, first & FINAL != 0);
        let is_control = match opcode {
            CONTINUED | TEXT | BINARY => false,
            CLOSE | PING | PONG => true,
            _ => return Err(Close::Protocol),
        };
        // A client must mask what it sends; extensions were not agreed upon.
        if first & RESERVED != 0 || second & MASKED == 0 {
            return Err(Close::Protocol);
        }
        let (extra, length) = match second & !MASKED {
            126 => match rest.first_chunk::<2>() {
                Some(bytes) => (2, u16::from_be_bytes(*bytes).into()),
                None => return Ok(None),
            },
            127 => match rest.first_chunk::<8>() {
                Some(bytes) => (8, u64::from_be_bytes(*bytes)),
                None => return Ok(None),
            },
            short => (0, short.into()),
        };
        if is_control && (length > SHORT as u64 || !is_final) {
            return Err(Close::Protocol);
        }
        if length > limit as u64 {
            return Err(Close::TooLarge);
        }
        let Some(mask) = rest[extra..].first_chunk::<4>() else { return Ok(None) };
        Ok(Some(Head { is_final, opcode, mask: *mask, size: 2 + extra + 4, length: length as usize }))
    }
}

impl Rest {
    pub fn new(text: String) -> Rest {
        Rest(Counted::bytes(text.into_bytes()))
    }
}

impl PartialEq for Frame {
    fn eq(&self, other: &Frame) -> bool {
        self.to_vec() == other.to_vec()
    }
}

impl Frame {
    pub fn text(text: &str) -> Frame {
        Frame::of(TEXT, text.as_bytes())
    }

    pub fn begun(text: &str, rest: &Rest) -> Frame {
        Frame { head: head(TEXT, text.as_bytes(), rest.0.len()), rest: rest.0.clone() }
    }

    pub fn binary(bytes: &[u8]) -> Frame {
        Frame::of(BINARY, bytes)
    }

    pub fn pong(bytes: &[u8]) -> Frame {
        Frame::of(PONG, bytes)
    }

    pub fn close(why: Close) -> Frame {
        Frame::of(CLOSE, &(why as u16).to_be_bytes())
    }

    fn of(opcode: u8, payload: &[u8]) -> Frame {
        Frame { head: head(opcode, payload, 0), rest: Bytes::new() }
    }

    /// As it is written, in bytes.
    pub fn len(&self) -> usize {
        self.head.len() + self.rest.len()
    }

    pub fn to_vec(&self) -> Vec<u8> {
        [&self.head[..], &self.rest[..]].concat()
    }

    /// Bytes of all frames that somebody holds.
    pub fn alive() -> usize {
        ALIVE.load(Ordering::Relaxed)
    }
}

/// The head of a frame, with the payload as far as it is here; so many bytes follow.
fn head(opcode: u8, payload: &[u8], follow: usize) -> Bytes {
    let length = payload.len() + follow;
    let mut frame = Vec::with_capacity(10 + payload.len());
    frame.push(FINAL | opcode);
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short), _) if length <= SHORT => frame.push(short),
        (_, Ok(medium)) => {
            frame.push(126);
            frame.extend(medium.to_be_bytes());
        }
        _ => {
            frame.push(127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend(payload);
    Counted::bytes(frame)
}

static ALIVE: AtomicUsize = AtomicUsize::new(0);

/// Bytes of frames, which count until the last who holds them is done.
struct Counted(Vec<u8>);

impl Counted {
    fn bytes(bytes: Vec<u8>) -> Bytes {
        ALIVE.fetch_add(bytes.capacity(), Ordering::Relaxed);
        Bytes::from_owner(Counted(bytes))
    }
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.fetch_sub(self.0.capacity(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIMIT: usize = 70_000;

    /// As a client sends it.
    fn sent(first: u8, payload: &[u8]) -> Vec<u8> {
        let mask = [1, 2, 3, 4];
        let mut bytes = Frame::of(first & 0x0F, payload).to_vec();
        bytes[0] = first;
        bytes[1] |= MASKED;
        let head = bytes.len() - payload.len();
        let masked: Vec<u8> = payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
        [&bytes[..head], &mask, &masked].concat()
    }

    fn received(bytes: &[u8]) -> Result<Vec<Received>, Close> {
        let mut assembler = Assembler::default();
        assembler.unread.extend_from_slice(bytes);
        let mut all = Vec::new();
        while let Some(one) = assembler.next(LIMIT)? {
            all.push(one);
        }
        Ok(all)
    }

    #[test]
    fn messages_of_every_length_are_read_also_byte_by_byte() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536] {
            let text = "a".repeat(length);
            let bytes = sent(FINAL | TEXT, text.as_bytes());
            let mut assembler = Assembler::default();
            for (position, byte) in bytes.iter().enumerate() {
                assert_eq!(assembler.next(LIMIT), Ok(None), "{length}: {position}");
                assembler.unread.extend_from_slice(&[*byte]);
            }
            assert_eq!(assembler.next(LIMIT), Ok(Some(Received::Text(text))));
            assert!(!assembler.is_waiting());
        }
    }

    #[test]
    fn parts_are_put_together_and_control_frames_may_come_between() {
        let bytes = [
            sent(TEXT, "زند".as_bytes()),
            sent(FINAL | PING, b"p"),
            sent(FINAL | PONG, b""),
            sent(FINAL | CONTINUED, "گی".as_bytes()),
            sent(FINAL | BINARY, &[0, 255]),
            sent(FINAL | CLOSE, &[3, 232]),
        ];
        let all = received(&bytes.concat()).unwrap();
        let expected = [
            Received::Ping(Bytes::from_static(b"p")),
            Received::Text("زندگی".into()),
            Received::Binary(Bytes::from_static(&[0, 255])),
            Received::Close,
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn what_breaks_the_rules_ends_the_connection() {
        for (bytes, why) in [
            (sent(FINAL | CONTINUED, b"x"), Close::Protocol),
            ([sent(TEXT, b"x"), sent(FINAL | TEXT, b"y")].concat(), Close::Protocol),
            (sent(FINAL | 0x40 | TEXT, b"x"), Close::Protocol),
            (sent(FINAL | 0x3, b"x"), Close::Protocol),
            (sent(FINAL | 0xB, b"x"), Close::Protocol),
            (sent(PING, b"x"), Close::Protocol),
            (sent(FINAL | PING, &[0; 126]), Close::Protocol),
            (Frame::text("not masked").to_vec(), Close::Protocol),
            (sent(FINAL | TEXT, b"\xff\xfe"), Close::NotText),
            (sent(FINAL | TEXT, &vec![b'a'; LIMIT + 1]), Close::TooLarge),
            ([sent(TEXT, &vec![b'a'; LIMIT]), sent(FINAL | CONTINUED, b"a")].concat(), Close::TooLarge),
            (vec![FINAL | TEXT, MASKED | 127, 255, 255, 255, 255, 255, 255, 255, 255], Close::TooLarge),
        ] {
            assert_eq!(received(&bytes), Err(why), "{:?}", &bytes[..bytes.len().min(12)]);
        }
    }

    #[test]
    fn frames_are_written_with_the_shortest_length() {
        for (length, head) in [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)] {
            assert_eq!(Frame::binary(&vec![0; length]).len(), head + length);
        }
        assert_eq!(Frame::close(Close::GoingAway).to_vec(), [0x88, 2, 3, 233]);
    }

    #[test]
    fn frames_that_begin_differently_go_on_in_the_same_memory() {
        for length in [0, 1, 120, 65_500, 70_000] {
            let text = "r".repeat(length);
            let rest = Rest::new(text.clone());
            let (one, other) = (Frame::begun("one", &rest), Frame::begun("other", &rest));
            assert_eq!((one.to_vec(), other.len()), (Frame::text(&format!("one{text}")).to_vec(), one.len() + 2));
            assert_eq!(one.rest.as_ptr(), other.rest.as_ptr());
        }
    }

    proptest! {
        /// Whatever comes, it is read or refused, and no more is kept than the limit, a control frame and one read.
        #[test]
        fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..400), limit in 0_usize..300) {
            let mut assembler = Assembler::default();
            for piece in bytes.chunks(7) {
                assembler.unread.extend_from_slice(piece);
                loop {
                    match assembler.next(limit) {
                        Ok(Some(_)) => {}
                        Ok(None) => break,
                        Err(_) => return Ok(()),
                    }
                }
                let kept = assembler.partial.as_ref().map_or(0, |(_, bytes)| bytes.len());
                // A control frame may come between the parts of a message that has its full length already.
                prop_assert!(kept <= limit && kept + assembler.unread.len() <= limit + SHORT + 14 + 7);
            }
        }

        #[test]
        fn what_was_sent_in_pieces_is_what_arrives(text in "\\PC{0,300}", at in 0_usize..300) {
            let bytes = text.as_bytes();
            let (one, two) = bytes.split_at(at.min(bytes.len()));
            let parts = [sent(TEXT, one), sent(FINAL | CONTINUED, two)].concat();
            prop_assert_eq!(received(&parts), Ok(vec![Received::Text(text)]));
        }
    }
}
