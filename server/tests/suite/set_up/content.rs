//! What a set-up leaves: the account, the name, the logo, the time zone, and the sample or nothing.

use umeed::auth::first_password;

use super::*;
use crate::harness::PASSWORD;

async fn count(app: &TestApp, table: &str) -> i64 {
    let sql = Sql::new(format!("SELECT count(*) FROM {table}"));
    app.app.db.first(sql).await.unwrap().unwrap().int(0)
}

async fn history(app: &TestApp) -> Vec<Value> {
    let session = sign_in(app, OWNER, CHOSEN).await.json;
    let path = "/rest/v1/history?select=*&author=eq.staff&order=id";
    app.get(path, session["access_token"].as_str()).await.json.as_array().unwrap().clone()
}

#[tokio::test]
async fn the_site_gets_its_name_logo_time_zone_and_owner() {
    let (app, token) = first_start(true).await;
    let folder = &app.app.settings.folder.path;
    let file = first_password::write(folder, EMAIL, "the first one", Some("the link")).unwrap();
    assert_eq!(status(&app, &token).await.json, json!({ "sample": "untouched" }));
    let before = (document(&app, "homepage").await, document(&app, "features").await);
    let projects = count(&app, "projects").await;

    let done = set_up(&app, &token, json!({ "email": " Amina@Umeed.example", "logo": logo() })).await;
    assert_eq!((done.status, done.json), (200, json!({ "done": true })));
    assert!(!file.exists(), "the first password is worth nothing now");

    let settings = document(&app, "general_settings").await;
    assert_eq!(settings["site_name"], "Roshni Trust");
    assert!(settings["favicon_url"].as_str().unwrap().contains("sample"), "what was not asked for stays");
    let logo = app.get(settings["logo_url"].as_str().unwrap(), None).await;
    assert_eq!(logo.status, 200, "{settings}");
    assert!(!logo.text().contains("script"), "cleaned as every upload is: {}", logo.text());
    let features = document(&app, "features").await;
    assert_eq!(features["time_zone"], "Asia/Karachi");
    assert_eq!(features["receive_messages"], before.1["receive_messages"]);
    assert_eq!((document(&app, "homepage").await, count(&app, "projects").await), (before.0, projects));
    assert!(app.get("/", None).await.text().contains("Roshni Trust"), "also on pages that were kept");

    assert_eq!(sign_in(&app, EMAIL, CHOSEN).await.status, 400, "the first address is nobody's");
    assert_eq!(sign_in(&app, OWNER, CHOSEN).await.status, 200);
    let account = accounts::by_email(&app.app.db, OWNER).await.unwrap().unwrap();
    assert_eq!(account.role, umeed::schema::Role::Owner);
    assert_eq!(count(&app, "staff").await, 1, "it is the first account, not another one");
}

/// Told once, by its own name, and as the person's own doing.
#[tokio::test]
async fn the_history_tells_of_it_and_nothing_tells_the_token() {
    let (app, token) = first_start(true).await;
    let row =
        app.app.db.first(Sql::new("SELECT digest, code_digest, address FROM one_time_tokens")).await.unwrap().unwrap();
    assert!(token.len() >= 43, "256 bits");
    assert!((0..3).all(|column| !row.text(column).contains(&token)), "only a digest is stored");
    assert_eq!(set_up(&app, &token, json!({ "logo": logo() })).await.status, 200);
    let told = history(&app).await;
    assert!(told.iter().all(|line| line["author_email"] == OWNER), "{told:?}");
    let account = told.iter().find(|line| line["table_name"] == "accounts").unwrap();
    assert_eq!((&account["verb"], &account["changed"]), (&json!("update"), &json!(["email", "password", "set_up"])));
    assert_eq!(told.iter().rfind(|line| line["verb"] != "sign_in"), Some(account), "it is the last of its transaction");
    let documents: Vec<_> = told.iter().filter(|line| line["table_name"] == "website_content").collect();
    assert_eq!(documents.len(), 2, "the settings and the features: {documents:?}");
    assert!(!serde_json::to_string(&told).unwrap().contains(&token));
}

