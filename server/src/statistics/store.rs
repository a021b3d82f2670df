//! Adds what was counted to the table, through the one writer, and deletes what is older than anybody looks at. Nothing is
//! written when nothing was counted.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use jiff::{SignedDuration, Span, Timestamp};

use super::OTHER;
use super::counts::{Counts, Sum};
use crate::clock;
use crate::db::{Db, Sql, Tx};
use crate::error::Result;

const EVERY: Duration = Duration::from_secs(60);
/// How many pages a day has rows for, whatever anybody asks for and however many servers there are.
const MAX_PATHS_A_DAY: usize = 1_000;
/// Two years, so that a year can be compared with the one before.
const KEPT_DAYS: i64 = 2 * 366;

/// Stores what was counted whenever a minute begins, as long as it is polled.
pub async fn keep_storing(db: &Db, counts: &Counts) {
    loop {
        tokio::time::sleep(until_next_minute(Timestamp::now())).await;
        if let Err(cause) = store(db, counts, Timestamp::now()).await {
            tracing::warn!("views of pages could not be stored, and will be with the next: {cause}");
        }
    }
}

fn until_next_minute(now: Timestamp) -> Duration {
    let into = now.as_millisecond().rem_euclid(EVERY.as_millis() as i64) as u64;
    EVERY - Duration::from_millis(into)
}

/// For the day of a moment ago: the minute that ends at midnight belongs to the day before.
pub async fn store(db: &Db, counts: &Counts, now: Timestamp) -> Result<()> {
    let taken = counts.take();
    if taken.is_empty() {
        return Ok(());
    }
    let day = clock::day(now - SignedDuration::from_secs(1)).to_string();
    let adding = taken.clone();
    let stored = db.write(move |tx| Box::pin(async move { add(tx, &day, adding).await })).await;
    stored.inspect_err(|_| counts.put_back(taken))
}

async fn add(tx: &mut Tx, day: &str, taken: Vec<(String, Sum)>) -> Result<()> {
    let rows = tx.rows(Sql::new("SELECT path FROM page_views WHERE day = ?").with(day)).await?;
    let mut known: HashSet<String> = rows.iter().map(|row| row.text(0).to_owned()).collect();
    let mut sums = BTreeMap::<String, Sum>::new();
    for (path, sum) in taken {
        let has_room = known.contains(&path) || known.len() < MAX_PATHS_A_DAY;
        let path = if has_room { path } else { OTHER.to_owned() };
        known.insert(path.clone());
        let total = sums.entry(path).or_default();
        total.views += sum.views;
        total.link_previews += sum.link_previews;
    }
    let mut sql = Sql::new("INSERT INTO page_views (id, day, path, views, link_previews) VALUES ");
    for (position, (path, sum)) in sums.iter().enumerate() {
        sql.push(if position > 0 { ", (" } else { "(" });
        sql.bind_all([clock::new_id().to_string().as_str(), day, path.as_str()]);
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        sql.push(", ").bind_all([number(sum.views), number(sum.link_previews)]).push(")");
    }
    sql.push(
        " ON CONFLICT (day, path) DO UPDATE SET views = page_views.views + excluded.views, \
         link_previews = page_views.link_previews + excluded.link_previews",
    );
    tx.rows(sql).await.map(drop)
}

