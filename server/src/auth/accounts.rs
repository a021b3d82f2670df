//! Staff accounts in the database: found, made, changed, removed. Knows nothing of HTTP, and gives a password's hash
//! only to the code that checks it. What a role may do is not known here. What names no author is for the command line.

use serde_json::{Map, Value};

use super::factors::store as factors;
use super::metadata::TooLong;
use super::one_time;
use super::password::{self, PasswordError};
use super::password_queue::{self, Place};
use crate::clock;
use crate::config::{Hidden, Settings};
use crate::db::{Author, Db, Row, Sql, Tx};
use crate::error::{Error, Result};
use crate::schema::{Role, email};

pub struct Account {
    pub id: String,
    pub email: String,
    pub password_hash: String,
    pub role: Role,
    pub user_metadata: Map<String, Value>,
    pub last_sign_in_at: Option<String>,
    pub created_at: String,
    pub updated_at: String,
    pub factors: Vec<factors::Factor>,
    /// The address that it is to have, once that is confirmed.
    pub pending: Option<PendingAddress>,
}

pub struct PendingAddress {
    pub address: String,
    pub sent_at: String,
    /// The session that asked for it.
    pub session: Option<String>,
}

/// Why an account cannot be made or changed.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error("the e-mail address is not valid")]
    InvalidEmail,
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("the new password is the old one")]
    SamePassword,
    #[error(transparent)]
    Metadata(#[from] TooLong),
    #[error("an account with this e-mail address already exists")]
    EmailTaken,
    #[error("there is no such account")]
    NotFound,
    #[error("this is the last owner; make another account an owner first")]
    LastOwner,
    #[error("{0}")]
    Failed(#[from] Error),
}

/// The factors come as one text (see `factors::read`).
const SELECT: &str = "SELECT id, email, password_hash, role, user_metadata, last_sign_in_at, created_at, updated_at, \
     pending.address, pending.made_at, pending.session_id, pending.ends_at, \
     (SELECT string_agg(f.id || '|' || f.kind || '|' || f.status || '|' || f.created_at || '|' || f.updated_at || '|' \
     || f.friendly_name, '\n') FROM factors f WHERE f.staff_id = staff.id) FROM staff \
     LEFT JOIN one_time_tokens AS pending ON staff_id = id AND purpose = 'email_change'";

impl Account {
    fn read(row: &Row) -> Result<Account> {
        Ok(Account {
            id: row.text(0).to_owned(),
            email: row.text(1).to_owned(),
            password_hash: row.text(2).to_owned(),
            role: stored_role(row.text(3))?,
            user_metadata: serde_json::from_str(row.text(4)).map_err(anyhow::Error::from)?,
            last_sign_in_at: row.text_or_none(5).map(str::to_owned),
            created_at: row.text(6).to_owned(),
            updated_at: row.text(7).to_owned(),
            pending: row.text_or_none(8).filter(|_| row.text(11) > clock::now().as_str()).map(|address| {
                PendingAddress {
                    address: address.to_owned(),
                    sent_at: row.text(9).to_owned(),
                    session: row.text_or_none(10).map(str::to_owned),
                }
            }),
            factors: factors::read(row.text_or_none(12)),
        })
    }

    /// Whether it was made for somebody who has not come yet: they never signed in, and have no password.
    pub fn was_never_used(&self) -> bool {
        self.last_sign_in_at.is_none() && !self.has_password()
    }

    pub fn has_password(&self) -> bool {
        self.password_hash != password::NOBODYS_HASH
    }

    fn with_id(mut self, id: Option<uuid::Uuid>) -> Account {
        if let Some(id) = id {
            self.id = id.hyphenated().to_string();
        }
        self
    }
}

/// A role that this version does not know gives no rights at all: the account cannot be used.
pub fn stored_role(name: &str) -> Result<Role> {
    Role::of_account(name).ok_or_else(|| anyhow::anyhow!("an account has a role that is not known here").into())
}

/// The one form in which an address is stored and looked up.
pub fn address(text: &str) -> Result<String, AccountError> {
    email::normal(text).ok_or(AccountError::InvalidEmail)
}

pub async fn by_email(db: &Db, email: &str) -> Result<Option<Account>> {
    let row = db.first(Sql::new(format!("{SELECT} WHERE email = ?")).with(email)).await?;
    row.as_ref().map(Account::read).transpose()
}

pub async fn by_id(db: &Db, id: &str) -> Result<Option<Account>> {
    let row = db.first(Sql::new(format!("{SELECT} WHERE id = ?")).with(id)).await?;
    row.as_ref().map(Account::read).transpose()
}

/// As `by_email`, within a write.
pub async fn by_email_in(tx: &mut Tx, email: &str) -> Result<Option<Account>> {
    let row = tx.first(Sql::new(format!("{SELECT} WHERE email = ?")).with(email)).await?;
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

/// Some accounts, the newest first, and how many there are in all.
pub async fn page(db: &Db, limit: u64, offset: u64) -> Result<(Vec<Account>, u64)> {
    let sql = Sql::new(format!("{SELECT} ORDER BY created_at DESC, id LIMIT ? OFFSET ?"));
    let rows = db.rows(sql.with(limit.min(i64::MAX as u64) as i64).with(offset.min(i64::MAX as u64) as i64)).await?;
    let total = db.first(Sql::new("SELECT count(*) FROM staff")).await?.map_or(0, |row| row.int(0) as u64);
    Ok((rows.iter().map(Account::read).collect::<Result<_>>()?, total))
}

/// Makes an owner.
pub async fn add(db: &Db, email: &str, password: &str, metadata: Map<String, Value>) -> Result<Account, AccountError> {
    add_with_role(db, email, password, metadata, Role::Owner).await
}

/// An account that an administrator makes; without a password nobody signs in with one until it is set.
pub struct NewAccount {
    pub id: Option<uuid::Uuid>,
    pub email: String,
    pub password: Option<String>,
    pub user_metadata: Map<String, Value>,
    pub role: Role,
}

pub async fn add_new(db: &Db, place: &Place, mut new: NewAccount, by: Author) -> Result<Account, AccountError> {
    let Some(password) = new.password.take() else { return add_awaited(db, new, by).await };
    let account = prepare(place, &new.email, &password, new.user_metadata, new.role).await?;
    insert_new(db, by, account.with_id(new.id)).await
}

/// As `add_new`, for somebody who is still to choose a password.
pub async fn add_awaited(db: &Db, new: NewAccount, by: Author) -> Result<Account, AccountError> {
    let account = fresh(address(&new.email)?, password::NOBODYS_HASH.to_owned(), new.user_metadata, new.role);
    insert_new(db, by, account.with_id(new.id)).await
}

pub async fn add_with_role(
    db: &Db,
    email: &str,
    password: &str,
    metadata: Map<String, Value>,
    role: Role,
) -> Result<Account, AccountError> {
    let place = password_queue::for_operator()?;
    insert_new(db, Author::CommandLine, prepare(&place, email, password, metadata, role).await?).await
}

/// Makes an editor of a visitor; only where sign-up is switched on. Owners are made by those who are there.
pub async fn sign_up(
    db: &Db,
    place: &Place,
    email: &str,
    password: &str,
    metadata: Map<String, Value>,
    device: &str,
) -> Result<Account, AccountError> {
    let account = prepare(place, email, password, metadata, Role::Editor).await?;
    let by = Author::staff(&account.id, "", device);
    insert_new(db, by, account).await
}

async fn insert_new(db: &Db, by: Author, account: Account) -> Result<Account, AccountError> {
    let account = db.write_as(by, move |tx| Box::pin(async move { insert(tx, account).await })).await.map_err(taken)?;
    note(&account.id, "an account was made");
    Ok(account)
}

/// The one column of an account that is unique is its address.
fn taken(cause: Error) -> AccountError {
    match cause {
        Error::Duplicate { .. } => AccountError::EmailTaken,
        other => AccountError::Failed(other),
    }
}

/// For the log: what became of an account, by an id that says nothing to a stranger.
fn note(id: &str, what: &'static str) {
    tracing::info!(target: "umeed::security", staff = id, "{what}");
}

async fn prepare(
    place: &Place,
    email: &str,
    password: &str,
    user_metadata: Map<String, Value>,
    role: Role,
) -> Result<Account, AccountError> {
    let email = address(email)?;
    password::check_new(password)?;
    Ok(fresh(email, password::hash(place, password.to_owned()).await?, user_metadata, role))
}

fn fresh(email: String, password_hash: String, user_metadata: Map<String, Value>, role: Role) -> Account {
    let now = clock::now();
    let id = clock::new_id().to_string();
    let (created_at, updated_at) = (now.clone(), now);
    Account {
        id,
        email,
        password_hash,
        role,
        user_metadata,
        last_sign_in_at: None,
        created_at,
        updated_at,
        factors: Vec::new(),
        pending: None,
    }
}

async fn insert(tx: &mut Tx, account: Account) -> Result<Account> {
    let metadata = Value::Object(account.user_metadata.clone()).to_string();
    let sql = "INSERT INTO staff (id, email, password_hash, role, user_metadata, created_at, updated_at) \
               VALUES (?, ?, ?, ?, ?, ?, ?)";
    tx.rows(
        Sql::new(sql)
            .with(&account.id)
            .with(&account.email)
            .with(&account.password_hash)
            .with(account.role.name())
            .with(metadata)
            .with(&account.created_at)
            .with(&account.updated_at),
    )
    .await?;
    Ok(account)
}

/// What is to change about an account; `None` leaves it as it is.
#[derive(Default)]
pub struct Change {
    pub email: Option<String>,
    pub password_hash: Option<String>,
    pub user_metadata: Option<Map<String, Value>>,
    /// Never by members of staff for themselves.
    pub role: Option<Role>,
}

impl Change {
    /// Whether it changes how one signs in. Then sessions that were opened the old way must end.
    pub fn touches_sign_in(&self) -> bool {
        self.email.is_some() || self.password_hash.is_some()
    }
}

pub async fn change(tx: &mut Tx, id: &str, change: Change) -> Result<()> {
    if change.touches_sign_in() {
        one_time::end_all(tx, id).await?;
    }
    let metadata = change.user_metadata.map(|data| Value::Object(data).to_string());
    let sql = "UPDATE staff SET email = coalesce(?, email), password_hash = coalesce(?, password_hash), \
               user_metadata = coalesce(?, user_metadata), role = coalesce(?, role), updated_at = ? WHERE id = ?";
    let sql = Sql::new(sql).with(change.email).with(change.password_hash).with(metadata);
    tx.rows(sql.with(change.role.map(Role::name)).with(clock::now()).with(id)).await?;
    Ok(())
}

/// Changes somebody's account. Where it changes how they sign in, their sessions end.
pub async fn change_by_administrator(db: &Db, by: Author, id: &str, wanted: Change) -> Result<Account, AccountError> {
    let note_for = id.to_owned();
    let id = id.to_owned();
    let changed = db.write_as(by, move |tx| {
        Box::pin(async move {
            if wanted.role.is_some_and(|role| role != Role::Owner) && is_last_owner(tx, &id).await? {
                return Ok(Err(AccountError::LastOwner));
            }
            if wanted.touches_sign_in() {
                tx.rows(Sql::new("DELETE FROM sessions WHERE staff_id = ?").with(&id)).await?;
            }
            change(tx, &id, wanted).await?;
            Ok(by_id_in(tx, &id).await?.ok_or(AccountError::NotFound))
        })
    });
    let account = changed.await.map_err(taken)??;
    note(&note_for, "an account was changed by an administrator");
    Ok(account)
}

/// Removes somebody's account; its sessions go with it.
pub async fn remove_by_administrator(db: &Db, by: Author, id: &str) -> Result<(), AccountError> {
    let note_for = id.to_owned();
    let id = id.to_owned();
    let removed = db.write_as(by, move |tx| {
        Box::pin(async move {
            if is_last_owner(tx, &id).await? {
                return Ok(Err(AccountError::LastOwner));
            }
            tx.rows(Sql::new("DELETE FROM staff WHERE id = ?").with(&id)).await?;
            Ok(Ok(()))
        })
    });
    removed.await??;
    note(&note_for, "an account was removed by an administrator");
    Ok(())
}

/// One who was invited and has no password yet may never come: as long as there is an owner who can sign in, only such count.
async fn is_last_owner(tx: &mut Tx, id: &str) -> Result<bool> {
    let owners =
        || Sql::new("SELECT id FROM staff WHERE role = ? AND password_hash <> ? LIMIT 2").with(Role::Owner.name());
    let mut found = tx.rows(owners().with(password::NOBODYS_HASH)).await?;
    if found.is_empty() {
        found = tx.rows(owners().with("")).await?;
    }
    Ok(found.len() == 1 && found[0].text(0) == id)
}

/// Sets a new password and ends every session of the account. False when there is no such account.
pub async fn set_password(db: &Db, email: &str, password: &str) -> Result<bool, AccountError> {
    let email = address(email)?;
    password::check_new(password)?;
    let hash = password::hash(&password_queue::for_operator()?, password.to_owned()).await?;
    let changed = db.write_as(Author::CommandLine, move |tx| {
        Box::pin(async move {
            let sql = "UPDATE staff SET password_hash = ?, updated_at = ? WHERE email = ? RETURNING id";
            let row = tx.first(Sql::new(sql).with(hash).with(clock::now()).with(email)).await?;
            let Some(row) = row else { return Ok(None) };
            tx.rows(Sql::new("DELETE FROM sessions WHERE staff_id = ?").with(row.text(0))).await?;
            one_time::end_all(tx, row.text(0)).await?;
            Ok(Some(row.text(0).to_owned()))
        })
    });
    let id = changed.await?;
    id.iter().for_each(|id| note(id, "a new password was set: all sessions end"));
    Ok(id.is_some())
}

/// Gives the account another role. Its sessions go on: the role is read at every request, so it counts from the next.
pub async fn set_role(db: &Db, email: &str, role: Role) -> Result<(), AccountError> {
    let email = address(email)?;
    let changed =
        db.write_as(Author::CommandLine, move |tx| Box::pin(async move { set_role_in(tx, &email, role).await }));
    let id = changed.await??;
    tracing::info!(target: "umeed::security", staff = id, role = role.name(), "an account got another role");
    Ok(())
}

/// The inner result is for the caller; nothing has been written where it is an error.
async fn set_role_in(tx: &mut Tx, email: &str, role: Role) -> Result<Result<String, AccountError>> {
    let Some(row) = tx.first(Sql::new("SELECT id FROM staff WHERE email = ?").with(email)).await? else {
        return Ok(Err(AccountError::NotFound));
    };
    if role != Role::Owner && is_last_owner(tx, row.text(0)).await? {
        return Ok(Err(AccountError::LastOwner));
    }
    let sql = Sql::new("UPDATE staff SET role = ?, updated_at = ? WHERE email = ?");
    tx.rows(sql.with(role.name()).with(clock::now()).with(email)).await?;
    Ok(Ok(row.text(0).to_owned()))
}

/// As `remove`, but the last owner stays.
pub async fn remove_but_last_owner(db: &Db, email: &str) -> Result<bool, AccountError> {
    let email = address(email)?;
    let removed = db.write_as(Author::CommandLine, move |tx| {
        Box::pin(async move {
            let found = tx.first(Sql::new("SELECT id FROM staff WHERE email = ?").with(&email)).await?;
            let Some(id) = found.map(|row| row.text(0).to_owned()) else { return Ok(Ok(None)) };
            if is_last_owner(tx, &id).await? {
                return Ok(Err(AccountError::LastOwner));
            }
            tx.rows(Sql::new("DELETE FROM staff WHERE id = ?").with(&id)).await?;
            Ok(Ok(Some(id)))
        })
    });
    let id = removed.await??;
    id.iter().for_each(|id| note(id, "an account was removed"));
    Ok(id.is_some())
}

/// Removes the account; its sessions go with it. False when there is no such account.
pub async fn remove(db: &Db, email: &str) -> Result<bool, AccountError> {
    let email = address(email)?;
    let sql = Sql::new("DELETE FROM staff WHERE email = ? RETURNING id").with(email);
    let row = db.write_as(Author::CommandLine, move |tx| Box::pin(async move { tx.first(sql).await })).await?;
    row.iter().for_each(|row| note(row.text(0), "an account was removed"));
    Ok(row.is_some())
}

/// The account made at first start. The password is there when it was made up, to be shown once.
pub struct FirstAccount {
    pub id: String,
    pub email: String,
    pub password: Option<String>,
}

#[derive(Debug, thiserror::Error)]
#[error("the first staff account cannot be made: {0}")]
pub struct NoFirstAccount(AccountError);

/// Where there is no account at all, makes the one that the settings name, so that somebody can sign in.
pub async fn ensure_first_account(db: &Db, settings: &Settings) -> anyhow::Result<Option<FirstAccount>> {
    let any = Sql::new("SELECT id FROM staff LIMIT 1");
    if db.first(any.clone()).await?.is_some() {
        return Ok(None);
    }
    let made_up = if settings.admin_password.is_none() { Some(password::random()?) } else { None };
    let chosen = settings.admin_password.as_ref().map(Hidden::reveal).or(made_up.as_deref()).expect("one of the two");
    let place = password_queue::for_operator()?;
    let account = prepare(&place, &settings.admin_email, chosen, Map::new(), Role::Owner).await;
    let account = account.map_err(NoFirstAccount)?;
    let made = db.write(move |tx| {
        Box::pin(async move {
            // A `staff add` may have come in between.
            if tx.first(any).await?.is_some() {
                return Ok(None);
            }
            let account = insert(tx, account).await?;
            note(&account.id, "the first account was made");
            Ok(Some(FirstAccount { id: account.id, email: account.email, password: made_up }))
        })
    });
    Ok(made.await?)
}
