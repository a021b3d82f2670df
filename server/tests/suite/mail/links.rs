//! Links in mails lead to the site as it is set, whatever a request says.

use axum::body::Body;
use axum::http::Method;

use super::server::Manner;
use super::*;
use crate::harness::EMAIL;

/// Without the breaks and signs that a mail puts into long lines.
fn readable(mail: &str) -> String {
    mail.replace("=\n", "").replace("=3D", "=").replace("=23", "#")
}

async fn ask(app: &TestApp) {
    let body = Body::from(json!({ "email": EMAIL }).to_string());
    let request = app.request(Method::POST, "/auth/v1/recover?redirect_to=https://evil.example/admin", None);
    let request = request.header("host", "evil.example").header("x-forwarded-host", "evil.example");
    let request = request.header("origin", "https://evil.example").header("referer", "https://evil.example/");
    let answer = app.send(request.header("forwarded", "host=evil.example").body(body).unwrap()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[tokio::test]
async fn a_host_that_a_stranger_names_is_in_no_mail() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(|settings| {
        sending_to(&server)(settings);
        settings.public_url = Some("https://umeed.example".parse().unwrap());
    })
    .await;
    ask(&app).await;
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 1);
    let mail = readable(&server.taken()[0]);
    assert_eq!(mail.matches("https://umeed.example/admin/link#token_hash=").count(), 2, "as text and as HTML: {mail}");
    assert!(!mail.contains("evil"), "{mail}");
    assert!(mail.contains("Subject: A new password for"), "{mail}");
}

/// A link that waits in the outbox, and a server that no longer knows where it is reached.
#[tokio::test]
async fn a_letter_without_its_link_is_not_sent() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(|settings| {
        sending_to(&server)(settings);
        settings.public_url = Some("https://umeed.example".parse().unwrap());
    })
    .await;
    ask(&app).await;
    let forgetful = umeed::mail::Mail::new(app.app.db.clone(), app.app.settings.mail.clone(), None).unwrap();
    assert_eq!(forgetful.send_what_is_due().await.unwrap(), 1);
    assert!(server.taken().is_empty());
    let letter = &outbox(&app).await[0];
    assert_eq!(letter["status"], "failed");
    assert!(letter["last_error"].as_str().unwrap().contains("UMEED_PUBLIC_URL"), "{letter}");
}
