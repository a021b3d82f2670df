//! Whether the database is whole, as far as it can tell itself.

use super::{Db, Engine, Sql};

impl Db {
    /// What is wrong with the counts of rows, the pages, the indexes, the constraints and the references; nothing when all
    /// is well. PostgreSQL looks after all but the first itself and has no such question.
    pub async fn faults(&self) -> Vec<String> {
        let mut faults = self.wrong_counts().await;
        if self.engine() == Engine::Postgres {
            return faults;
        }
        match self.rows(Sql::new("PRAGMA integrity_check(20)")).await {
            Ok(rows) => faults.extend(rows.iter().map(|row| row.text(0).to_owned()).filter(|text| text != "ok")),
            Err(cause) => faults.push(cause.to_string()),
        }
        match self.rows(Sql::new("PRAGMA foreign_key_check")).await {
            Ok(rows) => faults.extend(
                rows.iter()
                    .map(|row| format!("a row of {} refers to one of {} that is not there", row.text(0), row.text(2))),
            ),
            Err(cause) => faults.push(cause.to_string()),
        }
        faults
    }
}
