//! The holes that were found in what people use instead of this, each tried here. Named after what went wrong there, so
//! that nobody opens one again without noticing.

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use umeed::auth::accounts;
use umeed::db::Engine;
use umeed::schema::TABLES;

use crate::harness::{Answer, EMAIL, PASSWORD, TestApp};

const PICTURE: &[u8] = b"\x89PNG\x0d\x0a\x1a\x0a\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\
    \0\0\0\x0dIDATx\xdacd\xf8\xcfP\x0f\0\x03\x86\x01\x80Z4}k\0\0\0\0IEND\xaeB`\x82";

async fn call(app: &TestApp, method: Method, path: &str, body: impl Into<Body>, token: Option<&str>) -> Answer {
    app.send(app.request(method, path, token).body(body.into()).unwrap()).await
}

/// Ghost CVE-2026-26980, CVE-2026-22596: SQL through the name to sort by, or through a slug.
#[tokio::test]
async fn hole_1_names_in_a_query_become_sql() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let names = [
        "title);DELETE/**/FROM/**/projects;--",
        "CASE WHEN (SELECT 1 FROM staff) THEN title ELSE id END",
        "(SELECT password_hash FROM staff)",
        "title COLLATE NOCASE",
        "title\" --",
        "rowid",
        "title,(SELECT 1)",
        "title' --",
        "title\u{0}",
    ];
    assert_eq!(app.post_json("/rest/v1/projects", json!({ "title": "kept" }), Some(&staff)).await.status, 201);
    for name in names {
        let name: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
        for query in [
            format!("order={name}"),
            format!("order={name}.desc"),
            format!("select={name}"),
            format!("select=x:{name}"),
            format!("{name}=eq.1"),
            format!("or=({name}.eq.1)"),
        ] {
            let answer = app.get(&format!("/rest/v1/projects?{query}"), Some(&staff)).await;
            assert_eq!(answer.status, 400, "{query}: {}", answer.text());
        }
        let rows = json!({ "title": "x" });
        let upsert = app.post_json(&format!("/rest/v1/projects?on_conflict={name}"), rows, Some(&staff)).await;
        assert!(upsert.status < 500, "{}", upsert.text());
        for sort in [json!({ "column": name, "order": "asc" }), json!({ "column": "name", "order": name })] {
            let list = json!({ "prefix": "", "sortBy": sort });
            let answer = app.post_json("/storage/v1/object/list/website_images", list, Some(&staff)).await;
            assert!(answer.status < 500, "{}", answer.text());
        }
    }
    assert!(app.get("/rest/v1/projects?title=eq.kept", None).await.text().contains("kept"));
}

/// GiveWP CVE-2025-7221: a change without anyone asking whether the caller may. Bank details before all.
#[tokio::test]
async fn hole_2_a_stranger_changes_the_bank_details() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let row = json!({ "page_key": "donation_details", "content": { "iban": "PK00OURS" } });
    assert_eq!(app.post_json("/rest/v1/website_content", row, Some(&staff)).await.status, 201);
    let theirs = json!({ "page_key": "donation_details", "content": { "iban": "PK00THEIRS" } }).to_string();
    let paths = ["", "?page_key=eq.donation_details", "?on_conflict=page_key", "?select=*", "?columns=content"];
    for method in [Method::POST, Method::PATCH, Method::PUT, Method::DELETE] {
        for path in paths {
            for prefer in ["", "resolution=merge-duplicates", "return=representation", "tx=commit", "handling=lenient"]
            {
                let path = format!("/rest/v1/website_content{path}");
                let request = app.request(method.clone(), &path, None).header("prefer", prefer);
                let request = request.header("x-http-method-override", "GET");
                let answer = app.send(request.body(Body::from(theirs.clone())).unwrap()).await;
                assert!((400..500).contains(&answer.status), "{method} {path} {prefer}: {}", answer.status);
            }
        }
    }
    let now = app.get("/rest/v1/website_content?page_key=eq.donation_details", None).await;
    assert_eq!(now.json[0]["content"]["iban"], "PK00OURS");
}

