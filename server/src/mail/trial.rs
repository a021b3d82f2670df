//! Tries the mail server out for the person who sets it up, past the outbox: nothing is stored, and nothing is tried again.

use std::time::Duration;

use super::Letter;
use super::compose::{Envelope, Site, compose};
use super::smtp::{Failure, Server};
use crate::clock;
use crate::config::MailSettings;
use crate::db::Db;

/// While somebody waits for the answer.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Whether the server lets us in. No mail is sent.
pub async fn try_out(settings: &MailSettings) -> Result<(), String> {
    Server::new(settings).try_out(MAX_WAIT).await.map_err(words)
}

/// Sends the test letter and gives back what the server answered.
pub async fn send_test(settings: &MailSettings, db: &Db, origin: Option<&str>, to: &str) -> Result<String, String> {
    let site = Site::read(db, origin).await.map_err(|_| "The database did not answer.".to_owned())?;
    let id = clock::new_id().to_string();
    let envelope = Envelope { id: &id, to, letter: &Letter::Test };
    let message = compose(&settings.from, &site, &envelope).map_err(|cause| format!("{cause:#}"))?;
    Server::new(settings).send(message, MAX_WAIT).await.map_err(words)
}

fn words(failure: Failure) -> String {
    failure.words
}
