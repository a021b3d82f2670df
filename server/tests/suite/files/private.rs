//! Buckets that the site does not have: private ones, each with its own rights and limits. They are declared here alone,
//! to prove that a declaration is all it takes.

use std::sync::Arc;

use axum::Router;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use tower::ServiceExt;
use umeed::request::client::ClientAddress;
use umeed::schema::bucket::{FileKind, WEBSITE_IMAGES};
use umeed::schema::{Bucket, Role};
use umeed::storage::Storage;

use super::*;

const STAFF: &[Role] = &[Role::Editor, Role::Owner];

static LETTERS: Bucket = Bucket {
    name: "letters",
    public: false,
    readers: STAFF,
    writers: STAFF,
    kinds: &[FileKind::Png, FileKind::Jpeg],
    max_bytes: 40_000,
    widths: &[100, 200],
    shapes: &[],
};
/// As the above, for something else.
static REPORTS: Bucket = Bucket { name: "reports", widths: &[], ..LETTERS };
/// An owner puts files in and sees none.
static DROP_BOX: Bucket = Bucket { name: "drop_box", readers: &[Role::Editor], writers: &[Role::Owner], ..LETTERS };
/// An owner reads it and changes nothing.
static ARCHIVE: Bucket = Bucket { name: "archive", readers: &[Role::Owner], writers: &[Role::Editor], ..LETTERS };
/// Not even an owner sees it.
static OF_OTHERS: Bucket = Bucket { name: "of_others", readers: &[Role::Editor], writers: &[Role::Editor], ..LETTERS };

static BUCKETS: &[&Bucket] = &[&WEBSITE_IMAGES, &LETTERS, &REPORTS, &DROP_BOX, &ARCHIVE, &OF_OTHERS];

struct Private {
    server: TestApp,
    router: Router,
    owner: String,
}

/// Who asks: with which token, if any.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Who {
    Nobody,
    Visitor,
    Owner,
}

impl Private {
    async fn start() -> Private {
        let server = TestApp::start().await;
        let app = &server.app;
        let storage = Storage {
            db: app.db.clone(),
            store: app.store.clone(),
            secret: app.secret.clone(),
            admission: app.admission.clone(),
            buckets: BUCKETS,
        };
        let router = Router::new().nest("/storage/v1", umeed::storage::router(Arc::new(storage)));
        Private { owner: server.staff_token().await, server, router }
    }

    async fn call(&self, who: Who, method: &str, path: &str, body: impl Into<Body>) -> Answer {
        self.call_with(who, method, path, &[], body).await
    }

    async fn call_with(
        &self,
        who: Who,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(format!("/storage/v1/{path}"));
        request = match who {
            Who::Nobody => request,
            Who::Visitor => request.header(header::AUTHORIZATION, format!("Bearer {}", self.server.anon_key())),
            Who::Owner => request.header(header::AUTHORIZATION, format!("Bearer {}", self.owner)),
        };
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let from = ClientAddress([127, 0, 0, 1].into());
        let request = request.extension(from).body(body.into()).unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = umeed::request::body::read(answer.into_body(), usize::MAX).await.unwrap().to_vec();
        let json = serde_json::from_slice(&body).unwrap_or_default();
        Answer { status, headers, body, json }
    }

    async fn get(&self, who: Who, path: &str) -> Answer {
        self.call(who, "GET", path, Body::empty()).await
    }

    async fn post(&self, who: Who, path: &str, body: Value) -> Answer {
        self.call(who, "POST", path, body.to_string()).await
    }

    /// Puts a file there without asking anybody.
    async fn keep(&self, bucket: &'static Bucket, name: &str, bytes: Vec<u8>) {
        let file = umeed::storage::NewFile::new(bucket, name, bytes.into());
        umeed::storage::save(&self.server.app.db, &self.server.app.store, file).await.unwrap();
    }

    async fn with_letter() -> Private {
        let private = Private::start().await;
        private.keep(&LETTERS, "a/b.png", letter()).await;
        private
    }

    async fn names(&self, bucket: &str) -> Vec<String> {
        let listed = self.post(Who::Owner, &format!("object/list/{bucket}"), json!({ "prefix": "" })).await.json;
        listed.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    }

    /// A signed address as the server makes it, good until then.
    fn signed(&self, bucket: &str, name: &str, expires: i64) -> String {
        let message = format!("{expires}\n{name}\n{bucket}");
        let seal = URL_SAFE_NO_PAD.encode(self.server.app.secret.mac("signed url", message.as_bytes()));
        format!("object/sign/{bucket}/{name}?token={expires}.{seal}")
    }
}

