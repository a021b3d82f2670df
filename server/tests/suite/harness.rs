//! A server of one's own for each test, on its own folder, spoken to without a network. Nothing here knows what the
//! answers should be. Where UMEED_TEST_POSTGRES names a PostgreSQL, each server gets a database of its own there instead
//! of one in its folder; the tests are the same.

mod first_start;

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, header};
use serde_json::{Value, json};
use sqlx::Executor;
use tempfile::TempDir;
use tower::ServiceExt;
use umeed::app::App;
use umeed::config::Settings;
use umeed::schema::bucket::WEBSITE_IMAGES;
use umeed::storage::{FileError, NewFile, Object};

pub const EMAIL: &str = "admin@umeed.local";
pub const PASSWORD: &str = "a password for tests";

pub struct TestApp {
    pub app: Arc<App>,
    router: Router,
    _folder: TempDir,
    _database: Option<first_start::Own>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
    /// Null when the body is not JSON.
    pub json: Value,
}

impl Answer {
    /// The header's text; empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap_or_default())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// An empty schema in the PostgreSQL that the tests are to run on, if any.
pub async fn own_schema() -> umeed::config::Database {
    let (address, mut server) = first_start::server().await?;
    let name = format!("test_{}", uuid::Uuid::new_v4().simple());
    server.execute(sqlx::AssertSqlSafe(format!("CREATE SCHEMA {name}"))).await.expect("a schema of one's own");
    Some(umeed::config::Hidden::new(format!("{address}&options=-csearch_path%3D{name}")))
}

fn settings_in(folder: &Path) -> Settings {
    let mut settings = Settings::for_folder(folder);
    settings.admin_email = EMAIL.into();
    settings.admin_password = Some(PASSWORD.into());
    settings
}

/// Gives an empty database its first content, as the first start does.
pub async fn fill(app: &App) {
    umeed::seed::fill_if_empty(&app.db, &app.store, app.settings.sample_content).await.unwrap();
}

/// Keeps a file of the site as an upload does; one of the same name is replaced.
pub async fn keep(app: &App, name: &str, bytes: impl Into<bytes::Bytes>) -> Result<Object, FileError> {
    let file = NewFile { upsert: true, ..NewFile::new(&WEBSITE_IMAGES, name, bytes.into()) };
    umeed::storage::save(&app.db, &app.store, file).await
}

/// The first row of a PNG of this size; with bytes inside that tell it from others, though not in its pixels: as the bits
/// between the parts of the compressed stream.
pub fn png(width: u32, height: u32, mark: &[u8]) -> Vec<u8> {
    let nothing = |bits: u8| [bits << 3, 0, 0, 0xff, 0xff];
    let mark: Vec<u8> = mark.iter().flat_map(|byte| [nothing(byte >> 4), nothing(byte & 15)]).flatten().collect();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let row = stored(&vec![0; 1 + 4 * width as usize]);
    png_of(&[(b"IHDR", &head), (b"IDAT", &[&row[..2], &mark, &row[2..]].concat())])
}

/// A whole grey picture whose file has this size.
pub fn png_of_size(size: usize) -> Vec<u8> {
    let colours: &[(&[u8; 4], &[u8])] = &[(b"sRGB", &[0])];
    let length_of = |row: usize| 63 + row + 5 * row.div_ceil(0xffff);
    // Two bytes a pixel and one before them; a part more where the size would be odd otherwise.
    let rows = (1..size).rev().map(|row| (row, size.checked_sub(length_of(row))));
    let (row, rest) = rows.filter(|(row, _)| row % 2 == 1).find(|(_, rest)| matches!(rest, Some(0 | 13))).unwrap();
    let head = [&(row as u32 / 2).to_be_bytes()[..], &1_u32.to_be_bytes(), &[16, 0, 0, 0, 0]].concat();
    let more = if rest == Some(13) { colours } else { &[] };
    png_of(&[&[(b"IHDR", &head[..])], more, &[(b"IDAT", &stored(&vec![0; row]))]].concat())
}

/// Not compressed, as a stream of its own.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let pieces = bytes.len().div_ceil(0xffff);
    for (number, piece) in bytes.chunks(0xffff).enumerate() {
        let length = (piece.len() as u16).to_le_bytes();
        out.push((number + 1 == pieces).into());
        out.extend([length[0], length[1], !length[0], !length[1]]);
        out.extend(piece);
    }
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    out.extend((b << 16 | a).to_be_bytes());
    out
}

