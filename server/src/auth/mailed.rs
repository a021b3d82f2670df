//! Links and codes by mail: asked for, counted, and put into the outbox in the transaction that makes them. An address
//! without an account gets the same answer after the same time. Makes no account, and never takes the site's own address
//! from a request.

use std::time::{Duration, Instant};

use axum::response::Response;
use serde_json::json;

use super::accounts::{self, Account};
use super::answer::{self, Failure, RequestError};
use super::attempts::Attempts;
use super::call::{Call, Fields};
use super::links;
use super::one_time::{OneTime, Purpose, Sealed};
use super::sign_in::charge_apart;
use super::{Auth, shared_attempts};
use crate::error::{Error, Result};
use crate::mail::{Letter, Link};

/// Longer than the work takes: what must not tell by its time what was found is answered on the next beat.
const BEAT: Duration = Duration::from_millis(250);

/// POST /recover
pub async fn recover(call: Call) -> Result<Response, Failure> {
    charge_apart(&call, "recover")?;
    let fields = call.fields()?;
    let email = accounts::address(fields.text("email")?.ok_or(RequestError::MissingRecoveryEmail)?)?;
    // Those who have no mail get the same answer for every address as well, and nothing is sent.
    if !call.auth.mail.is_set_up() {
        return Ok(answer::ok(&json!({})));
    }
    send_to_account(&call, &fields, email, Purpose::Recovery).await
}

/// POST /otp and its older name /magiclink
pub async fn sign_in_link(call: Call) -> Result<Response, Failure> {
    charge_apart(&call, "otp")?;
    let fields = call.fields()?;
    if fields.text("phone")?.is_some_and(|phone| !phone.is_empty()) {
        return Err(RequestError::PhoneNotUsed.into());
    }
    let email = accounts::address(fields.text("email")?.ok_or(RequestError::MissingEmail)?)?;
    send_to_account(&call, &fields, email, Purpose::MagicLink).await
}

/// POST /resend: the mail about a new address once more. A sign-up has nothing to confirm here.
pub async fn resend(call: Call) -> Result<Response, Failure> {
    charge_apart(&call, "resend")?;
    let fields = call.fields()?;
    let purpose = match fields.text("type")? {
        Some("signup") => Purpose::SignUp,
        Some("email_change") => Purpose::EmailChange,
        Some("sms" | "phone_change") => return Err(RequestError::PhoneNotUsed.into()),
        _ => return Err(RequestError::UnknownResendType.into()),
    };
    let email = accounts::address(fields.text("email")?.ok_or(RequestError::MissingResendEmail)?)?;
    send_to_account(&call, &fields, email, purpose).await
}

/// To the account of this address, if there is one, which the answer does not tell.
async fn send_to_account(call: &Call, fields: &Fields, email: String, purpose: Purpose) -> Result<Response, Failure> {
    let arrived = Instant::now();
    require_links(&call.auth)?;
    refuse_pkce(fields)?;
    // What sends nothing to most addresses is counted apart, or a stranger could use up what others may ask for.
    let counted = match purpose {
        Purpose::EmailChange | Purpose::SignUp => format!("resend {email}"),
        _ => email.clone(),
    };
    let attempts = charge(&call.auth, &counted, None).await?;
    let sent = match purpose {
        Purpose::EmailChange => send_confirmation_again(call, fields, email).await,
        Purpose::SignUp => Ok(()),
        _ => send_link(call, fields, email, purpose).await,
    };
    if sent.is_err() {
        // Nothing was sent: it does not count.
        shared_attempts::refund(&call.auth.db, &call.auth.secret, &attempts).await;
        attempts.refund();
    }
    on_the_beat(arrived).await;
    sent?;
    Ok(answer::ok(&json!({})))
}

async fn send_link(call: &Call, fields: &Fields, email: String, purpose: Purpose) -> Result<(), Failure> {
    // A flood of unknown addresses does not reach the one writer; that this is quicker, nobody sees (`on_the_beat`).
    if accounts::by_email(&call.auth.db, &email).await?.is_none() {
        note(None, purpose);
        return Ok(());
    }
    let made = Prepared::new(call, fields, &email, purpose)?;
    let letter = match purpose {
        Purpose::Recovery => Letter::Recovery { link: made.link },
        _ => Letter::SignIn { link: made.link },
    };
    let mail = call.auth.mail.clone();
    let sending = call.auth.db.write(move |tx| {
        Box::pin(async move {
            let Some(account) = accounts::by_email_in(tx, &email).await? else { return Ok(None) };
            match mail.send(tx, &email, &letter).await {
                Err(Error::TooMany { .. }) => Ok(Some((account.id, false))),
                Err(other) => Err(other),
                Ok(()) => {
                    made.sealed.store(tx, &account.id, None).await?;
                    Ok(Some((account.id, true)))
                }
            }
        })
    });
    note(sending.await?, purpose);
    Ok(())
}