fn letter() -> Vec<u8> {
    png(300, 200, "Dear Zulekha")
}

fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

/// Every address by which a file, or word of it, is to be had.
const ROADS: [&str; 9] = [
    "object/letters/a/b.png",
    "object/authenticated/letters/a/b.png",
    "object/public/letters/a/b.png",
    "object/info/letters/a/b.png",
    "object/info/authenticated/letters/a/b.png",
    "object/info/public/letters/a/b.png",
    "render/image/authenticated/letters/a/b.png?width=100",
    "render/image/public/letters/a/b.png?width=100",
    "bucket/letters",
];

/// To a visitor a private bucket answers as one that does not exist, byte for byte.
#[tokio::test]
async fn a_visitor_finds_nothing_by_any_road() {
    let private = Private::with_letter().await;
    for who in [Who::Nobody, Who::Visitor] {
        for road in ROADS {
            for method in ["GET", "HEAD"] {
                let answer = private.call(who, method, road, Body::empty()).await;
                let unknown = private.call(who, method, &road.replace("letters", "nothing"), Body::empty()).await;
                assert_eq!((answer.status, &answer.body), (unknown.status, &unknown.body), "{who:?} {method} {road}");
                assert_eq!(answer.headers, unknown.headers, "{who:?} {method} {road}");
            }
            assert_refused(&private.get(who, road).await, "404", "Bucket not found", "NoSuchBucket");
        }
        let way = json!({ "bucketId": "letters", "sourceKey": "a/b.png", "destinationKey": "c.png" });
        let mut out = way.clone();
        out["destinationBucket"] = json!("website_images");
        let into = json!({
            "bucketId": "website_images", "sourceKey": "x.png", "destinationBucket": "letters", "destinationKey": "x.png",
        });
        for (method, path, body) in [
            ("POST", "object/list/letters", json!({ "prefix": "a" })),
            ("POST", "object/list-v2/letters", json!({ "prefix": "a" })),
            ("POST", "object/upload/sign/letters/new.png", json!({})),
            ("POST", "object/sign/letters/a/b.png", json!({ "expiresIn": 60 })),
            ("POST", "object/sign/letters", json!({ "expiresIn": 60, "paths": ["a/b.png"] })),
            ("POST", "object/letters/new.png", json!({})),
            ("PUT", "object/letters/a/b.png", json!({})),
            ("DELETE", "object/letters/a/b.png", json!({})),
            ("DELETE", "object/letters", json!({ "prefixes": ["a/b.png"] })),
            ("POST", "object/move", way.clone()),
            ("POST", "object/copy", way.clone()),
            ("POST", "object/copy", out.clone()),
            ("POST", "object/move", into.clone()),
            ("POST", "object/copy", into),
        ] {
            let answer = private.call(who, method, path, body.to_string()).await;
            assert_refused(&answer, "404", "Bucket not found", "NoSuchBucket");
        }
        assert_eq!(private.get(who, "bucket").await.json, json!([]));
    }
    assert_eq!(private.get(Who::Owner, "object/letters/a/b.png").await.body, letter(), "it is still there");
}

#[tokio::test]
async fn staff_read_it_with_their_token_and_no_cache_keeps_it() {
    let private = Private::with_letter().await;
    for road in ["object/letters/a/b.png", "object/authenticated/letters/a/b.png"] {
        let answer = private.get(Who::Owner, road).await;
        assert_eq!((answer.status, answer.body.as_slice()), (200, letter().as_slice()), "{road}");
        assert_eq!(answer.header("cache-control"), "private, no-cache");
        let known = [("if-none-match", answer.header("etag"))];
        assert_eq!(private.call_with(Who::Owner, "GET", road, &known, Body::empty()).await.status, 304);
        assert_refused(
            &private.call_with(Who::Nobody, "GET", road, &known, Body::empty()).await,
            "404",
            "Bucket not found",
            "NoSuchBucket",
        );
    }
    let info = private.get(Who::Owner, "object/info/letters/a/b.png").await.json;
    assert_eq!((&info["name"], &info["bucket_id"]), (&json!("a/b.png"), &json!("letters")));
    assert_eq!(private.names("letters").await, ["a"]);
    assert_refused(&private.get(Who::Owner, ROADS[2]).await, "404", "Bucket not found", "NoSuchBucket");
    let missing = private.get(Who::Owner, "object/letters/no.png").await;
    assert_refused(&missing, "404", "not_found", "NoSuchKey");

    let bucket = private.get(Who::Owner, "bucket/letters").await.json;
    assert_eq!((&bucket["public"], &bucket["file_size_limit"]), (&json!(false), &json!(40_000)));
    assert_eq!(bucket["allowed_mime_types"], json!(["image/png", "image/jpeg"]));
    let buckets = private.get(Who::Owner, "bucket").await.json;
    let names: Vec<&Value> = buckets.as_array().unwrap().iter().map(|bucket| &bucket["name"]).collect();
    assert_eq!(names, ["website_images", "letters", "reports", "archive"]);
}

