//! Sessions in the database: begun at sign-in, renewed with refresh tokens, ended at sign-out. Each is one write
//! transaction, so two requests with one token never both rotate it.

use std::time::Duration;

use jiff::Timestamp;

use super::accounts::{self, Account};
use super::one_time;
use super::refresh::{REMEMBERED, RefreshToken, Verdict, verdict};
use crate::clock;
use crate::db::{Author, Db, Sql, Tx};
use crate::error::{Error, Result};

/// A session that was not renewed for this long is over.
pub const MAX_IDLE: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// However often it is renewed, a session ends after this long: a forgotten device does not stay signed in for ever.
pub const MAX_LIFE: Duration = Duration::from_secs(180 * 24 * 60 * 60);
/// For so long a sign-in is good for changing how one signs in; after that the password is asked for again.
const FRESH: Duration = Duration::from_secs(24 * 60 * 60);

pub struct Session {
    pub account: Account,
    pub refresh_token: RefreshToken,
    pub began_at: String,
    /// How it was begun, as clients know it.
    pub method: String,
    /// With what it was confirmed, and when, if it was.
    pub confirmed: Option<(String, String)>,
}

/// How somebody signs in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    Password,
    /// A link or code that is good once.
    OneTime,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Method::Password => "password",
            Method::OneTime => "otp",
        }
    }
}

/// A second factor by which somebody shows that a session is theirs.
pub struct Confirmation<'a> {
    pub method: &'static str,
    pub factor: &'a str,
}

/// Why there is no session.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("the address or the password is wrong")]
    WrongCredentials,
    /// It was changed or removed while it signed in.
    #[error("the account was changed meanwhile")]
    AccountChanged,
    #[error("the refresh token is not known")]
    UnknownToken,
    #[error("the refresh token was used before")]
    UsedToken,
    #[error("the session has expired")]
    Expired,
    #[error("the session has ended")]
    Ended,
    #[error("the account has been removed")]
    AccountRemoved,
    /// A stranger at a device that was left signed in must not take the account over.
    #[error("to change the {0}, please sign in again first")]
    SignedInLongAgo(SignInData),
    #[error("{0}")]
    Failed(#[from] Error),
}

/// What one signs in with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SignInData {
    Email,
    Password,
    SecondFactor,
    /// Those of others.
    Accounts,
}

impl std::fmt::Display for SignInData {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str(match self {
            SignInData::Email => "e-mail address",
            SignInData::Password => "password",
            SignInData::SecondFactor => "second factor",
            SignInData::Accounts => "accounts",
        })
    }
}

/// Refuses a session that began long ago; that it was renewed since does not count.
pub async fn require_fresh(db: &Db, session: &str, what: SignInData) -> Result<(), SessionError> {
    let row = db.first(Sql::new("SELECT created_at FROM sessions WHERE id = ?").with(session)).await?;
    match row {
        None => Err(SessionError::Ended),
        Some(row) if row.text(0) < ago(FRESH).as_str() => Err(SessionError::SignedInLongAgo(what)),
        Some(_) => Ok(()),
    }
}

/// Opens a session from this device, in words; `None` when the account has gone, or its password has changed, since it was
/// looked up. Who signs in does that, though they came as a visitor.
pub async fn begin(db: &Db, mut account: Account, device: &'static str, method: Method) -> Result<Option<Session>> {
    remove_expired(db).await?;
    let id = clock::new_id();
    let by = Author::staff(&account.id, &id.to_string(), device);
    db.write_as(by, move |tx| {
        Box::pin(async move {
            let now = clock::now();
            let sql = "UPDATE staff SET last_sign_in_at = ? WHERE id = ? AND password_hash = ? RETURNING id";
            let same = tx.first(Sql::new(sql).with(&now).with(&account.id).with(&account.password_hash)).await?;
            if same.is_none() {
                return Ok(None);
            }
            one_time::end_set_up(tx).await?;
            let refresh_token = RefreshToken { session: id, generation: 0 };
            let sql = "INSERT INTO sessions (id, staff_id, generation, created_at, refreshed_at, device, method) \
                       VALUES (?, ?, 0, ?, ?, ?, ?)";
            let sql = Sql::new(sql).with(id.to_string()).with(&account.id).with(&now).with(&now).with(device);
            tx.rows(sql.with(method.name())).await?;
            account.last_sign_in_at = Some(now.clone());
            let method = method.name().to_owned();
            Ok(Some(Session { account, refresh_token, began_at: now, method, confirmed: None }))
        })
    })
    .await
}

