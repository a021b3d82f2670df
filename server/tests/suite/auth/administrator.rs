//! The service key, accounts managed with it or by an owner, and links that sign in once.

use std::time::Duration;

use axum::body::Body;
use axum::http::Method;

use umeed::auth::accounts;
use umeed::auth::service_key;
use umeed::schema::Role;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

const USERS: &str = "/auth/v1/admin/users";
const LINK: &str = "/auth/v1/admin/generate_link";

async fn service(app: &TestApp) -> String {
    service_key::current(&app.app.db, &app.app.secret).await.unwrap()
}

fn id(user: &Value) -> &str {
    user["id"].as_str().unwrap()
}

#[tokio::test]
async fn the_service_key_acts_as_an_owner_until_it_is_rotated() {
    let app = TestApp::start().await;
    let key = service(&app).await;
    let volunteer = json!({ "name": "A", "city": "B", "phone": "0300", "skills": "" });
    assert_eq!(app.post_json("/rest/v1/volunteers", volunteer, Some(&key)).await.status, 201);
    assert_eq!(app.get("/rest/v1/volunteers", Some(&key)).await.json.as_array().unwrap().len(), 1);
    assert_eq!(app.get("/rest/v1/", Some(&key)).await.json["swagger"], "2.0");
    assert_eq!(app.get("/rest/v1/rpc/site_status", Some(&key)).await.status, 200);
    assert_eq!(app.get("/storage/v1/bucket", Some(&key)).await.status, 200);
    assert_error(&app.get("/auth/v1/user", Some(&key)).await, 403, "bad_jwt");

    let next = service_key::rotate(&app.app.db, &app.app.secret, Duration::from_secs(60)).await.unwrap();
    for good in [&key, &next] {
        assert_eq!(app.get("/rest/v1/volunteers", Some(good)).await.status, 200);
    }
    service_key::rotate(&app.app.db, &app.app.secret, Duration::ZERO).await.unwrap();
    for ended in [&key, &next] {
        assert_eq!(app.get("/rest/v1/volunteers", Some(ended)).await.status, 401);
        assert_error(&app.get(USERS, Some(ended)).await, 403, "bad_jwt");
    }
    assert_eq!(app.get("/rest/v1/volunteers", Some(&service(&app).await)).await.status, 200);
}

#[tokio::test]
async fn accounts_are_managed_by_the_key_and_by_owners_only() {
    let app = TestApp::start().await;
    accounts::add_with_role(&app.app.db, "editor@umeed.local", PASSWORD, Default::default(), Role::Editor)
        .await
        .unwrap();
    let editor = sign_in_as(&app, "editor@umeed.local", PASSWORD).await.json;
    let owner = app.sign_in().await;
    let (key, anon) = (service(&app).await, app.anon_key());
    let someone = format!("{USERS}/{}", id(&owner["user"]));
    let new = json!({ "email": "x@umeed.local", "password": PASSWORD });
    for token in [None, Some(anon.as_str()), access(&editor)] {
        assert_error(&app.get(USERS, token).await, 403, "not_admin");
        assert_error(&app.get(&someone, token).await, 403, "not_admin");
        assert_error(&app.post_json(USERS, new.clone(), token).await, 403, "not_admin");
        assert_error(&app.put_json(&someone, new.clone(), token).await, 403, "not_admin");
        assert_error(&app.delete(&someone, token).await, 403, "not_admin");
        assert_error(
            &app.post_json(LINK, json!({ "type": "recovery", "email": EMAIL }), token).await,
            403,
            "not_admin",
        );
        assert_error(&app.post_json("/auth/v1/invite", new.clone(), token).await, 403, "not_admin");
        assert_error(&app.get("/auth/v1/admin/nothing", token).await, 403, "not_admin");
    }
    for token in [access(&owner), Some(key.as_str())] {
        assert_eq!(app.get(USERS, token).await.json["users"].as_array().unwrap().len(), 2);
        assert_error(&app.get("/auth/v1/admin/nothing", token).await, 404, "not_found");
        assert_error(&app.post_json("/auth/v1/invite", new.clone(), token).await, 422, "email_provider_disabled");
    }
}

