//! A look at a database for the person who runs it: how its tables stand, and what its server is like. Changes nothing, and
//! works where `Db::open` refuses.

use anyhow::Context;
use sqlx::Connection as _;

use super::migrate::{self, Standing};
use super::postgres::{self, Postgres};
use super::sql::Sql;
use crate::config::Folder;

pub struct Look {
    pub tables: Standing,
    /// `None` for the database in the data folder.
    pub server: Option<Server>,
}

/// What a PostgreSQL says of itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Server {
    /// As in 150004 for 15.4.
    pub version: i64,
    pub milliseconds: i64,
    pub max_connections: i64,
    pub connections: i64,
    pub may_create: bool,
    /// It only follows another server.
    pub is_replica: bool,
    /// An answer of success means that the data is on disk.
    pub is_durable: bool,
}

pub async fn look(folder: &Folder) -> anyhow::Result<Look> {
    let Some(url) = &folder.database else {
        return Ok(Look { tables: migrate::sqlite_standing(&folder.path.join("umeed.db")).await?, server: None });
    };
    let mut connection = Postgres::at(url.reveal())?.connect().await.context("the database does not answer")?;
    let server = server(&mut connection).await?;
    let tables = migrate::postgres_standing(&mut connection).await?;
    connection.close().await?;
    Ok(Look { tables, server: Some(server) })
}

async fn server(connection: &mut sqlx::PgConnection) -> anyhow::Result<Server> {
    let sql = "SELECT current_setting('server_version_num')::bigint, \
               (extract(epoch FROM clock_timestamp()) * 1000)::bigint, current_setting('max_connections')::bigint, \
               (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'), \
               coalesce(has_schema_privilege(current_schema(), 'CREATE'), false), pg_is_in_recovery(), \
               current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off'";
    let rows = postgres::fetch(connection, Sql::new(sql)).await?;
    let row = rows.first().context("the database says nothing of itself")?;
    Ok(Server {
        version: row.int(0),
        milliseconds: row.int(1),
        max_connections: row.int(2),
        connections: row.int(3),
        may_create: row.int(4) != 0,
        is_replica: row.int(5) != 0,
        is_durable: row.int(6) != 0,
    })
}
