//! First start and later starts: what an empty folder gets, and that nothing is done twice.

use std::sync::Arc;

use serde_json::json;
use umeed::app::App;
use umeed::config::{FilePlace, Settings};

use crate::harness::TestApp;

const KEYS: [&str; 9] = [
    "about",
    "contact",
    "donation_details",
    "features",
    "footer",
    "general_settings",
    "homepage",
    "newsletter_section",
    "testimonials_section",
];

async fn started(sample: bool) -> TestApp {
    let app = TestApp::start_with(|settings| settings.sample_content = sample).await;
    app.fill().await;
    app
}

async fn count(app: &TestApp, path: &str, staff: &str) -> usize {
    app.get(path, Some(staff)).await.json.as_array().unwrap().len()
}

/// [API-1] The tables are there from the first start, with content for every page.
#[tokio::test]
async fn an_empty_database_gets_sample_content() {
    let app = started(true).await;
    let staff = app.staff_token().await;
    let keys = app.get("/rest/v1/website_content?select=page_key&order=page_key.asc", None).await;
    assert_eq!(keys.json, json!(KEYS.map(|key| json!({ "page_key": key }))));
    for (table, least) in
        [("projects", 6), ("gallery_images", 12), ("testimonials", 4), ("team_members", 4), ("success_stories", 2)]
    {
        assert!(count(&app, &format!("/rest/v1/{table}"), &staff).await >= least, "{table}");
    }
    assert_eq!(count(&app, "/rest/v1/testimonials?is_visible=eq.false", &staff).await, 1);
    for path in ["volunteers", "subscribers"] {
        assert_eq!(count(&app, &format!("/rest/v1/{path}"), &staff).await, 0);
    }
    let gallery = app.get("/rest/v1/gallery_images?select=image_url", None).await;
    for image in gallery.json.as_array().unwrap() {
        let picture = app.get(image["image_url"].as_str().unwrap(), None).await;
        assert_eq!(picture.status, 200);
        assert!(picture.header("content-type").starts_with("image/"));
    }
}

#[tokio::test]
async fn without_sample_content_the_lists_are_empty_and_the_pages_are_there() {
    let app = started(false).await;
    let staff = app.staff_token().await;
    assert_eq!(count(&app, "/rest/v1/website_content", &staff).await, KEYS.len());
    for table in ["projects", "gallery_images", "testimonials", "team_members", "success_stories"] {
        assert_eq!(count(&app, &format!("/rest/v1/{table}"), &staff).await, 0, "{table}");
    }
    for page in ["/", "/about", "/team", "/projects", "/gallery", "/testimonials", "/donate", "/contact"] {
        assert_eq!(app.get(page, None).await.status, 200, "{page}");
    }
}

/// A second start changes nothing, also not what staff deleted meanwhile.
#[tokio::test]
async fn a_second_start_leaves_everything_alone() {
    let app = started(true).await;
    let staff = app.staff_token().await;
    assert_eq!(app.delete("/rest/v1/projects?title=not.is.null", Some(&staff)).await.status, 204);
    app.fill().await;
    assert_eq!(count(&app, "/rest/v1/projects", &staff).await, 0);
    assert_eq!(count(&app, "/rest/v1/website_content", &staff).await, KEYS.len());
    // Also not when the pages' content is what was deleted.
    let team = count(&app, "/rest/v1/team_members", &staff).await;
    assert_eq!(app.delete("/rest/v1/website_content?page_key=not.is.null", Some(&staff)).await.status, 204);
    app.fill().await;
    assert_eq!(count(&app, "/rest/v1/team_members", &staff).await, team);
}

/// [API-1] A document that was declared since the site was made, or since the backup that was restored.
#[tokio::test]
async fn a_document_that_the_database_lacks_is_added_at_start_with_its_defaults() {
    let app = started(true).await;
    let staff = app.staff_token().await;
    assert_eq!(app.delete("/rest/v1/website_content?page_key=eq.contact", Some(&staff)).await.status, 204);
    let all = "/rest/v1/website_content?select=page_key,content,updated_at&order=page_key.asc";
    let before = app.get(all, Some(&staff)).await.json;
    for _ in 0..2 {
        umeed::seed::add_missing_documents(&app.app.db).await.unwrap();
        let now = app.get(all, Some(&staff)).await.json;
        let is_new = |row: &&serde_json::Value| row["page_key"] == "contact";
        let (new, others): (Vec<_>, Vec<_>) = now.as_array().unwrap().iter().partition(is_new);
        assert_eq!(new.len(), 1);
        assert_eq!(new[0]["content"], umeed::schema::document("contact").unwrap().blank());
        assert_eq!(others, before.as_array().unwrap().iter().collect::<Vec<_>>(), "the others are left alone");
    }
}

