//! Mail: letters are put into the outbox in the transaction of what causes them, and a task sends them from there, with
//! retries. So a kill loses none; at worst one is sent twice. Several servers share the outbox and send each letter once. The
//! only user of lettre. Never logs an address or what a letter says.

mod compose;
mod letter;
mod outbox;
mod sender;
mod smtp;
mod texts;
mod trial;

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value as Json, json};
use tokio::sync::Notify;

pub use letter::{Letter, Link};
pub use outbox::Swept;
pub use trial::{send_test, try_out};

use crate::config::MailSettings;
use crate::db::{Change, Db, Sql, Tx, Verb};
use crate::error::{Error, Result};
use smtp::Server;

pub struct Mail {
    db: Arc<Db>,
    /// `None` where mail is not set up.
    set_up: Option<SetUp>,
    /// Where the site is reached, if that is known: mail links to it.
    site: Option<String>,
    /// Something was put into the outbox.
    news: Arc<Notify>,
}

struct SetUp {
    settings: MailSettings,
    server: Server,
}

pub struct Unsent {
    pub waiting: i64,
    pub failed: i64,
}

/// What came of a letter that was sent at once.
pub struct Answer {
    pub sent: bool,
    /// What the server said, or what went wrong, in words for the person who sends.
    pub words: String,
}

impl Mail {
    pub fn new(db: Arc<Db>, settings: Option<MailSettings>, site: Option<String>) -> anyhow::Result<Mail> {
        let set_up = match settings {
            None => None,
            Some(settings) => {
                compose::check_sender(&settings.from)?;
                Some(SetUp { server: Server::new(&settings), settings })
            }
        };
        if set_up.is_some() && site.is_none() {
            tracing::warn!(
                "mail carries no links, and nobody can have a new password sent: UMEED_PUBLIC_URL is not set"
            );
        }
        let news = Arc::new(Notify::new());
        if set_up.is_some() {
            let told = news.clone();
            db.on_commit(Box::new(move |record| {
                let is_new = |change: &Change| &*change.table == outbox::TABLE && change.verb == Verb::Insert;
                if record.changes.iter().any(is_new) {
                    told.notify_one();
                }
            }));
        }
        Ok(Mail { db, set_up, site, news })
    }

    pub fn is_set_up(&self) -> bool {
        self.set_up.is_some()
    }

    /// Whether mail can carry links into the site: where it is reached must be set. What a request says of it is never
    /// believed, or a stranger could have links to their own site sent in our name.
    pub fn sends_links(&self) -> bool {
        self.set_up.is_some() && self.site.is_some()
    }

    /// Tells somebody what became of their account, in the transaction of the change. That there were too many mails
    /// lately is no reason against the change.
    pub async fn tell(&self, tx: &mut Tx, to: &str, letter: &Letter) -> Result<()> {
        if !self.is_set_up() {
            return Ok(());
        }
        match self.send(tx, to, letter).await {
            Err(Error::TooMany { .. }) => {
                tracing::warn!("no mail about a change of an account: there were too many lately");
                Ok(())
            }
            other => other,
        }
    }

    /// Puts a letter into the outbox, in the transaction of the write that causes it. Refused as `TooMany` when there were
    /// too many lately, to this address or in all.
    pub async fn send(&self, tx: &mut Tx, to: &str, letter: &Letter) -> Result<()> {
        self.require()?;
        outbox::add(tx, to, letter, Timestamp::now(), outbox::Due::Now).await.map(drop)
    }

    /// Sends a letter while the caller waits, for those who want to know what the server says. It is not tried again.
    pub async fn send_now(&self, to: &str, letter: Letter) -> Result<Answer> {
        self.require()?;
        let to = to.to_owned();
        let adding = self.db.write(|tx| {
            Box::pin(async move { outbox::add(tx, &to, &letter, Timestamp::now(), outbox::Due::Claimed).await })
        });
        self.deliver_at_once(adding.await?).await
    }

    fn require(&self) -> Result<&SetUp> {
        self.set_up.as_ref().ok_or_else(|| Error::refused(422, "mail_not_set_up", "No mail is set up on this server."))
    }

    /// For owners: how mail is set up, and what waits and failed.
    pub async fn status(&self) -> Result<Json> {
        let Unsent { waiting, failed } = self.unsent().await?;
        let from = self.set_up.as_ref().map(|set_up| set_up.settings.from.address.as_str());
        let server = self.set_up.as_ref().map(|set_up| set_up.server.place());
        Ok(json!({
            "set_up": self.is_set_up(), "links": self.sends_links(), "from": from, "server": server, "waiting": waiting, "failed": failed,
        }))
    }

    /// How many letters wait, and how many were given up.
    pub async fn unsent(&self) -> Result<Unsent> {
        let count = "SELECT COALESCE(SUM(CASE WHEN status = 'waiting' THEN 1 ELSE 0 END), 0), \
                     COALESCE(SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END), 0) FROM outbox WHERE status <> 'sent'";
        let row = self.db.first(Sql::new(count)).await?;
        let number = |at| row.as_ref().map_or(0, |row| row.int(at));
        Ok(Unsent { waiting: number(0), failed: number(1) })
    }

    /// For owners: tries a letter again that failed. False when there is none such.
    pub async fn retry(&self, id: &str) -> Result<bool> {
        self.require()?;
        let found = outbox::retry(&self.db, id, Timestamp::now()).await?;
        self.news.notify_one();
        Ok(found)
    }

    /// For owners: a letter that was not sent is not to be. False when there is none such.
    pub async fn discard(&self, id: &str) -> Result<bool> {
        outbox::discard(&self.db, id).await
    }

    /// Deletes what was sent or failed long enough ago.
    pub async fn sweep(&self, now: Timestamp) -> Result<Swept> {
        outbox::sweep(&self.db, now).await
    }
}
