//! People who are invited: a new link as often as it takes until they have come, and none for those who have.

use umeed::auth::accounts::{self, AccountError};
use umeed::schema::Role;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

const LINK: &str = "/auth/v1/admin/generate_link";
const USERS: &str = "/auth/v1/admin/users";
const SANA: &str = "sana@umeed.local";

fn invite(role: &str) -> Value {
    json!({ "type": "invite", "email": SANA, "data": { "full_name": "Sana" }, "app_metadata": { "role": role } })
}

async fn open(app: &TestApp, link: &Value) -> Answer {
    let used = json!({ "type": "invite", "token_hash": link["hashed_token"] });
    app.post_json("/auth/v1/verify", used, None).await
}

#[tokio::test]
async fn who_has_not_come_gets_another_link_for_the_same_account() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let first = app.post_json(LINK, invite("editor"), access(&owner)).await.json;
    let second = app.post_json(LINK, invite("editor"), access(&owner)).await;
    assert_eq!(second.status, 200, "{}", second.text());
    assert_eq!(second.json["id"], first["id"]);
    assert_eq!(
        (&second.json["app_metadata"]["role"], &second.json["user_metadata"]["full_name"]),
        (&json!("editor"), &json!("Sana"))
    );
    assert_error(&open(&app, &first).await, 403, "otp_expired");
    // An account that is to be made is not one that was invited.
    assert_error(&app.post_json(USERS, json!({ "email": SANA }), access(&owner)).await, 422, "email_exists");
    assert_eq!(open(&app, &second.json).await.status, 200);
    assert_error(&app.post_json(LINK, invite("editor"), access(&owner)).await, 422, "email_exists");
    let own = json!({ "type": "invite", "email": EMAIL });
    assert_error(&app.post_json(LINK, own, access(&owner)).await, 422, "email_exists");
}

/// An owner who was invited may never come: then nobody could manage the accounts.
#[tokio::test]
async fn who_has_not_come_is_no_other_owner() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let me = format!("{USERS}/{}", owner["user"]["id"].as_str().unwrap());
    let invited = app.post_json(LINK, invite("owner"), access(&owner)).await.json;
    let editor = json!({ "app_metadata": { "role": "editor" } });
    assert_error(&app.delete(&me, access(&owner)).await, 409, "conflict");
    assert_error(&app.put_json(&me, editor.clone(), access(&owner)).await, 409, "conflict");
    let by_command = accounts::set_role(&app.app.db, EMAIL, Role::Editor).await;
    assert!(matches!(by_command, Err(AccountError::LastOwner)));
    let removed = accounts::remove_but_last_owner(&app.app.db, EMAIL).await;
    assert!(matches!(removed, Err(AccountError::LastOwner)));
    // They come and choose a password: now there are two.
    let session = open(&app, &invited).await.json;
    let chosen = app.put_json("/auth/v1/user", json!({ "password": PASSWORD }), access(&session)).await;
    assert_eq!(chosen.status, 200, "{}", chosen.text());
    assert_eq!(app.put_json(&me, editor, access(&session)).await.status, 200);
    assert!(matches!(accounts::remove_but_last_owner(&app.app.db, SANA).await, Err(AccountError::LastOwner)));
    assert!(accounts::remove_but_last_owner(&app.app.db, EMAIL).await.unwrap(), "an editor goes");
    assert!(!accounts::remove_but_last_owner(&app.app.db, EMAIL).await.unwrap(), "and is no longer there");
}

/// Two owners who remove each other at the same moment: one of them stays.
#[tokio::test]
async fn the_last_owner_stays_however_many_ask_at_once() {
    let app = TestApp::start().await;
    accounts::add(&app.app.db, SANA, PASSWORD, Default::default()).await.unwrap();
    let (one, two) = (app.sign_in().await, sign_in_as(&app, SANA, PASSWORD).await.json);
    let place = |session: &Value| format!("{USERS}/{}", session["user"]["id"].as_str().unwrap());
    let editor = json!({ "app_metadata": { "role": "editor" } });
    let (of_two, of_one) = (place(&two), place(&one));
    let (first, second) =
        tokio::join!(app.put_json(&of_two, editor.clone(), access(&one)), app.delete(&of_one, access(&two)));
    let done = [first.status, second.status].iter().filter(|status| **status == 200).count();
    let owners = accounts::list(&app.app.db).await.unwrap().iter().filter(|one| one.role == Role::Owner).count();
    assert_eq!((done, owners), (1, 1), "{} {}", first.text(), second.text());
}
