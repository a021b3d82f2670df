//! Who may do what, asked of the running server: every role, table and verb, as one table to read.

use std::fmt::Write;

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use umeed::schema::{Role, TABLES};

use crate::harness::TestApp;

/// A row each table takes, and a change to it.
fn sample(table: &str) -> (Value, Value) {
    match table {
        "website_content" => {
            (json!({ "page_key": "contact", "content": {} }), json!({ "content": { "heading": "x" } }))
        }
        "subscribers" => (json!({ "email": "a@example.org" }), json!({ "email": "b@example.org" })),
        "projects" => (json!({ "title": "t", "description": "d" }), json!({ "title": "u" })),
        "gallery_images" => (json!({ "image_url": "/x.png" }), json!({ "alt_text": "u" })),
        "testimonials" => (json!({ "quote": "q", "name": "n" }), json!({ "name": "u" })),
        "team_members" => (json!({ "name": "n" }), json!({ "name": "u" })),
        "success_stories" => (json!({ "title": "t" }), json!({ "title": "u" })),
        "history" => (json!({ "table_name": "projects", "row_key": "x" }), json!({ "row_key": "u" })),
        "volunteers" => (json!({ "name": "n", "city": "c", "phone": "1" }), json!({ "name": "u" })),
        "messages" => (
            json!({ "name": "n", "email": "a@example.org", "subject": "s", "message": "m" }),
            json!({ "status": "read" }),
        ),
        "outbox" => (json!({ "kind": "test", "recipient": "a@example.org" }), json!({ "status": "sent" })),
        "page_views" => (json!({ "day": "2026-01-01", "path": "/", "views": 1 }), json!({ "views": 9 })),
        other => panic!("{other} has no sample row: add one"),
    }
}

async fn ask(
    app: &TestApp,
    method: Method,
    path: &str,
    prefer: &str,
    body: Option<&Value>,
    token: Option<&str>,
) -> String {
    let request = app.request(method, path, token).header("prefer", prefer);
    let body = body.map_or(Body::empty(), |json| Body::from(json.to_string()));
    let answer = app.send(request.body(body).unwrap()).await;
    match answer.json["code"].as_str() {
        Some(code) => format!("{} {code}", answer.status),
        None => answer.status.to_string(),
    }
}

/// The token of somebody in this role; `ended` is the token of a session that has signed out.
async fn token_of(app: &TestApp, role: &str) -> Option<String> {
    let token = app.staff_token().await;
    match role {
        "visitor" => return None,
        "editor" => make_editor(app).await,
        "ended" => assert_eq!(app.post_json("/auth/v1/logout", json!({}), Some(&token)).await.status, 204),
        _ => {}
    }
    Some(token)
}

async fn make_editor(app: &TestApp) {
    let sql = umeed::db::Sql::new("UPDATE staff SET role = 'editor'");
    app.app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
}

/// [API-2] [API-3] Visitors, editors, owners, and a session that has ended may do exactly this, and nothing else.
#[tokio::test]
async fn role_by_table_by_verb() {
    let mut matrix = String::new();
    let verbs =
        ["read", "csv", "insert", "and see", "upsert", "put", "update", "and see", "delete", "and see"].into_iter();
    let verbs: String = verbs.map(|verb| format!("{verb:<13}")).collect();
    writeln!(matrix, "{:<16}{:<9}{}", "table", "who", verbs.trim_end()).unwrap();
    for table in TABLES {
        for role in Role::ALL.map(Role::name).into_iter().chain(["ended"]) {
            let app = TestApp::start().await;
            let token = token_of(&app, role).await;
            let token = token.as_deref();
            let (row, change) = sample(table.name);
            let path = format!("/rest/v1/{}", table.name);
            let one = match table.key {
                "page_key" => format!("{path}?page_key=eq.contact"),
                key => format!("{path}?{key}=not.is.null"),
            };
            let (see, fourth) = ("return=representation", fourth(&row));
            let put = format!("{path}?{}=eq.{}", table.key, fourth[table.key].as_str().unwrap());
            let csv = app
                .send(app.request(Method::GET, &path, token).header("accept", "text/csv").body(Body::empty()).unwrap())
                .await;
            let csv = csv.json["code"].as_str().map_or(csv.status.to_string(), |code| format!("{} {code}", csv.status));
            let answers = [
                ask(&app, Method::GET, &path, "", None, token).await,
                csv,
                ask(&app, Method::POST, &path, "", Some(&row), token).await,
                ask(&app, Method::POST, &path, see, Some(&other(&row)), token).await,
                ask(&app, Method::POST, &path, "resolution=merge-duplicates", Some(&third(&row)), token).await,
                ask(&app, Method::PUT, &put, see, Some(&fourth), token).await,
                ask(&app, Method::PATCH, &one, "", Some(&change), token).await,
                ask(&app, Method::PATCH, &one, see, Some(&change), token).await,
                ask(&app, Method::DELETE, &one, "", None, token).await,
                ask(&app, Method::DELETE, &one, see, None, token).await,
            ];
            let cells: String = answers.iter().map(|answer| format!("{answer:<13}")).collect();
            writeln!(matrix, "{:<16}{role:<9}{}", table.name, cells.trim_end()).unwrap();
        }
    }
    insta::assert_snapshot!(matrix);
}

