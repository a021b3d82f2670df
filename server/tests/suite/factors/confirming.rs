//! Setting a device up, and confirming a session with its codes.

use super::*;
use crate::harness::{EMAIL, PASSWORD};
use umeed::config::{Encryption, MailSettings, Sender, Smtp};

#[tokio::test]
async fn a_device_is_set_up_and_confirms_the_session() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    assert_eq!(claims(&session)["aal"], "aal1");
    assert!(session["user"].get("factors").is_none());

    let enrolled = enroll(&app, &session, "My phone").await;
    assert_eq!(enrolled.status, 200);
    let Value::Object(shape) = &enrolled.json else { panic!("{enrolled:?}") };
    assert_eq!(shape.keys().collect::<Vec<_>>(), ["id", "type", "friendly_name", "totp"]);
    let totp = &enrolled.json["totp"];
    assert!(totp["qr_code"].as_str().unwrap().starts_with("<svg "));
    assert_eq!(totp["secret"].as_str().unwrap().len(), 32);
    let uri = totp["uri"].as_str().unwrap();
    assert!(
        uri.starts_with("otpauth://totp/127.0.0.1:admin%40umeed.local?")
            && uri.contains(totp["secret"].as_str().unwrap())
    );
    let user = app.get("/auth/v1/user", access(&session)).await.json;
    assert_eq!(user["factors"][0]["status"], "unverified");
    assert_eq!(
        app.get("/rest/v1/volunteers", access(&session)).await.status,
        200,
        "one that is not set up asks nothing"
    );

    let device = App::of(&enrolled.json);
    let asked = challenge(&app, &session, &device.factor).await;
    assert_eq!(asked["type"], "totp");
    assert!((now() + 290..=now() + 300).contains(&asked["expires_at"].as_i64().unwrap()));
    assert_refused(&verify(&app, &session, &device.factor, &device.wrong_code()).await, 422, "mfa_verification_failed");
    let verified = verify(&app, &session, &device.factor, &device.code(0)).await;
    assert_eq!(verified.status, 200, "{}", verified.text());
    let told = claims(&verified.json);
    assert_eq!((&told["aal"], &told["session_id"]), (&json!("aal2"), &claims(&session)["session_id"]));
    assert_eq!((&told["amr"][0]["method"], &told["amr"][1]["method"]), (&json!("totp"), &json!("password")));
    let factor = &verified.json["user"]["factors"][0];
    assert_eq!([&factor["factor_type"], &factor["status"], &factor["friendly_name"]], ["totp", "verified", "My phone"]);
    assert!(factor["created_at"].as_str().unwrap().ends_with('Z'));
    assert!(!verified.text().contains(totp["secret"].as_str().unwrap()), "the secret is told once");
    assert_eq!(app.get("/rest/v1/volunteers", access(&verified.json)).await.status, 200);
}

#[tokio::test]
async fn a_code_is_good_once_also_when_two_send_it_at_the_same_moment() {
    let (app, device, _) = protected().await;
    let (one, two) = (app.sign_in().await, app.sign_in().await);
    let code = device.code(0);
    // The one who comes first ends the session of the other, so both ask for their challenge before.
    let asked = [challenge(&app, &one, &device.factor).await, challenge(&app, &two, &device.factor).await];
    let path = format!("{FACTORS}/{}/verify", device.factor);
    let [first, second] = asked.map(|asked| json!({ "challenge_id": asked["id"], "code": code }));
    let both = tokio::join!(app.post_json(&path, first, access(&one)), app.post_json(&path, second, access(&two)));
    let good = [both.0.status, both.1.status].iter().filter(|status| **status == 200).count();
    assert_eq!(good, 1, "{both:?}");
    let third = app.sign_in().await;
    assert_refused(&verify(&app, &third, &device.factor, &code).await, 422, "mfa_verification_failed");
    assert_eq!(verify(&app, &third, &device.factor, &device.code(1)).await.status, 200, "the next one");
}

