//! Mail is for owners, and what a mail says is for nobody but its reader.

use axum::http::Method;

use super::server::Manner;
use super::*;

const FUNCTIONS: [&str; 4] = ["mail_status", "send_test_mail", "retry_mail", "discard_mail"];

async fn make_editor(app: &TestApp) {
    run(app, "UPDATE staff SET role = 'editor'").await;
}

#[tokio::test]
async fn only_owners_see_and_send() {
    let server = MailServer::start(Manner::Refuse).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    send(&app, "amina@example.org").await.unwrap();
    app.app.mail.send_what_is_due().await.unwrap();
    let id = outbox(&app).await[0]["id"].clone();
    let token = app.staff_token().await;
    for function in FUNCTIONS {
        let answer = app.post_json(&format!("/rest/v1/rpc/{function}"), json!({ "id": id }), None).await;
        assert_eq!((answer.status, &answer.json["code"]), (401, &json!("42501")), "{function}");
    }
    make_editor(&app).await;
    for function in FUNCTIONS {
        let answer = call(&app, function, json!({ "id": id }), &token).await;
        assert_eq!((answer.status, &answer.json["code"]), (403, &json!("42501")), "{function}");
    }
    assert_eq!(app.get("/rest/v1/outbox", Some(&token)).await.status, 403);
    let count = app.app.db.first(Sql::new("SELECT COUNT(*) FROM outbox")).await.unwrap().unwrap().int(0);
    assert_eq!(count, 1, "nothing was sent or discarded");
}

/// A link in a mail signs somebody in: no road leads to it, not even an owner's.
#[tokio::test]
async fn nobody_reads_what_a_waiting_mail_says() {
    let server = MailServer::start(Manner::PutOff).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    receive_messages(&app, &["amina@example.org"]).await;
    let row =
        json!({ "name": "canaryname", "email": "canary@example.org", "subject": "s", "message": "canarymessage" });
    assert_eq!(app.post_json("/rest/v1/messages", row, None).await.status, 201);
    let token = app.staff_token().await;
    for query in
        ["", "?select=*", "?select=details", "?details=like.*canary*", "?order=details.asc", "?or=(details.like.*c*)"]
    {
        for key in [token.as_str(), app.service_key().as_str()] {
            let answer = app.get(&format!("/rest/v1/outbox{query}"), Some(key)).await;
            assert!(!answer.text().contains("canary"), "{query}: {}", answer.text());
        }
    }
    app.app.mail.send_what_is_due().await.unwrap();
    assert!(!outbox(&app).await[0].to_string().contains("canary"));
}

#[tokio::test]
async fn nobody_writes_to_the_outbox_by_the_table() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let row =
        json!({ "kind": "test", "recipient": "a@example.org", "status": "waiting", "attempts": 0, "next_at": "now" });
    for key in [token.as_str(), app.service_key().as_str()] {
        assert_eq!(app.post_json("/rest/v1/outbox", row.clone(), Some(key)).await.status, 403);
        let change =
            app.send_json(Method::PATCH, "/rest/v1/outbox?id=not.is.null", json!({ "status": "sent" }), Some(key));
        assert_eq!(change.await.status, 403);
        assert_eq!(app.delete("/rest/v1/outbox?id=not.is.null", Some(key)).await.status, 403);
    }
}

#[tokio::test]
async fn without_mail_everything_is_quiet() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let status = call(&app, "mail_status", json!({}), &token).await.json;
    assert_eq!(
        status,
        json!({ "set_up": false, "links": false, "from": null, "server": null, "waiting": 0, "failed": 0 })
    );
    let answer = call(&app, "send_test_mail", json!({}), &token).await;
    assert_eq!((answer.status, &answer.json["code"]), (422, &json!("mail_not_set_up")));
    receive_messages(&app, &["amina@example.org"]).await;
    let row = json!({ "name": "n", "email": "a@example.org", "subject": "s", "message": "m" });
    assert_eq!(app.post_json("/rest/v1/messages", row, None).await.status, 201);
    assert!(outbox(&app).await.is_empty(), "what nobody will send is not collected");
}
