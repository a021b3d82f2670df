//! The tables, as the crate `postgrest` asks for them. It pages by the header `Range`, and what it is given goes into the
//! query as it is.

use postgrest::{Builder, Postgrest};
use serde_json::{Value, json};
use umeed_rust_client_tests::Server;

struct Answer {
    status: u16,
    range: String,
    json: Value,
}

async fn answer(query: Builder) -> Answer {
    let answer = query.execute().await.unwrap();
    let status = answer.status().as_u16();
    let range = answer.headers().get("content-range").map_or("", |value| value.to_str().unwrap()).to_owned();
    let text = answer.text().await.unwrap();
    Answer { status, range, json: serde_json::from_str(&text).unwrap_or(Value::Null) }
}

/// The last letters of the titles.
async fn letters(query: Builder) -> String {
    let answer = answer(query).await;
    assert!(matches!(answer.status, 200 | 206), "{} {}", answer.status, answer.json);
    answer.json.as_array().unwrap().iter().filter_map(|row| row["title"].as_str()?.chars().last()).collect()
}

/// One server for all: to start it takes longer than the tests.
#[tokio::test]
async fn the_crate_reads_and_writes_tables() {
    let server = Server::start();
    let client = Postgrest::new(format!("{}/rest/v1", server.url)).insert_header("apikey", &server.anon);
    let token = server.sign_in().await;
    write(&client, &token).await;
    read(&client).await;
    page(&client).await;
    reach_into_json(&client).await;
    change(&client, &token).await;
    be_refused(&client, &token).await;
}

async fn write(client: &Postgrest, token: &str) {
    let rows: Vec<Value> =
        ["a", "b", "c", "d"].iter().map(|letter| json!({ "title": format!("row {letter}") })).collect();
    let made = answer(client.from("projects").auth(token).insert(json!(rows).to_string())).await;
    assert_eq!((made.status, made.json.as_array().map(Vec::len)), (201, Some(4)), "{}", made.json);
}

async fn read(client: &Postgrest) {
    let rows = || client.from("projects").select("title").like("title", "row*").order("title.asc");
    assert_eq!(letters(rows()).await, "abcd");
    assert_eq!(letters(rows().eq("title", "row b")).await, "b");
    assert_eq!(letters(rows().neq("title", "row b")).await, "acd");
    assert_eq!(letters(rows().gt("title", "row b").lte("title", "row c")).await, "c");
    assert_eq!(letters(rows().ilike("title", "*D")).await, "d");
    assert_eq!(letters(rows().in_("title", ["row a", "row d"])).await, "ad");
    assert_eq!(letters(rows().not("in", "title", "(\"row a\",\"row d\")")).await, "bc");
    assert_eq!(letters(rows().or("title.eq.row a,title.eq.row c")).await, "ac");
    assert_eq!(letters(rows().and("title.gte.row b,title.lt.row d")).await, "bc");
    assert_eq!(letters(rows().is("title", "null")).await, "");
    assert_eq!(
        letters(client.from("projects").select("title").like("title", "row*").order("title.desc").limit(2)).await,
        "dc"
    );
    let one = answer(rows().eq("title", "row a").single()).await;
    assert_eq!(one.json, json!({ "title": "row a" }));
    assert_eq!(answer(rows().single()).await.json["code"], "PGRST116");
}

async fn page(client: &Postgrest) {
    let rows = || client.from("projects").select("title").like("title", "row*").order("title.asc");
    assert_eq!(letters(rows().range(1, 2)).await, "bc");
    // To count, it asks for the first row alone.
    for (counted, name) in
        [(rows().exact_count(), "exact"), (rows().planned_count(), "planned"), (rows().estimated_count(), "estimated")]
    {
        let page = answer(counted).await;
        assert_eq!((page.status, page.range.as_str()), (206, "0-0/4"), "{name}");
    }
}

async fn reach_into_json(client: &Postgrest) {
    let documents = || client.from("website_content");
    let about = answer(documents().select("key:page_key,heading:content->>main_heading").eq("page_key", "about")).await;
    assert_eq!(about.json[0]["key"], "about", "{}", about.json);
    let contact = answer(documents().select("page_key").cs("content", r#"{"phones":[]}"#)).await;
    assert!(contact.json.is_array(), "{}", contact.json);
    let quoted =
        answer(documents().select("page_key").or(r#"page_key.eq."about",content->>heading.eq."no such""#)).await;
    assert_eq!(quoted.json, json!([{ "page_key": "about" }]));
}

async fn change(client: &Postgrest, token: &str) {
    let projects = || client.from("projects").auth(token);
    let changed = answer(projects().eq("title", "row a").update(r#"{"description":"<p>new</p>"}"#)).await;
    assert_eq!((changed.status, &changed.json[0]["description"]), (200, &json!("<p>new</p>")));
    let mut row = changed.json[0].clone();
    row["title"] = json!("row z");
    let merged = answer(projects().upsert(row.to_string())).await;
    assert_eq!(merged.json[0]["title"], "row z", "{}", merged.json);
    let gone = answer(projects().like("title", "row*").delete()).await;
    assert_eq!(gone.json.as_array().map(Vec::len), Some(4), "{}", gone.json);
}

async fn be_refused(client: &Postgrest, token: &str) {
    let visitor = answer(client.from("projects").insert(r#"{"title":"x"}"#)).await;
    assert_eq!((visitor.status, &visitor.json["code"]), (401, &json!("42501")));
    let staff = |query: Builder| answer(query.auth(token));
    for (query, code) in [
        (client.from("projects").select("*,testimonials(*)"), "PGRST200"),
        (client.from("projects").select("*").fts("title", "well", None), "PGRST100"),
        (client.from("no_such_table").select("*"), "PGRST205"),
        (client.rpc("no_such_function", "{}"), "PGRST202"),
        (client.from("projects").eq("title", "x").limit(1).delete(), "PGRST109"),
    ] {
        let refused = staff(query).await;
        assert_eq!(refused.json["code"], code, "{}", refused.json);
        assert!(refused.json["message"].as_str().is_some_and(|text| text.contains(' ')), "{}", refused.json);
    }
}
