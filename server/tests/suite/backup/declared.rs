//! Whatever is declared is backed up, restored, checked and imported: nobody has to remember it anywhere else. A table
//! that is forgotten fails here by its name.

use serde_json::Value as Json;
use umeed::config::Import;
use umeed::schema::table::History;
use umeed::schema::{Column, DOCUMENTS, Default, Kind, TABLES, Table};

use super::*;

/// A value for each column that a caller may send, different for each number.
fn row(table: &Table, number: usize) -> Json {
    let sent = table.columns.iter().filter(|column| column.default != Default::NowOnUpdate);
    let value = |column: &Column| match column.kind {
        _ if !column.one_of.is_empty() => json!(column.one_of[number]),
        Kind::Uuid => json!(format!("01890000-0000-7000-8000-{number:012}")),
        Kind::Time => json!(format!("2026-01-01T00:00:00.{number:06}+00:00")),
        Kind::Bool => json!(number == 1),
        Kind::Integer => json!(number as i64 - 2),
        Kind::Document => DOCUMENTS[number].blank(),
        Kind::Json => json!({ "number": number }),
        Kind::PageKey => json!(DOCUMENTS[number].page_key),
        Kind::Text { .. } => json!(format!("{URDU} {number}")),
        Kind::Html { .. } => json!(format!("<p>{URDU} {number}</p>")),
        Kind::Picture { .. } => json!(format!("/pictures/{number}.png")),
        Kind::Email => json!(format!("a{number}@umeed.example")),
    };
    Json::Object(sent.map(|column| (column.name.to_owned(), value(column))).collect())
}

/// The tables that anybody writes; the server itself writes the others.
fn written() -> impl Iterator<Item = &'static Table> {
    TABLES.iter().copied().filter(|table| table.is_written())
}

/// A server with three rows in every declared table, one of them with nothing where nothing may be.
async fn with_every_table() -> TestApp {
    let app = TestApp::start().await;
    let mut statements = Vec::new();
    for table in written() {
        for number in 0..3 {
            let mut row = row(table, number);
            for column in table.columns.iter().filter(|column| column.nullable && number == 2) {
                row[column.name] = Json::Null;
            }
            statements.push(umeed::rest::insert_statement(app.app.db.engine(), table, row).unwrap());
        }
    }
    for sql in statements {
        app.app.db.write(move |tx| Box::pin(tx.rows(sql))).await.unwrap();
    }
    app
}

#[tokio::test]
async fn every_declared_table_is_backed_up_restored_and_checked() {
    let app = with_every_table().await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    let archive = Archive::open(&made.place).unwrap();
    for table in tables() {
        let rows = archive.manifest.tables.iter().find(|contents| contents.name == table);
        let rows = rows.unwrap_or_else(|| panic!("{table} is not in the archive")).rows;
        let expected = match table {
            // With the line of the first account.
            "history" => 1 + 3 * TABLES.iter().filter(|table| table.history != History::None).count() as u64,
            "staff" => 1,
            // Nobody has seen a page, and the server alone writes that.
            "objects" | "factors" | "recovery_codes" | "page_views" => 0,
            _ => 3,
        };
        assert_eq!(rows, expected, "{table}");
    }
    let place = Place::empty().await;
    place.restore(made.place.as_ref()).await.unwrap();
    assert_eq!(contents(&app.app.db).await, contents(&place.db).await);
    let report = umeed::backup::check(&place.db, &place.store).await;
    assert_eq!((report.rows, report.faults, report.notes), (made.rows, Vec::new(), Vec::new()));
}

#[tokio::test]
async fn every_declared_table_is_imported() {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let quoted = |value: &Json| match value {
        Json::String(text) => format!("\"{}\"", text.replace('"', "\"\"")),
        other => format!("\"{}\"", other.to_string().replace('"', "\"\"")),
    };
    let mut asked = Import { replace: true, ..Import::default() };
    for table in written() {
        let row = row(table, 1);
        let (names, values): (Vec<String>, Vec<String>) =
            row.as_object().unwrap().iter().map(|(name, value)| (name.clone(), quoted(value))).unzip();
        let file = folder.path().join(format!("{}.csv", table.name));
        std::fs::write(&file, format!("{}\n{}\n", names.join(","), values.join(","))).unwrap();
        asked.rows.push(file);
    }
    let (source, pictures) = umeed::import::gather(&asked).unwrap();
    umeed::import::import(&app.app.db, &app.app.store, &asked, &source, pictures).await.unwrap();
    for table in written() {
        let mut sql = Sql::new("SELECT ");
        for (number, column) in table.columns.iter().enumerate() {
            sql.push(if number > 0 { ", " } else { "" }).name(column.name);
        }
        sql.push(" FROM ").name(table.name).push(" WHERE ").name(table.key).push(" = ");
        let row = row(table, 1);
        sql.bind(row[table.key].as_str().unwrap());
        let found = app.app.db.first(sql).await.unwrap().unwrap_or_else(|| panic!("{} is not imported", table.name));
        for (value, column) in found.values().iter().zip(table.columns) {
            assert!(
                *value != Value::Null || column.nullable && row[column.name].is_null(),
                "{}.{}",
                table.name,
                column.name
            );
        }
    }
}

/// A forged archive, or one of a version with other rules, passes the checks of a write.
#[tokio::test]
async fn what_a_restore_puts_in_place_is_as_safe_as_what_staff_save() {
    let app = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    let forge = |name: &str, table: &str, from: &str, to: &str| {
        let mut parts = super::forged::Parts::read(made.place.as_ref());
        parts.edit_rows(table, |text| {
            assert!(text.contains(from), "{text}");
            text.replace(from, to)
        });
        parts.list_members();
        let path = folder.path().join(name);
        std::fs::write(&path, parts.seal()).unwrap();
        path
    };
    let script =
        forge("script.tar", "website_content", "<p>Our vision</p>", "<p>Our vision<script>alert(1)</script></p>");
    let place = Place::empty().await;
    place.restore(&script).await.unwrap();
    let about = "SELECT content FROM website_content WHERE page_key = 'about'";
    let about = place.db.first(Sql::new(about)).await.unwrap().unwrap();
    assert!(about.text(0).contains("<p>Our vision</p>") && !about.text(0).contains("script"), "{}", about.text(0));

    let long = forge("long.tar", "testimonials", "\"name\":\"n\"", &format!("\"name\":\"{}\"", "n".repeat(201)));
    let place = Place::empty().await;
    let refused = format!("{:#}", place.restore(&long).await.unwrap_err());
    assert!(refused.starts_with("1 rows are refused, so nothing was changed"), "{refused}");
    assert!(refused.contains("testimonials, row ") && refused.contains(": name is longer than 200 characters"));
    let count = Sql::new("SELECT count(*) FROM website_content");
    assert_eq!(place.db.first(count).await.unwrap().unwrap().int(0), 0);
    let mut archive = Archive::open(&long).unwrap();
    archive.skip_refused = true;
    let restored = restore(archive, place.db.clone(), place.store.clone(), None).await.unwrap();
    assert_eq!(restored.rows, made.rows - 1);
}