/// That one has expired is nobody's doing, least of all that of the next one to sign in.
async fn remove_expired(db: &Db) -> Result<()> {
    let expired = Sql::new("SELECT 1 FROM sessions WHERE refreshed_at < ? LIMIT 1").with(ago(MAX_IDLE));
    if db.first(expired).await?.is_some() {
        let remove = Sql::new("DELETE FROM sessions WHERE refreshed_at < ?").with(ago(MAX_IDLE));
        db.write(move |tx| Box::pin(tx.rows(remove))).await?;
    }
    Ok(())
}

/// Renews a session with a token that was genuine when it was made.
pub async fn renew(db: &Db, presented: RefreshToken) -> Result<Session, SessionError> {
    let sql = Sql::new("SELECT 1 FROM sessions WHERE id = ?").with(presented.session.to_string());
    if db.first(sql).await?.is_none() {
        return Err(SessionError::UnknownToken);
    }
    // The server's doing: nobody asked for the end of a session that has expired, or whose token was stolen.
    db.write(move |tx| Box::pin(renew_in(tx, presented))).await?
}

/// The inner result is for the caller. An outer error would undo the write, and with it the end of a session that
/// must end.
async fn renew_in(tx: &mut Tx, presented: RefreshToken) -> Result<Result<Session, SessionError>> {
    let id = presented.session.to_string();
    let sql = "SELECT staff_id, generation, created_at, refreshed_at, method, factor_method, factor_at, factor_generation \
               FROM sessions WHERE id = ?";
    let Some(row) = tx.first(Sql::new(sql).with(&id)).await? else { return Ok(Err(SessionError::UnknownToken)) };
    let Some(account) = accounts::by_id_in(tx, row.text(0)).await? else { return Ok(Err(SessionError::UnknownToken)) };
    let active = row.int(1);
    if row.text(3) < ago(MAX_IDLE).as_str() || row.text(2) < ago(MAX_LIFE).as_str() {
        end_one(tx, &id).await?;
        return Ok(Err(SessionError::Expired));
    }
    // Who knows a token from before the session was confirmed may be somebody who could not confirm it.
    if presented.generation < row.int(7) {
        return Ok(Err(SessionError::UnknownToken));
    }
    let generation = match verdict(presented.generation, active, replaced_since(tx, &id, presented).await?) {
        Verdict::Rotate => rotate(tx, &id, active).await?,
        Verdict::Repeat => active,
        Verdict::Unknown => return Ok(Err(SessionError::UnknownToken)),
        Verdict::Stolen => {
            tracing::warn!(target: "umeed::security", staff = %account.id, session = %id, "an old refresh token was used: the session ends");
            end_one(tx, &id).await?;
            return Ok(Err(SessionError::UsedToken));
        }
    };
    let refresh_token = RefreshToken { session: presented.session, generation };
    let (began_at, method) = (row.text(2).to_owned(), row.text(4).to_owned());
    let confirmed = row.text_or_none(5).zip(row.text_or_none(6));
    let confirmed = confirmed.map(|(method, at)| (method.to_owned(), at.to_owned()));
    Ok(Ok(Session { account, refresh_token, began_at, method, confirmed }))
}

/// Confirms a session with a second factor. Tokens from before are worth no more than they were, and the other sessions of the
/// account that were not confirmed end: one of them may be of somebody who only knows the password. `None` when it has ended.
pub async fn confirm(tx: &mut Tx, staff: &str, id: &str, by: Confirmation<'_>) -> Result<Option<Session>> {
    let now = clock::now();
    let sql = "UPDATE sessions SET generation = generation + 1, factor_generation = generation + 1, refreshed_at = ?, \
               factor_method = ?, factor_id = ?, factor_at = ? WHERE id = ? AND staff_id = ? \
               RETURNING generation, created_at, method";
    let sql = Sql::new(sql).with(&now).with(by.method).with(by.factor).with(&now).with(id).with(staff);
    let Some(row) = tx.first(sql).await? else { return Ok(None) };
    let others = "DELETE FROM sessions WHERE staff_id = ? AND id <> ? AND factor_at IS NULL";
    tx.rows(Sql::new(others).with(staff).with(id)).await?;
    let Some(account) = accounts::by_id_in(tx, staff).await? else { return Ok(None) };
    let session = uuid::Uuid::parse_str(id).map_err(anyhow::Error::from)?;
    let refresh_token = RefreshToken { session, generation: row.int(0) };
    let (began_at, method) = (row.text(1).to_owned(), row.text(2).to_owned());
    Ok(Some(Session { account, refresh_token, began_at, method, confirmed: Some((by.method.to_owned(), now)) }))
}

