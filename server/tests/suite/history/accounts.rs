//! What sign-ins and changes of accounts leave in the history: one line for each deed, with who did it and from which device,
//! and nothing that anybody could sign in with.

use std::time::Duration;

use axum::http::{Method, header};
use umeed::auth::accounts;
use umeed::schema::{Caller, Identity, Role, TABLES};

use super::*;
use crate::harness::{Answer, PASSWORD};

const ANDROID: &str =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
const EDITOR: &str = "editor@umeed.local";
const USER: &str = "/auth/v1/user";
const USERS: &str = "/auth/v1/admin/users";

async fn sign_in_from(app: &TestApp, email: &str, password: &str, agent: &str) -> Value {
    let body = json!({ "email": email, "password": password });
    let request = app.request(Method::POST, "/auth/v1/token?grant_type=password", None);
    let request = request.header(header::USER_AGENT, agent).body(body.to_string().into()).unwrap();
    let answer = app.send(request).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json
}

fn token(session: &Value) -> Option<&str> {
    session["access_token"].as_str()
}

fn id(session: &Value) -> &str {
    session["user"]["id"].as_str().unwrap()
}

/// The lines of accounts since the last time, read from the database itself.
struct Told {
    last: String,
}

impl Told {
    async fn from_now(app: &TestApp) -> Told {
        let mut told = Told { last: String::new() };
        told.new_lines(app).await;
        told
    }

    async fn new_lines(&mut self, app: &TestApp) -> Vec<Value> {
        let sql = "SELECT id, row_key, verb, author, author_id, author_email, device, before, after, row_count, changed \
                   FROM history WHERE table_name = 'accounts' AND id > ? ORDER BY id";
        let rows = app.app.db.rows(Sql::new(sql).with(&self.last)).await.unwrap();
        let json = |text: Option<&str>| text.map_or(Value::Null, |text| serde_json::from_str(text).unwrap());
        if let Some(row) = rows.last() {
            self.last = row.text(0).to_owned();
        }
        let line = |row: &umeed::db::Row| {
            json!({
                "row_key": row.text(1), "verb": row.text(2), "author": row.text(3), "author_id": row.text_or_none(4),
                "author_email": row.text_or_none(5), "device": row.text(6),
                "before": json(row.text_or_none(7)), "after": json(row.text_or_none(8)), "row_count": row.int(9),
                "changed": json(row.text_or_none(10)),
            })
        };
        rows.iter().map(line).collect()
    }

    /// The only line since.
    async fn one(&mut self, app: &TestApp, what: &str) -> Value {
        let lines = self.new_lines(app).await;
        assert_eq!(lines.len(), 1, "{what}: {lines:?}");
        lines[0].clone()
    }
}

fn assert_line(line: &Value, verb: &str, of: &str, author: &str, device: &str) {
    let held = ["verb", "row_key", "author", "device"].map(|name| line[name].as_str().unwrap());
    assert_eq!(held, [verb, of, author, device], "{line}");
}

fn ok(answer: Answer) -> Value {
    assert!(matches!(answer.status, 200 | 204), "{}", answer.text());
    answer.json
}

