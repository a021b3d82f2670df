//! Archives of earlier versions.

use super::forged::Parts;
use super::*;

/// Made once by the first version that made archives, and kept: every later version restores it.
#[tokio::test]
async fn an_archive_of_the_first_format_is_restored() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/backup/format-1.tar");
    let place = Place::empty().await;
    let restored = place.restore(&fixture).await.unwrap();
    assert_eq!((restored.rows, restored.files), (18, 3));
    let lines = place.db.first(Sql::new("SELECT count(*) FROM history")).await.unwrap().unwrap();
    assert_eq!(lines.int(0), 0, "it knows of no history, and putting it in place is none");
    let app = place.serve().await;
    let staff = app.staff_token().await;
    let project = app.get("/rest/v1/projects?select=title,description", None).await;
    assert_eq!(project.json, json!([{ "title": URDU, "description": "<p>a \"quoted\" \u{2028} line</p>\n<p>😀</p>" }]));
    let volunteer = app.get("/rest/v1/volunteers?select=name,skills", Some(&staff)).await;
    assert_eq!(volunteer.json, json!([{ "name": URDU, "skills": null }]));
    assert_eq!(app.get(&public_path("تصویر.svg"), None).await.body, drawing("تصویر.svg".len()));
}

/// A column that came later gets what the schema says; the others are where they belong, by name.
#[tokio::test]
async fn rows_without_a_column_that_came_later_are_restored() {
    let app = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let mut parts = Parts::read(archive_of(&app, &folder).await.place.as_ref());
    for (table, column) in [
        ("objects", "width"),
        ("staff", "user_metadata"),
        ("volunteers", "skills"),
        ("history", "device"),
        ("history", "changed"),
    ] {
        parts.table(table)["columns"].as_array_mut().unwrap().retain(|name| name != column);
        parts.edit_rows(table, |text| {
            let without = |line: &str| {
                let mut row: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
                row.remove(column);
                format!("{}\n", serde_json::Value::Object(row))
            };
            text.lines().map(without).collect()
        });
    }
    parts.list_members();
    let path = folder.path().join("older.tar");
    std::fs::write(&path, parts.seal()).unwrap();
    let place = Place::empty().await;
    place.restore(&path).await.unwrap();
    let rows = place.db.rows(Sql::new("SELECT name, width, height FROM objects WHERE name = 'a.svg'")).await.unwrap();
    assert_eq!((rows[0].text(0), rows[0].int_or_none(1), rows[0].int(2)), ("a.svg", None, 3));
    let staff = place.db.first(Sql::new("SELECT user_metadata FROM staff")).await.unwrap().unwrap();
    assert_eq!(staff.text(0), "{}");
    let lines = place.db.rows(Sql::new("SELECT device FROM history")).await.unwrap();
    assert!(!lines.is_empty() && lines.iter().all(|line| line.text(0).is_empty()));
}