#[tokio::test]
async fn blank_takes_the_sample_away_with_its_files_and_no_more() {
    let (app, token) = first_start(true).await;
    let gallery = app.get("/rest/v1/gallery_images?select=image_url", None).await.json;
    let picture = gallery[0]["image_url"].as_str().unwrap().to_owned();
    let hero = document(&app, "homepage").await["hero"]["image_url"].as_str().unwrap().to_owned();
    // A visitor's application is no sample.
    let volunteer = json!({ "name": "Sana", "city": "Lahore", "phone": "0300", "skills": "" });
    assert_eq!(app.post_json("/rest/v1/volunteers", volunteer, None).await.status, 201);
    assert_eq!(status(&app, &token).await.json["sample"], "untouched", "what visitors send changes nothing");

    let done = set_up(&app, &token, json!({ "blank": true, "logo": logo() })).await;
    assert_eq!(done.status, 200, "{}", done.text());
    for table in ["projects", "gallery_images", "testimonials", "team_members", "success_stories"] {
        assert_eq!(count(&app, table).await, 0, "{table}");
    }
    assert_eq!(count(&app, "volunteers").await, 1);
    for blank in umeed::schema::DOCUMENTS {
        let mut expected = blank.blank();
        match blank.page_key {
            "general_settings" => {
                expected["site_name"] = json!("Roshni Trust");
                expected["logo_url"] = document(&app, "general_settings").await["logo_url"].clone();
                assert!(expected["logo_url"].as_str().unwrap().contains("our%20logo.svg"));
            }
            "features" => {
                for secret in ["message_recipients", "owners_need_second_factor", "bank_details_need_second_factor"] {
                    expected.as_object_mut().unwrap().shift_remove(secret); // not for visitors
                }
                expected["time_zone"] = json!("Asia/Karachi");
            }
            "donation_details" => drop(expected.as_object_mut().unwrap().shift_remove("payment_gateway_api_key")),
            _ => {}
        }
        assert_eq!(document(&app, blank.page_key).await, expected, "{}", blank.page_key);
    }
    assert_eq!(app.get(&picture, None).await.status, 400, "nothing names it any more");
    assert_eq!(app.get(&hero, None).await.status, 200, "the version before of the home page has it");
    let told = history(&app).await;
    let of_rows =
        told.iter().filter(|line| !["accounts", "website_content"].contains(&line["table_name"].as_str().unwrap()));
    assert_eq!(of_rows.count(), 0, "what was nobody's work is not told as deleted: {told:?}");
    let sql = Sql::new("SELECT count(*) FROM history WHERE table_name = ?").with("projects");
    assert_eq!(app.app.db.first(sql).await.unwrap().unwrap().int(0), 0, "and cannot be put back without its pictures");
}

#[tokio::test]
async fn a_site_without_a_sample_is_set_up_the_same_way() {
    let (app, token) = first_start(false).await;
    assert_eq!(status(&app, &token).await.json, json!({ "sample": "absent" }));
    assert_eq!(set_up(&app, &token, json!({ "blank": true, "time_zone": "" })).await.status, 200);
    assert_eq!(document(&app, "general_settings").await["site_name"], "Roshni Trust");
    assert_eq!(document(&app, "features").await["time_zone"], "", "each device's own");
    assert_eq!(sign_in(&app, OWNER, CHOSEN).await.status, 200);
}

/// Who changed something did so for a reason, and nobody can tell their work from the sample.
#[tokio::test]
async fn what_somebody_has_changed_stays() {
    let (app, token) = first_start(true).await;
    let change = json!({ "title": "Our own dispensary" });
    let key = app.service_key();
    let changed = app.patch_json("/rest/v1/projects?title=eq.Free%20Dispensary", change, Some(&key)).await;
    assert_eq!(changed.status, 204);
    assert_eq!(status(&app, &token).await.json, json!({ "sample": "changed" }));
    let before = everything(&app).await;
    let refused = set_up(&app, &token, json!({ "blank": true, "logo": logo() })).await;
    assert_eq!((refused.status, &refused.json["code"]), (409, &json!("content_changed")), "{}", refused.text());
    assert_eq!(refused.json["details"], "blank");
    assert_eq!(everything(&app).await, before, "all or nothing");
    let projects = count(&app, "projects").await;
    assert_eq!(set_up(&app, &token, json!({ "blank": false })).await.status, 200, "the link is still good");
    assert_eq!(count(&app, "projects").await, projects);
    assert_eq!(document(&app, "general_settings").await["logo_url"], "", "the sample's is another foundation's");
}

#[tokio::test]
async fn a_refusal_names_its_field_and_changes_nothing() {
    let (app, token) = first_start(true).await;
    accounts::add(&app.app.db, "other@umeed.example", PASSWORD, Default::default()).await.unwrap();
    let before = everything(&app).await;
    let damaged = json!({ "name": "a.png", "data": STANDARD.encode(b"\x89PNG\r\n\x1a\n and no more") });
    for (parts, field, code) in [
        (json!({ "site_name": "  " }), "site_name", "site_name_missing"),
        (json!({ "site_name": "x".repeat(501) }), "site_name", "site_name_too_long"),
        (json!({ "email": "no address" }), "email", "invalid_email"),
        (json!({ "email": null }), "email", "invalid_email"),
        // Found out in the middle of the transaction, after the link was used.
        (json!({ "email": "other@umeed.example", "blank": true, "logo": logo() }), "email", "email_taken"),
        (json!({ "password": "short" }), "password", "password_too_short"),
        (json!({ "password": "x".repeat(129) }), "password", "password_too_long"),
        (json!({ "password": "password1" }), "password", "password_easily_guessed"),
        (json!({ "time_zone": "Asia/Nowhere" }), "time_zone", "invalid_time_zone"),
        (json!({ "logo": damaged }), "logo", "logo_refused"),
        (json!({ "logo": { "name": "a.txt", "data": STANDARD.encode("words") } }), "logo", "logo_refused"),
    ] {
        let refused = set_up(&app, &token, parts.clone()).await;
        assert_eq!((refused.status, refused.json["code"].as_str()), (400, Some(code)), "{parts}: {}", refused.text());
        assert_eq!(refused.json["details"], field, "{parts}");
        assert!(refused.json["message"].as_str().is_some_and(|text| text.len() > 5));
        assert_eq!(everything(&app).await, before, "{parts}");
    }
    assert_eq!(set_up(&app, &token, json!({})).await.status, 200, "the link is still good");
}