#[tokio::test]
async fn signing_in_and_out_is_told_with_the_device_and_a_refresh_is_not() {
    let app = TestApp::start().await;
    let mut told = Told { last: String::new() };
    let made = told.one(&app, "the first account").await;
    assert_eq!(
        (&made["verb"], &made["author"], &made["author_id"]),
        (&json!("insert"), &json!("server"), &Value::Null)
    );
    assert_eq!(made["after"], json!({ "email": EMAIL, "role": "owner", "name": null }));

    let session = sign_in_from(&app, EMAIL, PASSWORD, ANDROID).await;
    let line = told.one(&app, "signed in").await;
    assert_line(&line, "sign_in", id(&session), "staff", "Chrome on Android");
    assert_eq!((&line["author_id"], &line["author_email"]), (&json!(id(&session)), &json!(EMAIL)));
    assert_eq!((&line["before"], &line["after"], &line["row_count"]), (&Value::Null, &Value::Null, &json!(1)));

    let grant = "/auth/v1/token?grant_type=refresh_token";
    let session = ok(app.post_json(grant, json!({ "refresh_token": session["refresh_token"] }), None).await);
    let wrong = json!({ "email": EMAIL, "password": "wrong password" });
    assert_eq!(app.post_json("/auth/v1/token?grant_type=password", wrong, None).await.status, 400);
    assert_eq!(told.new_lines(&app).await, [] as [Value; 0]);

    // What they do in the session bears its device as well.
    let project = add_project(&app, token(&session).unwrap(), json!({ "title": "t" })).await;
    let line = lines(&app, token(&session).unwrap()).await;
    assert_eq!((&line[0]["row_key"], &line[0]["device"]), (&json!(project), &json!("Chrome on Android")));

    ok(app.post_json("/auth/v1/logout?scope=local", json!({}), token(&session)).await);
    let line = told.one(&app, "signed out").await;
    assert_line(&line, "sign_out", id(&session), "staff", "Chrome on Android");
    assert_eq!(line["after"], json!({ "scope": "local" }));
}

#[tokio::test]
async fn signing_out_elsewhere_is_one_line_however_many_sessions_end() {
    let app = TestApp::start().await;
    for (scope, expected) in [("global", "global"), ("others", "others"), ("global", "local")] {
        let one = app.sign_in().await;
        if expected != "local" {
            app.sign_in().await;
            app.sign_in().await;
        }
        let mut told = Told::from_now(&app).await;
        ok(app.post_json(&format!("/auth/v1/logout?scope={scope}"), json!({}), token(&one)).await);
        let line = told.one(&app, scope).await;
        assert_line(&line, "sign_out", id(&one), "staff", "a program");
        assert_eq!(line["after"], json!({ "scope": expected }), "{scope}");
        run(&app, "DELETE FROM sessions").await;
        assert_eq!(told.new_lines(&app).await, [] as [Value; 0], "what the server ends is nobody's deed");
    }
}

/// One that is not the own is named by its device.
#[tokio::test]
async fn signing_one_other_device_out_says_which() {
    let app = TestApp::start().await;
    let desk = app.sign_in().await;
    let phone = sign_in_from(&app, EMAIL, PASSWORD, ANDROID).await;
    sign_in_from(&app, EMAIL, PASSWORD, ANDROID).await;
    let mut told = Told::from_now(&app).await;
    let mine = ok(app.get("/rest/v1/rpc/own_sessions", token(&phone)).await)[0]["id"].clone();
    ok(app.post_json("/rest/v1/rpc/end_session", json!({ "id": mine }), token(&desk)).await);
    let line = told.one(&app, "one device").await;
    assert_line(&line, "sign_out", id(&desk), "staff", "a program");
    assert_eq!(line["after"], json!({ "scope": "device", "device": "Chrome on Android" }));
}

/// What somebody does to the sessions of another is theirs to answer for.
#[tokio::test]
async fn signing_somebody_else_out_names_both() {
    let app = TestApp::start().await;
    let editor =
        accounts::add_with_role(&app.app.db, EDITOR, PASSWORD, Default::default(), Role::Editor).await.unwrap();
    let owner = sign_in_from(&app, EMAIL, PASSWORD, ANDROID).await;
    let key = app.service_key();
    for (by, author) in [(token(&owner).unwrap(), "staff"), (key.as_str(), "service")] {
        sign_in_from(&app, EDITOR, PASSWORD, "curl/8").await;
        sign_in_from(&app, EDITOR, PASSWORD, "curl/8").await;
        let mut told = Told::from_now(&app).await;
        let asked = json!({ "account": editor.id });
        ok(app.post_json("/rest/v1/rpc/end_account_sessions", asked.clone(), Some(by)).await);
        let line = told.one(&app, author).await;
        let device = if author == "staff" { "Chrome on Android" } else { "" };
        assert_line(&line, "sign_out", &editor.id, author, device);
        assert_eq!(line["after"], json!({ "scope": "global", "email": EDITOR }));
        ok(app.post_json("/rest/v1/rpc/end_account_sessions", asked, Some(by)).await);
        assert_eq!(told.new_lines(&app).await, [] as [Value; 0], "nobody was signed in");
    }
    // One's own in this way is a sign-out like any other.
    let mut told = Told::from_now(&app).await;
    ok(app.post_json("/rest/v1/rpc/end_account_sessions", json!({ "account": id(&owner) }), token(&owner)).await);
    let line = told.one(&app, "own").await;
    assert_eq!((&line["row_key"], &line["after"]), (&json!(id(&owner)), &json!({ "scope": "local" })));
}