/// Reading a picture of the site asks nobody who they are; a private one does.
#[tokio::test]
async fn a_stale_token_breaks_no_public_picture_and_opens_no_private_one() {
    let private = Private::with_letter().await;
    private.keep(&WEBSITE_IMAGES, "a/b.png", letter()).await;
    let stale = [("authorization", "Bearer stale")];
    for road in ROADS.iter().filter(|road| !road.starts_with("bucket")) {
        let public = road.replace("letters", "website_images");
        let answer = private.call_with(Who::Nobody, "GET", &public, &stale, Body::empty()).await;
        assert_eq!(answer.status, 200, "{public}");
        let refused = private.call_with(Who::Nobody, "GET", road, &stale, Body::empty()).await;
        assert_eq!(refused.status, 400, "{road}");
        assert!(["AccessDenied", "NoSuchBucket"].contains(&refused.json["code"].as_str().unwrap()), "{road}");
    }
    let answer = private.get(Who::Nobody, "object/public/website_images/a/b.png").await;
    assert_eq!(answer.header("cache-control"), "max-age=3600");
}

#[tokio::test]
async fn a_signed_address_opens_one_file_of_one_bucket_until_it_expires() {
    let private = Private::with_letter().await;
    private.keep(&LETTERS, "c.png", png(1, 1, "c")).await;
    private.keep(&REPORTS, "a/b.png", png(1, 1, "a report")).await;
    private.keep(&WEBSITE_IMAGES, "a/b.png", png(1, 1, "a picture")).await;
    let signed = private.post(Who::Owner, "object/sign/letters/a/b.png", json!({ "expiresIn": 60 })).await;
    let address = signed.json["signedURL"].as_str().unwrap().trim_start_matches('/').to_owned();
    for who in [Who::Nobody, Who::Visitor, Who::Owner] {
        let answer = private.get(who, &address).await;
        assert_eq!((answer.status, answer.body.as_slice()), (200, letter().as_slice()), "{who:?}");
        assert_eq!(answer.header("cache-control"), "private, no-cache");
    }
    for (from, to) in [
        ("letters/a/b.png", "letters/c.png"),
        ("letters/a/b.png", "reports/a/b.png"),
        ("letters/a/b.png", "website_images/a/b.png"),
    ] {
        let forged = private.get(Who::Nobody, &address.replace(from, to)).await;
        assert_refused(&forged, "400", "InvalidSignature", "InvalidSignature");
    }
    let many = json!({ "expiresIn": 60, "paths": ["c.png", "no.png"] });
    let many = private.post(Who::Owner, "object/sign/letters", many).await.json;
    let second = many[0]["signedURL"].as_str().unwrap().trim_start_matches('/');
    assert_eq!(private.get(Who::Nobody, second).await.body, png(1, 1, "c"));
    assert!(many[1]["signedURL"].is_null());

    // The same address a minute before its end and a minute after.
    assert_eq!(private.get(Who::Nobody, &private.signed("letters", "a/b.png", now() + 60)).await.body, letter());
    let late = private.get(Who::Nobody, &private.signed("letters", "a/b.png", now() - 60)).await;
    assert_refused(&late, "400", "ExpiredToken", "ExpiredToken");
    let picture = private.signed("website_images", "a/b.png", now() + 60);
    let other = private.get(Who::Nobody, &picture.replace("website_images", "letters")).await;
    assert_refused(&other, "400", "InvalidSignature", "InvalidSignature");
}