/// Somebody who plants a session of theirs in a browser must not get what its owner confirms there.
#[tokio::test]
async fn what_was_known_before_a_session_was_confirmed_is_worth_no_more() {
    let (app, device, _) = protected().await;
    let planted = app.sign_in().await;
    let confirmed = verify(&app, &planted, &device.factor, &device.code(0)).await.json;
    assert_eq!(app.get("/rest/v1/volunteers", access(&confirmed)).await.status, 200);
    assert_refused(&app.get("/rest/v1/volunteers", access(&planted)).await, 403, "insufficient_aal");
    let refresh = async |session: &Value| {
        let body = json!({ "refresh_token": session["refresh_token"] });
        app.post_json("/auth/v1/token?grant_type=refresh_token", body, None).await
    };
    assert_refused(&refresh(&planted).await, 400, "refresh_token_not_found");
    let renewed = refresh(&confirmed).await;
    assert_eq!((renewed.status, &claims(&renewed.json)["aal"]), (200, &json!("aal2")), "renewing keeps the level");
    assert_eq!(claims(&renewed.json)["amr"][0]["method"], "totp");
    assert_eq!(app.get("/rest/v1/volunteers", access(&renewed.json)).await.status, 200);
}

#[tokio::test]
async fn other_sessions_that_were_not_confirmed_end_and_confirmed_ones_stay() {
    let app = TestApp::start().await;
    let (first, other) = (app.sign_in().await, app.sign_in().await);
    let (device, confirmed) = set_up(&app, &first, "Phone").await;
    assert_refused(&app.get("/auth/v1/user", access(&other)).await, 403, "session_not_found");
    let (waiting, second) = (app.sign_in().await, app.sign_in().await);
    assert_eq!(verify(&app, &second, &device.factor, &device.code(0)).await.status, 200);
    assert_refused(&app.get("/auth/v1/user", access(&waiting)).await, 403, "session_not_found");
    assert_eq!(app.get("/rest/v1/volunteers", access(&confirmed)).await.status, 200);
}

#[tokio::test]
async fn few_wrong_codes_may_be_tried_from_wherever_and_nobody_without_the_password_gets_so_far() {
    let (app, device, confirmed) = protected().await;
    let sessions = [app.sign_in().await, app.sign_in().await];
    let mut looked_at = 0;
    let refused = loop {
        let session = &sessions[looked_at % 2];
        let answer = verify(&app, session, &device.factor, &device.wrong_code()).await;
        if answer.status != 422 {
            break answer;
        }
        looked_at += 1;
        assert!(looked_at < 20, "there is an end");
    };
    assert_refused(&refused, 429, "over_request_rate_limit");
    assert_eq!((looked_at, refused.headers.contains_key("retry-after")), (8, true));
    assert_refused(&verify(&app, &sessions[0], &device.factor, &device.code(0)).await, 429, "over_request_rate_limit");
    assert_eq!(app.get("/rest/v1/volunteers", access(&confirmed)).await.status, 200, "who is in stays in");
    let stranger = app.post_json(&format!("{FACTORS}/{}/challenge", device.factor), json!({}), None).await;
    assert_eq!(stranger.status, 401);
}

#[tokio::test]
async fn a_challenge_is_of_its_session_and_factor() {
    let (app, device, _) = protected().await;
    let (one, two) = (app.sign_in().await, app.sign_in().await);
    let of_one = challenge(&app, &one, &device.factor).await["id"].clone();
    let path = format!("{FACTORS}/{}/verify", device.factor);
    for id in [of_one, json!("00000000-0000-4000-8000-000000000000"), json!("x"), Value::Null] {
        let body = json!({ "challenge_id": id, "code": device.code(0) });
        assert_refused(&app.post_json(&path, body, access(&two)).await, 422, "mfa_factor_not_found");
    }
    let id = challenge(&app, &two, &device.factor).await["id"].clone();
    let empty = app.post_json(&path, json!({ "challenge_id": id, "code": " " }), access(&two)).await;
    assert_refused(&empty, 400, "validation_failed");
    let unknown = format!("{FACTORS}/00000000-0000-4000-8000-000000000000");
    assert_refused(
        &app.post_json(&format!("{unknown}/challenge"), json!({}), access(&two)).await,
        404,
        "mfa_factor_not_found",
    );
    assert_refused(
        &app.post_json(&format!("{FACTORS}/x/verify"), json!({}), access(&two)).await,
        404,
        "validation_failed",
    );
}

