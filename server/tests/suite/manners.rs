//! Manners of a server: limits, headers, and answers to what no client should send.

mod json_log;
mod status;
mod unread_log;

use axum::body::Body;
use axum::http::Method;
use serde_json::json;

use crate::harness::TestApp;

#[tokio::test]
async fn every_answer_carries_an_id_and_the_security_headers() {
    let app =
        TestApp::start_with(|settings| settings.public_url = Some("https://umeed.example".parse().unwrap())).await;
    for path in
        ["/healthz", "/rest/v1/projects", "/rest/v1/fake", "/auth/v1/user", "/storage/v1/bucket", "/about", "/nowhere"]
    {
        let answer = app.get(path, None).await;
        assert_eq!(answer.header("x-request-id").len(), 32, "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
        assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{path}");
        assert!(answer.header("strict-transport-security").contains("max-age"), "{path}");
        assert!(!answer.header("referrer-policy").is_empty() && !answer.header("permissions-policy").is_empty());
    }
}

/// Whatever is answered cannot be framed, nor be given another base, were it opened as a page.
#[tokio::test]
async fn every_kind_of_answer_keeps_frames_and_foreign_bases_out() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let mut photo = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(400, 300).write_to(&mut photo, image::ImageFormat::Jpeg).unwrap();
    for (name, bytes) in [("a.jpg", photo.into_inner()), ("a.svg", b"<svg width='4' height='3'/>".to_vec())] {
        let upload = app.request(Method::POST, &format!("/storage/v1/object/website_images/{name}"), Some(&staff));
        assert_eq!(app.send(upload.body(Body::from(bytes)).unwrap()).await.status, 200, "{name}");
    }
    let page = app.get("/about", None).await.text();
    let (_, asset) = page.split_once("src=\"/assets/").unwrap();
    let asset = format!("/assets/{}", asset.split('"').next().unwrap());
    let public = "/storage/v1/object/public/website_images";
    let render = "/storage/v1/render/image/public/website_images";
    for (path, status) in [
        ("/about", 200),
        ("/page-data/about", 200),
        ("/admin", 200),
        ("/nowhere", 404),
        ("/robots.txt", 200),
        ("/favicon.ico", 404),
        (&asset, 200),
        ("/assets/none.js", 404),
        ("/healthz", 200),
        ("/readyz", 200),
        ("/metrics", 404),
        ("/rest/v1/projects", 200),
        ("/rest/v1/volunteers", 401),
        ("/auth/v1/health", 200),
        ("/auth/v1/user", 401),
        ("/storage/v1/bucket", 200),
        (&format!("{public}/a.jpg"), 200),
        (&format!("{public}/a.svg"), 200),
        (&format!("{public}/none.png"), 400),
        (&format!("{render}/a.jpg?width=160"), 200),
        (&format!("{render}/a.svg?width=160"), 200),
        ("/realtime/v1/websocket", 426),
    ] {
        let answer = app.get(path, None).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        let policies: Vec<_> = answer.headers.get_all("content-security-policy").iter().collect();
        let [policy] = policies.as_slice() else { panic!("{path}: {policies:?}") };
        for rule in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action"] {
            assert!(policy.to_str().unwrap().contains(rule), "{path}: {policy:?}");
        }
    }
    let large = app.request(Method::GET, "/about", None).header("x-large", "x".repeat(40_000));
    let refused = app.send(large.body(Body::empty()).unwrap()).await;
    assert_eq!(refused.status, 431);
    assert!(refused.header("content-security-policy").contains("frame-ancestors 'none'"));
}

#[tokio::test]
async fn bad_input_gets_a_clear_4xx() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let post = |body: Vec<u8>| {
        let request = app.request(Method::POST, "/rest/v1/projects", Some(&staff));
        app.send(request.body(Body::from(body)).unwrap())
    };
    for body in [
        &b""[..],
        b"{",
        b"{\"title\":}",
        b"\xff\xfe",
        b"{\"title\":\"\xc3\x28\"}",
        b"{\"title\":\"\\ud800\"}",
        b"[[]]",
        b"[1]",
    ] {
        let answer = post(body.to_vec()).await;
        assert_eq!((answer.status, answer.json["code"].as_str()), (400, Some("PGRST102")), "{body:?}");
    }
    let deep = format!("{{\"title\":{}1{}}}", "[".repeat(5000), "]".repeat(5000));
    assert_eq!(post(deep.into_bytes()).await.status, 400);
    let null = post(br#"{"title":"a\u0000b"}"#.to_vec()).await;
    assert_eq!((null.status, null.json["code"].as_str()), (400, Some("23514")));
    let large = post(vec![b' '; 3 * 1024 * 1024]).await;
    assert_eq!((large.status, large.json["code"].as_str()), (413, Some("payload_too_large")));
    let long = app.get(&format!("/rest/v1/projects?title=eq.{}", "x".repeat(20_000)), None).await;
    assert_eq!(long.status, 400);
    let head = app.request(Method::GET, "/rest/v1/projects", None).header("x-large", "x".repeat(40_000));
    assert_eq!(app.send(head.body(Body::empty()).unwrap()).await.status, 431);
    for query in ["a=%FF", "title=eq.%00", "select=%28%28", "or=%28", "order=%22"] {
        assert_eq!(app.get(&format!("/rest/v1/projects?{query}"), None).await.status, 400, "{query}");
    }
}

