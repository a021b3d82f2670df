//! The client of an S3, made from the settings that every S3 program reads, and how long anybody waits for it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, TryStreamExt, stream};
use object_store::aws::AmazonS3Builder;
use object_store::prefix::PrefixStore;
use object_store::{BackoffConfig, ClientOptions, ObjectStore, RetryConfig};

use crate::config::Bucket;

/// How long to try before a store counts as unavailable.
pub struct Patience {
    pub connect: Duration,
    pub retries: usize,
    pub retry_for: Duration,
}

pub fn client(bucket: &Bucket, patience: &Patience) -> anyhow::Result<Arc<dyn ObjectStore>> {
    // The whole of a request is not limited: a visitor on a slow line takes minutes over a large file. What is silent too
    // long is given up (see `in_time` and `patient`).
    let client = ClientOptions::new().with_connect_timeout(patience.connect).with_timeout_disabled();
    let backoff = BackoffConfig { max_backoff: Duration::from_secs(1), ..BackoffConfig::default() };
    let retry = RetryConfig { backoff, max_retries: patience.retries, retry_timeout: patience.retry_for };
    let mut builder = AmazonS3Builder::new().with_client_options(client).with_retry(retry);
    for (name, value) in &bucket.settings {
        if let Ok(key) = name.to_ascii_lowercase().parse() {
            builder = builder.with_config(key, value);
        }
        if name.starts_with("AWS_ENDPOINT") && value.starts_with("http://") {
            builder = builder.with_allow_http(true);
        }
    }
    let blobs = builder.with_bucket_name(&bucket.name).build()?;
    Ok(Arc::new(PrefixStore::new(blobs, object_store::path::Path::parse(&bucket.prefix)?)))
}

/// Does it or gives up; `None` when the store says that there is no such thing.
pub async fn in_time<T>(
    limit: Duration,
    work: impl Future<Output = object_store::Result<T>>,
) -> std::io::Result<Option<T>> {
    match tokio::time::timeout(limit, work).await {
        Ok(Ok(value)) => Ok(Some(value)),
        Ok(Err(object_store::Error::NotFound { .. })) => Ok(None),
        Ok(Err(cause)) => Err(std::io::Error::other(cause)),
        Err(_) => Err(silent()),
    }
}

/// The same stream, which fails when nothing comes for too long.
pub fn patient<T>(
    limit: Duration,
    items: impl Stream<Item = object_store::Result<T>>,
) -> impl Stream<Item = std::io::Result<T>> {
    stream::try_unfold(Box::pin(items), move |mut items| async move {
        let next = tokio::time::timeout(limit, items.try_next()).await.map_err(|_| silent())?;
        Ok(next.map_err(std::io::Error::other)?.map(|item| (item, items)))
    })
}

fn silent() -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::TimedOut, "it does not answer")
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;

    use super::*;

    #[tokio::test]
    async fn a_store_that_falls_silent_is_given_up() {
        let moment = Duration::from_millis(5);
        let silent = stream::iter([Ok(1)]).chain(stream::pending::<object_store::Result<i32>>());
        let mut numbers = Box::pin(patient(moment, silent));
        assert_eq!(numbers.try_next().await.unwrap(), Some(1));
        assert_eq!(numbers.try_next().await.unwrap_err().kind(), std::io::ErrorKind::TimedOut);
        let never = in_time(moment, std::future::pending::<object_store::Result<()>>());
        assert_eq!(never.await.unwrap_err().kind(), std::io::ErrorKind::TimedOut);
    }
}
