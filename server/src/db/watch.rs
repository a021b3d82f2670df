//! Several servers, one truth. Each commit on PostgreSQL raises the numbers of the tables it changed, in the same
//! transaction, and notifies the others; each server listens, and also asks once a second, so that a notification
//! that was lost with its connection costs a second, not a stale page. On a second channel servers hear what others have
//! to say of a commit, or of this moment (see `notices`).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::task::JoinHandle;

use super::connection::Connection;
use super::notices::{self, Notices};
use super::postgres::{self, Postgres};
use super::sql::{Row, Sql};
use super::versions::{Bumped, Versions};
use crate::error::Result;

const BEAT: Duration = Duration::from_secs(1);
/// One answer must come well before the pages count as old.
const MAX_ANSWER: Duration = Duration::from_millis(1_500);

/// Raises the numbers of these tables within the transaction; the other servers hear of it when it is committed, and
/// of what else is `told` of it.
pub async fn announce(
    connection: &mut Connection,
    tables: BTreeSet<Arc<str>>,
    name: &str,
    told: Vec<String>,
) -> Result<Bumped> {
    let mut sql = Sql::new("WITH bumped AS (UPDATE table_versions SET version = version + 1 WHERE name IN (");
    sql.bind_all(tables.iter().map(|table| &**table)).push(
        ") RETURNING name, version), \
         sent AS (SELECT pg_notify('umeed ' || current_schema(), string_agg(name || ' ' || version, ',') || ',by ' || ",
    );
    sql.bind(name).push(") FROM bumped)");
    match told.is_empty() {
        true => sql.push(" SELECT name, version FROM bumped, sent"),
        false => {
            notices::push_told(sql.push(", told AS "), told);
            sql.push(" SELECT name, version FROM bumped, sent, told")
        }
    };
    Ok(read(&connection.fetch(sql).await?))
}

fn read(rows: &[Row]) -> Bumped {
    rows.iter().map(|row| (row.text(0).into(), row.int(1) as u64)).collect()
}

/// Watches until dropped.
pub struct Watch(JoinHandle<()>);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Watch {
    /// The first numbers are read before this returns: a server never starts from numbers it made up.
    pub async fn start(source: Postgres, versions: Arc<Versions>, notices: Arc<Notices>) -> Result<Watch> {
        let mut connection = source.connect().await?;
        ask(&mut connection, &versions).await?;
        Ok(Watch(tokio::spawn(async move {
            let _sending = notices.start(source.clone());
            tokio::join!(beat(&source, &versions), listen(&source, &versions, &notices));
        })))
    }
}

async fn ask(connection: &mut sqlx::PgConnection, versions: &Versions) -> Result<()> {
    let rows = postgres::fetch(connection, Sql::new("SELECT name, version FROM table_versions")).await?;
    for (table, version) in read(&rows) {
        versions.advance(&table, version);
    }
    versions.heartbeat();
    Ok(())
}

/// Asks once a second, over a connection of its own, so that busy readers never hold it up.
async fn beat(source: &Postgres, versions: &Versions) {
    let mut open = None;
    loop {
        tokio::time::sleep(BEAT).await;
        if open.is_none() {
            open = source.connect().await.ok();
        }
        if let Some(connection) = &mut open
            && !matches!(tokio::time::timeout(MAX_ANSWER, ask(connection, versions)).await, Ok(Ok(())))
        {
            open = None;
        }
        if let Some(silent) = versions.stale_for().filter(|silent| silent.as_secs() % 30 == 2) {
            tracing::warn!("the database has not answered for {} s; pages are served as they were", silent.as_secs());
        }
    }
}

/// The quick way: a commit of another server is heard of within milliseconds.
async fn listen(source: &Postgres, versions: &Versions, notices: &Notices) {
    loop {
        if let Err(cause) = hear(source, versions, notices).await {
            tracing::debug!("not listening for changes at the moment: {cause}");
        }
        tokio::time::sleep(BEAT).await;
    }
}

async fn hear(source: &Postgres, versions: &Versions, notices: &Notices) -> std::result::Result<(), sqlx::Error> {
    let pool =
        PgPoolOptions::new().max_connections(1).acquire_timeout(MAX_ANSWER).connect_with(source.options()).await?;
    let schema: String = sqlx::query_scalar("SELECT current_schema()::text").fetch_one(&pool).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    let told = format!("umeed live {schema}");
    listener.listen_all([format!("umeed {schema}").as_str(), &told]).await?;
    // Until here we heard nothing.
    notices.hear_of_gap();
    // `None` means that the connection was lost; the caller begins anew.
    while let Some(said) = listener.try_recv().await? {
        if said.channel() == told {
            notices.hear(said.payload(), &versions.name);
            continue;
        }
        let words: Vec<(&str, &str)> = said.payload().split(',').filter_map(|word| word.split_once(' ')).collect();
        // Our own commits are published by our writer, when what many read has been made.
        if words.contains(&("by", &versions.name)) {
            continue;
        }
        for (table, version) in words {
            versions.advance(table, version.parse().unwrap_or_default());
        }
    }
    Ok(())
}
