//! Where an account has a second factor, the password alone opens nothing but the way to it.

use axum::body::Body;
use axum::http::{Method, header};

use super::*;
use crate::harness::{EMAIL, PASSWORD};

/// Every road of the server, with what each answers to somebody who may use it.
async fn roads(app: &TestApp, token: &str) -> Vec<(String, Answer)> {
    let mut answers = Vec::new();
    for path in [
        "/rest/v1/volunteers",
        "/rest/v1/projects",
        "/rest/v1/history",
        "/rest/v1/",
        "/rest/v1/rpc/site_status",
        "/rest/v1/rpc/last_backup",
        "/rest/v1/rpc/mail_status",
        "/auth/v1/admin/users",
        "/storage/v1/bucket",
    ] {
        answers.push((path.to_owned(), app.get(path, Some(token)).await));
    }
    for (path, body) in [
        ("/rest/v1/projects", json!({ "title": "x" })),
        ("/storage/v1/object/list/website_images", json!({ "prefix": "" })),
        ("/auth/v1/admin/generate_link", json!({ "type": "magiclink", "email": EMAIL })),
        ("/auth/v1/invite", json!({ "email": "new@umeed.local" })),
        (
            "/realtime/v1/api/broadcast",
            json!({ "messages": [{ "topic": "a", "event": "e", "payload": {}, "private": true }] }),
        ),
    ] {
        answers.push((path.to_owned(), app.post_json(path, body, Some(token)).await));
    }
    let form = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("token", token), ("path", "/"), ("drafts", "[]")])
        .finish();
    let preview = app.request(Method::POST, "/admin/preview", None);
    let preview = preview.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    let mut preview = preview.body(Body::from(form)).unwrap();
    let kind = "application/x-www-form-urlencoded".parse().unwrap();
    preview.headers_mut().insert(header::CONTENT_TYPE, kind);
    answers.push(("/admin/preview".into(), app.send(preview).await));
    answers
}

#[tokio::test]
async fn a_password_alone_is_nobody_on_every_road() {
    let (app, device, confirmed) = protected().await;
    app.fill().await;
    let only_password = app.sign_in().await;
    for (road, answer) in roads(&app, access(&only_password).unwrap()).await {
        // Files say it in the body.
        let status = if road.starts_with("/storage") { 400 } else { 403 };
        assert_eq!(answer.status, status, "{road}: {}", answer.text());
        if road.starts_with("/rest") || road.starts_with("/auth") {
            assert_eq!(answer.json["code"], "insufficient_aal", "{road}");
        }
        if road.starts_with("/storage") {
            assert_eq!(answer.json["statusCode"], "403", "{road}");
        }
        assert!(answer.text().contains("second factor"), "{road}: {}", answer.text());
    }
    for (road, answer) in roads(&app, access(&confirmed).unwrap()).await {
        assert!(answer.status < 300 || road == "/auth/v1/invite", "{road}: {} {}", answer.status, answer.text());
    }
    let after = verify(&app, &only_password, &device.factor, &device.code(0)).await.json;
    assert_eq!(app.get("/rest/v1/volunteers", access(&after)).await.status, 200);
}

#[tokio::test]
async fn it_opens_ones_own_account_and_changes_nothing_there() {
    let (app, _, confirmed) = protected().await;
    let only_password = app.sign_in().await;
    assert_eq!(app.get("/auth/v1/user", access(&only_password)).await.status, 200);
    for change in [
        json!({ "password": "a new long password" }),
        json!({ "email": "thief@umeed.local" }),
        json!({ "data": { "name": "Thief" } }),
    ] {
        let answer = app.put_json("/auth/v1/user", change, access(&only_password)).await;
        assert_refused(&answer, 401, "insufficient_aal");
    }
    let body = json!({ "refresh_token": only_password["refresh_token"] });
    let renewed = app.post_json("/auth/v1/token?grant_type=refresh_token", body, None).await;
    assert_eq!((renewed.status, &claims(&renewed.json)["aal"]), (200, &json!("aal1")));
    assert_refused(&app.get("/rest/v1/volunteers", access(&renewed.json)).await, 403, "insufficient_aal");
    // Signing out everywhere is not for somebody who only knows the password.
    assert_eq!(app.post_json("/auth/v1/logout?scope=global", json!({}), access(&only_password)).await.status, 204);
    assert_eq!(app.get("/auth/v1/user", access(&only_password)).await.status, 403);
    assert_eq!(app.get("/rest/v1/volunteers", access(&confirmed)).await.status, 200);
    let change = json!({ "password": "a new long password" });
    assert_eq!(app.put_json("/auth/v1/user", change, access(&confirmed)).await.status, 200);
}

