//! Sent once, tried again, given up.

use std::time::Duration;

use super::server::Manner;
use super::*;

#[tokio::test]
async fn what_is_put_into_the_outbox_is_sent_and_then_forgotten() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    send(&app, " Amina@Example.org ").await.unwrap();
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 1);
    let taken = server.taken();
    assert_eq!(taken.len(), 1);
    assert!(taken[0].contains("To: amina@example.org") && taken[0].contains("<office@umeed.example>"), "{}", taken[0]);
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 0);
    let row = &outbox(&app).await[0];
    assert_eq!((&row["status"], &row["attempts"], &row["last_error"]), (&json!("sent"), &json!(1), &Value::Null));
    let details = app.app.db.first(Sql::new("SELECT details FROM outbox")).await.unwrap().unwrap();
    assert_eq!(details.text_or_none(0), None, "what it said is gone");
}

/// The write that caused it failed: there is no mail about what never happened.
#[tokio::test]
async fn a_letter_goes_with_the_write_that_causes_it() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    let mail = app.app.mail.clone();
    let failed = app.app.db.write(|tx| {
        Box::pin(async move {
            mail.send(tx, "amina@example.org", &Letter::Test).await?;
            Err::<(), _>(umeed::error::Error::Busy)
        })
    });
    assert!(failed.await.is_err());
    assert!(outbox(&app).await.is_empty());
}

#[tokio::test]
async fn the_task_sends_without_being_asked() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    let mail = app.app.mail.clone();
    let task = tokio::spawn(async move { mail.keep_sending().await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    send(&app, "amina@example.org").await.unwrap();
    for _ in 0..100 {
        if server.taken().len() == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(server.taken().len(), 1, "told by the commit, long before it looks again");
    task.abort();
}

#[tokio::test]
async fn a_server_that_puts_off_gets_it_again_later() {
    let server = MailServer::start(Manner::PutOff).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    send(&app, "amina@example.org").await.unwrap();
    let mut last = String::new();
    for tries in 1..=3 {
        assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 1);
        let row = outbox(&app).await.remove(0);
        assert_eq!((&row["status"], &row["attempts"]), (&json!("waiting"), &json!(tries)));
        assert!(row["last_error"].as_str().unwrap().contains("451 4.7.1 Greylisted"), "{row}");
        let next = row["next_at"].as_str().unwrap().to_owned();
        assert!(next > last, "each pause is longer");
        last = next;
        assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 0, "not before its time");
        later(&app).await;
    }
    server.now(Manner::Take);
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 1);
    assert_eq!((server.taken().len(), &outbox(&app).await[0]["status"]), (1, &json!("sent")));
}

#[tokio::test]
async fn after_days_of_trying_it_is_given_up() {
    let server = MailServer::start(Manner::PutOff).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    send(&app, "amina@example.org").await.unwrap();
    run(&app, "UPDATE outbox SET attempts = 7, good_until = NULL").await;
    app.app.mail.send_what_is_due().await.unwrap();
    assert_eq!(outbox(&app).await[0]["status"], "waiting", "the eighth try is not the last");
    later(&app).await;
    app.app.mail.send_what_is_due().await.unwrap();
    assert_eq!(outbox(&app).await[0]["status"], "failed");
}

#[tokio::test]
async fn a_refusal_for_good_is_not_tried_again_until_an_owner_says_so() {
    let server = MailServer::start(Manner::Refuse).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    let token = app.staff_token().await;
    for name in ["amina", "bilal"] {
        send(&app, &format!("{name}@example.org")).await.unwrap();
    }
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 2);
    let rows = outbox(&app).await;
    for row in &rows {
        assert_eq!(row["status"], "failed", "{row}");
        assert!(
            row["last_error"].as_str().unwrap().contains("refused the mail. It said: 550 5.1.1 No such mailbox"),
            "{row}"
        );
    }
    let status = call(&app, "mail_status", json!({}), &token).await.json;
    assert_eq!((&status["set_up"], &status["failed"], &status["waiting"]), (&json!(true), &json!(2), &json!(0)));
    server.now(Manner::Take);
    later(&app).await;
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 0);

    assert_eq!(call(&app, "retry_mail", json!({ "id": rows[0]["id"] }), &token).await.status, 200);
    assert_eq!(call(&app, "discard_mail", json!({ "id": rows[1]["id"] }), &token).await.status, 200);
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 1);
    assert!(server.taken()[0].contains("To: amina@example.org"));
    let left = outbox(&app).await;
    assert_eq!((left.len(), &left[0]["status"]), (1, &json!("sent")));
    for function in ["retry_mail", "discard_mail"] {
        let answer = call(&app, function, json!({ "id": rows[0]["id"] }), &token).await;
        assert_eq!(answer.status, 404, "what was sent is neither tried again nor discarded: {}", answer.text());
        assert_eq!(call(&app, function, json!({ "id": "x" }), &token).await.status, 400);
    }
}

/// A wrong password is nobody's mail's fault: everything waits until it is right.
#[tokio::test]
async fn a_wrong_password_gives_nothing_up() {
    let server = MailServer::start(Manner::NotLetIn).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    send(&app, "amina@example.org").await.unwrap();
    app.app.mail.send_what_is_due().await.unwrap();
    let row = outbox(&app).await.remove(0);
    assert_eq!(row["status"], "waiting", "{row}");
    let words = row["last_error"].as_str().unwrap();
    assert!(words.contains("did not accept our user name and password") && !words.contains("hush"), "{words}");
}

