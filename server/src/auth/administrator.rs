//! /auth/v1/admin: accounts managed over the network, by an owner's session or the service key. Anybody else is told
//! that they may not, whatever they ask.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use serde_json::{Map, json};

use super::accounts::{self, Account, AccountError, Change, NewAccount};
use super::answer::{self, Failure, RequestError};
use super::call::{Call, Fields};
use super::sessions::{self, SignInData};
use super::{Auth, mailed, metadata, password, user};
use crate::db::Author;
use crate::error::Result;
use crate::schema::{Identity, Role};

const PER_PAGE: u64 = 50;
const MAX_PER_PAGE: u64 = 1000;

/// GET /admin/users
pub async fn list(call: Call) -> Result<Response, Failure> {
    require(&call, false).await?;
    let number = |name, usual| match call.parameter(name).filter(|text| !text.is_empty()) {
        None => Ok(usual),
        Some(text) => text.parse::<u64>().ok().filter(|n| *n > 0).ok_or(RequestError::FieldNotNumber(name)),
    };
    let (page, per_page) = (number("page", 1)?, number("per_page", PER_PAGE)?.min(MAX_PER_PAGE));
    let offset = (page - 1).saturating_mul(per_page);
    let (found, total) = accounts::page(&call.auth.db, per_page, offset).await?;
    let users: Vec<_> = found.iter().map(user::user).collect();
    let mut answer = answer::ok(&json!({ "users": users, "aud": "authenticated" }));
    let last = total.div_ceil(per_page).max(1);
    let link = |page: u64, rel: &str| {
        format!("<{}/auth/v1/admin/users?page={page}&per_page={per_page}>; rel=\"{rel}\"", call.auth.origin)
    };
    let mut links = vec![link(last, "last")];
    if page < last {
        links.insert(0, link(page + 1, "next"));
    }
    let headers = answer.headers_mut();
    headers.insert(HeaderName::from_static("x-total-count"), total.into());
    if let Ok(value) = HeaderValue::from_str(&links.join(", ")) {
        headers.insert(header::LINK, value);
    }
    Ok(answer)
}

/// GET /admin/users/ID
pub async fn show(call: Call) -> Result<Response, Failure> {
    require(&call, false).await?;
    Ok(answer::ok(&user::user(&named(&call).await?)))
}

/// POST /admin/users
pub async fn create(call: Call) -> Result<Response, Failure> {
    let by = require(&call, true).await?;
    let fields = call.fields()?;
    let new = new_account(&fields, "user_metadata")?;
    let account = accounts::add_new(&call.auth.db, &call.auth.passwords.known()?, new, by).await?;
    Ok(answer::ok(&user::user(&account)))
}

/// PUT /admin/users/ID
pub async fn update(call: Call) -> Result<Response, Failure> {
    let by = require(&call, true).await?;
    let account = named(&call).await?;
    let fields = call.fields()?;
    refuse_unoffered(&fields)?;
    let mut change = Change { role: role(&fields)?, ..Change::default() };
    if let Some(text) = fields.text("email")?.filter(|text| !text.is_empty()) {
        change.email = Some(accounts::address(text)?).filter(|email| *email != account.email);
    }
    if let Some(data) = fields.object("user_metadata")? {
        change.user_metadata = Some(metadata::merged(&account.user_metadata, Some(data)).map_err(AccountError::from)?);
    }
    if let Some(text) = fields.text("password")? {
        password::check_new(text).map_err(AccountError::from)?;
        change.password_hash = Some(password::hash(&call.auth.passwords.known()?, text.to_owned()).await?);
    }
    let (new_address, new_password) = (change.email.clone(), change.password_hash.is_some());
    let changed = accounts::change_by_administrator(&call.auth.db, by, &account.id, change).await?;
    mailed::tell_of_change(&call.auth, &account, new_address, new_password).await?;
    Ok(answer::ok(&user::user(&changed)))
}