/// Directus CVE-2022-22116, -22117: a drawing or a page in disguise is uploaded and runs when it is opened.
#[tokio::test]
async fn hole_3_an_uploaded_drawing_runs_script() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let drawings = [
        "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script></svg>",
        "<svg><a href='javascript:alert(1)'><rect width='9' height='9'/></a></svg>",
        "<svg><foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='alert(1)'/></foreignObject></svg>",
        "<svg><use href='data:image/svg+xml,<svg onload=alert(1)>'/><set attributeName='onmouseover' to='alert(1)'/></svg>",
        "<svg><animate attributeName='href' values='javascript:alert(1)'/><style>@import 'https://evil.example'</style></svg>",
        "<?xml-stylesheet href='javascript:alert(1)'?><svg/>",
    ];
    for (number, drawing) in drawings.into_iter().enumerate() {
        let path = format!("/storage/v1/object/website_images/{number}.svg");
        call(&app, Method::POST, &path, drawing, Some(&staff)).await;
        for road in ["object/public", "render/image/public"] {
            let served = app.get(&format!("{}?width=160", path.replace("object", road)), None).await;
            let text = served.text().to_lowercase();
            for trace in ["script", "onload", "alert", "foreignobject", "evil.example", "onmouseover"] {
                assert!(!text.contains(trace), "{drawing} left {text}");
            }
            assert!(served.header("content-security-policy").contains("sandbox"), "{drawing}");
            assert_eq!(served.header("x-content-type-options"), "nosniff");
        }
    }
    for disguised in ["<html><script>alert(1)</script></html>", "GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)//"] {
        let path = "/storage/v1/object/website_images/disguised.png";
        let request = app.request(Method::PUT, path, Some(&staff));
        app.send(request.body(Body::from(disguised)).unwrap()).await;
        for road in ["object/public", "render/image/public"] {
            let served = app.get(&format!("/storage/v1/{road}/website_images/disguised.png?width=160"), None).await;
            let kind = served.header("content-type");
            assert!(kind.starts_with("image/") || kind.starts_with("application/json"), "{road}: {kind}");
            assert!(served.header("content-security-policy").contains("default-src 'none'"));
        }
    }
}

/// Directus CVE-2026-35412: one way to upload asks for leave, another does not.
#[tokio::test]
async fn hole_4_a_second_road_to_the_files_has_no_guard() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let object = "/storage/v1/object/website_images";
    assert_eq!(call(&app, Method::POST, &format!("{object}/kept.png"), PICTURE, Some(&staff)).await.status, 200);
    let way = json!({ "bucketId": "website_images", "sourceKey": "kept.png", "destinationKey": "new.png" }).to_string();
    let form = "--e\r\nContent-Disposition: form-data; name=\"\"; filename=\"a.png\"\r\n\r\nx\r\n--e--\r\n";
    for (method, path, body) in [
        (Method::POST, format!("{object}/new.png"), PICTURE.to_vec()),
        (Method::PUT, format!("{object}/kept.png"), b"\x89PNG".to_vec()),
        (Method::POST, format!("{object}/new.png?token=x"), form.into()),
        (Method::PUT, "/storage/v1/object/upload/sign/website_images/new.png?token=x".into(), PICTURE.to_vec()),
        (Method::POST, "/storage/v1/object/upload/sign/website_images/new.png".into(), vec![]),
        (Method::POST, "/storage/v1/upload/resumable".into(), PICTURE.to_vec()),
        (Method::PATCH, "/storage/v1/upload/resumable/x".into(), PICTURE.to_vec()),
        (Method::POST, "/storage/v1/object/move".into(), way.clone().into()),
        (Method::POST, "/storage/v1/object/copy".into(), way.into()),
        (Method::DELETE, format!("{object}/kept.png"), vec![]),
        (Method::POST, "/storage/v1/s3/website_images/new.png".into(), PICTURE.to_vec()),
        (Method::POST, "/storage/v1/bucket/website_images/empty".into(), vec![]),
        (Method::DELETE, "/storage/v1/bucket/website_images".into(), vec![]),
    ] {
        for token in [None, Some("not.a.token")] {
            let answer = call(&app, method.clone(), &path, body.clone(), token).await;
            assert!((400..500).contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.text());
        }
    }
    let list = app.post_json("/storage/v1/object/list/website_images", json!({ "prefix": "" }), Some(&staff)).await;
    let names: Vec<&Value> = list.json.as_array().unwrap().iter().map(|entry| &entry["name"]).collect();
    assert_eq!(names, ["kept.png"]);
    let kept = app.get("/storage/v1/object/public/website_images/kept.png", None).await;
    assert_eq!(kept.body, PICTURE);
}