/// Killed between the answer of the mail server and the note of it: the claim ends, and one mail too many is sent.
#[tokio::test]
async fn a_server_that_dies_leaves_its_letter_to_the_others() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    send(&app, "amina@example.org").await.unwrap();
    // As a server leaves it that claimed it and was never heard of again.
    let ends = umeed::clock::text(jiff::Timestamp::now() + Duration::from_secs(300));
    run(&app, &format!("UPDATE outbox SET attempts = 1, next_at = '{ends}'")).await;
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 0, "it may still be at it");
    later(&app).await;
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 1);
    assert_eq!(server.taken().len(), 1);
    assert_eq!(app.app.mail.send_what_is_due().await.unwrap(), 0);
}

/// Three senders on one outbox, as three servers have: each letter is sent once.
#[tokio::test]
async fn several_servers_send_each_letter_once() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    for number in 0..15 {
        send(&app, &format!("a{number}@example.org")).await.unwrap();
    }
    let mut others = Vec::new();
    for _ in 0..2 {
        let db = std::sync::Arc::new(umeed::db::Db::open(&app.app.settings.folder).await.unwrap());
        others.push(umeed::mail::Mail::new(db, app.app.settings.mail.clone(), None).unwrap());
    }
    let (one, two, three) =
        tokio::join!(app.app.mail.send_what_is_due(), others[0].send_what_is_due(), others[1].send_what_is_due());
    assert_eq!(one.unwrap() + two.unwrap() + three.unwrap(), 15);
    let mut recipients: Vec<String> = server
        .taken()
        .iter()
        .map(|mail| mail.lines().find(|line| line.starts_with("To: ")).unwrap().to_owned())
        .collect();
    recipients.sort();
    recipients.dedup();
    assert_eq!((recipients.len(), server.taken().len()), (15, 15));
}

#[tokio::test]
async fn what_comes_too_late_is_not_sent() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    send(&app, "amina@example.org").await.unwrap();
    run(&app, "UPDATE outbox SET good_until = '2020-01-01T00:00:00.000000+00:00'").await;
    app.app.mail.send_what_is_due().await.unwrap();
    assert_eq!((server.taken().len(), &outbox(&app).await[0]["status"]), (0, &json!("failed")));
}

#[tokio::test]
async fn a_letter_of_a_newer_version_is_not_lost_silently() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    send(&app, "amina@example.org").await.unwrap();
    run(&app, "UPDATE outbox SET kind = 'other', details = '{\"kind\": \"other\"}'").await;
    app.app.mail.send_what_is_due().await.unwrap();
    let row = outbox(&app).await.remove(0);
    assert_eq!(row["status"], "failed");
    assert!(row["last_error"].as_str().unwrap().contains("does not know this kind"), "{row}");
}

#[tokio::test]
async fn a_test_mail_is_answered_in_the_servers_words() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    let token = app.staff_token().await;
    let answer = call(&app, "send_test_mail", json!({ "to": "amina@example.org" }), &token).await.json;
    assert_eq!(answer, json!({ "sent": true, "to": "amina@example.org", "answer": "250 2.0.0 queued as 42" }));
    let own = call(&app, "send_test_mail", json!({}), &token).await.json;
    assert_eq!((&own["sent"], &own["to"]), (&json!(true), &json!(crate::harness::EMAIL)), "else to oneself");
    server.now(Manner::NotLetIn);
    let answer = call(&app, "send_test_mail", json!({ "to": "amina@example.org" }), &token).await.json;
    assert_eq!(answer["sent"], false);
    assert!(answer["answer"].as_str().unwrap().ends_with("It said: 535 5.7.8 Bad credentials."), "{answer}");
    let rows = outbox(&app).await;
    let states: Vec<_> = rows.iter().map(|row| row["status"].as_str().unwrap()).collect();
    assert_eq!(states, ["sent", "sent", "failed"], "nobody waits for a test any more, so it is not tried again");
    for wrong in ["nonsense", "a@b\r\nBcc: c@d.example"] {
        let answer = call(&app, "send_test_mail", json!({ "to": wrong }), &token).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
    }
}

#[tokio::test]
async fn a_server_that_says_nothing_is_given_up_in_time() {
    let server = MailServer::start(Manner::Silent).await;
    let app = TestApp::start_with(sending_to(&server)).await;
    let token = app.staff_token().await;
    let begun = std::time::Instant::now();
    let answer = call(&app, "send_test_mail", json!({ "to": "amina@example.org" }), &token).await.json;
    assert_eq!(answer["sent"], false);
    assert!(answer["answer"].as_str().unwrap().contains("did not answer within 20 seconds"), "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(28), "before the request itself is cut off");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let server = MailServer::start(Manner::Take).await;
    let app = TestApp::start_with(|settings| {
        sending_to(&server)(settings);
        settings.mail.as_mut().unwrap().smtp.port = 1;
    })
    .await;
    let token = app.staff_token().await;
    let answer = call(&app, "send_test_mail", json!({}), &token).await.json;
    assert!(answer["answer"].as_str().unwrap().contains("127.0.0.1:1 cannot be reached"), "{answer}");
}
