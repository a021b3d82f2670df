//! Their own account: changing it, signing out, and being removed.

use axum::body::Body;
use axum::http::Method;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

/// [API-6] A new password ends every other session, its access and its refresh tokens; their own goes on.
#[tokio::test]
async fn a_new_password_ends_other_sessions() {
    let app = TestApp::start().await;
    let (mine, other) = (app.sign_in().await, app.sign_in().await);
    let answer = app.put_json("/auth/v1/user", json!({"password": "a new password"}), access(&mine)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json["email"], EMAIL);
    assert!(is_in(&app, &mine).await && !is_in(&app, &other).await);
    assert_error(&refresh(&app, &other["refresh_token"]).await, 400, "refresh_token_not_found");
    assert_eq!(refresh(&app, &mine["refresh_token"]).await.status, 200);
    assert_error(&sign_in_as(&app, EMAIL, PASSWORD).await, 400, "invalid_credentials");
    assert_eq!(sign_in_as(&app, EMAIL, "a new password").await.status, 200);
}

#[tokio::test]
async fn a_new_address_ends_other_sessions_and_the_same_one_does_not() {
    let app = TestApp::start().await;
    let (mine, other) = (app.sign_in().await, app.sign_in().await);
    let same = app.put_json("/auth/v1/user", json!({"email": "ADMIN@umeed.local"}), access(&mine)).await;
    assert_eq!(same.status, 200);
    assert!(is_in(&app, &other).await);
    let answer = app.put_json("/auth/v1/user", json!({"email": " New@Umeed.local"}), access(&mine)).await;
    assert_eq!((answer.status, &answer.json["email"]), (200, &json!("new@umeed.local")));
    assert!(is_in(&app, &mine).await && !is_in(&app, &other).await);
    assert_eq!(sign_in_as(&app, "new@umeed.local", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn data_is_merged_and_signs_nobody_out() {
    let app = TestApp::start().await;
    let (mine, other) = (app.sign_in().await, app.sign_in().await);
    let put = async |data| app.put_json("/auth/v1/user", json!({ "data": data }), access(&mine)).await;
    put(json!({"name": "A", "city": "Faisalabad"})).await;
    let answer = put(json!({"name": "B", "city": null})).await;
    assert_eq!(answer.json["user_metadata"], json!({"name": "B"}));
    assert_eq!(refresh(&app, &mine["refresh_token"]).await.json["user"]["user_metadata"], json!({"name": "B"}));
    assert_error(&put(json!({"long": "x".repeat(5_000)})).await, 400, "validation_failed");
    assert_error(&put(json!("text")).await, 400, "validation_failed");
    assert!(is_in(&app, &other).await);
}

#[tokio::test]
async fn what_an_account_cannot_become_is_refused_and_changes_nothing() {
    let app = TestApp::start().await;
    umeed::auth::accounts::add(&app.app.db, "second@umeed.local", PASSWORD, Default::default()).await.unwrap();
    let (mine, other) = (app.sign_in().await, app.sign_in().await);
    for (body, status, code, message) in [
        (
            json!({"password": PASSWORD}),
            422,
            "same_password",
            "New password should be different from the old password.",
        ),
        (json!({"password": "1234567"}), 422, "weak_password", "Password should be at least 8 characters."),
        (json!({"password": ""}), 422, "weak_password", "Password should be at least 8 characters."),
        (
            json!({"password": "x".repeat(129)}),
            400,
            "validation_failed",
            "Password cannot be longer than 128 characters",
        ),
        (
            json!({"email": "Second@umeed.local", "password": "a new password"}),
            422,
            "email_exists",
            "A user with this email address has already been registered",
        ),
        (json!({"email": "nonsense"}), 400, "validation_failed", "Unable to validate email address: invalid format"),
        (json!({"email": ["a"]}), 400, "validation_failed", "email must be a string"),
        (json!({"phone": "+92 300"}), 422, "phone_provider_disabled", "Phone numbers are not used here"),
    ] {
        let answer = app.put_json("/auth/v1/user", body, access(&mine)).await;
        assert_error(&answer, status, code);
        assert_eq!(answer.json["message"], message);
    }
    assert!(is_in(&app, &other).await);
    assert_eq!(sign_in_as(&app, EMAIL, PASSWORD).await.status, 200);
}

/// A device that was left signed in does not give the account away: for a new password or address one signs in again.
#[tokio::test]
async fn a_session_of_yesterday_does_not_change_how_one_signs_in() {
    let app = TestApp::start().await;
    let (mine, other) = (app.sign_in().await, app.sign_in().await);
    let began = async |hours: i64| {
        let time = jiff::Timestamp::from_second(umeed::clock::unix_seconds() - hours * 3600).unwrap();
        meddle(&app, Sql::new("UPDATE sessions SET created_at = ?").with(umeed::clock::text(time))).await;
    };
    began(25).await;
    // That it was renewed since does not count.
    let mine = refresh(&app, &mine["refresh_token"]).await.json;
    for (body, message) in [
        (json!({"password": "a new password"}), "Password update requires reauthentication"),
        (json!({"password": PASSWORD}), "Password update requires reauthentication"),
        (json!({"password": "a new password", "nonce": "123456"}), "Password update requires reauthentication"),
        (json!({"email": "new@umeed.local"}), "Email update requires reauthentication"),
        (json!({"email": "new@umeed.local", "data": {"name": "A"}}), "Email update requires reauthentication"),
    ] {
        let answer = app.put_json("/auth/v1/user", body, access(&mine)).await;
        assert_error(&answer, 400, "reauthentication_needed");
        assert_eq!(answer.json["message"], message);
    }
    for body in [json!({"data": {"name": "B"}}), json!({"email": EMAIL})] {
        assert_eq!(app.put_json("/auth/v1/user", body, access(&mine)).await.status, 200);
    }
    assert!(is_in(&app, &mine).await && is_in(&app, &other).await);
    let fresh = sign_in_as(&app, EMAIL, PASSWORD).await.json;
    assert_eq!(fresh["user"]["user_metadata"], json!({"name": "B"}));
    let changed = app.put_json("/auth/v1/user", json!({"password": "a new password"}), access(&fresh)).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    began(23).await;
    let changed = app.put_json("/auth/v1/user", json!({"email": "new@umeed.local"}), access(&fresh)).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
}

/// What people do to their own account and sessions is recorded as theirs; that a session goes on is the server's doing.
#[tokio::test]
async fn the_record_names_who_signed_in_and_out() {
    let app = TestApp::start().await;
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let noted = seen.clone();
    app.app.db.on_commit(Box::new(move |record| {
        let changes = record.changes.iter().filter(|change| ["sessions", "staff"].contains(&&*change.table));
        noted.lock().unwrap().extend(changes.map(|change| (change.verb, change.by.clone())));
    }));
    let session = app.sign_in().await;
    let renewed = refresh(&app, &session["refresh_token"]).await.json;
    app.put_json("/auth/v1/user", json!({"data": {"name": "A"}}), access(&renewed)).await;
    app.post_json("/auth/v1/logout", json!({}), access(&renewed)).await;
    let seen = seen.lock().unwrap();
    assert!(seen.len() >= 5, "{seen:?}");
    let (server, own): (Vec<_>, Vec<_>) = seen.iter().partition(|(_, by)| *by == umeed::db::Author::Server);
    assert_eq!(server.len(), 1, "the refresh: {seen:?}");
    assert!(own.iter().all(|(_, by)| by.account() == session["user"]["id"].as_str()), "{seen:?}");
}

/// [API-6] [ADM-8] Signing out ends sessions on the server, as far as asked; a token does not outlive it.
#[tokio::test]
async fn sign_out_has_three_scopes() {
    for (query, mine_after, other_after) in [
        ("", false, false),
        ("?scope=global", false, false),
        ("?scope=local", false, true),
        ("?scope=others", true, false),
    ] {
        let app = TestApp::start().await;
        let (mine, other) = (app.sign_in().await, app.sign_in().await);
        // As the official client does: it says JSON and sends nothing.
        let request = app.request(Method::POST, &format!("/auth/v1/logout{query}"), access(&mine));
        let answer = app.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!((answer.status, answer.body.len()), (204, 0), "{query}");
        assert_stamped(&answer);
        assert_eq!((is_in(&app, &mine).await, is_in(&app, &other).await), (mine_after, other_after), "{query}");
        assert_eq!(refresh(&app, &mine["refresh_token"]).await.status == 200, mine_after, "{query}");
        assert_eq!(refresh(&app, &other["refresh_token"]).await.status == 200, other_after, "{query}");
    }
}

#[tokio::test]
async fn one_account_never_signs_out_another() {
    let app = TestApp::start().await;
    umeed::auth::accounts::add(&app.app.db, "second@umeed.local", PASSWORD, Default::default()).await.unwrap();
    let (mine, theirs) = (app.sign_in().await, sign_in_as(&app, "second@umeed.local", PASSWORD).await.json);
    app.post_json("/auth/v1/logout?scope=global", json!({}), access(&mine)).await;
    assert!(!is_in(&app, &mine).await && is_in(&app, &theirs).await);
    let bad = app.post_json("/auth/v1/logout?scope=everyone", json!({}), access(&theirs)).await;
    assert_error(&bad, 400, "validation_failed");
}

/// [API-6] A removed account is out at once, not when its token ends; so is one with a password set by an operator.
#[tokio::test]
async fn a_removed_account_is_out_at_once() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    umeed::auth::accounts::set_password(&app.app.db, EMAIL, "set by an operator").await.unwrap();
    assert_error(&app.get("/auth/v1/user", access(&session)).await, 403, "session_not_found");
    let session = sign_in_as(&app, EMAIL, "set by an operator").await.json;
    assert!(is_in(&app, &session).await);
    assert!(umeed::auth::accounts::remove(&app.app.db, EMAIL).await.unwrap());
    assert_error(&app.get("/auth/v1/user", access(&session)).await, 403, "user_not_found");
    assert_eq!(who(&app, access(&session).unwrap()).await.unwrap_err().1, "PGRST301");
    assert_error(&refresh(&app, &session["refresh_token"]).await, 400, "refresh_token_not_found");
    let put = app.put_json("/auth/v1/user", json!({"password": "a new password"}), access(&session)).await;
    assert_error(&put, 403, "user_not_found");
}

/// Another process on the same folder, as the staff command is, is noticed as well.
#[tokio::test]
async fn the_command_line_works_beside_the_server() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    let beside = umeed::db::Db::open(&app.app.settings.folder).await.unwrap();
    umeed::auth::accounts::add(&beside, "second@umeed.local", PASSWORD, Default::default()).await.unwrap();
    umeed::auth::accounts::remove(&beside, EMAIL).await.unwrap();
    beside.close().await;
    assert!(!is_in(&app, &session).await);
    assert_eq!(sign_in_as(&app, "second@umeed.local", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn the_first_account_is_made_once() {
    let app = TestApp::start_with(|settings| settings.admin_password = None).await;
    let again = umeed::auth::ensure_first_account(&app.app.db, &app.app.settings).await.unwrap();
    assert!(again.is_none());
    umeed::auth::accounts::remove(&app.app.db, EMAIL).await.unwrap();
    let made = umeed::auth::ensure_first_account(&app.app.db, &app.app.settings).await.unwrap().unwrap();
    assert_eq!(made.email, EMAIL);
    assert_eq!(sign_in_as(&app, EMAIL, &made.password.unwrap()).await.status, 200);

    umeed::auth::accounts::remove(&app.app.db, EMAIL).await.unwrap();
    let mut settings = app.app.settings.clone();
    settings.admin_password = Some("short".into());
    let cause = umeed::auth::ensure_first_account(&app.app.db, &settings).await.err().unwrap().to_string();
    assert!(cause.contains("first staff account") && cause.contains("at least 8"), "{cause}");
    settings.admin_password = Some("long enough".into());
    let made = umeed::auth::ensure_first_account(&app.app.db, &settings).await.unwrap().unwrap();
    assert!(made.password.is_none(), "what the operator chose is not printed");
}
