//! Signing in with a password, and signing up.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::*;
use crate::harness::{EMAIL, PASSWORD};

/// [API-6] The session object, with a user and claims as clients know them.
#[tokio::test]
async fn a_password_opens_a_session() {
    let app = TestApp::start().await;
    let answer = sign_in_as(&app, " Admin@UMEED.local ", PASSWORD).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_stamped(&answer);
    let session = answer.json;
    assert_eq!((&session["token_type"], &session["expires_in"]), (&json!("bearer"), &json!(3600)));
    let keys: Vec<&String> = session.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["access_token", "token_type", "expires_in", "expires_at", "refresh_token", "user"]);

    let user = &session["user"];
    assert_eq!(
        (&user["email"], &user["role"], &user["aud"]),
        (&json!(EMAIL), &json!("authenticated"), &json!("authenticated"))
    );
    assert_eq!(user["app_metadata"], json!({"provider": "email", "providers": ["email"]}));
    assert_eq!(user["identities"][0]["identity_data"]["email"], EMAIL);
    assert!(user["last_sign_in_at"].as_str().unwrap().ends_with('Z'));
    assert!(!answer.body.windows(6).any(|bytes| bytes == b"argon2"));

    let claims = claims(access(&session).unwrap());
    assert_eq!(claims["iss"], format!("{}/auth/v1", app.app.settings.origin()));
    assert_eq!((&claims["sub"], &claims["email"]), (&user["id"], &user["email"]));
    assert_eq!(
        (&claims["role"], &claims["aud"], &claims["aal"]),
        (&json!("authenticated"), &json!("authenticated"), &json!("aal1"))
    );
    assert_eq!(claims["exp"], session["expires_at"]);
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 3600);
    assert_eq!(claims["amr"][0]["method"], "password");
    assert!(claims["session_id"].as_str().is_some() && claims["is_anonymous"] == false && claims["phone"] == "");

    let shown = app.get("/auth/v1/user", access(&session)).await;
    assert_eq!((shown.status, &shown.json), (200, user));
}

fn claims(token: &str) -> Value {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap()).unwrap()
}

/// [API-6] Nobody learns which addresses have an account: not by words, not by headers, not by time.
#[tokio::test]
async fn an_unknown_address_looks_like_a_wrong_password() {
    let app = TestApp::start().await;
    // That both take the same time is a matter of equal work, which `auth/password.rs` tests.
    for _ in 0..4 {
        let wrong = sign_in_as(&app, EMAIL, "not the password").await;
        let stranger = sign_in_as(&app, "stranger@umeed.local", "not the password").await;
        assert_error(&wrong, 400, "invalid_credentials");
        assert_eq!(wrong.json["message"], "Invalid login credentials");
        assert_eq!((wrong.status, wrong.body), (stranger.status, stranger.body));
        let names = |headers: &HeaderMap| headers.keys().map(|name| name.to_string()).collect::<Vec<_>>();
        assert_eq!(names(&wrong.headers), names(&stranger.headers));
    }
}

#[tokio::test]
async fn what_is_no_sign_in_is_said_clearly() {
    let app = TestApp::start().await;
    for (body, code) in [
        (json!({}), "validation_failed"),
        (json!({"password": PASSWORD}), "validation_failed"),
        (json!({"email": null, "password": PASSWORD}), "validation_failed"),
        (json!({"email": 1, "password": PASSWORD}), "validation_failed"),
        (json!({"email": EMAIL, "password": ["x"]}), "validation_failed"),
        (json!({"email": "nonsense", "password": PASSWORD}), "validation_failed"),
        (json!({"email": EMAIL}), "invalid_credentials"),
        (json!({"email": EMAIL, "password": ""}), "invalid_credentials"),
        (json!({"email": EMAIL, "password": "x".repeat(60_000)}), "invalid_credentials"),
        (json!([EMAIL, PASSWORD]), "validation_failed"),
    ] {
        assert_error(&app.post_json(PASSWORD_GRANT, body, None).await, 400, code);
    }
    for path in ["/auth/v1/token", "/auth/v1/token?grant_type=", "/auth/v1/token?grant_type=id_token"] {
        assert_error(&app.post_json(path, json!({}), None).await, 400, "unsupported_grant_type");
    }
}

/// [ADM-12] [API-6] Sign-up is refused unless it is switched on.
#[tokio::test]
async fn nobody_signs_up_by_default() {
    let app = TestApp::start().await;
    let body = json!({"email": "new@umeed.local", "password": "long enough", "data": {}, "code_challenge": null});
    let answer = app.post_json("/auth/v1/signup", body, None).await;
    assert_error(&answer, 422, "signup_disabled");
    assert_eq!(answer.json["message"], "Signups not allowed for this instance");
    assert_eq!(app.get("/auth/v1/settings", None).await.json["disable_signup"], true);
    assert_error(&sign_in_as(&app, "new@umeed.local", "long enough").await, 400, "invalid_credentials");
}

/// [ADM-12] Where it is switched on, it opens a session at once.
#[tokio::test]
async fn sign_up_makes_an_account_where_it_is_allowed() {
    let app = TestApp::start_with(|settings| settings.allow_sign_up = true).await;
    let sign_up = async |body: Value| app.post_json("/auth/v1/signup", body, None).await;
    let answer =
        sign_up(json!({"email": "New@umeed.local", "password": "long enough", "data": {"name": "امید"}})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json["user"]["email"], "new@umeed.local");
    assert!(answer.header("set-cookie").starts_with("umeed-device-"), "the device is known from now on");
    assert_eq!(answer.json["user"]["user_metadata"]["name"], "امید");
    assert!(is_in(&app, &answer.json).await);
    assert_eq!(sign_in_as(&app, "new@umeed.local", "long enough").await.status, 200);

    let again = sign_up(json!({"email": "new@UMEED.local", "password": "long enough"})).await;
    assert_error(&again, 422, "user_already_exists");
    let weak = sign_up(json!({"email": "b@umeed.local", "password": "1234567"})).await;
    assert_error(&weak, 422, "weak_password");
    assert_eq!(weak.json["weak_password"], json!({"reasons": ["length"]}));
    assert_error(&sign_up(json!({"email": "b@umeed.local"})).await, 400, "validation_failed");
    assert_error(&sign_up(json!({"email": "b", "password": "long enough"})).await, 400, "validation_failed");
    assert_eq!(app.get("/auth/v1/settings", None).await.json["disable_signup"], false);
}