/// A database that is missing, or older than the files, must not cost the files.
#[tokio::test]
async fn files_outlive_their_database() {
    let folder = tempfile::tempdir().unwrap();
    let settings = || {
        let mut settings = Settings::for_folder(folder.path());
        settings.sample_content = true;
        settings
    };
    let stored = || walk(&folder.path().join("files"));
    let first = App::open(settings()).await.unwrap();
    crate::harness::fill(&first).await;
    first.db.close().await;
    drop(first);
    let before = stored();
    assert!(before > 20);
    for file in ["umeed.db", "umeed.db-wal", "umeed.db-shm"] {
        let _ = std::fs::remove_file(folder.path().join(file));
    }
    let second = App::open(settings()).await.unwrap();
    let later = jiff::Timestamp::now() + std::time::Duration::from_secs(100 * 3600);
    umeed::storage::sweep_as_of(&second.db, &second.store, later).await.unwrap();
    assert_eq!(stored(), before);
}

/// A disk of files that is not mounted: an empty folder in its place would take uploads that vanish with the mount.
#[tokio::test]
async fn files_that_are_not_there_stop_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    let settings = || {
        let mut settings = Settings { sample_content: true, ..Settings::for_folder(folder.path().join("data")) };
        settings.folder.files = FilePlace::Folder(disk.clone());
        settings
    };
    let refusal = async || format!("{:#}", App::open(settings()).await.err().expect("a refusal"));
    let first = App::open(settings()).await.unwrap();
    assert!(disk.is_dir(), "made for the first files");
    crate::harness::fill(&first).await;
    first.db.close().await;
    drop(first);

    let away = folder.path().join("away");
    std::fs::rename(&disk, &away).unwrap();
    let words = format!("the files are not at {}; is the disk mounted?", disk.display());
    let said = refusal().await;
    assert!(said.contains(&words), "{said}");
    let checked = umeed::commands::check(&settings().folder).await.unwrap_err();
    assert!(format!("{checked:#}").contains(&words), "{checked:#}");
    assert!(!disk.exists(), "nothing was made in its place");
    std::fs::create_dir(&disk).unwrap(); // where it would be mounted
    assert!(refusal().await.contains(&words));

    std::fs::remove_dir(&disk).unwrap();
    std::fs::rename(&away, &disk).unwrap();
    App::open(settings()).await.unwrap();
}

fn walk(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { walk(&path) } else { 1 }).sum()
}

#[tokio::test]
async fn somebody_elses_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::open(Settings::for_folder(folder.path())).await.unwrap();
    app.db.write(|tx| Box::pin(tx.rows(umeed::db::Sql::new("DROP TABLE _sqlx_migrations")))).await.unwrap();
    app.db.close().await;
    drop(app);
    let before = std::fs::read(folder.path().join("umeed.db")).unwrap();
    let refused = App::open(Settings::for_folder(folder.path())).await.err().expect("a refusal");
    assert!(format!("{refused:#}").contains("not an Umeed database"), "{refused:#}");
    assert_eq!(std::fs::read(folder.path().join("umeed.db")).unwrap(), before);
}

#[tokio::test]
async fn two_servers_never_share_a_folder_and_a_restart_keeps_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let first = Arc::new(App::open(Settings::for_folder(folder.path())).await.unwrap());
    crate::harness::fill(&first).await;
    let refused = App::open(Settings::for_folder(folder.path())).await.err().expect("a second server");
    assert!(refused.to_string().contains("another umeed serves"), "{refused}");
    first.db.close().await;
    drop(first);
    let again = App::open(Settings::for_folder(folder.path())).await.unwrap();
    let rows = again.db.rows(umeed::db::Sql::new("SELECT page_key FROM website_content")).await.unwrap();
    assert_eq!(rows.len(), KEYS.len());
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("umeed.db");
    std::fs::write(&file, "these are somebody's notes, not a database ".repeat(100)).unwrap();
    let refused = App::open(Settings::for_folder(folder.path())).await.err().expect("a refusal");
    assert!(format!("{refused:#}").contains("umeed.db"), "{refused:#}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("these are somebody's notes"));
}
