//! Every road by which a row is written leaves its line, in the transaction of the change itself.

use umeed::config::{Import, Settings};
use umeed::db::{Engine, Tx};
use umeed::error::{Error, Result};

use super::*;

#[tokio::test]
async fn a_change_over_the_api_is_kept_with_who_when_and_what() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    let token = session["access_token"].as_str().unwrap();
    let id = add_project(&app, token, json!({ "title": "Wells", "description": "<p>Water</p>" })).await;
    let path = format!("/rest/v1/projects?id=eq.{id}");
    assert_eq!(app.patch_json(&path, json!({ "title": "Deep wells" }), Some(token)).await.status, 204);
    let stored = app.get(&path, None).await.json[0].clone();
    assert_eq!(app.delete(&path, Some(token)).await.status, 204);

    let lines = lines(&app, token).await;
    let expected = ["insert", "update", "delete"].map(|verb| ("projects", verb, "staff"));
    assert_eq!(brief(&lines), expected);
    for line in &lines {
        assert_eq!((&line["row_key"], &line["row_count"]), (&json!(id), &json!(1)));
        assert_eq!((&line["author_id"], &line["author_email"]), (&session["user"]["id"], &json!(EMAIL)));
        assert!(line["created_at"].as_str().unwrap() >= stored["created_at"].as_str().unwrap());
        assert!(line["bytes"].as_i64().unwrap() > 100);
    }
    // Rows are as the API shows them, so that they can be compared and sent again.
    assert_eq!((&lines[0]["before"], &lines[0]["after"]["title"]), (&Value::Null, &json!("Wells")));
    assert_eq!((&lines[1]["before"], &lines[1]["after"]), (&lines[0]["after"], &stored));
    assert_eq!((&lines[2]["before"], &lines[2]["after"]), (&stored, &Value::Null));
    let changed: Vec<&Value> = lines.iter().map(|line| &line["changed"]).collect();
    assert_eq!(changed, [&Value::Null, &json!(["title"]), &Value::Null]);
}

#[tokio::test]
async fn a_deleted_row_is_put_back_as_it_was() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let row = json!({ "quote": "q", "name": "n", "is_visible": false, "image_url": "/x.png" });
    assert_eq!(app.post_json("/rest/v1/testimonials", row, Some(&token)).await.status, 201);
    let before = app.get("/rest/v1/testimonials", Some(&token)).await.json[0].clone();
    let path = format!("/rest/v1/testimonials?id=eq.{}", before["id"].as_str().unwrap());
    app.delete(&path, Some(&token)).await;
    let line = app.get("/rest/v1/history?verb=eq.delete&select=before", Some(&token)).await.json[0].clone();
    assert_eq!(app.post_json("/rest/v1/testimonials", line["before"].clone(), Some(&token)).await.status, 201);
    let mut back = app.get("/rest/v1/testimonials", Some(&token)).await.json[0].clone();
    back["updated_at"] = before["updated_at"].clone();
    assert_eq!(back, before);
}

#[tokio::test]
async fn a_document_is_kept_as_json_and_saving_it_unchanged_leaves_nothing() {
    let app = TestApp::start().await;
    app.fill().await;
    let token = app.staff_token().await;
    let before = lines(&app, &token).await.len();
    let path = "/rest/v1/website_content?page_key=eq.contact";
    for _ in 0..2 {
        let content = json!({ "content": { "heading": "Say hello", "phones": ["1", "2"] } });
        assert_eq!(app.patch_json(path, content, Some(&token)).await.status, 204);
    }
    let lines = &lines(&app, &token).await[before..];
    assert_eq!(brief(lines), [("website_content", "update", "staff")], "the second save changed nothing");
    assert_eq!(lines[0]["row_key"], "contact");
    assert_eq!(lines[0]["after"]["content"], json!({ "heading": "Say hello", "phones": ["1", "2"] }));
    let changed: Vec<&str> = lines[0]["changed"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(changed.contains(&"heading") && changed.contains(&"phones"), "{changed:?}");
    let narrowed =
        "/rest/v1/history?row_key=eq.contact&select=heading:after-%3Econtent-%3E%3Eheading&order=id.desc&limit=1";
    assert_eq!(app.get(narrowed, Some(&token)).await.json, json!([{ "heading": "Say hello" }]));
}

/// What a visitor sends is deleted for good, and what an account says of itself is nobody's business.
#[tokio::test]
async fn personal_data_leaves_no_line() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    for (table, row) in [
        ("volunteers", json!({ "name": "canary", "city": "c", "phone": "1" })),
        ("subscribers", json!({ "email": "canary@example.org" })),
    ] {
        assert_eq!(app.post_json(&format!("/rest/v1/{table}"), row, None).await.status, 201);
        assert_eq!(app.delete(&format!("/rest/v1/{table}?id=not.is.null"), Some(&token)).await.status, 204);
    }
    app.sign_in().await;
    run(&app, "UPDATE staff SET user_metadata = '{\"canary\": 1}'").await;
    assert_eq!(count(&app, OF_CONTENT).await, 0);
    assert_eq!(count(&app, "history_files").await, 0);
    assert!(!app.get("/rest/v1/history", Some(&token)).await.text().contains("canary"));
}

