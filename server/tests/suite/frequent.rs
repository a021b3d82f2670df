//! What visitors often ask of the tables is answered from memory: the same answer, for visitors alone, never an old one, and
//! within bounds.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, header};
use http_body_util::BodyExt;
use serde_json::json;

use crate::harness::{Answer, TestApp};

const LIST: &str = "/projects?select=*&order=created_at.asc";
const HOME: &str = "/website_content?select=content&page_key=eq.homepage";

fn asked(test: &TestApp, path: &str, headers: &[(&str, &str)], token: Option<&str>) -> Request<Body> {
    let mut request = test.request(Method::GET, &format!("/rest/v1{path}"), token).body(Body::empty()).unwrap();
    for (name, value) in headers {
        let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
        request.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
    }
    request
}

/// Often enough that it is kept, through the router.
async fn ask_often(test: &TestApp, path: &str, headers: &[(&str, &str)]) -> Answer {
    for _ in 0..3 {
        test.send(asked(test, path, headers, None)).await;
    }
    test.send(asked(test, path, headers, None)).await
}

/// What is answered from memory to the same request.
async fn from_memory(
    test: &TestApp,
    path: &str,
    headers: &[(&str, &str)],
    token: Option<&str>,
) -> Option<(u16, HeaderMap, Vec<u8>)> {
    let request = asked(test, path, headers, token);
    let answer = test.app.frequent.ready(path, request.headers())?.answer(request.headers());
    let (parts, body) = answer.into_parts();
    Some((parts.status.as_u16(), parts.headers, body.collect().await.unwrap().to_bytes().to_vec()))
}

async fn add_project(test: &TestApp, staff: &str, title: &str) {
    let project = json!({ "title": title, "description": "d" });
    assert_eq!(test.post_json("/rest/v1/projects", project, Some(staff)).await.status, 201);
}

#[tokio::test]
async fn it_is_the_answer_of_the_router_with_all_its_headers() {
    let test = TestApp::start().await;
    test.fill().await;
    let object = ("accept", "application/vnd.pgrst.object+json");
    let counted = ("prefer", "count=exact");
    for (path, headers) in [
        (LIST, vec![]),
        (LIST, vec![counted, ("range", "0-1")]),
        (HOME, vec![object, ("accept-profile", "public")]),
        ("/projects?select=title", vec![("accept", "text/csv")]),
    ] {
        let routed = ask_often(&test, path, &headers).await;
        let (status, mut kept, body) = from_memory(&test, path, &headers, None).await.expect(path);
        assert_eq!((status, &body), (routed.status, &routed.body), "{path}");
        let mut all = routed.headers.clone();
        all.append(header::VARY, HeaderValue::from_static("accept-encoding"));
        // Each request has an id of its own.
        for headers in [&mut all, &mut kept] {
            headers.remove("x-request-id");
            headers.remove(header::CONTENT_LENGTH);
        }
        assert_eq!(kept, all, "{path}");
    }
    // The same address asked in another form is another question.
    assert!(from_memory(&test, LIST, &[object], None).await.is_none());
    assert!(from_memory(&test, LIST, &[("range", "0-0")], None).await.is_none());
}

#[tokio::test]
async fn it_is_pressed_for_those_who_take_that() {
    let test = TestApp::start().await;
    let staff = test.staff_token().await;
    add_project(&test, &staff, &"a long title, ".repeat(10)).await;
    add_project(&test, &staff, &"a long title, ".repeat(11)).await;
    let plain = ask_often(&test, LIST, &[]).await.body;
    let gzip = [("accept-encoding", "gzip")];
    let (_, headers, body) = from_memory(&test, LIST, &gzip, None).await.unwrap();
    assert_eq!(headers[header::CONTENT_ENCODING], "gzip");
    let mut unpacked = Vec::new();
    std::io::copy(&mut flate2::read::GzDecoder::new(&body[..]), &mut unpacked).unwrap();
    assert_eq!(unpacked, plain);
    assert!(body.len() * 2 < plain.len());
}

