//! An S3 beside the test, on its own folder and a free port. It can go away and come back, and do mischief.

#[path = "../../examples/s3.rs"]
mod example;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use umeed::config::{Bucket, FilePlace};

pub struct S3 {
    folder: TempDir,
    address: SocketAddr,
    serving: JoinHandle<()>,
    mischief: Arc<Mutex<Option<Mischief>>>,
}

/// What it does wrong until it is told otherwise.
#[derive(Clone, Copy)]
pub enum Mischief {
    /// The parts of an upload are refused, as those of a bucket that is full or of a key that may not write.
    RefuseParts,
    /// An upload is answered with success, and then what was stored is changed: this is called with its file.
    Change(fn(&Path)),
}

impl S3 {
    pub async fn start() -> S3 {
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mischief = Arc::default();
        let serving = tokio::spawn(serve(listener, folder.path().to_owned(), Arc::clone(&mischief)));
        S3 { folder, address, serving, mischief }
    }

    pub fn do_mischief(&self, mischief: Option<Mischief>) {
        *self.mischief.lock().unwrap() = mischief;
    }

    pub async fn stop(&mut self) {
        self.serving.abort();
        let _ = (&mut self.serving).await;
    }

    pub async fn come_back(&mut self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.serving = tokio::spawn(serve(listener, self.folder.path().to_owned(), self.mischief.clone()));
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

/// Serves until it is dropped; then every connection is cut.
async fn serve(listener: TcpListener, folder: PathBuf, mischief: Arc<Mutex<Option<Mischief>>>) {
    let s3 = example::service(&folder);
    let mut connections = JoinSet::new();
    while let Ok((socket, _)) = listener.accept().await {
        let (s3, folder, mischief) = (s3.clone(), folder.clone(), mischief.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let (s3, mischief) = (s3.clone(), *mischief.lock().unwrap());
            let query = request.uri().query().unwrap_or_default().to_owned();
            let file = folder.join(request.uri().path().trim_start_matches('/'));
            let completes = request.method() == Method::POST && query.contains("uploadId=");
            async move {
                if matches!(mischief, Some(Mischief::RefuseParts)) && query.contains("partNumber=") {
                    let refused = Response::builder().status(403).body(s3s::Body::empty());
                    return Ok(refused.unwrap());
                }
                let answer = Service::call(&s3, request).await;
                if let Some(Mischief::Change(change)) = mischief.filter(|_| completes) {
                    change(&file);
                }
                answer
            }
        });
        connections.spawn(async move {
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), service).await;
        });
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
