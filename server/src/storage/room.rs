//! Memory for uploads under way. An upload is held in memory once, so that it can be judged as a whole; how much all
//! of them together may hold is bounded, and whoever comes later waits.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};

/// The largest file that is taken.
pub const MAX_BYTES: usize = 50 * 1024 * 1024;
const ALL_TOGETHER: usize = 3 * MAX_BYTES;
const MAX_WAIT: Duration = Duration::from_secs(60);

pub struct Room(Arc<Semaphore>);

impl Default for Room {
    fn default() -> Room {
        Room(Arc::new(Semaphore::new(ALL_TOGETHER / 1024)))
    }
}

/// A file that is being received.
pub struct Receiving {
    bytes: BytesMut,
    _place: OwnedSemaphorePermit,
}

impl Room {
    /// Waits for room. `expected` is what the sender says it will send; without it, room for the largest is taken.
    pub async fn take(&self, expected: Option<u64>) -> Result<Receiving> {
        let bytes = expected.map_or(MAX_BYTES, |bytes| usize::try_from(bytes).unwrap_or(MAX_BYTES)).min(MAX_BYTES);
        let waiting = self.0.clone().acquire_many_owned((bytes as u32).div_ceil(1024));
        match tokio::time::timeout(MAX_WAIT, waiting).await {
            Ok(place) => Ok(Receiving {
                // Room is reserved, not touched: memory that is never written costs nothing.
                bytes: BytesMut::with_capacity(expected.map_or(0, |_| bytes)),
                _place: place.expect("never closed"),
            }),
            Err(_) => Err(Error::Unavailable("too many uploads at once".into())),
        }
    }
}

impl Receiving {
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        if self.bytes.len() + chunk.len() > MAX_BYTES {
            return Err(Error::TooLarge { limit: MAX_BYTES });
        }
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }

    /// What was received; the room stays taken until the second half is dropped.
    pub fn finish(self) -> (Bytes, impl Drop) {
        (self.bytes.freeze(), self._place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn three_large_uploads_fit_and_small_ones_beside_two() {
        let room = Room::default();
        let (_first, _second) = (room.take(None).await.unwrap(), room.take(Some(u64::MAX)).await.unwrap());
        let many: Vec<Receiving> = futures_util::future::join_all((0..20).map(|_| room.take(Some(2_000_000))))
            .await
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(many.len(), 20);
        assert!(tokio::time::timeout(Duration::from_millis(20), room.take(None)).await.is_err(), "the next one waits");
        drop(many);
        room.take(None).await.unwrap();
    }

    #[tokio::test]
    async fn more_than_the_limit_is_refused_whatever_was_announced() {
        let mut receiving = Room::default().take(Some(10)).await.unwrap();
        receiving.push(&vec![0; MAX_BYTES]).unwrap();
        assert!(matches!(receiving.push(&[0]), Err(Error::TooLarge { .. })));
    }
}
