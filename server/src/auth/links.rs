//! Links that sign in once: made for an account by an administrator, and opened. Where a link leads afterwards is on this
//! site, whatever it says.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use url::Url;

use super::accounts::{self, Account};
use super::administrator;
use super::answer::{self, Failure, RequestError};
use super::call::{Call, Fields};
use super::one_time::{self, Purpose};
use super::sessions::{self, Method, Session, SessionError};
use super::{sign_in, user};
use crate::db::Author;
use crate::error::Result;

/// POST /admin/generate_link
pub async fn generate(call: Call) -> Result<Response, Failure> {
    let by = administrator::require(&call, true).await?;
    let fields = call.fields()?;
    let purpose = fields.text("type")?.and_then(Purpose::named).ok_or(RequestError::UnknownLinkType)?;
    let account = account_for(&call, &fields, purpose, by).await?;
    let made = one_time::make(&call.auth.db, &call.auth.secret, &account, purpose).await?;
    let to = destination(&call, call.parameter("redirect_to").as_deref().or(fields.text("redirect_to")?));
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("token", made.token.as_str()), ("type", purpose.name()), ("redirect_to", &to)])
        .finish();
    tracing::info!(target: "umeed::security", staff = %account.id, purpose = purpose.name(), "a link to sign in was made");
    let mut answer = user::user(&account);
    answer["action_link"] = json!(format!("{}/auth/v1/verify?{query}", call.auth.origin));
    answer["email_otp"] = json!(made.code);
    answer["hashed_token"] = json!(made.token);
    answer["verification_type"] = json!(purpose.name());
    answer["redirect_to"] = json!(to);
    Ok(answer::ok(&answer))
}

/// POST /invite. Without mail there is nobody to tell; the link of `generate_link` can be handed over.
pub async fn invite(call: Call) -> Result<Response, Failure> {
    administrator::require(&call, true).await?;
    let fields = call.fields()?;
    let email = fields.text("email")?.ok_or(RequestError::MissingEmail)?;
    accounts::address(email)?;
    Err(RequestError::NoMail.into())
}

async fn account_for(call: &Call, fields: &Fields, purpose: Purpose, by: Author) -> Result<Account, Failure> {
    let email = fields.text("email")?.ok_or(RequestError::MissingEmail)?;
    match purpose {
        Purpose::MagicLink | Purpose::Recovery => {
            let found = accounts::by_email(&call.auth.db, &accounts::address(email)?).await?;
            Ok(found.ok_or(RequestError::NoSuchUser)?)
        }
        Purpose::Invite | Purpose::SignUp => {
            let new = administrator::new_account(fields, "data")?;
            if purpose == Purpose::SignUp && new.password.is_none() {
                return Err(RequestError::MissingPassword.into());
            }
            administrator::add(&call.auth, new, by).await
        }
    }
}

/// An address of this site: a link of ours must not take anybody elsewhere.
fn destination(call: &Call, wanted: Option<&str>) -> String {
    let home = format!("{}/admin", call.auth.origin);
    let Ok(site) = Url::parse(&call.auth.origin) else { return home };
    match wanted.filter(|text| !text.is_empty()).map(|text| site.join(text)) {
        Some(Ok(mut url)) if url.origin() == site.origin() => {
            url.set_fragment(None);
            url.into()
        }
        _ => home,
    }
}

/// POST /verify
pub async fn verify(call: Call) -> Result<Response, Failure> {
    let fields = call.fields()?;
    let purpose = fields.text("type")?.and_then(Purpose::named).ok_or(RequestError::UnknownLinkType)?;
    let account = match (fields.text("token_hash")?, fields.text("email")?, fields.text("token")?) {
        (Some(token), ..) => one_time::use_token(&call.auth.db, &call.auth.secret, token, purpose).await?,
        (None, Some(email), Some(code)) => {
            let email = accounts::address(email)?;
            // Guesses are counted as those of passwords are.
            call.auth.limits.sign_in_address.charge(&format!("code {}", call.origin.address))?;
            one_time::use_code(&call.auth.db, &call.auth.secret, &email, code, purpose).await?
        }
        _ => return Err(RequestError::MissingToken.into()),
    };
    let session = begin(&call, account).await?;
    Ok(sign_in::arrival_answer(&call, &session, None))
}

/// GET /verify: a link was opened in a browser. Leads to the site with the session behind a `#`, which no server sees.
pub async fn open(call: Call) -> Result<Response, Failure> {
    call.auth.limits.auth_calls.charge(&call.origin.address.to_string())?;
    let to = destination(&call, call.parameter("redirect_to").as_deref());
    let kind = call.parameter("type").unwrap_or_default();
    let account = match (Purpose::named(&kind), call.parameter("token")) {
        (Some(purpose), Some(token)) => one_time::use_token(&call.auth.db, &call.auth.secret, &token, purpose).await?,
        _ => None,
    };
    let session = begin(&call, account).await;
    let mut behind = form_urlencoded::Serializer::new(String::new());
    match session {
        Ok(session) => {
            let session = user::session(&call.auth, &session);
            for name in ["access_token", "expires_at", "expires_in", "refresh_token", "token_type"] {
                let value = session[name].as_str().map_or_else(|| session[name].to_string(), str::to_owned);
                behind.append_pair(name, &value);
            }
            behind.append_pair("type", &kind);
        }
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

async fn begin(call: &Call, account: Option<Account>) -> Result<Session, Failure> {
    let account = account.ok_or(RequestError::LinkExpired)?;
    let session = sessions::begin(&call.auth.db, account, call.device_words(), Method::OneTime).await?;
    let session = session.ok_or(SessionError::AccountChanged)?;
    tracing::info!(target: "umeed::security", staff = %session.account.id, "signed in by a link");
    Ok(session)
}
