//! Addresses to which one file can be uploaded without a session.

use serde_json::json;
use umeed::auth::accounts;
use umeed::schema::Role;

use super::*;

const SIGN: &str = "/storage/v1/object/upload/sign/website_images";
const WRITER: &str = "writer@umeed.local";
const PASSWORD: &str = "a long enough pass phrase";

/// The path of a signed upload for this name, as the server gives it.
async fn signed(files: &Files, name: &str, headers: &[(&str, &str)]) -> String {
    let answer = files.call("POST", &format!("{SIGN}/{name}"), headers, "{}").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.json["url"].as_str().unwrap().ends_with(answer.json["token"].as_str().unwrap()));
    format!("/storage/v1{}", answer.json["url"].as_str().unwrap())
}

/// Sent by one who has nothing but the address.
async fn put(files: &Files, path: &str, headers: &[(&str, &str)], bytes: impl Into<Body>) -> Answer {
    let mut request = Request::builder().method("PUT").uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    files.server.send(request.body(bytes.into()).unwrap()).await
}

async fn staff() -> Files {
    Files::staff(Place::Folder).await
}

/// Signed in to an account of its own.
async fn sign_in(files: &mut Files, role: Role) {
    let db = &files.server.app.db;
    accounts::add_with_role(db, WRITER, PASSWORD, Default::default(), role).await.unwrap();
    let asked = json!({ "email": WRITER, "password": PASSWORD });
    let session = files.server.post_json("/auth/v1/token?grant_type=password", asked, None).await;
    files.token = session.json["access_token"].as_str().unwrap().to_owned();
}

#[tokio::test]
async fn one_who_holds_the_address_uploads_one_file_without_a_session() {
    let files = staff().await;
    let path = signed(&files, "a/%D8%B9%20b.png", &[]).await;
    assert!(path.starts_with(&format!("{SIGN}/a/%D8%B9%20b.png?token=")), "{path}");
    let stale = [("authorization", "Bearer stale"), ("cache-control", "max-age=60"), ("x-upsert", "true")];
    let taken = put(&files, &path, &stale, png(2, 1, "a")).await;
    assert_eq!((taken.status, &taken.json["Key"]), (200, &json!("website_images/a/ع b.png")), "{}", taken.text());
    let served = files.get(&format!("{PUBLIC}/a/%D8%B9%20b.png"), &[]).await;
    assert_eq!((served.body.as_slice(), served.header("cache-control")), (png(2, 1, "a").as_slice(), "max-age=60"));

    // The token says whether it may replace, whatever its holder asks for.
    assert_refused(&put(&files, &path, &stale, png(1, 1, "b")).await, "409", "Duplicate", "KeyAlreadyExists");
    let taken = files.call("POST", &format!("{SIGN}/a/%D8%B9%20b.png"), &[], "{}").await;
    assert_refused(&taken, "409", "Duplicate", "KeyAlreadyExists");
    let replacing = signed(&files, "a/%D8%B9%20b.png", &[("x-upsert", "true")]).await;
    assert_eq!(put(&files, &replacing, &[("x-upsert", "false")], png(1, 1, "b")).await.status, 200);
    assert_eq!(files.get(&format!("{PUBLIC}/a/%D8%B9%20b.png"), &[]).await.body, png(1, 1, "b"));
}

#[tokio::test]
async fn the_limits_of_the_bucket_hold() {
    let files = staff().await;
    let path = signed(&files, "a.png", &[]).await;
    let page = put(&files, &path, &[("content-type", "image/png")], "<!doctype html><script>").await;
    assert_refused(&page, "415", "invalid_mime_type", "InvalidMimeType");
    let large = put(&files, &path, &[("content-length", "999999999999")], "").await;
    assert_refused(&large, "413", "Payload too large", "EntityTooLarge");
    assert_refused(&put(&files, &path, &[], "").await, "400", "InvalidRequest", "InvalidRequest");
    assert_eq!(files.stored(), 0);
}

