//! Links that are good once: made for an account by an administrator, and opened. Most sign in; one confirms a new
//! address. Where a link leads afterwards is on this site, whatever it says.

use std::time::Instant;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use url::Url;

use super::accounts::{self, Account, AccountError, Change};
use super::answer::{self, Failure, RequestError};
use super::attempts::Attempts;
use super::call::{Call, Fields};
use super::one_time::{self, Purpose, Shown, Used};
use super::sessions::{self, Method, Scope, Session, SessionError};
use super::{administrator, first_password, mailed, metadata, shared_attempts, sign_in, user};
use crate::clock;
use crate::db::{Author, Sql};
use crate::error::{Error, Result};
use crate::mail::Letter;

const CONFIRMED: &str = "The new email address is confirmed";

/// POST /admin/generate_link
pub async fn generate(call: Call) -> Result<Response, Failure> {
    let by = administrator::require(&call, true).await?;
    let fields = call.fields()?;
    let purpose = fields.text("type")?.and_then(Purpose::named).ok_or(RequestError::UnknownLinkType)?;
    let account = account_for(&call, &fields, purpose, by).await?;
    let made = one_time::make(&call.auth.db, &call.auth.secret, &account, purpose).await?;
    let to = wanted(&call, &fields)?.unwrap_or_else(|| home(&call));
    tracing::info!(target: "umeed::security", staff = %account.id, purpose = purpose.name(), "a link to sign in was made");
    let mut answer = user::user(&account);
    answer["action_link"] = json!(format!("{}{}", call.auth.origin, verify_path(&made.token, purpose, &to)));
    answer["email_otp"] = json!(made.code);
    answer["hashed_token"] = json!(made.token);
    answer["verification_type"] = json!(purpose.name());
    answer["redirect_to"] = json!(to);
    Ok(answer::ok(&answer))
}

/// POST /invite: makes an account and sends the link to it. Without mail there is nobody to tell; the link of
/// `generate_link` can be handed over.
pub async fn invite(call: Call) -> Result<Response, Failure> {
    let by = administrator::require(&call, true).await?;
    let fields = call.fields()?;
    accounts::address(fields.text("email")?.ok_or(RequestError::MissingEmail)?)?;
    mailed::require_links(&call.auth)?;
    let owner = match by.account() {
        Some(id) => accounts::by_id(&call.auth.db, id).await?.map(|account| account.email),
        None => None,
    };
    let account = account_for(&call, &fields, Purpose::Invite, by).await?;
    mailed::invite(&call, &fields, &account, owner).await?;
    let mut answer = user::user(&account);
    let now = user::with_zulu(&clock::now());
    answer["invited_at"] = json!(now);
    answer["confirmation_sent_at"] = json!(now);
    Ok(answer::ok(&answer))
}

async fn account_for(call: &Call, fields: &Fields, purpose: Purpose, by: Author) -> Result<Account, Failure> {
    let email = accounts::address(fields.text("email")?.ok_or(RequestError::MissingEmail)?)?;
    let found = accounts::by_email(&call.auth.db, &email).await?;
    match (purpose, found) {
        (Purpose::EmailChange | Purpose::SetUp, _) => Err(RequestError::UnknownLinkType.into()),
        (Purpose::MagicLink | Purpose::Recovery, found) => Ok(found.ok_or(RequestError::NoSuchUser)?),
        (Purpose::Invite, Some(account)) if account.was_never_used() => invited_again(call, fields, account, by).await,
        (Purpose::Invite | Purpose::SignUp, _) => {
            let new = administrator::new_account(fields, "data")?;
            if purpose == Purpose::SignUp && new.password.is_none() {
                return Err(RequestError::MissingPassword.into());
            }
            administrator::add(&call.auth, new, by).await
        }
    }
}

/// Who lost the first invitation gets another, with what is said of the account now.
async fn invited_again(call: &Call, fields: &Fields, account: Account, by: Author) -> Result<Account, Failure> {
    let role = administrator::role(fields)?.filter(|role| *role != account.role);
    let data = fields.object("data")?.filter(|data| !data.is_empty());
    if role.is_none() && data.is_none() {
        return Ok(account);
    }
    let user_metadata = metadata::merged(&account.user_metadata, data).map_err(AccountError::from)?;
    let change = Change { role, user_metadata: Some(user_metadata), ..Change::default() };
    Ok(accounts::change_by_administrator(&call.auth.db, by, &account.id, change).await?)
}