/// A device left signed in does not give accounts away.
#[tokio::test]
async fn an_owner_changes_accounts_only_after_a_sign_in_of_the_last_day() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let sql = Sql::new("UPDATE sessions SET created_at = ?").with("2026-01-01T00:00:00.000000+00:00");
    app.app.db.write(move |tx| Box::pin(async move { tx.rows(sql).await })).await.unwrap();
    assert_eq!(app.get(USERS, access(&owner)).await.status, 200);
    let new = json!({ "email": "x@umeed.local", "password": PASSWORD });
    assert_error(&app.post_json(USERS, new, access(&owner)).await, 400, "reauthentication_needed");
}

#[tokio::test]
async fn accounts_come_change_and_go() {
    let app = TestApp::start().await;
    let key = service(&app).await;
    let token = Some(key.as_str());
    let new = json!({ "email": "New@Umeed.local", "password": PASSWORD, "email_confirm": true,
        "user_metadata": { "name": "N" }, "app_metadata": { "role": "editor" } });
    let made = app.post_json(USERS, new.clone(), token).await.json;
    assert_eq!((&made["email"], &made["user_metadata"]["name"]), (&json!("new@umeed.local"), &json!("N")));
    assert_eq!(made["app_metadata"]["role"], "editor");
    assert_error(&app.post_json(USERS, new, token).await, 422, "email_exists");
    let session = sign_in_as(&app, "new@umeed.local", PASSWORD).await.json;
    assert!(access(&session).is_some());

    let place = format!("{USERS}/{}", id(&made));
    assert_eq!(app.get(&place, token).await.json["email"], "new@umeed.local");
    let change = json!({ "email": "newer@umeed.local", "password": "another password", "user_metadata": { "city": "F" },
        "app_metadata": { "role": "owner" } });
    let changed = app.put_json(&place, change, token).await.json;
    assert_eq!(changed["user_metadata"], json!({ "name": "N", "city": "F" }));
    assert!(changed["app_metadata"].get("role").is_none(), "an owner");
    assert_error(&app.get("/auth/v1/user", access(&session)).await, 403, "session_not_found");
    assert_eq!(sign_in_as(&app, "newer@umeed.local", "another password").await.status, 200);

    let page = app.get(&format!("{USERS}?page=2&per_page=1"), token).await;
    assert_eq!((page.json["users"].as_array().unwrap().len(), page.header("x-total-count")), (1, "2"));
    assert!(page.header("link").contains("rel=\"last\"") && !page.header("link").contains("rel=\"next\""));
    assert_eq!(app.delete(&place, token).await.status, 200);
    assert_error(&app.get(&place, token).await, 404, "user_not_found");
    assert_error(&app.delete(&place, token).await, 404, "user_not_found");
}

#[tokio::test]
async fn what_cannot_be_done_to_an_account_is_said() {
    let app = TestApp::start().await;
    let key = service(&app).await;
    let token = Some(key.as_str());
    for (body, status, code) in [
        (json!({ "password": PASSWORD }), 400, "validation_failed"),
        (json!({ "email": "nonsense" }), 400, "validation_failed"),
        (json!({ "email": "a@b.org", "password": "short" }), 422, "weak_password"),
        (json!({ "email": "a@b.org", "phone": "0300" }), 422, "phone_provider_disabled"),
        (json!({ "email": "a@b.org", "ban_duration": "24h" }), 400, "validation_failed"),
        (json!({ "email": "a@b.org", "password_hash": "$2$" }), 400, "validation_failed"),
        (json!({ "email": "a@b.org", "role": "service_role" }), 400, "validation_failed"),
        (json!({ "email": "a@b.org", "app_metadata": { "role": "king" } }), 400, "validation_failed"),
        (json!({ "email": "a@b.org", "app_metadata": { "plan": "x" } }), 400, "validation_failed"),
        (json!({ "email": "a@b.org", "id": "x" }), 400, "validation_failed"),
    ] {
        assert_error(&app.post_json(USERS, body, token).await, status, code);
    }
    let all = app.get(USERS, token).await.json;
    assert_eq!(all["users"].as_array().unwrap().len(), 1, "nothing was made");
    let last = format!("{USERS}/{}", id(&all["users"][0]));
    assert_error(&app.delete(&last, token).await, 409, "conflict");
    assert_error(&app.put_json(&last, json!({ "app_metadata": { "role": "editor" } }), token).await, 409, "conflict");
    assert_error(&app.get(&format!("{USERS}/x"), token).await, 404, "validation_failed");
    assert_error(&app.get(&format!("{USERS}?page=0"), token).await, 400, "validation_failed");
}

