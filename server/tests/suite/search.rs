//! Rows are found by any part of their text: the same ones with and without the index, whatever was changed since it was made;
//! the next page is found by an index too, and an estimate counts so far and no further.

use serde_json::{Value, json};
use umeed::db::{Engine, Sql};

use crate::harness::TestApp;

const COLUMNS: [&str; 7] = ["name", "city", "phone", "skills", "email", "interest", "notes"];
/// More than are looked at before the index is asked.
const NEWER: usize = 1_250;

const NAMES: [&str; 12] = [
    "Amina Bibi",
    "AMINA",
    "امید فاؤنڈیشن",
    "50% off_sale",
    "a\\b\\c",
    "say \"hello\" now",
    "😀😃😄 emoji",
    "ÄÖÜ größer",
    "Ab",
    "x*y (z), w",
    "O'Neill",
    "line\nbreak",
];

const TEXTS: [&str; 26] = [
    "amina",
    "MINA b",
    "bibi",
    "امید",
    "ؤنڈ",
    "ڈی",
    "50%",
    "% off",
    "f_s",
    "_",
    "\\b\\",
    "a\\b",
    "\"hello\"",
    "😀😃😄",
    "😃",
    "öü",
    "größ",
    "ab",
    "b",
    "*y",
    "(z), w",
    "o'n",
    "e\nb",
    "zzzz",
    "filler 12",
    "lahore",
];

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// As the admin asks.
fn holding(text: &str) -> String {
    let literal: String = text.chars().flat_map(|letter| escaped(letter, &['\\', '%', '_'])).collect();
    let literal = literal.replace('*', "_");
    let quoted: String = literal.chars().flat_map(|letter| escaped(letter, &['\\', '"'])).collect();
    let each: Vec<String> = COLUMNS.iter().map(|column| format!("{column}.ilike.\"*{quoted}*\"")).collect();
    format!("or={}", encoded(&format!("({})", each.join(","))))
}

fn escaped(letter: char, special: &[char]) -> Vec<char> {
    if special.contains(&letter) { vec!['\\', letter] } else { vec![letter] }
}

/// Few rows that are searched for, older than many others.
async fn filled() -> (TestApp, String, Vec<Value>) {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let old = NAMES.iter().enumerate().map(|(number, name)| {
        json!({ "name": name, "city": "Lahore", "phone": number.to_string(), "skills": null,
                "created_at": format!("2024-01-01T00:00:00.{number:06}Z") })
    });
    let new = (0..NEWER).map(|number| {
        json!({ "name": format!("Filler {number}"), "city": "Gojra", "phone": "-", "skills": null,
                "created_at": format!("2025-01-01T00:00:00.{:06}Z", number / 2) })
    });
    let rows: Vec<Value> = old.chain(new).collect();
    for some in rows.chunks(500) {
        let answer = app.post_json("/rest/v1/volunteers", json!(some), Some(&staff)).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
    }
    (app, staff, rows)
}