/// To the new address of the account that has this one, if a change is under way.
async fn send_confirmation_again(call: &Call, fields: &Fields, email: String) -> Result<(), Failure> {
    let account = accounts::by_email(&call.auth.db, &email).await?;
    let Some(Account { id, pending: Some(pending), .. }) = account else { return Ok(()) };
    let made = Prepared::new(call, fields, &pending.address, Purpose::EmailChange)?;
    let mail = call.auth.mail.clone();
    let sending = call.auth.db.write(move |tx| {
        Box::pin(async move {
            // It may have been called off or confirmed meanwhile.
            let now = accounts::by_id_in(tx, &id).await?.and_then(|account| account.pending);
            if now.is_none_or(|now| now.address != pending.address) {
                return Ok(None);
            }
            match mail.send(tx, &pending.address, &Letter::NewAddress { link: made.link }).await {
                Err(Error::TooMany { .. }) => Ok(Some((id, false))),
                Err(other) => Err(other),
                Ok(()) => {
                    made.sealed.store(tx, &id, pending.session.as_deref()).await?;
                    Ok(Some((id, true)))
                }
            }
        })
    });
    note(sending.await?, Purpose::EmailChange);
    Ok(())
}

/// For the log: whether a mail was sent, and to which account, by an id that says nothing to a stranger.
fn note(sent: Option<(String, bool)>, purpose: Purpose) {
    let purpose = purpose.name();
    match sent {
        Some((staff, true)) => tracing::info!(target: "umeed::security", staff, purpose, "a link was sent by mail"),
        Some((staff, false)) => {
            tracing::warn!(target: "umeed::security", staff, purpose, "a link was not sent: too many mails lately")
        }
        None => tracing::info!(target: "umeed::security", purpose, "a link was asked for, for no account"),
    }
}

/// A link on its way: what the mail carries, and what the database keeps.
pub struct Prepared {
    pub link: Link,
    pub sealed: Sealed,
}

impl Prepared {
    pub fn new(call: &Call, fields: &Fields, address: &str, purpose: Purpose) -> Result<Prepared, Failure> {
        let made = OneTime::random()?;
        let path = links::path(call, fields, &made.token, purpose)?;
        let sealed = made.sealed(&call.auth.secret, address, purpose);
        Ok(Prepared { link: Link { path, code: made.code }, sealed })
    }
}

/// To somebody who has an account now, from the owner who made it.
pub async fn invite(call: &Call, fields: &Fields, account: &Account, by: Option<String>) -> Result<(), Failure> {
    let made = Prepared::new(call, fields, &account.email, Purpose::Invite)?;
    let mail = call.auth.mail.clone();
    let (id, email) = (account.id.clone(), account.email.clone());
    let sending = call.auth.db.write(move |tx| {
        Box::pin(async move {
            if accounts::by_id_in(tx, &id).await?.is_none() {
                return Ok(false);
            }
            mail.send(tx, &email, &Letter::Invitation { link: made.link, by }).await?;
            made.sealed.store(tx, &id, None).await?;
            Ok(true)
        })
    });
    if !sending.await.map_err(too_often)? {
        return Err(RequestError::NoSuchUser.into());
    }
    note(Some((account.id.clone(), true)), Purpose::Invite);
    Ok(())
}

/// Tells the holder of an account what an administrator has changed about it: at its old address.
pub async fn tell_of_change(auth: &Auth, account: &Account, address: Option<String>, password: bool) -> Result<()> {
    let new_address = address.map(|to| Letter::AddressChanged { to });
    let new_password = (password && account.has_password()).then_some(Letter::PasswordChanged);
    let letters: Vec<Letter> = new_address.into_iter().chain(new_password).collect();
    if letters.is_empty() || !auth.mail.is_set_up() {
        return Ok(());
    }
    let (mail, to) = (auth.mail.clone(), account.email.clone());
    let telling = auth.db.write(move |tx| {
        Box::pin(async move {
            for letter in letters {
                mail.tell(tx, &to, &letter).await?;
            }
            Ok(())
        })
    });
    telling.await
}

/// Counts a mail to this address, asked for by this account if by any; refused in the words that clients know.
pub async fn charge<'a>(auth: &'a Auth, email: &str, account: Option<&str>) -> Result<Attempts<'a>, Failure> {
    let attempts = Attempts::of_letter(&auth.limits, email, account).map_err(too_often)?;
    if let Err(cause) = shared_attempts::charge(&auth.db, &auth.secret, &attempts).await {
        attempts.refund();
        return Err(too_often(cause));
    }
    Ok(attempts)
}

pub fn too_often(cause: Error) -> Failure {
    match cause {
        Error::TooMany { retry_after } => RequestError::MailTooOften(retry_after).into(),
        other => other.into(),
    }
}

/// Refuses where mail cannot carry links.
pub fn require_links(auth: &Auth) -> Result<(), RequestError> {
    match (auth.mail.is_set_up(), auth.mail.sends_links()) {
        (_, true) => Ok(()),
        (true, false) => Err(RequestError::NoPublicUrl),
        (false, false) => Err(RequestError::NoMail),
    }
}

/// Clients that want the code flow would wait for a `code` that never comes.
pub fn refuse_pkce(fields: &Fields) -> Result<(), RequestError> {
    match fields.text("code_challenge")?.is_some_and(|challenge| !challenge.is_empty()) {
        true => Err(RequestError::PkceNotOffered),
        false => Ok(()),
    }
}

/// Waits for the next beat after this moment.
pub async fn on_the_beat(arrived: Instant) {
    let beats = arrived.elapsed().as_millis() / BEAT.as_millis() + 1;
    tokio::time::sleep_until((arrived + BEAT * u32::try_from(beats).unwrap_or(u32::MAX)).into()).await;
}