/// What a link is, without the address of the site: our own page, where a button uses it, since mail programs and messengers open
/// links by themselves. Where a client wants to lead to a page of its own on this site, it is the link that such clients know; the
/// admin takes nobody in by that one.
pub fn path(call: &Call, fields: &Fields, token: &str, purpose: Purpose) -> Result<String, RequestError> {
    Ok(match wanted(call, fields)?.filter(|to| !is_admin(call, to)) {
        Some(to) => verify_path(token, purpose, &to),
        None => admin_path(token, purpose),
    })
}

pub fn admin_path(token: &str, purpose: Purpose) -> String {
    format!("/admin/link#token_hash={token}&type={}", purpose.name())
}

/// The link that clients of the service it speaks for know.
fn verify_path(token: &str, purpose: Purpose, to: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("token", token), ("type", purpose.name()), ("redirect_to", to)])
        .finish();
    format!("/auth/v1/verify?{query}")
}

/// Where the caller wants a link to lead: an address of this site, or none. A link of ours takes nobody elsewhere.
fn wanted(call: &Call, fields: &Fields) -> Result<Option<String>, RequestError> {
    let parameter = call.parameter("redirect_to");
    Ok(on_this_site(call, parameter.as_deref().or(fields.text("redirect_to")?)))
}

fn on_this_site(call: &Call, wanted: Option<&str>) -> Option<String> {
    let site = Url::parse(&call.auth.origin).ok()?;
    let mut url = site.join(wanted.filter(|text| !text.is_empty())?).ok()?;
    url.set_fragment(None);
    let _ = url.set_username("");
    let _ = url.set_password(None);
    (url.origin() == site.origin()).then(|| url.into())
}

fn home(call: &Call) -> String {
    format!("{}/admin", call.auth.origin)
}

/// Whether this address is in the admin.
fn is_admin(call: &Call, to: &str) -> bool {
    to.strip_prefix(&home(call)).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
}

/// What came of a link that was good.
enum Opened {
    Session(Box<Session>),
    /// A new address was confirmed, which signs nobody in: where it was mistyped, it is a stranger's.
    Confirmed,
}

/// POST /verify
pub async fn verify(call: Call) -> Result<Response, Failure> {
    let arrived = Instant::now();
    let fields = call.fields()?;
    let purpose = fields.text("type")?.and_then(Purpose::named).ok_or(RequestError::UnknownLinkType)?;
    let opened = match (fields.text("token_hash")?, fields.text("email")?, fields.text("token")?) {
        (Some(token), ..) => open_shown(&call, &Shown::token(&call.auth.secret, token), purpose).await?,
        (None, Some(email), Some(code)) => {
            let email = accounts::address(email)?;
            let opened = try_code(&call, &email, code, purpose).await;
            mailed::on_the_beat(arrived).await;
            opened?
        }
        _ => return Err(RequestError::MissingToken.into()),
    };
    Ok(match opened {
        Opened::Session(session) => sign_in::arrival_answer(&call, &session, None),
        Opened::Confirmed => answer::ok(&json!({ "code": "200", "msg": CONFIRMED })),
    })
}

/// A wrong code is what counts; a right one does not, nor does trouble of our own.
async fn try_code(call: &Call, email: &str, code: &str, purpose: Purpose) -> Result<Opened, Failure> {
    let auth = &call.auth;
    let attempts = Attempts::of_code(&auth.limits, email, &call.origin)?;
    let tried = async {
        shared_attempts::charge(&auth.db, &auth.secret, &attempts).await?;
        let shown = Shown::code(&auth.secret, email, code).ok_or(RequestError::LinkExpired)?;
        let opened = open_shown(call, &shown, purpose).await;
        if !is_wrong(&opened) {
            shared_attempts::refund(&auth.db, &auth.secret, &attempts).await;
        }
        opened
    };
    let opened = tried.await;
    if !is_wrong(&opened) {
        attempts.refund();
    }
    opened
}

fn is_wrong(opened: &Result<Opened, Failure>) -> bool {
    matches!(opened, Err(Failure::Request(RequestError::LinkExpired)))
}

