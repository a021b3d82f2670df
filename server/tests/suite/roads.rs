//! What visitors must not see, looked for on every road by which anything leaves the server: tables as JSON, CSV, single
//! objects and counts, places inside JSON, refusals, files and their lists, pictures made smaller, pages and their data,
//! and what is not there at all.

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use umeed::db::Sql;
use umeed::schema::TABLES;
use umeed::schema::role::Access;

use crate::harness::{Answer, EMAIL, TestApp};

/// A word for each secret, so that a leak says whose it is.
const SECRETS: [&str; 9] = [
    "canaryphone",
    "canaryname",
    "canaryskills",
    "canarysubscriber",
    "canaryhidden",
    "canarygateway",
    "canarymessage",
    "canaryrecipient",
    "canaryviews",
];

async fn guarded() -> (TestApp, String) {
    let app = TestApp::start_with(|settings| settings.sample_content = true).await;
    app.fill().await;
    let staff = app.staff_token().await;
    let volunteer = json!({ "name": "canaryname", "city": "c", "phone": "canaryphone", "skills": "canaryskills" });
    let hidden = json!({ "quote": "canaryhidden", "name": "canaryhidden", "is_visible": false });
    let message = json!({ "name": "canaryname", "email": "a@example.org", "subject": "s", "message": "canarymessage" });
    let details = json!({ "content": { "bank_name": "B", "payment_gateway_api_key": "canarygateway" } });
    for (table, row) in [
        ("volunteers", volunteer),
        ("subscribers", json!({ "email": "canarysubscriber@example.org" })),
        ("testimonials", hidden),
        ("messages", message),
    ] {
        assert_eq!(app.post_json(&format!("/rest/v1/{table}"), row, Some(&staff)).await.status, 201, "{table}");
    }
    let path = "/rest/v1/website_content?page_key=eq.donation_details";
    assert_eq!(app.patch_json(path, details, Some(&staff)).await.status, 204);
    let mail = Sql::new(
        "INSERT INTO outbox (id, created_at, kind, recipient, status, next_at) VALUES \
         ('01890000-0000-7000-8000-000000000001', '2026-01-01', 'test', 'canaryrecipient@example.org', 'failed', '2026-01-01')",
    );
    let views = Sql::new(
        "INSERT INTO page_views (id, day, path, views, link_previews) VALUES \
         ('01890000-0000-7000-8000-000000000002', '2026-01-01', '/canaryviews', 1, 0)",
    );
    for sql in [mail, views] {
        app.app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
    }
    let upload =
        app.request(Method::POST, "/storage/v1/object/website_images/canaryname/canaryphone.svg", Some(&staff));
    assert_eq!(app.send(upload.body(Body::from("<svg/>")).unwrap()).await.status, 200);
    // A file that visitors do see, whose maker left a note in it.
    let upload = app.request(Method::POST, "/storage/v1/object/website_images/known.jpg", Some(&staff));
    assert_eq!(app.send(upload.body(Body::from(photo_with_note())).unwrap()).await.status, 200);
    (app, staff)
}

fn photo_with_note() -> Vec<u8> {
    let mut photo = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(400, 300).write_to(&mut photo, image::ImageFormat::Jpeg).unwrap();
    let photo = photo.into_inner();
    [&photo[..2], b"\xff\xfe\0\x0dcanaryphone", &photo[2..]].concat()
}

#[track_caller]
fn assert_silent(answer: &Answer, road: &str) {
    let headers: String = answer.headers.values().map(|value| format!("{value:?} ")).collect();
    let all = format!("{headers}{}", answer.text()).to_lowercase();
    for secret in SECRETS.iter().chain([&EMAIL, &"argon2id"]) {
        assert!(!all.contains(secret), "{road} tells {secret}: {all}");
    }
}

