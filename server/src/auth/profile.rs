//! What a signed-in member of staff does with the own account: see it, change it, sign out.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::accounts::{self, Account, Change};
use super::answer::{self, Failure};
use super::bearer::{self, SignedIn};
use super::call::{Call, Fields};
use super::sessions::{self, Scope};
use super::{first_password, metadata, password, user};
use crate::app::App;
use crate::db::Sql;
use crate::error::{Error, Result};

/// GET /user
pub async fn show(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    let account = accounts::by_id(&call.app.db, &me.id).await?.ok_or_else(bearer::account_gone)?;
    Ok(answer::ok(&user::user(&account)))
}

/// PUT /user
pub async fn update(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    let fields = call.fields()?;
    let account = accounts::by_id(&call.app.db, &me.id).await?.ok_or_else(bearer::account_gone)?;
    let change = wanted(&fields, &account).await?;
    let (new_address, new_password) = (change.email.is_some(), change.password_hash.is_some());
    let changed = store(&call.app, me, change).await.map_err(|cause| match cause {
        Error::Duplicate { .. } => email_taken(),
        other => other,
    })?;
    for what in [new_address.then_some("changed the address"), new_password.then_some("changed the password")] {
        let Some(what) = what else { continue };
        tracing::info!(target: "umeed::security", staff = %account.id, "{what}: the other sessions end");
        first_password::take_away(&call.app.settings.folder.path, &account.email);
    }
    Ok(answer::ok(&user::user(&changed)))
}

async fn wanted(fields: &Fields, account: &Account) -> Result<Change> {
    let mut change = Change::default();
    if fields.text("phone")?.is_some_and(|phone| !phone.is_empty()) {
        return Err(Error::refused(422, "phone_provider_disabled", "Phone numbers are not used here"));
    }
    if let Some(text) = fields.text("email")?.filter(|text| !text.is_empty()) {
        // The own address once more is no change: nobody is to be signed out for it.
        change.email = Some(accounts::address(text)?).filter(|email| *email != account.email);
    }
    if let Some(data) = fields.object("data")? {
        change.user_metadata = Some(metadata::merged(&account.user_metadata, Some(data))?);
    }
    if let Some(text) = fields.text("password")? {
        password::check_new(text)?;
        if password::is_right(text.to_owned(), Some(account.password_hash.clone())).await? {
            let message = "New password should be different from the old password.";
            return Err(Error::refused(422, "same_password", message));
        }
        change.password_hash = Some(password::hash(text.to_owned()).await?);
    }
    Ok(change)
}

async fn store(app: &App, me: SignedIn, change: Change) -> Result<Account> {
    app.db
        .write(move |tx| {
            Box::pin(async move {
                // Hashing takes a while; whoever was signed out meanwhile no longer changes anything.
                let still_there = Sql::new("SELECT 1 FROM sessions WHERE id = ?").with(&me.session);
                if tx.first(still_there).await?.is_none() {
                    return Err(bearer::session_gone());
                }
                let others_end = change.touches_sign_in();
                accounts::change(tx, &me.id, change).await?;
                if others_end {
                    sessions::end(tx, &me.id, &me.session, Scope::Others).await?;
                }
                accounts::by_id_in(tx, &me.id).await?.ok_or_else(bearer::account_gone)
            })
        })
        .await
}

fn email_taken() -> Error {
    Error::refused(422, "email_exists", "A user with this email address has already been registered")
}

/// POST /logout
pub async fn sign_out(call: Call) -> Result<Response, Failure> {
    let scope = match call.parameter("scope").as_deref() {
        None | Some("" | "global") => Scope::Global,
        Some("local") => Scope::Local,
        Some("others") => Scope::Others,
        Some(_) => return Err(Error::refused(400, "validation_failed", "Unsupported logout scope").into()),
    };
    let me = call.signed_in().await?;
    let (staff, session) = (me.id.clone(), me.session.clone());
    call.app.db.write(move |tx| Box::pin(async move { sessions::end(tx, &me.id, &me.session, scope).await })).await?;
    tracing::info!(target: "umeed::security", staff, session, ?scope, "signed out");
    Ok(StatusCode::NO_CONTENT.into_response())
}
