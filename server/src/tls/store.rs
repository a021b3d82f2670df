//! Certificates, accounts and challenges in the database, so that several servers share them. Keys are sealed. One server
//! orders at a time: it claims the row until `next_at`, and a claim ends by itself.

use std::time::Duration;

use jiff::Timestamp;

use crate::clock;
use crate::db::{Db, Row, Sql};
use crate::error::Result;
use crate::seal::{self, Purpose};
use crate::secret::Secret;

/// Longer than any order takes: after it, the server that claimed the row is taken for dead.
const CLAIM: Duration = Duration::from_secs(5 * 60);
/// A person who restarts the server has changed something; a server that restarts by itself all the time has not.
const LEAST_BETWEEN_STARTS: Duration = Duration::from_secs(60);

/// What is known about one name.
pub struct Kept {
    pub certificate: Option<Issued>,
    pub next_at: Timestamp,
}

/// A certificate and its key, in PEM.
#[derive(Clone, PartialEq)]
pub struct Issued {
    pub chain: String,
    pub key: String,
}

/// At the start of a server: every name has a row, and one that failed is tried again, unless the authority said to wait.
pub async fn begin(db: &Db, names: &[String], directory: &str, now: Timestamp) -> Result<()> {
    let (names, directory) = (names.to_vec(), directory.to_owned());
    db.write(move |tx| {
        Box::pin(async move {
            for name in names {
                let sql = "INSERT INTO certificates (name, directory, next_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING";
                tx.rows(Sql::new(sql).with(name.clone()).with(directory.clone()).with(clock::text(now))).await?;
                // Another authority's certificate goes on being shown until there is one of this.
                let sql = "UPDATE certificates SET directory = ?, next_at = ?, attempts = 0, wait_until = NULL \
                           WHERE name = ? AND directory <> ?";
                let sql = Sql::new(sql).with(directory.clone()).with(clock::text(now));
                tx.rows(sql.with(name.clone()).with(directory.clone())).await?;
                let sql = "UPDATE certificates SET next_at = ? WHERE name = ? AND attempts > 0 AND tried_at < ? \
                           AND (wait_until IS NULL OR wait_until < ?)";
                let long_ago = clock::text(now - LEAST_BETWEEN_STARTS);
                let sql = Sql::new(sql).with(clock::text(now)).with(name).with(long_ago).with(clock::text(now));
                tx.rows(sql).await?;
            }
            Ok(())
        })
    })
    .await
}

pub async fn read(db: &Db, secret: &Secret, name: &str) -> Result<Option<Kept>> {
    let sql = Sql::new("SELECT chain, key, next_at FROM certificates WHERE name = ?").with(name);
    let row = db.first(sql).await?;
    Ok(row.map(|row| Kept {
        certificate: opened(secret, name, &row),
        next_at: clock::parse(row.text(2)).unwrap_or(Timestamp::UNIX_EPOCH),
    }))
}

/// `None` also for a key that another secret sealed, as after a restore on a new server: then a new one is ordered.
fn opened(secret: &Secret, name: &str, row: &Row) -> Option<Issued> {
    let (chain, key) = (row.text_or_none(0)?, row.text_or_none(1)?);
    let key = seal::open(secret, Purpose::Certificate, name, key)?;
    Some(Issued { chain: chain.to_owned(), key: String::from_utf8(key).ok()? })
}

/// Takes the row, if it is due and nobody else has. The number of this attempt.
pub async fn claim(db: &Db, name: &str, now: Timestamp) -> Result<Option<i64>> {
    let sql = "UPDATE certificates SET attempts = attempts + 1, tried_at = ?, next_at = ? WHERE name = ? AND next_at <= ? \
               RETURNING attempts";
    let sql = Sql::new(sql).with(clock::text(now)).with(clock::text(now + CLAIM)).with(name).with(clock::text(now));
    let row = db.write(move |tx| Box::pin(async move { tx.first(sql).await })).await?;
    Ok(row.map(|row| row.int(0)))
}

pub async fn save(
    db: &Db,
    secret: &Secret,
    name: &str,
    issued: &Issued,
    (not_before, not_after): (Timestamp, Timestamp),
    next_at: Timestamp,
) -> Result<()> {
    let sql = "UPDATE certificates SET chain = ?, key = ?, not_before = ?, not_after = ?, attempts = 0, next_at = ?, \
               wait_until = NULL, problem = NULL WHERE name = ?";
    let key = seal::seal(secret, Purpose::Certificate, name, issued.key.as_bytes())?;
    let sql = Sql::new(sql).with(issued.chain.clone()).with(key).with(clock::text(not_before));
    let sql = sql.with(clock::text(not_after)).with(clock::text(next_at)).with(name);
    db.write(move |tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await
}

/// It is good as it is until then.
pub async fn leave(db: &Db, name: &str, next_at: Timestamp) -> Result<()> {
    let sql = Sql::new("UPDATE certificates SET attempts = 0, next_at = ? WHERE name = ?");
    let sql = sql.with(clock::text(next_at)).with(name);
    db.write(move |tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await
}

pub async fn fail(db: &Db, name: &str, problem: &str, next_at: Timestamp, must_wait: bool) -> Result<()> {
    let sql = Sql::new("UPDATE certificates SET problem = ?, next_at = ?, wait_until = ? WHERE name = ?");
    let wait_until = must_wait.then(|| clock::text(next_at));
    let sql = sql.with(problem).with(clock::text(next_at)).with(wait_until).with(name);
    db.write(move |tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await
}

pub async fn account(db: &Db, secret: &Secret, directory: &str) -> Result<Option<Vec<u8>>> {
    let sql = Sql::new("SELECT credentials FROM acme_accounts WHERE directory = ?").with(directory);
    let row = db.first(sql).await?;
    Ok(row.and_then(|row| seal::open(secret, Purpose::AcmeAccount, directory, row.text(0))))
}

pub async fn save_account(db: &Db, secret: &Secret, directory: &str, credentials: &[u8]) -> Result<()> {
    let sealed = seal::seal(secret, Purpose::AcmeAccount, directory, credentials)?;
    let sql = "INSERT INTO acme_accounts (directory, credentials) VALUES (?, ?) \
               ON CONFLICT (directory) DO UPDATE SET credentials = excluded.credentials";
    let sql = Sql::new(sql).with(directory).with(sealed);
    db.write(move |tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await
}

pub async fn set_challenge(db: &Db, name: &str, token: &str, key_authorization: &str) -> Result<()> {
    let sql = "INSERT INTO acme_challenges (name, token, key_authorization, created_at) VALUES (?, ?, ?, ?) \
               ON CONFLICT (name) DO UPDATE SET token = excluded.token, \
               key_authorization = excluded.key_authorization, created_at = excluded.created_at";
    let sql = Sql::new(sql).with(name).with(token).with(key_authorization).with(clock::now());
    db.write(move |tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await
}

pub async fn end_challenge(db: &Db, name: &str) -> Result<()> {
    let sql = Sql::new("DELETE FROM acme_challenges WHERE name = ?").with(name);
    db.write(move |tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await
}

pub async fn challenge_of_name(db: &Db, name: &str) -> Result<Option<String>> {
    let sql = Sql::new("SELECT key_authorization FROM acme_challenges WHERE name = ?").with(name);
    Ok(db.first(sql).await?.map(|row| row.text(0).to_owned()))
}

pub async fn challenge_of_token(db: &Db, token: &str) -> Result<Option<String>> {
    let sql = Sql::new("SELECT key_authorization FROM acme_challenges WHERE token = ?").with(token);
    Ok(db.first(sql).await?.map(|row| row.text(0).to_owned()))
}
