//! Recovery codes: ten, told once, each good once, in the shapes of the official client.

use super::*;

const CODES: &str = "/auth/v1/factors/recovery-codes";

async fn left(app: &TestApp, session: &Value) -> Value {
    app.get(CODES, access(session)).await.json["remaining"].clone()
}

async fn use_code(app: &TestApp, session: &Value, code: &str) -> Answer {
    app.post_json(&format!("{CODES}/verify"), json!({ "code": code }), access(session)).await
}

#[tokio::test]
async fn ten_codes_stand_in_for_the_device_each_once() {
    let (app, device, confirmed) = protected().await;
    assert_refused(&app.get(CODES, access(&confirmed)).await, 404, "mfa_factor_not_found");
    let codes = recovery_codes(&app, &confirmed).await;
    assert_eq!((codes.len(), codes.iter().all(|code| code.len() == 16)), (10, true));
    let status = app.get(CODES, access(&confirmed)).await.json;
    assert_eq!(
        [&status["type"], &status["total"], &status["remaining"]],
        [&json!("recovery_code"), &json!(10), &json!(10)]
    );

    let session = app.sign_in().await;
    assert_eq!(session["user"]["factors"][1]["factor_type"], "recovery_code");
    assert_eq!(left(&app, &session).await, 10, "how many are left may be known before");
    let typed =
        format!(" {}-{} {}-{} ", &codes[0][..4], &codes[0][4..8], &codes[0][8..12], &codes[0][12..]).to_uppercase();
    let verified = use_code(&app, &session, &typed).await;
    assert_eq!(verified.status, 200, "{}", verified.text());
    assert_eq!(claims(&verified.json)["amr"][0]["method"], "mfa/recovery_code");
    assert_eq!(app.get("/rest/v1/volunteers", access(&verified.json)).await.status, 200);
    let again = app.sign_in().await;
    assert_refused(&use_code(&app, &again, &codes[0]).await, 422, "mfa_verification_failed");
    assert_eq!(left(&app, &again).await, 9);

    // In the place of a code of the device, as well.
    let in_place = verify(&app, &again, &device.factor, &codes[1]).await;
    assert_eq!((in_place.status, &claims(&in_place.json)["aal"]), (200, &json!("aal2")));
    assert_eq!(left(&app, &in_place.json).await, 8);
}

#[tokio::test]
async fn one_code_sent_twice_at_the_same_moment_is_used_once() {
    let (app, _, confirmed) = protected().await;
    let codes = recovery_codes(&app, &confirmed).await;
    let (one, two) = (app.sign_in().await, app.sign_in().await);
    let both = tokio::join!(use_code(&app, &one, &codes[0]), use_code(&app, &two, &codes[0]));
    assert_eq!([both.0.status, both.1.status].iter().filter(|status| **status == 200).count(), 1, "{both:?}");
}

#[tokio::test]
async fn they_are_made_by_who_was_confirmed_and_new_ones_end_the_old() {
    let app = TestApp::start().await;
    let plain = app.sign_in().await;
    let without = app.post_json(CODES, json!({}), access(&plain)).await;
    assert_refused(&without, 422, "mfa_recovery_codes_sole_factor");
    let (_, confirmed) = set_up(&app, &plain, "Phone").await;
    let missing = app.post_json(&format!("{CODES}/regenerate"), json!({}), access(&confirmed)).await;
    assert_refused(&missing, 404, "mfa_factor_not_found");
    let old = recovery_codes(&app, &confirmed).await;
    assert_refused(&app.post_json(CODES, json!({}), access(&confirmed)).await, 422, "mfa_verified_factor_exists");
    let only_password = app.sign_in().await;
    for (path, method) in
        [(CODES.to_owned(), "post"), (format!("{CODES}/regenerate"), "post"), (CODES.to_owned(), "delete")]
    {
        let answer = match method {
            "post" => app.post_json(&path, json!({}), access(&only_password)).await,
            _ => app.delete(&path, access(&only_password)).await,
        };
        assert_refused(&answer, 403, "insufficient_aal");
    }
    let new = app.post_json(&format!("{CODES}/regenerate"), json!({}), access(&confirmed)).await.json;
    assert_eq!((new["total"].clone(), new["friendly_name"].clone()), (json!(10), json!("Recovery codes")));
    assert_refused(&use_code(&app, &only_password, &old[0]).await, 422, "mfa_verification_failed");
    assert_eq!(use_code(&app, &only_password, new["codes"][0].as_str().unwrap()).await.status, 200);
    let id = new["id"].as_str().unwrap();
    let apart = app.delete(&format!("{FACTORS}/{id}"), access(&confirmed)).await;
    assert_refused(&apart, 422, "validation_failed");
    assert_eq!(app.delete(CODES, access(&confirmed)).await.json["id"], id);
    assert_refused(&app.get(CODES, access(&confirmed)).await, 404, "mfa_factor_not_found");
}

#[tokio::test]
async fn guesses_are_counted_together_with_those_of_the_device() {
    let (app, device, confirmed) = protected().await;
    let codes = recovery_codes(&app, &confirmed).await;
    let session = app.sign_in().await;
    for _ in 0..4 {
        assert_refused(&use_code(&app, &session, "0000-0000-0000-0000").await, 422, "mfa_verification_failed");
        let wrong = verify(&app, &session, &device.factor, &device.wrong_code()).await;
        assert_refused(&wrong, 422, "mfa_verification_failed");
    }
    let locked = use_code(&app, &session, &codes[0]).await;
    assert_refused(&locked, 429, "mfa_recovery_codes_locked");
    assert!(locked.headers.contains_key("retry-after"));
    assert_eq!(left(&app, &session).await, 10, "what was not looked at is not used up");
}

#[tokio::test]
async fn nothing_in_the_database_can_be_typed_in() {
    let (app, device, confirmed) = protected().await;
    let codes = recovery_codes(&app, &confirmed).await;
    let key = {
        let enrolled = enroll(&app, &confirmed, "Second").await.json;
        enrolled["totp"]["secret"].as_str().unwrap().to_owned()
    };
    let mut all = String::new();
    for table in ["factors", "recovery_codes", "sessions", "staff"] {
        for row in app.app.db.rows(Sql::new(format!("SELECT * FROM {table}"))).await.unwrap() {
            all += &format!("{:?}", row.values());
        }
    }
    assert!(!all.contains(&key) && codes.iter().all(|code| !all.contains(code)));
    let raw = String::from_utf8_lossy(&device.secret).into_owned();
    assert!(!all.contains(&raw));
}
