//! What the foundation can demand: a second factor of owners, and of those who change the bank details.

use axum::body::Body;
use axum::http::Method;
use umeed::auth::accounts;
use umeed::schema::Role;

use super::*;
use crate::harness::PASSWORD;

const FEATURES: &str = "/rest/v1/website_content?page_key=eq.features";
const BANK: &str = "/rest/v1/website_content?page_key=eq.donation_details";
const OWNERS: &str = "owners_need_second_factor";
const BANK_DETAILS: &str = "bank_details_need_second_factor";

async fn switch(app: &TestApp, token: Option<&str>, name: &str, on: bool) -> Answer {
    app.patch_json(FEATURES, json!({ "content": { name: on } }), token).await
}

async fn second_owner(app: &TestApp) -> Value {
    accounts::add_with_role(&app.app.db, "two@umeed.local", PASSWORD, Default::default(), Role::Owner).await.unwrap();
    let body = json!({ "email": "two@umeed.local", "password": PASSWORD });
    app.post_json("/auth/v1/token?grant_type=password", body, None).await.json
}

#[tokio::test]
async fn nobody_demands_what_they_lack_themselves() {
    let app = TestApp::start().await;
    app.fill().await;
    let session = app.sign_in().await;
    for name in [OWNERS, BANK_DETAILS] {
        let refused = switch(&app, access(&session), name, true).await;
        assert_refused(&refused, 403, "second_factor_required");
        assert!(refused.json["message"].as_str().unwrap().contains("lock yourself out"));
        assert_eq!(switch(&app, access(&session), name, false).await.status, 204, "what stays off is no demand");
    }
    let (_, session) = set_up(&app, &session, "Phone").await;
    for name in [OWNERS, BANK_DETAILS] {
        assert_eq!(switch(&app, access(&session), name, true).await.status, 204);
    }
}

#[tokio::test]
async fn an_owner_without_one_can_only_set_it_up() {
    let (app, _, session) = protected().await;
    app.fill().await;
    let two = second_owner(&app).await;
    assert_eq!(app.get("/rest/v1/volunteers", access(&two)).await.status, 200);
    assert_eq!(switch(&app, access(&session), OWNERS, true).await.status, 204);
    for path in ["/rest/v1/volunteers", "/rest/v1/projects", "/rest/v1/rpc/site_status", "/auth/v1/admin/users"] {
        assert_refused(&app.get(path, access(&two)).await, 403, "mfa_enrollment_required");
    }
    let off = switch(&app, access(&two), OWNERS, false).await;
    assert_refused(&off, 403, "mfa_enrollment_required");
    assert_eq!(app.get("/auth/v1/user", access(&two)).await.status, 200);
    // Somebody who was invited chooses a password first.
    let password = json!({ "password": "their own long password" });
    assert_eq!(app.put_json("/auth/v1/user", password, access(&two)).await.status, 200);
    let (_, two) = set_up(&app, &two, "Phone").await;
    assert_eq!(app.get("/rest/v1/volunteers", access(&two)).await.status, 200);

    accounts::set_role(&app.app.db, "two@umeed.local", Role::Editor).await.unwrap();
    let factor = two["user"]["factors"][0]["id"].as_str().unwrap();
    assert_eq!(app.delete(&format!("{FACTORS}/{factor}"), access(&two)).await.status, 200);
    assert_eq!(app.get("/rest/v1/volunteers", access(&two)).await.status, 200, "of editors it is not demanded");
    accounts::set_role(&app.app.db, "two@umeed.local", Role::Owner).await.unwrap();
    assert_refused(&app.get("/rest/v1/volunteers", access(&two)).await, 403, "mfa_enrollment_required");
}