/// Sanity of the whole file: staff do see every one of these words, and each table that visitors do not read as it is holds one.
#[tokio::test]
async fn staff_see_what_is_guarded() {
    let (app, staff) = guarded().await;
    let mut seen = String::new();
    for table in TABLES {
        let rows = app.get(&format!("/rest/v1/{}", table.name), Some(&staff)).await.text();
        if table.rights.visitor.read != Access::ALL {
            assert!(SECRETS.iter().any(|secret| rows.contains(secret)), "{} needs a secret in this test", table.name);
        }
        seen += &rows;
    }
    for secret in SECRETS {
        assert!(seen.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn tables_tell_visitors_nothing() {
    let (app, _) = guarded().await;
    let accepts = ["application/json", "text/csv", "application/vnd.pgrst.object+json", "*/*"];
    for table in TABLES {
        let mut queries: Vec<String> =
            ["", "select=*", "limit=1", "offset=0&limit=5", "select=id", "select=count()"].map(str::to_owned).into();
        let columns = table.columns.iter().map(|column| column.name);
        for column in columns.chain(["content->>payment_gateway_api_key"]) {
            for test in ["like.*anary*", "ilike.*ANARY*", "not.is.null", "neq.x", "gt.a", "in.(x,y)"] {
                queries.push(format!("{column}={test}"));
                queries.push(format!("or=({column}.{test})"));
            }
            queries.push(format!("select=x:{column}"));
            queries.push(format!("order={column}.desc"));
        }
        for query in &queries {
            let path = format!("/rest/v1/{}?{}", table.name, query.replace('>', "%3E"));
            for accept in accepts {
                for method in [Method::GET, Method::HEAD] {
                    let request =
                        app.request(method, &path, None).header("accept", accept).header("prefer", "count=exact");
                    assert_silent(&app.send(request.body(Body::empty()).unwrap()).await, &path);
                }
            }
        }
    }
}

/// Nothing is learnt from being refused, nor from what a filter finds.
#[tokio::test]
async fn refusals_and_counts_tell_visitors_nothing() {
    let (app, _) = guarded().await;
    let count = async |query: &str| {
        let request = app.request(Method::HEAD, query, None).header("prefer", "count=exact");
        app.send(request.body(Body::empty()).unwrap()).await.header("content-range").to_owned()
    };
    let visible = count("/rest/v1/testimonials").await;
    assert_eq!(count("/rest/v1/testimonials?name=neq.canaryhidden").await, visible);
    let none = count("/rest/v1/testimonials?quote=eq.canaryhidden").await;
    assert_eq!(none, count("/rest/v1/testimonials?quote=eq.nothing-like-it").await);

    for (table, row) in [
        ("volunteers", json!({ "id": "00000000-0000-0000-0000-000000000000", "name": "n", "city": "c", "phone": "1" })),
        ("volunteers", json!({ "name": null, "city": "c", "phone": "1" })),
        ("testimonials", json!({ "name": "canaryhidden" })),
        ("website_content", json!({ "page_key": "donation_details", "content": {} })),
        ("subscribers", json!({ "email": "CANARY subscriber" })),
    ] {
        for prefer in ["return=representation", "resolution=merge-duplicates,return=representation", "return=minimal"] {
            let request = app.request(Method::POST, &format!("/rest/v1/{table}"), None).header("prefer", prefer);
            let body = row.to_string().replace("canaryhidden", "x").replace("CANARY ", "");
            assert_silent(&app.send(request.body(Body::from(body)).unwrap()).await, table);
        }
    }
    // Nor from changing or removing, shown what was changed or removed.
    for table in TABLES.iter().map(|table| table.name) {
        for method in [Method::PUT, Method::PATCH, Method::DELETE] {
            for query in ["", "?id=not.is.null", "?page_key=eq.donation_details", "?select=*"] {
                let path = format!("/rest/v1/{table}{query}");
                let request = app.request(method.clone(), &path, None).header("prefer", "return=representation");
                let answer = app.send(request.body(Body::from("{}")).unwrap()).await;
                assert!((400..500).contains(&answer.status), "{method} {path}: {}", answer.status);
                assert_silent(&answer, &path);
            }
        }
    }
    // A known address is told only that it is known, in the sender's own words.
    let again = app.post_json("/rest/v1/subscribers", json!({ "email": "canarysubscriber@example.org" }), None).await;
    assert_eq!((again.status, again.json["code"].as_str()), (409, Some("23505")));
}

#[tokio::test]
async fn files_pages_and_the_rest_tell_visitors_nothing() {
    let (app, _) = guarded().await;
    let storage = [
        (Method::POST, "/storage/v1/object/list/website_images", json!({ "prefix": "", "limit": 100 })),
        (Method::POST, "/storage/v1/object/list/website_images", json!({ "prefix": "canaryname", "search": "canary" })),
        (Method::POST, "/storage/v1/object/list-v2/website_images", json!({ "prefix": "" })),
        (Method::GET, "/storage/v1/bucket", Value::Null),
        (Method::GET, "/storage/v1/object/website_images/", Value::Null),
        (Method::POST, "/storage/v1/object/sign/website_images/known.jpg", json!({ "expiresIn": 60 })),
    ];
    for (method, path, body) in storage {
        let request = app.request(method, path, None).body(Body::from(body.to_string())).unwrap();
        assert_silent(&app.send(request).await, path);
    }
    for road in ["object/public", "object", "object/info/public", "object/info", "render/image/public"] {
        for name in ["known.jpg", "none.jpg"] {
            let path = format!("/storage/v1/{road}/website_images/{name}?width=160");
            let answer = app.get(&path, None).await;
            assert_eq!(answer.status == 200, name == "known.jpg", "{path}: {}", answer.status);
            assert_silent(&answer, &path);
        }
    }
    // One who knows a name gets no signature for it, nor learns whether it is there.
    let hidden = "canaryname/canaryphone.svg";
    let asked = json!({ "expiresIn": 60, "paths": ["known.jpg", hidden, "none.jpg"] });
    let signed = app.post_json("/storage/v1/object/sign/website_images", asked, None).await;
    for (path, entry) in ["known.jpg", hidden, "none.jpg"].iter().zip(signed.json.as_array().unwrap()) {
        let no = "Either the object does not exist or you do not have access to it";
        assert_eq!(*entry, json!({ "error": no, "path": path, "signedURL": null }));
    }
    let backups = app.post_json("/rest/v1/rpc/last_backup", json!({}), None).await;
    assert_eq!((backups.status, backups.json["code"].as_str()), (401, Some("42501")));
    assert_silent(&backups, "rpc");
    let others = ["/nowhere", "/admin", "/admin/manage-volunteers", "/admin/login"];
    let files = ["/sitemap.xml", "/robots.txt", "/site.webmanifest", "/favicon.ico"];
    let mut pages = app.app.pages.fixed_paths().await.unwrap();
    assert!(pages.len() >= 13, "{pages:?}");
    pages.extend(others.into_iter().chain(files).map(str::to_owned));
    for page in &pages {
        assert_silent(&app.get(page, None).await, page);
        assert_silent(&app.get(&format!("/page-data{page}"), None).await, page);
    }
    for path in [
        "/auth/v1/settings",
        "/auth/v1/health",
        "/auth/v1/admin/users",
        "/auth/v1/user",
        "/auth/v1/.well-known/jwks.json",
        "/realtime/v1/websocket",
        "/graphql/v1",
        "/rest/v1/",
        "/rest/v1/rpc/volunteers",
        "/metrics",
        "/healthz",
        "/readyz",
        "/umeed.db",
        "/data/umeed.db",
        "/secret",
        "/.git/config",
        "/assets/../secret",
    ] {
        assert_silent(&app.get(path, None).await, path);
    }
}

/// Staff's own answers are for nobody in between to keep.
#[tokio::test]
async fn what_staff_see_is_not_kept_on_the_way() {
    let (app, staff) = guarded().await;
    for path in ["/rest/v1/volunteers", "/auth/v1/user"] {
        assert_eq!(app.get(path, Some(&staff)).await.header("cache-control"), "no-store", "{path}");
    }
}
