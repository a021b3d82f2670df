//! A new address is confirmed from there first, where mail is sent; and the old password opens what a fresh sign-in does.

use umeed::auth::accounts;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

const NEW: &str = "new@umeed.local";

async fn ask(app: &TestApp, session: &Value, email: &str) -> Answer {
    app.put_json("/auth/v1/user", json!({ "email": email, "code_challenge": null }), access(session)).await
}

#[tokio::test]
async fn a_new_address_counts_once_it_is_confirmed() {
    let app = with_mail().await;
    let (mine, other) = (app.sign_in().await, app.sign_in().await);
    let asked = ask(&app, &mine, " New@Umeed.local").await;
    assert_eq!((asked.status, &asked.json["email"], &asked.json["new_email"]), (200, &json!(EMAIL), &json!(NEW)));
    assert!(asked.json["email_change_sent_at"].as_str().unwrap().ends_with('Z'));
    let shown = app.get("/auth/v1/user", access(&mine)).await.json;
    assert_eq!(shown["new_email"], NEW);
    assert!(is_in(&app, &other).await, "nothing has changed yet");
    assert_eq!(sign_in_as(&app, EMAIL, PASSWORD).await.status, 200);
    let letter = letter(&app, "new_address", NEW).await;

    let token = token_of(&letter);
    assert_error(&verify(&app, "recovery", &token).await, 403, "otp_expired");
    let confirmed = verify(&app, "email_change", &token).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    assert!(confirmed.json.get("access_token").is_none(), "a mistyped address signs no stranger in");
    assert_error(&verify(&app, "email_change", &token).await, 403, "otp_expired");
    assert!(is_in(&app, &mine).await && !is_in(&app, &other).await);
    let shown = app.get("/auth/v1/user", access(&mine)).await.json;
    assert_eq!((&shown["email"], shown.get("new_email")), (&json!(NEW), None));
    assert_eq!(super::letter(&app, "address_changed", EMAIL).await["to"], NEW);
    assert_eq!(sign_in_as(&app, NEW, PASSWORD).await.status, 200);
    assert_error(&sign_in_as(&app, EMAIL, PASSWORD).await, 400, "invalid_credentials");

    let history = app.get("/rest/v1/history?table_name=eq.accounts&verb=eq.update", access(&mine)).await.json;
    assert_eq!((&history[0]["changed"], &history[0]["author_email"]), (&json!(["email"]), &json!(NEW)), "{history}");
}

#[tokio::test]
async fn it_is_confirmed_by_code_by_a_clients_link_and_after_another_mail() {
    let app = with_mail().await;
    let mine = app.sign_in().await;
    ask(&app, &mine, NEW).await;
    let first = letter(&app, "new_address", NEW).await;
    let resend = async |email: &str| {
        app.post_json("/auth/v1/resend", json!({ "type": "email_change", "email": email }), None).await
    };
    assert_eq!(resend(EMAIL).await.json, json!({}));
    let second = letter(&app, "new_address", NEW).await;
    assert_ne!(token_of(&first), token_of(&second));
    assert_error(&verify(&app, "email_change", &token_of(&first)).await, 403, "otp_expired");
    assert_error(&verify_code(&app, "email_change", EMAIL, &second["link"]["code"]).await, 403, "otp_expired");
    assert_eq!(verify_code(&app, "email_change", NEW, &second["link"]["code"]).await.status, 200);
    assert!(is_in(&app, &mine).await, "who asked goes on, also after another mail");

    let put =
        app.put_json("/auth/v1/user?redirect_to=/my/page", json!({ "email": "third@umeed.local" }), access(&mine));
    assert_eq!(put.await.status, 200);
    let third = letter(&app, "new_address", "third@umeed.local").await;
    let opened = app.get(third["link"]["path"].as_str().unwrap(), None).await;
    let to = opened.header("location");
    assert!(to.starts_with("https://umeed.example/my/page#message=") && !to.contains("access_token"), "{to}");
    assert_eq!(app.get("/auth/v1/user", access(&mine)).await.json["email"], "third@umeed.local");
    let before = letters(&app).await.len();
    wait_for_mail(&app, "third@umeed.local").await;
    assert_eq!(resend("third@umeed.local").await.json, json!({}), "nothing is under way");
    assert_eq!(letters(&app).await.len(), before);
}

#[tokio::test]
async fn an_address_belongs_to_one_account() {
    let app = with_mail().await;
    accounts::add(&app.app.db, "second@umeed.local", PASSWORD, Default::default()).await.unwrap();
    let (mine, theirs) = (app.sign_in().await, sign_in_as(&app, "second@umeed.local", PASSWORD).await.json);
    assert_error(&ask(&app, &mine, "Second@umeed.local").await, 422, "email_exists");
    ask(&app, &mine, NEW).await;
    let to_me = token_of(&letter(&app, "new_address", NEW).await);
    wait_for_mail(&app, NEW).await;
    assert_eq!(ask(&app, &theirs, NEW).await.status, 200);
    let to_them = token_of(&letter(&app, "new_address", NEW).await);
    assert_eq!(verify(&app, "email_change", &to_them).await.status, 200);
    assert_error(&verify(&app, "email_change", &to_me).await, 422, "email_exists");
    assert_eq!(app.get("/auth/v1/user", access(&mine)).await.json["email"], EMAIL);
}

