//! Staff accounts in the database: found, made, changed, removed. Knows nothing of HTTP, and hands out a password's
//! hash only to those who check it.

use serde_json::{Map, Value};

use super::password;
use crate::clock;
use crate::config::{Hidden, Settings};
use crate::db::{Db, Row, Sql, Tx};
use crate::error::{Error, Result};
use crate::schema::email;

pub struct Account {
    pub id: String,
    pub email: String,
    pub password_hash: String,
    pub user_metadata: Map<String, Value>,
    pub last_sign_in_at: Option<String>,
    pub created_at: String,
    pub updated_at: String,
}

const SELECT: &str =
    "SELECT id, email, password_hash, user_metadata, last_sign_in_at, created_at, updated_at FROM staff";

impl Account {
    fn read(row: &Row) -> Result<Account> {
        Ok(Account {
            id: row.text(0).to_owned(),
            email: row.text(1).to_owned(),
            password_hash: row.text(2).to_owned(),
            user_metadata: serde_json::from_str(row.text(3)).map_err(anyhow::Error::from)?,
            last_sign_in_at: row.text_or_none(4).map(str::to_owned),
            created_at: row.text(5).to_owned(),
            updated_at: row.text(6).to_owned(),
        })
    }
}

/// The one form in which an address is stored and looked up.
pub fn address(text: &str) -> Result<String> {
    let wrong = || Error::refused(400, "validation_failed", "Unable to validate email address: invalid format");
    email::normal(text).ok_or_else(wrong)
}

pub async fn by_email(db: &Db, email: &str) -> Result<Option<Account>> {
    let row = db.first(Sql::new(format!("{SELECT} WHERE email = ?")).with(email)).await?;
    row.as_ref().map(Account::read).transpose()
}

pub async fn by_id(db: &Db, id: &str) -> Result<Option<Account>> {
    let row = db.first(Sql::new(format!("{SELECT} WHERE id = ?")).with(id)).await?;
    row.as_ref().map(Account::read).transpose()
}

/// As `by_id`, within a write.
pub async fn by_id_in(tx: &mut Tx, id: &str) -> Result<Option<Account>> {
    let row = tx.first(Sql::new(format!("{SELECT} WHERE id = ?")).with(id)).await?;
    row.as_ref().map(Account::read).transpose()
}

pub async fn list(db: &Db) -> Result<Vec<Account>> {
    db.rows(Sql::new(format!("{SELECT} ORDER BY email"))).await?.iter().map(Account::read).collect()
}

/// Makes an account; `Error::Duplicate` when there is one of that address.
pub async fn add(db: &Db, email: &str, password: &str, metadata: Map<String, Value>) -> Result<Account> {
    let account = prepare(email, password, metadata).await?;
    let account = db.write(move |tx| Box::pin(async move { insert(tx, account).await })).await?;
    note(&account.id, "an account was made");
    Ok(account)
}

/// For the log: what became of an account, by an id that says nothing to a stranger.
fn note(id: &str, what: &'static str) {
    tracing::info!(target: "umeed::security", staff = id, "{what}");
}

async fn prepare(email: &str, password: &str, user_metadata: Map<String, Value>) -> Result<Account> {
    let email = address(email)?;
    password::check_new(password)?;
    let now = clock::now();
    Ok(Account {
        id: uuid::Uuid::now_v7().to_string(),
        email,
        password_hash: password::hash(password.to_owned()).await?,
        user_metadata,
        last_sign_in_at: None,
        created_at: now.clone(),
        updated_at: now,
    })
}

async fn insert(tx: &mut Tx, account: Account) -> Result<Account> {
    let metadata = Value::Object(account.user_metadata.clone()).to_string();
    let sql =
        "INSERT INTO staff (id, email, password_hash, user_metadata, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)";
    tx.rows(
        Sql::new(sql)
            .with(&account.id)
            .with(&account.email)
            .with(&account.password_hash)
            .with(metadata)
            .with(&account.created_at)
            .with(&account.updated_at),
    )
    .await?;
    Ok(account)
}