#[tokio::test]
async fn a_session_that_expired_is_the_deed_of_nobody() {
    let app = TestApp::start().await;
    let old = app.sign_in().await;
    run(&app, "UPDATE sessions SET refreshed_at = '2020-01-01T00:00:00.000000+00:00'").await;
    let mut told = Told::from_now(&app).await;
    let refresh = json!({ "refresh_token": old["refresh_token"] });
    app.post_json("/auth/v1/token?grant_type=refresh_token", refresh, None).await;
    assert_eq!(count(&app, "sessions").await, 0);
    app.sign_in().await;
    run(&app, "UPDATE sessions SET refreshed_at = '2020-01-01T00:00:00.000000+00:00'").await;
    app.sign_in().await;
    assert_eq!(count(&app, "sessions").await, 1);
    let verbs: Vec<Value> = told.new_lines(&app).await.iter().map(|line| line["verb"].clone()).collect();
    assert_eq!(verbs, ["sign_in", "sign_in"]);
}

#[tokio::test]
async fn what_people_change_of_their_own_account_is_told_by_name() {
    let app = TestApp::start().await;
    app.sign_in().await;
    let session = sign_in_from(&app, EMAIL, PASSWORD, ANDROID).await;
    let mut told = Told::from_now(&app).await;
    for (change, changed) in [
        (json!({ "password": "quite another one" }), json!(["password"])),
        (json!({ "data": { "full_name": "Sana" } }), json!(["name"])),
        (json!({ "data": { "theme": "canary" } }), json!(["details"])),
        (json!({ "email": "sana@umeed.local" }), json!(["email"])),
        (json!({ "email": "s@umeed.local", "password": "yet another one" }), json!(["email", "password"])),
    ] {
        app.app.db.write(|tx| Box::pin(tx.rows(another_session()))).await.unwrap();
        ok(app.put_json(USER, change.clone(), token(&session)).await);
        let line = told.one(&app, &change.to_string()).await;
        assert_line(&line, "update", id(&session), "staff", "Chrome on Android");
        assert_eq!(line["changed"], changed, "{change}");
        assert!(!line.to_string().contains("canary"));
    }
    let last = app.get("/rest/v1/history?order=id.desc&limit=1", token(&session)).await.json[0].clone();
    assert_eq!(
        (&last["before"]["email"], &last["after"]["email"]),
        (&json!("sana@umeed.local"), &json!("s@umeed.local"))
    );
    assert_eq!(last["after"]["name"], "Sana");
    // The same once more is no change.
    ok(app.put_json(USER, json!({ "email": "s@umeed.local", "data": { "full_name": "Sana" } }), token(&session)).await);
    assert_eq!(told.new_lines(&app).await, [] as [Value; 0]);
}

/// Of the first account, as if it had signed in elsewhere: a change of how it signs in ends it.
fn another_session() -> Sql {
    let id = uuid::Uuid::new_v4().to_string();
    let now = umeed::clock::now();
    let sql = "INSERT INTO sessions (id, staff_id, created_at, refreshed_at) SELECT ?, min(id), ?, ? FROM staff";
    Sql::new(sql).with(id).with(&now).with(now)
}

