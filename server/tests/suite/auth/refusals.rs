//! What the service does not have, and requests it cannot read: always JSON in its own dialect, never a 5xx.

use axum::body::Body;
use axum::http::Method;

use super::*;

#[tokio::test]
async fn paths_and_methods_it_does_not_have() {
    let app = TestApp::start().await;
    for path in
        ["/auth/v1/nothing", "/auth/v1/otp/more", "/auth/v1/token/more", "/auth/v1/factors/1/verify/more", "/auth/v1"]
    {
        assert_error(&app.get(path, None).await, 404, "not_found");
        assert_error(&app.post_json(path, json!({}), None).await, 404, "not_found");
    }
    for path in ["token", "logout", "signup", "recover", "otp", "magiclink", "resend", "invite"] {
        let path = &format!("/auth/v1/{path}");
        assert_error(&app.get(path, None).await, 405, "method_not_allowed");
    }
    assert_error(&app.delete("/auth/v1/user", None).await, 405, "method_not_allowed");
    assert_error(&app.patch_json("/auth/v1/user", json!({}), None).await, 405, "method_not_allowed");
}

#[tokio::test]
async fn bodies_it_cannot_read() {
    let app = TestApp::start().await;
    let post = async |body: Vec<u8>| {
        app.send(app.request(Method::POST, PASSWORD_GRANT, None).body(Body::from(body)).unwrap()).await
    };
    assert_error(&post(b"{\"email\":".to_vec()).await, 400, "bad_json");
    assert_error(&post(b"\xff\xfe\x00".to_vec()).await, 400, "bad_json");
    assert_error(&post(b"email=a&password=b".to_vec()).await, 400, "bad_json");
    assert_error(&post("[".repeat(60_000).into_bytes()).await, 400, "bad_json");
    assert_error(&post(b"\"text\"".to_vec()).await, 400, "validation_failed");
    assert_error(&post(Vec::new()).await, 400, "validation_failed");
    assert_error(&post(vec![b' '; 65 * 1024]).await, 413, "request_too_large");
}

/// [API-6] A page of any site may make a browser send text or a form without asking first; so that is refused, and it
/// neither counts nor opens anything.
#[tokio::test]
async fn only_json_is_taken() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    let send = async |method: Method, path: &str, kind: Option<&str>, body: String| {
        let mut request = axum::http::Request::builder().method(method).uri(path);
        request = request.header("authorization", format!("Bearer {}", access(&session).unwrap()));
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        app.send(request.body(body.into()).unwrap()).await
    };
    let right = json!({"email": crate::harness::EMAIL, "password": crate::harness::PASSWORD}).to_string();
    let wrong = json!({"email": crate::harness::EMAIL, "password": "wrong guess"}).to_string();
    let refused =
        [Some("text/plain"), Some("text/plain;charset=UTF-8"), Some("application/x-www-form-urlencoded"), None];
    for kind in refused {
        for (method, path) in [
            (Method::POST, PASSWORD_GRANT),
            (Method::POST, REFRESH_GRANT),
            (Method::POST, "/auth/v1/signup"),
            (Method::POST, "/auth/v1/recover"),
            (Method::POST, "/auth/v1/otp"),
            (Method::POST, "/auth/v1/verify"),
            (Method::PUT, "/auth/v1/user"),
            (Method::POST, "/auth/v1/logout"),
        ] {
            assert_error(&send(method, path, kind, right.clone()).await, 415, "unsupported_media_type");
        }
        for _ in 0..200 {
            assert_eq!(send(Method::POST, PASSWORD_GRANT, kind, wrong.clone()).await.status, 415);
        }
    }
    assert!(is_in(&app, &session).await);
    for kind in ["application/json", "application/json;charset=UTF-8"] {
        assert_eq!(send(Method::POST, PASSWORD_GRANT, Some(kind), right.clone()).await.status, 200, "{kind}");
    }
    // Nothing is to be read in a body that is not there.
    assert_eq!(send(Method::POST, "/auth/v1/logout?scope=local", None, String::new()).await.status, 204);
}

#[tokio::test]
async fn recovery_answers_the_same_for_everyone() {
    let app = TestApp::start().await;
    let recover = async |email| app.post_json("/auth/v1/recover?redirect_to=x", json!({ "email": email }), None).await;
    for email in [crate::harness::EMAIL, "nobody@umeed.local"] {
        let answer = recover(json!(email)).await;
        assert_eq!((answer.status, &answer.json), (200, &json!({})));
        assert_stamped(&answer);
    }
    assert_error(&recover(json!(null)).await, 400, "validation_failed");
    assert_error(&recover(json!("nonsense")).await, 400, "validation_failed");
}

#[tokio::test]
async fn what_clients_ask_about_the_service() {
    let app = TestApp::start().await;
    let health = app.get("/auth/v1/health", None).await;
    assert_eq!((health.status, &health.json["name"]), (200, &json!("Umeed")));
    assert_stamped(&health);
    let settings = app.get("/auth/v1/settings", None).await;
    assert_eq!((settings.status, &settings.json["external"]["email"]), (200, &json!(true)));
    let keys = app.get("/auth/v1/.well-known/jwks.json", None).await;
    assert_eq!((keys.status, &keys.json), (200, &json!({"keys": []})));
}

/// Trouble with the database is told as such, to be tried again, and never as a bad token: that would sign staff out.
#[tokio::test]
async fn a_closed_database_is_unavailable() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    app.app.db.close().await;
    for answer in [
        app.get("/auth/v1/user", access(&session)).await,
        refresh(&app, &session["refresh_token"]).await,
        sign_in_as(&app, crate::harness::EMAIL, crate::harness::PASSWORD).await,
    ] {
        assert_error(&answer, 503, "service_unavailable");
        assert!(!answer.header("retry-after").is_empty());
    }
}