/// Directus GHSA-56p6-qw3c-fq2g, Payload CVE-2025-4643, Strapi CVE-2026-22706: tokens that outlive the account, the
/// signing out, or the old password. (`alg: none`, Strapi CVE-2023-22893: `forged_tokens_open_nothing`.)
#[tokio::test]
async fn hole_5_a_token_outlives_its_session() {
    type End = fn(&TestApp, Value) -> futures_util::future::BoxFuture<'_, ()>;
    let ends: [(&str, End); 3] = [
        ("removed", |app, _| Box::pin(async { assert!(accounts::remove(&app.app.db, EMAIL).await.unwrap()) })),
        ("signed out", |app, session| {
            Box::pin(async move {
                let token = session["access_token"].as_str();
                assert_eq!(app.post_json("/auth/v1/logout?scope=global", json!({}), token).await.status, 204);
            })
        }),
        ("given a new password", |app, _| {
            Box::pin(async {
                assert!(accounts::set_password(&app.app.db, EMAIL, "quite another one").await.unwrap());
            })
        }),
    ];
    for (what, end) in ends {
        let app = TestApp::start().await;
        let session = app.sign_in().await;
        end(&app, session.clone()).await;
        let access = session["access_token"].as_str();
        let renewal = json!({ "refresh_token": session["refresh_token"] });
        for answer in [
            app.get("/rest/v1/volunteers", access).await,
            app.get("/auth/v1/user", access).await,
            call(&app, Method::POST, "/storage/v1/object/website_images/x.png", PICTURE, access).await,
            app.post_json("/auth/v1/token?grant_type=refresh_token", renewal, None).await,
        ] {
            assert!((400..500).contains(&answer.status), "{what}: {} {}", answer.status, answer.text());
        }
    }
}

/// CVE-2025-48757: a table is open to all because nobody wrote a rule for it.
#[tokio::test]
async fn hole_6_a_table_without_a_rule_is_open() {
    let app = TestApp::start().await;
    let sql = match app.app.db.engine() {
        Engine::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
        Engine::Postgres => {
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()"
        }
    };
    let tables = app.app.db.rows(umeed::db::Sql::new(sql)).await.unwrap();
    assert!(tables.len() > TABLES.len());
    for table in tables.iter().map(|row| row.text(0)) {
        let ruled = TABLES.iter().any(|declared| declared.name == table);
        let answer = app.get(&format!("/rest/v1/{table}"), None).await;
        assert_eq!(answer.status == 404, !ruled, "{table}: {}", answer.text());
    }
}

