//! How much may be sent, and what is kept of it.

use std::time::Duration;

use umeed::error::Error;
use umeed::mail::Swept;

use super::server::Manner;
use super::*;

/// Mail of the last hour, or of before.
async fn add(app: &TestApp, count: usize, recipient: &str, status: &str, minutes_ago: u64) {
    add_kind(app, "test", count, recipient, status, minutes_ago).await;
}

async fn add_kind(app: &TestApp, kind: &str, count: usize, recipient: &str, status: &str, minutes_ago: u64) {
    let at = umeed::clock::text(jiff::Timestamp::now() - Duration::from_secs(minutes_ago * 60));
    let rows: Vec<String> = (0..count)
        .map(|number| {
            let id = uuid::Uuid::new_v4();
            let to = recipient.replace('#', &number.to_string());
            format!("('{id}', '{at}', '{kind}', '{to}', '{status}', '{at}')")
        })
        .collect();
    let head = "INSERT INTO outbox (id, created_at, kind, recipient, status, next_at) VALUES ";
    run(app, &format!("{head}{}", rows.join(", "))).await;
}

fn is_too_many(result: umeed::error::Result<()>) -> bool {
    matches!(result, Err(Error::TooMany { .. }))
}

#[tokio::test]
async fn one_address_gets_no_more_than_people_read() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    add(&app, 20, "amina@example.org", "sent", 61).await;
    add(&app, 19, "amina@example.org", "sent", 30).await;
    send(&app, "amina@example.org").await.unwrap();
    assert!(is_too_many(send(&app, "Amina@example.org").await));
    send(&app, "bilal@example.org").await.unwrap();
    let token = app.staff_token().await;
    let answer = call(&app, "send_test_mail", json!({ "to": "amina@example.org" }), &token).await;
    assert_eq!((answer.status, &answer.json["code"]), (429, &json!("mail_limit")), "{}", answer.text());
}

#[tokio::test]
async fn all_together_get_no_more_than_a_mail_server_bears() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    add(&app, 300, "a#@example.org", "sent", 30).await;
    assert!(is_too_many(send(&app, "amina@example.org").await));
}

#[tokio::test]
async fn the_outbox_does_not_grow_without_end() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    for _ in 0..4 {
        add(&app, 500, "a#@example.org", "waiting", 600).await;
    }
    assert!(is_too_many(send(&app, "amina@example.org").await));
}

#[tokio::test]
async fn what_is_done_with_is_deleted_and_what_waits_is_not() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    const DAY: u64 = 24 * 60;
    for (status, count) in [("sent", 450), ("failed", 2), ("waiting", 1)] {
        add(&app, count, "a#@example.org", status, 8 * DAY).await;
    }
    add(&app, 1, "a@example.org", "sent", 6 * DAY).await;
    let now = jiff::Timestamp::now();
    assert_eq!(app.app.mail.sweep(now).await.unwrap(), Swept { sent: 450, failed: 0 });
    let later = now + Duration::from_secs(23 * DAY * 60);
    assert_eq!(app.app.mail.sweep(later).await.unwrap(), Swept { sent: 1, failed: 2 });
    assert_eq!(outbox(&app).await.len(), 1);
}

/// A flood of messages does not become a flood of mail, and no message is lost for it.
#[tokio::test]
async fn messages_are_stored_also_when_no_more_mail_is_sent_about_them() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    receive_messages(&app, &["amina@example.org"]).await;
    add_kind(&app, "new_message", 20, "amina@example.org", "sent", 10).await;
    let row = json!({ "name": "n", "email": "a@example.org", "subject": "s", "message": "m" });
    assert_eq!(app.post_json("/rest/v1/messages", row, None).await.status, 201);
    let count = async |sql: &str| app.app.db.first(Sql::new(sql)).await.unwrap().unwrap().int(0);
    assert_eq!(count("SELECT COUNT(*) FROM messages").await, 1);
    assert_eq!(count("SELECT COUNT(*) FROM outbox WHERE status = 'waiting'").await, 0);
}

/// Twenty messages of a stranger must not keep anybody from the link to a new password.
#[tokio::test]
async fn messages_of_strangers_use_up_nothing_but_their_own() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    add_kind(&app, "new_message", 20, "amina@example.org", "sent", 30).await;
    send(&app, "amina@example.org").await.unwrap();
}
