//! Second factors in the database: added, confirmed with a code, removed. Each change notes itself on the account too, so
//! that those who hold on to a caller look again, and the history knows whose it was. Knows nothing of HTTP.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::super::accounts;
use super::super::sessions::{self, Confirmation, Session, SessionError};
use super::error::FactorError;
use super::{recovery, totp};
use crate::clock;
use crate::db::{Author, Db, Row, Sql, Tx};
use crate::error::{Error, Result};
use crate::mail::{Letter, Mail};
use crate::seal::{self, Purpose};
use crate::secret::Secret;

/// Devices of one account.
pub const MAX_FACTORS: usize = 10;
pub const MAX_NAME: usize = 100;
/// One that nobody confirmed for so long was given up.
const UNFINISHED: Duration = Duration::from_secs(60 * 60);

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Totp,
    RecoveryCode,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Totp => "totp",
            Kind::RecoveryCode => "recovery_code",
        }
    }
}

/// A factor as everybody may see it who may see its account; its secret is not among it.
#[derive(Debug, Clone, PartialEq)]
pub struct Factor {
    pub id: String,
    pub kind: Kind,
    pub is_verified: bool,
    pub friendly_name: String,
    pub created_at: String,
    pub updated_at: String,
}

/// Reads the factors of an account from one text, a line for each: no part of it but the name, which comes last, can hold a
/// bar, and none a line break. The oldest comes first.
pub fn read(text: Option<&str>) -> Vec<Factor> {
    let factor = |line: &str| {
        let mut parts = line.splitn(6, '|').map(str::to_owned);
        let mut next = || parts.next();
        let (id, kind, status) = (next()?, next()?, next()?);
        let (created_at, updated_at, friendly_name) = (next()?, next()?, next()?);
        let kind = if kind == Kind::Totp.name() { Kind::Totp } else { Kind::RecoveryCode };
        Some(Factor { id, kind, is_verified: status == "verified", friendly_name, created_at, updated_at })
    };
    let mut factors: Vec<Factor> = text.into_iter().flat_map(str::lines).filter_map(factor).collect();
    factors.sort_by(|one, other| (&one.created_at, &one.id).cmp(&(&other.created_at, &other.id)));
    factors
}

/// A factor that is not confirmed yet, and its secret, which is told this once.
pub struct Enrolled {
    pub id: String,
    pub secret: [u8; totp::SECRET_BYTES],
}

/// One line that people can read.
pub fn checked_name(text: &str) -> Result<String, FactorError> {
    let name = text.trim();
    match name.chars().count() <= MAX_NAME && !name.chars().any(char::is_control) {
        true => Ok(name.to_owned()),
        false => Err(FactorError::BadName),
    }
}

/// Adds a device. One that nobody confirmed and that has the same name gives way to it.
pub async fn add(db: &Db, by: Author, secret: &Secret, staff: &str, name: String) -> Result<Enrolled, FactorError> {
    let mut bytes = [0; totp::SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|cause| anyhow::anyhow!("no randomness: {cause}")).map_err(Error::from)?;
    let id = uuid::Uuid::new_v4().to_string();
    let sealed = seal::seal(secret, Purpose::SecondFactor, &id, &bytes)?;
    let (staff, factor) = (staff.to_owned(), id.clone());
    let added = db.write_as(by, move |tx| {
        Box::pin(async move {
            let now = clock::now();
            let sql = "DELETE FROM factors WHERE staff_id = ? AND status = 'unverified' \
                       AND (friendly_name = ? OR created_at < ?)";
            let given_up = clock::text(Timestamp::now() - UNFINISHED);
            tx.rows(Sql::new(sql).with(&staff).with(&name).with(given_up)).await?;
            let there =
                tx.rows(Sql::new("SELECT friendly_name, kind FROM factors WHERE staff_id = ?").with(&staff)).await?;
            if there.iter().any(|row| row.text(0) == name) {
                return Ok(Err(FactorError::NameTaken(name)));
            }
            if there.iter().filter(|row| row.text(1) == Kind::Totp.name()).count() >= MAX_FACTORS {
                return Ok(Err(FactorError::TooMany));
            }
            let new = New { id: &factor, staff: &staff, kind: Kind::Totp, name: &name, seed: &sealed, now: &now };
            insert(tx, new).await?;
            Ok(Ok(()))
        })
    });
    added.await??;
    Ok(Enrolled { id, secret: bytes })
}

pub struct New<'a> {
    pub id: &'a str,
    pub staff: &'a str,
    pub kind: Kind,
    pub name: &'a str,
    pub seed: &'a str,
    pub now: &'a str,
}

