//! Finding a piece of text in a large table on PostgreSQL: an index of its own extension pg_trgm, over what `ilike` compares.
//! It is made once a table is so large that reading all of it is felt, without holding up anybody who writes.

use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor};

use super::Searched;
use crate::db::connection::Source;
use crate::db::sql::Sql;
use crate::db::{Db, postgres};
use crate::error::{Error, Result};

/// Fewer rows are read in a few milliseconds.
const WORTH_IT: i64 = 10_000;

/// Said once.
static NOT_TO_BE_HAD: AtomicBool = AtomicBool::new(false);

impl Db {
    pub(super) async fn make_search_indexes(&self) {
        let Source::Postgres(source) = &self.source else { return };
        for searched in self.searched {
            match self.is_large(searched).await {
                Ok(false) => continue,
                Ok(true) => {}
                Err(cause) => return tracing::warn!("the index for searching {} waits: {cause}", searched.table),
            }
            let made = match source.connect().await {
                Ok(connection) => make(connection, searched).await,
                Err(cause) => Err(cause),
            };
            if let Err(cause) = made
                && !NOT_TO_BE_HAD.swap(true, Ordering::Relaxed)
            {
                tracing::warn!(
                    "searching {} reads the whole table, because PostgreSQL makes no index for it ({cause}). An \
                     administrator of the database can allow it: CREATE EXTENSION pg_trgm",
                    searched.table
                );
            }
        }
    }

    async fn is_large(&self, searched: &Searched) -> Result<bool> {
        let sql = Sql::new("SELECT row_count FROM row_counts WHERE name = ?").with(searched.table);
        Ok(self.first(sql).await?.is_some_and(|row| row.int(0) >= WORTH_IT))
    }
}

fn name(searched: &Searched) -> String {
    format!("{}_search", searched.table)
}

/// One server at a time. An index that is half made, by one that was killed, is made anew, and so is one of other columns.
async fn make(mut connection: PgConnection, searched: &Searched) -> Result<()> {
    let run = async |connection: &mut PgConnection, sql: String| -> Result<()> {
        connection.execute(sqlx::AssertSqlSafe(sql)).await.map(drop).map_err(crate::db::error::translate)
    };
    run(&mut connection, "SET statement_timeout = 0; SET lock_timeout = 0".into()).await?;
    let lock =
        "SELECT CASE WHEN pg_try_advisory_lock(hashtextextended('umeed search ' || current_schema(), 0)) THEN 1 END";
    if postgres::fetch(&mut connection, Sql::new(lock)).await?[0].int_or_none(0).is_none() {
        return Ok(());
    }
    let schema = match schema_of_extension(&mut connection).await? {
        Some(schema) => schema,
        None => {
            // Another server, or another site in the same database, may be doing so too: what counts is that it is there.
            let created = run(&mut connection, "CREATE EXTENSION IF NOT EXISTS pg_trgm".into()).await;
            match schema_of_extension(&mut connection).await? {
                Some(schema) => schema,
                None => return created.and(Err(Error::Unavailable("pg_trgm is missing".into()))),
            }
        }
    };
    let name = name(searched);
    let terms: Vec<String> =
        searched.columns.iter().map(|column| format!("lower(\"{column}\") \"{schema}\".gin_trgm_ops")).collect();
    let of = searched.columns.join(",");
    let there = "SELECT CASE WHEN i.indisvalid AND obj_description(c.oid) = ? THEN 1 ELSE 0 END FROM pg_index i \
                 JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relname = ? AND c.relnamespace = current_schema()::regnamespace";
    let there = postgres::fetch(&mut connection, Sql::new(there).with(&of).with(&name)).await?;
    if there.first().is_some_and(|row| row.int(0) == 1) {
        return Ok(());
    }
    if !there.is_empty() {
        run(&mut connection, format!("DROP INDEX CONCURRENTLY \"{name}\"")).await?;
    }
    let table = searched.table;
    run(
        &mut connection,
        format!("CREATE INDEX CONCURRENTLY \"{name}\" ON \"{table}\" USING gin ({})", terms.join(", ")),
    )
    .await?;
    run(&mut connection, format!("COMMENT ON INDEX \"{name}\" IS '{of}'")).await?;
    // So that it is known how rare a text is.
    run(&mut connection, format!("ANALYZE \"{table}\"")).await?;
    let _ = connection.close().await;
    Ok(())
}

async fn schema_of_extension(connection: &mut PgConnection) -> Result<Option<String>> {
    let sql = "SELECT n.nspname::text FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace \
               WHERE e.extname = 'pg_trgm'";
    let found = postgres::fetch(connection, Sql::new(sql)).await?;
    Ok(found.first().map(|row| row.text(0).to_owned()))
}
