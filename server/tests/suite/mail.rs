//! Mail: what is put into the outbox is sent once, tried again for as long as that helps, and seen by owners when it fails.
//! The mail server here is a real one on this machine, which does as each test says.

mod bounds;
mod links;
mod rights;
mod sending;
pub mod server;

use serde_json::{Value, json};
use umeed::config::{Encryption, Hidden, MailSettings, Sender, Settings, Smtp};
use umeed::db::Sql;
use umeed::mail::Letter;

use crate::harness::TestApp;
use server::MailServer;

/// Settings under which mail goes to this server.
fn sending_to(server: &MailServer) -> impl FnOnce(&mut Settings) + use<> {
    let port = server.port;
    move |settings| {
        let smtp = Smtp {
            host: "127.0.0.1".into(),
            port,
            encryption: Encryption::None,
            credentials: Some((Hidden::new("me"), Hidden::new("hush"))),
        };
        let from = Sender { name: None, address: "office@umeed.example".into() };
        settings.mail = Some(MailSettings { smtp, from });
    }
}

/// Puts a letter into the outbox as a write would.
async fn send(app: &TestApp, to: &str) -> umeed::error::Result<()> {
    let (mail, to) = (app.app.mail.clone(), to.to_owned());
    app.app.db.write(|tx| Box::pin(async move { mail.send(tx, &to, &Letter::Test).await })).await
}

async fn run(app: &TestApp, sql: &str) {
    let sql = Sql::new(sql);
    app.app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
}

/// The outbox, the oldest first, as an owner reads it.
async fn outbox(app: &TestApp) -> Vec<Value> {
    let token = app.staff_token().await;
    let answer = app.get("/rest/v1/outbox?order=created_at.asc,id.asc", Some(&token)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json.as_array().unwrap().clone()
}

async fn call(app: &TestApp, function: &str, body: Value, token: &str) -> crate::harness::Answer {
    app.post_json(&format!("/rest/v1/rpc/{function}"), body, Some(token)).await
}

/// Lets what waits for a later time be due now.
async fn later(app: &TestApp) {
    run(app, "UPDATE outbox SET next_at = '2020-01-01T00:00:00.000000+00:00' WHERE status = 'waiting'").await;
}

/// Switches receiving messages on, with these people to be told.
async fn receive_messages(app: &TestApp, recipients: &[&str]) {
    let content = json!({ "receive_messages": true, "message_recipients": recipients });
    let row = json!({ "page_key": "features", "content": content });
    let token = app.staff_token().await;
    let answer = app.post_json("/rest/v1/website_content", row, Some(&token)).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
}