/// What was confirmed with this factor, or with any, is so no more; but for one session.
pub async fn unconfirm(tx: &mut Tx, staff: &str, factor: Option<&str>, except: Option<&str>) -> Result<()> {
    let sql = "UPDATE sessions SET factor_method = NULL, factor_id = NULL, factor_at = NULL \
               WHERE staff_id = ? AND factor_at IS NOT NULL AND id <> ? AND factor_id = coalesce(?, factor_id)";
    let sql = Sql::new(sql).with(staff).with(except.unwrap_or_default()).with(factor.map(str::to_owned));
    tx.rows(sql).await.map(drop)
}

/// How long ago the presented generation was replaced, as far as that is remembered.
async fn replaced_since(tx: &mut Tx, id: &str, presented: RefreshToken) -> Result<Option<Duration>> {
    let sql = "SELECT replaced_at FROM replaced_generations WHERE session_id = ? AND generation = ?";
    let row = tx.first(Sql::new(sql).with(id).with(presented.generation)).await?;
    let replaced_at = row.and_then(|row| clock::parse(row.text(0)));
    // A clock that was set back, or runs a moment ahead, makes it just now.
    Ok(replaced_at.map(|time| Timestamp::now().duration_since(time).try_into().unwrap_or_default()))
}

async fn rotate(tx: &mut Tx, id: &str, active: i64) -> Result<i64> {
    let (now, next) = (clock::now(), active + 1);
    let sql = "DELETE FROM replaced_generations WHERE session_id = ? AND replaced_at < ?";
    tx.rows(Sql::new(sql).with(id).with(ago(REMEMBERED))).await?;
    let sql = "INSERT INTO replaced_generations (session_id, generation, replaced_at) VALUES (?, ?, ?)";
    tx.rows(Sql::new(sql).with(id).with(active).with(&now)).await?;
    tx.rows(
        Sql::new("UPDATE sessions SET generation = ?, refreshed_at = ? WHERE id = ?").with(next).with(now).with(id),
    )
    .await?;
    Ok(next)
}

/// Which sessions of an account to end, seen from one of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scope {
    Global,
    Local,
    Others,
}

pub async fn end(tx: &mut Tx, staff: &str, session: &str, scope: Scope) -> Result<()> {
    let sql = match scope {
        Scope::Global => Sql::new("DELETE FROM sessions WHERE staff_id = ?").with(staff),
        Scope::Local => Sql::new("DELETE FROM sessions WHERE id = ?").with(session),
        Scope::Others => Sql::new("DELETE FROM sessions WHERE staff_id = ? AND id <> ?").with(staff).with(session),
    };
    tx.rows(sql).await?;
    if scope == Scope::Global {
        one_time::end_all(tx, staff).await?;
    }
    Ok(())
}

async fn end_one(tx: &mut Tx, session: &str) -> Result<()> {
    tx.rows(Sql::new("DELETE FROM sessions WHERE id = ?").with(session)).await.map(drop)
}

pub fn ago(span: Duration) -> String {
    clock::text(Timestamp::now() - span)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMAIL: &str = "staff@umeed.org";

    #[tokio::test]
    async fn a_sign_in_overtaken_by_a_new_password_or_a_removal_opens_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&crate::config::Folder::at(folder.path())).await.unwrap();
        accounts::add(&db, EMAIL, "the old password", Default::default()).await.unwrap();
        let looked_up = async || accounts::by_email(&db, EMAIL).await.unwrap().unwrap();

        let session = begin(&db, looked_up().await, "", Method::Password).await.unwrap().unwrap();
        assert_eq!(session.account.last_sign_in_at, looked_up().await.last_sign_in_at);

        let stale = looked_up().await;
        accounts::set_password(&db, EMAIL, "the new password").await.unwrap();
        assert!(begin(&db, stale, "", Method::Password).await.unwrap().is_none());

        let stale = looked_up().await;
        accounts::remove(&db, EMAIL).await.unwrap();
        assert!(begin(&db, stale, "", Method::Password).await.unwrap().is_none());
        assert!(db.rows(Sql::new("SELECT id FROM sessions")).await.unwrap().is_empty());
    }
}