fn png_of(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, content) in chunks.iter().chain(&[(b"IEND", &b""[..])]) {
        let mut sum = flate2::Crc::new();
        sum.update(&name[..]);
        sum.update(content);
        out.extend((content.len() as u32).to_be_bytes());
        out.extend(&name[..]);
        out.extend(&content[..]);
        out.extend(sum.sum().to_be_bytes());
    }
    out
}

/// Where everyone reads a file of the site.
pub fn public_path(name: &str) -> String {
    umeed::storage::public_path(&WEBSITE_IMAGES, name)
}

impl TestApp {
    /// A server with one staff account (`EMAIL`, `PASSWORD`) and no content.
    pub async fn start() -> TestApp {
        TestApp::start_with(|_| {}).await
    }

    pub async fn start_with(adjust: impl FnOnce(&mut Settings)) -> TestApp {
        TestApp::start_in(tempfile::tempdir().unwrap(), adjust).await
    }

    /// A server on a folder that may hold something already.
    pub async fn start_in(folder: TempDir, adjust: impl FnOnce(&mut Settings)) -> TestApp {
        let mut settings = settings_in(folder.path());
        adjust(&mut settings);
        let database = first_start::put(&mut settings).await;
        if database.is_none() && settings.folder.database.is_none() {
            settings.folder.database = own_schema().await;
        }
        let app = Arc::new(App::open(settings).await.unwrap());
        umeed::auth::ensure_first_account(&app.db, &app.settings).await.unwrap();
        TestApp { router: umeed::http::router(app.clone()), app, _folder: folder, _database: database }
    }

    /// The same server after it was stopped and started again.
    pub async fn restarted(self) -> TestApp {
        let TestApp { app, router, _folder: folder, _database: database } = self;
        let settings = app.settings.clone();
        app.db.close().await;
        drop((app, router));
        TestApp { _database: database, ..TestApp::start_in(folder, |new| *new = settings).await }
    }

    /// Gives an empty database its first content, as the first start does.
    pub async fn fill(&self) {
        fill(&self.app).await;
    }

    /// The key that every client sends.
    pub fn anon_key(&self) -> String {
        umeed::auth::anon_key(&self.app.secret).to_owned()
    }

    pub fn service_key(&self) -> String {
        umeed::auth::service_key::first(&self.app.secret)
    }

    /// Signs the first account in; gives back the session.
    pub async fn sign_in(&self) -> Value {
        let credentials = json!({ "email": EMAIL, "password": PASSWORD });
        let answer = self.post_json("/auth/v1/token?grant_type=password", credentials, None).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json
    }

    /// Signs in and gives back the access token.
    pub async fn staff_token(&self) -> String {
        self.sign_in().await["access_token"].as_str().unwrap().to_owned()
    }

    pub async fn get(&self, path: &str, token: Option<&str>) -> Answer {
        self.send(self.request(Method::GET, path, token).body(Body::empty()).unwrap()).await
    }

    pub async fn delete(&self, path: &str, token: Option<&str>) -> Answer {
        self.send(self.request(Method::DELETE, path, token).body(Body::empty()).unwrap()).await
    }

    pub async fn post_json(&self, path: &str, body: Value, token: Option<&str>) -> Answer {
        self.send_json(Method::POST, path, body, token).await
    }

    pub async fn put_json(&self, path: &str, body: Value, token: Option<&str>) -> Answer {
        self.send_json(Method::PUT, path, body, token).await
    }

    pub async fn patch_json(&self, path: &str, body: Value, token: Option<&str>) -> Answer {
        self.send_json(Method::PATCH, path, body, token).await
    }

    pub async fn send_json(&self, method: Method, path: &str, body: Value, token: Option<&str>) -> Answer {
        self.send(self.request(method, path, token).body(Body::from(body.to_string())).unwrap()).await
    }

    /// A request as the official client makes it: the public key along, and as the bearer where there is no token.
    pub fn request(&self, method: Method, path: &str, token: Option<&str>) -> axum::http::request::Builder {
        let key = self.anon_key();
        Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json;charset=UTF-8")
            .header(header::AUTHORIZATION, format!("Bearer {}", token.unwrap_or(&key)))
            .header("apikey", key)
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        self.send_from([127, 0, 0, 1].into(), request).await
    }

    /// As `send`, from a network address of one's choice.
    pub async fn send_from(&self, address: IpAddr, mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(SocketAddr::new(address, 40_000));
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = umeed::request::body::read(answer.into_body(), usize::MAX).await.unwrap().to_vec();
        let json = serde_json::from_slice(&body).unwrap_or_default();
        Answer { status, headers, body, json }
    }
}
