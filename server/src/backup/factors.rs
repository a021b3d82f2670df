//! What a restore must not take away unsaid: the second factors of accounts that it brings back. An archive from before there
//! were any leaves them as they are; with any other they are as the archive has them, and who has lost theirs is told.

use super::archive::Archive;
use super::read;
use super::shape::{self, Kept};
use crate::db::{Db, Row, Sql, Tx};
use crate::error::Result;

/// The tables that follow their account, in the order in which they are written.
const FOLLOWING: [&str; 2] = ["factors", "recovery_codes"];

/// Rows to put back where the archive knows nothing of their table.
pub struct Carried(Vec<(&'static Kept, Vec<Row>)>);

pub async fn carry(tx: &mut Tx, archive: &Archive) -> Result<Carried> {
    let mut carried = Vec::new();
    for kept in FOLLOWING.into_iter().filter_map(shape::find) {
        if archive.manifest.tables.iter().all(|contents| contents.name != kept.name) {
            let mut sql = Sql::new("SELECT ");
            read::names(&mut sql, kept.columns.iter().map(|column| column.name));
            sql.push(" FROM ").name(kept.name);
            carried.push((kept, tx.rows(sql).await?));
        }
    }
    Ok(Carried(carried))
}

impl Carried {
    /// Those of accounts that are there again.
    pub async fn put_back(self, tx: &mut Tx) -> Result<()> {
        for (kept, rows) in self.0 {
            for row in rows {
                let staff = row.text(kept.position("staff_id"));
                if tx.first(Sql::new("SELECT 1 FROM staff WHERE id = ?").with(staff)).await?.is_none() {
                    continue;
                }
                let mut sql = Sql::new("INSERT INTO ");
                sql.name(kept.name).push(" (");
                read::names(&mut sql, kept.columns.iter().map(|column| column.name));
                sql.push(") VALUES (").bind_all(row.values().to_vec()).push(")");
                tx.rows(sql).await?;
            }
        }
        Ok(())
    }
}

/// The addresses of accounts with a second factor, by their ids.
pub async fn holders(db: &Db) -> Result<Vec<(String, String)>> {
    let sql = "SELECT id, email FROM staff WHERE id IN \
               (SELECT staff_id FROM factors WHERE kind = 'totp' AND status = 'verified') ORDER BY email";
    let rows = db.rows(Sql::new(sql)).await?;
    Ok(rows.iter().map(|row| (row.text(0).to_owned(), row.text(1).to_owned())).collect())
}

/// Which of these are still there and have no second factor any more.
pub async fn lost(db: &Db, before: Vec<(String, String)>) -> Result<Vec<String>> {
    let now = holders(db).await?;
    let mut lost = Vec::new();
    for (id, email) in before.into_iter().filter(|one| now.iter().all(|other| other.0 != one.0)) {
        if db.first(Sql::new("SELECT 1 FROM staff WHERE id = ?").with(id)).await?.is_some() {
            lost.push(email);
        }
    }
    Ok(lost)
}
