//! `umeed import`: a dump as pg_dump writes it, CSV as the table editor exports it, and the files of the bucket.

use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use tempfile::TempDir;
use umeed::app::App;
use umeed::config::{Folder, Import, Settings};
use umeed::db::Sql;

const WELL: &str = "/storage/v1/object/public/website_images/projects/1700-well%20(1).png";
const EID: &str = "/storage/v1/object/public/website_images/gallery/%D8%B9%DB%8C%D8%AF.png";
const HERO: &str = "/storage/v1/object/public/website_images/hero/1.png";

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/import").join(name)
}

fn png(mark: &str) -> Vec<u8> {
    crate::harness::png(1, 1, mark.as_bytes())
}

/// A place to import to, and a folder with the bucket's files as the Supabase program copies them.
struct Place {
    home: TempDir,
    database: umeed::config::Database,
}

impl Place {
    async fn new() -> Place {
        let home = tempfile::tempdir().unwrap();
        let bucket = home.path().join("bucket/website_images");
        for (name, mark) in [("projects/1700-well (1).png", "well"), ("gallery/عید.png", "eid"), ("hero/1.png", "hero")]
        {
            let path = bucket.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, png(mark)).unwrap();
        }
        std::fs::write(bucket.join("gallery/.emptyFolderPlaceholder"), "").unwrap();
        Place { home, database: crate::harness::own_schema().await }
    }

    fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    fn folder(&self) -> Folder {
        Folder { database: self.database.clone(), ..Folder::at(self.data()) }
    }

    fn asked(&self) -> Import {
        let bucket = Some(self.home.path().join("bucket"));
        Import { rows: vec![fixture("dump.sql"), fixture("volunteers_rows.csv")], bucket, ..Import::default() }
    }

    /// A file made for this test.
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.home.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    async fn import(&self, asked: &Import) -> Result<String, String> {
        umeed::commands::import_report(asked, &self.folder()).await.map_err(|cause| format!("{cause:#}"))
    }

    async fn app(&self) -> App {
        App::open(Settings { folder: self.folder(), ..Settings::for_folder(self.data()) }).await.unwrap()
    }
}

async fn texts(app: &App, query: &str) -> Vec<String> {
    let rows = app.db.rows(Sql::new(query)).await.unwrap();
    rows.iter().map(|row| row.text(0).to_owned()).collect()
}

#[tokio::test]
async fn a_project_is_taken_over_with_rows_files_and_addresses() {
    let place = Place::new().await;
    let report = place.import(&place.asked()).await.unwrap();
    for words in [
        "projects           2 rows",
        "columns not known here and left out: user_id",
        "team_members       2 rows",
        "2 rows get a new id",
        "volunteers         2 rows",
        "files              3, 0 of them by download; 0 more are here already",
        "addresses          5 rewritten",
        "website_images/team/gone.png",
        "passed over        auth.users (1 row)",
        "imported, counted and found complete",
    ] {
        assert!(report.contains(words), "{words} is not in\n{report}");
    }
    let app = place.app().await;
    assert_eq!(texts(&app, "SELECT image_url FROM projects ORDER BY created_at").await, [EID, WELL]);
    let descriptions = texts(&app, "SELECT description FROM projects ORDER BY created_at").await;
    assert_eq!(descriptions[0], "<p>روزانہ کھانا</p>\n<p>a\ttab and a back\\slash</p>");
    assert_eq!(descriptions[1], format!("<p>Wells &amp; filters. See <a href=\"{WELL}\">the well</a>.</p>"));
    assert_eq!(
        texts(&app, "SELECT created_at FROM projects ORDER BY created_at").await[0],
        "2024-02-01T05:00:00.123456+00:00"
    );
    let home = texts(&app, "SELECT content FROM website_content WHERE page_key = 'homepage'").await;
    let home: serde_json::Value = serde_json::from_str(&home[0]).unwrap();
    assert_eq!(
        (home["hero"]["image_url"].as_str(), home["hero"]["subheading"].as_str()),
        (Some(HERO), Some("\"Together\""))
    );
    assert_eq!(
        texts(&app, "SELECT page_key FROM website_content").await.len(),
        umeed::schema::DOCUMENTS.len(),
        "the other pages have neutral words"
    );
    assert_eq!(texts(&app, "SELECT quote FROM testimonials").await, ["It's; \"good\"\nand a second line"]);
    assert_eq!(texts(&app, "SELECT name FROM team_members ORDER BY created_at").await, ["Bilal", "O'Neil \\ back"]);
    assert_eq!(
        texts(&app, "SELECT name || '|' || city || '|' || coalesce(skills, '-') FROM volunteers ORDER BY created_at")
            .await,
        ["Amina \"Guddi\" Khan|Faisalabad, Punjab|Teaching\nNursing", "بلال احمد|لاہور|-"]
    );
    let name = umeed::storage::Name::parse("gallery/عید.png").unwrap();
    let object =
        umeed::storage::find(&app.db, umeed::db::Reserve::Staff, &umeed::schema::bucket::WEBSITE_IMAGES, &name)
            .await
            .unwrap()
            .unwrap();
    assert_eq!(app.store.read_all(object.version().unwrap(), object.size).await.unwrap().unwrap(), png("eid"));
}

