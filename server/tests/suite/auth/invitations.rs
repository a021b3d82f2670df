//! Invitations by mail: who may send them, what they say, and whom they let in.

use umeed::auth::accounts;
use umeed::schema::Role;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

const NEW: &str = "new@umeed.local";

async fn invite(app: &TestApp, body: Value, token: Option<&str>) -> Answer {
    app.post_json("/auth/v1/invite", body, token).await
}

#[tokio::test]
async fn an_owner_invites_by_mail() {
    let app = with_mail().await;
    let owner = app.sign_in().await;
    let words = "Win <b>a prize</b> at evil.example";
    let body =
        json!({ "email": "New@umeed.local", "data": { "full_name": words }, "app_metadata": { "role": "editor" } });
    let answer = invite(&app, body, access(&owner)).await;
    assert_eq!((answer.status, &answer.json["email"]), (200, &json!(NEW)), "{}", answer.text());
    assert!(answer.json["invited_at"].is_string() && answer.json["confirmation_sent_at"].is_string());
    assert_eq!(answer.json["app_metadata"]["role"], "editor");
    let letter = letter(&app, "invitation", NEW).await;
    assert_eq!(letter["by"], EMAIL);
    assert!(!letter.to_string().contains("prize"), "nothing that somebody typed: {letter}");
    let session = verify(&app, "invite", &token_of(&letter)).await.json;
    assert_eq!(session["user"]["email"], NEW);
    let set = app.put_json("/auth/v1/user", json!({ "password": "chosen by the invited" }), access(&session)).await;
    assert_eq!(set.status, 200, "{}", set.text());
    assert_eq!(letters(&app).await.len(), 1, "who chooses a first password needs no mail about it");
    assert_eq!(sign_in_as(&app, NEW, "chosen by the invited").await.status, 200);
    assert_error(&invite(&app, json!({ "email": NEW }), access(&owner)).await, 422, "email_exists");
}

#[tokio::test]
async fn who_has_not_come_is_invited_again_and_the_first_link_ends() {
    let app = with_mail().await;
    let key = app.service_key();
    invite(&app, json!({ "email": NEW }), Some(&key)).await;
    let first = letter(&app, "invitation", NEW).await;
    assert_eq!(first["by"], Value::Null, "a program has no address");
    let again = invite(&app, json!({ "email": NEW, "app_metadata": { "role": "editor" } }), Some(&key)).await;
    assert_eq!((again.status, &again.json["app_metadata"]["role"]), (200, &json!("editor")), "{}", again.text());
    let second = letter(&app, "invitation", NEW).await;
    assert_error(&verify(&app, "invite", &token_of(&first)).await, 403, "otp_expired");
    assert!(access(&verify(&app, "invite", &token_of(&second)).await.json).is_some());
    assert_eq!(accounts::list(&app.app.db).await.unwrap().len(), 2);
}

#[tokio::test]
async fn nobody_else_invites() {
    let app = with_mail().await;
    let db = &app.app.db;
    accounts::add_with_role(db, "editor@umeed.local", PASSWORD, Default::default(), Role::Editor).await.unwrap();
    let editor = sign_in_as(&app, "editor@umeed.local", PASSWORD).await.json;
    for token in [None, access(&editor)] {
        assert_error(&invite(&app, json!({ "email": NEW }), token).await, 403, "not_admin");
    }
    let owner = app.sign_in().await;
    meddle(&app, Sql::new("UPDATE sessions SET created_at = ?").with("2026-01-01T00:00:00.000000+00:00")).await;
    assert_error(&invite(&app, json!({ "email": NEW }), access(&owner)).await, 400, "reauthentication_needed");
    assert!(letters(&app).await.is_empty());
    assert_eq!(accounts::list(db).await.unwrap().len(), 2);
}

/// What an administrator changes is told to the person who has the account, at the address that they know.
#[tokio::test]
async fn changes_by_an_administrator_are_told() {
    let app = with_mail().await;
    let key = app.service_key();
    let made = accounts::add(&app.app.db, NEW, PASSWORD, Default::default()).await.unwrap();
    let place = format!("/auth/v1/admin/users/{}", made.id);
    let change = json!({ "email": "newer@umeed.local", "password": "another password" });
    assert_eq!(app.put_json(&place, change, Some(&key)).await.status, 200);
    let told = letters(&app).await;
    assert!(told.iter().all(|(to, _)| to == NEW));
    assert_eq!(told[0].1, json!({ "kind": "address_changed", "to": "newer@umeed.local" }));
    assert_eq!(told[1].1, json!({ "kind": "password_changed" }));
    app.put_json(&place, json!({ "user_metadata": { "name": "N" } }), Some(&key)).await;
    assert_eq!(letters(&app).await.len(), 2);
}
