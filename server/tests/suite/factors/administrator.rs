//! The second factors of others: seen by owners, taken away only by one who has their own, by the service key, and on the
//! server's command line.

use umeed::auth::accounts;
use umeed::auth::factors::store;
use umeed::schema::Role;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

const OTHER: &str = "other@umeed.local";

async fn sign_in_other(app: &TestApp) -> Value {
    let body = json!({ "email": OTHER, "password": PASSWORD });
    app.post_json("/auth/v1/token?grant_type=password", body, None).await.json
}

/// A server with a second account, which has a second factor; and where that is looked after.
async fn with_other(role: Role) -> (TestApp, App, Value, String) {
    let app = TestApp::start().await;
    accounts::add_with_role(&app.app.db, OTHER, PASSWORD, Default::default(), role).await.unwrap();
    let session = sign_in_other(&app).await;
    let (device, session) = set_up(&app, &session, "Phone").await;
    let path = format!("/auth/v1/admin/users/{}/factors", session["user"]["id"].as_str().unwrap());
    (app, device, session, path)
}

#[tokio::test]
async fn an_owner_sees_them_and_takes_one_away_only_with_their_own() {
    let (app, device, other, path) = with_other(Role::Editor).await;
    recovery_codes(&app, &other).await;
    let owner = app.sign_in().await;
    let listed = app.get(&path, access(&owner)).await.json;
    assert_eq!([&listed[0]["factor_type"], &listed[1]["factor_type"]], ["totp", "recovery_code"]);
    assert!(listed[0].get("secret").is_none());
    let user = app.get(path.strip_suffix("/factors").unwrap(), access(&owner)).await.json;
    assert_eq!(user["factors"], listed, "the account shows them as well");

    let one = format!("{path}/{}", device.factor);
    assert_refused(&app.delete(&one, access(&owner)).await, 403, "mfa_enrollment_required");
    let (_, owner) = set_up(&app, &owner, "Owner's phone").await;
    let removed = app.delete(&one, access(&owner)).await;
    assert_eq!((removed.status, &removed.json["id"]), (200, &json!(device.factor)));
    assert_refused(&app.delete(&one, access(&owner)).await, 404, "mfa_factor_not_found");
    let signed_in = sign_in_other(&app).await;
    assert!(signed_in["user"].get("factors").is_none());
    assert_eq!(app.get("/rest/v1/volunteers", access(&signed_in)).await.status, 200);
}

#[tokio::test]
async fn editors_and_visitors_do_not_and_the_service_key_does() {
    let (app, device, editor, _) = with_other(Role::Editor).await;
    let owner = app.sign_in().await;
    let (owners, _) = set_up(&app, &owner, "Owner's phone").await;
    let path = format!("/auth/v1/admin/users/{}/factors", owner["user"]["id"].as_str().unwrap());
    for token in [None, access(&editor)] {
        assert_eq!(app.get(&path, token).await.status, 403);
        assert_refused(&app.delete(&format!("{path}/{}", owners.factor), token).await, 403, "not_admin");
    }
    let key = app.service_key();
    assert_refused(&app.delete(&format!("{path}/{}", device.factor), Some(&key)).await, 404, "mfa_factor_not_found");
    assert_refused(&app.delete(&format!("{path}/x"), Some(&key)).await, 404, "validation_failed");
    assert_eq!(app.delete(&format!("{path}/{}", owners.factor), Some(&key)).await.status, 200);
    assert_eq!(app.get("/rest/v1/volunteers", access(&app.sign_in().await)).await.status, 200);
}

#[tokio::test]
async fn the_operator_resets_it_and_every_session_ends() {
    let (app, _, confirmed) = protected().await;
    recovery_codes(&app, &confirmed).await;
    let reset = async |email| store::reset(&app.app.db, app.app.mail.clone(), email).await.unwrap();
    assert_eq!(reset(EMAIL).await, Some(true));
    assert_refused(&app.get("/auth/v1/user", access(&confirmed)).await, 403, "session_not_found");
    assert_eq!(app.get("/rest/v1/volunteers", access(&app.sign_in().await)).await.status, 200);
    assert_eq!(reset(EMAIL).await, Some(false));
    assert_eq!(reset("nobody@umeed.local").await, None);
}

#[tokio::test]
async fn nothing_is_left_of_it_when_the_account_goes() {
    let (app, _, other, _) = with_other(Role::Editor).await;
    recovery_codes(&app, &other).await;
    accounts::remove(&app.app.db, OTHER).await.unwrap();
    for table in ["factors", "recovery_codes"] {
        assert!(app.app.db.rows(Sql::new(format!("SELECT 1 FROM {table}"))).await.unwrap().is_empty(), "{table}");
    }
}