/// Names resolve against the schema and values are bound: nothing a caller writes becomes SQL.
#[tokio::test]
async fn injections_find_no_door() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let row = json!({ "title": "kept", "description": "d" });
    assert_eq!(app.post_json("/rest/v1/projects", row, Some(&staff)).await.status, 201);
    for query in [
        "order=title;drop+table+projects",
        "order=title%22;drop+table+projects;--",
        "select=title,(select+password_hash+from+staff)",
        "select=%22title%22+from+staff--",
        "title%22%3D%22x=eq.1",
        "columns=title);drop+table+projects;--",
    ] {
        let answer = app.get(&format!("/rest/v1/projects?{query}"), Some(&staff)).await;
        assert!(answer.status == 400 || query.starts_with("columns"), "{query}: {}", answer.text());
    }
    for value in ["x'+or+'1'='1", "x%22+or+1=1--", "1);drop+table+projects;--", "%25%27%20OR%201=1--"] {
        for operator in ["eq", "like", "ilike"] {
            let answer = app.get(&format!("/rest/v1/projects?title=eq.kept&title={operator}.{value}"), None).await;
            assert_eq!((answer.status, answer.json), (200, json!([])), "{operator}.{value}");
        }
    }
    assert_eq!(app.get("/rest/v1/projects", None).await.json[0]["title"], "kept");
}

#[tokio::test]
async fn metrics_exist_only_for_the_holder_of_the_token() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/metrics", None).await.status, 404);
    let app = TestApp::start_with(|settings| settings.metrics_token = Some("s3cret".into())).await;
    assert_eq!(app.get("/metrics", None).await.status, 404);
    assert_eq!(app.get("/metrics", Some("wrong!")).await.status, 404);
    app.get("/healthz", None).await;
    let answer = app.get("/metrics", Some("s3cret")).await;
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("umeed_requests_total"), "{}", answer.text());
}

#[tokio::test]
async fn forwarded_addresses_count_only_from_trusted_proxies() {
    let attempt = |app: &TestApp, from: [u8; 4], forwarded: String| {
        let body = json!({ "email": "nobody@example.org", "password": "wrong password" }).to_string();
        let request = app.request(Method::POST, "/auth/v1/token?grant_type=password", None);
        let request = request.header("x-forwarded-for", forwarded).body(Body::from(body)).unwrap();
        (from, request)
    };
    // A stranger who invents an address for each try is still one stranger.
    let app = TestApp::start().await;
    let mut last = 0;
    for number in 0..15 {
        let (from, request) = attempt(&app, [203, 0, 113, 9], format!("198.51.100.{number}"));
        last = app.send_from(from.into(), request).await.status;
    }
    assert_eq!(last, 429);
    // Behind a trusted proxy each visitor is one of their own.
    let app = TestApp::start_with(|settings| settings.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()]).await;
    for number in 0..15 {
        let (from, request) = attempt(&app, [10, 0, 0, 1], format!("198.51.100.{number}"));
        assert_eq!(app.send_from(from.into(), request).await.status, 400);
    }
}

/// A carrier puts thousands of phones behind one address: reading is never limited by address.
#[tokio::test]
async fn many_phones_behind_one_address_are_served() {
    let app = TestApp::start().await;
    for _ in 0..700 {
        assert_eq!(app.get("/rest/v1/projects?limit=1", None).await.status, 200);
    }
    for number in 0..200 {
        let row = json!({ "email": format!("visitor{number}@example.org") });
        assert_eq!(app.post_json("/rest/v1/subscribers", row, None).await.status, 201, "{number}");
    }
}

#[tokio::test]
async fn other_origins_may_call_the_api() {
    let app = TestApp::start().await;
    for path in ["/rest/v1/projects", "/auth/v1/token?grant_type=password", "/storage/v1/object/website_images/a.png"] {
        let request = axum::http::Request::builder()
            .method(Method::OPTIONS)
            .uri(path)
            .header("origin", "https://elsewhere.example")
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "apikey,authorization,content-profile,content-type,prefer,x-client-info,x-supabase-api-version,x-upsert");
        let answer = app.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, "*"), "{path}");
        for name in ["apikey", "authorization", "x-supabase-api-version", "x-upsert", "prefer"] {
            assert!(answer.header("access-control-allow-headers").contains(name), "{path}: {name}");
        }
    }
    let answer = app.get("/rest/v1/projects", None).await;
    assert!(answer.header("access-control-expose-headers").contains("content-range"));
}

#[tokio::test]
async fn unknown_api_paths_answer_in_json() {
    let app = TestApp::start().await;
    for path in [
        "/rest/v1/",
        "/rest/v1/a/b",
        "/auth/v1/nothing",
        "/storage/v1/nothing",
        "/realtime/v1/websocket",
        "/functions/v1/f",
    ] {
        let answer = app.get(path, None).await;
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert!(answer.json["message"].is_string(), "{path}: {}", answer.text());
    }
}

/// What is refused before the API is reached can be read by other origins all the same; no table at all is told in the
/// tables' own dialect.
#[tokio::test]
async fn refusals_at_the_door_are_readable_too() {
    let app = TestApp::start().await;
    let large = app.request(Method::GET, "/rest/v1/projects", None).header("x-large", "x".repeat(40_000));
    let refused = app.send(large.header("origin", "https://elsewhere.example").body(Body::empty()).unwrap()).await;
    assert_eq!((refused.status, refused.header("access-control-allow-origin")), (431, "*"));
    let panicked = umeed::http::middleware::after_panic(Box::new("for the test"));
    assert_eq!(panicked.headers()["access-control-allow-origin"], "*");
    let nothing = app.get("/rest/v1/", None).await;
    assert_eq!((nothing.status, nothing.json["code"].as_str()), (404, Some("PGRST125")));
}