#[tokio::test]
async fn each_bucket_keeps_its_own_files_limits_and_widths() {
    let private = Private::start().await;
    let photo = image::RgbImage::from_fn(500, 250, |x, y| image::Rgb([x as u8, y as u8, (x ^ y) as u8]));
    let mut jpeg = std::io::Cursor::new(Vec::new());
    photo.write_to(&mut jpeg, image::ImageFormat::Jpeg).unwrap();
    let jpeg = jpeg.into_inner();
    assert!(jpeg.len() < 40_000, "{}", jpeg.len());
    for bucket in ["letters", "reports", "website_images"] {
        let answer = private.call(Who::Owner, "POST", &format!("object/{bucket}/a.jpg"), jpeg.clone()).await;
        assert_eq!(answer.json["Key"], format!("{bucket}/a.jpg"), "one name in each bucket: {}", answer.text());
    }
    let accept = [("accept", "image/webp")];
    let width = async |bucket: &str, who: Who, width: &str| {
        let road = format!("render/image/authenticated/{bucket}/a.jpg?width={width}");
        let answer = private.call_with(who, "GET", &road, &accept, Body::empty()).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let control = if bucket == "website_images" { "no-cache" } else { "private, no-cache" };
        assert_eq!(answer.header("cache-control"), control);
        image::load_from_memory(&answer.body).unwrap().width()
    };
    assert_eq!(width("website_images", Who::Nobody, "150").await, 160);
    assert_eq!(width("letters", Who::Owner, "90").await, 100);
    assert_eq!(width("letters", Who::Owner, "150").await, 200);
    assert_eq!(width("letters", Who::Owner, "9000").await, 200);
    assert_eq!(width("reports", Who::Owner, "90").await, 500, "a bucket without widths has only the whole picture");
    // It is made by now, and still nobody else is given it.
    let made = private.get(Who::Nobody, "render/image/authenticated/letters/a.jpg?width=90").await;
    assert_refused(&made, "404", "Bucket not found", "NoSuchBucket");

    let gif = b"GIF89a\x02\0\x02\0\0\0\0;".to_vec();
    assert_eq!(private.call(Who::Owner, "POST", "object/website_images/b.gif", gif.clone()).await.status, 200);
    let refused = private.call(Who::Owner, "POST", "object/letters/b.gif", gif).await;
    assert_refused(&refused, "415", "invalid_mime_type", "InvalidMimeType");
    assert_eq!(refused.json["message"], "mime type image/gif is not supported. Please choose a PNG or JPEG picture.");
    let most = harness::png_of_size(40_000);
    assert_eq!(private.call(Who::Owner, "POST", "object/letters/most.png", most.clone()).await.status, 200);
    let more = harness::png_of_size(40_001);
    for headers in [&[][..], &[("content-length", "999999999")]] {
        let answer = private.call_with(Who::Owner, "POST", "object/letters/more.png", headers, more.clone()).await;
        assert_refused(&answer, "413", "Payload too large", "EntityTooLarge");
    }
    assert_eq!(private.names("letters").await, ["a.jpg", "most.png"]);
    assert_eq!(private.names("website_images").await, ["a.jpg", "b.gif"]);

    // Removing it from one leaves the others.
    let removed =
        private.call(Who::Owner, "DELETE", "object/letters", json!({ "prefixes": ["a.jpg"] }).to_string()).await;
    assert_eq!(removed.json[0]["bucket_id"], "letters");
    assert_eq!(private.get(Who::Owner, "object/reports/a.jpg").await.status, 200);
}

