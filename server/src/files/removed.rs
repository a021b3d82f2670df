//! Files that were removed or replaced. Nobody is served them any more; their bytes stay for an hour, so that a backup
//! which has read the row finds what the row names, and are then deleted by the sweep.

use std::collections::HashMap;

use jiff::Timestamp;

use super::version::{GRACE, Version};
use crate::app::App;
use crate::clock;
use crate::db::{Row, Sql, Tx};
use crate::error::Result;

/// So many fit into one statement.
const AT_ONCE: usize = 500;

/// Notes, in the transaction that takes the row away, that these bytes are to go.
pub async fn note(tx: &mut Tx, versions: &[Version]) -> Result<()> {
    let now = clock::now();
    for some in versions.chunks(AT_ONCE) {
        let mut sql = Sql::new("INSERT INTO removed_files (version, removed_at) VALUES ");
        for (at, version) in some.iter().enumerate() {
            sql.push(if at == 0 { "(" } else { ", (" }).bind(version.to_string()).push(", ").bind(&now).push(")");
        }
        sql.push(" ON CONFLICT (version) DO UPDATE SET removed_at = excluded.removed_at");
        tx.rows(sql).await?;
    }
    Ok(())
}

pub fn query() -> Sql {
    Sql::new("SELECT version, removed_at FROM removed_files")
}

/// What `query` found: everything noted, and whether its time has come.
pub fn read(rows: &[Row], now: Timestamp) -> HashMap<Version, bool> {
    let until = now - GRACE;
    let entry = |row: &Row| {
        let is_due = clock::parse(row.text(1)).is_none_or(|removed| removed <= until);
        Version::read(row.text(0)).map(|version| (version, is_due))
    };
    rows.iter().filter_map(entry).collect()
}

pub async fn strike_out(app: &App, versions: &[Version]) -> Result<()> {
    for some in versions.chunks(AT_ONCE) {
        let mut sql = Sql::new("DELETE FROM removed_files WHERE version IN (");
        for (at, version) in some.iter().enumerate() {
            sql.push(if at == 0 { "" } else { ", " }).bind(version.to_string());
        }
        sql.push(")");
        app.db.write(move |tx| Box::pin(tx.rows(sql))).await?;
    }
    Ok(())
}