#[tokio::test]
async fn what_owners_and_programs_do_to_accounts_names_them() {
    let app = TestApp::start().await;
    let owner = sign_in_from(&app, EMAIL, PASSWORD, ANDROID).await;
    let mut told = Told::from_now(&app).await;
    let new = json!({ "email": EDITOR, "password": PASSWORD, "app_metadata": { "role": "editor" } });
    let user = ok(app.post_json(USERS, new, token(&owner)).await);
    let of = user["id"].as_str().unwrap();
    let line = told.one(&app, "made").await;
    assert_line(&line, "insert", of, "staff", "Chrome on Android");
    assert_eq!((&line["author_email"], &line["after"]["email"]), (&json!(EMAIL), &json!(EDITOR)));

    sign_in_from(&app, EDITOR, PASSWORD, ANDROID).await;
    told.new_lines(&app).await;
    let key = app.service_key();
    let path = format!("{USERS}/{of}");
    for (change, changed, by, device) in [
        (json!({ "app_metadata": { "role": "owner" } }), json!(["role"]), token(&owner).unwrap(), "Chrome on Android"),
        (json!({ "password": "given by an owner" }), json!(["password"]), token(&owner).unwrap(), "Chrome on Android"),
        (json!({ "email": "e@umeed.local" }), json!(["email"]), key.as_str(), ""),
    ] {
        ok(app.put_json(&path, change.clone(), Some(by)).await);
        let line = told.one(&app, &change.to_string()).await;
        assert_line(&line, "update", of, if by == key { "service" } else { "staff" }, device);
        assert_eq!(line["changed"], changed);
    }
    sign_in_from(&app, "e@umeed.local", "given by an owner", ANDROID).await;
    told.new_lines(&app).await;
    ok(app.delete(&path, token(&owner)).await);
    let line = told.one(&app, "removed").await;
    assert_line(&line, "delete", of, "staff", "Chrome on Android");
    assert_eq!(line["before"], json!({ "email": "e@umeed.local", "role": "owner", "name": null }));
}

#[tokio::test]
async fn who_removes_their_own_account_is_still_named() {
    let app = TestApp::start().await;
    accounts::add(&app.app.db, "second@umeed.local", PASSWORD, Default::default()).await.unwrap();
    let mut told = Told::from_now(&app).await;
    let me = sign_in_from(&app, "second@umeed.local", PASSWORD, ANDROID).await;
    ok(app.delete(&format!("{USERS}/{}", id(&me)), token(&me)).await);
    let lines = told.new_lines(&app).await;
    assert_eq!(lines.len(), 2, "signed in, and removed: {lines:?}");
    assert_line(&lines[1], "delete", id(&me), "staff", "Chrome on Android");
    assert_eq!(lines[1]["author_email"], "second@umeed.local");
    // The lines stay after the account, with the address as it was.
    let owner = app.staff_token().await;
    let path = format!("/rest/v1/history?row_key=eq.{}&select=author_email", id(&me));
    let named = app.get(&path, Some(&owner)).await.json;
    assert_eq!(named.as_array().unwrap().len(), 3);
    assert_eq!(named[1]["author_email"], "second@umeed.local");
}

#[tokio::test]
async fn the_command_line_is_named_as_such() {
    let app = TestApp::start().await;
    let db = &app.app.db;
    let mut told = Told::from_now(&app).await;
    let made = accounts::add_with_role(db, EDITOR, PASSWORD, Default::default(), Role::Editor).await.unwrap();
    let line = told.one(&app, "made").await;
    assert_line(&line, "insert", &made.id, "command_line", "");
    accounts::set_role(db, EDITOR, Role::Owner).await.unwrap();
    assert_eq!(told.one(&app, "role").await["changed"], json!(["role"]));
    let session = sign_in_from(&app, EDITOR, PASSWORD, ANDROID).await;
    told.new_lines(&app).await;
    accounts::set_password(db, EDITOR, "set by the operator").await.unwrap();
    let line = told.one(&app, "password").await;
    assert_line(&line, "update", &made.id, "command_line", "");
    assert_eq!(line["changed"], json!(["password"]));
    assert_eq!(app.get(USER, token(&session)).await.status, 403, "its sessions have ended, of which there is no line");
    accounts::remove(db, EDITOR).await.unwrap();
    assert_line(&told.one(&app, "removed").await, "delete", &made.id, "command_line", "");
}