fn place_of(link: &Value) -> String {
    let link = link["action_link"].as_str().unwrap();
    link[link.find("/auth/v1").unwrap()..].to_owned()
}

/// A link signs in once, in a browser or a program; then a password can be set.
#[tokio::test]
async fn a_link_signs_in_once() {
    let app = TestApp::start().await;
    let key = service(&app).await;
    let token = Some(key.as_str());
    let invite = json!({ "type": "invite", "email": "new@umeed.local", "data": { "name": "N" } });
    let link = app.post_json(LINK, invite.clone(), token).await.json;
    assert_eq!((&link["verification_type"], &link["email"]), (&json!("invite"), &json!("new@umeed.local")));
    let first = place_of(&link);
    // Who has not come yet can be invited again.
    let link = app.post_json(LINK, invite.clone(), token).await.json;
    assert!(app.get(&first, None).await.header("location").contains("otp_expired"));
    assert_error(&sign_in_as(&app, "new@umeed.local", "").await, 400, "invalid_credentials");

    let opened = app.get(&place_of(&link), None).await;
    assert_eq!(opened.status, 303);
    let to = opened.header("location").to_owned();
    assert!(to.contains("/admin#access_token=") && to.ends_with("&type=invite"), "{to}");
    let session = to.split("access_token=").nth(1).unwrap().split('&').next().unwrap();
    let set = json!({ "password": "chosen by the invited" });
    assert_eq!(app.put_json("/auth/v1/user", set, Some(session)).await.status, 200);
    assert_eq!(sign_in_as(&app, "new@umeed.local", "chosen by the invited").await.status, 200);
    assert_error(&app.post_json(LINK, invite, token).await, 422, "email_exists");
    let again = app.get(&place_of(&link), None).await;
    assert!(again.header("location").contains("error_code=otp_expired"), "{}", again.header("location"));

    let recovery = json!({ "type": "recovery", "email": EMAIL });
    let (first, second) =
        (app.post_json(LINK, recovery.clone(), token).await, app.post_json(LINK, recovery, token).await);
    let verify = async |token: &Value, kind: &str| {
        app.post_json("/auth/v1/verify", json!({ "type": kind, "token_hash": token }), None).await
    };
    assert_error(&verify(&first.json["hashed_token"], "recovery").await, 403, "otp_expired");
    assert_error(&verify(&second.json["hashed_token"], "invite").await, 403, "otp_expired");
    assert!(access(&verify(&second.json["hashed_token"], "recovery").await.json).is_some());
    assert_error(&verify(&second.json["hashed_token"], "recovery").await, 403, "otp_expired");
    assert_error(
        &app.post_json(LINK, json!({ "type": "recovery", "email": "no@umeed.local" }), token).await,
        404,
        "user_not_found",
    );
    assert_error(
        &app.post_json(LINK, json!({ "type": "email_change", "email": EMAIL }), token).await,
        400,
        "validation_failed",
    );
}

#[tokio::test]
async fn a_code_is_good_once_and_few_can_be_tried() {
    let app = TestApp::start().await;
    let key = service(&app).await;
    let make = async || {
        let asked = json!({ "type": "magiclink", "email": EMAIL });
        app.post_json(LINK, asked, Some(&key)).await.json["email_otp"].as_str().unwrap().to_owned()
    };
    let verify = async |code: &str| {
        app.post_json("/auth/v1/verify", json!({ "type": "email", "email": EMAIL, "token": code }), None).await
    };
    let code = make().await;
    assert!(code.len() == 6 && access(&verify(&code).await.json).is_some());
    assert_error(&verify(&code).await, 403, "otp_expired");
    let code = make().await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        assert_error(&verify(wrong).await, 403, "otp_expired");
    }
    assert_error(&verify(&code).await, 403, "otp_expired");
}