#[tokio::test]
async fn bank_details_are_changed_only_with_one_whatever_the_request() {
    let (app, _, session) = protected().await;
    app.fill().await;
    let two = second_owner(&app).await;
    let details = json!({ "content": { "iban": "PK36SCBL0000001123456702" } });
    assert_eq!(app.patch_json(BANK, details.clone(), access(&two)).await.status, 204, "it is not demanded yet");
    assert_eq!(switch(&app, access(&session), BANK_DETAILS, true).await.status, 204);

    let row = json!({ "page_key": "donation_details", "content": { "iban": "PK00" } });
    let many = json!([{ "page_key": "footer", "content": {} }, row]);
    let upsert = |body: Value| {
        let request = app.request(Method::POST, "/rest/v1/website_content?on_conflict=page_key", access(&two));
        app.send(request.header("prefer", "resolution=merge-duplicates").body(Body::from(body.to_string())).unwrap())
    };
    let all = "/rest/v1/website_content?page_key=neq.x";
    let attempts = [
        app.patch_json(BANK, details.clone(), access(&two)).await,
        app.patch_json("/rest/v1/website_content?content-%3E%3Eiban=like.PK*", details.clone(), access(&two)).await,
        app.patch_json(
            "/rest/v1/website_content?or=(page_key.eq.donation_details,page_key.eq.none)",
            details.clone(),
            access(&two),
        )
        .await,
        app.delete(BANK, access(&two)).await,
        app.delete(all, access(&two)).await,
        upsert(row.clone()).await,
        upsert(many).await,
        app.post_json("/rest/v1/website_content", row.clone(), access(&two)).await,
        app.patch_json(FEATURES, json!({ "content": {} }), access(&two)).await,
        app.delete(FEATURES, access(&two)).await,
        upsert(json!({ "page_key": "features", "content": {} })).await,
    ];
    for (number, answer) in attempts.iter().enumerate() {
        assert_refused(answer, 403, "second_factor_required");
        assert!(answer.json["message"].as_str().unwrap().contains("Second factor"), "{number}");
    }
    let stored = app.get("/rest/v1/website_content?page_key=eq.donation_details&select=content", None).await.json;
    assert_eq!(stored[0]["content"]["iban"], "PK36SCBL0000001123456702", "nothing of it was done");
    let footer =
        app.patch_json("/rest/v1/website_content?page_key=eq.footer", json!({ "content": {} }), access(&two)).await;
    assert_eq!(footer.status, 204, "the rest goes on");

    let (_, two) = set_up(&app, &two, "Phone").await;
    assert_eq!(app.patch_json(BANK, details, access(&two)).await.status, 204);
    assert_eq!(switch(&app, access(&two), BANK_DETAILS, false).await.status, 204);
}

#[tokio::test]
async fn the_service_key_is_not_asked() {
    let app = TestApp::start().await;
    app.fill().await;
    let key = app.service_key();
    for name in [OWNERS, BANK_DETAILS] {
        assert_eq!(switch(&app, Some(&key), name, true).await.status, 204);
    }
    let details = json!({ "content": { "bank_name": "B" } });
    assert_eq!(app.patch_json(BANK, details, Some(&key)).await.status, 204);
}

#[tokio::test]
async fn only_owners_see_what_is_demanded() {
    let (app, _, session) = protected().await;
    app.fill().await;
    assert_eq!(switch(&app, access(&session), BANK_DETAILS, true).await.status, 204);
    accounts::add_with_role(&app.app.db, "e@umeed.local", PASSWORD, Default::default(), Role::Editor).await.unwrap();
    let body = json!({ "email": "e@umeed.local", "password": PASSWORD });
    let editor = app.post_json("/auth/v1/token?grant_type=password", body, None).await.json;
    for token in [None, access(&editor)] {
        let seen = app.get(FEATURES, token).await;
        assert!(seen.status == 200 && !seen.text().contains("second_factor"), "{}", seen.text());
        let probed = app.get(&format!("{FEATURES}&content-%3E%3E{BANK_DETAILS}=eq.true"), token).await;
        assert_eq!(probed.json, json!([]));
    }
    assert!(app.get(FEATURES, access(&session)).await.text().contains(BANK_DETAILS));
}
