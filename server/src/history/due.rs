//! Which lines of the history go: those that are too old, and when it is too large some more. Then the one whose lines take
//! the most gives up their oldest, so that nobody can push out what others did. What was deleted of late, what only owners may
//! change, such as the bank details, and what became of accounts is spared as long as there is anything else.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::STEP;
use crate::clock;
use crate::config::HistoryBounds;
use crate::db::{Db, Sql};
use crate::error::Result;
use crate::schema::history::{ACCOUNTS, for_owners_only};
use crate::schema::table::TRASH_DAYS;

/// No more go at once when they are this large together.
const STEP_BYTES: i64 = 8 * 1024 * 1024;

pub struct Due {
    /// What is from before then goes.
    oldest: String,
    /// A deletion from before then is like any other change.
    deleted: String,
    /// By how much the history is too large.
    excess: i64,
    /// What the lines of each author take who has any to give.
    authors: BTreeMap<Author, i64>,
}

/// Who wrote a line: an account, or one of those who have none.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Author {
    account: Option<String>,
    kind: String,
}

impl Due {
    pub async fn find(db: &Db, bounds: &HistoryBounds, now: Timestamp) -> Result<Due> {
        let before = |days: u32| clock::text(now - SignedDuration::from_hours(24 * i64::from(days)));
        let (oldest, deleted) = (before(bounds.days), before(TRASH_DAYS));
        // Lines that are too old go in any case.
        let sum = "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM history WHERE created_at >= ?";
        let size = db.first(Sql::new(sum).with(&oldest)).await?.map_or(0, |row| row.int(0));
        let excess = size - bounds.bytes();
        let authors = if excess > 0 { authors(db).await? } else { BTreeMap::new() };
        Ok(Due { oldest, deleted, excess, authors })
    }

    /// The ids of some that go next; none when all is well.
    pub async fn next(&mut self, db: &Db) -> Result<Vec<String>> {
        let aged = "SELECT id, bytes FROM history WHERE created_at < ? ORDER BY created_at, id";
        let aged = self.some(db, Sql::new(aged).with(&self.oldest), i64::MAX).await?.0;
        if !aged.is_empty() || self.excess <= 0 {
            return Ok(aged);
        }
        while let Some((author, _)) = self.authors.iter().max_by_key(|(_, bytes)| **bytes) {
            let author = author.clone();
            let (lines, bytes) = self.some(db, self.of(&author), self.excess).await?;
            if !lines.is_empty() {
                self.excess -= bytes;
                self.authors.entry(author).and_modify(|left| *left -= bytes);
                return Ok(lines);
            }
            self.authors.remove(&author);
        }
        let all = Sql::new("SELECT id, bytes FROM history ORDER BY created_at, id");
        let (lines, bytes) = self.some(db, all, self.excess).await?;
        self.excess -= bytes;
        Ok(lines)
    }

    /// The first lines of this, as many as take so much, and what they take.
    async fn some(&self, db: &Db, mut query: Sql, most: i64) -> Result<(Vec<String>, i64)> {
        query.push(&format!(" LIMIT {STEP}"));
        let (mut lines, mut bytes) = (Vec::new(), 0);
        for row in db.rows(query).await? {
            if bytes >= most.min(STEP_BYTES) {
                break;
            }
            bytes += row.int(1);
            lines.push(row.text(0).to_owned());
        }
        Ok((lines, bytes))
    }

    /// What this author's lines are, oldest first, apart from what is spared.
    fn of(&self, author: &Author) -> Sql {
        let mut sql = Sql::new("SELECT id, bytes FROM history WHERE ");
        match &author.account {
            Some(account) => sql.push("author_id = ").bind(account),
            None => sql.push("author_id IS NULL AND author = ").bind(&author.kind),
        };
        sql.push(" AND NOT (verb = 'delete' AND created_at >= ").bind(&self.deleted).push(") AND table_name <> ");
        sql.bind(ACCOUNTS);
        for (table, key) in for_owners_only() {
            sql.push(" AND NOT (table_name = ").bind(table).push(" AND row_key = ").bind(key).push(")");
        }
        sql.push(" ORDER BY id");
        sql
    }
}

async fn authors(db: &Db) -> Result<BTreeMap<Author, i64>> {
    let sums = "SELECT author_id, author, CAST(sum(bytes) AS BIGINT) FROM history GROUP BY author_id, author";
    let rows = db.rows(Sql::new(sums)).await?;
    let author = |account: Option<&str>, kind: &str| match account {
        Some(account) => Author { account: Some(account.to_owned()), kind: String::new() },
        None => Author { account: None, kind: kind.to_owned() },
    };
    let mut authors = BTreeMap::new();
    for row in &rows {
        *authors.entry(author(row.text_or_none(0), row.text(1))).or_default() += row.int(2);
    }
    Ok(authors)
}