#[tokio::test]
async fn a_dry_run_says_the_same_and_changes_nothing() {
    let place = Place::new().await;
    let asked = Import { dry_run: true, ..place.asked() };
    let report = place.import(&asked).await.unwrap();
    assert!(report.contains("projects           2 rows") && report.contains("nothing was changed"), "{report}");
    assert!(!place.data().exists());
    drop(place.app().await);
    place.import(&asked).await.unwrap();
    let app = place.app().await;
    assert!(texts(&app, "SELECT page_key FROM website_content").await.is_empty());
    assert!(texts(&app, "SELECT name FROM objects").await.is_empty());
}

#[tokio::test]
async fn what_is_there_is_replaced_only_when_asked() {
    let place = Place::new().await;
    place.import(&place.asked()).await.unwrap();
    let refused = place.import(&place.asked()).await.unwrap_err();
    assert!(refused.contains("there are rows already in projects, team_members"), "{refused}");
    let csv = place.file("projects.csv", "title,description\nOnly one,new\n");
    let asked = Import { rows: vec![csv], replace: true, ..Import::default() };
    place.import(&asked).await.unwrap();
    let app = place.app().await;
    assert_eq!(texts(&app, "SELECT title FROM projects").await, ["Only one"]);
    assert_eq!(texts(&app, "SELECT name FROM volunteers").await.len(), 2, "other tables stay");
    assert_eq!(texts(&app, "SELECT name FROM objects").await.len(), 3);
}

/// The accounts of a hosted project stay there; those of this site stay as they are.
#[tokio::test]
async fn accounts_are_left_alone() {
    use umeed::auth::accounts;
    use umeed::schema::Role;
    let place = Place::new().await;
    let app = place.app().await;
    let name = serde_json::json!({ "full_name": "Sana" }).as_object().unwrap().clone();
    accounts::add_with_role(&app.db, "sana@umeed.org", "a password", name, Role::Editor).await.unwrap();
    app.db.close().await;
    drop(app);
    place.import(&Import { replace: true, ..place.asked() }).await.unwrap();
    let app = place.app().await;
    let people = accounts::list(&app.db).await.unwrap();
    assert_eq!(people.len(), 1);
    assert_eq!((people[0].role, &people[0].user_metadata["full_name"]), (Role::Editor, &"Sana".into()));
}

#[tokio::test]
async fn one_refused_row_stops_all_unless_told_otherwise() {
    let place = Place::new().await;
    let projects = format!("title,image_url\n{},/a.png\nshort,javascript:alert(1)\ngood,\n", "x".repeat(301));
    let rows = vec![
        place.file("projects.csv", &projects),
        place.file("subscribers.csv", "email\nA@Example.org\na@example.ORG\nnonsense\n"),
        place.file(
            "website_content.csv",
            "page_key,content\nnowhere,{}\ncontact,\"{\"\"phones\"\": 5}\"\nabout,no json\n",
        ),
    ];
    std::fs::write(place.home.path().join("bucket/website_images/page.html"), "<html>").unwrap();
    let asked = Import { rows, bucket: Some(place.home.path().join("bucket")), ..Import::default() };
    let refused = place.import(&asked).await.unwrap_err();
    for words in [
        "projects.csv, line 2: title is longer than 300 characters",
        "projects.csv, line 3: image_url must be the address of a picture",
        "subscribers.csv, line 3: email \"a@example.org\" is there already",
        "subscribers.csv, line 4: Please enter a valid email address.",
        "website_content.csv, line 2: there is no page \"nowhere\"",
        "website_content.csv, line 3: content.phones must be",
        "website_content.csv, line 4: content is no JSON",
        "page.html: ",
        "8 rows or files were refused, so nothing was changed",
    ] {
        assert!(refused.contains(words), "{words} is not in\n{refused}");
    }
    let app = place.app().await;
    assert!(texts(&app, "SELECT title FROM projects").await.is_empty());
    assert!(texts(&app, "SELECT name FROM objects").await.is_empty());
    drop(app);
    place.import(&Import { skip_refused: true, ..asked }).await.unwrap();
    let app = place.app().await;
    assert_eq!(texts(&app, "SELECT title FROM projects").await, ["good"]);
    assert_eq!(texts(&app, "SELECT email FROM subscribers").await, ["a@example.org"]);
    assert_eq!(texts(&app, "SELECT name FROM objects").await.len(), 3);
}

/// `--replace` puts rows in the place of others, not nothing.
#[tokio::test]
async fn a_table_is_not_emptied_because_every_row_was_refused() {
    let place = Place::new().await;
    place.import(&place.asked()).await.unwrap();
    let rows = vec![place.file("projects.csv", &format!("title\n{}\n", "x".repeat(301)))];
    let asked = Import { rows, replace: true, skip_refused: true, ..Import::default() };
    let refused = place.import(&asked).await.unwrap_err();
    assert!(refused.contains("every row for projects was refused") && refused.contains("line 2: title is longer"));
    assert_eq!(texts(&place.app().await, "SELECT title FROM projects").await.len(), 2);
}

