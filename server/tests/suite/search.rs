//! Searching by the index finds exactly what reading every row finds, in the same order, whatever was written and however
//! far the index has come. Where PostgreSQL runs, the same questions are asked of it.

use std::fmt::Write;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use umeed::db::{Engine, Sql};

use crate::harness::TestApp;

const COLUMNS: [&str; 7] = ["name", "city", "phone", "skills", "email", "interest", "notes"];

/// The same numbers in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.roll(of.len())]
    }
}

const NAMES: [&str; 12] = [
    "Ali",
    "ALI Khan",
    "Alina",
    "Zubeda Qazi",
    "Ünal Öz",
    "ÜNAL ÖZ",
    "علی رضا",
    "فاطمہ",
    "🎉 Party 🎉🎉",
    "50%_off",
    "O'Neil \"Q\"",
    "back\\slash*star",
];
const CITIES: [&str; 4] = ["Lahore", "Faisalabad", "Toba Tek Singh", "لاہور"];

fn volunteer(dice: &mut Dice) -> Value {
    let phone = format!("+92 3{:02} {:07}", dice.roll(40), dice.roll(10_000_000));
    let name = format!("{} {}", dice.pick(&NAMES), dice.roll(300));
    let notes = [None, Some("called, Ali's brother"), Some("علی"), Some("x")][dice.roll(4)];
    let skills = [None, Some("Teaching"), Some("")][dice.roll(3)];
    json!({ "name": name, "city": dice.pick(&CITIES), "phone": phone, "skills": skills, "notes": notes })
}