#[tokio::test]
async fn moving_and_copying_between_buckets_obeys_both() {
    let private = Private::with_letter().await;
    let way = |from: &str, to: &str| json!({ "bucketId": from, "sourceKey": "a/b.png", "destinationBucket": to, "destinationKey": "a/b.png" });
    let copied = private.post(Who::Owner, "object/copy", way("letters", "reports")).await;
    assert_eq!((copied.status, &copied.json["Key"]), (200, &json!("reports/a/b.png")), "{}", copied.text());
    assert_eq!(private.get(Who::Owner, "object/reports/a/b.png").await.body, letter());
    assert_eq!(private.get(Who::Owner, "object/letters/a/b.png").await.body, letter());

    // Published by moving it into the public bucket, hidden again by moving it back.
    let moved = private.post(Who::Owner, "object/move", way("letters", "website_images")).await;
    assert_eq!((moved.status, &moved.json["Key"]), (200, &json!("website_images/a/b.png")));
    assert_eq!(private.get(Who::Nobody, "object/public/website_images/a/b.png").await.body, letter());
    assert_refused(&private.get(Who::Owner, "object/letters/a/b.png").await, "404", "not_found", "NoSuchKey");
    assert_eq!(private.post(Who::Owner, "object/move", way("website_images", "letters")).await.status, 200);
    let hidden = private.get(Who::Nobody, "object/public/website_images/a/b.png").await;
    assert_refused(&hidden, "404", "not_found", "NoSuchKey");

    for path in ["object/move", "object/copy"] {
        let taken = private.post(Who::Owner, path, way("letters", "reports")).await;
        assert_refused(&taken, "409", "Duplicate", "KeyAlreadyExists");
        let denied = private.post(Who::Owner, path, way("letters", "archive")).await;
        assert_refused(&denied, "403", "Unauthorized", "AccessDenied");
        let unseen = private.post(Who::Owner, path, way("letters", "of_others")).await;
        assert_refused(&unseen, "404", "Bucket not found", "NoSuchBucket");
        let unseen = private.post(Who::Owner, path, way("of_others", "letters")).await;
        assert_refused(&unseen, "404", "Bucket not found", "NoSuchBucket");
    }
    // What one may read and not change can be copied and not moved; what one may not read, neither of the two.
    private.keep(&ARCHIVE, "a/b.png", png(1, 1, "old")).await;
    private.keep(&DROP_BOX, "a/b.png", png(1, 1, "dropped")).await;
    let kept = private.post(Who::Owner, "object/move", way("archive", "website_images")).await;
    assert_refused(&kept, "404", "not_found", "NoSuchKey");
    assert_eq!(private.post(Who::Owner, "object/copy", way("archive", "website_images")).await.status, 200);
    let unread = private.post(Who::Owner, "object/copy", way("drop_box", "reports")).await;
    assert_refused(&unread, "404", "not_found", "NoSuchKey");

    // The limits are those of the bucket where it is to go.
    private.keep(&WEBSITE_IMAGES, "large/b.png", png(1, 1, &"x".repeat(50_000))).await;
    private.keep(&WEBSITE_IMAGES, "drawing/b.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec()).await;
    for path in ["object/move", "object/copy"] {
        for (name, status, error, code) in [
            ("large/b.png", "413", "Payload too large", "EntityTooLarge"),
            ("drawing/b.png", "415", "invalid_mime_type", "InvalidMimeType"),
        ] {
            let mut way = way("website_images", "letters");
            way["sourceKey"] = json!(name);
            way["destinationKey"] = json!("new.png");
            assert_refused(&private.post(Who::Owner, path, way).await, status, error, code);
        }
    }
    assert_eq!(private.names("letters").await, ["a"]);
}

#[tokio::test]
async fn a_role_does_what_the_declaration_says_and_no_more() {
    let private = Private::start().await;
    // Writes and sees nothing.
    assert_eq!(private.call(Who::Owner, "POST", "object/drop_box/a.png", letter()).await.status, 200);
    for road in ["object/drop_box/a.png", "object/info/drop_box/a.png", "render/image/authenticated/drop_box/a.png"] {
        assert_refused(&private.get(Who::Owner, road).await, "404", "not_found", "NoSuchKey");
    }
    assert!(private.names("drop_box").await.is_empty());
    let sign = private.post(Who::Owner, "object/sign/drop_box/a.png", json!({ "expiresIn": 60 })).await;
    assert_refused(&sign, "404", "not_found", "NoSuchKey");
    assert_refused(&private.get(Who::Owner, "bucket/drop_box").await, "404", "Bucket not found", "NoSuchBucket");

    // Reads and changes nothing.
    private.keep(&ARCHIVE, "a.png", letter()).await;
    assert_eq!(private.get(Who::Owner, "object/archive/a.png").await.body, letter());
    let denied = private.call(Who::Owner, "PUT", "object/archive/a.png", png(1, 1, "evil")).await;
    assert_refused(&denied, "403", "Unauthorized", "AccessDenied");
    let removed =
        private.call(Who::Owner, "DELETE", "object/archive", json!({ "prefixes": ["a.png"] }).to_string()).await;
    assert_eq!(removed.json, json!([]));
    assert_eq!(private.names("archive").await, ["a.png"]);

    // Sees nothing at all.
    private.keep(&OF_OTHERS, "a.png", letter()).await;
    for road in ["object/of_others/a.png", "object/info/of_others/a.png", "bucket/of_others"] {
        assert_refused(&private.get(Who::Owner, road).await, "404", "Bucket not found", "NoSuchBucket");
    }
}
