//! The key by which a program acts as an owner without a session. It is signed with the secret and stored nowhere; the
//! database holds which generation of it is good, so that all servers know at once when it was rotated.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::token;
use crate::clock;
use crate::db::{Db, Sql};
use crate::error::Result;
use crate::secret::Secret;

pub const ROLE: &str = "service_role";
pub(super) const NAME: &str = "service_key";

#[derive(Default, Serialize, Deserialize)]
struct State {
    generation: i64,
    /// Until when the key before this one is good as well.
    previous_until: Option<String>,
}

/// The first key of an installation, before any was rotated.
pub fn first(secret: &Secret) -> String {
    make(secret, State::default().generation)
}

pub async fn current(db: &Db, secret: &Secret) -> Result<String> {
    let row = db.first(stored()).await?;
    Ok(make(secret, read(row.as_ref().map(|row| row.text(0)))?.generation))
}

/// Makes the next key. The one before goes on for the time of grace; those before it end at once. Without grace a key may
/// have been stolen, so that all links to sign in end with it: it can have made them.
pub async fn rotate(db: &Db, secret: &Secret, grace: Duration) -> Result<String> {
    let previous_until = (!grace.is_zero()).then(|| clock::text(Timestamp::now() + grace));
    let generation = db.write(move |tx| {
        Box::pin(async move {
            let row = tx.first(stored()).await?;
            let generation = read(row.as_ref().map(|row| row.text(0)))?.generation + 1;
            let value = json!(State { generation, previous_until }).to_string();
            let sql = "INSERT INTO site_state (name, value, updated_at) VALUES (?, ?, ?) \
                       ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at";
            tx.rows(Sql::new(sql).with(NAME).with(value).with(clock::now())).await?;
            if grace.is_zero() {
                tx.rows(Sql::new("DELETE FROM one_time_tokens")).await?;
            }
            Ok(generation)
        })
    });
    let generation = generation.await?;
    tracing::info!(target: "umeed::security", generation, "the service key was rotated");
    Ok(make(secret, generation))
}

/// Whether a key of this generation still opens anything.
pub async fn is_good(db: &Db, generation: i64) -> Result<bool> {
    let row = db.first(stored()).await?;
    let state = read(row.as_ref().map(|row| row.text(0)))?;
    let in_grace = || state.previous_until.as_deref().is_some_and(|until| *clock::now() < *until);
    Ok(generation == state.generation || (generation == state.generation - 1 && in_grace()))
}

fn make(secret: &Secret, generation: i64) -> String {
    const ISSUED: i64 = 1_767_225_600; // 2026-01-01
    let claims = json!({ "iss": "umeed", "role": ROLE, "generation": generation, "iat": ISSUED });
    token::sign(secret.token_key(), &claims)
}

fn stored() -> Sql {
    Sql::new("SELECT value FROM site_state WHERE name = ?").with(NAME)
}

fn read(value: Option<&str>) -> Result<State> {
    Ok(value.map(serde_json::from_str).transpose().map_err(anyhow::Error::from)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_rotated_key_ends_at_once_or_after_its_grace() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&crate::config::Folder::at(folder.path())).await.unwrap();
        let secret = Secret::random().unwrap();
        let good =
            async || [is_good(&db, 0).await.unwrap(), is_good(&db, 1).await.unwrap(), is_good(&db, 2).await.unwrap()];
        assert_eq!(current(&db, &secret).await.unwrap(), first(&secret));
        assert_eq!(good().await, [true, false, false]);
        let next = rotate(&db, &secret, Duration::from_secs(60)).await.unwrap();
        assert_ne!(next, first(&secret));
        assert_eq!(current(&db, &secret).await.unwrap(), next);
        assert_eq!(good().await, [true, true, false], "the one before has its grace");
        rotate(&db, &secret, Duration::ZERO).await.unwrap();
        assert_eq!(good().await, [false, false, true]);
    }
}
