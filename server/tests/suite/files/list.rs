use serde_json::json;
use umeed::db::Sql;

use super::*;

const LIST: &str = "/storage/v1/object/list/website_images";

async fn names(files: &Files, asked: Value) -> Vec<String> {
    let answer = files.post(LIST, asked).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_folder_is_listed_one_level_deep() {
    let files = Files::staff(Place::Folder).await;
    for name in ["b.png", "a/1.png", "a/2.png", "a/deep/3.png", "a0.png", "A.png", "c/4.png"] {
        files.upload(name, &png(1, 1, name), false).await;
    }
    assert_eq!(names(&files, json!({})).await, ["a", "A.png", "a0.png", "b.png", "c"]);
    for prefix in ["a", "a/", "/a/"] {
        assert_eq!(names(&files, json!({ "prefix": prefix })).await, ["1.png", "2.png", "deep"]);
    }
    assert!(names(&files, json!({ "prefix": "nowhere" })).await.is_empty());

    let entries = files.post(LIST, json!({ "prefix": "a" })).await.json;
    let metadata = &entries[0]["metadata"];
    assert_eq!((&metadata["size"], &metadata["mimetype"]), (&json!(png(1, 1, "a/1.png").len()), &json!("image/png")));
    assert_eq!((&metadata["cacheControl"], &metadata["httpStatusCode"]), (&json!("max-age=3600"), &json!(200)));
    assert_eq!(
        entries[2],
        json!({ "name": "deep", "id": null, "updated_at": null, "created_at": null, "last_accessed_at": null, "metadata": null })
    );
}

#[tokio::test]
async fn lists_are_sorted_paged_and_searched() {
    let files = Files::staff(Place::Folder).await;
    for name in ["c.png", "a.png", "Ab%25x.png", "b_.png", "folder/x.png"] {
        files.upload(name, &png(1, 1, name), false).await;
    }
    let sorted = |column: &str, order: &str| json!({ "sortBy": { "column": column, "order": order } });
    assert_eq!(names(&files, sorted("name", "desc")).await, ["folder", "c.png", "b_.png", "Ab%x.png", "a.png"]);
    assert_eq!(
        names(&files, sorted("created_at", "asc")).await,
        ["folder", "c.png", "a.png", "Ab%x.png", "b_.png"],
        "folders have no time and stand first"
    );
    assert_eq!(names(&files, sorted("updated_at", "desc")).await, ["folder", "b_.png", "Ab%x.png", "a.png", "c.png"]);
    assert_eq!(names(&files, json!({ "limit": 2, "offset": 1 })).await, ["Ab%x.png", "b_.png"]);
    assert_eq!(names(&files, json!({ "search": "a" })).await, ["a.png", "Ab%x.png"]);
    for (search, found) in [("%", 0), ("_", 0), ("ab%", 1), ("b_", 1), ("a_", 0), ("fold", 1), ("'", 0)] {
        assert_eq!(names(&files, json!({ "search": search })).await.len(), found, "{search}");
    }
    // As the Python client may send them.
    assert_eq!(names(&files, json!({ "limit": "2", "offset": "1" })).await, ["Ab%x.png", "b_.png"]);
    for bad in [json!({ "limit": 0 }), json!({ "limit": "x" }), json!("x"), sorted("size", "asc")] {
        assert_refused(&files.post(LIST, bad).await, "400", "InvalidRequest", "InvalidRequest");
    }
}

#[tokio::test]
async fn the_longest_name_in_the_deepest_folder_is_kept_and_listed() {
    let files = Files::staff(Place::Folder).await;
    // Of random digits, which no index can press together.
    let digits = |count: usize| {
        (0..=count / 32).map(|_| uuid::Uuid::new_v4().simple().to_string()).collect::<String>()[..count].to_owned()
    };
    let (folder, name) = (digits(1018), "a.png");
    files.upload(&format!("{folder}/{name}"), &png(1, 1, name), false).await;
    assert_eq!(names(&files, json!({})).await, [folder.as_str()]);
    assert_eq!(names(&files, json!({ "prefix": folder })).await, [name]);
}

/// [API-5] A list holds 100 entries unless asked otherwise, also of ten thousand files.
#[tokio::test]
async fn ten_thousand_files_are_listed_in_pages() {
    let files = Files::staff(Place::Folder).await;
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) \
                INSERT INTO objects (id, bucket, name, version, mimetype, size, etag, cache_control, created_at, updated_at) \
                SELECT 'id' || i, 'website_images', 'gallery/' || (i % 50) || '/' || i || '.png', 'v' || i, 'image/png', 1, '\"e\"', \
                'max-age=3600', '2026-01-01T00:00:00.' || (100000 + i) || '+00:00', '2026' FROM n";
    files.server.app.db.write(move |tx| Box::pin(tx.rows(Sql::new(many)))).await.unwrap();
    assert_eq!(names(&files, json!({})).await, ["gallery"]);
    assert_eq!(names(&files, json!({ "prefix": "gallery" })).await.len(), 50);
    assert_eq!(names(&files, json!({ "prefix": "gallery/7" })).await.len(), 100);
    assert_eq!(names(&files, json!({ "prefix": "gallery/7", "limit": 5000 })).await.len(), 200);
    assert_eq!(names(&files, json!({ "prefix": "gallery/7", "offset": 190 })).await.len(), 10);
}
