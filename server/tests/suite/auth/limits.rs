//! Limits on guessing: how they hold, whom they spare, and what a client is told.

use std::net::IpAddr;
use std::time::Instant;

use axum::body::Body;
use axum::http::Method;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

async fn guess(app: &TestApp, from: [u8; 4], email: &str, password: &str) -> Answer {
    let body = Body::from(json!({ "email": email, "password": password }).to_string());
    let request = app.request(Method::POST, PASSWORD_GRANT, None).body(body).unwrap();
    app.send_from(IpAddr::from(from), request).await
}

/// [API-6] Ten failures, then 429 with the time to wait; other addresses and other accounts are not locked out.
#[tokio::test]
async fn failed_sign_ins_are_limited_for_one_address_and_account() {
    let app = TestApp::start().await;
    for _ in 0..10 {
        assert_error(&guess(&app, [10, 0, 0, 1], EMAIL, "wrong").await, 400, "invalid_credentials");
    }
    let refused = guess(&app, [10, 0, 0, 1], EMAIL, PASSWORD).await;
    assert_error(&refused, 429, "over_request_rate_limit");
    assert_eq!(refused.json["message"], "Request rate limit reached");
    assert!((1..=31).contains(&refused.header("retry-after").parse::<u32>().unwrap()));
    assert_eq!(guess(&app, [10, 0, 0, 2], EMAIL, PASSWORD).await.status, 200, "from another address");
    umeed::auth::accounts::add(&app.app.db, "second@umeed.local", PASSWORD, Default::default()).await.unwrap();
    assert_eq!(guess(&app, [10, 0, 0, 1], "second@umeed.local", PASSWORD).await.status, 200, "another account");
}

/// An address without an account is limited in the same way, or the limit would tell which ones exist.
#[tokio::test]
async fn unknown_accounts_are_limited_alike() {
    let app = TestApp::start().await;
    for _ in 0..10 {
        assert_error(&guess(&app, [10, 0, 0, 1], "nobody@umeed.local", "wrong").await, 400, "invalid_credentials");
    }
    assert_error(&guess(&app, [10, 0, 0, 1], "NOBODY@umeed.local ", "wrong").await, 429, "over_request_rate_limit");
}

#[tokio::test]
async fn guesses_at_the_same_moment_do_not_slip_past() {
    let app = TestApp::start().await;
    let began = Instant::now();
    let all = (0..30).map(|_| guess(&app, [10, 0, 0, 1], EMAIL, "wrong"));
    let answers = futures_util::future::join_all(all).await;
    let tried = answers.iter().filter(|answer| answer.status == 400).count();
    // On a busy machine it takes so long that another one is due: one in 30 seconds.
    let due = began.elapsed().as_secs() as usize / 30;
    assert!((10..=10 + due).contains(&tried), "{tried} tried, {due} due");
    assert_eq!(answers.iter().filter(|answer| answer.status == 429).count(), 30 - tried);
}

/// [API-6] Only failures count: an office behind one address signs in as often as it likes.
#[tokio::test]
async fn right_passwords_do_not_count() {
    let app = TestApp::start().await;
    for _ in 0..25 {
        assert_eq!(guess(&app, [10, 0, 0, 1], EMAIL, PASSWORD).await.status, 200);
    }
    assert_error(&guess(&app, [10, 0, 0, 1], EMAIL, "wrong").await, 400, "invalid_credentials");
}

#[tokio::test]
async fn one_address_cannot_try_account_after_account() {
    let app = TestApp::start().await;
    let all = (0..80).map(|number| format!("person{number}@umeed.local"));
    let began = Instant::now();
    let mut refused = 0;
    for email in all {
        refused += usize::from(guess(&app, [10, 0, 0, 1], &email, "wrong").await.status == 429);
    }
    // One more is due every 5 seconds.
    let due = began.elapsed().as_secs() as usize / 5;
    assert!((20_usize.saturating_sub(due)..=20).contains(&refused), "{refused} refused, {due} due");
    assert_eq!(guess(&app, [10, 0, 0, 2], EMAIL, PASSWORD).await.status, 200);
}

/// Who owns a network has an address for every guess.
#[tokio::test]
async fn one_network_cannot_try_account_after_account() {
    let app = TestApp::start().await;
    let guess = async |from: String, email: String| {
        let body = Body::from(json!({ "email": email, "password": "wrong" }).to_string());
        let request = app.request(Method::POST, PASSWORD_GRANT, None).body(body).unwrap();
        app.send_from(from.parse::<IpAddr>().unwrap(), request).await.status
    };
    assert_eq!(guess("2001:db8:1:1::1".into(), "p@umeed.local".into()).await, 400);
    // As 299 more would, each from an address of its own, for an account of its own.
    while app.app.limits.sign_in_network.charge(&"network 2001:db8:1::/48".into()).is_ok() {}
    assert_eq!(guess("2001:db8:1:2::1".into(), "q@umeed.local".into()).await, 429);
    assert_eq!(guess("2001:db8:2::1".into(), "p@umeed.local".into()).await, 400, "another network");
}

#[tokio::test]
async fn recovery_and_sign_up_are_limited_apart_from_signing_in() {
    let app = TestApp::start().await;
    for path in ["/auth/v1/recover", "/auth/v1/signup"] {
        let mut last = 0;
        for _ in 0..70 {
            last = app.post_json(path, json!({"email": EMAIL, "password": "long enough"}), None).await.status;
        }
        assert_eq!(last, 429, "{path}");
    }
    assert_eq!(sign_in_as(&app, EMAIL, PASSWORD).await.status, 200);
}

#[tokio::test]
async fn calls_from_one_address_are_limited_and_reading_is_not() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let mut refused = None;
    for _ in 0..700 {
        let answer = app.post_json(REFRESH_GRANT, json!({"refresh_token": "x"}), None).await;
        refused = Some(answer).filter(|answer| answer.status == 429);
        if refused.is_some() {
            break;
        }
    }
    assert_error(&refused.expect("a limit"), 429, "over_request_rate_limit");
    assert_eq!(app.get("/auth/v1/user", Some(&token)).await.status, 200);
}