/// Recovery codes are good as they are; a device has to show that it makes the right codes.
pub async fn insert(tx: &mut Tx, New { id, staff, kind, name, seed, now }: New<'_>) -> Result<()> {
    let status = if kind == Kind::RecoveryCode { "verified" } else { "unverified" };
    let sql = "INSERT INTO factors (id, staff_id, kind, status, friendly_name, seed, created_at, updated_at) \
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    let sql = Sql::new(sql).with(id).with(staff).with(kind.name()).with(status).with(name).with(seed);
    tx.rows(sql.with(now).with(now)).await.map(drop)
}

/// Whether the account has this factor. Which kind it is decides what can be done with it.
pub async fn find(db: &Db, staff: &str, id: &str) -> Result<Option<Factor>> {
    let account = accounts::by_id(db, staff).await?;
    Ok(account.and_then(|account| account.factors.into_iter().find(|factor| factor.id == id)))
}

/// A code that was sent for a device, and the session that is confirmed with it.
pub struct Sent<'a> {
    pub staff: &'a str,
    pub session: &'a str,
    pub factor: &'a str,
    pub code: &'a str,
}

/// Confirms the session with a code of the device, and with its first one the device itself: then the account is told.
pub async fn confirm(
    db: &Db,
    by: Author,
    secret: &Secret,
    mail: Arc<Mail>,
    sent: Sent<'_>,
) -> Result<Session, FactorError> {
    let sql = "SELECT seed, last_step FROM factors WHERE id = ? AND staff_id = ? AND kind = 'totp'";
    let row = db.first(Sql::new(sql).with(sent.factor).with(sent.staff)).await?.ok_or(FactorError::NotFound)?;
    let opened = seal::open(secret, Purpose::SecondFactor, sent.factor, row.text(0)).ok_or_else(|| {
        tracing::warn!(target: "umeed::security", staff = sent.staff, "a second factor was sealed with another secret");
        FactorError::CannotOpen
    })?;
    let step = totp::step_of(&opened, sent.code, clock::unix_seconds(), row.int(1)).ok_or(FactorError::WrongCode)?;
    let [staff, session, factor] = [sent.staff, sent.session, sent.factor].map(str::to_owned);
    let confirmed = db.write_as(by, move |tx| {
        Box::pin(async move {
            let now = clock::now();
            // Of two that send the same code at the same moment one comes too late.
            let sql = "UPDATE factors SET last_step = ?, status = 'verified', \
                       updated_at = CASE status WHEN 'verified' THEN updated_at ELSE ? END \
                       WHERE id = ? AND staff_id = ? AND last_step < ? RETURNING updated_at";
            let sql = Sql::new(sql).with(step).with(&now).with(&factor).with(&staff).with(step);
            let Some(row) = tx.first(sql).await? else { return Ok(Err(FactorError::WrongCode)) };
            if row.text(0) == now {
                tell(tx, &mail, &staff, Letter::SecondFactorAdded).await?;
                touch(tx, &staff, &now).await?;
            }
            let unfinished = "DELETE FROM factors WHERE staff_id = ? AND status = 'unverified'";
            tx.rows(Sql::new(unfinished).with(&staff)).await?;
            let confirmation = Confirmation { method: "totp", factor: &factor };
            match sessions::confirm(tx, &staff, &session, confirmation).await? {
                Some(session) => Ok(Ok(session)),
                // Nothing may stay of it: the session has ended meanwhile.
                None => tx.undo().await.map(|()| Err(SessionError::Ended.into())),
            }
        })
    });
    confirmed.await?
}

/// Who of the account does it, from which session; `None`: somebody else, who has no session of it.
pub async fn remove(
    db: &Db,
    by: Author,
    mail: Arc<Mail>,
    staff: &str,
    id: &str,
    own: Option<&str>,
) -> Result<(), FactorError> {
    let (staff, id, own) = (staff.to_owned(), id.to_owned(), own.map(str::to_owned));
    let removed = db.write_as(by, move |tx| {
        Box::pin(async move {
            let sql = "DELETE FROM factors WHERE id = ? AND staff_id = ? RETURNING kind, status";
            let Some(row) = tx.first(Sql::new(sql).with(&id).with(&staff)).await? else {
                return Ok(Err(FactorError::NotFound));
            };
            if row.text(0) == Kind::RecoveryCode.name() {
                recovery::forget(tx, &staff).await?;
            } else if row.text(1) == "verified" {
                tell(tx, &mail, &staff, Letter::SecondFactorRemoved).await?;
            }
            let left = "SELECT 1 FROM factors WHERE staff_id = ? AND kind = 'totp' AND status = 'verified' LIMIT 1";
            match tx.first(Sql::new(left).with(&staff)).await? {
                Some(_) => sessions::unconfirm(tx, &staff, Some(&id), own.as_deref()).await?,
                None => {
                    // Recovery codes alone are no second factor.
                    remove_all(tx, &staff, Kind::RecoveryCode).await?;
                    recovery::forget(tx, &staff).await?;
                    sessions::unconfirm(tx, &staff, None, None).await?;
                }
            }
            touch(tx, &staff, &clock::now()).await?;
            Ok(Ok(()))
        })
    });
    removed.await?
}

