//! What staff are shown for the last days: views and entries of forms by day, the pages that were seen most, and the sums of
//! as many days before. Forms are counted from the rows that are there, so what staff deleted is not in it.

use std::collections::HashMap;

use jiff::civil::Date;
use jiff::{Span, Timestamp};
use serde_json::{Map, Value as Json, json};

use crate::clock;
use crate::db::{Db, Reserve, Row, Sql};
use crate::error::Result;

/// The numbers of days that may be asked for.
pub const PERIODS: [u32; 4] = [7, 30, 90, 365];
const MAX_PAGES: usize = 100;
/// The forms, by their tables.
const FORMS: [&str; 3] = ["volunteers", "subscribers", "messages"];

/// The last `days`, today included.
pub async fn report(db: &Db, days: u32, now: Timestamp) -> Result<Json> {
    let today = clock::day(now);
    let ago = |number: u32| today.saturating_sub(Span::new().days(i64::from(number)));
    let (first, before) = (ago(days - 1), ago(2 * days - 1));

    let mut queries = vec![views_by_day(before, today), views_by_page(first, before, today), first_day()];
    queries.extend(FORMS.map(|form| entries(form, clock::beginning_of(before))));
    let mut answers = db.snapshot(Reserve::Staff, queries).await?.into_iter();
    let (views, pages, since) = (answers.next(), answers.next(), answers.next());

    let mut counted = HashMap::<(String, &str), i64>::new();
    for row in views.iter().flatten() {
        counted.insert((row.text(0).to_owned(), "views"), row.int(1));
        counted.insert((row.text(0).to_owned(), "link_previews"), row.int(2));
    }
    for (form, rows) in FORMS.into_iter().zip(answers) {
        for row in &rows {
            if let Some(day) = day_of_quarter(row.text(0)) {
                *counted.entry((day.to_string(), form)).or_default() += row.int(1);
            }
        }
    }

    let days_from = |first: Date| first.series(Span::new().days(1)).take(days as usize).map(|day| day.to_string());
    let number = |day: &str, name| counted.get(&(day.to_owned(), name)).copied().unwrap_or_default();
    let of_day = |day: String| {
        let numbers = names().map(|name| (name.to_owned(), json!(number(&day, name))));
        Json::Object(std::iter::once(("day".to_owned(), json!(day))).chain(numbers).collect())
    };
    let earlier = |name| days_from(before).map(|day| number(&day, name)).sum::<i64>();
    Ok(json!({
        "days": days_from(first).map(of_day).collect::<Vec<_>>(),
        "before": names().map(|name| (name.to_owned(), json!(earlier(name)))).collect::<Map<_, _>>(),
        "pages": pages.unwrap_or_default().iter().map(page).collect::<Vec<_>>(),
        "since": since.unwrap_or_default().first().and_then(|row| row.text_or_none(0)),
    }))
}

/// What is counted of each day.
fn names() -> impl Iterator<Item = &'static str> {
    ["views", "link_previews"].into_iter().chain(FORMS)
}

fn views_by_day(from: Date, to: Date) -> Sql {
    let sql = "SELECT day, CAST(sum(views) AS BIGINT), CAST(sum(link_previews) AS BIGINT) FROM page_views \
               WHERE day >= ? AND day <= ? GROUP BY day";
    Sql::new(sql).with(from.to_string()).with(to.to_string())
}

/// Those of the period, with what they had before.
fn views_by_page(first: Date, before: Date, to: Date) -> Sql {
    let of_period = |column: &str| format!("CAST(sum(CASE WHEN day >= ? THEN {column} ELSE 0 END) AS BIGINT)");
    let sql = Sql::new(format!(
        "SELECT path, views, link_previews, earlier FROM (SELECT path, {} AS views, {} AS link_previews, \
         CAST(sum(CASE WHEN day < ? THEN views ELSE 0 END) AS BIGINT) AS earlier FROM page_views \
         WHERE day >= ? AND day <= ? GROUP BY path) AS pages \
         WHERE views > 0 OR link_previews > 0 ORDER BY views DESC, link_previews DESC, path LIMIT {MAX_PAGES}",
        of_period("views"),
        of_period("link_previews"),
    ));
    let (first, before, to) = (first.to_string(), before.to_string(), to.to_string());
    sql.with(&first).with(&first).with(&first).with(before).with(to)
}

fn page(row: &Row) -> Json {
    json!({ "path": row.text(0), "views": row.int(1), "link_previews": row.int(2), "before": row.int(3) })
}

fn first_day() -> Sql {
    Sql::new("SELECT min(day) FROM page_views")
}

/// Entries by quarters of an hour in UTC, `2026-11-16T10:3`: every zone of the world is a whole number of those away.
fn entries(form: &str, since: Timestamp) -> Sql {
    let mut sql = Sql::new("SELECT quarter, count(*) FROM (SELECT substr(created_at, 1, 14) || ");
    sql.push("CAST(CAST(substr(created_at, 15, 2) AS INTEGER) / 15 AS TEXT) AS quarter FROM ").name(form);
    sql.push(" WHERE created_at >= ").bind(clock::text(since)).push(") AS entries GROUP BY quarter");
    sql
}

fn day_of_quarter(quarter: &str) -> Option<Date> {
    let (hour, number) = quarter.split_at_checked(14)?;
    let minute = 15 * number.parse::<u8>().ok()?;
    clock::parse(&format!("{hour}{minute:02}:00Z")).map(clock::day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_an_hour_belongs_to_a_day_of_the_site() {
        for (quarter, day) in [
            ("2026-11-16T18:3", Some("2026-11-16")),
            ("2026-11-16T19:0", Some("2026-11-17")),
            ("2026-12-31T23:2", Some("2027-01-01")),
            ("", None),
            ("2026-11-16T18:", None),
        ] {
            assert_eq!(day_of_quarter(quarter).map(|day| day.to_string()).as_deref(), day, "{quarter}");
        }
    }
}