#[tokio::test]
async fn what_is_refused_or_rolled_back_leaves_no_line() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let strict = app.request(axum::http::Method::POST, "/rest/v1/projects", Some(&token));
    let strict = strict.header("prefer", "handling=strict, max-affected=1");
    let two = json!([{ "title": "a" }, { "title": "b" }]);
    assert_eq!(app.send(strict.body(two.to_string().into()).unwrap()).await.status, 400);
    let long = json!({ "title": "x".repeat(400) });
    assert_eq!(app.post_json("/rest/v1/projects", long, Some(&token)).await.status, 400);
    async fn half(tx: &mut Tx) -> Result<()> {
        let insert = "INSERT INTO team_members (id, name, role, created_at, updated_at) VALUES ('a', '', '', '', '')";
        tx.rows(Sql::new(insert)).await?;
        Err(Error::refused(400, "x", "no"))
    }
    // Together with one that succeeds: only that one leaves its line.
    let good =
        Sql::new("INSERT INTO team_members (id, name, role, created_at, updated_at) VALUES ('b', '', '', '', '')");
    let (bad, good) =
        tokio::join!(app.app.db.write(|tx| Box::pin(half(tx))), app.app.db.write(|tx| Box::pin(tx.rows(good))));
    assert!(bad.is_err() && good.is_ok());
    let lines = lines(&app, &token).await;
    assert_eq!(brief(&lines), [("team_members", "insert", "server")]);
    assert_eq!(lines[0]["row_key"], "b");
}

#[tokio::test]
async fn the_service_key_and_the_server_itself_are_named_as_such() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let key = umeed::auth::service_key::current(&app.app.db, &app.app.secret).await.unwrap();
    assert_eq!(app.post_json("/rest/v1/projects", json!({ "title": "by a program" }), Some(&key)).await.status, 201);
    run(&app, "UPDATE projects SET title = 'by the server'").await;
    assert_eq!(
        app.patch_json("/rest/v1/projects?id=not.is.null", json!({ "title": "by hand" }), Some(&token)).await.status,
        204
    );
    run(&app, "UPDATE staff SET email = 'renamed@umeed.local'").await;
    let lines = lines(&app, &token).await;
    let who: Vec<_> =
        lines.iter().map(|line| (line["author"].as_str().unwrap(), line["author_email"].as_str())).collect();
    assert_eq!(who, [("service", None), ("server", None), ("staff", Some(EMAIL))], "as it was then");
}

#[tokio::test]
async fn the_first_content_is_of_the_server() {
    let app = TestApp::start_with(|settings| settings.sample_content = true).await;
    app.fill().await;
    let token = app.staff_token().await;
    let lines = lines(&app, &token).await;
    let rows = ["website_content", "projects", "gallery_images", "team_members", "testimonials", "success_stories"];
    for table in rows {
        let kept = lines.iter().filter(|line| line["table_name"] == table).count();
        assert_eq!(kept as i64, count(&app, table).await, "{table}");
    }
    assert!(lines.iter().all(|line| line["author"] == "server" && line["verb"] == "insert"));
}

#[tokio::test]
async fn an_import_is_of_the_command_line_and_says_what_it_replaced() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    let id = add_project(&app, &token, json!({ "title": "mine", "description": "" })).await;
    let same = add_project(&app, &token, json!({ "title": "same", "description": "" })).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("projects.csv");
    let times = app.get(&format!("/rest/v1/projects?id=eq.{same}"), None).await.json[0]["created_at"].clone();
    let times = times.as_str().unwrap();
    std::fs::write(&file, format!("id,title,created_at\n{id},theirs,{times}\n{same},same,{times}\n")).unwrap();
    let asked = Import { rows: vec![file], replace: true, ..Import::default() };
    let (source, pictures) = umeed::import::gather(&asked).unwrap();
    umeed::import::import(&app.app.db, &app.app.store, &asked, &source, pictures).await.unwrap();
    let lines = lines(&app, &token).await;
    // The documents that were missing, and the one row that is another now; deleting and inserting the same is no change.
    let changed: Vec<&Value> = lines[2..].iter().filter(|line| line["table_name"] == "projects").collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert_eq!((&changed[0]["verb"], &changed[0]["row_key"]), (&json!("update"), &json!(id)));
    assert_eq!((&changed[0]["before"]["title"], &changed[0]["after"]["title"]), (&json!("mine"), &json!("theirs")));
    assert!(lines[2..].iter().all(|line| line["author"] == "command_line"));
}

