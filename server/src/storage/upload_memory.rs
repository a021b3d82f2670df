//! Memory for uploads under way. An upload is held in memory once, so that it can be judged as a whole; how much all
//! of them together may hold is bounded, and later ones wait.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::{FileError, Result};
use crate::error::Error;

const MAX_TOTAL: usize = 150 * 1024 * 1024;
const MAX_WAIT: Duration = Duration::from_secs(60);

pub struct UploadMemory(Arc<Semaphore>);

impl Default for UploadMemory {
    fn default() -> UploadMemory {
        UploadMemory(Arc::new(Semaphore::new(MAX_TOTAL / 1024)))
    }
}

/// A file that is being received.
pub struct Receiving {
    bytes: BytesMut,
    max_bytes: usize,
    _reserved: OwnedSemaphorePermit,
}

impl UploadMemory {
    /// Waits for memory. `expected` is what the sender says it will send; without it, memory for the largest file that
    /// may come is reserved.
    pub async fn reserve(&self, expected: Option<u64>, max_bytes: usize) -> Result<Receiving> {
        let bytes = expected.map_or(max_bytes, |bytes| usize::try_from(bytes).unwrap_or(max_bytes)).min(max_bytes);
        let waiting = self.0.clone().acquire_many_owned((bytes.min(MAX_TOTAL) as u32).div_ceil(1024));
        match tokio::time::timeout(MAX_WAIT, waiting).await {
            Ok(reserved) => Ok(Receiving {
                // Reserved, not touched: memory that is never written costs nothing.
                bytes: BytesMut::with_capacity(expected.map_or(0, |_| bytes)),
                max_bytes,
                _reserved: reserved.expect("never closed"),
            }),
            Err(_) => Err(FileError::Failed(Error::Unavailable("too many uploads at once".into()))),
        }
    }
}

impl Receiving {
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        if self.bytes.len() + chunk.len() > self.max_bytes {
            return Err(FileError::TooLarge);
        }
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }

    /// What was received; the memory stays reserved until the second half is dropped.
    pub fn finish(self) -> (Bytes, impl Drop) {
        (self.bytes.freeze(), self._reserved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: usize = 50 * 1024 * 1024;

    #[tokio::test]
    async fn three_large_uploads_fit_and_small_ones_beside_two() {
        let memory = UploadMemory::default();
        let reserve = |expected| memory.reserve(expected, MAX);
        let (_first, _second) = (reserve(None).await.unwrap(), reserve(Some(u64::MAX)).await.unwrap());
        let many: Vec<Receiving> = futures_util::future::join_all((0..20).map(|_| reserve(Some(2_000_000))))
            .await
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(many.len(), 20);
        assert!(tokio::time::timeout(Duration::from_millis(20), reserve(None)).await.is_err(), "the next one waits");
        drop(many);
        reserve(None).await.unwrap();
    }

    #[tokio::test]
    async fn more_than_the_limit_is_refused_whatever_was_announced() {
        let mut receiving = UploadMemory::default().reserve(Some(10), MAX).await.unwrap();
        receiving.push(&vec![0; MAX]).unwrap();
        assert!(matches!(receiving.push(&[0]), Err(FileError::TooLarge)));
    }

    /// A bucket that takes more than the total must not wait for ever.
    #[tokio::test]
    async fn a_file_larger_than_the_total_gets_all_there_is() {
        assert!(UploadMemory::default().reserve(None, 2 * MAX_TOTAL).await.is_ok());
    }
}
