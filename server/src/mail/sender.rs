//! The task that empties the outbox. Every server has one; claims in the table see to it that a letter is sent by one of them.

use std::time::Duration;

use jiff::Timestamp;

use super::compose::{Envelope, Site, compose};
use super::outbox::{self, Claimed};
use super::smtp::Failure;
use super::{Answer, Mail, SetUp};
use crate::clock;
use crate::error::Result;

/// Letters that are put off fall due, and other servers add some, without our being told.
const LOOK_AGAIN: Duration = Duration::from_secs(15);
/// For one letter. Some servers let strangers wait for half a minute.
const SEND_TIME: Duration = Duration::from_secs(90);
/// While somebody waits for the answer.
const SEND_NOW_TIME: Duration = Duration::from_secs(20);
/// After a letter was sent, that has to be noted; if it is not, it is sent again when the claim ends.
const NOTE_TRIES: usize = 5;

impl Mail {
    /// Sends what is due, for as long as the server runs.
    pub async fn keep_sending(&self) {
        let Some(set_up) = &self.set_up else { return };
        loop {
            if let Err(cause) = self.send_due(set_up).await {
                tracing::error!("the outbox could not be worked on: {cause}");
            }
            let _ = tokio::time::timeout(LOOK_AGAIN, self.news.notified()).await;
        }
    }

    /// For tests: sends what is due, and gives back how many letters were tried.
    pub async fn send_what_is_due(&self) -> Result<usize> {
        match &self.set_up {
            Some(set_up) => self.send_due(set_up).await,
            None => Ok(0),
        }
    }

    async fn send_due(&self, set_up: &SetUp) -> Result<usize> {
        let mut tried = 0;
        while let Some(claimed) = outbox::claim(&self.db, Timestamp::now()).await? {
            tried += 1;
            let result = self.deliver(set_up, &claimed, SEND_TIME).await;
            self.note(&claimed, &result).await?;
        }
        Ok(tried)
    }

    pub(super) async fn deliver_at_once(&self, claimed: Claimed) -> Result<Answer> {
        let set_up = self.require()?;
        let result = self.deliver(set_up, &claimed, SEND_NOW_TIME).await;
        let result = result.map_err(|failure| Failure { permanent: true, ..failure });
        self.note(&claimed, &result).await?;
        Ok(match result {
            Ok(words) => Answer { sent: true, words },
            Err(failure) => Answer { sent: false, words: failure.words },
        })
    }

    async fn deliver(&self, set_up: &SetUp, claimed: &Claimed, within: Duration) -> Result<String, Failure> {
        let hopeless = |words: &str| Failure { permanent: true, words: words.to_owned(), code: None };
        let Some(letter) = &claimed.letter else {
            return Err(hopeless("This version of the site does not know this kind of mail."));
        };
        if letter.link().is_some() && !self.sends_links() {
            return Err(hopeless(
                "It carries a link, and this server does not know its own address (UMEED_PUBLIC_URL).",
            ));
        }
        let now = clock::text(Timestamp::now());
        if claimed.good_until.as_ref().is_some_and(|until| *until < now) {
            return Err(hopeless("It could not be sent in time, and would be of no more use."));
        }
        let later = |_| Failure { permanent: false, words: "The database did not answer.".to_owned(), code: None };
        let site = Site::read(&self.db, self.site.as_deref()).await.map_err(later)?;
        let envelope = Envelope { id: &claimed.id, to: &claimed.to, letter };
        let message = compose(&set_up.settings.from, &site, &envelope)
            .map_err(|_| hopeless("A mail to this address cannot be written."))?;
        set_up.server.send(message, within).await
    }

    async fn note(&self, claimed: &Claimed, result: &Result<String, Failure>) -> Result<()> {
        match result {
            Ok(_) => tracing::info!(mail = claimed.id, "sent a mail"),
            Err(Failure { permanent, code, .. }) => {
                tracing::warn!(mail = claimed.id, tries = claimed.attempts, permanent, code, "a mail was not sent");
            }
        }
        for tries in 1.. {
            let now = Timestamp::now();
            let noted = match result {
                Ok(_) => outbox::mark_sent(&self.db, claimed, now).await,
                Err(failure) => outbox::mark_failed(&self.db, claimed, failure, now).await,
            };
            if noted.is_ok() || tries == NOTE_TRIES {
                return noted;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        Ok(())
    }
}