#[tokio::test]
async fn there_are_several_devices_with_names_and_an_end_to_them() {
    let (app, first, session) = protected().await;
    assert_refused(&enroll(&app, &session, "Phone").await, 422, "mfa_factor_name_conflict");
    for name in ["a\nb", &"x".repeat(101)] {
        assert_refused(&enroll(&app, &session, name).await, 400, "validation_failed");
    }
    let (second, session) = set_up(&app, &session, "Tablet | 2").await;
    let signed_in = app.sign_in().await;
    let names: Vec<_> =
        signed_in["user"]["factors"].as_array().unwrap().iter().map(|one| &one["friendly_name"]).collect();
    assert_eq!(names, ["Phone", "Tablet | 2"]);
    assert_refused(&verify(&app, &signed_in, &first.factor, &second.code(0)).await, 422, "mfa_verification_failed");
    assert_eq!(verify(&app, &signed_in, &second.factor, &second.code(0)).await.status, 200);
    assert_eq!(enroll(&app, &session, "Begun").await.status, 200);
    assert_eq!(enroll(&app, &session, "Begun").await.status, 200, "what was given up is begun again");
    for number in 3..10 {
        assert_eq!(enroll(&app, &session, &format!("Device {number}")).await.status, 200);
    }
    assert_refused(&enroll(&app, &session, "One more").await, 422, "too_many_enrolled_mfa_factors");
}

#[tokio::test]
async fn other_kinds_are_refused_as_gotrue_refuses_them() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    for (kind, status, code) in [
        ("phone", 422, "mfa_phone_enroll_not_enabled"),
        ("webauthn", 422, "mfa_webauthn_enroll_not_enabled"),
        ("carrier pigeon", 400, "validation_failed"),
    ] {
        let body = json!({ "factor_type": kind, "phone": "+923001234567" });
        assert_refused(&app.post_json(FACTORS, body, access(&session)).await, status, code);
    }
    assert_eq!(app.post_json(FACTORS, json!({ "factor_type": "totp" }), None).await.status, 401);
    let key = app.service_key();
    assert_refused(&app.post_json(FACTORS, json!({ "factor_type": "totp" }), Some(&key)).await, 403, "bad_jwt");
}

#[tokio::test]
async fn a_device_is_removed_only_by_who_has_one_and_the_last_switches_it_off() {
    let (app, first, confirmed) = protected().await;
    let (second, confirmed) = set_up(&app, &confirmed, "Tablet").await;
    let only_password = app.sign_in().await;
    let path = |device: &App| format!("{FACTORS}/{}", device.factor);
    assert_refused(&app.delete(&path(&first), access(&only_password)).await, 422, "insufficient_aal");
    assert_refused(&enroll(&app, &only_password, "Mine").await, 403, "insufficient_aal");

    let by_first = app.sign_in().await;
    let by_first = verify(&app, &by_first, &first.factor, &first.code(0)).await.json;
    let removed = app.delete(&path(&first), access(&confirmed)).await;
    assert_eq!((removed.status, &removed.json["id"]), (200, &json!(first.factor)));
    assert_refused(&app.get("/rest/v1/volunteers", access(&by_first)).await, 403, "insufficient_aal");
    assert_eq!(app.get("/rest/v1/volunteers", access(&confirmed)).await.status, 200, "confirmed with the other");
    assert_refused(&app.delete(&path(&first), access(&confirmed)).await, 404, "mfa_factor_not_found");

    recovery_codes(&app, &confirmed).await;
    assert_eq!(app.delete(&path(&second), access(&confirmed)).await.status, 200);
    let with_password = app.sign_in().await;
    assert_eq!(app.get("/rest/v1/volunteers", access(&with_password)).await.status, 200);
    assert!(with_password["user"].get("factors").is_none(), "the recovery codes went with it");
    for table in ["factors", "recovery_codes"] {
        let rows = app.app.db.rows(Sql::new(format!("SELECT 1 FROM {table}"))).await.unwrap();
        assert!(rows.is_empty(), "{table}");
    }
}