/// What ends links ends this one; who signs in long ago does not begin it; nobody's mailbox is flooded by it.
#[tokio::test]
async fn it_can_be_called_off_and_does_not_flood() {
    let app = with_mail().await;
    let mine = app.sign_in().await;
    ask(&app, &mine, NEW).await;
    let token = token_of(&letter(&app, "new_address", NEW).await);
    assert_error(&ask(&app, &mine, NEW).await, 429, "over_email_send_rate_limit");
    let set = app.put_json("/auth/v1/user", json!({ "password": "a new password" }), access(&mine)).await;
    assert_eq!((set.status, set.json.get("new_email")), (200, None));
    assert_error(&verify(&app, "email_change", &token).await, 403, "otp_expired");
    for number in 0..4 {
        assert_eq!(ask(&app, &mine, &format!("a{number}@example.org")).await.status, 200);
    }
    assert_error(&ask(&app, &mine, "b@example.org").await, 429, "over_email_send_rate_limit");
    let challenge = json!({ "email": "c@example.org", "code_challenge": "x" });
    assert_error(&app.put_json("/auth/v1/user", challenge, access(&mine)).await, 400, "validation_failed");
    meddle(&app, Sql::new("UPDATE sessions SET created_at = ?").with("2026-01-01T00:00:00.000000+00:00")).await;
    assert_error(&ask(&app, &mine, "d@example.org").await, 400, "reauthentication_needed");
}

/// The old password is as good as a sign-in of today, and cannot be guessed at a device that was left signed in.
#[tokio::test]
async fn the_current_password_is_checked_where_it_is_given() {
    let app = TestApp::start().await;
    let mine = app.sign_in().await;
    meddle(&app, Sql::new("UPDATE sessions SET created_at = ?").with("2026-01-01T00:00:00.000000+00:00")).await;
    let put = async |body: Value| app.put_json("/auth/v1/user", body, access(&mine)).await;
    let change = |current: &str| json!({ "password": "a new password", "current_password": current });
    assert_error(&put(json!({ "password": "a new password" })).await, 400, "reauthentication_needed");
    assert_error(&put(change("wrong")).await, 400, "current_password_invalid");
    assert_error(&put(json!({ "email": NEW, "current_password": "wrong" })).await, 400, "current_password_invalid");
    assert_error(&put(json!({ "password": PASSWORD, "current_password": PASSWORD })).await, 422, "same_password");
    assert_error(&put(json!({ "password": "short", "current_password": PASSWORD })).await, 422, "weak_password");
    assert_eq!(put(json!({ "data": { "name": "A" }, "current_password": "ignored" })).await.status, 200);
    assert_eq!(put(change(PASSWORD)).await.status, 200);
    assert_eq!(sign_in_as(&app, EMAIL, "a new password").await.status, 200);
    let guesses = futures_util::future::join_all((0..20).map(|_| put(change("wrong")))).await;
    let refused = guesses.iter().filter(|answer| answer.status == 429).count();
    assert!((10..=14).contains(&refused), "{refused}");
}

/// Somebody at a device that was left signed in asks for the account, and is thrown out before the link is opened.
#[tokio::test]
async fn who_was_thrown_out_does_not_get_the_account_by_a_link_from_before() {
    let app = with_mail().await;
    let mine = app.sign_in().await;
    for end in ["others", "one"] {
        let thief = app.sign_in().await;
        assert_eq!(ask(&app, &thief, NEW).await.status, 200);
        let token = token_of(&letter(&app, "new_address", NEW).await);
        if end == "others" {
            assert_eq!(app.post_json("/auth/v1/logout?scope=others", json!({}), access(&mine)).await.status, 204);
        } else {
            let sessions = app.get("/rest/v1/rpc/own_sessions", access(&mine)).await.json;
            let other = sessions.as_array().unwrap().iter().find(|one| one["current"] == json!(false)).unwrap();
            let ended = app.post_json("/rest/v1/rpc/end_session", json!({ "id": other["id"] }), access(&mine)).await;
            assert_eq!(ended.status, 200, "{}", ended.text());
        }
        assert!(!is_in(&app, &thief).await);
        assert_error(&verify(&app, "email_change", &token).await, 403, "otp_expired");
        assert!(is_in(&app, &mine).await);
        assert_eq!(sign_in_as(&app, EMAIL, PASSWORD).await.status, 200, "the account is where it was");
        wait_for_mail(&app, NEW).await;
        app.app.limits.letters_hourly.refund(&format!("letter by {}", mine["user"]["id"].as_str().unwrap()));
    }
}

/// Asking again for a confirmation that is not under way sends nothing, so it must not use anything up either.
#[tokio::test]
async fn asking_for_nothing_keeps_nobody_from_a_new_password() {
    let app = with_mail().await;
    for _ in 0..3 {
        app.post_json("/auth/v1/resend", json!({ "type": "email_change", "email": EMAIL }), None).await;
    }
    assert_eq!(app.post_json("/auth/v1/recover", json!({ "email": EMAIL }), None).await.status, 200);
    letter(&app, "recovery", EMAIL).await;
}