/// Deletes the days that are too old; in one go, since a day has few rows and this runs hourly.
pub async fn sweep(db: &Db, now: Timestamp) -> Result<()> {
    let oldest = clock::day(now).saturating_sub(Span::new().days(KEPT_DAYS)).to_string();
    let old = Sql::new("SELECT 1 FROM page_views WHERE day < ? LIMIT 1").with(&oldest);
    if db.first(old).await?.is_none() {
        return Ok(());
    }
    let sql = Sql::new("DELETE FROM page_views WHERE day < ?").with(oldest);
    db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Folder;
    use crate::statistics::Asker;

    async fn db() -> (tempfile::TempDir, Db) {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&Folder::at(folder.path())).await.unwrap();
        (folder, db)
    }

    async fn rows(db: &Db) -> Vec<(String, String, i64, i64)> {
        let sql = "SELECT day, path, views, link_previews FROM page_views ORDER BY day, path";
        let rows = db.rows(Sql::new(sql)).await.unwrap();
        rows.iter().map(|row| (row.text(0).to_owned(), row.text(1).to_owned(), row.int(2), row.int(3))).collect()
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn it_is_stored_when_a_minute_begins() {
        assert_eq!(until_next_minute(at("2026-11-16T10:00:00Z")), EVERY);
        assert_eq!(until_next_minute(at("2026-11-16T10:00:59.250Z")), Duration::from_millis(750));
    }

    /// Two servers, and two minutes of one of them; the day turns at midnight in Pakistan.
    #[tokio::test]
    async fn counts_add_up_and_belong_to_their_day() {
        let (_folder, db) = db().await;
        let (one, other) = (Counts::default(), Counts::default());
        let now = at("2026-11-16T18:00:00Z");
        for counts in [&one, &other, &one] {
            counts.of("/").add(Asker::Person);
            counts.of("/about").add(Asker::LinkPreview);
            store(&db, counts, now).await.unwrap();
        }
        one.of("/").add(Asker::Person);
        store(&db, &one, at("2026-11-16T19:00:00.004Z")).await.unwrap();
        one.of("/").add(Asker::Person);
        store(&db, &one, at("2026-11-16T19:01:00.004Z")).await.unwrap();
        let row = |day: &str, path: &str, views, previews| (day.to_owned(), path.to_owned(), views, previews);
        assert_eq!(
            rows(&db).await,
            [row("2026-11-16", "/", 4, 0), row("2026-11-16", "/about", 0, 3), row("2026-11-17", "/", 1, 0)]
        );
    }

    #[tokio::test]
    async fn a_day_has_a_bounded_number_of_rows() {
        let (_folder, db) = db().await;
        let now = at("2026-11-16T10:00:00Z");
        for batch in 0..3 {
            let counts = Counts::default();
            for number in 0..500 {
                counts.of(&format!("/x/{batch}/{number}")).add(Asker::Person);
            }
            store(&db, &counts, now).await.unwrap();
        }
        let rows = rows(&db).await;
        assert_eq!(rows.len(), MAX_PATHS_A_DAY + 1);
        assert!(rows.iter().any(|(_, path, views, _)| path == OTHER && *views == 500));
        assert_eq!(rows.iter().map(|(_, _, views, _)| views).sum::<i64>(), 1_500, "none is lost");
    }

    #[tokio::test]
    async fn what_cannot_be_stored_is_stored_later_and_what_is_old_goes() {
        let (_folder, db) = db().await;
        let counts = Counts::default();
        counts.of("/").add(Asker::Person);
        let hide = |from: &str, to: &str| Sql::new(format!("ALTER TABLE {from} RENAME TO {to}"));
        let (away, back) = (hide("page_views", "gone"), hide("gone", "page_views"));
        db.write(|tx| Box::pin(async move { tx.rows(away).await.map(drop) })).await.unwrap();
        store(&db, &counts, at("2024-01-01T10:00:00Z")).await.unwrap_err();
        db.write(|tx| Box::pin(async move { tx.rows(back).await.map(drop) })).await.unwrap();
        store(&db, &counts, at("2024-01-01T10:00:00Z")).await.unwrap();
        assert_eq!(rows(&db).await.len(), 1);
        sweep(&db, at("2025-12-31T10:00:00Z")).await.unwrap();
        assert_eq!(rows(&db).await.len(), 1);
        sweep(&db, at("2026-11-16T10:00:00Z")).await.unwrap();
        assert!(rows(&db).await.is_empty());
    }
}