/// A stranger at a device that was left signed in must not take the account over.
#[tokio::test]
async fn a_second_factor_is_changed_only_by_who_signed_in_not_long_ago() {
    let (app, device, session) = protected().await;
    let old = Sql::new("UPDATE sessions SET created_at = '2026-01-01T00:00:00.000000+00:00'");
    app.app.db.write(move |tx| Box::pin(tx.rows(old))).await.unwrap();
    assert_refused(&enroll(&app, &session, "Theirs").await, 400, "reauthentication_needed");
    let remove = app.delete(&format!("{FACTORS}/{}", device.factor), access(&session)).await;
    assert_refused(&remove, 400, "reauthentication_needed");
    let codes = app.post_json(&format!("{FACTORS}/recovery-codes"), json!({}), access(&session)).await;
    assert_refused(&codes, 400, "reauthentication_needed");
}

#[tokio::test]
async fn a_session_that_ended_meanwhile_uses_no_code_up() {
    let (app, device, _) = protected().await;
    let session = app.sign_in().await;
    let id = challenge(&app, &session, &device.factor).await["id"].clone();
    assert_eq!(app.post_json("/auth/v1/logout?scope=local", json!({}), access(&session)).await.status, 204);
    let body = json!({ "challenge_id": id, "code": device.code(0) });
    let refused = app.post_json(&format!("{FACTORS}/{}/verify", device.factor), body, access(&session)).await;
    assert_refused(&refused, 403, "session_not_found");
    let next = app.sign_in().await;
    assert_eq!(verify(&app, &next, &device.factor, &device.code(0)).await.status, 200);
    let credentials = json!({ "email": EMAIL, "password": PASSWORD });
    assert_eq!(app.post_json("/auth/v1/token?grant_type=password", credentials, None).await.status, 200);
}

/// Somebody who has taken over an account adds a device of their own, or takes away that of its owner.
#[tokio::test]
async fn the_account_is_told_by_mail_of_a_device_that_comes_or_goes() {
    let app = TestApp::start_with(|settings| {
        let smtp = Smtp { host: "127.0.0.1".into(), port: 9, encryption: Encryption::None, credentials: None };
        let from = Sender { name: None, address: "office@umeed.example".into() };
        settings.mail = Some(MailSettings { smtp, from });
    })
    .await;
    let session = app.sign_in().await;
    let (device, session) = set_up(&app, &session, "Phone").await;
    let told = async || {
        let rows = app.app.db.rows(Sql::new("SELECT recipient, kind FROM outbox ORDER BY id")).await.unwrap();
        rows.iter().map(|row| format!("{} {}", row.text(0), row.text(1))).collect::<Vec<_>>()
    };
    let [added, removed] = ["added", "removed"].map(|what| format!("{EMAIL} second_factor_{what}"));
    assert_eq!(told().await, [&*added]);
    let unfinished = enroll(&app, &session, "Tablet").await.json;
    let path = format!("{FACTORS}/{}", unfinished["id"].as_str().unwrap());
    assert_eq!(app.delete(&path, access(&session)).await.status, 200);
    assert_eq!(told().await, [&*added], "one that was never confirmed opened nothing");
    assert_eq!(app.delete(&format!("{FACTORS}/{}", device.factor), access(&session)).await.status, 200);
    assert_eq!(told().await, [added, removed]);
}
