//! When the link ends, who wins, and how often a wrong one may be tried.

use axum::http::Request;
use umeed::config::FilePlace;

use super::*;
use crate::harness::PASSWORD;

async fn meddle(app: &TestApp, sql: Sql) {
    app.app.db.write(move |tx| Box::pin(async move { tx.rows(sql).await.map(drop) })).await.unwrap();
}

#[tokio::test]
async fn it_is_good_once() {
    let (app, token) = first_start(true).await;
    assert_eq!(status(&app, &token).await.status, 200, "to look does not use it up");
    assert_eq!(set_up(&app, &token, json!({})).await.status, 200);
    let before = everything(&app).await;
    assert_gone(&status(&app, &token).await);
    assert_gone(&set_up(&app, &token, json!({ "email": "thief@example.org", "blank": true })).await);
    assert_eq!(everything(&app).await, before);
}

/// Somebody signs in, by whatever account: the site is somebody's from then on.
#[tokio::test]
async fn it_ends_when_anybody_signs_in() {
    let (app, token) = first_start(false).await;
    accounts::add(&app.app.db, "other@umeed.example", PASSWORD, Default::default()).await.unwrap();
    assert_eq!(sign_in(&app, "other@umeed.example", "a wrong password").await.status, 400);
    assert_eq!(status(&app, &token).await.status, 200, "a try is no sign-in");
    assert_eq!(sign_in(&app, "other@umeed.example", PASSWORD).await.status, 200);
    assert_gone(&status(&app, &token).await);
    assert_gone(&set_up(&app, &token, json!({})).await);
    accounts::remove(&app.app.db, "other@umeed.example").await.unwrap();
    assert_gone(&set_up(&app, &token, json!({})).await);
}

#[tokio::test]
async fn it_ends_with_a_new_password_and_with_its_account() {
    let (app, token) = first_start(false).await;
    accounts::set_password(&app.app.db, EMAIL, PASSWORD).await.unwrap();
    assert_gone(&set_up(&app, &token, json!({})).await);
    let token = link(&app).await;
    assert_eq!(status(&app, &token).await.status, 200);
    accounts::remove(&app.app.db, EMAIL).await.unwrap();
    assert_gone(&set_up(&app, &token, json!({})).await);
}

/// The clock is the database's: a day less a minute after the first start, and a day and a second.
#[tokio::test]
async fn it_ends_after_a_day() {
    const DAY: i64 = 24 * 60 * 60;
    let (app, token) = first_start(false).await;
    let moved = async |seconds: i64| {
        let now = jiff::Timestamp::now();
        let at = now - jiff::Span::new().seconds(seconds);
        let ends = at + jiff::Span::new().seconds(DAY);
        let sql = Sql::new("UPDATE one_time_tokens SET made_at = ?, ends_at = ?");
        meddle(&app, sql.with(umeed::clock::text(at)).with(umeed::clock::text(ends))).await;
    };
    let row = app.app.db.first(Sql::new("SELECT made_at, ends_at FROM one_time_tokens")).await.unwrap().unwrap();
    let time = |column| umeed::clock::parse(row.text(column)).unwrap().as_second();
    assert_eq!(time(1) - time(0), DAY, "as it is made");
    moved(DAY - 60).await;
    assert_eq!(status(&app, &token).await.status, 200);
    moved(DAY + 1).await;
    assert_gone(&status(&app, &token).await);
    assert_gone(&set_up(&app, &token, json!({})).await);
    // Set back, a clock must not make it live longer.
    moved(-2 * DAY).await;
    assert_gone(&set_up(&app, &token, json!({})).await);
}