/// What a member of staff may change about the own account; `None` leaves it as it is.
#[derive(Default)]
pub struct Change {
    pub email: Option<String>,
    pub password_hash: Option<String>,
    pub user_metadata: Option<Map<String, Value>>,
}

impl Change {
    /// Whether it changes how one signs in. Then sessions opened with the old ways must end.
    pub fn touches_sign_in(&self) -> bool {
        self.email.is_some() || self.password_hash.is_some()
    }
}

pub async fn change(tx: &mut Tx, id: &str, change: Change) -> Result<()> {
    let metadata = change.user_metadata.map(|data| Value::Object(data).to_string());
    let sql = "UPDATE staff SET email = coalesce(?, email), password_hash = coalesce(?, password_hash), \
               user_metadata = coalesce(?, user_metadata), updated_at = ? WHERE id = ?";
    tx.rows(Sql::new(sql).with(change.email).with(change.password_hash).with(metadata).with(clock::now()).with(id))
        .await?;
    Ok(())
}

/// Sets a new password and ends every session of the account. False when there is no such account.
pub async fn set_password(db: &Db, email: &str, password: &str) -> Result<bool> {
    let email = address(email)?;
    password::check_new(password)?;
    let hash = password::hash(password.to_owned()).await?;
    let changed = db.write(move |tx| {
        Box::pin(async move {
            let sql = "UPDATE staff SET password_hash = ?, updated_at = ? WHERE email = ? RETURNING id";
            let row = tx.first(Sql::new(sql).with(hash).with(clock::now()).with(email)).await?;
            let Some(row) = row else { return Ok(None) };
            tx.rows(Sql::new("DELETE FROM sessions WHERE staff_id = ?").with(row.text(0))).await?;
            Ok(Some(row.text(0).to_owned()))
        })
    });
    let id = changed.await?;
    id.iter().for_each(|id| note(id, "a new password was set: all sessions end"));
    Ok(id.is_some())
}

/// Removes the account; its sessions go with it. False when there is no such account.
pub async fn remove(db: &Db, email: &str) -> Result<bool> {
    let email = address(email)?;
    let sql = Sql::new("DELETE FROM staff WHERE email = ? RETURNING id").with(email);
    let row = db.write(move |tx| Box::pin(async move { tx.first(sql).await })).await?;
    row.iter().for_each(|row| note(row.text(0), "an account was removed"));
    Ok(row.is_some())
}

/// The account made at first start. The password is there when it was made up, to be shown once.
pub struct FirstAccount {
    pub email: String,
    pub password: Option<String>,
}

/// Where there is no account at all, makes the one that the settings name, so that somebody can sign in.
pub async fn ensure_first_account(db: &Db, settings: &Settings) -> Result<Option<FirstAccount>> {
    let any = Sql::new("SELECT id FROM staff LIMIT 1");
    if db.first(any.clone()).await?.is_some() {
        return Ok(None);
    }
    let made_up = if settings.admin_password.is_none() { Some(password::random()?) } else { None };
    let chosen = settings.admin_password.as_ref().map(Hidden::reveal).or(made_up.as_deref()).expect("one of the two");
    let account = prepare(&settings.admin_email, chosen, Map::new()).await.map_err(name_the_setting)?;
    db.write(move |tx| {
        Box::pin(async move {
            // A `staff add` may have come in between.
            if tx.first(any).await?.is_some() {
                return Ok(None);
            }
            let account = insert(tx, account).await?;
            note(&account.id, "the first account was made");
            Ok(Some(FirstAccount { email: account.email, password: made_up }))
        })
    })
    .await
}

fn name_the_setting(cause: Error) -> Error {
    match cause {
        Error::Refused(mut refusal) => {
            refusal.message = format!("the first staff account cannot be made: {}", refusal.message);
            Error::Refused(refusal)
        }
        other => other,
    }
}
