//! Owners and editors: who has which role, and that it is read at every request.

use umeed::auth::accounts::{self, AccountError};
use umeed::schema::Role;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

const EDITOR: &str = "editor@umeed.local";

async fn with_an_editor() -> (TestApp, Value) {
    let app = TestApp::start().await;
    accounts::add_with_role(&app.app.db, EDITOR, PASSWORD, Default::default(), Role::Editor).await.unwrap();
    let session = sign_in_as(&app, EDITOR, PASSWORD).await.json;
    (app, session)
}

async fn role(app: &TestApp, session: &Value) -> Role {
    who(app, access(session).unwrap()).await.unwrap().role
}

#[tokio::test]
async fn every_account_is_an_owner_unless_it_was_made_an_editor() {
    let (app, editor) = with_an_editor().await;
    assert_eq!(role(&app, &app.sign_in().await).await, Role::Owner);
    assert_eq!(role(&app, &editor).await, Role::Editor);
    assert_eq!(who(&app, &app.anon_key()).await.unwrap().role, Role::Visitor);
}

/// Owners look as they always did; an editor's client may know what the account is.
#[tokio::test]
async fn clients_see_the_role_of_editors_only() {
    let (app, editor) = with_an_editor().await;
    let plain = json!({ "provider": "email", "providers": ["email"] });
    assert_eq!(app.sign_in().await["user"]["app_metadata"], plain);
    let with_role = json!({ "provider": "email", "providers": ["email"], "role": "editor" });
    assert_eq!(editor["user"]["app_metadata"], with_role);
    assert_eq!(app.get("/auth/v1/user", access(&editor)).await.json["app_metadata"], with_role);
    assert_eq!(editor["user"]["role"], "authenticated", "what PostgREST calls a role is another thing");
}

/// The role is in the account, not in the token: an old token has the new role at once.
#[tokio::test]
async fn a_new_role_counts_from_the_next_request() {
    let (app, editor) = with_an_editor().await;
    accounts::set_role(&app.app.db, EDITOR, Role::Owner).await.unwrap();
    assert_eq!(role(&app, &editor).await, Role::Owner);
    accounts::set_role(&app.app.db, EMAIL, Role::Editor).await.unwrap();
    let last = accounts::set_role(&app.app.db, EDITOR, Role::Editor).await;
    assert!(matches!(last, Err(AccountError::LastOwner)));
    assert_eq!(role(&app, &editor).await, Role::Owner);
}

/// Nobody makes themselves an owner by what they say about themselves.
#[tokio::test]
async fn an_editor_stays_one_whatever_the_client_sends() {
    let (app, editor) = with_an_editor().await;
    let claims = json!({ "role": "owner", "app_metadata": { "role": "owner" }, "data": { "role": "owner" } });
    assert_eq!(app.put_json("/auth/v1/user", claims, access(&editor)).await.status, 200);
    assert_eq!(role(&app, &editor).await, Role::Editor);
    let renewed = refresh(&app, &editor["refresh_token"]).await.json;
    assert_eq!(role(&app, &renewed).await, Role::Editor);
}

/// A role that only a newer version knows gives no rights at all.
#[tokio::test]
async fn an_unknown_role_opens_nothing() {
    let (app, editor) = with_an_editor().await;
    meddle(&app, Sql::new("UPDATE staff SET role = 'auditor' WHERE email = ?").with(EDITOR)).await;
    assert_eq!(app.get("/rest/v1/volunteers", access(&editor)).await.status, 500);
    assert_eq!(app.get("/auth/v1/user", access(&editor)).await.status, 500);
    assert_eq!(sign_in_as(&app, EDITOR, PASSWORD).await.status, 500);
    assert_eq!(app.get("/rest/v1/volunteers", Some(&app.staff_token().await)).await.status, 200);
}
