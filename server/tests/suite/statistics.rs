//! How often pages are seen and forms are sent: what counts as a view, and what staff are shown of it.

use axum::body::Body;
use axum::http::Method;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use umeed::clock;
use umeed::db::Sql;

use crate::harness::TestApp;

const PHONE: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36";
const CRAWLER: &str = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const WHATSAPP: &str = "WhatsApp/2.23.20.0 A";

async fn with_sample() -> TestApp {
    let app = TestApp::start_with(|settings| settings.sample_content = true).await;
    app.fill().await;
    app
}

async fn ask(app: &TestApp, method: Method, path: &str, headers: &[(&'static str, &str)]) -> u16 {
    let mut request = app.request(method, path, None);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    app.send(request.body(Body::empty()).unwrap()).await.status
}

async fn store(app: &TestApp) {
    umeed::statistics::store(&app.app.db, &app.app.pages.views, Timestamp::now()).await.unwrap();
}

async fn report(app: &TestApp, days: u32) -> Value {
    let staff = app.staff_token().await;
    let answer = app.get(&format!("/rest/v1/rpc/statistics?days={days}"), Some(&staff)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json
}

async fn change(app: &TestApp, sql: Sql) {
    app.app.db.write(|tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
}

/// The first answer of a page goes another way than those that are kept, so each is asked for twice.
#[tokio::test]
async fn people_who_see_a_page_are_counted_and_nobody_else_is() {
    let app = with_sample().await;
    let person = ("user-agent", PHONE);
    for _ in 0..2 {
        assert_eq!(ask(&app, Method::GET, "/about", &[person]).await, 200);
        for (method, path, headers) in [
            (Method::HEAD, "/about", vec![person]),
            (Method::GET, "/about", vec![("user-agent", CRAWLER)]),
            (Method::GET, "/about", vec![]),
            (Method::GET, "/about", vec![person, ("sec-purpose", "prefetch")]),
            (Method::GET, "/page-data/about", vec![person]),
            (Method::GET, "/admin", vec![person]),
            (Method::GET, "/robots.txt", vec![person]),
        ] {
            assert_eq!(ask(&app, method, path, &headers).await, 200, "{path} {headers:?}");
        }
        assert_eq!(ask(&app, Method::GET, "/nowhere", &[person]).await, 404);
        assert_eq!(ask(&app, Method::GET, "/donate", &[("user-agent", WHATSAPP)]).await, 200);
    }
    store(&app).await;
    let report = report(&app, 7).await;
    assert_eq!(
        report["pages"],
        json!([
            { "path": "/about", "views": 2, "link_previews": 0, "before": 0 },
            { "path": "/donate", "views": 0, "link_previews": 2, "before": 0 },
        ])
    );
    let days = report["days"].as_array().unwrap();
    assert_eq!(days.len(), 7);
    let today = clock::day(Timestamp::now()).to_string();
    assert_eq!(
        days[6],
        json!({ "day": today, "views": 2, "link_previews": 2, "volunteers": 0, "subscribers": 0, "messages": 0 })
    );
    assert_eq!((&report["since"], &report["before"]["views"]), (&json!(today), &json!(0)));
}

/// A browser that holds a page asks whether it is still good, and its person sees it all the same.
#[tokio::test]
async fn a_page_that_the_browser_still_holds_is_seen_as_well() {
    let app = with_sample().await;
    let first = app.send(app.request(Method::GET, "/about", None).body(Body::empty()).unwrap()).await;
    let tag = first.header("etag").to_owned();
    assert_eq!(ask(&app, Method::GET, "/about", &[("user-agent", PHONE), ("if-none-match", &tag)]).await, 304);
    store(&app).await;
    assert_eq!(report(&app, 7).await["pages"][0]["views"], 1);
}

/// The app moves between pages without asking for them; it says so.
#[tokio::test]
async fn a_move_inside_the_app_is_told_by_the_app() {
    let app = with_sample().await;
    let fixed = app.app.pages.fixed_paths().await.unwrap();
    assert!(fixed.contains(&"/blog".to_owned()));
    let person = ("user-agent", PHONE);
    let here = ("sec-fetch-site", "same-origin");
    for (path, headers) in [
        ("/page-seen/blog", vec![person, here]),
        ("/page-seen/", vec![person]),
        ("/page-seen/blog", vec![("user-agent", CRAWLER), here]),
        ("/page-seen/blog", vec![person, ("sec-fetch-site", "cross-site")]),
        ("/page-seen/nowhere", vec![person, here]),
        ("/page-seen/admin", vec![person, here]),
    ] {
        assert_eq!(ask(&app, Method::POST, path, &headers).await, 204, "{path}");
    }
    assert_eq!(ask(&app, Method::GET, "/page-seen/blog", &[person]).await, 405);
    store(&app).await;
    let pages = report(&app, 7).await["pages"].clone();
    let seen: Vec<_> =
        pages.as_array().unwrap().iter().map(|page| (page["path"].as_str().unwrap(), &page["views"])).collect();
    assert_eq!(seen, [("/", &json!(1)), ("/blog", &json!(1))]);
}

/// Days are the site's: an entry of half past midnight in Pakistan was sent on the evening before in UTC.
#[tokio::test]
async fn forms_are_counted_by_day_and_compared_with_the_days_before() {
    let app = with_sample().await;
    let now = Timestamp::now();
    let midnight = clock::beginning_of(clock::day(now));
    let moments = [
        midnight + SignedDuration::from_mins(30),
        midnight - SignedDuration::from_mins(1),
        midnight - SignedDuration::from_hours(24 * 6),
        midnight - SignedDuration::from_hours(24 * 6) - SignedDuration::from_mins(1),
        midnight - SignedDuration::from_hours(24 * 20),
    ];
    for (number, moment) in moments.into_iter().enumerate() {
        let sql = Sql::new("INSERT INTO subscribers (id, email, created_at) VALUES (?, ?, ?)");
        let sql = sql.with(uuid::Uuid::new_v4().to_string()).with(format!("a{number}@example.org"));
        change(&app, sql.with(clock::text(moment))).await;
    }
    for (days_ago, views) in [(0, 5), (6, 7), (7, 11), (13, 13), (14, 17)] {
        let day = clock::day(now - SignedDuration::from_hours(24 * days_ago)).to_string();
        let sql = Sql::new("INSERT INTO page_views (id, day, path, views, link_previews) VALUES (?, ?, '/', ?, 1)");
        change(&app, sql.with(uuid::Uuid::new_v4().to_string()).with(day).with(views)).await;
    }
    let week = report(&app, 7).await;
    let of = |name: &str| -> Vec<i64> {
        week["days"].as_array().unwrap().iter().map(|day| day[name].as_i64().unwrap()).collect()
    };
    assert_eq!(of("subscribers"), [1, 0, 0, 0, 0, 1, 1]);
    assert_eq!(of("views"), [7, 0, 0, 0, 0, 0, 5]);
    assert_eq!((&week["before"]["subscribers"], &week["before"]["views"]), (&json!(1), &json!(24)));
    assert_eq!(week["pages"], json!([{ "path": "/", "views": 12, "link_previews": 2, "before": 24 }]));
    let month = report(&app, 30).await;
    assert_eq!((month["pages"][0]["views"].as_i64(), month["days"].as_array().unwrap().len()), (Some(53), 30));
}

#[tokio::test]
async fn staff_read_them_and_only_the_server_writes_them() {
    let app = with_sample().await;
    let path = "/rest/v1/rpc/statistics";
    let refused = app.get(&format!("{path}?days=7"), None).await;
    assert_eq!((refused.status, refused.json["code"].as_str()), (401, Some("42501")));
    let staff = app.staff_token().await;
    for days in ["", "?days=8", "?days=x", "?days=-7", "?days=7000000000"] {
        let refused = app.get(&format!("{path}{days}"), Some(&staff)).await;
        assert_eq!((refused.status, refused.json["code"].as_str()), (400, Some("22023")), "{days}");
        assert!(refused.json["message"].as_str().unwrap().contains("7, 30, 90, 365"));
    }
    assert_eq!(
        app.post_json(path, json!({ "days": 30 }), Some(&staff)).await.json["days"].as_array().unwrap().len(),
        30
    );
    change(&app, Sql::new("UPDATE staff SET role = 'editor'")).await;
    assert_eq!(app.get(&format!("{path}?days=365"), Some(&staff)).await.status, 200);
    let row = json!({ "day": "2026-01-01", "path": "/", "views": 1_000_000, "link_previews": 0 });
    assert_eq!(app.post_json("/rest/v1/page_views", row, Some(&staff)).await.status, 403);
}
