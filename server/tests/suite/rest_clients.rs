//! What clients other than ours ask of the tables: ranges in a header, more operators, words for times, and writes that
//! must not be done halfway.

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, TestApp};

async fn with_projects(titles: &[&str]) -> (TestApp, String) {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let rows: Vec<Value> = titles.iter().map(|title| json!({ "title": title, "description": "d" })).collect();
    assert_eq!(app.post_json("/rest/v1/projects", json!(rows), Some(&staff)).await.status, 201);
    (app, staff)
}

fn titles(answer: &Answer) -> Vec<String> {
    let rows = answer.json.as_array().unwrap_or_else(|| panic!("no list: {}", answer.text()));
    rows.iter().map(|row| row["title"].as_str().unwrap_or("?").to_owned()).collect()
}

async fn send(
    app: &TestApp,
    method: Method,
    path: &str,
    token: Option<&str>,
    header: (&str, &str),
    body: &str,
) -> Answer {
    let request = app.request(method, path, token).header(header.0, header.1);
    app.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

#[tokio::test]
async fn a_range_of_rows_in_a_header_is_obeyed() {
    let (app, _) = with_projects(&["a", "b", "c", "d"]).await;
    let ask = async |query: &str, range: &str| {
        let path = format!("/rest/v1/projects?order=title{query}");
        send(&app, Method::GET, &path, None, ("range", range), "").await
    };
    for (query, range, found, content_range) in [
        ("", "0-1", vec!["a", "b"], "0-1/*"),
        ("", "2-", vec!["c", "d"], "2-3/*"),
        ("&limit=1", "1-3", vec![], "*/*"),
        ("&offset=1&limit=2", "0-1", vec!["b"], "1-1/*"),
        ("", "bytes=0-1", vec!["a", "b", "c", "d"], "0-3/*"),
        ("", "nonsense", vec!["a", "b", "c", "d"], "0-3/*"),
    ] {
        let answer = ask(query, range).await;
        assert_eq!(
            (titles(&answer), answer.header("content-range")),
            (found.iter().map(|t| (*t).to_owned()).collect(), content_range),
            "{query} {range}"
        );
    }
    let backwards = ask("", "3-1").await;
    assert_eq!((backwards.status, backwards.json["code"].as_str()), (416, Some("PGRST103")));
}

#[tokio::test]
async fn one_or_all_of_several_patterns_and_regular_expressions() {
    let (app, _) = with_projects(&["Hope", "hope springs", "clean water", "water for all", "x\ny"]).await;
    for (query, expected) in [
        ("title=like(any).%7BHo*,clean*%7D", vec!["Hope", "clean water"]),
        ("title=like(all).%7B*water*,*clean*%7D", vec!["clean water"]),
        ("title=ilike(any).%7BHOPE,WATER*%7D", vec!["Hope", "water for all"]),
        ("title=ilike(all).%7B*HOPE*,*SPRINGS%7D", vec!["hope springs"]),
        ("title=not.ilike(any).%7B*hope*,*water*%7D", vec!["x\ny"]),
        ("title=eq(any).%7BHope,%22clean%20water%22%7D", vec!["Hope", "clean water"]),
        ("title=eq(any).%7B%7D", vec![]),
        ("title=match.%5E%5BHh%5Dope%24", vec!["Hope"]),
        ("title=imatch.%5Ehope", vec!["Hope", "hope springs"]),
        ("title=not.imatch.hope%7Cwater", vec!["x\ny"]),
        ("title=match.x.y", vec!["x\ny"]),
        ("or=(title.match.%5EHo,title.like(any).%7B*all%7D)", vec!["Hope", "water for all"]),
    ] {
        let answer = app.get(&format!("/rest/v1/projects?order=created_at&{query}"), None).await;
        assert_eq!(titles(&answer), expected, "{query}: {}", answer.text());
    }
}

#[tokio::test]
async fn documents_hold_what_they_hold() {
    let app = TestApp::start().await;
    app.fill().await;
    let found = async |query: &str| {
        let answer = app.get(&format!("/rest/v1/website_content?select=page_key&{query}"), None).await;
        answer.json.as_array().unwrap_or_else(|| panic!("{query}: {}", answer.text())).len()
    };
    let contact = app.get("/rest/v1/website_content?page_key=eq.contact&select=content", None).await;
    let content = contact.json[0]["content"].clone();
    let (key, value) = content.as_object().unwrap().iter().find(|(_, value)| value.is_string()).unwrap();
    let encoded = |json: Value| -> String { form_urlencoded::byte_serialize(json.to_string().as_bytes()).collect() };
    assert_eq!(found(&format!("content=cs.{}", encoded(json!({ key: value })))).await, 1);
    assert_eq!(found(&format!("content=cs.{}", encoded(json!({ key: "not this" })))).await, 0);
    assert_eq!(found(&format!("page_key=eq.contact&content=cd.{}", encoded(content.clone()))).await, 1);
    assert_eq!(found("content=cs.%7B%22payment_gateway_api_key%22:%22%22%7D").await, 0, "a hidden key is not felt");
    for (query, code) in [
        ("website_content?content=cs.nonsense", "22P02"),
        ("projects?title=cs.%7Ba%7D", "42883"),
        ("projects?title=ov.%7Ba%7D", "42883"),
        ("projects?title=match.%28", "2201B"),
        ("projects?title=match.%28%3F%3Da%29", "2201B"),
        ("projects?id=match.a", "42883"),
        ("projects?title=fts.water", "PGRST100"),
        ("projects?title=wfts(english).water", "PGRST100"),
        ("projects?select=count()", "PGRST123"),
        ("projects?select=id.max()", "PGRST123"),
        ("projects?select=title,team_members(name)", "PGRST200"),
        ("projects?title=like(any).a", "PGRST100"),
    ] {
        let answer = app.get(&format!("/rest/v1/{query}"), None).await;
        assert_eq!((answer.status, answer.json["code"].as_str()), (400, Some(code)), "{query}: {}", answer.text());
    }
}

/// A stranger cannot make the patterns dear either.
#[tokio::test]
async fn what_patterns_may_cost_a_visitor_is_bounded() {
    let (app, staff) = with_projects(&["a"]).await;
    let many = "title=match.a".to_owned() + &"&title=match.a".repeat(4);
    let refused = app.get(&format!("/rest/v1/projects?{many}"), None).await;
    assert_eq!(refused.json["code"], "54000", "{}", refused.text());
    assert_eq!(app.get(&format!("/rest/v1/projects?{many}"), Some(&staff)).await.status, 200);
    let list = ["x*"; 5].join(",");
    assert_eq!(app.get(&format!("/rest/v1/projects?title=like(any).%7B{list}%7D"), None).await.json["code"], "54000");
}

#[tokio::test]
async fn words_stand_for_times_and_times_are_printed_as_postgresql_prints_them() {
    let (app, staff) = with_projects(&["a"]).await;
    for (query, count) in [
        ("created_at=lt.now", 1),
        ("created_at=gt.now()", 0),
        ("created_at=gte.yesterday", 1),
        ("created_at=lt.tomorrow", 1),
        ("created_at=gt.tomorrow", 0),
        ("created_at=gte.today&created_at=lt.tomorrow", 1),
    ] {
        let answer = app.get(&format!("/rest/v1/projects?{query}"), None).await;
        assert_eq!(titles(&answer).len(), count, "{query}");
    }
    for (given, printed) in [
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05+00:00"),
        ("2026-01-02T03:04:05.120Z", "2026-01-02T03:04:05.12+00:00"),
        ("2026-01-02T03:04:00.000001Z", "2026-01-02T03:04:00.000001+00:00"),
    ] {
        let row = json!({ "title": given, "description": "d", "created_at": given });
        let made = send(
            &app,
            Method::POST,
            "/rest/v1/projects?select=created_at",
            Some(&staff),
            ("prefer", "return=representation"),
            &row.to_string(),
        )
        .await;
        assert_eq!(made.json[0]["created_at"], printed);
        let found = app.get(&format!("/rest/v1/projects?created_at=eq.{}", printed.replace('+', "%2B")), None).await;
        assert_eq!(found.json[0]["created_at"], printed, "what was printed finds the row again");
    }
}

#[tokio::test]
async fn a_write_is_done_as_asked_or_not_at_all() {
    let (app, staff) = with_projects(&["a", "b"]).await;
    let token = Some(staff.as_str());
    let plain = ("x-nothing", "1");
    for (method, path) in [
        (Method::DELETE, "/rest/v1/projects?title=neq.z&limit=1"),
        (Method::DELETE, "/rest/v1/projects?title=neq.z&order=title&limit=1"),
        (Method::DELETE, "/rest/v1/projects?title=neq.z&offset=1"),
        (Method::PATCH, "/rest/v1/projects?title=neq.z&limit=1"),
    ] {
        let answer = send(&app, method.clone(), path, token, plain, r#"{"title":"changed"}"#).await;
        assert_eq!((answer.status, answer.json["code"].as_str()), (400, Some("PGRST109")), "{method} {path}");
    }
    let rollback = ("prefer", "tx=rollback, return=representation");
    for (method, path, body) in [
        (Method::POST, "/rest/v1/projects", r#"{"title":"new","description":"d"}"#),
        (Method::PATCH, "/rest/v1/projects?title=eq.a", r#"{"title":"changed"}"#),
        (Method::DELETE, "/rest/v1/projects?title=eq.a", ""),
    ] {
        let answer = send(&app, method, path, token, rollback, body).await;
        assert_eq!((answer.status, answer.json["code"].as_str()), (400, Some("PGRST122")));
    }
    assert_eq!(titles(&app.get("/rest/v1/projects?order=title", None).await), ["a", "b"]);
}
