//! The sessions of accounts as people see them: from which device, since when, last used; and ending them. Never tells a token,
//! nor where in the world somebody is.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::sessions::{self, MAX_IDLE, MAX_LIFE, Scope, ago};
use crate::clock;
use crate::db::{Author, Db, Sql};
use crate::error::Result;

/// A program that signs in again and again has many; people look at no more than these.
const MAX_OWN: i64 = 100;
/// Of one account among several.
const MAX_OF_EACH: i64 = 5;

/// The sessions of this account, the one that asks first, then those used last. `used_at` is when it was last renewed: a
/// session in use is renewed before its token ends.
pub async fn own(db: &Db, account: &str, current: &str) -> Result<Value> {
    let sql = "SELECT id, device, created_at, refreshed_at FROM sessions WHERE staff_id = ? AND refreshed_at > ? \
               AND created_at > ? ORDER BY CASE id WHEN ? THEN 0 ELSE 1 END, refreshed_at DESC, id LIMIT ?";
    let sql = Sql::new(sql).with(account).with(ago(MAX_IDLE)).with(ago(MAX_LIFE)).with(current).with(MAX_OWN);
    let rows = db.rows(sql).await?;
    let shown = rows.iter().map(|row| {
        json!({
            "id": row.text(0), "device": row.text(1), "began_at": row.text(2), "used_at": row.text(3),
            "current": row.text(0) == current,
        })
    });
    Ok(shown.collect())
}

/// Of each of these accounts that is signed in somewhere: on how many devices, and the ones used last. Without the ids of the
/// sessions, which are for nobody but their own account.
pub async fn of_accounts(db: &Db, accounts: &[String]) -> Result<Value> {
    if accounts.is_empty() {
        return Ok(json!([]));
    }
    let mut sql = Sql::new(
        "SELECT staff_id, device, created_at, refreshed_at, total FROM (SELECT staff_id, device, created_at, refreshed_at, \
         row_number() OVER (PARTITION BY staff_id ORDER BY refreshed_at DESC, id) AS place, \
         count(*) OVER (PARTITION BY staff_id) AS total FROM sessions WHERE refreshed_at > ",
    );
    sql.bind(ago(MAX_IDLE)).push(" AND created_at > ").bind(ago(MAX_LIFE)).push(" AND staff_id IN (");
    sql.bind_all(accounts).push(")) AS open WHERE place <= ").bind(MAX_OF_EACH).push(" ORDER BY staff_id, place");
    let mut found: BTreeMap<String, (i64, Vec<Value>)> = BTreeMap::new();
    for row in db.rows(sql).await? {
        let (total, shown) = found.entry(row.text(0).to_owned()).or_default();
        *total = row.int(4);
        shown.push(json!({ "device": row.text(1), "began_at": row.text(2), "used_at": row.text(3) }));
    }
    let shown = found.into_iter();
    Ok(shown
        .map(|(account, (total, sessions))| json!({ "account": account, "total": total, "sessions": sessions }))
        .collect())
}

/// Ends one session of this account. False when it has none such.
pub async fn end_own(db: &Db, by: Author, account: &str, session: &str) -> Result<bool> {
    let sql = Sql::new("DELETE FROM sessions WHERE id = ? AND staff_id = ? RETURNING id").with(session).with(account);
    let ended = db.write_as(by, move |tx| Box::pin(async move { tx.first(sql).await })).await?.is_some();
    if ended {
        tracing::info!(target: "umeed::security", staff = account, session, "ended one of their sessions");
    }
    Ok(ended)
}

/// Ends every session of an account, and every link and code that would sign it in. False when there is no such account.
pub async fn end_all(db: &Db, by: Author, account: &str) -> Result<bool> {
    let id = account.to_owned();
    let ended = db.write_as(by, move |tx| {
        Box::pin(async move {
            // The account is written as well, so that the record of the change, and with it the history, knows whose they were.
            let touch =
                Sql::new("UPDATE staff SET updated_at = ? WHERE id = ? RETURNING id").with(clock::now()).with(&id);
            if tx.first(touch).await?.is_none() {
                return Ok(false);
            }
            sessions::end(tx, &id, "", Scope::Global).await?;
            Ok(true)
        })
    });
    let ended = ended.await?;
    if ended {
        tracing::info!(target: "umeed::security", staff = account, "all sessions of an account were ended by an administrator");
    }
    Ok(ended)
}
