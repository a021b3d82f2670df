//! Pictures as other programs make them (libjpeg, libpng, libwebp, libavif), each with notes of where it was taken: no
//! road into the site lets the notes through, and the picture stays as it was.

use std::path::Path;

use umeed::config::{Folder, Import, Settings};

use super::*;

const NAMES: [&str; 6] = ["prog.jpg", "anim.png", "anim.webp", "anim.gif", "still.avif", "anim.avif"];
const NOTE: &[u8] = b"GPS 31.4";

fn picture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/files/pictures").join(name);
    std::fs::read(path).expect("the pictures are there")
}

fn count(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).filter(|window| *window == wanted).count()
}

#[track_caller]
fn assert_clean(name: &str, clean: &[u8]) {
    let given = picture(name);
    assert!(count(&given, NOTE) > 0 && count(clean, NOTE) == 0, "{name} still says where it was taken");
    assert!(clean.len() <= given.len());
    // All that can be decoded here is the same to the dot.
    if let Ok(shown) = image::load_from_memory(&given) {
        assert_eq!(image::load_from_memory(clean).unwrap(), shown, "{name}");
    }
    // Every frame of what moves is still there, and so is the loop.
    for part in [&b"fcTL"[..], b"fdAT", b"ANMF", b"NETSCAPE2.0", b"!\xf9\x04", b"stco", b"av01"] {
        assert_eq!(count(clean, part), count(&given, part), "{name}: {}", part.escape_ascii());
    }
}

#[tokio::test]
async fn an_upload_keeps_no_notes() {
    let files = Files::staff(Place::Folder).await;
    for name in NAMES {
        let answer = files.upload(name, &picture(name), false).await;
        assert_eq!(answer.status, 200, "{name}: {}", answer.text());
        let served = files.get(&format!("{PUBLIC}/{name}"), &[]).await.body;
        assert_clean(name, &served);
        let again = files.upload(name, &served, true).await;
        assert_eq!(again.status, 200, "{name}: {}", again.text());
        assert_eq!(files.get(&format!("{PUBLIC}/{name}"), &[]).await.body, served, "{name}: a second time is the same");

        let longer = [&picture(name)[..], b"\0\0\0\x18ftypmp42 GPS 31.4 N"].concat();
        assert_eq!(files.upload(name, &longer, true).await.status, 200, "{name}");
        assert_eq!(files.get(&format!("{PUBLIC}/{name}"), &[]).await.body, served, "{name}: nothing follows its end");
    }
}

#[tokio::test]
async fn a_cut_picture_is_refused() {
    let files = Files::staff(Place::Folder).await;
    for name in ["anim.png", "anim.webp", "anim.gif", "still.avif"] {
        let cut = &picture(name)[..picture(name).len() * 2 / 3];
        let answer = files.upload(name, cut, false).await;
        assert_refused(&answer, "400", "InvalidRequest", "InvalidRequest");
        assert!(answer.text().contains("damaged or incomplete"), "{name}: {}", answer.text());
    }
    assert_eq!(files.stored(), 0);
}

#[tokio::test]
async fn an_import_keeps_no_notes() {
    let home = tempfile::tempdir().unwrap();
    let bucket = home.path().join("bucket");
    std::fs::create_dir(&bucket).unwrap();
    for name in NAMES {
        std::fs::write(bucket.join(name), picture(name)).unwrap();
    }
    let data = home.path().join("data");
    let folder = Folder { database: harness::own_schema().await, ..Folder::at(&data) };
    let asked = Import { bucket: Some(bucket), ..Import::default() };
    umeed::commands::import_report(&asked, &folder).await.unwrap();

    let app = umeed::app::App::open(Settings { folder, ..Settings::for_folder(&data) }).await.unwrap();
    for name in NAMES {
        let key = umeed::storage::Name::parse(name).unwrap();
        let object =
            umeed::storage::find(&app.db, umeed::db::Reserve::Staff, &umeed::schema::bucket::WEBSITE_IMAGES, &key)
                .await;
        let object = object.unwrap().expect("it was imported");
        let stored = app.store.read_all(object.version().unwrap(), object.size).await.unwrap().unwrap();
        assert_clean(name, &stored);
    }
}
