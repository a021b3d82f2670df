//! An S3 beside the test, on its own folder and a free port. It can go away and come back.

#[path = "../../examples/s3.rs"]
mod example;

use std::net::SocketAddr;
use std::path::PathBuf;

use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use umeed::config::{Bucket, FilePlace};

pub struct S3 {
    folder: TempDir,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl S3 {
    pub async fn start() -> S3 {
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(example::serve(listener, example::service(folder.path())));
        S3 { folder, address, serving }
    }

    pub async fn stop(&mut self) {
        self.serving.abort();
        let _ = (&mut self.serving).await;
    }

    pub async fn come_back(&mut self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.serving = tokio::spawn(example::serve(listener, example::service(self.folder.path())));
    }

    pub fn place(&self, prefix: &str) -> FilePlace {
        place_at(self.address, prefix)
    }

    /// With a key that the S3 does not take.
    pub fn place_with_secret(&self, secret: &str) -> FilePlace {
        let FilePlace::Bucket(mut bucket) = self.place("files") else { unreachable!("it is a bucket") };
        bucket.settings.push(("AWS_SECRET_ACCESS_KEY".into(), secret.into()));
        FilePlace::Bucket(bucket)
    }

    /// Where it keeps the bucket.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().join(example::BUCKET)
    }
}

/// A bucket at this address, whether or not anything listens there.
pub fn place_at(address: SocketAddr, prefix: &str) -> FilePlace {
    let settings = example::variables(address);
    FilePlace::Bucket(Bucket { name: example::BUCKET.into(), prefix: prefix.into(), settings })
}

impl Drop for S3 {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
