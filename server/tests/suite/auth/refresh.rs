//! Refresh tokens: rotation, the rules of reuse, and their end.

use serde_json::Value;

use super::*;

const LONG_AGO: &str = "2020-01-01T00:00:00.000000+00:00";

/// A session refreshed twice: tokens of generations 0, 1 and 2, of which the last is active.
async fn three_tokens(app: &TestApp) -> [Value; 3] {
    let first = app.sign_in().await["refresh_token"].clone();
    let second = refresh(app, &first).await.json["refresh_token"].clone();
    let third = refresh(app, &second).await.json["refresh_token"].clone();
    [first, second, third]
}

/// As if every replacement so far had been that long ago.
async fn replaced(app: &TestApp, seconds: i64) {
    let time = jiff::Timestamp::from_second(umeed::clock::unix_seconds() - seconds).unwrap();
    meddle(app, Sql::new("UPDATE replaced_generations SET replaced_at = ?").with(umeed::clock::text(time))).await;
}

/// [API-6] refresh rotates: a new token each time, the same session, a whole session object.
#[tokio::test]
async fn the_active_token_is_rotated() {
    let app = TestApp::start().await;
    let before = app.sign_in().await;
    let answer = refresh(&app, &before["refresh_token"]).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_stamped(&answer);
    assert_ne!(answer.json["refresh_token"], before["refresh_token"]);
    assert_eq!(answer.json["user"], before["user"]);
    assert!(is_in(&app, &answer.json).await && is_in(&app, &before).await, "both access tokens are of this session");
}

/// [API-6] [ADM-10] For a minute the parent of the active token gives the active one again: two tabs, a lost answer.
#[tokio::test]
async fn the_parent_gets_the_active_token_again() {
    let app = TestApp::start().await;
    let [_, parent, active] = three_tokens(&app).await;
    replaced(&app, 50).await;
    for _ in 0..3 {
        let answer = refresh(&app, &parent).await;
        assert_eq!((answer.status, &answer.json["refresh_token"]), (200, &active));
        assert!(is_in(&app, &answer.json).await);
    }
    assert_eq!(refresh(&app, &active).await.status, 200, "and the active one still rotates");
}

/// [API-6] After a minute it is a copy that somebody kept: the session ends for both.
#[tokio::test]
async fn the_parent_after_a_minute_ends_the_session() {
    for (seconds, rotations) in [(70, 0), (70, 1), (5000, 0)] {
        let app = TestApp::start().await;
        let owner = app.sign_in().await;
        let mut parent = owner["refresh_token"].clone();
        let mut active = refresh(&app, &parent).await.json;
        for _ in 0..rotations {
            parent = active["refresh_token"].clone();
            active = refresh(&app, &parent).await.json;
        }
        replaced(&app, seconds).await;
        assert_error(&refresh(&app, &parent).await, 400, "refresh_token_already_used");
        for token in [&active["refresh_token"], &parent] {
            assert_error(&refresh(&app, token).await, 400, "refresh_token_not_found");
        }
        assert!(!is_in(&app, &active).await);
    }
}

/// [API-6] An older token is forgiven for ten seconds and gets a new one.
#[tokio::test]
async fn an_older_token_is_forgiven_for_a_moment() {
    let app = TestApp::start().await;
    let [oldest, _, active] = three_tokens(&app).await;
    let answer = refresh(&app, &oldest).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_ne!(answer.json["refresh_token"], active);
    assert_eq!(refresh(&app, &active).await.json["refresh_token"], answer.json["refresh_token"], "now the parent");
}

/// [API-6] After that, reuse ends the whole session: the holder of the newest token is out as well.
#[tokio::test]
async fn late_reuse_ends_the_session() {
    let app = TestApp::start().await;
    let other = app.sign_in().await;
    let session = app.sign_in().await;
    let second = refresh(&app, &session["refresh_token"]).await.json;
    let third = refresh(&app, &second["refresh_token"]).await.json;
    replaced(&app, 20).await;
    assert_error(&refresh(&app, &session["refresh_token"]).await, 400, "refresh_token_already_used");
    assert_error(&refresh(&app, &third["refresh_token"]).await, 400, "refresh_token_not_found");
    assert_error(&refresh(&app, &second["refresh_token"]).await, 400, "refresh_token_not_found");
    assert!(!is_in(&app, &third).await);
    assert!(is_in(&app, &other).await, "other sessions of the account go on");
}