#[tokio::test]
async fn a_token_is_good_for_one_name_and_for_uploading_only() {
    let files = staff().await;
    files.upload("known.png", &png(1, 1, "known"), false).await;
    let path = signed(&files, "a.png", &[]).await;
    let token = path.split_once('?').unwrap().1;
    for forged in [
        path.replace("/a.png?", "/b.png?"),
        path.replace("/a.png?", "/known.png?"),
        path.replace(".new.", ".replace."),
        format!("{SIGN}/a.png"),
        format!("{SIGN}/a.png?token="),
        format!("{SIGN}/a.png?token=99999999999.x.new.x"),
    ] {
        let answer = put(&files, &forged, &[], png(1, 1, "evil")).await;
        assert_refused(&answer, "400", "InvalidSignature", "InvalidSignature");
    }
    let reading = files.get(&format!("/storage/v1/object/sign/website_images/a.png?{token}"), &[]).await;
    assert_refused(&reading, "400", "InvalidSignature", "InvalidSignature");
    let asked = json!({ "expiresIn": 60 });
    let signed = files.post("/storage/v1/object/sign/website_images/known.png", asked).await.json;
    let token = signed["signedURL"].as_str().unwrap().split_once('?').unwrap().1.to_owned();
    let writing = put(&files, &format!("{SIGN}/known.png?{token}"), &[], png(1, 1, "evil")).await;
    assert_refused(&writing, "400", "InvalidSignature", "InvalidSignature");
    assert_eq!(files.get(&format!("{PUBLIC}/known.png"), &[]).await.body, png(1, 1, "known"));
    assert_eq!(files.stored(), 1);
}

#[tokio::test]
async fn a_token_ends_after_two_hours() {
    let files = staff().await;
    let path = signed(&files, "a.png", &[]).await;
    let token = path.split_once("token=").unwrap().1;
    let words: Vec<&str> = token.split('.').collect();
    let expires: i64 = words[0].parse().unwrap();
    let now = jiff::Timestamp::now().as_second();
    assert!((now + 7190..=now + 7200).contains(&expires), "{expires}");

    // One that the server made two hours ago.
    let head = format!("{}.{}.{}", now - 1, words[1], words[2]);
    let message = format!("{head}\na.png\nwebsite_images");
    let seal = files.server.app.secret.mac("signed upload", message.as_bytes());
    let seal = base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, seal);
    let late = put(&files, &format!("{SIGN}/a.png?token={head}.{seal}"), &[], png(1, 1, "")).await;
    assert_refused(&late, "400", "ExpiredToken", "ExpiredToken");
}

#[tokio::test]
async fn a_token_falls_with_the_account_that_signed_it() {
    for role in [Role::Editor, Role::Owner] {
        let mut files = staff().await;
        sign_in(&mut files, role).await;
        let (first, second) = (signed(&files, "a.png", &[]).await, signed(&files, "b.png", &[]).await);
        assert_eq!(put(&files, &first, &[], png(1, 1, "a")).await.status, 200);
        accounts::remove(&files.server.app.db, WRITER).await.unwrap();
        assert_refused(&put(&files, &second, &[], png(1, 1, "b")).await, "403", "Unauthorized", "AccessDenied");
        assert_eq!(files.stored(), 1);
    }
}

/// Signing out everywhere is for those whose tokens were stolen, so it ends these too; other accounts are not concerned.
#[tokio::test]
async fn a_token_ends_when_its_signer_signs_out_everywhere() {
    let mut files = staff().await;
    let others = signed(&files, "others.png", &[]).await;
    sign_in(&mut files, Role::Editor).await;
    let path = signed(&files, "a.png", &[]).await;
    let again = json!({ "email": WRITER, "password": PASSWORD });
    let elsewhere = files.server.post_json("/auth/v1/token?grant_type=password", again, None).await.json;
    let elsewhere = elsewhere["access_token"].as_str();
    assert_eq!(files.server.post_json("/auth/v1/logout?scope=global", json!({}), elsewhere).await.status, 204);
    assert_refused(&put(&files, &path, &[], png(1, 1, "a")).await, "403", "Unauthorized", "AccessDenied");
    assert_eq!(files.stored(), 0);
    assert_eq!(put(&files, &others, &[], png(1, 1, "b")).await.status, 200);
}