/// Directus GHSA-6q22-g298-grjh: one request that costs the server a lot.
#[tokio::test]
async fn hole_7_one_request_costs_a_lot() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let deep = format!("{}title.eq.1{}", "and(".repeat(50), ")".repeat(50));
    for query in [
        format!("select={}", vec!["*"; 50].join(",")),
        format!("select={}", vec!["title"; 200].join(",")),
        format!("or=({})", vec!["title.eq.1"; 200].join(",")),
        format!("or=({deep})"),
        format!("id=in.({})", vec!["1"; 2000].join(",")),
        format!("title=like.{}", "*a".repeat(300)),
        format!("order={}", vec!["title"; 100].join(",")),
    ] {
        let answer = app.get(&format!("/rest/v1/projects?{query}"), None).await;
        assert_eq!(answer.status, 400, "{}", &query[..60]);
    }
    let rows: Vec<Value> = (0..600).map(|number| json!({ "title": format!("{number}") })).collect();
    for _ in 0..2 {
        assert_eq!(app.post_json("/rest/v1/projects", json!(rows), Some(&staff)).await.status, 201);
    }
    let all = app.get("/rest/v1/projects?limit=1000000", None).await;
    assert_eq!(all.json.as_array().unwrap().len(), 1000, "a thousand at a time, whatever was asked");
    assert_eq!(app.get("/healthz", None).await.text(), "ok\n");
}

/// ammonia RUSTSEC-2026-0193, -0213: markup that the sanitiser lets through. DOMPurify's own attacks, saved and read back
/// in both kinds of HTML field; `tests/siege` opens them in a browser.
#[tokio::test]
async fn hole_8_the_sanitiser_is_passed_by() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let mut attacks: Vec<String> =
        serde_json::from_str(include_str!("../../../tests/siege/corpus/dompurify.json")).unwrap();
    attacks
        .extend(serde_json::from_str::<Vec<String>>(include_str!("../../../tests/siege/corpus/owasp.json")).unwrap());
    assert!(attacks.len() > 250);
    let rows: Vec<Value> = attacks.iter().map(|attack| json!({ "title": "x", "description": attack })).collect();
    for some in rows.chunks(100) {
        assert_eq!(app.post_json("/rest/v1/projects", json!(some), Some(&staff)).await.status, 201);
    }
    let sections: serde_json::Map<String, Value> =
        attacks.iter().enumerate().map(|(number, attack)| (format!("s{number}"), json!(attack))).collect();
    let row = json!({ "page_key": "about", "content": sections });
    assert_eq!(app.post_json("/rest/v1/website_content", row, Some(&staff)).await.status, 201);

    let projects = app.get("/rest/v1/projects?select=description", None).await;
    let about = app.get("/rest/v1/website_content?page_key=eq.about", None).await;
    let saved = projects.json.as_array().unwrap().iter().map(|row| &row["description"]);
    let saved: Vec<&Value> = saved.chain(about.json[0]["content"].as_object().unwrap().values()).collect();
    assert_eq!(saved.len(), 2 * attacks.len());
    for html in saved {
        assert_harmless(html.as_str().unwrap());
    }
}