/// The same row with other unique values, for the second and third insert.
fn other(row: &Value) -> Value {
    renamed(row, "second@example.org", "about")
}

fn third(row: &Value) -> Value {
    renamed(row, "third@example.org", "footer")
}

/// One that names its own key, as a PUT must.
fn fourth(row: &Value) -> Value {
    let mut row = renamed(row, "fourth@example.org", "homepage");
    if row.get("page_key").is_none() {
        row["id"] = "00000000-0000-4000-8000-000000000000".into();
    }
    row
}

fn renamed(row: &Value, email: &str, page_key: &str) -> Value {
    let mut row = row.clone();
    for (key, value) in [("email", email), ("page_key", page_key)] {
        if row.get(key).is_some() {
            row[key] = value.into();
        }
    }
    row
}

/// [API-2] A hidden row is invisible, not refused, by every road.
#[tokio::test]
async fn hidden_testimonials_do_not_exist_for_visitors() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    for visible in [true, false] {
        let row = json!({ "quote": format!("said {visible}"), "name": "n", "is_visible": visible });
        assert_eq!(app.post_json("/rest/v1/testimonials", row, Some(&staff)).await.status, 201);
    }
    for query in [
        "select=*",
        "is_visible=eq.false",
        "or=(is_visible.eq.false,is_visible.eq.true)",
        "not.and=(is_visible.eq.true)",
        "is_visible=not.is.true",
        "quote=eq.said+false",
        "order=is_visible.asc",
    ] {
        let answer = app.get(&format!("/rest/v1/testimonials?{query}"), None).await;
        assert_eq!(answer.status, 200, "{query}");
        assert!(!answer.text().contains("said false"), "{query}");
    }
    let request = app.request(Method::GET, "/rest/v1/testimonials", None).header("prefer", "count=exact");
    let answer = app.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.header("content-range"), "0-0/1");
    assert_eq!(app.get("/rest/v1/testimonials", Some(&staff)).await.json.as_array().unwrap().len(), 2);
}

/// [API-2] The gateway key cannot be seen, felt by a filter, or felt by an order.
#[tokio::test]
async fn the_gateway_key_never_leaves_for_a_visitor() {
    const KEY: &str = "sk_live_secret";
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let row =
        json!({ "page_key": "donation_details", "content": { "bank_name": "B", "payment_gateway_api_key": KEY } });
    assert_eq!(app.post_json("/rest/v1/website_content", row, Some(&staff)).await.status, 201);
    for query in [
        "select=*",
        "select=content",
        "select=content->payment_gateway_api_key",
        "select=content->>payment_gateway_api_key",
        "select=x:content->>payment_gateway_api_key",
        "select=a:content,b:content",
    ] {
        let answer = app.get(&format!("/rest/v1/website_content?{}", query.replace('>', "%3E")), None).await;
        assert_eq!(answer.status, 200, "{query}");
        assert!(!answer.text().contains(KEY), "{query}: {}", answer.text());
    }
    for oracle in [
        "content->>payment_gateway_api_key=eq.sk_live_secret",
        "content->>payment_gateway_api_key=like.sk*",
        "content->>payment_gateway_api_key=not.is.null",
        "content->payment_gateway_api_key=not.is.null",
        "content=like.*sk_live*",
        "content=ilike.*SK_LIVE*",
        "or=(content->>payment_gateway_api_key.gt.a,content.like.*secret*)",
    ] {
        let path = format!("/rest/v1/website_content?select=page_key&{}", oracle.replace('>', "%3E"));
        assert_eq!(app.get(&path, None).await.json, json!([]), "{oracle}");
        let answer = app.get(&path, Some(&staff)).await;
        assert_eq!(answer.json.as_array().map(Vec::len), Some(1), "staff: {oracle}");
    }
    let request = app.request(Method::GET, "/rest/v1/website_content", None).header("accept", "text/csv");
    assert!(!app.send(request.body(Body::empty()).unwrap()).await.text().contains(KEY));
    for page in ["/donate", "/page-data/donate", "/"] {
        assert!(!app.get(page, None).await.text().contains(KEY), "{page}");
    }
}

