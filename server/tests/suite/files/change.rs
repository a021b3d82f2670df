use serde_json::json;

use super::*;

const MOVE: &str = "/storage/v1/object/move";
const COPY: &str = "/storage/v1/object/copy";

fn way(from: &str, to: &str) -> Value {
    json!({ "bucketId": "website_images", "sourceKey": from, "destinationKey": to })
}

#[tokio::test]
async fn files_are_moved_and_copied() {
    let files = Files::staff(PLACE).await;
    files.upload("a.png", &png(1, 1, "a"), false).await;
    let moved = files.post(MOVE, way("a.png", "folder/b c.png")).await;
    assert_eq!((moved.status, &moved.json["message"]), (200, &json!("Successfully moved")));
    assert_refused(&files.get(&format!("{PUBLIC}/a.png"), &[]).await, "404", "not_found", "NoSuchKey");
    assert_eq!(files.get(&format!("{PUBLIC}/folder/b%20c.png"), &[]).await.body, png(1, 1, "a"));

    let copied = files.post(COPY, way("folder/b c.png", "c.png")).await;
    assert_eq!((copied.status, &copied.json["Key"]), (200, &json!("website_images/c.png")));
    files.remove(&["folder/b c.png"]).await;
    files.sweep_later().await;
    assert_eq!(files.get(&format!("{PUBLIC}/c.png"), &[]).await.body, png(1, 1, "a"), "a copy stands alone");
    assert_eq!(files.stored(), 1);
}

#[tokio::test]
async fn a_move_or_copy_never_overwrites_or_leaves_the_bucket() {
    let files = Files::staff(PLACE).await;
    files.upload("a.png", &png(1, 1, "a"), false).await;
    files.upload("b.png", &png(1, 1, "b"), false).await;
    for path in [MOVE, COPY] {
        let taken = files.post(path, way("a.png", "b.png")).await;
        assert_refused(&taken, "409", "Duplicate", "KeyAlreadyExists");
        assert_refused(&files.post(path, way("no.png", "c.png")).await, "404", "not_found", "NoSuchKey");
        assert_refused(&files.post(path, way("a.png", "../c.png")).await, "400", "InvalidKey", "InvalidKey");
        let mut elsewhere = way("a.png", "c.png");
        elsewhere["destinationBucket"] = json!("other");
        assert_refused(&files.post(path, elsewhere).await, "404", "Bucket not found", "NoSuchBucket");
        assert_refused(&files.post(path, json!({ "a": 1 })).await, "400", "InvalidRequest", "InvalidRequest");
    }
    assert_eq!(files.get(&format!("{PUBLIC}/b.png"), &[]).await.body, png(1, 1, "b"));
    assert_eq!(files.stored(), 2);
    let upsert = [("x-upsert", "true")];
    assert_eq!(files.call("POST", COPY, &upsert, way("a.png", "b.png").to_string()).await.status, 200);
    files.sweep_later().await;
    assert_eq!(files.get(&format!("{PUBLIC}/b.png"), &[]).await.body, png(1, 1, "a"));
    assert_eq!(files.stored(), 2);
}

#[tokio::test]
async fn one_file_is_removed_by_its_address() {
    let files = Files::staff(PLACE).await;
    files.upload("a/b%20c.png", &png(1, 1, ""), false).await;
    let path = format!("{OBJECT}/a/b%20c.png");
    let removed = files.call("DELETE", &path, &[], Body::empty()).await;
    assert_eq!((removed.status, &removed.json["message"]), (200, &json!("Successfully deleted")));
    assert_refused(&files.call("DELETE", &path, &[], Body::empty()).await, "404", "not_found", "NoSuchKey");
    files.sweep_later().await;
    assert_eq!(files.stored(), 0);
}

/// What is removed is gone for everyone at once. Its bytes stay for an hour, since a backup may be reading them, and no
/// longer; also when all files are removed together, which must not look like a foreign database.
#[tokio::test]
async fn removed_bytes_are_deleted_an_hour_later() {
    let files = Files::staff(PLACE).await;
    let names: Vec<String> = (0..30).map(|number| format!("{number}.png")).collect();
    for name in &names {
        files.upload(name, &png(1, 1, name), false).await;
    }
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(files.remove(&all).await.json.as_array().unwrap().len(), 30);
    assert_refused(&files.get(&format!("{PUBLIC}/7.png"), &[]).await, "404", "not_found", "NoSuchKey");
    umeed::storage::sweep(&files.server.app.db, &files.server.app.store).await.unwrap();
    assert_eq!(files.stored(), 30);
    files.sweep_later().await;
    assert_eq!(files.stored(), 0);
    let notes = files.server.app.db.rows(umeed::db::Sql::new("SELECT version FROM removed_files")).await.unwrap();
    assert!(notes.is_empty(), "nothing is left to do");
}

