//! The servers that a site uses: mail, and a bucket of files.

use axum::Router;
use axum::http::StatusCode;
use axum::routing::any;
use umeed::config::{Doctor, Encryption, FilePlace, MailSettings, Sender, Settings, Smtp};
use umeed::doctor::{State, examine};

use super::{of, report, site};
use crate::mail::server::{MailServer, Manner};
use crate::s3::{S3, place_at};

fn mail_at(port: u16, encryption: Encryption) -> Option<MailSettings> {
    let credentials = Some(("office".into(), "hush".into()));
    let smtp = Smtp { host: "127.0.0.1".into(), port, encryption, credentials };
    Some(MailSettings { smtp, from: Sender { name: None, address: "office@umeed.example".into() } })
}

#[tokio::test]
async fn a_mail_server_is_tried_without_sending_anything() {
    let (_folder, settings) = site().await;
    let server = MailServer::start(Manner::Take).await;
    let settings = Settings { mail: mail_at(server.port, Encryption::None), ..settings };
    let good = report(&settings).await;
    assert!(good.checks.iter().any(|check| check.text.contains("takes our password; no mail was sent")), "{good:#?}");
    assert!(server.taken().is_empty());

    server.now(Manner::NotLetIn);
    let refused = report(&settings).await;
    let told = of(&refused, "mail");
    assert!(told.state == State::Broken && told.text.contains("535"), "{told:?}");
    assert!(!refused.text().contains("hush") && !refused.json().contains("hush"));
}

#[tokio::test]
async fn a_mail_server_without_encryption_or_none_at_all_is_told() {
    let (_folder, settings) = site().await;
    let server = MailServer::start(Manner::Take).await;
    let plain = Settings { mail: mail_at(server.port, Encryption::Demanded), ..settings.clone() };
    let report = report(&plain).await;
    let told = of(&report, "mail");
    assert!(told.state == State::Broken && told.text.contains("STARTTLS"), "{told:?}");
    let away = Settings { mail: mail_at(1, Encryption::None), ..settings };
    assert!(of(&super::report(&away).await, "mail").text.contains("cannot be reached"));
}

#[tokio::test]
async fn a_test_mail_is_sent_when_it_is_asked_for() {
    let (_folder, settings) = site().await;
    let server = MailServer::start(Manner::Take).await;
    let asked = Doctor { send_test: Some("amina@umeed.example".into()), json: false };
    let without = examine(&settings, &asked).await;
    assert_eq!(of(&without, "test mail").text, "mail is not set up");
    let settings = Settings { mail: mail_at(server.port, Encryption::None), ..settings };
    let report = examine(&settings, &asked).await;
    assert!(of(&report, "test mail").text.contains("queued as 42"), "{report:#?}");
    assert_eq!(server.taken().len(), 1);
    assert!(server.taken()[0].contains("amina@umeed.example"));
}

#[tokio::test]
async fn a_bucket_is_tried_and_left_as_it_was() {
    let (_folder, mut settings) = site().await;
    let mut s3 = S3::start().await;
    settings.folder.files = s3.place("files");
    assert_eq!(of(&report(&settings).await, "files").state, State::Good);
    let left = std::fs::read_dir(s3.folder()).unwrap().flatten().filter(|entry| entry.path().is_file()).count();
    assert_eq!(left, 0, "the object that it tried with is gone");

    settings.folder.files = s3.place_with_secret("wrong-and-hush");
    let refused = report(&settings).await;
    let told = of(&refused, "files");
    assert!(told.state == State::Broken && told.text.contains("write: it is refused"), "{told:?}");
    assert!(!refused.text().contains("hush") && !refused.json().contains("hush"));

    let FilePlace::Bucket(mut other) = s3.place("files") else { unreachable!("it is a bucket") };
    other.name = "another".into();
    settings.folder.files = FilePlace::Bucket(other);
    let missing = report(&settings).await;
    assert_eq!(of(&missing, "files").state, State::Broken, "{missing:#?}");

    settings.folder.files = s3.place("files");
    s3.stop().await;
    assert_eq!(of(&report(&settings).await, "files").state, State::Broken);
}

/// A key that may list, and nothing else.
#[tokio::test]
async fn a_right_that_is_missing_is_named() {
    let (_folder, mut settings) = site().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    settings.folder.files = place_at(listener.local_addr().unwrap(), "files");
    let list = "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>";
    let answer = any(move |method: axum::http::Method| async move {
        match method.as_str() {
            "GET" => (StatusCode::OK, list),
            _ => (StatusCode::FORBIDDEN, "<Error><Code>AccessDenied</Code></Error>"),
        }
    });
    let router = Router::new().fallback(answer);
    tokio::spawn(async move { axum::serve(listener, router).await });
    let report = report(&settings).await;
    let told = of(&report, "files");
    assert!(told.text.contains("write: it is refused") && !told.text.contains("list:"), "{told:?}");
    assert!(told.fix[0].contains("s3:PutObject"), "{told:?}");
}