/// The sanitiser itself: the versions in which those holes were open do not come back.
#[test]
fn hole_8_an_old_sanitiser_is_built_in() {
    let lock = include_str!("../../../Cargo.lock");
    let versions: Vec<[u32; 3]> = lock
        .split("name = \"ammonia\"\nversion = \"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().split('.').map(|part| part.parse().unwrap()).collect::<Vec<_>>())
        .map(|parts| parts.try_into().unwrap())
        .collect();
    assert_eq!(versions.len(), 1, "{versions:?}");
    assert!(versions[0] >= [4, 1, 5], "{versions:?}");
}

/// What is saved is well-formed, so its tags can be read off: only the editor's own, and of attributes only links.
fn assert_harmless(html: &str) {
    const TAGS: [&str; 15] = ["h1", "h2", "h3", "p", "br", "strong", "b", "em", "i", "u", "s", "ol", "ul", "li", "a"];
    for tag in html.split('<').skip(1) {
        let (inside, _) = tag.split_once('>').unwrap_or_else(|| panic!("an open tag in {html}"));
        let name = inside.trim_start_matches('/').split(' ').next().unwrap();
        assert!(TAGS.contains(&name), "<{name}> in {html}");
        let mut attributes = inside.split_once(' ').map_or("", |(_, attributes)| attributes);
        while let Some((attribute, rest)) = attributes.split_once("=\"") {
            let (value, rest) = rest.split_once('"').expect("a closed value");
            match attribute.trim() {
                "href" => assert!(is_harmless_link(value), "{value} in {html}"),
                "target" => assert_eq!(value, "_blank"),
                "rel" => {}
                other => panic!("{other} in {html}"),
            }
            attributes = rest;
        }
    }
}

fn is_harmless_link(value: &str) -> bool {
    let visible: String = value.chars().filter(|letter| !letter.is_whitespace() && !letter.is_control()).collect();
    let scheme = visible.split(['/', '?', '#']).next().unwrap_or_default().split_once(':').map(|(scheme, _)| scheme);
    scheme.is_none_or(|scheme| ["http", "https", "mailto", "tel"].contains(&scheme.to_lowercase().as_str()))
}

/// Formula injection in an exported table. The export that staff open is made in the browser and is tried there
/// (`web/src/admin/volunteers/csv.test.ts`); what leaves here is data for programs, quoted so that no cell can become two.
#[tokio::test]
async fn hole_9_a_cell_breaks_out_of_the_table() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let row = json!({ "name": "=1+1\n\"x\",y", "city": "a,b", "phone": "1", "skills": "\r\nz" });
    assert_eq!(app.post_json("/rest/v1/volunteers", row, None).await.status, 201);
    let request = app.request(Method::GET, "/rest/v1/volunteers?select=name,city,skills", Some(&staff));
    let csv = app.send(request.header("accept", "text/csv").body(Body::empty()).unwrap()).await;
    assert_eq!(csv.text(), "name,city,skills\n\"=1+1\n\"\"x\"\",y\",\"a,b\",\"\r\nz\"");
    assert_eq!(csv.header("x-content-type-options"), "nosniff");
}

/// Cross-site tracing: TRACE sends a request back as it came, with the token in it.
#[tokio::test]
async fn nothing_is_sent_back_by_trace() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    for path in [
        "/",
        "/nowhere",
        "/admin",
        "/healthz",
        "/readyz",
        "/metrics",
        "/rest/v1/projects",
        "/rest/v1/",
        "/auth/v1/user",
        "/storage/v1/bucket",
        "/storage/v1/object/website_images/a.png",
    ] {
        let answer = call(&app, Method::TRACE, path, "", Some(&staff)).await;
        assert_eq!(answer.status, 405, "{path}: {}", answer.text());
        assert!(!answer.text().contains(&staff), "{path}");
    }
}

/// Guessing, spraying and theft, from every side at once.
#[tokio::test]
async fn strangers_from_everywhere_do_not_keep_staff_out() {
    let app = TestApp::start().await;
    let grant = "/auth/v1/token?grant_type=password";
    let guess = |from: [u8; 4], password: &str, cookie: &str| {
        let body = json!({ "email": EMAIL, "password": password }).to_string();
        let request = app.request(Method::POST, grant, None).header("cookie", cookie);
        app.send_from(from.into(), request.body(Body::from(body)).unwrap())
    };
    let morning = guess([10, 0, 0, 1], PASSWORD, "").await;
    assert_eq!(morning.status, 200, "staff at the office, in the morning");
    let cookie = morning.header("set-cookie").split(';').next().unwrap();
    let mut looked_at = 0;
    for network in 0..30_u8 {
        for _ in 0..5 {
            looked_at += usize::from(guess([192, 0, 2, network], "wrong guess", "").await.status == 400);
        }
    }
    // On a slow machine a few more become due meanwhile.
    assert!((100..120).contains(&looked_at), "of 150 guesses from 30 networks {looked_at} were looked at");
    assert_eq!(guess([10, 0, 0, 1], PASSWORD, cookie).await.status, 200, "the office gets in all the same");
    assert_eq!(guess([192, 0, 2, 7], PASSWORD, cookie).await.status, 200, "and so it does among the strangers");
    while guess([192, 0, 2, 200], "wrong guess", "").await.status != 429 {}
    assert_eq!(guess([192, 0, 2, 200], PASSWORD, "").await.status, 429, "a stranger who has guessed right does not");
}
