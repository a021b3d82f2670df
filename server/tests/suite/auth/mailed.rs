//! Links and codes by mail: a new password, and signing in. What they open, for whom, how often, and what strangers learn.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Method;
use umeed::auth::accounts;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

const NOBODY: &str = "nobody@umeed.local";

async fn recover(app: &TestApp, email: &str) -> Answer {
    app.post_json("/auth/v1/recover", json!({ "email": email, "code_challenge": null }), None).await
}

async fn ask_to_sign_in(app: &TestApp, email: &str) -> Answer {
    app.post_json("/auth/v1/otp", json!({ "email": email, "create_user": true, "data": {} }), None).await
}

#[tokio::test]
async fn a_new_password_comes_by_mail_once() {
    let app = with_mail().await;
    let other = app.sign_in().await;
    let answer = recover(&app, " Admin@Umeed.local").await;
    assert_eq!((answer.status, &answer.json), (200, &json!({})));
    let letter = letter(&app, "recovery", EMAIL).await;
    assert!(letter["link"]["path"].as_str().unwrap().ends_with("&type=recovery"));
    let token = token_of(&letter);
    for wrong in ["invite", "magiclink", "email", "signup", "email_change"] {
        assert_error(&verify(&app, wrong, &token).await, 403, "otp_expired");
    }
    let session = verify(&app, "recovery", &token).await.json;
    assert_eq!(session["user"]["email"], EMAIL);
    assert_error(&verify(&app, "recovery", &token).await, 403, "otp_expired");
    assert_error(&verify_code(&app, "recovery", EMAIL, &letter["link"]["code"]).await, 403, "otp_expired");
    let set = app.put_json("/auth/v1/user", json!({ "password": "chosen anew" }), access(&session)).await;
    assert_eq!(set.status, 200, "{}", set.text());
    assert!(is_in(&app, &session).await && !is_in(&app, &other).await);
    assert_eq!(sign_in_as(&app, EMAIL, "chosen anew").await.status, 200);
    assert_error(&sign_in_as(&app, EMAIL, PASSWORD).await, 400, "invalid_credentials");
    assert_eq!(super::letter(&app, "password_changed", EMAIL).await, json!({ "kind": "password_changed" }));
}

#[tokio::test]
async fn one_signs_in_by_a_link_or_by_its_code() {
    let app = with_mail().await;
    for (path, by_code) in [("/auth/v1/otp", true), ("/auth/v1/magiclink", false)] {
        let asked = app.post_json(path, json!({ "email": EMAIL }), None).await;
        assert_eq!((asked.status, &asked.json), (200, &json!({})), "{}", asked.text());
        let letter = letter(&app, "sign_in", EMAIL).await;
        let answer = match by_code {
            true => verify_code(&app, "email", EMAIL, &letter["link"]["code"]).await,
            false => verify(&app, "magiclink", &token_of(&letter)).await,
        };
        assert!(is_in(&app, &answer.json).await, "{}", answer.text());
        assert!(!answer.header("set-cookie").is_empty(), "the device is known from now on");
        wait_for_mail(&app, EMAIL).await;
    }
}

/// Nobody learns who has an account: not by the answer, not by its time, not by the limit.
#[tokio::test]
async fn an_unknown_address_is_answered_alike() {
    let app = with_mail().await;
    for path in ["/auth/v1/recover", "/auth/v1/otp", "/auth/v1/resend"] {
        for email in [EMAIL, NOBODY] {
            wait_for_mail(&app, email).await;
            let body = json!({ "email": email, "type": "email_change", "create_user": true });
            let began = Instant::now();
            let answer = app.post_json(path, body.clone(), None).await;
            let took = began.elapsed();
            assert_eq!((answer.status, &answer.json), (200, &json!({})), "{path} {email}");
            assert!(took >= Duration::from_millis(250), "{path} {email}: {took:?}");
            let again = app.post_json(path, body, None).await;
            assert_error(&again, 429, "over_email_send_rate_limit");
            let wait: u64 = again.header("retry-after").parse().unwrap();
            let words = format!("For security purposes, you can only request this after {wait} seconds.");
            assert!((50..=61).contains(&wait) && again.json["msg"] == words, "{}", again.text());
        }
    }
    assert!(letters(&app).await.iter().all(|(to, _)| to == EMAIL));
    assert_eq!(accounts::list(&app.app.db).await.unwrap().len(), 1, "none was made");
    let began = Instant::now();
    for email in [EMAIL, NOBODY] {
        assert_error(&verify_code(&app, "recovery", email, &json!("000000")).await, 403, "otp_expired");
    }
    assert!(began.elapsed() >= Duration::from_millis(500));
}

#[tokio::test]
async fn the_newest_link_ends_the_one_before() {
    let app = with_mail().await;
    recover(&app, EMAIL).await;
    let first = token_of(&letter(&app, "recovery", EMAIL).await);
    wait_for_mail(&app, EMAIL).await;
    recover(&app, EMAIL).await;
    let second = token_of(&letter(&app, "recovery", EMAIL).await);
    assert_error(&verify(&app, "recovery", &first).await, 403, "otp_expired");
    assert!(access(&verify(&app, "recovery", &second).await.json).is_some());
}

