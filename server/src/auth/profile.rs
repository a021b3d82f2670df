//! What signed-in members of staff do with their own account: see it, change it, sign out.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::accounts::{self, Account, AccountError, Change};
use super::answer::{self, Failure, RequestError};
use super::attempts::Attempts;
use super::bearer::Step;
use super::call::{Call, Fields, SignedIn};
use super::factors::Want;
use super::mailed::Prepared;
use super::one_time::Purpose;
use super::sessions::{self, Scope, SessionError, SignInData};
use super::{Auth, first_password, mailed, metadata, password, shared_attempts, sign_in, user};
use crate::db::{Sql, Tx};
use crate::error::{Error, Result};
use crate::mail::Letter;

/// GET /user
pub async fn show(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    let account = accounts::by_id(&call.auth.db, &me.id).await?.ok_or(SessionError::AccountRemoved)?;
    Ok(answer::ok(&user::user(&account)))
}

/// PUT /user
pub async fn update(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    me.require_confirmed(Want::ChangeAccount)?;
    let fields = call.fields()?;
    let account = accounts::by_id(&call.auth.db, &me.id).await?.ok_or(SessionError::AccountRemoved)?;
    let mut change = wanted(&call, &me, &fields, &account).await?;
    // With mail, a new address is confirmed from there first.
    let pending = match change.email.take_if(|_| call.auth.mail.sends_links()) {
        Some(address) => Some(prepare(&call, &me, &fields, address).await?),
        None => None,
    };
    let (new_address, new_password) = (change.email.is_some(), change.password_hash.is_some());
    let changed = store(&call.auth, me, &account, change, pending).await?;
    for what in [new_address.then_some("changed the address"), new_password.then_some("changed the password")] {
        let Some(what) = what else { continue };
        tracing::info!(target: "umeed::security", staff = %account.id, "{what}: the other sessions end");
        first_password::remove(&call.auth.folder, &account.email);
    }
    Ok(answer::ok(&user::user(&changed)))
}

async fn wanted(call: &Call, me: &SignedIn, fields: &Fields, account: &Account) -> Result<Change, Failure> {
    let auth = &call.auth;
    let mut change = Change::default();
    if fields.text("phone")?.is_some_and(|phone| !phone.is_empty()) {
        return Err(RequestError::PhoneNotUsed.into());
    }
    if let Some(text) = fields.text("email")?.filter(|text| !text.is_empty()) {
        // Their own address again is no change: nobody is to be signed out for it.
        change.email = Some(accounts::address(text)?).filter(|email| *email != account.email);
    }
    if let Some(data) = fields.object("data")? {
        change.user_metadata = Some(metadata::merged(&account.user_metadata, Some(data)).map_err(AccountError::from)?);
    }
    let new_password = fields.text("password")?;
    if let Some(text) = new_password {
        password::check_new(text).map_err(AccountError::from)?;
    }
    let what = new_password.map(|_| SignInData::Password).or(change.email.is_some().then_some(SignInData::Email));
    if let Some(what) = what {
        match fields.text("current_password")? {
            // Who knows the password may change it however long ago they signed in.
            Some(current) => require_password(call, account, current).await?,
            None => sessions::require_fresh(&auth.db, &me.session, what).await?,
        }
    }
    if let Some(text) = new_password {
        let place = auth.passwords.known()?;
        if password::is_right(&place, text.to_owned(), Some(account.password_hash.clone())).await? {
            return Err(AccountError::SamePassword.into());
        }
        change.password_hash = Some(password::hash(&place, text.to_owned()).await?);
    }
    Ok(change)
}

/// Refuses a wrong password, which counts as a failed sign-in: a session that was left open is no place to guess at it.
async fn require_password(call: &Call, account: &Account, given: &str) -> Result<(), Failure> {
    let Auth { db, secret, limits, passwords, .. } = &*call.auth;
    let known = sign_in::known_device(call, &account.email).await?;
    let attempts = match &known {
        Some((account, device)) => Attempts::of_device(limits, account, device),
        None => Attempts::of_stranger(limits, &account.email, &call.origin),
    };
    let attempts = attempts.inspect_err(sign_in::note_limit)?;
    let checked = async {
        let place = passwords.known()?;
        shared_attempts::charge(db, secret, &attempts).await?;
        let right = password::is_right(&place, given.to_owned(), Some(account.password_hash.clone())).await;
        if !matches!(right, Ok(false)) {
            shared_attempts::refund(db, secret, &attempts).await;
        }
        right
    };
    match checked.await {
        Ok(false) => {
            tracing::warn!(target: "umeed::security", staff = %account.id, "a change was refused: the password is wrong");
            Err(RequestError::WrongCurrentPassword.into())
        }
        right_or_trouble => {
            attempts.refund();
            Ok(right_or_trouble.map(drop)?)
        }
    }
}

