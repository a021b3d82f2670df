//! The account of files: none is lost that a version needs, and none is kept that nobody needs.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::Timestamp;
use umeed::config::HistoryBounds;
use umeed::history::sweep_as_of;

use super::*;
use crate::harness::{keep, png, public_path};

struct Site {
    app: TestApp,
    token: String,
}

impl Site {
    async fn new() -> Site {
        let app = TestApp::start().await;
        app.fill().await;
        Site { token: app.staff_token().await, app }
    }

    /// Uploads a picture; gives back its address.
    async fn upload(&self, name: &str) -> String {
        keep(&self.app.app, name, png(2, 2, name.as_bytes())).await.unwrap();
        public_path(name)
    }

    async fn save(&self, path: &str, change: Value) {
        let answer = self.app.patch_json(path, change, Some(&self.token)).await;
        assert_eq!(answer.status, 204, "{}", answer.text());
    }

    /// Ages every line there is, as if so many days had gone by.
    async fn age_lines(&self, days: u64) {
        let then = umeed::clock::text(Timestamp::now() - Duration::from_secs(days * 24 * 3600));
        run(&self.app, &format!("UPDATE history SET created_at = '{then}' WHERE created_at > '{then}'")).await;
    }

    /// The hourly sweep and, two hours later, that of the bytes.
    async fn sweep(&self) {
        sweep_as_of(&self.app.app.db, &HistoryBounds::default(), Timestamp::now()).await.unwrap();
        let later = Timestamp::now() + Duration::from_secs(2 * 3600);
        umeed::storage::sweep_as_of(&self.app.app.db, &self.app.app.store, later).await.unwrap();
    }