/// Pressed twice, opened on two devices, or raced by a thief: one gets in.
#[tokio::test]
async fn two_uses_at_the_same_moment_are_one() {
    let app = with_mail().await;
    recover(&app, EMAIL).await;
    let recovery = letter(&app, "recovery", EMAIL).await;
    let token = token_of(&recovery);
    let code = &recovery["link"]["code"];
    let by_link = (0..4).map(|_| verify(&app, "recovery", &token));
    let by_code = (0..4).map(|_| verify_code(&app, "recovery", EMAIL, code));
    let (by_link, by_code) =
        tokio::join!(futures_util::future::join_all(by_link), futures_util::future::join_all(by_code));
    let statuses: Vec<u16> = by_link.iter().chain(&by_code).map(|answer| answer.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 403].contains(status)), "{statuses:?}");
}

#[tokio::test]
async fn a_link_ends_with_its_hour_its_account_and_a_clock_that_jumps_back() {
    let app = with_mail().await;
    accounts::add(&app.app.db, "second@umeed.local", PASSWORD, Default::default()).await.unwrap();
    recover(&app, EMAIL).await;
    let token = token_of(&letter(&app, "recovery", EMAIL).await);
    let ends = async |minutes: i64| {
        let at = jiff::Timestamp::from_second(umeed::clock::unix_seconds() + minutes * 60).unwrap();
        meddle(&app, Sql::new("UPDATE one_time_tokens SET ends_at = ?").with(umeed::clock::text(at))).await;
    };
    for minutes in [-1, 70] {
        ends(minutes).await;
        assert_error(&verify(&app, "recovery", &token).await, 403, "otp_expired");
    }
    ends(62).await;
    accounts::remove(&app.app.db, EMAIL).await.unwrap();
    assert_error(&verify(&app, "recovery", &token).await, 403, "otp_expired");
}

/// Somebody who has codes sent and guesses at them has few chances, wherever they come from; the link works all the same.
#[tokio::test]
async fn codes_cannot_be_guessed_from_many_addresses() {
    let app = with_mail().await;
    recover(&app, EMAIL).await;
    let letter = letter(&app, "recovery", EMAIL).await;
    let wrong = if letter["link"]["code"] == "000000" { "000001" } else { "000000" };
    let mut statuses = Vec::new();
    for number in 0..12 {
        let body = json!({ "type": "recovery", "email": EMAIL, "token": wrong }).to_string();
        let request = app.request(Method::POST, "/auth/v1/verify", None).body(Body::from(body)).unwrap();
        statuses.push(app.send_from(IpAddr::from([10, 0, number, 1]), request).await.status);
    }
    assert_eq!(statuses, [[403; 10].as_slice(), &[429; 2]].concat());
    assert!(access(&verify(&app, "recovery", &token_of(&letter)).await.json).is_some());
}

/// The links of a flood are not sent; the answer is the same, a link of before stays good, and staff's own mail goes out.
#[tokio::test]
async fn a_flood_leaves_room_for_the_mail_of_staff() {
    let app = with_mail().await;
    recover(&app, EMAIL).await;
    let token = token_of(&letter(&app, "recovery", EMAIL).await);
    let now = umeed::clock::now();
    let row = |number: i32| {
        format!(
            "('00000000-0000-7000-8000-{number:012}', '{now}', 'recovery', 'a{number}@example.org', 'sent', '{now}', '{{\"kind\":\"test\"}}')"
        )
    };
    let rows: Vec<String> = (0..39).map(row).collect();
    let head = "INSERT INTO outbox (id, created_at, kind, recipient, status, next_at, details) VALUES";
    meddle(&app, Sql::new(format!("{head} {}", rows.join(", ")))).await;
    wait_for_mail(&app, EMAIL).await;
    let answer = recover(&app, EMAIL).await;
    assert_eq!((answer.status, &answer.json), (200, &json!({})));
    assert_eq!(letters(&app).await.len(), 40);
    wait_for_mail(&app, EMAIL).await;
    assert_eq!(ask_to_sign_in(&app, EMAIL).await.status, 200);
    letter(&app, "sign_in", EMAIL).await;
    assert!(access(&verify(&app, "recovery", &token).await.json).is_some());
}

/// A page of a client's own on this site gets the link that it knows; another site gets nothing.
#[tokio::test]
async fn a_client_may_lead_to_its_own_page_on_this_site() {
    let app = with_mail().await;
    for (wanted, kept) in [
        ("https://umeed.example/my/page", Some("https%3A%2F%2Fumeed.example%2Fmy%2Fpage")),
        ("/my/page", Some("https%3A%2F%2Fumeed.example%2Fmy%2Fpage")),
        ("https://umeed.example/administration", Some("https%3A%2F%2Fumeed.example%2Fadministration")),
        ("https://umeed.example/admin", None),
        ("/admin/team?x=1", None),
        ("https://evil.example/my/page", None),
        ("//evil.example", None),
        ("https://umeed.example.evil.example/", None),
        ("javascript:alert(1)", None),
    ] {
        wait_for_mail(&app, EMAIL).await;
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("redirect_to", wanted).finish();
        app.post_json(&format!("/auth/v1/recover?{query}"), json!({ "email": EMAIL }), None).await;
        let letter = letter(&app, "recovery", EMAIL).await;
        let path = letter["link"]["path"].as_str().unwrap();
        assert!(!path.contains("evil"), "{path}");
        let Some(kept) = kept else {
            assert!(path.starts_with("/admin/link#token_hash="), "{path}");
            continue;
        };
        assert!(path.starts_with("/auth/v1/verify?token=") && path.ends_with(&format!("redirect_to={kept}")), "{path}");
        let opened = app.get(path, None).await;
        let to = opened.header("location");
        assert!(to.contains("#access_token=") && to.ends_with("type=recovery"), "{to}");
        assert!(to.starts_with("https://umeed.example/"), "{to}");
    }
}

