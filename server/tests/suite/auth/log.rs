//! What the log says of accounts: everything that matters to them, by their ids, and never an address or a password.

use std::io;
use std::sync::{Arc, Mutex};

use umeed::auth::accounts;

use super::*;
use crate::harness::{EMAIL, PASSWORD};

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn what_becomes_of_an_account_is_logged_by_its_id() {
    let lines = Lines::default();
    let writer = lines.clone();
    let log = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    // Of this thread, on which the server of this test runs as well.
    let _log = tracing::subscriber::set_default(log);
    // With only one log, what other tests came by first would count as unwanted here too.
    let _other = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    let logged = |what: &str, id: &str| {
        let text = String::from_utf8(std::mem::take(&mut *lines.0.lock().unwrap())).unwrap();
        for secret in [EMAIL, PASSWORD, "new@umeed.org", "another password"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        assert!(
            text.lines().any(|line| line.contains("umeed::security") && line.contains(what) && line.contains(id)),
            "{what} in {text}"
        );
    };

    let app = TestApp::start().await;
    let session = app.sign_in().await;
    let (id, token) = (session["user"]["id"].as_str().unwrap(), session["access_token"].as_str());
    logged("signed in", id);
    assert_eq!(app.put_json("/auth/v1/user", json!({ "password": "another password" }), token).await.status, 200);
    logged("changed the password", id);
    assert_eq!(app.put_json("/auth/v1/user", json!({ "email": "new@umeed.org" }), token).await.status, 200);
    logged("changed the address", id);
    assert_eq!(app.post_json("/auth/v1/logout", json!({}), token).await.status, 204);
    logged("signed out", id);

    let wrong = json!({ "email": EMAIL, "password": "another password" });
    while app.post_json("/auth/v1/token?grant_type=password", wrong.clone(), None).await.status != 429 {}
    logged("a sign-in was refused: too many tries", "");

    accounts::set_password(&app.app.db, "new@umeed.org", PASSWORD).await.unwrap();
    logged("a new password was set", id);
    accounts::remove(&app.app.db, "new@umeed.org").await.unwrap();
    logged("an account was removed", id);
    let account = accounts::add(&app.app.db, EMAIL, PASSWORD, Default::default()).await.unwrap();
    logged("an account was made", &account.id);
}