/// A table without a rule, and our own tables, do not exist on the wire.
#[tokio::test]
async fn inner_tables_do_not_exist() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    for table in ["staff", "sessions", "objects", "replaced_generations", "_sqlx_migrations", "sqlite_master", "users"]
    {
        let answer = app.get(&format!("/rest/v1/{table}"), Some(&staff)).await;
        assert_eq!((answer.status, answer.json["code"].as_str()), (404, Some("PGRST205")), "{table}");
    }
}

/// An editor writes every document but the bank details: those are there to read, without the gateway key.
#[tokio::test]
async fn an_editor_does_not_touch_the_bank_details() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let bank = json!({ "bank_name": "B", "payment_gateway_api_key": "sk_live_secret" });
    for (key, content) in [("donation_details", bank.clone()), ("contact", json!({ "heading": "before" }))] {
        let row = json!({ "page_key": key, "content": content });
        assert_eq!(app.post_json("/rest/v1/website_content", row, Some(&token)).await.status, 201);
    }
    make_editor(&app).await;
    let see = "return=representation";
    let page = |key: &str| format!("/rest/v1/website_content?page_key=eq.{key}");
    let change = json!({ "content": { "heading": "after" } });

    let answer = app.get(&page("donation_details"), Some(&token)).await;
    assert_eq!(answer.json[0]["content"], json!({ "bank_name": "B" }));
    let oracle = format!("{}&content-%3E%3Epayment_gateway_api_key=like.sk*", page("donation_details"));
    assert_eq!(app.get(&oracle, Some(&token)).await.json, json!([]), "a filter does not feel it either");
    assert_eq!(ask(&app, Method::PATCH, &page("contact"), see, Some(&change), Some(&token)).await, "200");

    // The row does not exist for an editor who writes: nothing is changed, and nothing is removed.
    assert_eq!(ask(&app, Method::PATCH, &page("donation_details"), "", Some(&change), Some(&token)).await, "204");
    assert_eq!(ask(&app, Method::DELETE, &page("donation_details"), "", None, Some(&token)).await, "204");
    let renamed = json!({ "page_key": "donation_details" });
    assert_eq!(ask(&app, Method::PATCH, &page("contact"), "", Some(&renamed), Some(&token)).await, "403 42501");
    let upsert = "resolution=merge-duplicates";
    let row = json!({ "page_key": "donation_details", "content": {} });
    for prefer in ["", upsert] {
        assert_eq!(
            ask(&app, Method::POST, "/rest/v1/website_content", prefer, Some(&row), Some(&token)).await,
            "403 42501"
        );
    }
    let sql = umeed::db::Sql::new("UPDATE staff SET role = 'owner'");
    app.app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
    let answer = app.get(&page("donation_details"), Some(&token)).await;
    assert_eq!(answer.json[0]["content"], bank, "an owner sees all of it, at once");
}

/// The description of the tables is for staff; a visitor finds nothing at the root.
#[tokio::test]
async fn the_tables_are_described_to_staff() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/rest/v1/", None).await.status, 404);
    let answer = app.get("/rest/v1/", Some(&app.staff_token().await)).await;
    assert_eq!(answer.status, 200);
    for table in TABLES {
        assert!(answer.json["definitions"][table.name].is_object(), "{}", table.name);
    }
}
