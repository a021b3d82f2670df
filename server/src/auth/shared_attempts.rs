//! Attempts to sign in, counted in the database where several servers share one: otherwise each further server would
//! allow as many guesses again. Keys are digests; no address and no account is written down.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::attempts::Attempts;
use crate::clock;
use crate::db::{Db, Engine, Sql, Tx};
use crate::error::{Error, Result};
use crate::request::rate_limit::Limiter;
use crate::secret::Secret;

/// One count: whose it is, how many attempts it allows at once, and after how many milliseconds one is forgotten.
struct Count {
    key: String,
    burst: i64,
    every: i64,
}

fn counts(secret: &Secret, attempts: &Attempts) -> Vec<Count> {
    let count = |(limiter, key): &(&Limiter, String)| Count {
        key: URL_SAFE_NO_PAD.encode(secret.mac("tries", key.as_bytes())),
        burst: limiter.burst.into(),
        every: limiter.every.as_millis() as i64,
    };
    attempts.0.iter().map(count).collect()
}

fn is_shared(db: &Db) -> bool {
    db.engine() == Engine::Postgres
}

/// Counts an attempt against all of its limits, or against none and says how long to wait.
pub async fn charge(db: &Db, secret: &Secret, attempts: &Attempts<'_>) -> Result<()> {
    if !is_shared(db) {
        return Ok(());
    }
    let counts = counts(secret, attempts);
    db.write(move |tx| Box::pin(async move { charge_all(tx, &counts, clock::unix_milliseconds()).await })).await
}

async fn charge_all(tx: &mut Tx, counts: &[Count], now: i64) -> Result<()> {
    tx.rows(Sql::new("DELETE FROM shared_tries WHERE full_again < ?").with(now)).await?;
    for count in counts {
        let row = tx.first(Sql::new("SELECT full_again FROM shared_tries WHERE key = ?").with(&count.key)).await?;
        let full_again = row.map_or(now, |row| row.int(0).max(now)) + count.every;
        let over = full_again - now - count.every * count.burst;
        if over > 0 {
            return Err(Error::TooMany { retry_after: over as u64 / 1000 + 1 });
        }
        let sql = "INSERT INTO shared_tries (key, full_again) VALUES (?, ?) \
                   ON CONFLICT (key) DO UPDATE SET full_again = excluded.full_again";
        tx.rows(Sql::new(sql).with(&count.key).with(full_again)).await?;
    }
    Ok(())
}

/// Gives the attempt back to each limit. A failure only makes them a little stricter.
pub async fn refund(db: &Db, secret: &Secret, attempts: &Attempts<'_>) {
    if !is_shared(db) {
        return;
    }
    let counts = counts(secret, attempts);
    let refunded = db.write(move |tx| {
        Box::pin(async move {
            for count in counts {
                let sql = Sql::new("UPDATE shared_tries SET full_again = full_again - ? WHERE key = ?");
                tx.rows(sql.with(count.every).with(count.key)).await?;
            }
            Ok(())
        })
    });
    if let Err(cause) = refunded.await {
        cause.log();
    }
}