/// On PostgreSQL the other one asks another server on the same database.
#[tokio::test]
async fn of_two_at_once_one_wins() {
    let (app, token) = first_start(true).await;
    let first = &app.app.settings.folder;
    let other = match &first.database {
        Some(_) => {
            let start = TestApp::start_with(|settings| {
                settings.folder.database = first.database.clone();
                settings.folder.files = FilePlace::Folder(first.path.join("files"));
            });
            Some(start.await)
        }
        None => None,
    };
    let (one, two) = (json!({ "email": "one@umeed.example" }), json!({ "email": "two@umeed.example", "blank": true }));
    let answers = tokio::join!(set_up(&app, &token, one), set_up(other.as_ref().unwrap_or(&app), &token, two));
    let mut statuses = [answers.0.status, answers.1.status];
    let winner = if statuses[0] == 200 { "one" } else { "two" };
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410], "{} {}", answers.0.text(), answers.1.text());
    assert_eq!(sign_in(&app, &format!("{winner}@umeed.example"), CHOSEN).await.status, 200);
    let projects = app.get("/rest/v1/projects?select=id", None).await.json.as_array().unwrap().len();
    assert_eq!(projects == 0, winner == "two", "all of one, and nothing of the other");
}

#[tokio::test]
async fn wrong_ones_are_counted_by_where_they_come_from() {
    let (app, token) = first_start(false).await;
    let try_from = async |address: [u8; 4], token: &str| {
        let request: Request<Body> =
            app.request(Method::POST, STATUS, None).header("x-set-up-token", token).body(Body::empty()).unwrap();
        app.send_from(address.into(), request).await
    };
    for _ in 0..100 {
        assert_eq!(try_from([10, 0, 0, 1], &token).await.status, 200, "the right one does not count");
    }
    let mut refused = None;
    for tried in 0..100 {
        let answer = try_from([10, 0, 0, 1], &format!("{tried}{token}")).await;
        if answer.status == 429 {
            refused = Some((tried, answer));
            break;
        }
        assert_gone(&answer);
    }
    let (tried, answer) = refused.expect("an end to guessing");
    assert!((60..70).contains(&tried), "{tried}");
    assert!(!answer.header("retry-after").is_empty());
    assert_eq!(try_from([10, 0, 0, 1], &token).await.status, 200, "nobody's guesses keep out the one who holds it");
    assert_eq!(try_from([10, 1, 0, 1], &token).await.status, 200, "the one who holds it is elsewhere");
    assert_gone(&try_from([10, 1, 0, 1], "").await);
}

/// It signs nobody in by itself, and no other link does what it does.
#[tokio::test]
async fn it_is_a_link_of_its_own() {
    let (app, token) = first_start(false).await;
    for kind in ["set_up", "signup", "invite", "magiclink", "recovery", "email_change", "email"] {
        let body = json!({ "type": kind, "token_hash": token });
        let answer = app.post_json("/auth/v1/verify", body, None).await;
        assert!([400, 403].contains(&answer.status), "{kind}: {}", answer.text());
    }
    let key = app.service_key();
    let body = json!({ "type": "set_up", "email": EMAIL });
    assert_eq!(app.post_json("/auth/v1/admin/generate_link", body, Some(&key)).await.status, 400);
    let body = json!({ "type": "recovery", "email": EMAIL });
    let recovery = app.post_json("/auth/v1/admin/generate_link", body, Some(&key)).await.json;
    assert_gone(&status(&app, recovery["hashed_token"].as_str().unwrap()).await);
    assert_eq!(status(&app, &token).await.status, 200);
    assert_eq!(app.get(SET_UP, None).await.status, 405);
}

/// A body is read only for the one who holds the link.
#[tokio::test]
async fn it_is_looked_at_before_anything_is_read() {
    let (app, token) = first_start(false).await;
    let much = json!({ "site_name": "x".repeat(4 * 1024 * 1024) });
    assert_gone(&call(&app, SET_UP, "not the link", much.clone()).await);
    assert_eq!(call(&app, SET_UP, &token, much).await.status, 413);
    assert_eq!(call(&app, SET_UP, &token, json!([])).await.status, 400);
    assert_eq!(status(&app, &token).await.status, 200);
}