#[tokio::test]
async fn removing_takes_a_thousand_names_and_no_more() {
    let files = Files::staff(PLACE).await;
    files.upload("a.png", &png(1, 1, ""), false).await;
    let mut names = vec!["a.png"; 1000];
    assert_eq!(files.remove(&names).await.json.as_array().unwrap().len(), 1);
    names.push("a.png");
    assert_refused(&files.remove(&names).await, "400", "InvalidRequest", "InvalidRequest");
    assert_eq!(files.remove(&[]).await.json, json!([]));
    assert_eq!(files.remove(&["../secret", "", "a\\b"]).await.json, json!([]));
}

#[tokio::test]
async fn signed_addresses_open_one_file_for_a_while() {
    let files = Files::staff(PLACE).await;
    files.upload("a%20b.png", &png(1, 1, "a"), false).await;
    files.upload("c.png", &png(1, 1, "c"), false).await;
    let signed = files.post("/storage/v1/object/sign/website_images/a%20b.png", json!({ "expiresIn": 60 })).await;
    let address = format!("/storage/v1{}", signed.json["signedURL"].as_str().unwrap().replace(' ', "%20"));
    assert_eq!(files.get(&address, &[]).await.body, png(1, 1, "a"));
    let forged = files.get(&address.replace("a%20b.png", "c.png"), &[]).await;
    assert_refused(&forged, "400", "InvalidSignature", "InvalidSignature");
    let bare = files.get("/storage/v1/object/sign/website_images/c.png", &[]).await;
    assert_refused(&bare, "400", "InvalidSignature", "InvalidSignature");
    let as_text = files.post("/storage/v1/object/sign/website_images/c.png", json!({ "expiresIn": "60" })).await;
    let address = format!("/storage/v1{}", as_text.json["signedURL"].as_str().unwrap());
    assert_eq!(files.get(&address, &[]).await.body, png(1, 1, "c"));
    let never = files.post("/storage/v1/object/sign/website_images/c.png", json!({ "expiresIn": 0 })).await;
    assert_refused(&never, "400", "InvalidRequest", "InvalidRequest");

    let many = json!({ "expiresIn": "60", "paths": ["c.png", "no.png"] });
    let many = files.post("/storage/v1/object/sign/website_images", many).await.json;
    assert!(many[0]["signedURL"].is_string() && many[0]["error"].is_null());
    assert!(many[1]["signedURL"].is_null() && many[1]["error"].is_string());
}

#[tokio::test]
async fn the_bucket_is_there_and_stays_as_it_is() {
    let files = Files::staff(PLACE).await;
    let bucket = files.get("/storage/v1/bucket/website_images", &[]).await.json;
    assert_eq!((&bucket["id"], &bucket["public"]), (&json!("website_images"), &json!(true)));
    assert_eq!(bucket["file_size_limit"], 52_428_800);
    assert_eq!(bucket["allowed_mime_types"].as_array().unwrap().len(), 7);
    let documents = files.get("/storage/v1/bucket/documents", &[]).await.json;
    assert_eq!((&documents["public"], &documents["allowed_mime_types"][0]), (&json!(true), &json!("application/pdf")));
    let both = json!([bucket, documents]);
    assert_eq!(files.get("/storage/v1/bucket", &[]).await.json, both);
    for (query, found) in [
        ("limit=1", json!([bucket])),
        ("limit=1&offset=1", json!([documents])),
        ("offset=2", json!([])),
        ("search=IMAGES", json!([bucket])),
        ("search=none", json!([])),
        ("sortColumn=name&sortOrder=asc", json!([documents, bucket])),
        ("sortColumn=id&sortOrder=desc", both.clone()),
        ("sortColumn=created_at", both),
    ] {
        assert_eq!(files.get(&format!("/storage/v1/bucket?{query}"), &[]).await.json, found, "{query}");
    }
    for query in ["limit=0", "limit=x", "offset=-1", "sortColumn=size", "sortOrder=up"] {
        let answer = files.get(&format!("/storage/v1/bucket?{query}"), &[]).await;
        assert_refused(&answer, "400", "InvalidRequest", "InvalidRequest");
    }
    let other = files.get("/storage/v1/bucket/other", &[]).await;
    assert_refused(&other, "404", "Bucket not found", "NoSuchBucket");
    for (method, path) in [("POST", "bucket"), ("PUT", "bucket/website_images"), ("DELETE", "bucket/website_images")] {
        let answer = files.call(method, &format!("/storage/v1/{path}"), &[], "{}").await;
        assert_refused(&answer, "403", "Unauthorized", "AccessDenied");
    }
}
