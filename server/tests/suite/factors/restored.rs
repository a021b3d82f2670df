//! Second factors survive a backup and its restore; where they cannot, that is said, and nobody is locked out for good.

use std::sync::Arc;

use umeed::backup::{Archive, make, restore};
use umeed::secret::Secret;

use super::*;
use crate::harness::EMAIL;

async fn archive_of(app: &TestApp, folder: &tempfile::TempDir) -> Archive {
    let path = folder.path().join(format!("{}.tar", uuid::Uuid::new_v4()));
    make(app.app.db.clone(), app.app.store.clone(), &path).await.unwrap();
    Archive::open(&path).unwrap()
}

#[tokio::test]
async fn on_the_same_server_the_device_still_confirms() {
    let (app, device, confirmed) = protected().await;
    let codes = recovery_codes(&app, &confirmed).await;
    let folder = tempfile::tempdir().unwrap();
    let archive = archive_of(&app, &folder).await;
    app.delete(&format!("{FACTORS}/{}", device.factor), access(&confirmed)).await;
    let aside = folder.path().join("aside.tar");
    let restored = restore(archive, app.app.db.clone(), app.app.store.clone(), Some(&aside)).await.unwrap();
    assert!(restored.lost_factors.is_empty());
    let session = app.sign_in().await;
    assert_refused(&app.get("/rest/v1/volunteers", access(&session)).await, 403, "insufficient_aal");
    let confirmed = verify(&app, &session, &device.factor, &device.code(0)).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    let body = json!({ "code": codes[0] });
    let session = app.sign_in().await;
    assert_eq!(app.post_json(&format!("{FACTORS}/recovery-codes/verify"), body, access(&session)).await.status, 200);
}

#[tokio::test]
async fn on_another_server_a_recovery_code_does() {
    let (old, device, confirmed) = protected().await;
    let codes = recovery_codes(&old, &confirmed).await;
    let folder = tempfile::tempdir().unwrap();
    let archive = archive_of(&old, &folder).await;
    let app = TestApp::start().await;
    let aside = folder.path().join("aside.tar");
    restore(archive, app.app.db.clone(), app.app.store.clone(), Some(&aside)).await.unwrap();
    let unreadable = umeed::auth::factors::store::unreadable;
    assert_eq!(unreadable(&app.app.db, Some(&app.app.secret)).await.unwrap(), 1);
    assert_eq!(unreadable(&app.app.db, None).await.unwrap(), 1);
    assert_eq!(unreadable(&old.app.db, Some(&old.app.secret)).await.unwrap(), 0);
    let other: Arc<Secret> = Arc::new(Secret::random().unwrap());
    assert_eq!(unreadable(&old.app.db, Some(&other)).await.unwrap(), 1);

    let session = app.sign_in().await;
    let refused = verify(&app, &session, &device.factor, &device.code(0)).await;
    assert_refused(&refused, 422, "mfa_verification_rejected");
    let in_place = verify(&app, &session, &device.factor, &codes[0]).await;
    assert_eq!(in_place.status, 200, "{}", in_place.text());
    assert_eq!(app.get("/rest/v1/volunteers", access(&in_place.json)).await.status, 200);
}

/// An archive of a version that knew no second factors must not take them away.
#[tokio::test]
async fn an_older_archive_leaves_them_as_they_are() {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive_of(&app, &folder).await;
    archive.manifest.tables.retain(|contents| !["factors", "recovery_codes"].contains(&contents.name.as_str()));
    let session = app.sign_in().await;
    let (device, confirmed) = set_up(&app, &session, "Phone").await;
    recovery_codes(&app, &confirmed).await;
    let aside = folder.path().join("aside.tar");
    let restored = restore(archive, app.app.db.clone(), app.app.store.clone(), Some(&aside)).await.unwrap();
    assert!(restored.lost_factors.is_empty());
    let session = app.sign_in().await;
    assert_refused(&app.get("/rest/v1/volunteers", access(&session)).await, 403, "insufficient_aal");
    assert_eq!(verify(&app, &session, &device.factor, &device.code(0)).await.status, 200);
    assert_eq!(app.app.db.rows(Sql::new("SELECT 1 FROM recovery_codes")).await.unwrap().len(), 10);
}

#[tokio::test]
async fn who_loses_theirs_is_named() {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let archive = archive_of(&app, &folder).await;
    set_up(&app, &app.sign_in().await, "Phone").await;
    let aside = folder.path().join("aside.tar");
    let restored = restore(archive, app.app.db.clone(), app.app.store.clone(), Some(&aside)).await.unwrap();
    assert_eq!(restored.lost_factors, [EMAIL]);
}
