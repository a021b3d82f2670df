//! Who reads the history, and what of it.

use super::*;

const DETAILS: &str = "/rest/v1/website_content?page_key=eq.donation_details";

async fn with_bank_details() -> (TestApp, String) {
    let app = TestApp::start().await;
    app.fill().await;
    let token = app.staff_token().await;
    for (account, key) in [("111", "canary1"), ("222", "canary2")] {
        let content = json!({ "account_number": account, "payment_gateway_api_key": key });
        assert_eq!(app.patch_json(DETAILS, json!({ "content": content }), Some(&token)).await.status, 204);
    }
    (app, token)
}

#[tokio::test]
async fn an_owner_reads_the_secret_and_an_editor_all_but_that() {
    let (app, token) = with_bank_details().await;
    let last = "/rest/v1/history?row_key=eq.donation_details&order=id.desc&limit=1";
    let line = app.get(last, Some(&token)).await.json[0].clone();
    let contents = (&line["before"]["content"], &line["after"]["content"]);
    assert_eq!(contents, (&json!({ "account_number": "111" }), &json!({ "account_number": "222" })));
    assert_eq!(line["hidden_before"], json!({ "payment_gateway_api_key": "canary1" }));
    assert_eq!(line["hidden_after"], json!({ "payment_gateway_api_key": "canary2" }));

    run(&app, "UPDATE staff SET role = 'editor'").await;
    let seen = app.get(last, Some(&token)).await;
    assert_eq!(seen.json[0]["after"]["content"]["account_number"], "222");
    assert!(seen.json[0].get("hidden_after").is_none());
    let all = app.get("/rest/v1/history", Some(&token)).await;
    assert!(all.status == 200 && !all.text().contains("canary"), "{}", all.text());
    for probe in [
        "select=hidden_after",
        "select=x:hidden_after",
        "select=hidden_after->>payment_gateway_api_key",
        "hidden_after=not.is.null",
        "hidden_after->>payment_gateway_api_key=like.canary*",
        "or=(hidden_before.not.is.null,id.not.is.null)",
        "order=hidden_after",
        "hidden_after=cs.%7B%7D",
    ] {
        let path = format!("/rest/v1/history?{}", probe.replace('>', "%3E"));
        let answer = app.get(&path, Some(&token)).await;
        assert_eq!((answer.status, answer.json["code"].as_str()), (403, Some("42501")), "{probe}");
    }
    for feel in
        ["after-%3Econtent-%3E%3Epayment_gateway_api_key=not.is.null", "after=cs.%7B%22payment_gateway_api_key%22:1%7D"]
    {
        let path = format!("/rest/v1/history?row_key=eq.donation_details&{feel}");
        assert_eq!(app.get(&path, Some(&token)).await.json, json!([]), "{feel}");
    }
}

/// A change of nothing but the secret is a change, which everyone who reads the table learns of, and not to what.
#[tokio::test]
async fn that_a_secret_was_changed_is_known() {
    let (app, token) = with_bank_details().await;
    let content = json!({ "account_number": "222", "payment_gateway_api_key": "canary3" });
    assert_eq!(app.patch_json(DETAILS, json!({ "content": content }), Some(&token)).await.status, 204);
    let line = app.get("/rest/v1/history?order=id.desc&limit=1", Some(&token)).await.json[0].clone();
    assert_eq!(line["before"]["content"], line["after"]["content"]);
    assert_eq!(line["hidden_after"], json!({ "payment_gateway_api_key": "canary3" }));
    assert_eq!(line["changed"], json!(["payment_gateway_api_key"]));
}

#[tokio::test]
async fn visitors_and_ended_sessions_read_nothing_and_nobody_writes() {
    let (app, token) = with_bank_details().await;
    let answer = app.get("/rest/v1/history", None).await;
    assert_eq!((answer.status, answer.json["code"].as_str()), (401, Some("42501")));
    let id = app.get("/rest/v1/history?limit=1", Some(&token)).await.json[0]["id"].clone();
    let one = format!("/rest/v1/history?id=eq.{}", id.as_str().unwrap());
    let before = count(&app, "history").await;
    let row = json!({ "table_name": "projects", "row_key": "x", "verb": "insert" });
    assert_eq!(app.post_json("/rest/v1/history", row, Some(&token)).await.status, 403);
    assert_eq!(app.patch_json(&one, json!({ "author_email": "another@b.c" }), Some(&token)).await.status, 403);
    assert_eq!(app.delete(&one, Some(&token)).await.status, 403);
    assert_eq!(count(&app, "history").await, before);
}

/// The rule is that of the tables: what a role may not read there as a whole, it may not read here.
#[tokio::test]
async fn only_lines_of_readable_tables_are_there() {
    let (app, token) = with_bank_details().await;
    let all = count(&app, "history").await;
    run(&app, "UPDATE history SET table_name = 'staff' WHERE row_key = 'contact'").await;
    let request =
        app.request(axum::http::Method::HEAD, "/rest/v1/history", Some(&token)).header("prefer", "count=exact");
    let counted = app.send(request.body(axum::body::Body::empty()).unwrap()).await;
    assert!(counted.header("content-range").ends_with(&format!("/{}", all - 1)), "{}", counted.header("content-range"));
    assert_eq!(app.get("/rest/v1/history?table_name=eq.staff", Some(&token)).await.json, json!([]));
}
