use futures_util::StreamExt;
use serde_json::json;

use super::*;

/// Every way of writing, tried by a visitor: none leaves a trace, whatever its road.
#[tokio::test]
async fn visitors_change_nothing_by_any_road() {
    let files = Files::visitor(Place::Folder).await;
    let app = &files.server.app;
    let picture = png(1, 1, "a");
    keep(app, "a.png", picture.clone()).await.unwrap();

    let upload = files.upload("b.png", &picture, false).await;
    assert_refused(&upload, "403", "Unauthorized", "AccessDenied");
    assert_eq!(upload.json["message"], "new row violates row-level security policy");
    for method in ["POST", "PUT"] {
        let answer = files.call(method, &format!("{OBJECT}/a.png"), &[("x-upsert", "true")], png(1, 1, "evil")).await;
        assert_refused(&answer, "403", "Unauthorized", "AccessDenied");
    }
    assert_eq!(files.remove(&["a.png"]).await.json, json!([]));
    let list = files.post("/storage/v1/object/list/website_images", json!({ "prefix": "" })).await;
    assert_eq!((list.status, list.json), (200, json!([])));
    let delete = files.call("DELETE", &format!("{OBJECT}/a.png"), &[], Body::empty()).await;
    assert_refused(&delete, "404", "not_found", "NoSuchKey");
    let way = json!({ "bucketId": "website_images", "sourceKey": "a.png", "destinationKey": "b.png" });
    for path in ["move", "copy"] {
        let answer = files.post(&format!("/storage/v1/object/{path}"), way.clone()).await;
        assert_refused(&answer, "404", "not_found", "NoSuchKey");
    }
    for (bucket, name) in [("website_images", "b.png"), ("documents", "b.pdf")] {
        let path = format!("/storage/v1/object/upload/sign/{bucket}/{name}");
        let sign = files.call("POST", &path, &[("x-upsert", "true")], "{}").await;
        assert_refused(&sign, "403", "Unauthorized", "AccessDenied");
        let put = files.call("PUT", &format!("{path}?token=99999999999.x.replace.x"), &[], picture.clone()).await;
        assert_refused(&put, "400", "InvalidSignature", "InvalidSignature");
        let upload = files.call("POST", &format!("/storage/v1/object/{bucket}/{name}"), &[], picture.clone()).await;
        assert_refused(&upload, "403", "Unauthorized", "AccessDenied");
        let list = files.post(&format!("/storage/v1/object/list-v2/{bucket}"), json!({ "prefix": "" })).await;
        assert_eq!((list.status, list.json), (200, json!({ "hasNext": false, "folders": [], "objects": [] })));
    }
    let sign = files.post("/storage/v1/object/sign/website_images/a.png", json!({ "expiresIn": 60 })).await;
    assert_refused(&sign, "404", "not_found", "NoSuchKey");
    assert_eq!(files.get("/storage/v1/bucket", &[]).await.json, json!([]));
    let made = files.post("/storage/v1/bucket", json!({ "name": "mine" })).await;
    assert_refused(&made, "403", "Unauthorized", "AccessDenied");

    assert_eq!(files.get(&format!("{PUBLIC}/a.png"), &[]).await.body, picture);
    assert_eq!(files.stored(), 1);
}

/// A refused upload is answered, however much of it is still to come.
#[tokio::test]
async fn a_visitor_is_refused_before_the_file_is_read() {
    let files = Files::visitor(Place::Folder).await;
    let long = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![0_u8; 64 * 1024])).take(200);
    let answer = files.upload_raw("a.png", Body::from_stream(long), &[]).await;
    assert_refused(&answer, "403", "Unauthorized", "AccessDenied");
}
