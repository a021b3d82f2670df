//! Deletes what visitors wrote by the contact form when it is older than the foundation keeps it; in small steps, so that
//! nobody waits.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::clock;
use crate::db::{Db, Sql};
use crate::error::Result;

const STEP: usize = 200;
const PAUSE: Duration = Duration::from_millis(20);

/// How many messages are gone.
pub async fn sweep(db: &Db, days: u32, now: Timestamp) -> Result<usize> {
    let oldest = clock::text(now - SignedDuration::from_hours(24 * i64::from(days)));
    let mut gone = 0;
    loop {
        let sql = Sql::new(format!(
            "DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE created_at < ? ORDER BY created_at, id LIMIT {STEP}) \
             RETURNING id"
        ));
        let sql = sql.with(&oldest);
        let rows = db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(|rows| rows.len()) })).await?;
        gone += rows;
        if rows < STEP {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    if gone > 0 {
        tracing::info!(messages = gone, "removed the oldest messages");
    }
    Ok(gone)
}