/// The same when the record of the replacement is gone, as it is once a later rotation has swept it away.
#[tokio::test]
async fn records_of_replacement_do_not_pile_up() {
    let app = TestApp::start().await;
    let [oldest, _, active] = three_tokens(&app).await;
    replaced(&app, 3600).await;
    refresh(&app, &active).await;
    let rows = app.app.db.rows(Sql::new("SELECT generation FROM replaced_generations")).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.int(0)).collect::<Vec<_>>(), [2]);
    assert_error(&refresh(&app, &oldest).await, 400, "refresh_token_already_used");
}

/// [API-6] [ADM-10] Tabs that refresh at the same moment all stay signed in, with one and the same next token.
#[tokio::test]
async fn many_refreshes_at_once_all_succeed() {
    let app = TestApp::start().await;
    let token = app.sign_in().await["refresh_token"].clone();
    let answers = futures_util::future::join_all((0..20).map(|_| refresh(&app, &token))).await;
    for answer in &answers {
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.json["refresh_token"], answers[0].json["refresh_token"]);
    }
}

#[tokio::test]
async fn only_tokens_of_this_server_are_known() {
    let (app, other) = (TestApp::start().await, TestApp::start().await);
    let foreign = other.sign_in().await["refresh_token"].clone();
    let own = app.sign_in().await["refresh_token"].as_str().unwrap().to_owned();
    let flipped = format!("{}{}", &own[..53], if own.ends_with('A') { 'B' } else { 'A' });
    for token in [foreign, json!(flipped), json!("abc"), json!("x".repeat(10_000)), json!("اُمید")] {
        assert_error(&refresh(&app, &token).await, 400, "refresh_token_not_found");
    }
    for token in [json!(""), json!(null), json!(7)] {
        assert_error(&refresh(&app, &token).await, 400, "validation_failed");
    }
}

/// Generations from before a backup was restored: genuine, but not of this history.
#[tokio::test]
async fn a_token_from_the_future_is_unknown_and_harms_nothing() {
    let app = TestApp::start().await;
    let [first, _, third] = three_tokens(&app).await;
    meddle(&app, Sql::new("UPDATE sessions SET generation = 0")).await;
    meddle(&app, Sql::new("DELETE FROM replaced_generations")).await;
    assert_error(&refresh(&app, &third).await, 400, "refresh_token_not_found");
    assert_eq!(refresh(&app, &first).await.status, 200);
}

/// However often it is renewed, one day it is over.
#[tokio::test]
async fn a_session_of_half_a_year_is_over() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    meddle(&app, Sql::new("UPDATE sessions SET created_at = ?").with(LONG_AGO)).await;
    assert_error(&refresh(&app, &session["refresh_token"]).await, 400, "session_expired");
    assert!(!is_in(&app, &session).await);
}

#[tokio::test]
async fn a_session_left_alone_for_a_month_is_over() {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    meddle(&app, Sql::new("UPDATE sessions SET refreshed_at = ?").with(LONG_AGO)).await;
    assert_error(&refresh(&app, &session["refresh_token"]).await, 400, "session_expired");
    assert_error(&refresh(&app, &session["refresh_token"]).await, 400, "refresh_token_not_found");

    app.sign_in().await;
    meddle(&app, Sql::new("UPDATE sessions SET refreshed_at = ?").with(LONG_AGO)).await;
    app.sign_in().await;
    let left = app.app.db.rows(Sql::new("SELECT id FROM sessions")).await.unwrap();
    assert_eq!(left.len(), 1, "each sign-in sweeps away what is over");
}
