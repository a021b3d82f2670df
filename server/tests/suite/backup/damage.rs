use super::*;

/// The command, on a folder that is not there: it must still not be there afterwards.
async fn refused(folder: &TempDir, bytes: &[u8]) -> String {
    let (file, target) = (folder.path().join("damaged.tar"), folder.path().join("target"));
    std::fs::write(&file, bytes).unwrap();
    let result = umeed::commands::restore(&asked(&file, true), &place(&target)).await;
    assert!(!target.exists(), "something was touched");
    format!("{:#}", result.expect_err("it was taken for good"))
}

#[tokio::test]
async fn no_byte_can_change_unseen() {
    let app = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    let good = std::fs::read(&made.place).unwrap();
    // Every part of it: headers, rows, files, padding, manifest, seal.
    let (step, last) = (good.len() / 400, good.len() - 1);
    for at in (0..good.len()).step_by(step).chain(last.saturating_sub(2100)..=last) {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        std::fs::write(folder.path().join("flipped.tar"), &bytes).unwrap();
        assert!(Archive::open(folder.path().join("flipped.tar")).is_err(), "byte {at} of {}", good.len());
    }
    assert!(
        refused(&folder, &{
            let mut bytes = good.clone();
            bytes[700] ^= 1;
            bytes
        })
        .await
        .contains("damaged")
    );
    assert!(Archive::open(&made.place).is_ok());
}

#[tokio::test]
async fn what_is_cut_short_or_longer_or_something_else_is_refused() {
    let app = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let good = std::fs::read(archive_of(&app, &folder).await.place).unwrap();
    for length in [0, 1, 512, 2048, 3072, good.len() / 2, good.len() - 2048, good.len() - 512, good.len() - 1] {
        let said = refused(&folder, &good[..length]).await;
        assert!(said.contains("cannot be used as a backup; nothing was changed"), "{length}: {said}");
    }
    refused(&folder, &[good.clone(), vec![0]].concat()).await;
    refused(&folder, &[good.clone(), vec![0; 512]].concat()).await;
    refused(&folder, &[good.clone(), good.clone()].concat()).await;
    refused(&folder, &[0; 10_240]).await;
    refused(&folder, "not an archive, but a long text. ".repeat(1000).as_bytes()).await;
    refused(&folder, &[b"SQLite format 3\0".as_slice(), &[1; 8_176]].concat()).await;
    let nothing = umeed::commands::restore(&asked(&folder.path().join("no"), false), &place(folder.path())).await;
    assert!(format!("{:#}", nothing.unwrap_err()).contains("there is no archive"));
}