/// GET /verify: a link was opened in a browser. Leads to the site with the session behind a `#`, which no server sees.
pub async fn open(call: Call) -> Result<Response, Failure> {
    call.auth.limits.auth_calls.charge(&call.origin.address.to_string())?;
    let to = on_this_site(&call, call.parameter("redirect_to").as_deref()).unwrap_or_else(|| home(&call));
    let kind = call.parameter("type").unwrap_or_default();
    let opened = match (Purpose::named(&kind), call.parameter("token")) {
        (Some(purpose), Some(token)) => open_shown(&call, &Shown::token(&call.auth.secret, &token), purpose).await,
        _ => Err(RequestError::LinkExpired.into()),
    };
    let mut behind = form_urlencoded::Serializer::new(String::new());
    match opened {
        Ok(Opened::Session(session)) => {
            let session = user::session(&call.auth, &session);
            for name in ["access_token", "expires_at", "expires_in", "refresh_token", "token_type"] {
                let value = session[name].as_str().map_or_else(|| session[name].to_string(), str::to_owned);
                behind.append_pair(name, &value);
            }
            behind.append_pair("type", &kind);
        }
        Ok(Opened::Confirmed) => drop(behind.append_pair("message", CONFIRMED)),
        Err(Failure::Request(RequestError::LinkExpired)) => {
            behind.append_pair("error", "access_denied");
            behind.append_pair("error_code", "otp_expired");
            behind.append_pair("error_description", "Email link is invalid or has expired");
        }
        Err(other) => return Err(other),
    }
    let place = format!("{to}#{}", behind.finish());
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response())
}

/// HEAD /verify: those who only look whether a link leads anywhere must not use it up.
pub async fn look(_: Call) -> StatusCode {
    StatusCode::METHOD_NOT_ALLOWED
}

async fn open_shown(call: &Call, shown: &Shown, purpose: Purpose) -> Result<Opened, Failure> {
    if purpose == Purpose::EmailChange {
        confirm_address(call, shown.clone()).await?;
        return Ok(Opened::Confirmed);
    }
    let shown = shown.clone();
    let used =
        call.auth.db.write(move |tx| Box::pin(async move { one_time::use_up(tx, &shown, purpose).await })).await?;
    let account = used.ok_or(RequestError::LinkExpired)?.account;
    let session = sessions::begin(&call.auth.db, account, call.device_words(), Method::OneTime).await?;
    let session = session.ok_or(SessionError::AccountChanged)?;
    tracing::info!(target: "umeed::security", staff = %session.account.id, "signed in by a link");
    Ok(Opened::Session(Box::new(session)))
}

/// The account gets its new address, and the old one is told. The session that asked for it goes on; others end.
async fn confirm_address(call: &Call, shown: Shown) -> Result<(), Failure> {
    let device = call.device_words();
    // Whose doing it is, for the history.
    let by = one_time::account_of(&call.auth.db, &shown, Purpose::EmailChange).await?;
    let by = by.map_or(Author::Server, |id| Author::staff(&id, "", device));
    let mail = call.auth.mail.clone();
    let confirming = call.auth.db.write_as(by, move |tx| {
        Box::pin(async move {
            let Some(used) = one_time::use_up(tx, &shown, Purpose::EmailChange).await? else { return Ok(None) };
            let Used { account, address, session } = used;
            // A stranger who asked for it and was thrown out since does not get it. A session that a second factor was
            // set up against has ended as well.
            let Some(session) = session.filter(|id| !id.is_empty()) else { return Ok(None) };
            let asked_by =
                Sql::new("SELECT 1 FROM sessions WHERE id = ? AND staff_id = ?").with(&session).with(&account.id);
            if tx.first(asked_by).await?.is_none() {
                return Ok(None);
            }
            accounts::change(tx, &account.id, Change { email: Some(address.clone()), ..Change::default() }).await?;
            sessions::end(tx, &account.id, &session, Scope::Others).await?;
            mail.tell(tx, &account.email, &Letter::AddressChanged { to: address }).await?;
            Ok(Some(account))
        })
    });
    let account = confirming.await.map_err(|cause| match cause {
        Error::Duplicate { .. } => AccountError::EmailTaken.into(),
        other => Failure::from(other),
    })?;
    let account = account.ok_or(RequestError::LinkExpired)?;
    tracing::info!(target: "umeed::security", staff = %account.id, "confirmed a new address: the other sessions end");
    first_password::remove(&call.auth.folder, &account.email);
    Ok(())
}
