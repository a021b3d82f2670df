//! What signed-in members of staff do with their own account: see it, change it, sign out.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::accounts::{self, Account, AccountError, Change};
use super::answer::{self, Failure, RequestError};
use super::bearer::Step;
use super::call::{Call, Fields, SignedIn};
use super::factors::Want;
use super::sessions::{self, Scope, SessionError, SignInData};
use super::{Auth, first_password, metadata, password, user};
use crate::db::{Db, Sql, Tx};
use crate::error::{Error, Result};

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
    let change = wanted(&call.auth, &me, &fields, &account).await?;
    let (new_address, new_password) = (change.email.is_some(), change.password_hash.is_some());
    let changed = store(&call.auth.db, me, change).await?;
    for what in [new_address.then_some("changed the address"), new_password.then_some("changed the password")] {
        let Some(what) = what else { continue };
        tracing::info!(target: "umeed::security", staff = %account.id, "{what}: the other sessions end");
        first_password::remove(&call.auth.folder, &account.email);
    }
    Ok(answer::ok(&user::user(&changed)))
}

async fn wanted(auth: &Auth, me: &SignedIn, fields: &Fields, account: &Account) -> Result<Change, Failure> {
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
        sessions::require_fresh(&auth.db, &me.session, what).await?;
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

async fn store(db: &Db, me: SignedIn, change: Change) -> Result<Account, Failure> {
    let stored = db.write_as(me.author.clone(), move |tx| Box::pin(store_in(tx, me, change))).await;
    Ok(stored.map_err(|cause| match cause {
        Error::Duplicate { .. } => AccountError::EmailTaken.into(),
        other => Failure::from(other),
    })??)
}

/// The inner result is for the caller; nothing has been written where it is an error.
async fn store_in(tx: &mut Tx, me: SignedIn, change: Change) -> Result<Result<Account, SessionError>> {
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
