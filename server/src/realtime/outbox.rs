//! What waits to be sent to one client. It is bounded: a client that takes too little is dropped rather than waited for,
//! since the frames that wait for it would fill the memory. Frames are shared, so a queue costs little by itself; where
//! all of them together are many, those who are behind have to go.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::frames::{Close, Frame};
use super::limits::{MAX_WAITING_BYTES, MAX_WAITING_FRAMES, MUCH_ALIVE};

#[derive(Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Default)]
struct Waiting {
    frames: VecDeque<Frame>,
    bytes: usize,
    end: Option<End>,
}

/// How a connection is to end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    /// With a word of the protocol, after all that waits was sent.
    Said(Close),
    /// At once: the client takes nothing.
    Dropped,
}

impl Outbox {
    /// Adds a frame, or gives the client up.
    pub fn push(&self, frame: Frame) {
        let mut waiting = self.waiting();
        if waiting.end.is_some() {
            return;
        }
        let is_full = waiting.frames.len() >= MAX_WAITING_FRAMES
            || (!waiting.frames.is_empty() && waiting.bytes + frame.len() > room(Frame::alive()));
        match is_full {
            true => {
                *waiting = Waiting { end: Some(End::Dropped), ..Waiting::default() };
                crate::metrics::SLOW_SUBSCRIBERS.add(1);
            }
            false => {
                waiting.bytes += frame.len();
                waiting.frames.push_back(frame);
            }
        }
        drop(waiting);
        self.news.notify_one();
    }

    /// Whether nothing more is sent.
    pub fn has_ended(&self) -> bool {
        self.waiting().end.is_some()
    }

    /// Ends the connection when what waits has been sent.
    pub fn end(&self, why: Close) {
        self.waiting().end.get_or_insert(End::Said(why));
        self.news.notify_one();
    }

    /// Takes some frames, once there are any; then how to end, once there are none.
    pub async fn take(&self, most: usize) -> Result<Vec<Frame>, End> {
        loop {
            {
                let mut waiting = self.waiting();
                if !waiting.frames.is_empty() {
                    let count = waiting.frames.len().min(most);
                    let taken: Vec<Frame> = waiting.frames.drain(..count).collect();
                    waiting.bytes -= taken.iter().map(|frame| frame.len()).sum::<usize>();
                    // Nothing of a burst stays behind: thousands of connections wait.
                    if waiting.frames.is_empty() {
                        waiting.frames = VecDeque::new();
                    }
                    return Ok(taken);
                }
                if let Some(end) = waiting.end {
                    return Err(end);
                }
            }
            self.news.notified().await;
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What may wait for one client, when the frames of all are so many bytes.
fn room(alive: usize) -> usize {
    match alive / MUCH_ALIVE {
        0 => MAX_WAITING_BYTES,
        1 => MAX_WAITING_BYTES / 64,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_waits_for_all_the_less_may_wait_for_one() {
        assert_eq!(room(0), MAX_WAITING_BYTES);
        assert!(room(MUCH_ALIVE) < MAX_WAITING_BYTES / 10);
        assert_eq!(room(3 * MUCH_ALIVE), 0, "only who is not behind at all stays");
    }

    #[tokio::test]
    async fn a_frame_counts_once_however_many_hold_it() {
        let large = 8 * MUCH_ALIVE / 10;
        let before = Frame::alive();
        let frame = Frame::binary(&vec![0; large]);
        let many: Vec<Frame> = (0..100).map(|_| frame.clone()).collect();
        assert!(Frame::alive() >= large && Frame::alive() < before + 2 * large);
        drop((frame, many));
    }

    #[tokio::test]
    async fn frames_come_in_order_and_the_end_after_them() {
        let outbox = Outbox::default();
        for text in ["a", "b", "c"] {
            outbox.push(Frame::text(text));
        }
        outbox.end(Close::GoingAway);
        outbox.push(Frame::text("too late"));
        assert_eq!(outbox.take(2).await, Ok(vec![Frame::text("a"), Frame::text("b")]));
        assert_eq!(outbox.take(2).await, Ok(vec![Frame::text("c")]));
        assert_eq!(outbox.take(2).await, Err(End::Said(Close::GoingAway)));
    }

    #[tokio::test]
    async fn who_takes_too_little_is_dropped_and_holds_nothing() {
        let many = Outbox::default();
        (0..=MAX_WAITING_FRAMES).for_each(|_| many.push(Frame::text("x")));
        assert_eq!(many.take(1).await, Err(End::Dropped));
        let large = Outbox::default();
        (0..3).for_each(|_| large.push(Frame::binary(&vec![0; MAX_WAITING_BYTES / 2])));
        assert_eq!(large.take(1).await, Err(End::Dropped));
        let single = Outbox::default();
        single.push(Frame::binary(&vec![0; 2 * MAX_WAITING_BYTES]));
        assert!(single.take(1).await.is_ok(), "one that is larger than the room is sent when nothing else waits");
    }
}
