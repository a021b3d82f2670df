//! Files in a bucket: all that holds for a folder, and what happens when the bucket does not answer.

use umeed::storage::{Version, sweep};

use super::*;

const PLACE: Place = Place::Bucket;

#[path = "change.rs"]
mod change;
#[path = "crash.rs"]
mod crash;
#[path = "read.rs"]
mod read;
#[path = "rendition.rs"]
mod rendition;
#[path = "upload.rs"]
mod upload;

const RENDER: &str = "/storage/v1/render/image/public/website_images";

fn photo() -> Vec<u8> {
    let pixels = image::RgbImage::from_fn(800, 400, |x, y| image::Rgb([x as u8, y as u8, (x ^ y) as u8]));
    let mut out = std::io::Cursor::new(Vec::new());
    image::DynamicImage::from(pixels).write_to(&mut out, image::ImageFormat::Jpeg).unwrap();
    out.into_inner()
}

#[track_caller]
fn assert_unavailable(answer: &Answer) {
    assert_eq!((answer.status, answer.header("retry-after")), (503, "5"), "{}", answer.text());
    assert_eq!(answer.json["code"], "ServiceUnavailable");
}

/// The bucket goes away and comes back: pages and what is kept stay, the rest says so, and nothing is half done.
#[tokio::test]
async fn an_unreachable_bucket_costs_nothing_but_time() {
    let mut files = Files::staff(PLACE).await;
    files.server.fill().await;
    for name in ["a.jpg", "b.jpg"] {
        assert_eq!(files.upload(name, &photo(), false).await.status, 200);
    }
    let kept = files.get(&format!("{RENDER}/a.jpg?width=160"), &[]).await;
    assert_eq!(kept.status, 200);

    files.s3.as_mut().unwrap().stop().await;
    assert_unavailable(&files.upload("new.jpg", &photo(), false).await);
    assert_unavailable(&files.upload("a.jpg", &photo(), true).await);
    assert_unavailable(&files.get(&format!("{PUBLIC}/a.jpg"), &[]).await);
    assert_unavailable(&files.get(&format!("{RENDER}/a.jpg?width=640"), &[]).await);
    let way = serde_json::json!({ "bucketId": "website_images", "sourceKey": "a.jpg", "destinationKey": "c.jpg" });
    assert_unavailable(&files.post("/storage/v1/object/copy", way).await);
    assert_eq!(files.names("").await, ["a.jpg", "b.jpg"]);
    assert_eq!(files.get(&format!("{RENDER}/a.jpg?width=160"), &[]).await.body, kept.body);
    assert_eq!(files.server.get("/", None).await.status, 200);
    // Removing needs no bucket: the file is gone, and its bytes go when the bucket is back.
    assert_eq!(files.remove(&["b.jpg"]).await.json.as_array().unwrap().len(), 1);
    let later = jiff::Timestamp::now() + Duration::from_secs(2 * 3600);
    assert!(umeed::storage::sweep_as_of(&files.server.app.db, &files.server.app.store, later).await.is_err());

    files.s3.as_mut().unwrap().come_back().await;
    let body = files.get(&format!("{PUBLIC}/a.jpg"), &[]).await.body;
    assert_eq!(files.upload("new.jpg", &photo(), false).await.status, 200);
    assert_eq!(files.get(&format!("{PUBLIC}/new.jpg"), &[]).await.body, body);
    assert_eq!(files.stored(), 3);
    files.sweep_later().await;
    assert_eq!(files.stored(), 2);
}

/// A wrong key, a bucket that does not exist: a fault of ours, which the caller learns and not how.
#[tokio::test]
async fn wrong_settings_are_no_success() {
    let s3 = S3::start().await;
    // The S3 of these tests makes a bucket that is missing; others say that it is not there.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nowhere = crate::s3::place_at(listener.local_addr().unwrap(), "files");
    let nothing = axum::Router::new().fallback(async || axum::http::StatusCode::NOT_FOUND);
    let answering = tokio::spawn(async move { axum::serve(listener, nothing).await });
    for place in [s3.place_with_secret("wrong"), nowhere] {
        let server = TestApp::start_with(|settings| settings.folder.files = place).await;
        let files = Files { token: server.staff_token().await, server, s3: None };
        let answer = files.upload("a.png", &png(1, 1, "a"), false).await;
        assert_unavailable(&answer);
        assert!(!answer.text().contains("Signature") && !answer.text().contains("bucket"), "{}", answer.text());
        assert!(files.names("").await.is_empty());
    }
    answering.abort();
}

/// Another process with the same bucket is just uploading: it is not this one's to remove. Nor is what somebody else
/// keeps there.
#[tokio::test]
async fn the_sweep_leaves_the_uploads_of_other_processes_alone() {
    let files = Files::staff(PLACE).await;
    files.upload("a.png", &png(1, 1, "a"), false).await;
    let place = files.server.app.settings.folder.files.clone();
    let other = TestApp::start_with(|settings| settings.folder.files = place).await;
    other.app.store.put(Version::fresh(), b"on its way"[..].into()).await.unwrap();
    let foreign = files.folder().join("019b0000000070008000000000000000");
    std::fs::write(&foreign, "not ours").unwrap();
    sweep(&files.server.app.db, &files.server.app.store).await.unwrap();
    sweep(&other.app.db, &other.app.store).await.unwrap();
    files.sweep_later().await;
    assert_eq!(files.stored(), 3);
    files.sweep_after(27).await;
    assert!(foreign.exists());
    assert_eq!(files.stored(), 2, "only what nobody claimed for a day has gone");
    assert_eq!(files.get(&format!("{PUBLIC}/a.png"), &[]).await.body, png(1, 1, "a"));
}

#[tokio::test]
async fn large_files_come_in_pieces() {
    use futures_util::TryStreamExt;

    let files = Files::staff(PLACE).await;
    let picture = harness::png_of_size(8 * 1024 * 1024);
    let app = &files.server.app;
    let saved = keep(app, "large.png", picture.clone()).await.unwrap();
    let version = Version::read(&saved.version).unwrap();
    let pieces: Vec<_> = app.store.read(version, 5..saved.size).await.unwrap().unwrap().try_collect().await.unwrap();
    assert!(pieces.len() > 8, "{} pieces", pieces.len());
    assert!(pieces.concat() == picture[5..], "the bytes differ");
}