/// A link may lead anywhere, so it is not followed; but nobody is to think that its file was taken over.
#[tokio::test]
async fn links_are_refused_and_named() {
    let place = Place::new().await;
    let link = place.home.path().join("bucket/website_images/link.png");
    std::os::unix::fs::symlink(place.home.path().join("bucket/website_images/hero/1.png"), link).unwrap();
    let refused = place.import(&place.asked()).await.unwrap_err();
    assert!(refused.contains("link.png: it is neither a file nor a folder"), "{refused}");
    let report = place.import(&Import { skip_refused: true, ..place.asked() }).await.unwrap();
    assert!(report.contains("1 refused:") && report.contains("link.png"), "{report}");
}

/// A store that fails is no refusal of a file: the import ends and says why.
#[tokio::test]
async fn a_store_that_fails_ends_the_import() {
    let place = Place::new().await;
    drop(place.app().await);
    let files = place.data().join("files");
    std::fs::remove_dir_all(&files).unwrap();
    std::fs::create_dir(&files).unwrap();
    for number in 0..256 {
        std::fs::write(files.join(format!("{number:02x}")), "in the way").unwrap();
    }
    let refused = place.import(&Import { skip_refused: true, ..place.asked() }).await.unwrap_err();
    assert!(refused.contains("could not be stored, so no rows were imported"), "{refused}");
    assert!(texts(&place.app().await, "SELECT title FROM projects").await.is_empty());
}

/// An old project on this machine; a file is fetched, one is not there, one is far too large.
#[tokio::test]
async fn files_are_downloaded_by_their_addresses() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/storage/v1/object/public/website_images", listener.local_addr().unwrap());
    let bucket = "/storage/v1/object/public/website_images";
    let endless = || async {
        let chunks = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![0_u8; 1 << 20]));
        axum::body::Body::from_stream(chunks)
    };
    let old = Router::new()
        .route(&format!("{bucket}/here.png"), get(|| async { png("fetched") }))
        .route(&format!("{bucket}/listed.png"), get(|| async { png("listed") }))
        .route(&format!("{bucket}/endless.png"), get(endless))
        .fallback(|| async { StatusCode::NOT_FOUND });
    let serving = tokio::spawn(async move { axum::serve(listener, old).await });

    let place = Place::new().await;
    let rows = format!("image_url\n{base}/here.png\n{base}/gone.png\n{base}/endless.png\n");
    let asked = Import {
        rows: vec![place.file("gallery_images.csv", &rows)],
        urls: Some(place.file("urls.txt", &format!("# pictures\n{base}/listed.png\n"))),
        download: true,
        ..Import::default()
    };
    let refused = place.import(&asked).await.unwrap_err();
    assert!(refused.contains("gone.png: the server answered 404"), "{refused}");
    assert!(refused.contains("endless.png: it is larger than 50 MiB") && refused.contains("no rows were imported"));
    let report = place.import(&Import { skip_refused: true, ..asked }).await.unwrap();
    assert!(report.contains("2 left as they are, since the file is missing"), "{report}");
    serving.abort();
    let app = place.app().await;
    assert_eq!(texts(&app, "SELECT name FROM objects ORDER BY name").await, ["here.png", "listed.png"]);
    let mut addresses = texts(&app, "SELECT image_url FROM gallery_images").await;
    addresses.sort();
    assert_eq!(addresses[0], format!("{bucket}/here.png"));
    assert_eq!(addresses[1..], [format!("{base}/endless.png"), format!("{base}/gone.png")]);
}

#[tokio::test]
async fn what_cannot_be_read_is_said_and_changes_nothing() {
    let place = Place::new().await;
    for (name, text, words) in [
        ("cut.sql", "COPY public.projects (id, title) FROM stdin;\n1\tone\n", "the dump was cut off"),
        ("quote.sql", "INSERT INTO public.projects (title) VALUES ('never closed", "a quotation is never closed"),
        ("call.sql", "INSERT INTO public.projects (title) VALUES (now());", "only plain values"),
        ("bare.sql", "INSERT INTO public.projects VALUES ('x');", "--column-inserts"),
        ("count.sql", "COPY public.projects (id, title) FROM stdin;\n1\n\\.\n", "1 values for 2 columns"),
        ("other.csv", "a\n1\n", "is not called like a table"),
        ("projects.csv", "title\n\"open", "a quotation is never closed"),
        ("projects.txt", "", "neither a dump"),
        ("empty.sql", "-- nothing\n", "nothing to import was found"),
    ] {
        let asked = Import { rows: vec![place.file(name, text)], ..Import::default() };
        let refused = place.import(&asked).await.unwrap_err();
        assert!(refused.contains(words), "{name}: {refused}");
    }
    assert!(!place.data().exists());
}