/// Mail to the account, so that somebody whose account was changed by another hears of it.
async fn tell(tx: &mut Tx, mail: &Mail, staff: &str, letter: Letter) -> Result<()> {
    let row = tx.first(Sql::new("SELECT email FROM staff WHERE id = ?").with(staff)).await?;
    match row {
        Some(row) => mail.tell(tx, row.text(0), &letter).await,
        None => Ok(()),
    }
}

async fn remove_all(tx: &mut Tx, staff: &str, kind: Kind) -> Result<()> {
    let sql = "DELETE FROM factors WHERE staff_id = ? AND kind = ?";
    tx.rows(Sql::new(sql).with(staff).with(kind.name())).await.map(drop)
}

/// For the operator, when somebody has lost their device and their recovery codes: nothing is left of the second factor, and
/// all sessions end. `None` when there is no such account; else whether there was one.
pub async fn reset(db: &Db, mail: Arc<Mail>, email: &str) -> Result<Option<bool>, accounts::AccountError> {
    let email = accounts::address(email)?;
    let done = db.write_as(Author::CommandLine, move |tx| {
        Box::pin(async move {
            let account = tx.first(Sql::new("SELECT id FROM staff WHERE email = ?").with(email)).await?;
            let Some(staff) = account.map(|row| row.text(0).to_owned()) else { return Ok(None) };
            let sql = "DELETE FROM factors WHERE staff_id = ? RETURNING status";
            let gone: Vec<Row> = tx.rows(Sql::new(sql).with(&staff)).await?;
            recovery::forget(tx, &staff).await?;
            tx.rows(Sql::new("DELETE FROM sessions WHERE staff_id = ?").with(&staff)).await?;
            touch(tx, &staff, &clock::now()).await?;
            tracing::info!(target: "umeed::security", staff, "the second factor was reset: all sessions end");
            let had_one = gone.iter().any(|row| row.text(0) == "verified");
            if had_one {
                tell(tx, &mail, &staff, Letter::SecondFactorRemoved).await?;
            }
            Ok(Some(had_one))
        })
    });
    Ok(done.await?)
}

/// How many devices nobody can confirm with here: they were sealed with another secret, as before a restore on a new server.
pub async fn unreadable(db: &Db, secret: Option<&Secret>) -> Result<usize> {
    let rows = db.rows(Sql::new("SELECT id, seed FROM factors WHERE kind = 'totp' AND status = 'verified'")).await?;
    let opens = |row: &&Row| {
        secret.is_some_and(|secret| seal::open(secret, Purpose::SecondFactor, row.text(0), row.text(1)).is_some())
    };
    Ok(rows.iter().filter(|row| !opens(row)).count())
}

/// Notes on the account that its second factor is another one.
pub async fn touch(tx: &mut Tx, staff: &str, now: &str) -> Result<()> {
    tx.rows(Sql::new("UPDATE staff SET updated_at = ? WHERE id = ?").with(now).with(staff)).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_read_back_whatever_their_names() {
        let line =
            |id: &str, kind: &str, status: &str, at: &str, name: &str| format!("{id}|{kind}|{status}|{at}|u|{name}");
        let text = [
            line("2", "recovery_code", "verified", "2026-02", ""),
            "nonsense".to_owned(),
            line("1", "totp", "unverified", "2026-01", "a|b | c"),
        ];
        let factors = read(Some(&text.join("\n")));
        let seen: Vec<_> =
            factors.iter().map(|one| (one.id.as_str(), one.kind, one.is_verified, &*one.friendly_name)).collect();
        assert_eq!(seen, [("1", Kind::Totp, false, "a|b | c"), ("2", Kind::RecoveryCode, true, "")]);
        assert!(read(None).is_empty());
    }

    #[test]
    fn a_name_is_one_line() {
        assert_eq!(checked_name("  My phone ").unwrap(), "My phone");
        for bad in ["a\nb", "a\u{0}", &"x".repeat(101)] {
            assert!(matches!(checked_name(bad), Err(FactorError::BadName)), "{bad:?}");
        }
    }
}
