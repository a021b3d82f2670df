//! Guesses at passwords, counted in the database where several servers share one: or each server more would be so many
//! guesses more. Keys are digests; no address and no account is written down.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::app::App;
use crate::clock;
use crate::db::{self, Sql, Tx};
use crate::error::{Error, Result};
use crate::request::rate_limit::Limiter;

/// One count: whose, how many at once, and after how many milliseconds one is forgotten.
struct Count {
    key: String,
    burst: i64,
    every: i64,
}

fn counts(app: &App, tries: &[(&Limiter, String)]) -> Vec<Count> {
    let count = |(place, (limiter, key)): (usize, &(&Limiter, String))| Count {
        key: URL_SAFE_NO_PAD.encode(app.secret.mac("tries", format!("{place} {key}").as_bytes())),
        burst: limiter.burst.into(),
        every: limiter.every.as_millis() as i64,
    };
    tries.iter().enumerate().map(count).collect()
}

fn is_shared(app: &App) -> bool {
    app.db.engine() == db::Engine::Postgres
}

/// Counts a guess against all of them, or against none and says how long to wait.
pub async fn charge(app: &App, tries: &[(&Limiter, String)]) -> Result<()> {
    if !is_shared(app) {
        return Ok(());
    }
    let counts = counts(app, tries);
    app.db.write(move |tx| Box::pin(async move { charge_all(tx, &counts, clock::unix_milliseconds()).await })).await
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

/// Gives one try back to each. A failure only makes the limit a little stricter.
pub async fn refund(app: &App, tries: &[(&Limiter, String)]) {
    if !is_shared(app) {
        return;
    }
    let counts = counts(app, tries);
    let refunded = app.db.write(move |tx| {
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
