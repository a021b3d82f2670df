//! Connections to SQLite that readers share. A connection is asked one thing at a time and needs no looking after:
//! the pool of sqlx asks it whether it is alive before and after each use, and every question is a trip to its thread.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::Semaphore;

use super::error::translate;
use crate::error::{Error, Result};

const MAX_CONNECTIONS: usize = 4;
const MAX_WAIT: Duration = Duration::from_secs(5);

pub struct Pool {
    options: SqliteConnectOptions,
    idle: Mutex<Vec<SqliteConnection>>,
    places: Semaphore,
}

impl Pool {
    /// Opens connections as they are needed.
    pub fn new(options: SqliteConnectOptions) -> Pool {
        Pool { options, idle: Mutex::default(), places: Semaphore::new(MAX_CONNECTIONS) }
    }

    /// Lends a connection. One whose work fails, or is given up half-way, is not used again.
    pub async fn lend<T>(&self, work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T>) -> Result<T> {
        let waited = tokio::time::timeout(MAX_WAIT, self.places.acquire()).await;
        let _place = waited
            .map_err(|_| Error::Unavailable("every connection to the database is in use".into()))?
            .map_err(|_| Error::Unavailable("the database is closed".into()))?;
        let idle = self.idle().pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.options.connect().await.map_err(translate)?,
        };
        let result = work(&mut connection).await?;
        self.idle().push(connection);
        Ok(result)
    }

    /// Lends no more, waits for what is lent, and closes.
    pub async fn close(&self) {
        let all = self.places.acquire_many(MAX_CONNECTIONS as u32).await;
        let idle = std::mem::take(&mut *self.idle());
        for connection in idle {
            let _ = connection.close().await;
        }
        self.places.close();
        drop(all);
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<SqliteConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
