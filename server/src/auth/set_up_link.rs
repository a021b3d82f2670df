//! The link of the first start: who holds it takes the first account over and sets the site up in a browser (see `set_up`).
//! It is made beside the first password, is good once and for a day, and ends as soon as anybody has signed in. Like every
//! link it is known by its digest only, so that any server on the same database takes it.

use std::net::IpAddr;

use axum::http::HeaderMap;

use super::accounts::{self, Account, AccountError, Change, FirstAccount};
use super::attempts::{Attempts, Origin};
use super::one_time::{self, OneTime, Purpose, Shown};
use super::password_queue;
use super::{device_words, password, shared_attempts};
use crate::db::{Author, Db, Tx};
use crate::error::{Error, Result};
use crate::request::rate_limit::Limits;
use crate::secret::Secret;

/// Makes it, for the one who started the server: what stands behind the `#` of the page's address.
pub async fn make(db: &Db, secret: &Secret, first: &FirstAccount) -> Result<String> {
    let made = OneTime::random()?;
    let (sealed, staff) = (made.sealed(secret, &first.email, Purpose::SetUp), first.id.clone());
    db.write(move |tx| Box::pin(async move { sealed.store(tx, &staff, None).await })).await?;
    Ok(made.token)
}

/// A link that somebody showed and that was good at that moment.
pub struct SetUpLink {
    shown: Shown,
    account: String,
}

/// Refuses what is not the link, or is good no more; such tries count like wrong passwords. Only they count: nobody who
/// guesses keeps out the one who holds the link.
pub async fn check(db: &Db, secret: &Secret, limits: &Limits, token: &str, from: IpAddr) -> Result<SetUpLink> {
    let shown = Shown::token(secret, token);
    if let Some(account) = one_time::account_of(db, &shown, Purpose::SetUp).await? {
        return Ok(SetUpLink { shown, account });
    }
    let attempts = Attempts::of_set_up(limits, &Origin::at(from))?;
    shared_attempts::charge(db, secret, &attempts).await?;
    tracing::warn!(target: "umeed::security", "a link to set the site up was refused");
    Err(expired())
}

/// What the first account is to sign in with.
pub struct Credentials {
    email: String,
    password_hash: String,
}

impl Credentials {
    /// By the rules for every account. Slow, so for those who have shown the link.
    pub async fn new(email: &str, password: &str, site_name: &str) -> Result<Credentials, AccountError> {
        let email = accounts::address(email)?;
        password::check_new(password)?;
        password::check_not_known(password, &[&email, site_name])?;
        let password_hash = password::hash(&password_queue::for_operator()?, password.to_owned()).await?;
        Ok(Credentials { email, password_hash })
    }
}

impl SetUpLink {
    /// Whose doing it is, for the history.
    pub fn author(&self, headers: &HeaderMap) -> Author {
        Author::staff(&self.account, "", device_words::of(headers))
    }

    /// Uses it up and gives back the first account. Refuses a link that was used meanwhile, or that somebody's sign-in has
    /// ended.
    pub async fn use_up(self, tx: &mut Tx) -> Result<Account> {
        let used = one_time::use_up(tx, &self.shown, Purpose::SetUp).await?;
        used.map(|used| used.account).ok_or_else(expired)
    }
}

/// Gives the first account what it is to sign in with from now on.
pub async fn hand_over(tx: &mut Tx, first: &Account, new: Credentials) -> Result<()> {
    let Credentials { email, password_hash } = new;
    let email = Some(email).filter(|email| *email != first.email);
    accounts::change(tx, &first.id, Change { email, password_hash: Some(password_hash), ..Change::default() }).await
}

fn expired() -> Error {
    Error::refused(410, "set_up_link_expired", "This link is no longer good. Please sign in instead.")
}
