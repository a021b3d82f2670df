//! Several reads that see one and the same state, however long they take and whatever is written meanwhile.

use super::connection::Connection;
use super::sql::{Engine, Row, Sql};
use crate::error::Result;

pub struct Snapshot(Connection);

impl Snapshot {
    pub(super) async fn begin(mut connection: Connection) -> Result<Snapshot> {
        if connection.engine() == Engine::Postgres {
            // Between two reads a page of rows is packed and written, perhaps to a slow disk.
            connection.control("SET idle_in_transaction_session_timeout = 0").await?;
        }
        connection.begin_reading().await?;
        // A transaction sees the state of its first read; the catalogue is a table that every database has.
        let first = match connection.engine() {
            Engine::Sqlite => "SELECT count(*) FROM sqlite_master",
            Engine::Postgres => "SELECT count(*) FROM pg_class",
        };
        connection.fetch(Sql::new(first)).await?;
        Ok(Snapshot(connection))
    }

    pub async fn rows(&mut self, sql: Sql) -> Result<Vec<Row>> {
        self.0.fetch(sql).await
    }

    pub async fn end(self) {
        self.0.close().await;
    }
}
