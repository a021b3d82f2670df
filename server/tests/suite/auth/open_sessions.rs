//! Who is signed in where: each account sees and ends its own sessions, owners see those of every account and end all of one.

use axum::body::Body;
use axum::http::Method;
use umeed::auth::accounts;
use umeed::schema::Role;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

const EDITOR: &str = "editor@umeed.local";
const ANDROID: &str =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";

async fn call(app: &TestApp, function: &str, body: Value, token: Option<&str>) -> Answer {
    app.post_json(&format!("/rest/v1/rpc/{function}"), body, token).await
}

async fn sign_in_from(app: &TestApp, email: &str, agent: &str) -> Value {
    let request = app.request(Method::POST, PASSWORD_GRANT, None).header(header::USER_AGENT, agent);
    let body = json!({ "email": email, "password": PASSWORD }).to_string();
    let answer = app.send(request.body(Body::from(body)).unwrap()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json
}

/// An owner with two sessions, the second on a telephone, and an editor with one.
async fn three_sessions() -> (TestApp, [Value; 3]) {
    let app = TestApp::start().await;
    accounts::add_with_role(&app.app.db, EDITOR, PASSWORD, Default::default(), Role::Editor).await.unwrap();
    let desk = app.sign_in().await;
    let phone = sign_in_from(&app, EMAIL, ANDROID).await;
    let editor = sign_in_from(&app, EDITOR, ANDROID).await;
    (app, [desk, phone, editor])
}

fn account(session: &Value) -> &str {
    session["user"]["id"].as_str().unwrap()
}

async fn own(app: &TestApp, session: &Value) -> Vec<Value> {
    let answer = call(app, "own_sessions", json!({}), access(session)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json.as_array().unwrap().clone()
}

#[tokio::test]
async fn everyone_sees_their_own_sessions_and_ends_them_one_by_one() {
    let (app, [desk, phone, editor]) = three_sessions().await;
    let listed = own(&app, &desk).await;
    assert_eq!(listed.len(), 2);
    let words = |session: &Value| (session["device"].clone(), session["current"].clone());
    assert_eq!(words(&listed[0]), (json!("a program"), json!(true)));
    assert_eq!(words(&listed[1]), (json!("Chrome on Android"), json!(false)));
    assert_eq!(app.get("/rest/v1/rpc/own_sessions", access(&phone)).await.json[0]["device"], "Chrome on Android");

    let id = &listed[1]["id"];
    assert_eq!(call(&app, "end_session", json!({ "id": id }), access(&desk)).await.json, json!({ "done": true }));
    assert!(is_in(&app, &desk).await && !is_in(&app, &phone).await);
    assert_eq!(refresh(&app, &phone["refresh_token"]).await.status, 400);
    let again = call(&app, "end_session", json!({ "id": id }), access(&desk)).await;
    assert_eq!((again.status, &again.json["code"]), (404, &json!("PGRST116")));

    let mine = own(&app, &editor).await;
    assert_eq!(call(&app, "end_session", json!({ "id": mine[0]["id"] }), access(&editor)).await.status, 200);
    assert!(!is_in(&app, &editor).await, "also the one that asks");
}

/// Each road of each function, for each who may ask.
#[tokio::test]
async fn the_sessions_of_others_are_for_owners() {
    let (app, [desk, phone, editor]) = three_sessions().await;
    let (key, anon) = (app.service_key(), app.anon_key());
    let (of_owner, of_editor) = (own(&app, &phone).await, own(&app, &editor).await);
    // Nobody ends another's session by its id: not an editor an owner's, nor an owner an editor's.
    for (by, session) in [(&editor, &of_owner[0]), (&desk, &of_editor[0])] {
        assert_eq!(call(&app, "end_session", json!({ "id": session["id"] }), access(by)).await.status, 404);
    }
    let everyone = json!({ "accounts": [account(&desk), account(&editor)] });
    let one = json!({ "account": account(&desk) });
    let refused = async |function: &str, body: &Value, token: Option<&str>, status: u16| {
        let answer = call(&app, function, body.clone(), token).await;
        assert_eq!((answer.status, &answer.json["code"]), (status, &json!("42501")), "{function}: {}", answer.text());
    };
    for (token, status) in [(None, 401), (Some(anon.as_str()), 401), (access(&editor), 403)] {
        refused("account_sessions", &everyone, token, status).await;
        refused("end_account_sessions", &one, token, status).await;
    }
    for (token, status) in [(None, 401), (Some(anon.as_str()), 401), (Some(key.as_str()), 403)] {
        refused("own_sessions", &json!({}), token, status).await;
        refused("end_session", &json!({ "id": of_owner[0]["id"] }), token, status).await;
    }
    assert!(is_in(&app, &desk).await && is_in(&app, &phone).await && is_in(&app, &editor).await, "nothing ended");
    for token in [access(&desk), Some(key.as_str())] {
        let shown = call(&app, "account_sessions", everyone.clone(), token).await.json;
        let total =
            |id: &str| shown.as_array().unwrap().iter().find(|one| one["account"] == id).unwrap()["total"].clone();
        assert_eq!((total(account(&desk)), total(account(&editor))), (json!(2), json!(1)));
    }
    // A session that has ended, or a stranger's words, are no way in.
    assert_eq!(call(&app, "own_sessions", json!({}), Some("let.me.in")).await.status, 401);
}

#[tokio::test]
async fn an_owner_signs_somebody_out_everywhere() {
    let (app, [desk, phone, editor]) = three_sessions().await;
    let key = app.service_key();
    let link = json!({ "type": "recovery", "email": EDITOR });
    let link = app.post_json("/auth/v1/admin/generate_link", link, Some(&key)).await.json;
    let end = async |account: &str, token: Option<&str>| {
        call(&app, "end_account_sessions", json!({ "account": account }), token).await.status
    };
    assert_eq!(end(account(&editor), access(&desk)).await, 200);
    assert!(!is_in(&app, &editor).await && is_in(&app, &desk).await && is_in(&app, &phone).await);
    let used = json!({ "type": "recovery", "token_hash": link["hashed_token"] });
    assert_error(&app.post_json("/auth/v1/verify", used, None).await, 403, "otp_expired");
    assert_eq!(sign_in_as(&app, EDITOR, PASSWORD).await.status, 200, "the account itself stays");
    assert_eq!(end(&uuid::Uuid::new_v4().to_string(), access(&desk)).await, 404);
    assert_eq!(end("x", access(&desk)).await, 400);
    // A lost telephone cannot wait: however old the session of the owner is.
    meddle(&app, Sql::new("UPDATE sessions SET created_at = ?").with("2026-10-01T00:00:00.000000+00:00")).await;
    assert_eq!(end(account(&desk), access(&desk)).await, 200);
    assert!(!is_in(&app, &desk).await && !is_in(&app, &phone).await);
}

#[tokio::test]
async fn the_answers_hold_no_token_and_bounded_lists() {
    let (app, [desk, _, editor]) = three_sessions().await;
    for _ in 0..8 {
        sign_in_from(&app, EDITOR, &format!("{ANDROID} canary")).await;
    }
    let shown = call(&app, "account_sessions", json!({ "accounts": [account(&editor)] }), access(&desk)).await;
    assert_eq!((&shown.json[0]["total"], shown.json[0]["sessions"].as_array().unwrap().len()), (&json!(9), 5));
    let mine = own(&app, &editor).await;
    assert_eq!(mine.len(), 9);
    let ids: Vec<&str> = mine.iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert!(ids.iter().all(|id| !shown.text().contains(id)), "the ids are for their own account");
    let text = shown.text() + &json!(mine).to_string();
    let refresh_token = editor["refresh_token"].as_str().unwrap();
    for secret in [refresh_token, access(&editor).unwrap(), "canary", "Mozilla", "127.0.0.1", "generation"] {
        assert!(!text.contains(secret), "{secret}");
    }
    for wrong in [json!({}), json!({ "accounts": "all" }), json!({ "accounts": ["x"] }), json!([])] {
        assert_eq!(call(&app, "account_sessions", wrong, access(&desk)).await.status, 400);
    }
    let many: Vec<String> = (0..101).map(|_| uuid::Uuid::new_v4().to_string()).collect();
    assert_eq!(call(&app, "account_sessions", json!({ "accounts": many }), access(&desk)).await.status, 400);
    assert_eq!(call(&app, "account_sessions", json!({ "accounts": [] }), access(&desk)).await.json, json!([]));
}

/// It would be refused at its next renewal: nobody need end it.
#[tokio::test]
async fn a_session_that_is_over_is_not_shown() {
    let (app, [desk, ..]) = three_sessions().await;
    for column in ["created_at", "refreshed_at"] {
        let sql =
            format!("UPDATE sessions SET {column} = '2020-01-01T00:00:00.000000+00:00' WHERE device LIKE 'Chrome%'");
        meddle(&app, Sql::new(sql)).await;
        assert_eq!(own(&app, &desk).await.len(), 1, "{column}");
        let of = call(&app, "account_sessions", json!({ "accounts": [account(&desk)] }), access(&desk)).await;
        assert_eq!(of.json[0]["total"], 1);
        meddle(&app, Sql::new(format!("UPDATE sessions SET {column} = ?")).with(umeed::clock::now())).await;
    }
}
