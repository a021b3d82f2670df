//! Who may go which road to a file: a visitor, an editor, an owner, and one whose session has ended.

use serde_json::json;
use umeed::auth::accounts;
use umeed::schema::Role;
use umeed::schema::bucket::DOCUMENTS;
use umeed::storage::{NewFile, save};

use super::documents::pdf;
use super::*;

const PASSWORD: &str = "a long enough pass phrase";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Who {
    Visitor,
    Editor,
    Owner,
    Ended,
}

impl Who {
    const ALL: [Who; 4] = [Who::Visitor, Who::Editor, Who::Owner, Who::Ended];

    fn is_staff(self) -> bool {
        matches!(self, Who::Editor | Who::Owner)
    }

    async fn token(self, server: &TestApp) -> String {
        let role = match self {
            Who::Visitor => return server.anon_key(),
            Who::Editor => Role::Editor,
            Who::Owner | Who::Ended => Role::Owner,
        };
        let email = format!("{self:?}@umeed.local").to_lowercase();
        accounts::add_with_role(&server.app.db, &email, PASSWORD, Default::default(), role).await.unwrap();
        let asked = json!({ "email": email, "password": PASSWORD });
        let session = server.post_json("/auth/v1/token?grant_type=password", asked, None).await;
        let token = session.json["access_token"].as_str().unwrap().to_owned();
        if self == Who::Ended {
            assert_eq!(server.post_json("/auth/v1/logout", json!({}), Some(&token)).await.status, 204);
        }
        token
    }
}

/// "ok" where it is done, "nothing" where the answer is an empty list, else the code of the refusal.
fn outcome(answer: &Answer) -> String {
    let is_empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
    match answer.status {
        200 if is_empty(&answer.json) || is_empty(&answer.json["objects"]) => "nothing".to_owned(),
        200 => "ok".to_owned(),
        _ => answer.json["code"].as_str().unwrap_or_default().to_owned(),
    }
}

#[tokio::test]
async fn each_role_goes_its_own_roads() {
    let mut files = Files::visitor(Place::Folder).await;
    for who in Who::ALL {
        let app = &files.server.app;
        keep(app, "a.png", png(9, 9, "a")).await.unwrap();
        let report = NewFile { upsert: true, ..NewFile::new(&DOCUMENTS, "a.pdf", pdf("a").into()) };
        save(&app.db, &app.store, report).await.unwrap();
        files.token = who.token(&files.server).await;

        let transform = json!({ "expiresIn": 60, "transform": { "width": 100 } }).to_string();
        let plain = json!({ "expiresIn": 60 }).to_string();
        let removed = json!({ "prefixes": ["a.pdf"] }).to_string();
        // What a visitor hears, and after it what one whose session has ended does.
        let roads: [(&str, &str, &str, &str, &str); 14] = [
            ("POST", "object/upload/sign/website_images/new.png", "{}", "AccessDenied", "AccessDenied"),
            ("POST", "object/upload/sign/documents/new.pdf", "{}", "AccessDenied", "AccessDenied"),
            ("POST", "object/list-v2/website_images", "{}", "nothing", "AccessDenied"),
            ("POST", "object/list-v2/documents", "{}", "nothing", "AccessDenied"),
            ("POST", "object/list/documents", "{}", "nothing", "AccessDenied"),
            ("POST", "object/sign/website_images/a.png", &transform, "NoSuchKey", "AccessDenied"),
            ("POST", "object/sign/documents/a.pdf", &plain, "NoSuchKey", "AccessDenied"),
            ("GET", "bucket", "", "nothing", "AccessDenied"),
            ("GET", "bucket/documents", "", "NoSuchBucket", "AccessDenied"),
            ("GET", "object/public/documents/a.pdf", "", "ok", "ok"),
            ("GET", "object/info/documents/a.pdf", "", "ok", "ok"),
            ("GET", "render/image/public/website_images/a.png?width=100&height=100", "", "ok", "ok"),
            ("POST", "bucket", "{}", "AccessDenied", "AccessDenied"),
            ("DELETE", "object/documents", &removed, "nothing", "AccessDenied"),
        ];
        for (method, path, body, visitor, ended) in roads {
            let answer = files.call(method, &format!("/storage/v1/{path}"), &[], body.to_owned()).await;
            let expected = match who {
                Who::Visitor => visitor,
                Who::Ended => ended,
                // Nobody makes buckets.
                _ if path == "bucket" && method == "POST" => "AccessDenied",
                _ => "ok",
            };
            assert_eq!(outcome(&answer), expected, "{who:?} {method} {path}: {}", answer.text());
        }
        let name = format!("/storage/v1/object/documents/{who:?}.pdf");
        let taken = files.call("POST", &name, &[], pdf("new")).await;
        assert_eq!(outcome(&taken), if who.is_staff() { "ok" } else { "AccessDenied" }, "{who:?}");
    }
}

/// A token is all that it takes: who sends it, and what else they send along, is not asked.
#[tokio::test]
async fn tokens_are_good_for_everyone() {
    let mut files = Files::staff(Place::Folder).await;
    files.upload("a.png", &png(300, 300, "a"), false).await;
    let asked = json!({ "expiresIn": 60, "transform": { "width": 100, "height": 100 } });
    let signed = files.post("/storage/v1/object/sign/website_images/a.png", asked).await.json;
    let picture = format!("/storage/v1{}", signed["signedURL"].as_str().unwrap());
    let place = "/storage/v1/object/upload/sign/documents/a.pdf";
    let signed = files.call("POST", place, &[("x-upsert", "true")], "{}").await.json;
    let upload = format!("/storage/v1{}", signed["url"].as_str().unwrap());
    for who in Who::ALL {
        files.token = who.token(&files.server).await;
        assert_eq!(files.get(&picture, &[]).await.status, 200, "{who:?}");
        let mark = format!("{who:?}");
        assert_eq!(files.call("PUT", &upload, &[], pdf(&mark)).await.status, 200, "{who:?}");
        assert_eq!(files.get("/storage/v1/object/public/documents/a.pdf", &[]).await.body, pdf(&mark));
    }
}