async fn names(app: &TestApp, staff: &str, query: &str) -> Vec<String> {
    let path = format!("/rest/v1/volunteers?select=name&order=created_at.desc,id.desc&{query}");
    let answer = app.get(&path, Some(staff)).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    answer.json.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

async fn counted(app: &TestApp, staff: &str, query: &str, how: &str) -> String {
    let path = format!("/rest/v1/volunteers?select=id&order=created_at.desc,id.desc&limit=1&{query}");
    let request = app.request(axum::http::Method::GET, &path, Some(staff)).header("prefer", format!("count={how}"));
    let answer = app.send(request.body(axum::body::Body::empty()).unwrap()).await;
    let range = answer.headers["content-range"].to_str().unwrap();
    range.split('/').next_back().unwrap().to_owned()
}

/// What a reader without any index finds.
fn expected(rows: &[Value], text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase();
    // A star cannot be asked for, so it stands for any letter.
    let holds = |row: &Value, column: &str| {
        let whole = row[column].as_str().unwrap_or_default().to_ascii_lowercase();
        match text.strip_prefix('*') {
            Some(rest) => whole.match_indices(rest).any(|(at, _)| at > 0),
            None => whole.contains(&text),
        }
    };
    let found = rows.iter().filter(|row| COLUMNS.iter().any(|column| holds(row, column)));
    let mut found: Vec<String> = found.map(|row| row["name"].as_str().unwrap().to_owned()).collect();
    found.sort();
    found
}

async fn compare(app: &TestApp, staff: &str, rows: &[Value]) {
    for text in TEXTS {
        let mut found = names(app, staff, &holding(text)).await;
        let number = counted(app, staff, &holding(text), "exact").await;
        assert_eq!(found.len().to_string(), if found.len() == 1000 { "1000".into() } else { number.clone() }, "{text}");
        found.sort();
        let expected = expected(rows, text);
        assert_eq!(number, expected.len().to_string(), "{text}");
        if expected.len() <= 1000 {
            assert_eq!(found, expected, "{text}");
        }
    }
}

#[tokio::test]
async fn the_index_finds_what_a_reader_without_one_finds() {
    let (app, staff, mut rows) = filled().await;
    compare(&app, &staff, &rows).await;
    app.app.db.index_waiting(1).await.unwrap();
    compare(&app, &staff, &rows).await;

    // What is changed and deleted afterwards, and what comes in the place of a deleted last row.
    let changed = json!({ "notes": "speaks Lahore Punjabi, amina's brother" });
    assert_eq!(
        app.patch_json("/rest/v1/volunteers?name=eq.Filler%207", changed.clone(), Some(&staff)).await.status,
        204
    );
    assert_eq!(app.delete("/rest/v1/volunteers?name=eq.AMINA", Some(&staff)).await.status, 204);
    let last = format!("Filler {}", NEWER - 1);
    assert_eq!(app.delete(&format!("/rest/v1/volunteers?name=eq.{}", encoded(&last)), Some(&staff)).await.status, 204);
    let new = json!({ "name": "Late zzzz", "city": "x", "phone": "1", "created_at": "2023-01-01T00:00:00Z" });
    assert_eq!(app.post_json("/rest/v1/volunteers", new.clone(), Some(&staff)).await.status, 201);
    rows.retain(|row| row["name"] != "AMINA" && row["name"] != last.as_str());
    let seventh = rows.iter_mut().find(|row| row["name"] == "Filler 7").unwrap();
    seventh["notes"] = changed["notes"].clone();
    rows.push(new);
    compare(&app, &staff, &rows).await;
    app.app.db.index_waiting(1).await.unwrap();
    compare(&app, &staff, &rows).await;
    let app = app.restarted().await;
    let staff = app.staff_token().await;
    compare(&app, &staff, &rows).await;
}

#[tokio::test]
async fn pages_of_what_was_found_neither_repeat_nor_skip_a_row() {
    let (app, staff, _) = filled().await;
    app.app.db.index_waiting(1).await.unwrap();
    for (query, total) in [(holding("lahore"), NAMES.len()), (holding("filler 1"), 361), ("city=eq.Lahore".into(), 12)]
    {
        let whole = names(&app, &staff, &query).await;
        assert_eq!(whole.len(), total, "{query}");
        let mut by_place = Vec::new();
        let mut by_number = Vec::new();
        let mut after = String::new();
        loop {
            let path = format!("/rest/v1/volunteers?order=created_at.desc,id.desc&limit=5&{query}{after}");
            let page = app.get(&path, Some(&staff)).await.json;
            let page = page.as_array().unwrap();
            let Some(last) = page.last() else { break };
            let number = by_place.len();
            by_number.extend(names(&app, &staff, &format!("{query}&limit=5&offset={number}")).await);
            by_place.extend(page.iter().map(|row| row["name"].as_str().unwrap().to_owned()));
            let (at, id) = (last["created_at"].as_str().unwrap(), last["id"].as_str().unwrap());
            let place = format!("(created_at.lt.\"{at}\",and(created_at.eq.\"{at}\",id.lt.\"{id}\"))");
            after = format!("&or={}", encoded(&place));
        }
        assert_eq!(by_place, whole, "{query}");
        assert_eq!(by_number, whole, "{query}");
    }
}

#[tokio::test]
async fn an_estimate_is_exact_up_to_a_thousand() {
    let (app, staff, _) = filled().await;
    for indexed in [false, true] {
        if indexed {
            app.app.db.index_waiting(1).await.unwrap();
        }
        for (query, exact, estimated) in [
            (holding("filler"), "1250", "1001"),
            (holding("lahore"), "12", "12"),
            (holding("filler 12"), "61", "61"),
            ("city=eq.Gojra".into(), "1250", "1001"),
            ("status=eq.new".into(), "1262", "1001"),
            (String::new(), "1262", "1262"),
        ] {
            assert_eq!(counted(&app, &staff, &query, "exact").await, exact, "{query}");
            assert_eq!(counted(&app, &staff, &query, "estimated").await, estimated, "{query}");
        }
    }
}

#[tokio::test]
async fn visitors_find_nothing_by_it() {
    let (app, _, _) = filled().await;
    let path = format!("/rest/v1/volunteers?select=id&{}", holding("amina"));
    let answer = app.get(&path, None).await;
    assert_eq!(answer.status, 401, "{}", answer.text());
    for table in ["volunteers_search", "volunteers_search_data", "search_indexes"] {
        assert_eq!(app.get(&format!("/rest/v1/{table}"), None).await.status, 404, "{table}");
    }
}

/// SQLite promises the numbers of rows to nobody, yet the index goes by them.
#[tokio::test]
async fn tidying_the_file_leaves_the_index_right() {
    let (app, staff, mut rows) = filled().await;
    if app.app.db.engine() == Engine::Postgres {
        return;
    }
    app.app.db.index_waiting(1).await.unwrap();
    assert_eq!(app.delete("/rest/v1/volunteers?name=like.Filler%201*", Some(&staff)).await.status, 204);
    rows.retain(|row| !row["name"].as_str().unwrap().starts_with("Filler 1"));
    let file = app.app.settings.folder.path.join("umeed.db");
    let address = format!("sqlite://{}", file.display());
    let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect(&address).await.unwrap();
    sqlx::query("VACUUM").execute(&mut connection).await.unwrap();
    compare(&app, &staff, &rows).await;
    // By hand, past the server: the triggers of the file follow.
    sqlx::query("UPDATE volunteers SET notes = 'Lahore' WHERE name = 'Filler 2'")
        .execute(&mut connection)
        .await
        .unwrap();
    rows.iter_mut().find(|row| row["name"] == "Filler 2").unwrap()["notes"] = "Lahore".into();
    compare(&app, &staff, &rows).await;
}

#[tokio::test]
async fn an_index_leads_to_the_next_page() {
    let (app, _, _) = filled().await;
    let page = "SELECT id FROM volunteers WHERE ((created_at, id) < ('2024-06-01', 'x')) ORDER BY created_at DESC, id DESC LIMIT 20";
    let plan = match app.app.db.engine() {
        Engine::Sqlite => format!("EXPLAIN QUERY PLAN {page}"),
        Engine::Postgres => format!("EXPLAIN (FORMAT TEXT) {page}"),
    };
    let rows = app.app.db.rows(Sql::new(plan)).await.unwrap();
    let column = if app.app.db.engine() == Engine::Sqlite { 3 } else { 0 };
    let plan: Vec<&str> = rows.iter().map(|row| row.text(column)).collect();
    let plan = plan.join("\n");
    assert!(plan.contains("volunteers_created") && !plan.to_lowercase().contains("sort"), "{plan}");
    assert!(plan.contains("SEARCH") || plan.contains("Index Cond"), "{plan}");
}