#[tokio::test]
async fn those_who_sign_up_made_their_account() {
    let app = TestApp::start_with(|settings| settings.allow_sign_up = true).await;
    let mut told = Told::from_now(&app).await;
    let request = app.request(Method::POST, "/auth/v1/signup", None).header(header::USER_AGENT, ANDROID);
    let body = json!({ "email": EDITOR, "password": PASSWORD }).to_string();
    let session = ok(app.send(request.body(body.into()).unwrap()).await);
    let lines = told.new_lines(&app).await;
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, verb) in lines.iter().zip(["insert", "sign_in"]) {
        assert_line(line, verb, id(&session), "staff", "Chrome on Android");
        assert_eq!(line["author_email"], EDITOR);
    }
}

#[tokio::test]
async fn owners_read_all_lines_of_accounts_and_editors_their_own() {
    let app = TestApp::start().await;
    accounts::add_with_role(&app.app.db, EDITOR, PASSWORD, Default::default(), Role::Editor).await.unwrap();
    let (owner, editor) = (app.sign_in().await, sign_in_from(&app, EDITOR, PASSWORD, ANDROID).await);
    accounts::set_role(&app.app.db, EDITOR, Role::Owner).await.unwrap();
    accounts::set_role(&app.app.db, EDITOR, Role::Editor).await.unwrap();
    let path = "/rest/v1/history?table_name=eq.accounts";
    let keys = async |session: &Value| -> Vec<String> {
        let rows = app.get(path, token(session)).await.json;
        rows.as_array().unwrap().iter().map(|line| line["row_key"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(keys(&owner).await.len() as i64, count(&app, "history WHERE table_name = 'accounts'").await);
    assert_eq!(keys(&editor).await, vec![id(&editor); 4], "made, signed in, and the role changed twice");
    for probe in [
        format!("&row_key=eq.{}", id(&owner)),
        format!("&author_email=eq.{EMAIL}"),
        "&or=(verb.eq.sign_in,id.not.is.null)&row_key=neq.".to_owned() + id(&editor),
    ] {
        assert_eq!(app.get(&format!("{path}{probe}"), token(&editor)).await.json, json!([]), "{probe}");
    }
    assert_eq!(app.get(path, None).await.status, 401);

    // Live changes go to a role and know no person: nothing of an account is told to editors there.
    let table = TABLES.iter().find(|table| table.name == "history").unwrap();
    let columns: Vec<String> = table.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
    let sql = format!("SELECT {} FROM history WHERE table_name = 'accounts'", columns.join(", "));
    let held: Vec<_> = app.app.db.rows(Sql::new(sql)).await.unwrap().iter().map(|row| row.values().to_vec()).collect();
    for (role, expected) in [(Role::Visitor, 0), (Role::Editor, 0), (Role::Owner, held.len())] {
        let caller = Caller { identity: Identity::Visitor, role };
        let shown = umeed::rest::shown(&app.app.db, &caller, table, &held).await.unwrap();
        assert_eq!(shown.iter().flatten().count(), expected, "{role:?}");
    }
}

/// Nothing that could sign anybody in, and nothing of where they are, in any column of any line.
#[tokio::test]
async fn no_line_holds_a_secret_or_an_address() {
    let app = TestApp::start().await;
    let marked = format!("{ANDROID} canary-agent");
    let session = sign_in_from(&app, EMAIL, PASSWORD, &marked).await;
    ok(app
        .put_json(USER, json!({ "password": "quite another one", "data": { "note": "canary-data" } }), token(&session))
        .await);
    let link = json!({ "type": "magiclink", "email": EMAIL });
    ok(app.post_json("/auth/v1/admin/generate_link", link, token(&session)).await);
    accounts::add(&app.app.db, EDITOR, "the third password", Default::default()).await.unwrap();
    let hashes = app.app.db.rows(Sql::new("SELECT password_hash FROM staff")).await.unwrap();
    let sessions = app.app.db.rows(Sql::new("SELECT id FROM sessions")).await.unwrap();
    assert!(hashes.len() == 2 && !sessions.is_empty());
    let rows = app.app.db.rows(Sql::new("SELECT * FROM history")).await.unwrap();
    let all = rows
        .iter()
        .flat_map(|row| row.values().iter().map(|value| format!("{value:?}")))
        .collect::<Vec<_>>()
        .join("\n");
    let secrets = ["argon2", "canary", "Mozilla", "127.0.0.1", PASSWORD, "quite another one", "the third password"];
    let stored = hashes.iter().chain(&sessions).map(|row| row.text(0));
    let tokens = [token(&session).unwrap(), session["refresh_token"].as_str().unwrap()];
    for secret in secrets.into_iter().chain(stored).chain(tokens) {
        assert!(!all.contains(secret), "{secret} is in a line");
    }
}

#[tokio::test]
async fn what_is_refused_or_undone_leaves_no_line() {
    let app = TestApp::start().await;
    accounts::add(&app.app.db, "second@umeed.local", PASSWORD, Default::default()).await.unwrap();
    let session = app.sign_in().await;
    let mut told = Told::from_now(&app).await;
    let taken = app.put_json(USER, json!({ "email": "second@umeed.local" }), token(&session)).await;
    assert_eq!(taken.status, 422, "{}", taken.text());
    accounts::remove(&app.app.db, "second@umeed.local").await.unwrap();
    told.new_lines(&app).await;
    let last = app.delete(&format!("{USERS}/{}", id(&session)), token(&session)).await;
    assert!(last.status >= 400, "the last owner stays");
    assert_eq!(told.new_lines(&app).await, [] as [Value; 0]);
    // A line that cannot be written: then nobody is signed in either.
    run(&app, "ALTER TABLE history RENAME TO history_away").await;
    let before = count(&app, "sessions").await;
    let credentials = json!({ "email": EMAIL, "password": PASSWORD });
    assert!(app.post_json("/auth/v1/token?grant_type=password", credentials, None).await.status >= 500);
    assert_eq!(count(&app, "sessions").await, before);
}

/// Several in one commit: each line has the author and the device of its own session.
#[tokio::test]
async fn lines_that_are_written_together_keep_their_authors_apart() {
    let app = TestApp::start().await;
    let one = sign_in_from(&app, EMAIL, PASSWORD, ANDROID).await;
    let two = sign_in_from(&app, EMAIL, PASSWORD, "curl/8").await;
    let mut told = Told::from_now(&app).await;
    let slow = app.app.db.write(|tx| {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_millis(200)).await;
            tx.rows(Sql::new("SELECT 1")).await.map(drop)
        })
    });
    let name = app.put_json(USER, json!({ "data": { "name": "Ali" } }), token(&one));
    let out = app.post_json("/auth/v1/logout?scope=local", json!({}), token(&two));
    let (slow, name, out) = tokio::join!(slow, name, out);
    slow.unwrap();
    ok(name);
    ok(out);
    let mut lines = told.new_lines(&app).await;
    lines.sort_by_key(|line| line["verb"].to_string());
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_line(&lines[0], "sign_out", id(&one), "staff", "a program");
    assert_line(&lines[1], "update", id(&one), "staff", "Chrome on Android");
}
