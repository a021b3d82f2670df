use std::path::PathBuf;

use image::{DynamicImage, ImageFormat, RgbImage};

use super::*;

const RENDER: &str = "/storage/v1/render/image/public/website_images";
const WEBP: (&str, &str) = ("accept", "image/avif,image/webp,*/*;q=0.8");

fn photo(width: u32, height: u32, seed: u32) -> Vec<u8> {
    let pixels =
        RgbImage::from_fn(width, height, |x, y| image::Rgb([(x * 3 + seed) as u8, (y * 5) as u8, (x ^ y) as u8]));
    let mut out = std::io::Cursor::new(Vec::new());
    DynamicImage::from(pixels).write_to(&mut out, ImageFormat::Jpeg).unwrap();
    out.into_inner()
}

fn kept(files: &Files) -> Vec<PathBuf> {
    let folder = files.server.app.settings.folder.path.join("renditions");
    std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect()
}

async fn with_photo() -> Files {
    let files = Files::staff(PLACE).await;
    assert_eq!(files.upload("a%20b.jpg", &photo(1000, 500, 0), false).await.status, 200);
    files
}

#[tokio::test]
async fn a_picture_comes_in_the_size_and_form_that_suit() {
    let files = with_photo().await;
    let answer = files.get(&format!("{RENDER}/a%20b.jpg?width=300&height=9&resize=contain&quality=1"), &[WEBP]).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "image/webp"));
    assert_eq!(answer.header("content-length"), answer.body.len().to_string());
    assert_eq!((answer.header("cache-control"), answer.header("vary")), ("max-age=3600", "accept"));
    assert!(answer.header("content-security-policy").ends_with("frame-ancestors 'none'; sandbox"));
    let picture = image::load_from_memory(&answer.body).unwrap();
    assert_eq!((picture.width(), picture.height()), (320, 160));

    let plain = files.get(&format!("{RENDER}/a%20b.jpg?width=300"), &[("accept", "image/png,*/*")]).await;
    assert_eq!(plain.header("content-type"), "image/jpeg");
    assert_ne!(plain.header("etag"), answer.header("etag"));

    let known =
        files.get(&format!("{RENDER}/a%20b.jpg?width=300"), &[WEBP, ("if-none-match", answer.header("etag"))]).await;
    assert_eq!((known.status, known.body.len(), known.header("vary")), (304, 0, "accept"));
    let head = files.call("HEAD", &format!("{RENDER}/a%20b.jpg?width=300"), &[WEBP], Body::empty()).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), answer.header("content-length"));
    assert_eq!(kept(&files).len(), 2);
}

/// However many sizes a stranger asks for, only those of the set are made, and none larger than the picture.
#[tokio::test]
async fn the_work_a_stranger_can_cause_is_bounded() {
    let files = with_photo().await;
    for width in (1..60).map(|step| step * 37).chain([0, 5_000, u32::MAX]) {
        assert_eq!(files.get(&format!("{RENDER}/a%20b.jpg?width={width}"), &[WEBP]).await.status, 200);
    }
    assert!(kept(&files).len() <= 7, "160 to 1280, since the picture is 1000 wide: {:?}", kept(&files));
}

#[tokio::test]
async fn a_herd_gets_one_rendition() {
    let files = with_photo().await;
    let path = format!("{RENDER}/a%20b.jpg?width=480");
    let answers = futures_util::future::join_all((0..24).map(|_| files.get(&path, &[WEBP]))).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.body == answers[0].body));
    assert_eq!(kept(&files).len(), 1);
}

#[tokio::test]
async fn renditions_go_with_their_file_and_come_back_when_lost() {
    let files = with_photo().await;
    let path = format!("{RENDER}/a%20b.jpg?width=160");
    let first = files.get(&path, &[WEBP]).await;
    std::fs::write(&kept(&files)[0], "damaged").unwrap();
    assert_eq!(files.get(&path, &[WEBP]).await.body, first.body);
    std::fs::remove_file(&kept(&files)[0]).unwrap();
    assert_eq!(files.get(&path, &[WEBP]).await.body, first.body);

    files.upload("a%20b.jpg", &photo(1000, 500, 99), true).await;
    assert!(kept(&files).is_empty(), "a replaced file leaves none behind");
    let changed = files.get(&path, &[WEBP, ("if-none-match", first.header("etag"))]).await;
    assert_eq!(changed.status, 200);
    assert_ne!(changed.body, first.body);

    let stray = files.server.app.settings.folder.path.join("renditions/019b0000000070008000000000000000-160.webp");
    std::fs::write(&stray, "left by a crash").unwrap();
    umeed::storage::sweep(&files.server.app.db, &files.server.app.store).await.unwrap();
    assert!(!stray.exists());
    assert_eq!(kept(&files).len(), 1);
    files.remove(&["a b.jpg"]).await;
    assert!(kept(&files).is_empty());
}

/// What cannot or need not be made smaller is sent as it is.
#[tokio::test]
async fn other_kinds_and_broken_pictures_come_as_they_are() {
    let files = Files::staff(PLACE).await;
    let drawing = br#"<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>"#.to_vec();
    let moving = b"GIF89a\x02\0\x02\0\0\0\0;".to_vec();
    for (name, bytes) in [("a.svg", drawing), ("b.gif", moving), ("c.png", png(900, 900, "no picture inside"))] {
        assert_eq!(files.upload(name, &bytes, false).await.status, 200);
        for _ in 0..2 {
            let answer = files.get(&format!("{RENDER}/{name}?width=160"), &[WEBP]).await;
            assert_eq!((answer.status, answer.body.as_slice()), (200, bytes.as_slice()), "{name}");
        }
    }
    let missing = files.get(&format!("{RENDER}/no.png?width=160"), &[WEBP]).await;
    assert_refused(&missing, "404", "not_found", "NoSuchKey");
    let other = files.get("/storage/v1/render/image/public/other/a.png", &[WEBP]).await;
    assert_refused(&other, "404", "Bucket not found", "NoSuchBucket");
}
