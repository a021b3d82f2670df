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
    let answer =
        files.get(&format!("{RENDER}/a%20b.jpg?width=300&height=900&resize=contain&quality=80"), &[WEBP]).await;
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

/// The size in pixels of what comes for this question.
async fn size(files: &Files, query: &str) -> (u32, u32) {
    let answer = files.get(&format!("{RENDER}/a%20b.jpg?{query}"), &[WEBP]).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "image/webp"), "{query}: {}", answer.text());
    let picture = image::load_from_memory(&answer.body).unwrap();
    (picture.width(), picture.height())
}

#[tokio::test]
async fn a_picture_is_cropped_fitted_or_stretched() {
    let files = with_photo().await; // 1000 by 500
    for (query, made) in [
        ("width=300&height=300", (320, 320)),
        ("width=300&height=300&resize=fill", (320, 320)),
        ("width=300&height=300&resize=contain", (320, 160)),
        ("width=640&height=360", (640, 360)),
        ("width=900&height=900&resize=cover", (500, 500)),
        ("height=100", (320, 160)),
    ] {
        assert_eq!(size(&files, query).await, made, "{query}");
    }
    let bytes = async |query: &str| files.get(&format!("{RENDER}/a%20b.jpg?{query}"), &[WEBP]).await.body;
    assert_ne!(bytes("width=300&height=300").await, bytes("width=300&height=300&resize=fill").await);
    assert_eq!(bytes("width=300&height=300&resize=contain").await, bytes("width=300").await);
    assert!(bytes("width=300&quality=30").await.len() < bytes("width=300").await.len());
    assert!(bytes("width=300&height=300&quality=30").await.len() < bytes("width=300&height=300").await.len());
    let origin = files.get(&format!("{RENDER}/a%20b.jpg?width=300&format=origin"), &[WEBP]).await;
    assert_eq!(origin.header("content-type"), "image/jpeg");

    for bad in ["width=x", "width=-1", "height=NaN", "quality=19", "quality=101", "resize=zoom", "format=avif"] {
        let answer = files.get(&format!("{RENDER}/a%20b.jpg?{bad}"), &[WEBP]).await;
        assert_refused(&answer, "400", "InvalidRequest", "InvalidRequest");
    }
    files.remove(&["a b.jpg"]).await;
    assert!(kept(&files).is_empty(), "all of them go with their file: {:?}", kept(&files));
}

#[tokio::test]
async fn a_signed_address_may_say_how_a_picture_is_made() {
    let files = with_photo().await;
    let sign = "/storage/v1/object/sign/website_images/a%20b.jpg";
    let asked =
        serde_json::json!({ "expiresIn": "60", "transform": { "width": "300", "height": 300, "format": "origin" } });
    let signed = files.post(sign, asked).await.json;
    let address = format!("/storage/v1{}", signed["signedURL"].as_str().unwrap().replace(' ', "%20"));
    assert!(address.starts_with("/storage/v1/render/image/sign/website_images/a%20b.jpg?token="), "{address}");
    let made = async |address: &str| files.get(address, &[WEBP]).await;
    // What stands in the address beside the token changes nothing.
    for address in [address.clone(), format!("{address}&width=640&height=0&quality=x")] {
        let answer = made(&address).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "image/jpeg"), "{}", answer.text());
        let picture = image::load_from_memory(&answer.body).unwrap();
        assert_eq!((picture.width(), picture.height()), (320, 320));
    }
    files.upload("c.jpg", &photo(200, 200, 0), false).await;
    let (head, token) = address.split_once("token=").unwrap();
    let words: Vec<&str> = token.split('.').collect();
    let plain = files.post(sign, serde_json::json!({ "expiresIn": 60, "transform": {} })).await.json;
    let plain = format!("/storage/v1{}", plain["signedURL"].as_str().unwrap().replace(' ', "%20"));
    assert!(plain.starts_with("/storage/v1/object/sign/"), "{plain}");
    for forged in [
        address.replace("a%20b.jpg", "c.jpg"),
        address.replace("render/image/sign", "object/sign"),
        plain.replace("object/sign", "render/image/sign"),
        format!("{head}token={}.{}.{}", words[0], "d2lkdGg9MTkyMA", words[2]),
        format!("{head}token={}.{}", words[0], words[2]),
        head.to_owned(),
    ] {
        assert_refused(&made(&forged).await, "400", "InvalidSignature", "InvalidSignature");
    }
    let bad = files.post(sign, serde_json::json!({ "expiresIn": 60, "transform": { "quality": 5 } })).await;
    assert_refused(&bad, "400", "InvalidRequest", "InvalidRequest");
}

/// However many sizes a stranger asks for, only those of the set are made, and none larger than the picture.
#[tokio::test]
async fn the_work_a_stranger_can_cause_is_bounded() {
    let files = with_photo().await;
    for width in (1..60).map(|step| step * 37).chain([0, 5_000, u32::MAX]) {
        assert_eq!(files.get(&format!("{RENDER}/a%20b.jpg?width={width}"), &[WEBP]).await.status, 200);
    }
    assert!(kept(&files).len() <= 8, "160 to 1280, since the picture is 1000 wide: {:?}", kept(&files));
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