/// DELETE /admin/users/ID
pub async fn remove(call: Call) -> Result<Response, Failure> {
    let by = require(&call, true).await?;
    let account = named(&call).await?;
    if call.fields()?.flag("should_soft_delete")? {
        return Err(RequestError::NotOffered("should_soft_delete").into());
    }
    accounts::remove_by_administrator(&call.auth.db, by, &account.id).await?;
    Ok(answer::ok(&json!({})))
}

/// What is below /admin and not here; that it is not is told to those who may ask.
pub async fn nothing_here(call: Call) -> Failure {
    match require(&call, false).await {
        Ok(_) => RequestError::NoSuchPath.into(),
        Err(refusal) => refusal,
    }
}

/// The service key, or an owner; to change something, one who signed in not long ago. Gives back who that is.
pub async fn require(call: &Call, to_change: bool) -> Result<Author, Failure> {
    let caller = call.caller().await?;
    let author = caller.author();
    match caller.identity {
        Identity::Service { .. } => Ok(author),
        Identity::Staff { session, .. } if caller.role == Role::Owner => {
            if to_change {
                sessions::require_fresh(&call.auth.db, &session, SignInData::Accounts).await?;
            }
            Ok(author)
        }
        _ => Err(RequestError::NotAdministrator.into()),
    }
}

async fn named(call: &Call) -> Result<Account, Failure> {
    let id = call.last_segment();
    let id = uuid::Uuid::parse_str(id).map_err(|_| RequestError::NotAnId)?.hyphenated().to_string();
    Ok(accounts::by_id(&call.auth.db, &id).await?.ok_or(RequestError::NoSuchUser)?)
}

pub async fn add(auth: &Auth, new: NewAccount, by: Author) -> Result<Account, Failure> {
    Ok(match new.password {
        Some(_) => accounts::add_new(&auth.db, &auth.passwords.known()?, new, by).await?,
        None => accounts::add_awaited(&auth.db, new, by).await?,
    })
}

/// The account that a body describes; `data` names the field with what it says about itself.
pub fn new_account(fields: &Fields, data: &'static str) -> Result<NewAccount, Failure> {
    refuse_unoffered(fields)?;
    let email = fields.text("email")?.ok_or(RequestError::MissingEmail)?.to_owned();
    let id = fields.text("id")?.map(uuid::Uuid::parse_str).transpose().map_err(|_| RequestError::BadId)?;
    Ok(NewAccount {
        id,
        email,
        password: fields.text("password")?.filter(|text| !text.is_empty()).map(str::to_owned),
        user_metadata: metadata::merged(&Map::new(), fields.object(data)?).map_err(AccountError::from)?,
        role: role(fields)?.unwrap_or(Role::Owner),
    })
}

/// The role of an account here is `app_metadata.role`; the server keeps nothing else there.
pub fn role(fields: &Fields) -> Result<Option<Role>, RequestError> {
    let mut role = None;
    for (key, value) in fields.object("app_metadata")?.into_iter().flatten() {
        match key.as_str() {
            "provider" | "providers" => {}
            "role" => {
                let known = value.as_str().and_then(Role::of_account);
                role = Some(known.ok_or(RequestError::UnknownRole)?);
            }
            _ => return Err(RequestError::UnknownAppMetadata),
        }
    }
    Ok(role)
}

/// Silence would look as if it had been done.
fn refuse_unoffered(fields: &Fields) -> Result<(), RequestError> {
    if fields.text("phone")?.is_some_and(|phone| !phone.is_empty()) {
        return Err(RequestError::PhoneNotUsed);
    }
    if fields.text("ban_duration")?.is_some_and(|ban| ban != "none") {
        return Err(RequestError::NotOffered("ban_duration"));
    }
    if fields.text("password_hash")?.is_some() {
        return Err(RequestError::NotOffered("password_hash"));
    }
    match fields.text("role")? {
        None | Some("" | "authenticated") => Ok(()),
        Some(_) => Err(RequestError::NotOffered("role")),
    }
}
