//! GET /healthz: green only while the database answers and keeps writes. A supervisor restarts the server when this is
//! red, so a crowd must not be able to make it so: the question goes over a connection of its own (see `Db::healthy`), and
//! is asked once for everyone who wants to know at the moment.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::Mutex;

use crate::db::Db;
use crate::error::Error;

/// How long an answer counts. Opening a connection is not free, and anyone may ask.
const GOOD_FOR: Duration = Duration::from_millis(250);
const MAX_WAIT: Duration = Duration::from_secs(5);

pub struct Health {
    db: Arc<Db>,
    /// When the database was last asked, and whether it answered.
    last: Mutex<Option<(Instant, bool)>>,
}

impl Health {
    pub fn new(db: Arc<Db>) -> Health {
        Health { db, last: Mutex::default() }
    }

    async fn is_good(&self) -> bool {
        let mut last = self.last.lock().await;
        if let Some((asked, good)) = *last
            && asked.elapsed() < GOOD_FOR
        {
            return good;
        }
        let asked = tokio::time::timeout(MAX_WAIT, self.db.healthy()).await;
        let answer = asked.unwrap_or_else(|_| Err(Error::Unavailable("the database takes too long".into())));
        if let Err(cause) = &answer {
            cause.log();
        }
        *last = Some((Instant::now(), answer.is_ok()));
        answer.is_ok()
    }
}

pub async fn show(State(health): State<Arc<Health>>) -> Response {
    match health.is_good().await {
        true => (StatusCode::OK, "ok\n").into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response(),
    }
}