/// A restore brings its own history; what it replaces is added to that.
#[tokio::test]
async fn a_restore_brings_its_history_and_adds_what_it_changes() {
    let app = TestApp::start().await;
    app.fill().await;
    let token = app.staff_token().await;
    let picture = "/storage/v1/object/public/website_images/projects/1.png";
    let id = add_project(&app, &token, json!({ "title": "then", "image_url": picture })).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tar");
    umeed::backup::make(app.app.db.clone(), app.app.store.clone(), &path).await.unwrap();
    let then = lines(&app, &token).await;

    let place = TestApp::start().await;
    run(&place, "DELETE FROM staff").await;
    run(&place, "DELETE FROM history").await;
    let archive = || umeed::backup::Archive::open(&path).unwrap();
    umeed::backup::restore(archive(), place.app.db.clone(), place.app.store.clone(), None).await.unwrap();
    let elsewhere = place.staff_token().await;
    assert_eq!(lines(&place, &elsewhere).await, then);
    assert_eq!(count(&place, "history_files").await, count(&app, "history_files").await);

    let path_of = format!("/rest/v1/projects?id=eq.{id}");
    assert_eq!(app.patch_json(&path_of, json!({ "title": "now" }), Some(&token)).await.status, 204);
    add_project(&app, &token, json!({ "title": "since" })).await;
    let aside = folder.path().join("aside.tar");
    umeed::backup::restore(archive(), app.app.db.clone(), app.app.store.clone(), Some(&aside)).await.unwrap();
    let token = app.staff_token().await;
    let after = lines(&app, &token).await;
    assert_eq!(after[..then.len()], then);
    let mut added = brief(&after[then.len()..]);
    added.sort_unstable();
    assert_eq!(added, ["delete", "update"].map(|verb| ("projects", verb, "command_line")));
    let report = umeed::backup::check(&app.app.db, &app.app.store).await;
    assert!(report.faults.is_empty(), "{report:?}");
}

/// Files are no rows of a list: only what names them has a history.
#[tokio::test]
async fn files_leave_no_line_of_their_own() {
    let app = TestApp::start().await;
    crate::harness::keep(&app.app, "a.png", crate::harness::png(1, 1, b"a")).await.unwrap();
    let token = app.staff_token().await;
    let path = "/storage/v1/object/website_images/a.png";
    assert_eq!(app.delete(path, Some(&token)).await.status, 200);
    assert_eq!(count(&app, OF_CONTENT).await, 0);
}

/// A transaction that is too long to be kept row by row says how many more there were.
#[tokio::test]
async fn what_is_beyond_the_record_is_counted() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    async fn many(tx: &mut Tx) -> Result<()> {
        let numbers = match tx.engine() {
            Engine::Sqlite => "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)",
            Engine::Postgres => "WITH n (i) AS (SELECT generate_series(1, 200))",
        };
        let insert = format!(
            "{numbers} INSERT INTO projects (id, title, description, created_at, updated_at) \
             SELECT CAST(i AS TEXT), '', '{}', '2026-01-01T00:00:00.000000+00:00', '' FROM n",
            "x".repeat(100_000)
        );
        tx.rows(Sql::new(insert)).await.map(drop)
    }
    app.app.db.write(|tx| Box::pin(many(tx))).await.unwrap();
    let sum = format!("SELECT CAST(sum(row_count) AS BIGINT), count(*) FROM {OF_CONTENT}");
    let sum = app.app.db.first(Sql::new(sum)).await;
    let sum = sum.unwrap().unwrap();
    assert_eq!(sum.int(0), 200, "every row is kept or counted");
    assert!((20..100).contains(&sum.int(1)), "{}", sum.int(1));
    let last = app.get("/rest/v1/history?row_count=gt.1", Some(&token)).await.json;
    assert_eq!(brief(last.as_array().unwrap()), [("projects", "insert", "server")]);
    assert_eq!((&last[0]["row_key"], &last[0]["after"]), (&json!(""), &Value::Null));
    assert_eq!(last[0]["row_count"].as_i64().unwrap() + sum.int(1) - 1, 200);
}

/// A server that was killed between a change and its line would have one without the other: both are of one transaction.
#[tokio::test]
async fn a_change_whose_line_cannot_be_written_is_not_made() {
    let app = TestApp::start().await;
    let token = app.staff_token().await;
    run(&app, "ALTER TABLE history RENAME TO history_away").await;
    let refused = app.post_json("/rest/v1/projects", json!({ "title": "x" }), Some(&token)).await;
    assert!(refused.status >= 500, "{}", refused.status);
    run(&app, "ALTER TABLE history_away RENAME TO history").await;
    assert_eq!(count(&app, "projects").await, 0);
    assert_eq!(app.post_json("/rest/v1/projects", json!({ "title": "x" }), Some(&token)).await.status, 201);
    assert_eq!((count(&app, "projects").await, count(&app, OF_CONTENT).await), (1, 1));
}

#[test]
fn a_year_and_a_quarter_of_a_gigabyte_are_kept_unless_said_otherwise() {
    let history = Settings::for_folder("x").history;
    assert_eq!((history.days, history.megabytes), (365, 256));
}