/// A mail to the address that the account is to have. It counts, also where the change is refused after this.
async fn prepare(call: &Call, me: &SignedIn, fields: &Fields, address: String) -> Result<Pending, Failure> {
    mailed::refuse_pkce(fields)?;
    // Said now and not by the mail: a person who is signed in may know it.
    if accounts::by_email(&call.auth.db, &address).await?.is_some() {
        return Err(AccountError::EmailTaken.into());
    }
    let made = Prepared::new(call, fields, &address, Purpose::EmailChange)?;
    let _counted = mailed::charge(&call.auth, &address, Some(&me.id)).await?;
    Ok(Pending { address, made })
}

/// A new address that is not confirmed yet.
struct Pending {
    address: String,
    made: Prepared,
}

async fn store(
    auth: &Auth,
    me: SignedIn,
    account: &Account,
    change: Change,
    pending: Option<Pending>,
) -> Result<Account, Failure> {
    let mail = auth.mail.clone();
    let mut notices = Vec::new();
    notices.extend(change.email.clone().map(|to| Letter::AddressChanged { to }));
    // Who chooses their first password knows that.
    notices.extend((change.password_hash.is_some() && account.has_password()).then_some(Letter::PasswordChanged));
    let old_address = account.email.clone();
    let stored = auth.db.write_as(me.author.clone(), move |tx| {
        Box::pin(async move {
            let stored = store_in(tx, &me, change).await?;
            if stored.is_err() {
                return Ok(stored);
            }
            for notice in &notices {
                mail.tell(tx, &old_address, notice).await?;
            }
            if let Some(Pending { address, made }) = pending {
                mail.send(tx, &address, &Letter::NewAddress { link: made.link }).await?;
                made.sealed.store(tx, &me.id, Some(&me.session)).await?;
            }
            Ok(accounts::by_id_in(tx, &me.id).await?.ok_or(SessionError::AccountRemoved))
        })
    });
    Ok(stored.await.map_err(|cause| match cause {
        Error::Duplicate { .. } => AccountError::EmailTaken.into(),
        other => mailed::too_often(other),
    })??)
}

/// The inner result is for the caller; nothing has been written where it is an error.
async fn store_in(tx: &mut Tx, me: &SignedIn, change: Change) -> Result<Result<Account, SessionError>> {
    // Hashing takes a while; a session that was ended meanwhile no longer changes anything.
    let still_there = Sql::new("SELECT 1 FROM sessions WHERE id = ?").with(&me.session);
    if tx.first(still_there).await?.is_none() {
        return Ok(Err(SessionError::Ended));
    }
    let others_end = change.touches_sign_in();
    accounts::change(tx, &me.id, change).await?;
    if others_end {
        sessions::end(tx, &me.id, &me.session, Scope::Others).await?;
    }
    Ok(accounts::by_id_in(tx, &me.id).await?.ok_or(SessionError::AccountRemoved))
}

/// POST /logout
pub async fn sign_out(call: Call) -> Result<Response, Failure> {
    let scope = match call.parameter("scope").as_deref() {
        None | Some("" | "global") => Scope::Global,
        Some("local") => Scope::Local,
        Some("others") => Scope::Others,
        Some(_) => return Err(RequestError::UnsupportedScope.into()),
    };
    let me = call.signed_in().await?;
    // Who only knows the password must not end the sessions of the one who has the second factor as well.
    let scope = if me.step == Step::Confirm { Scope::Local } else { scope };
    let (staff, session) = (me.id.clone(), me.session.clone());
    let ended = call.auth.db.write_as(me.author.clone(), move |tx| {
        Box::pin(async move { sessions::end(tx, &me.id, &me.session, scope).await })
    });
    ended.await?;
    tracing::info!(target: "umeed::security", staff, session, ?scope, "signed out");
    Ok(StatusCode::NO_CONTENT.into_response())
}
