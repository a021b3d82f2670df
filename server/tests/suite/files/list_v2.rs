//! Lists by how names begin, a page at a time.

use serde_json::json;
use umeed::db::Sql;

use super::*;

const LIST: &str = "/storage/v1/object/list-v2/website_images";

async fn list(files: &Files, asked: Value) -> Value {
    let answer = files.post(LIST, asked).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json
}

/// The names of a page: folders, then files.
fn names(page: &Value) -> (Vec<&str>, Vec<&str>) {
    let of = |kind: &str| page[kind].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    (of("folders"), of("objects"))
}

/// Every page of a list, one after the other.
async fn all(files: &Files, mut asked: Value) -> (Vec<String>, usize) {
    let (mut found, mut pages) = (Vec::new(), 0);
    loop {
        let page = list(files, asked.clone()).await;
        let (folders, objects) = names(&page);
        found.extend(folders.into_iter().chain(objects).map(str::to_owned));
        pages += 1;
        assert_eq!(page["hasNext"].as_bool().unwrap(), page["nextCursor"].is_string());
        match page["nextCursor"].as_str() {
            Some(cursor) => asked["cursor"] = json!(cursor),
            None => return (found, pages),
        }
    }
}

async fn filled() -> Files {
    let files = Files::staff(Place::Folder).await;
    for name in ["b.png", "a/1.png", "a/2.png", "a/deep/3.png", "a0.png", "a.png", "c/4.png", "%D8%B9/5.png"] {
        assert_eq!(files.upload(name, &png(1, 1, name), false).await.status, 200);
    }
    files
}

#[tokio::test]
async fn names_are_listed_by_how_they_begin() {
    let files = filled().await;
    let page = list(&files, json!({ "prefix": "a/" })).await;
    assert_eq!(names(&page), (vec![], vec!["a/1.png", "a/2.png", "a/deep/3.png"]));
    assert_eq!((&page["hasNext"], page.get("nextCursor")), (&json!(false), None));
    let first = &page["objects"][0];
    assert_eq!((&first["key"], &first["metadata"]["mimetype"]), (&json!("a/1.png"), &json!("image/png")));
    assert!(first["id"].is_string() && first["created_at"].is_string() && first["updated_at"].is_string());

    let page = list(&files, json!({ "prefix": "a", "with_delimiter": true })).await;
    assert_eq!(names(&page), (vec!["a/"], vec!["a.png", "a0.png"]));
    let page = list(&files, json!({ "with_delimiter": true })).await;
    assert_eq!(names(&page), (vec!["a/", "c/", "ع/"], vec!["a.png", "a0.png", "b.png"]));
    let page = list(&files, json!({ "prefix": "a/", "with_delimiter": true })).await;
    assert_eq!(names(&page), (vec!["a/deep/"], vec!["a/1.png", "a/2.png"]));
    for prefix in ["nowhere", "%", "_", "A"] {
        assert_eq!(list(&files, json!({ "prefix": prefix })).await["objects"], json!([]));
    }
}

#[tokio::test]
async fn each_page_goes_on_where_the_last_one_ended() {
    let files = filled().await;
    let flat = ["a.png", "a/1.png", "a/2.png", "a/deep/3.png", "a0.png", "b.png", "c/4.png", "ع/5.png"];
    let by_folder = ["a.png", "a/", "a0.png", "b.png", "c/", "ع/"];
    for limit in [1, 2, 3, 100] {
        for (delimiter, names) in [(false, &flat[..]), (true, &by_folder)] {
            for order in ["asc", "desc"] {
                let asked = json!({
                    "limit": limit, "with_delimiter": delimiter, "sortBy": { "column": "name", "order": order },
                });
                let (mut found, pages) = all(&files, asked.clone()).await;
                // Within a page folders come apart from files; the pages themselves are in order.
                if limit == 1 && order == "desc" {
                    found.reverse();
                }
                if limit > 1 {
                    found.sort();
                }
                assert_eq!(found, names, "{asked}");
                assert_eq!(pages, names.len().div_ceil(limit), "{asked}");
            }
        }
    }
}

