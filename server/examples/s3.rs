//! An S3 to test against, on this machine: `cargo run --example s3 -- FOLDER PORT`. Buckets are folders in FOLDER; the
//! bucket `umeed` is made. Port 0 asks for any free one. Prints its address.

use std::net::SocketAddr;
use std::path::Path;

use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

pub const BUCKET: &str = "umeed";
pub const KEY: &str = "test-key";
pub const SECRET: &str = "test-secret";

/// What a client's environment must say to find it.
pub fn variables(address: SocketAddr) -> Vec<(String, String)> {
    let pairs = [
        ("AWS_ENDPOINT_URL", format!("http://{address}")),
        ("AWS_REGION", "us-east-1".into()),
        ("AWS_ACCESS_KEY_ID", KEY.into()),
        ("AWS_SECRET_ACCESS_KEY", SECRET.into()),
    ];
    pairs.map(|(name, value)| (name.to_owned(), value)).into()
}

pub fn service(folder: &Path) -> S3Service {
    std::fs::create_dir_all(folder.join(BUCKET)).expect("the folder can be written");
    let files = s3s_fs::FileSystem::new(folder).expect("the folder is there");
    let mut builder = S3ServiceBuilder::new(files);
    builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
    builder.build()
}

/// Serves until it is dropped; then every connection is cut.
pub async fn serve(listener: TcpListener, service: S3Service) {
    let mut connections = JoinSet::new();
    while let Ok((socket, _)) = listener.accept().await {
        let service = service.clone();
        connections.spawn(async move {
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), service).await;
        });
    }
}

#[tokio::main]
#[allow(dead_code, reason = "tests use the parts above and start nothing here")]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, port] = arguments.as_slice() else { panic!("usage: s3 FOLDER PORT") };
    let address: SocketAddr = ([127, 0, 0, 1], port.parse().expect("a port")).into();
    let listener = TcpListener::bind(address).await.expect("the port is free");
    for (name, value) in variables(listener.local_addr().expect("it listens")) {
        println!("{name}={value}");
    }
    println!("UMEED_FILES=s3://{BUCKET}/files");
    serve(listener, service(Path::new(folder))).await;
}
