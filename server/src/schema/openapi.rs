//! The tables and functions as an OpenAPI 2.0 description, as PostgREST gives one at its root: tools that draw a form or a table
//! from it read the columns, their types and the keys.

use serde_json::{Map, Value, json};

use super::function::{FUNCTIONS, Function};
use super::role::Role;
use super::table::{Column, Default, Kind, Table};
use super::{DOCUMENTS, TABLES};

/// What this role may use.
pub fn describe(role: Role, origin: &str) -> Value {
    let tables: Vec<&Table> = TABLES.iter().copied().filter(|table| !table.rights.of(role).read.is_none()).collect();
    let of_tables = tables.iter().map(|table| (format!("/{}", table.name), operations(table, role)));
    let functions = FUNCTIONS.iter().filter(|function| function.is_for(role));
    let paths: Map<_, _> =
        of_tables.chain(functions.map(|function| (format!("/rpc/{}", function.name), call(function)))).collect();
    let definitions: Map<_, _> = tables.iter().map(|table| (table.name.to_owned(), definition(table))).collect();
    json!({
        "swagger": "2.0",
        "info": { "title": "Umeed", "description": "The tables of this site", "version": env!("CARGO_PKG_VERSION") },
        "host": origin.split("://").nth(1).unwrap_or(origin),
        "basePath": "/rest/v1/",
        "schemes": [origin.split("://").next().unwrap_or("https")],
        "consumes": ["application/json"],
        "produces": ["application/json", "application/vnd.pgrst.object+json", "text/csv"],
        "paths": paths,
        "definitions": definitions,
    })
}

fn operations(table: &Table, role: Role) -> Value {
    let grant = table.rights.of(role);
    let verbs = [("get", grant.read), ("post", grant.insert), ("patch", grant.update), ("delete", grant.delete)];
    let allowed = verbs.into_iter().filter(|(_, access)| !access.is_none());
    let operation = json!({ "tags": [table.name], "responses": { "200": { "description": "OK" } } });
    Value::Object(allowed.map(|(verb, _)| (verb.to_owned(), operation.clone())).collect())
}

fn call(function: &Function) -> Value {
    let properties: Map<_, _> = function.takes.iter().map(|name| ((*name).to_owned(), json!({}))).collect();
    let arguments = json!({ "name": "args", "in": "body", "schema": { "type": "object", "properties": properties } });
    let operation = json!({
        "tags": [format!("(rpc) {}", function.name)],
        "summary": function.about,
        "parameters": [arguments],
        "responses": { "200": { "description": "OK" } },
    });
    let mut operations = Map::from_iter([("post".to_owned(), operation.clone())]);
    if function.reads {
        let mut read = operation;
        let asked = |name: &&str| json!({ "name": name, "in": "query", "type": "string" });
        read["parameters"] = function.takes.iter().map(asked).collect();
        operations.insert("get".to_owned(), read);
    }
    Value::Object(operations)
}

fn definition(table: &Table) -> Value {
    let required: Vec<&str> =
        table.columns.iter().filter(|column| !column.nullable).map(|column| column.name).collect();
    let properties: Map<_, _> =
        table.columns.iter().map(|column| (column.name.to_owned(), property(table, column))).collect();
    json!({ "type": "object", "required": required, "properties": properties })
}

fn property(table: &Table, column: &Column) -> Value {
    let kind = match column.kind {
        Kind::Bool => "boolean",
        Kind::Integer => "integer",
        Kind::Document | Kind::Json => "object",
        _ => "string",
    };
    let mut property = json!({ "type": kind, "format": column.postgres_type() });
    match column.kind {
        Kind::Text { max_length, .. } | Kind::Html { max_length } => property["maxLength"] = json!(max_length),
        Kind::PageKey => {
            property["enum"] = DOCUMENTS.iter().map(|document| json!(document.page_key)).collect();
        }
        _ => {}
    }
    if !column.one_of.is_empty() {
        property["enum"] = json!(column.one_of);
    }
    match column.default {
        Default::Text(text) => property["default"] = json!(text),
        Default::True => property["default"] = json!(true),
        Default::None | Default::NewId | Default::Now | Default::NowOnUpdate => {}
    }
    if column.name == table.key {
        property["description"] = json!("Note:\nThis is a Primary Key.<pk/>");
    }
    property
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_a_role_reads_is_described_with_its_key() {
        let described = describe(Role::Owner, "https://umeed.example");
        for table in TABLES {
            let properties = &described["definitions"][table.name]["properties"];
            assert_eq!(properties.as_object().unwrap().len(), table.columns.len(), "{}", table.name);
            assert!(properties[table.key]["description"].as_str().unwrap().contains("<pk/>"), "{}", table.name);
            assert!(described["paths"][format!("/{}", table.name)]["get"].is_object(), "{}", table.name);
        }
        assert_eq!(described["host"], "umeed.example");
        let visitor = describe(Role::Visitor, "https://umeed.example");
        assert!(visitor["definitions"].get("volunteers").is_none());
    }

    #[test]
    fn each_role_is_told_of_the_functions_that_are_for_it() {
        let told = |role| {
            let described = describe(role, "https://umeed.example");
            let paths = described["paths"].as_object().unwrap();
            paths.keys().filter(|path| path.starts_with("/rpc/")).cloned().collect::<Vec<_>>()
        };
        assert_eq!(told(Role::Visitor), ["/rpc/form_challenge", "/rpc/set_up_status", "/rpc/set_up"]);
        assert!(told(Role::Editor).contains(&"/rpc/own_sessions".to_owned()));
        assert!(!told(Role::Editor).iter().any(|path| path.contains("account_sessions") || path.contains("mail")));
        assert_eq!(told(Role::Owner).len(), FUNCTIONS.len());
        let owner = describe(Role::Owner, "https://umeed.example");
        let end = &owner["paths"]["/rpc/end_session"];
        assert!(end.get("get").is_none() && end["post"]["parameters"][0]["schema"]["properties"]["id"].is_object());
    }
}
