//! Pictures of pages: their addresses carry a mark of what they show, so that browsers keep them, and a replaced one is
//! seen at once all the same.

use axum::body::Body;
use axum::http::Method;
use image::{DynamicImage, ImageFormat, RgbImage};
use serde_json::json;
use umeed::db::Sql;

use super::{routes, with_sample};
use crate::harness::{TestApp, keep, public_path};

const FOR_EVER: &str = "public, max-age=31536000, immutable";
const RENDER: &str = "/storage/v1/render/image/public/website_images/";
const NAME: &str = "projects/new one.png";

fn picture(shade: u8) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let pixels = RgbImage::from_fn(400, 300, |x, y| image::Rgb([shade, x as u8, y as u8]));
    DynamicImage::from(pixels).write_to(&mut out, ImageFormat::Png).unwrap();
    out.into_inner()
}

/// Every address in a page that begins like this, as a browser reads it.
fn addresses(html: &str, start: &str) -> Vec<String> {
    let rests = html.split(start).skip(1);
    let ends = rests.map(|rest| rest.split(['"', ' ', ',', '\\']).next().unwrap_or_default());
    ends.map(|end| format!("{start}{end}").trim_start_matches("src=\"").replace("&amp;", "&")).collect()
}

async fn cache_control(app: &TestApp, address: &str) -> String {
    let answer = app.get(address, None).await;
    assert_eq!(answer.status, 200, "{address}");
    answer.header("cache-control").to_owned()
}

/// A project with a picture of its own, in this place of the file store.
async fn with_project() -> (TestApp, String) {
    let app = with_sample().await;
    let staff = app.staff_token().await;
    keep(&app.app, NAME, picture(1)).await.unwrap();
    let row = json!({ "title": "With a picture", "description": "<p>d</p>", "image_url": public_path(NAME) });
    assert_eq!(app.post_json("/rest/v1/projects", row, Some(&staff)).await.status, 201);
    (app, staff)
}

fn resized(html: &str) -> String {
    let found = addresses(html, RENDER).into_iter().find(|address| address.contains("new%20one"));
    found.expect("the page shows the picture")
}

/// The sample's pages with small pictures: a debug build takes long to scale its large ones.
async fn with_small_pictures() -> TestApp {
    let app = with_sample().await;
    let photos = Sql::new("SELECT name FROM objects WHERE mimetype = 'image/webp'");
    for (shade, row) in app.app.db.rows(photos).await.unwrap().iter().enumerate() {
        keep(&app.app, row.text(0), picture(shade as u8)).await.unwrap();
    }
    app
}

#[tokio::test]
async fn browsers_keep_every_stored_picture_of_a_page() {
    let app = with_small_pictures().await;
    let mut seen = 0;
    for route in &routes(&app).await {
        let html = app.get(route, None).await.text();
        let shown = html.split("<script type=\"application/json\"").next().unwrap();
        let stored = addresses(shown, "src=\"/storage/v1/object/public/website_images/");
        let one_width = addresses(shown, RENDER).into_iter().filter(|address| address.ends_with("width=160"));
        for address in stored.into_iter().chain(one_width) {
            assert_eq!(cache_control(&app, &address).await, FOR_EVER, "{address} on {route}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[tokio::test]
async fn only_the_address_of_the_file_as_it_is_now_is_kept_for_ever() {
    let (app, staff) = with_project().await;
    let marked = resized(&app.get("/projects", None).await.text());
    assert_eq!(cache_control(&app, &marked).await, FOR_EVER);
    let known = app.get(&marked, None).await;
    let request = app.request(Method::GET, &marked, None).header("if-none-match", known.header("etag"));
    let unchanged = app.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!((unchanged.status, unchanged.header("cache-control")), (304, FOR_EVER));

    let (road, query) = marked.split_once('?').unwrap();
    let mark = query.split('&').find(|part| part.starts_with("v=")).expect("a mark").to_owned();
    let original = public_path(NAME);
    let usual = cache_control(&app, &original).await;
    assert_ne!(usual, FOR_EVER);
    assert_eq!(cache_control(&app, &format!("{original}?{mark}")).await, FOR_EVER);
    for address in [
        format!("{road}?width=320"),
        format!("{road}?width=320&v="),
        format!("{road}?width=320&{mark}0"),
        format!("{original}?v=000000000000-1"),
    ] {
        assert_eq!(cache_control(&app, &address).await, usual, "{address}");
    }
    // What is stored stays as it was written, and the table API gives it back so.
    let stored = app.get("/rest/v1/projects?select=image_url&title=eq.With+a+picture", Some(&staff)).await;
    assert_eq!(stored.json, json!([{ "image_url": original }]));
}

#[tokio::test]
async fn a_replaced_picture_has_another_address_at_once() {
    let (app, _) = with_project().await;
    let before = resized(&app.get("/projects", None).await.text());
    let old = app.get(&before, None).await;
    keep(&app.app, NAME, picture(200)).await.unwrap();
    let after = resized(&app.get("/projects", None).await.text());
    assert_ne!(before, after);
    assert_eq!(cache_control(&app, &after).await, FOR_EVER);
    assert_ne!(app.get(&after, None).await.body, old.body);
    // A page from before that somebody still looks at: the picture as it is, and not for ever.
    let late = app.get(&before, None).await;
    assert_eq!(late.status, 200);
    assert_ne!(late.header("cache-control"), FOR_EVER);
    // Moves inside the app go by the page's data.
    let mark = after.split(['?', '&']).find(|part| part.starts_with("v=")).unwrap();
    assert!(app.get("/page-data/projects", None).await.text().contains(mark));
}

/// The same bytes once more are the same picture: nobody needs to fetch it again.
#[tokio::test]
async fn the_same_picture_keeps_its_address() {
    let (app, _) = with_project().await;
    let before = resized(&app.get("/projects", None).await.text());
    keep(&app.app, NAME, picture(1)).await.unwrap();
    assert_eq!(resized(&app.get("/projects", None).await.text()), before);
}

/// A file that is not there, or that lies elsewhere, is named as staff wrote it.
#[tokio::test]
async fn what_is_no_stored_picture_keeps_its_address() {
    let (app, staff) = with_project().await;
    for address in [public_path("projects/gone.png"), "https://example.org/a.jpg?b=c".to_owned()] {
        let change = json!({ "image_url": address });
        let row = "/rest/v1/projects?title=eq.With+a+picture";
        assert_eq!(app.patch_json(row, change, Some(&staff)).await.status, 204);
        assert!(app.get("/page-data/projects", None).await.text().contains(&format!("\"{address}\"")), "{address}");
    }
}