#[tokio::test]
async fn a_link_does_not_go_around_it() {
    let (app, device, confirmed) = protected().await;
    for kind in ["magiclink", "recovery"] {
        let asked = json!({ "type": kind, "email": EMAIL });
        let link = app.post_json("/auth/v1/admin/generate_link", asked, access(&confirmed)).await.json;
        let body = json!({ "type": kind, "token_hash": link["hashed_token"] });
        let session = app.post_json("/auth/v1/verify", body, None).await.json;
        assert_eq!((&claims(&session)["aal"], &claims(&session)["amr"][0]["method"]), (&json!("aal1"), &json!("otp")));
        assert_refused(&app.get("/rest/v1/volunteers", access(&session)).await, 403, "insufficient_aal");
        let change = json!({ "password": "a new long password" });
        assert_refused(&app.put_json("/auth/v1/user", change, access(&session)).await, 401, "insufficient_aal");
        let confirmed = verify(&app, &session, &device.factor, &device.code(0)).await.json;
        assert_eq!(claims(&confirmed)["amr"][1]["method"], "otp");
        rewind(&app).await;
    }
}

#[tokio::test]
async fn visitors_and_other_accounts_notice_nothing() {
    let (app, _, _) = protected().await;
    assert_eq!(app.get("/rest/v1/projects", None).await.status, 200);
    umeed::auth::accounts::add(&app.app.db, "other@umeed.local", PASSWORD, Default::default()).await.unwrap();
    let body = json!({ "email": "other@umeed.local", "password": PASSWORD });
    let other = app.post_json("/auth/v1/token?grant_type=password", body, None).await.json;
    assert_eq!(app.get("/rest/v1/volunteers", access(&other)).await.status, 200);
    assert_eq!(app.get("/rest/v1/volunteers", Some(&app.service_key())).await.status, 200);
}

/// A caller whom somebody holds on to, as a socket does, is looked at again by the same rule.
#[tokio::test]
async fn who_was_identified_before_the_second_factor_is_nobody_after_it() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    let held = umeed::auth::identify_token(&app.app.db, &app.app.secret, access(&session).unwrap()).await.unwrap();
    let (_, confirmed) = set_up(&app, &session, "Phone").await;
    let again = umeed::auth::identify_again(&app.app.db, &held.caller.identity).await;
    assert!(matches!(again, Err(umeed::auth::AuthError::Unconfirmed)), "{again:?}");
    let held = umeed::auth::identify_token(&app.app.db, &app.app.secret, access(&confirmed).unwrap()).await.unwrap();
    let again = umeed::auth::identify_again(&app.app.db, &held.caller.identity).await.unwrap();
    assert_eq!(again, held.caller);
    // After it was switched off, the same caller is still known, and in the role that they have now.
    let factor = claims_factor(&confirmed);
    app.delete(&format!("{FACTORS}/{factor}"), access(&confirmed)).await;
    let again = umeed::auth::identify_again(&app.app.db, &held.caller.identity).await.unwrap();
    assert_eq!(again, held.caller);
}

fn claims_factor(session: &Value) -> &str {
    session["user"]["factors"][0]["id"].as_str().unwrap()
}