#[tokio::test]
async fn nothing_old_is_answered_and_what_is_wanted_is_kept_again_at_once() {
    let test = TestApp::start().await;
    let staff = test.staff_token().await;
    add_project(&test, &staff, "first").await;
    ask_often(&test, LIST, &[]).await;
    for title in ["second", "third", "fourth"] {
        assert!(from_memory(&test, LIST, &[], None).await.is_some());
        add_project(&test, &staff, title).await;
        assert!(from_memory(&test, LIST, &[], None).await.is_none(), "{title}");
        let routed = test.send(asked(&test, LIST, &[], None)).await;
        assert!(routed.text().contains(title));
        assert_eq!(from_memory(&test, LIST, &[], None).await.unwrap().2, routed.body);
    }
    // Of another table it knows nothing.
    let subscriber = json!({ "email": "a@b.example" });
    assert_eq!(test.post_json("/rest/v1/subscribers", subscriber, Some(&staff)).await.status, 201);
    assert!(from_memory(&test, LIST, &[], None).await.is_some());
}

#[tokio::test]
async fn staff_and_strangers_with_a_token_are_never_answered_from_it() {
    let test = TestApp::start().await;
    let staff = test.staff_token().await;
    add_project(&test, &staff, "first").await;
    ask_often(&test, LIST, &[]).await;
    assert!(from_memory(&test, LIST, &[], None).await.is_some());
    for token in [&*staff, &*test.service_key(), "nonsense", ""] {
        assert!(from_memory(&test, LIST, &[], Some(token)).await.is_none(), "{token}");
    }
    // What staff ask is not kept for anybody.
    let path = "/projects?select=id";
    for _ in 0..8 {
        test.send(asked(&test, path, &[], Some(&staff))).await;
    }
    assert!(from_memory(&test, path, &[], None).await.is_none());
    assert!(from_memory(&test, path, &[], Some(&staff)).await.is_none());
}

#[tokio::test]
async fn refusals_rare_questions_and_long_answers_are_not_kept() {
    let test = TestApp::start().await;
    let staff = test.staff_token().await;
    let rare = "/projects?select=title";
    for _ in 0..3 {
        test.send(asked(&test, rare, &[], None)).await;
    }
    assert!(from_memory(&test, rare, &[], None).await.is_none());
    for refused in ["/volunteers", "/nothing", "/projects?select=nothing", "/projects?limit=x"] {
        let status = ask_often(&test, refused, &[]).await.status;
        assert!(status >= 400, "{refused}: {status}");
        assert!(from_memory(&test, refused, &[], None).await.is_none(), "{refused}");
    }
    for number in 0..40 {
        let project = json!({ "title": format!("{number}"), "description": "long ".repeat(1600) });
        assert_eq!(test.post_json("/rest/v1/projects", project, Some(&staff)).await.status, 201);
    }
    assert!(ask_often(&test, LIST, &[]).await.body.len() > 256 * 1024);
    assert!(from_memory(&test, LIST, &[], None).await.is_none());
    let long = format!("/projects?select=title&title=eq.{}", "x".repeat(1024));
    assert_eq!(ask_often(&test, &long, &[]).await.status, 200);
    assert!(from_memory(&test, &long, &[], None).await.is_none());
}

#[tokio::test]
async fn invented_questions_take_a_bounded_memory() {
    let test = TestApp::start().await;
    let staff = test.staff_token().await;
    let project = json!({ "title": "t", "description": "long ".repeat(1600) });
    for _ in 0..24 {
        assert_eq!(test.post_json("/rest/v1/projects", project.clone(), Some(&staff)).await.status, 201);
    }
    for number in 0..110 {
        ask_often(&test, &format!("{LIST}&title=neq.{number}"), &[]).await;
    }
    let (answers, bytes) = test.app.frequent.kept();
    assert!(answers < 110 && bytes <= 16 * 1024 * 1024, "{answers} answers, {bytes} bytes");
    let last = format!("{LIST}&title=neq.109");
    assert!(from_memory(&test, &last, &[], None).await.is_some());
}