#[tokio::test]
async fn times_can_be_sorted_by_and_paged_too() {
    let files = filled().await;
    let by_time = |limit: u32, order: &str, delimiter: bool| {
        json!({
            "limit": limit, "with_delimiter": delimiter, "sortBy": { "column": "created_at", "order": order },
        })
    };
    let uploaded = ["b.png", "a/1.png", "a/2.png", "a/deep/3.png", "a0.png", "a.png", "c/4.png", "ع/5.png"];
    for limit in [1, 3, 100] {
        assert_eq!(all(&files, by_time(limit, "asc", false)).await.0, uploaded);
        let (mut found, _) = all(&files, by_time(limit, "desc", false)).await;
        found.reverse();
        assert_eq!(found, uploaded);
        let (found, _) = all(&files, by_time(limit, "asc", true)).await;
        assert_eq!(found, ["a/", "c/", "ع/", "b.png", "a0.png", "a.png"], "folders have no time and stand first");
        let (found, _) = all(&files, by_time(limit, "desc", true)).await;
        assert_eq!(found, ["ع/", "c/", "a/", "a.png", "a0.png", "b.png"]);
    }
}

#[tokio::test]
async fn a_page_holds_a_thousand_at_most_and_stays_right_while_files_come_and_go() {
    let files = Files::staff(Place::Folder).await;
    let many = "WITH RECURSIVE n(i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM n WHERE i < 12499) \
                INSERT INTO objects (id, bucket, name, version, mimetype, size, etag, cache_control, created_at, updated_at) \
                SELECT 'id' || i, 'website_images', 'gallery/' || (i % 50) || '/' || i || '.png', 'v' || i, 'image/png', 1, '\"e\"', \
                'max-age=3600', '2026', '2026' FROM n";
    files.server.app.db.write(move |tx| Box::pin(tx.rows(Sql::new(many)))).await.unwrap();
    let (found, pages) = all(&files, json!({ "limit": 5000 })).await;
    assert_eq!((found.len(), pages), (2500, 3));
    let (folders, pages) = all(&files, json!({ "prefix": "gallery/", "with_delimiter": true, "limit": "20" })).await;
    assert_eq!((folders.len(), pages), (50, 3));

    let first = list(&files, json!({ "limit": 2 })).await;
    let last = names(&first).1[1].to_owned();
    files.remove(&[&last]).await;
    let next = list(&files, json!({ "limit": 1, "cursor": first["nextCursor"] })).await;
    assert_eq!(names(&next).1[0], found_after(&found, &last));
}

fn found_after<'a>(all: &'a [String], name: &str) -> &'a str {
    &all[all.iter().position(|one| one == name).unwrap() + 1]
}

#[tokio::test]
async fn bad_cursors_limits_and_orders_are_refused_with_a_reason() {
    let files = filled().await;
    let cursor = list(&files, json!({ "limit": 1 })).await["nextCursor"].clone();
    for bad in [
        json!({ "cursor": "nonsense" }),
        json!({ "cursor": cursor, "with_delimiter": true }),
        json!({ "cursor": cursor, "sortBy": { "column": "name", "order": "desc" } }),
        json!({ "cursor": cursor, "prefix": "c/" }),
        json!({ "limit": 0 }),
        json!({ "limit": "x" }),
        json!({ "sortBy": { "column": "size" } }),
        json!({ "sortBy": { "order": "up" } }),
        json!("x"),
    ] {
        assert_refused(&files.post(LIST, bad).await, "400", "InvalidRequest", "InvalidRequest");
    }
    let other = files.post("/storage/v1/object/list-v2/other", json!({})).await;
    assert_refused(&other, "404", "Bucket not found", "NoSuchBucket");
}