/// Wrong codes of a stranger take nobody's link away, and looking whether it leads anywhere does not use it up.
#[tokio::test]
async fn strangers_cannot_use_up_a_link() {
    let app = TestApp::start().await;
    let key = service(&app).await;
    let link = app.post_json(LINK, json!({ "type": "recovery", "email": EMAIL }), Some(&key)).await.json;
    for code in ["12", "not digits", "000000", "000001", "000002", "000003", "000004", "000005"] {
        let guess = json!({ "type": "recovery", "email": EMAIL, "token": code });
        if link["email_otp"] != code {
            assert_error(&app.post_json("/auth/v1/verify", guess, None).await, 403, "otp_expired");
        }
    }
    let looked = app.send(app.request(Method::HEAD, &place_of(&link), None).body(Body::empty()).unwrap()).await;
    assert_eq!((looked.status, looked.header("location")), (405, ""));
    assert!(app.get(&place_of(&link), None).await.header("location").contains("access_token="));
}

/// What locks somebody out of an account also ends the links to it.
#[tokio::test]
async fn links_end_with_the_old_password_the_sessions_and_the_key() {
    let app = TestApp::start().await;
    let key = service(&app).await;
    let token = Some(key.as_str());
    let made = app.post_json(USERS, json!({ "email": "new@umeed.local", "password": PASSWORD }), token).await.json;
    let place = format!("{USERS}/{}", id(&made));
    let link = async || {
        let asked = json!({ "type": "recovery", "email": app.get(&place, token).await.json["email"] });
        place_of(&app.post_json(LINK, asked, token).await.json)
    };
    let has_ended = async |link: &str| app.get(link, None).await.header("location").contains("otp_expired");
    let by_administrator = link().await;
    app.put_json(&place, json!({ "password": "another password" }), token).await;
    assert!(has_ended(&by_administrator).await);
    let by_address = link().await;
    app.put_json(&place, json!({ "email": "newer@umeed.local" }), token).await;
    assert!(has_ended(&by_address).await);
    let by_sign_out = link().await;
    let session = sign_in_as(&app, "newer@umeed.local", "another password").await.json;
    assert_eq!(app.post_json("/auth/v1/logout?scope=global", json!({}), access(&session)).await.status, 204);
    assert!(has_ended(&by_sign_out).await);
    let by_operator = link().await;
    umeed::auth::accounts::set_password(&app.app.db, "newer@umeed.local", "by the operator").await.unwrap();
    assert!(has_ended(&by_operator).await);
    let by_key = link().await;
    service_key::rotate(&app.app.db, &app.app.secret, Duration::ZERO).await.unwrap();
    assert!(has_ended(&by_key).await);
}

/// A link of ours takes nobody to another site, and a token works only while it lasts.
#[tokio::test]
async fn a_link_leads_to_this_site_only_and_ends() {
    let app = TestApp::start().await;
    let key = service(&app).await;
    for (wanted, path) in [
        ("https://evil.example/x", "/admin"),
        ("//evil.example/x", "/admin"),
        ("javascript:alert(1)", "/admin"),
        ("/admin/team", "/admin/team"),
    ] {
        let asked = json!({ "type": "recovery", "email": EMAIL, "redirect_to": wanted });
        let link = app.post_json(LINK, asked, Some(&key)).await.json;
        let origin = app.app.settings.origin();
        assert_eq!(link["redirect_to"], format!("{origin}{path}"), "{wanted}");
        let swapped =
            place_of(&link).split("&redirect_to").next().unwrap().to_owned() + "&redirect_to=https://evil.example";
        assert!(app.get(&swapped, None).await.header("location").starts_with(&format!("{origin}/admin#")));
    }
    let link = app.post_json(LINK, json!({ "type": "recovery", "email": EMAIL }), Some(&key)).await.json;
    let sql = Sql::new("UPDATE one_time_tokens SET ends_at = ?").with("2026-01-01T00:00:00.000000+00:00");
    app.app.db.write(move |tx| Box::pin(async move { tx.rows(sql).await })).await.unwrap();
    assert!(app.get(&place_of(&link), None).await.header("location").contains("otp_expired"));
}
