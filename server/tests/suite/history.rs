//! The history: what each road leaves in it, who reads it, how long it is kept, and the files it needs. What is here
//! reads its lines; the tests are beside.

mod accounts;
mod files;
mod retention;
mod rights;
mod roads;

use serde_json::{Value, json};
use umeed::db::Sql;

use crate::harness::{EMAIL, TestApp};

/// Every line about content as an owner reads it, the oldest first.
async fn lines(app: &TestApp, token: &str) -> Vec<Value> {
    let path = "/rest/v1/history?table_name=neq.accounts&order=id.asc";
    app.get(path, Some(token)).await.json.as_array().unwrap().clone()
}

/// What tests compare: table, verb and who.
fn brief<'a>(lines: &'a [Value]) -> Vec<(&'a str, &'a str, &'a str)> {
    let of = |line: &'a Value, name: &str| line[name].as_str().unwrap_or_default();
    lines.iter().map(|line| (of(line, "table_name"), of(line, "verb"), of(line, "author"))).collect()
}

async fn run(app: &TestApp, statement: &str) {
    let sql = Sql::new(statement);
    app.app.db.write(|tx| Box::pin(tx.rows(sql))).await.unwrap();
}

const OF_CONTENT: &str = "history WHERE table_name <> 'accounts'";

async fn count(app: &TestApp, what: &str) -> i64 {
    app.app.db.first(Sql::new(format!("SELECT count(*) FROM {what}"))).await.unwrap().unwrap().int(0)
}

/// Adds a project and gives back its id.
async fn add_project(app: &TestApp, token: &str, row: Value) -> String {
    let request = app.request(axum::http::Method::POST, "/rest/v1/projects", Some(token));
    let request = request.header("prefer", "return=representation").body(row.to_string().into()).unwrap();
    let answer = app.send(request).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json[0]["id"].as_str().unwrap().to_owned()
}