const TEXTS: [&str; 28] = [
    "ali",
    "ALI",
    "Ali 7",
    "zubeda",
    "qazi 29",
    "ünal",
    "Üna",
    "علی",
    "فاطمہ",
    "🎉🎉",
    "🎉 party 🎉🎉",
    "50\\%\\_off",
    "50%off",
    "5__off",
    "o'neil",
    "\"q\"",
    "slash*star",
    "back\\\\slash",
    "lahore",
    "لاہور",
    "+92 300",
    "123",
    "4567",
    "al",
    "a",
    "",
    "nothing of it",
    "teach%ing",
];

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// As the admin asks. With `scan` a condition stands among the others that no index knows.
fn asked(text: &str, scan: bool) -> String {
    let quoted = format!("\"*{}*\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut each: Vec<String> = COLUMNS.iter().map(|column| format!("{column}.ilike.{quoted}")).collect();
    each.extend(scan.then(|| "status.eq.nobody".to_owned()));
    format!("or={}", encoded(&format!("({})", each.join(","))))
}

const LIST: &str = "select=*,email,interest,status,notes&order=created_at.desc,id.desc";

struct Site {
    app: TestApp,
    staff: String,
    dice: Dice,
}

impl Site {
    async fn start(seed: u64) -> Site {
        Site::on(TestApp::start().await, seed).await
    }

    async fn on(app: TestApp, seed: u64) -> Site {
        let staff = app.staff_token().await;
        Site { app, staff, dice: Dice(seed) }
    }

    async fn add(&mut self, count: usize) {
        for _ in 0..count.div_ceil(400) {
            let rows: Vec<Value> = (0..count.min(400)).map(|_| volunteer(&mut self.dice)).collect();
            let answer = self.app.post_json("/rest/v1/volunteers", json!(rows), Some(&self.staff)).await;
            assert_eq!(answer.status, 201, "{}", answer.text());
        }
    }

    async fn rows(&self, query: &str) -> Vec<Value> {
        let answer = self.app.get(&format!("/rest/v1/volunteers?{query}"), Some(&self.staff)).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.text());
        answer.json.as_array().unwrap().clone()
    }

    async fn count(&self, query: &str) -> String {
        let request = self.app.request(Method::HEAD, &format!("/rest/v1/volunteers?{query}"), Some(&self.staff));
        let request = request.header("prefer", "count=exact").body(Body::empty()).unwrap();
        let answer = self.app.send(request).await;
        assert!([200, 206].contains(&answer.status), "{query}: {}", answer.status);
        answer.header("content-range").rsplit('/').next().unwrap().to_owned()
    }

    /// Page after page, as the admin goes through a list.
    async fn pages(&self, conditions: &str, size: usize) -> Vec<Value> {
        let mut rows = self.rows(&format!("{LIST}&{conditions}&limit={size}")).await;
        let mut last_page = rows.len();
        while last_page == size {
            let (time, id) =
                (rows[rows.len() - 1]["created_at"].as_str().unwrap(), rows[rows.len() - 1]["id"].as_str().unwrap());
            let or = encoded(&format!("(created_at.lt.\"{time}\",id.lt.{id})"));
            let after = format!("created_at=lte.{}&or={or}", encoded(time));
            let page = self.rows(&format!("{LIST}&{conditions}&{after}&limit={size}")).await;
            last_page = page.len();
            rows.extend(page);
        }
        rows
    }

    /// Each search gives what reading everything gives, whole, in pages and as a number.
    async fn compare(&self, when: &str) {
        for text in TEXTS {
            let (by_index, by_scan) = (asked(text, false), asked(text, true));
            let all = self.rows(&format!("{LIST}&{by_scan}")).await;
            assert_eq!(self.rows(&format!("{LIST}&{by_index}")).await, all, "{when}: {text}");
            let some = self.rows(&format!("{LIST}&{by_index}&limit=7&offset=5")).await;
            assert_eq!(some, all.iter().skip(5).take(7).cloned().collect::<Vec<_>>(), "{when}: {text}");
            assert_eq!(self.count(&by_index).await, self.count(&by_scan).await, "{when}: {text}");
            if all.len() < 1000 {
                assert_eq!(self.pages(&by_index, 51).await, all, "{when}, in pages: {text}");
            }
            let fresh = format!("{LIST}&status=eq.new&limit=3");
            let fresh = [&by_index, &by_scan].map(|search| format!("{fresh}&{search}"));
            assert_eq!(self.rows(&fresh[0]).await, self.rows(&fresh[1]).await, "{when}: new with {text}");
        }
    }

    async fn sql(&self, sql: &'static str) -> Vec<umeed::db::Row> {
        self.app.app.db.rows(Sql::new(sql)).await.unwrap()
    }

    async fn write(&self, sql: &str) {
        let sql = Sql::new(sql);
        self.app.app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
    }

    async fn indexed(&self) {
        self.app.app.indexing.up_to_date().await;
    }

    async fn not_indexed(&self) -> i64 {
        let tables = self.app.app.db.rows_to_index().await.unwrap();
        tables.into_iter().find(|(table, _)| *table == "volunteers").unwrap().1
    }

    fn is_sqlite(&self) -> bool {
        self.app.app.db.engine() == Engine::Sqlite
    }

    /// Some that the index holds, if there is one: not the newest.
    async fn old_ids(&mut self, count: usize) -> Vec<String> {
        let rows = self.rows("select=id&order=created_at.asc,id.asc&limit=300").await;
        (0..count).map(|_| rows[self.dice.roll(rows.len())]["id"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn a_search_finds_what_reading_everything_finds() {
    let mut site = Site::start(1).await;
    site.compare("empty").await;
    site.add(900).await;
    site.compare("before or while it is filled").await;
    site.indexed().await;
    if site.is_sqlite() {
        assert!((384..512).contains(&site.not_indexed().await), "it is filled");
    }
    site.compare("filled").await;

    let ids = site.old_ids(20).await;
    let (now, gone) = ids.split_at(10);
    let kept = site.rows(&format!("{LIST}&id=in.({})", gone.join(","))).await;
    for (number, id) in now.iter().enumerate() {
        let change = json!({ "notes": format!("Zubeda qazi 29{number}"), "status": "called" });
        let answer = site.app.patch_json(&format!("/rest/v1/volunteers?id=eq.{id}"), change, Some(&site.staff)).await;
        assert_eq!(answer.status, 204, "{}", answer.text());
    }
    let found = site.rows(&format!("{LIST}&{}", asked("zubeda qazi 29", false))).await;
    assert!(now.iter().all(|id| found.iter().any(|row| row["id"] == **id)), "they match from now on");
    site.app.delete(&format!("/rest/v1/volunteers?id=in.({})", gone.join(",")), Some(&site.staff)).await;
    site.compare("changed, and the index is old").await;
    site.indexed().await;
    site.compare("changed, and the index knows").await;

    for id in now {
        let change = json!({ "notes": "nothing" });
        site.app.patch_json(&format!("/rest/v1/volunteers?id=eq.{id}"), change, Some(&site.staff)).await;
    }
    let undone = site.app.post_json("/rest/v1/volunteers", json!(kept), Some(&site.staff)).await;
    assert_eq!(undone.status, 201, "{}", undone.text());
    let moved = json!({ "created_at": "2020-01-01T00:00:00Z" });
    let answer = site
        .app
        .post_json(
            "/rest/v1/volunteers",
            json!([volunteer(&mut site.dice)].map(|mut row| {
                row["created_at"] = moved["created_at"].clone();
                row
            })),
            Some(&site.staff),
        )
        .await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    site.compare("undone, and the index is old").await;
    site.indexed().await;
    site.compare("undone, and the index knows").await;
    assert_eq!(site.app.app.db.faults().await, Vec::<String>::new());
    if site.is_sqlite() {
        assert_eq!(site.sql("SELECT count(*) FROM search_stale").await[0].int(0), 0, "all of it was taken in");
    }
}

/// Without this the other tests would compare one scan with another.
#[tokio::test]
async fn the_index_is_asked() {
    let mut site = Site::start(2).await;
    if !site.is_sqlite() {
        return;
    }
    site.add(1).await;
    let id = site.rows("select=id").await[0]["id"].as_str().unwrap().to_owned();
    site.write(&format!("UPDATE volunteers SET name = 'Rarely Heard' WHERE id = '{id}'")).await;
    site.add(800).await;
    site.indexed().await;
    let search = format!("{LIST}&{}", asked("ly hear", false));
    assert_eq!(site.rows(&search).await.len(), 1);
    site.write("INSERT INTO search_volunteers (search_volunteers) VALUES ('delete-all')").await;
    assert_eq!(site.rows(&search).await.len(), 0, "nobody looked at the row itself");
    assert_eq!(site.count(&asked("ly hear", false)).await, "0");
    assert_eq!(site.rows(&format!("{LIST}&{}", asked("ly hear", true))).await.len(), 1);
}

#[tokio::test]
async fn a_server_that_stops_while_filling_goes_on_after_its_start() {
    let mut site = Site::start(3).await;
    site.add(2000).await;
    let mut app = site.app;
    for _ in 0..3 {
        app = app.restarted().await;
        tokio::task::yield_now().await;
    }
    let site = Site::on(app, 3).await;
    site.compare("started again").await;
    site.indexed().await;
    site.compare("filled").await;
    if site.is_sqlite() {
        assert!(site.not_indexed().await < 512);
    }
}

#[tokio::test]
async fn no_write_fails_or_gets_lost_while_the_index_is_filled() {
    let mut site = Site::start(4).await;
    site.add(3000).await;
    let ids = site.old_ids(60).await;
    let site = Arc::new(site);
    let sent = (0..6).map(|sender| {
        let (site, ids) = (site.clone(), ids.clone());
        tokio::spawn(async move {
            let mut dice = Dice(sender);
            for id in ids.iter().skip(sender as usize).step_by(6) {
                let row = volunteer(&mut dice);
                let answer = site.app.post_json("/rest/v1/volunteers", row, Some(&site.staff)).await;
                assert_eq!(answer.status, 201, "{}", answer.text());
                let path = format!("/rest/v1/volunteers?id=eq.{id}");
                let change = json!({ "notes": format!("changed by {sender}") });
                let answer = site.app.patch_json(&path, change, Some(&site.staff)).await;
                assert_eq!(answer.status, 204, "{}", answer.text());
                // A write that fails by itself takes nothing of the others' along.
                let twice = json!([{ "id": id, "name": "n", "city": "c", "phone": "1" }]);
                let answer = site.app.post_json("/rest/v1/volunteers", twice, Some(&site.staff)).await;
                assert_eq!(answer.status, 409, "{}", answer.text());
            }
        })
    });
    let sent: Vec<_> = sent.collect();
    site.indexed().await;
    for sender in sent {
        sender.await.unwrap();
    }
    let changed = site.count(&asked("changed by", true)).await;
    assert_eq!(site.count(&asked("changed by", false)).await, changed);
    site.indexed().await;
    assert_eq!(site.count(&asked("changed by", false)).await, changed);
    site.compare("after all of it").await;
    assert_eq!(site.app.app.db.faults().await, Vec::<String>::new());
}

/// More changes in one transaction than its record keeps, so that nobody can say which rows they were.
#[tokio::test]
async fn after_a_change_of_very_many_rows_the_index_is_made_anew() {
    let mut site = Site::start(5).await;
    site.add(800).await;
    site.indexed().await;
    // Long in bytes, which the record counts; short in signs, of which the index makes its words.
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) \
                INSERT INTO volunteers (id, name, city, phone, skills, created_at) SELECT 'many ' || i, 'One of many ' || i, 'x', '1', \
                replace(CAST(i AS TEXT) || '............', '.', '😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀'), \
                '2021-01-01T00:00:00.' || substr(CAST(1000000 + i AS TEXT), 2) || '+00:00' FROM n";
    let change = "UPDATE volunteers SET notes = 'Found afterwards' WHERE id IN (SELECT id FROM volunteers WHERE phone <> '1' ORDER BY created_at LIMIT 5)";
    site.app
        .app
        .db
        .write(move |tx| {
            Box::pin(async move {
                tx.rows(Sql::new(many)).await?;
                tx.rows(Sql::new(change)).await.map(drop)
            })
        })
        .await
        .unwrap();
    let search = format!("{LIST}&{}", asked("found after", false));
    assert_eq!(site.rows(&search).await.len(), 5);
    site.indexed().await;
    assert_eq!(site.rows(&search).await.len(), 5);
    let search = format!("{LIST}&{}", asked("of many 2499", false));
    assert_eq!(site.rows(&search).await.len(), 1);
    if site.is_sqlite() {
        assert!(site.not_indexed().await < 512);
    }
    site.write("DELETE FROM volunteers WHERE city = 'x'").await;
    site.compare("many are gone").await;
    site.indexed().await;
    site.compare("many are gone, and the index knows").await;
}

/// With sqlite3, while the server runs: any text can stand where a time belongs.
#[tokio::test]
async fn what_was_changed_by_hand_is_found() {
    use sqlx::{Connection, Executor};
    let mut site = Site::start(6).await;
    if !site.is_sqlite() {
        return;
    }
    site.add(800).await;
    site.indexed().await;
    let file = site.app.app.settings.folder.path.join("umeed.db");
    let mut by_hand = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let oldest = "(SELECT id FROM volunteers ORDER BY created_at LIMIT 1)";
    for statement in [
        format!("UPDATE volunteers SET name = 'Changed By Hand' WHERE id = {oldest}"),
        "INSERT INTO volunteers (id, name, city, phone, created_at) VALUES ('1', 'Added by hand', 'x', '1', '1999-01-01T00:00:00.000000+00:00'), \
         ('2', 'Added by hand, oddly', 'x', '1', '1999-01-01'), ('3', 'Added by hand, oddly', 'x', '1', '-0005-01-01T00:00:00.000000+00:00')"
            .to_owned(),
    ] {
        by_hand.execute(sqlx::AssertSqlSafe(statement)).await.unwrap();
    }
    for when in ["at once", "indexed"] {
        let found = site.rows(&format!("{LIST}&{}", asked("by hand", false))).await;
        assert_eq!(found, site.rows(&format!("{LIST}&{}", asked("by hand", true))).await, "{when}");
        assert_eq!(found.len(), 4, "{when}");
        site.indexed().await;
    }
    site.compare("changed by hand").await;
}

/// A page of the index holds words of a row until it is written anew.
#[tokio::test]
async fn what_is_deleted_goes_from_the_pages_of_the_index() {
    let mut site = Site::start(7).await;
    if !site.is_sqlite() {
        return;
    }
    site.add(1200).await;
    site.indexed().await;
    // Where FTS5 notes what is deleted but still there.
    let noted = "SELECT count(*), (SELECT erased FROM search_state WHERE name = 'volunteers') FROM search_volunteers_data \
                 WHERE id >= 1 << 53";
    for (is_erased, times) in [(true, "the first time"), (false, "again within the hour")] {
        let id = &site.old_ids(1).await[0];
        site.app.delete(&format!("/rest/v1/volunteers?id=eq.{id}"), Some(&site.staff)).await;
        site.indexed().await;
        let row = &site.sql(noted).await[0];
        assert_eq!((row.int(0) == 0, row.int(1) == 0), (is_erased, is_erased), "{times}");
    }
    site.compare("deleted").await;
    assert_eq!(site.app.app.db.faults().await, Vec::<String>::new());
}

#[tokio::test]
async fn an_index_of_other_columns_is_made_anew_at_start() {
    let mut site = Site::start(8).await;
    if !site.is_sqlite() {
        return;
    }
    site.add(800).await;
    site.indexed().await;
    site.write("UPDATE search_state SET made_of = '1 name' WHERE name = 'volunteers'").await;
    let site = Site::on(site.app.restarted().await, 8).await;
    site.compare("made anew").await;
    site.indexed().await;
    site.compare("filled anew").await;
    assert!(site.not_indexed().await < 512);
}

#[tokio::test]
async fn a_search_is_for_those_who_may_read() {
    let mut site = Site::start(9).await;
    site.add(800).await;
    site.indexed().await;
    for query in [asked("ali", false), asked("ali", true), "name=ilike.*zub*".into()] {
        let answer = site.app.get(&format!("/rest/v1/volunteers?{query}"), None).await;
        assert_eq!(answer.status, 401, "{}", answer.text());
    }
    let mut names = String::new();
    for row in
        site.sql("SELECT 'search_volunteers' UNION ALL SELECT 'search_state' UNION ALL SELECT 'search_stale'").await
    {
        let answer = site.app.get(&format!("/rest/v1/{}", row.text(0)), Some(&site.staff)).await;
        write!(names, "{} ", answer.status).unwrap();
    }
    assert_eq!(names, "404 404 404 ");
}

/// What is searched is text, and the newest rows are found by an index.
#[test]
fn searched_columns_are_texts_of_the_table() {
    use umeed::schema::{Kind, TABLES};
    let searched: Vec<_> = TABLES.iter().filter(|table| !table.search.is_empty()).collect();
    assert!(searched.len() >= 2);
    for table in searched {
        assert_eq!((table.key, table.column("created_at").map(|column| column.kind)), ("id", Some(Kind::Time)));
        for name in table.search {
            let kind = table.column(name).unwrap().kind;
            assert!(matches!(kind, Kind::Text { .. } | Kind::Email), "{}.{name}", table.name);
        }
    }
}

/// In a table so large that it is felt, PostgreSQL takes an index for a rare text.
#[tokio::test]
async fn postgres_has_an_index_for_large_tables() {
    let site = Site::start(10).await;
    if site.is_sqlite() {
        return;
    }
    // In parts: no statement may take as long as PostgreSQL gives it, on a busy machine either.
    for first in (1..20_000).step_by(2_000) {
        site.write(&format!(
            "INSERT INTO volunteers (id, name, city, phone, created_at) SELECT gen_random_uuid()::text, \
             'Volunteer ' || md5(i::text), 'Lahore', lpad(i::text, 7, '0'), \
             to_char(timestamp '2026-01-01' + i * interval '1 second', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"+00:00\"') \
             FROM generate_series({first}, {first} + 1999) AS i"
        ))
        .await;
    }
    site.indexed().await;
    let valid = "SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relname = 'volunteers_search' \
                 AND c.relnamespace = current_schema()::regnamespace AND i.indisvalid";
    assert_eq!(site.sql(valid).await[0].int(0), 1);
    let any = COLUMNS.map(|column| format!("(lower(\"{column}\") LIKE lower('%0014321%') ESCAPE '\\')")).join(" OR ");
    let explain = format!("EXPLAIN SELECT id FROM volunteers WHERE ({any}) ORDER BY created_at DESC, id DESC LIMIT 51");
    let plan = site.app.app.db.rows(Sql::new(explain)).await.unwrap();
    let plan: Vec<&str> = plan.iter().map(|row| row.text(0)).collect();
    assert!(plan.iter().any(|line| line.contains("volunteers_search")), "{plan:#?}");
    let found = site.rows(&format!("{LIST}&{}", asked("0014321", false))).await;
    assert_eq!(found.len(), 1);
}