    /// Every file that has a row, is served and lies in the store; the three must be one and the same.
    async fn files(&self) -> BTreeSet<String> {
        let rows = self.app.app.db.rows(Sql::new("SELECT name, version FROM objects")).await.unwrap();
        let stored: BTreeSet<String> =
            self.app.app.store.versions().await.unwrap().iter().map(ToString::to_string).collect();
        let named: BTreeSet<String> = rows.iter().map(|row| row.text(1).to_owned()).collect();
        assert_eq!(stored, named, "bytes without a row, or a row without bytes");
        for row in &rows {
            assert_eq!(self.app.get(&public_path(row.text(0)), None).await.status, 200, "{}", row.text(0));
        }
        rows.iter().map(|row| row.text(0).to_owned()).collect()
    }
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[tokio::test]
async fn a_replaced_picture_stays_as_long_as_a_version_shows_it() {
    let site = Site::new().await;
    let (first, second) = (site.upload("projects/1 اُمید.png").await, site.upload("projects/2.png").await);
    let id = add_project(&site.app, &site.token, json!({ "title": "t", "image_url": first })).await;
    site.save(&format!("/rest/v1/projects?id=eq.{id}"), json!({ "image_url": second })).await;
    site.age_lines(364).await;
    site.sweep().await;
    assert_eq!(site.files().await, names(&["projects/1 اُمید.png", "projects/2.png"]));
    site.age_lines(366).await;
    site.sweep().await;
    assert_eq!(site.files().await, names(&["projects/2.png"]), "the one in use stays without any line");
    assert_eq!(count(&site.app, "history_files").await, 0);

    // Its next change brings it back into the account.
    site.save(&format!("/rest/v1/projects?id=eq.{id}"), json!({ "image_url": null })).await;
    site.sweep().await;
    assert_eq!(site.files().await, names(&["projects/2.png"]));
    site.age_lines(366).await;
    site.sweep().await;
    assert_eq!(site.files().await, names(&[]));
}

#[tokio::test]
async fn the_picture_of_a_deleted_row_is_there_when_the_row_is_put_back() {
    let site = Site::new().await;
    let picture = site.upload("team/1.png").await;
    let row = json!({ "name": "n", "image_url": picture });
    assert_eq!(site.app.post_json("/rest/v1/team_members", row, Some(&site.token)).await.status, 201);
    assert_eq!(site.app.delete("/rest/v1/team_members?name=eq.n", Some(&site.token)).await.status, 204);
    site.age_lines(29).await;
    site.sweep().await;
    assert_eq!(site.files().await, names(&["team/1.png"]));
    let line = "/rest/v1/history?table_name=eq.team_members&verb=eq.delete&select=before";
    let row = site.app.get(line, Some(&site.token)).await.json[0]["before"].clone();
    assert_eq!(site.app.post_json("/rest/v1/team_members", row, Some(&site.token)).await.status, 201);
    site.age_lines(400).await;
    site.sweep().await;
    assert_eq!(site.files().await, names(&["team/1.png"]), "it is in use again");
}

/// A file may be named by several rows, by another spelling, in a document and in a link of a rich text.
#[tokio::test]
async fn a_file_stays_while_anything_names_it() {
    let site = Site::new().await;
    let mut addresses = Vec::new();
    for name in ["a.png", "b c.png", "d.png", "e.png"] {
        addresses.push(site.upload(name).await);
    }
    let [a, b, d, e] = &addresses[..] else { unreachable!() };
    let first = add_project(&site.app, &site.token, json!({ "title": "1", "image_url": a })).await;
    let elsewhere = format!("https://umeed.example{a}?v=1");
    add_project(&site.app, &site.token, json!({ "title": "2", "image_url": elsewhere })).await;
    let link = format!("<p><a href=\"{}\">x</a></p>", b.replace("object/public", "object/sign"));
    add_project(&site.app, &site.token, json!({ "title": "3", "description": link })).await;
    let hero = "/rest/v1/website_content?page_key=eq.homepage";
    site.save(hero, json!({ "content": { "hero": { "image_url": d } } })).await;
    add_project(&site.app, &site.token, json!({ "title": "4", "image_url": d })).await;
    assert_eq!(site.app.delete(&format!("/rest/v1/projects?id=eq.{first}"), Some(&site.token)).await.status, 204);
    assert_eq!(site.app.delete("/rest/v1/projects?title=eq.4", Some(&site.token)).await.status, 204);
    site.age_lines(400).await;
    site.sweep().await;
    let all = names(&["a.png", "b c.png", "d.png", "e.png"]);
    assert_eq!(site.files().await, all, "e.png was never used by a row: somebody may link to it elsewhere");

    site.save(hero, json!({ "content": {} })).await;
    assert_eq!(site.app.delete("/rest/v1/projects?title=in.(2,3)", Some(&site.token)).await.status, 204);
    site.sweep().await;
    assert_eq!(site.files().await, all, "all of it can be put back");
    site.age_lines(400).await;
    site.sweep().await;
    assert_eq!(site.files().await, names(&["e.png"]));
    let _ = e;
}

/// Staff who remove a file from the store want it gone, whatever named it.
#[tokio::test]
async fn a_file_that_is_removed_from_the_store_is_gone_at_once() {
    let site = Site::new().await;
    let picture = site.upload("gallery/1.png").await;
    let row = json!({ "image_url": picture });
    assert_eq!(site.app.post_json("/rest/v1/gallery_images", row, Some(&site.token)).await.status, 201);
    assert_eq!(site.app.delete("/rest/v1/gallery_images?id=not.is.null", Some(&site.token)).await.status, 204);
    assert_eq!(site.app.delete("/storage/v1/object/website_images/gallery/1.png", Some(&site.token)).await.status, 200);
    assert_eq!(site.app.get(&picture, None).await.status, 400);
    site.sweep().await;
    assert_eq!(site.files().await, names(&[]));
}

/// What a transaction that was too long to be kept row by row has begun to use is not taken away.
#[tokio::test]
async fn a_file_that_only_a_counted_change_uses_stays() {
    let site = Site::new().await;
    let picture = site.upload("projects/1.png").await;
    let id = add_project(&site.app, &site.token, json!({ "title": "t", "image_url": picture })).await;
    assert_eq!(site.app.delete(&format!("/rest/v1/projects?id=eq.{id}"), Some(&site.token)).await.status, 204);
    // As such a transaction leaves it: a row that uses the picture, and a line that only counts.
    let row = json!({ "title": "again", "image_url": picture });
    assert_eq!(site.app.post_json("/rest/v1/projects", row, Some(&site.token)).await.status, 201);
    run(
        &site.app,
        "UPDATE history SET row_count = 5, before = NULL, after = NULL WHERE id = (SELECT max(id) FROM history)",
    )
    .await;
    run(&site.app, "DELETE FROM history_files WHERE line = (SELECT max(id) FROM history)").await;
    site.age_lines(400).await;
    site.sweep().await;
    assert_eq!(site.files().await, names(&["projects/1.png"]));
}

#[tokio::test]
async fn a_note_that_is_missing_is_found_by_the_check() {
    let site = Site::new().await;
    let picture = site.upload("team/1.png").await;
    let row = json!({ "name": "n", "image_url": picture });
    assert_eq!(site.app.post_json("/rest/v1/team_members", row, Some(&site.token)).await.status, 201);
    let faults = async || umeed::backup::check(&site.app.app.db, &site.app.app.store).await.faults;
    assert_eq!(faults().await, [] as [String; 0]);
    run(&site.app, "DELETE FROM history_files").await;
    let found = faults().await;
    assert!(found.len() == 1 && found[0].contains("a file that it names is not noted"), "{found:?}");
}