#[tokio::test]
async fn what_cannot_be_done_is_said() {
    let app = with_mail().await;
    let challenge = json!({ "email": EMAIL, "code_challenge": "abc", "code_challenge_method": "s256" });
    for (path, body, status, code) in [
        ("recover", challenge.clone(), 400, "validation_failed"),
        ("otp", challenge, 400, "validation_failed"),
        ("otp", json!({ "phone": "+92 300" }), 422, "phone_provider_disabled"),
        ("otp", json!({}), 400, "validation_failed"),
        ("otp", json!({ "email": "nonsense" }), 400, "validation_failed"),
        ("resend", json!({ "email": EMAIL }), 400, "validation_failed"),
        ("resend", json!({ "email": EMAIL, "type": "recovery" }), 400, "validation_failed"),
        ("resend", json!({ "type": "email_change" }), 400, "validation_failed"),
        ("resend", json!({ "phone": "+92 300", "type": "sms" }), 422, "phone_provider_disabled"),
    ] {
        assert_error(&app.post_json(&format!("/auth/v1/{path}"), body, None).await, status, code);
    }
    assert_eq!(app.get("/auth/v1/settings", None).await.json["mailer_enabled"], true);
    assert!(letters(&app).await.is_empty());
}

/// Links are never made from what a request says of the site; where that is all there is, they are refused in clear words.
#[tokio::test]
async fn without_its_own_address_a_site_sends_no_links() {
    let app = TestApp::start_with(|settings| settings.mail = Some(mail_settings())).await;
    assert_eq!(app.get("/auth/v1/settings", None).await.json["mailer_enabled"], false);
    let key = app.service_key();
    for (path, token) in [("recover", None), ("otp", None), ("invite", Some(key.as_str()))] {
        let body = Body::from(json!({ "email": EMAIL }).to_string());
        let request = app.request(Method::POST, &format!("/auth/v1/{path}"), token);
        let answer = app.send(request.header("host", "evil.example").body(body).unwrap()).await;
        assert_error(&answer, 422, "email_provider_disabled");
        assert!(answer.json["msg"].as_str().unwrap().contains("UMEED_PUBLIC_URL"));
    }
    assert!(letters(&app).await.is_empty());
    // A change of the address counts at once, as without mail; the old one is told, without a link.
    let session = app.sign_in().await;
    let put = app.put_json("/auth/v1/user", json!({ "email": "new@umeed.local" }), access(&session)).await;
    assert_eq!((put.status, &put.json["email"]), (200, &json!("new@umeed.local")));
    assert_eq!(letter(&app, "address_changed", EMAIL).await["to"], "new@umeed.local");
}

#[tokio::test]
async fn without_mail_there_are_no_links() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/auth/v1/settings", None).await.json["mailer_enabled"], false);
    for path in ["otp", "magiclink", "resend"] {
        let body = json!({ "email": EMAIL, "type": "email_change" });
        assert_error(&app.post_json(&format!("/auth/v1/{path}"), body, None).await, 422, "email_provider_disabled");
    }
    assert_eq!(recover(&app, EMAIL).await.json, json!({}));
    assert!(letters(&app).await.is_empty());
}

/// Neither history nor outbox, as owners read them, nor the list of accounts holds anything that opens an account.
#[tokio::test]
async fn no_road_shows_a_link_or_a_code() {
    let app = with_mail().await;
    let owner = app.sign_in().await;
    recover(&app, EMAIL).await;
    let recovery = letter(&app, "recovery", EMAIL).await;
    let (token, code) = (token_of(&recovery), recovery["link"]["code"].as_str().unwrap().to_owned());
    let row = app.app.db.first(Sql::new("SELECT digest, code_digest FROM one_time_tokens")).await.unwrap().unwrap();
    let secrets = [token.as_str(), &code, row.text(0), row.text(1)];
    for path in ["/rest/v1/outbox", "/rest/v1/history", "/auth/v1/admin/users", "/rest/v1/", "/rest/v1/one_time_tokens"]
    {
        let text = app.get(path, access(&owner)).await.text();
        assert!(secrets.iter().all(|secret| !text.contains(secret)), "{path}: {text}");
    }
    for secret in [row.text(0), row.text(1)] {
        assert_error(&verify(&app, "recovery", secret).await, 403, "otp_expired");
    }
}
