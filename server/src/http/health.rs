//! The two questions of those who watch a server. GET /healthz, for a supervisor that restarts what is dead: green as long as
//! the process answers. Nothing is asked of the database, since a restart does not bring that back, and ends the kept pages
//! that visitors still get. GET /readyz, for a balancer that chooses where to send people: green only while the database
//! answers and keeps writes, and red from the moment this server is told to stop. A crowd must not be able to make it red: the
//! question goes over a connection of its own (see `Db::healthy`), and is asked once for everyone who wants to know.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::Mutex;

use crate::db::Db;
use crate::error::Error;

/// How long an answer counts. Opening a connection is not free, and anyone may ask.
const GOOD_FOR: Duration = Duration::from_millis(250);
const MAX_WAIT: Duration = Duration::from_secs(5);

pub struct Health {
    db: Arc<Db>,
    stopping: Arc<AtomicBool>,
    /// When the database was last asked, and whether it answered.
    last: Mutex<Option<(Instant, bool)>>,
}

impl Health {
    pub fn new(db: Arc<Db>, stopping: Arc<AtomicBool>) -> Health {
        Health { db, stopping, last: Mutex::default() }
    }

    async fn database_is_good(&self) -> bool {
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

pub async fn show_life() -> Response {
    answer(StatusCode::OK, "ok\n")
}

pub async fn show_readiness(State(health): State<Arc<Health>>) -> Response {
    if health.stopping.load(Ordering::Relaxed) {
        return answer(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping\n");
    }
    match health.database_is_good().await {
        true => answer(StatusCode::OK, "ok\n"),
        false => answer(StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n"),
    }
}

/// Of this moment, so nobody in between may keep it.
fn answer(status: StatusCode, text: &'static str) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}
