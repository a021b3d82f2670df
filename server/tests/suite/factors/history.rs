//! What the activity tells of a second factor, and that no secret of it gets anywhere.

use super::*;
use crate::harness::EMAIL;

/// What the lines of accounts since the last time say was changed; of sign-ins and sign-outs the verb.
async fn told(app: &TestApp, last: &mut String) -> Vec<String> {
    let sql =
        "SELECT id, verb, changed, row_key, after FROM history WHERE table_name = 'accounts' AND id > ? ORDER BY id";
    let rows = app.app.db.rows(Sql::new(sql).with(&*last)).await.unwrap();
    if let Some(row) = rows.last() {
        *last = row.text(0).to_owned();
    }
    let words = |row: &umeed::db::Row| match row.text_or_none(2) {
        Some(changed) => {
            let after: Value = serde_json::from_str(row.text(4)).unwrap();
            assert_eq!(after["email"], EMAIL, "whose it is");
            changed.to_owned()
        }
        None => row.text(1).to_owned(),
    };
    rows.iter().map(words).collect()
}

#[tokio::test]
async fn each_deed_leaves_one_line() {
    let app = TestApp::start().await;
    let (session, _other) = (app.sign_in().await, app.sign_in().await);
    let mut last = String::new();
    told(&app, &mut last).await;

    enroll(&app, &session, "Given up").await;
    assert!(told(&app, &mut last).await.is_empty(), "what is only begun is not told");
    let (device, confirmed) = set_up(&app, &session, "Phone").await;
    assert_eq!(
        told(&app, &mut last).await,
        [r#"["second_factor_added"]"#],
        "the end of the other session follows from it"
    );
    let codes = recovery_codes(&app, &confirmed).await;
    assert_eq!(told(&app, &mut last).await, [r#"["recovery_codes_made"]"#]);
    let again = format!("{FACTORS}/recovery-codes/regenerate");
    let new = app.post_json(&again, json!({}), access(&confirmed)).await.json;
    assert_eq!(told(&app, &mut last).await, [r#"["recovery_codes_made"]"#]);
    drop(codes);

    let signed_in = app.sign_in().await;
    let used = json!({ "code": new["codes"][0] });
    app.post_json(&format!("{FACTORS}/recovery-codes/verify"), used, access(&signed_in)).await;
    assert_eq!(told(&app, &mut last).await, ["sign_in", r#"["recovery_code_used"]"#]);
    let signed_in = app.sign_in().await;
    assert_eq!(verify(&app, &signed_in, &device.factor, &device.code(0)).await.status, 200);
    assert_eq!(told(&app, &mut last).await, ["sign_in"]);

    app.delete(&format!("{FACTORS}/{}", device.factor), access(&confirmed)).await;
    let mut lines = told(&app, &mut last).await;
    lines.sort();
    assert_eq!(lines, [r#"["recovery_codes_removed"]"#, r#"["second_factor_removed"]"#]);
}

#[tokio::test]
async fn the_end_of_an_account_says_nothing_more_than_that() {
    let (app, _, confirmed) = protected().await;
    recovery_codes(&app, &confirmed).await;
    let mut last = String::new();
    told(&app, &mut last).await;
    umeed::auth::accounts::remove(&app.app.db, EMAIL).await.unwrap();
    assert_eq!(told(&app, &mut last).await, ["delete"]);
}

#[tokio::test]
async fn no_secret_is_told_by_anything_that_can_be_read() {
    let (app, device, confirmed) = protected().await;
    recovery_codes(&app, &confirmed).await;
    let mut secrets = Vec::new();
    for sql in ["SELECT seed FROM factors", "SELECT digest FROM recovery_codes"] {
        secrets.extend(app.app.db.rows(Sql::new(sql)).await.unwrap().iter().map(|row| row.text(0).to_owned()));
    }
    assert_eq!(secrets.len(), 12);
    let key = app.service_key();
    let id = confirmed["user"]["id"].as_str().unwrap();
    let mut seen = String::new();
    for path in [
        "/rest/v1/history?select=*".to_owned(),
        "/rest/v1/".to_owned(),
        "/rest/v1/factors".to_owned(),
        "/rest/v1/recovery_codes".to_owned(),
        "/rest/v1/sessions".to_owned(),
        "/auth/v1/user".to_owned(),
        "/auth/v1/admin/users".to_owned(),
        format!("/auth/v1/admin/users/{id}/factors"),
    ] {
        for token in [access(&confirmed), Some(key.as_str())] {
            seen += &app.get(&path, token).await.text();
        }
    }
    assert!(seen.contains(&device.factor), "it was looked at");
    assert!(secrets.iter().all(|secret| !seen.contains(secret)));
    assert!(!seen.contains("last_step"));
}
