//! /storage/v1 over the real router. What is here drives it as the official client does; the tests are beside. Those
//! that touch the bytes run twice: with a folder and with a bucket of a real S3.

mod documents;
mod in_bucket;
mod in_folder;
mod list;
mod list_v2;
mod metadata;
mod private;
mod rights;
mod upload_signed;
mod visitor;

use std::path::PathBuf;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::Value;

use crate::harness::{self, Answer, TestApp, keep, public_path};
use crate::s3::S3;

const OBJECT: &str = "/storage/v1/object/website_images";
const PUBLIC: &str = "/storage/v1/object/public/website_images";

/// Where the server keeps its files.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Folder,
    Bucket,
}

/// A server and someone who speaks to its file service.
struct Files {
    server: TestApp,
    token: String,
    s3: Option<S3>,
}

impl Files {
    async fn staff(place: Place) -> Files {
        let mut files = Files::visitor(place).await;
        files.token = files.server.staff_token().await;
        files
    }

    async fn visitor(place: Place) -> Files {
        let s3 = if place == Place::Bucket { Some(S3::start().await) } else { None };
        let server = TestApp::start_with(|settings| {
            if let Some(s3) = &s3 {
                settings.folder.files = s3.place("site/files");
            }
        })
        .await;
        Files { token: server.anon_key(), server, s3 }
    }

    async fn call(&self, method: &str, path: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token)).header("apikey", "key");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.server.send(request.body(body.into()).unwrap()).await
    }

    /// As a browser sends a chosen file.
    async fn upload(&self, path: &str, bytes: &[u8], upsert: bool) -> Answer {
        let mut form = b"--edge\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n3600\r\n".to_vec();
        form.extend(b"--edge\r\nContent-Disposition: form-data; name=\"\"; filename=\"photo.png\"\r\n");
        form.extend(b"Content-Type: image/png\r\n\r\n");
        form.extend(bytes);
        form.extend(b"\r\n--edge--\r\n");
        let upsert = upsert.to_string();
        let headers = [("content-type", "multipart/form-data; boundary=edge"), ("x-upsert", upsert.as_str())];
        self.call("POST", &format!("{OBJECT}/{path}"), &headers, form).await
    }

    async fn upload_raw(&self, path: &str, bytes: impl Into<Body>, headers: &[(&str, &str)]) -> Answer {
        self.call("POST", &format!("{OBJECT}/{path}"), headers, bytes).await
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.call("GET", path, headers, Body::empty()).await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.call("POST", path, &[("content-type", "application/json")], body.to_string()).await
    }

    async fn remove(&self, names: &[&str]) -> Answer {
        let body = serde_json::json!({ "prefixes": names }).to_string();
        self.call("DELETE", OBJECT, &[("content-type", "application/json")], body).await
    }

    async fn names(&self, prefix: &str) -> Vec<String> {
        let answer = self.post("/storage/v1/object/list/website_images", serde_json::json!({ "prefix": prefix })).await;
        answer.json.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Where the bytes are on disk.
    fn folder(&self) -> PathBuf {
        match &self.s3 {
            Some(s3) => s3.folder().join("site/files"),
            None => self.server.app.settings.folder.path.join("files"),
        }
    }

    /// As the sweep does when its time has come.
    async fn sweep_later(&self) {
        self.sweep_after(2).await;
    }

    async fn sweep_after(&self, hours: u64) {
        let later = jiff::Timestamp::now() + Duration::from_secs(hours * 3600);
        umeed::storage::sweep_as_of(&self.server.app.db, &self.server.app.store, later).await.unwrap();
    }

    /// How many files lie in the store, whatever they are.
    fn stored(&self) -> usize {
        fn count(folder: &std::path::Path) -> usize {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|entry| if entry.path().is_dir() { count(&entry.path()) } else { 1 }).sum()
        }
        count(&self.folder())
    }
}

/// A PNG of this size, with some bytes inside that tell it from others.
fn png(width: u32, height: u32, mark: &str) -> Vec<u8> {
    harness::png(width, height, mark.as_bytes())
}

/// A refusal in Storage's dialect: HTTP 400 with the true status in the body.
#[track_caller]
fn assert_refused(answer: &Answer, status: &str, error: &str, code: &str) {
    let body = &answer.json;
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert_eq!((body["statusCode"].as_str(), body["error"].as_str()), (Some(status), Some(error)), "{body}");
    assert_eq!(body["code"], code, "{body}");
    assert!(!body["message"].as_str().unwrap().is_empty());
}
