//! What a channel wants to hear of changes: of which tables, which verbs, which rows and which columns. Pure. Whether its
//! caller may see a row is not decided here.

use serde_json::{Map, Value as Json};

use super::filter::{self, Condition};
use crate::db::{Value, Verb};
use crate::schema::{self, Role, Table};

const SCHEMA: &str = "public";
/// The longest text in it, as sent: a name or a filter.
const MAX_TEXT: usize = 2_000;

#[derive(Debug, PartialEq)]
pub struct Subscription {
    /// By which the client knows it among those of its channel. Made from what was asked, so that all who ask for the
    /// same can be sent the same bytes.
    pub id: u32,
    /// `None` for all.
    verb: Option<Verb>,
    table: Option<&'static Table>,
    conditions: Vec<Condition>,
    /// The columns that are wanted, where not all are.
    pub select: Option<Vec<&'static str>>,
}

impl Subscription {
    fn parse(asked: &Map<String, Json>, id: u32, role: Role) -> Result<Subscription, String> {
        let text = |name: &str| match asked.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(Json::String(text)) if text.len() <= MAX_TEXT => Ok(Some(text.as_str())),
            Some(_) => Err(format!("{name:?} is no text of at most {MAX_TEXT} bytes")),
        };
        let (schema, table, filter) = (text("schema")?, text("table")?, text("filter")?.unwrap_or_default());
        if schema.is_none() && table.is_none() {
            return Err(
                "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to".into(),
            );
        }
        let table = match (schema.unwrap_or(SCHEMA), table.unwrap_or("*")) {
            (SCHEMA | "*", "*") => None,
            (SCHEMA | "*", name) => Some(schema::table(name).ok_or_else(|| format!("there is no table {name:?}"))?),
            (other, _) => return Err(format!("there is no schema {other:?}")),
        };
        let verb = match text("event")?.unwrap_or("*").to_ascii_uppercase().as_str() {
            "*" => None,
            name => Some(verb_named(name).ok_or_else(|| format!("{name:?} is none of INSERT, UPDATE, DELETE and *"))?),
        };
        let (conditions, select) = match table {
            Some(table) => (filter::parse(table, filter, role)?, columns(table, asked.get("select"))?),
            None if !filter.trim().is_empty() => return Err("a filter needs a table".into()),
            None if is_list(asked.get("select")) => return Err("a selection of columns needs a table".into()),
            None => (Vec::new(), None),
        };
        Ok(Subscription { id, verb, table, conditions, select })
    }

    /// What it takes in memory, in bytes, or a little more.
    pub fn cost(&self) -> usize {
        let columns = self.select.as_ref().map_or(0, |columns| columns.len() * size_of::<&str>());
        size_of::<Subscription>() + columns + self.conditions.iter().map(Condition::cost).sum::<usize>()
    }

    pub fn wants(&self, table: &Table, verb: Verb) -> bool {
        self.verb.is_none_or(|wanted| wanted == verb) && self.table.is_none_or(|wanted| wanted.name == table.name)
    }

    /// Whether its filter lets a row through. Of a row that was deleted only the key is known everywhere, so a filter by
    /// anything else lets no deletion through, as in Realtime.
    pub fn lets_through(&self, table: &Table, verb: Verb, row: &[Value]) -> bool {
        let is_known =
            |condition: &Condition| verb != Verb::Delete || table.columns[condition.column].name == table.key;
        self.conditions.iter().all(|condition| is_known(condition) && condition.holds(row))
    }

    /// The columns that its filter looks at.
    pub fn filters_by(&self, table: &Table) -> impl Iterator<Item = &'static str> {
        let columns = table.columns;
        self.conditions.iter().map(|condition| columns[condition.column].name)
    }
}

/// The subscriptions of a channel, all of them or none, and what its client is told of each.
pub fn all(asked: &[Map<String, Json>], role: Role) -> (Result<Vec<Subscription>, String>, Vec<Json>) {
    let mut ids: Vec<u32> = Vec::with_capacity(asked.len());
    for one in asked {
        let mut id = id_of(one);
        while ids.contains(&id) {
            id += 1;
        }
        ids.push(id);
    }
    let told = asked.iter().zip(&ids).map(|(one, id)| told(one, *id)).collect();
    (asked.iter().zip(&ids).map(|(one, id)| Subscription::parse(one, *id, role)).collect(), told)
}

/// What the client is told it has subscribed to: the words by which it finds it again.
fn told(asked: &Map<String, Json>, id: u32) -> Json {
    let mut told = Map::new();
    told.insert("id".into(), id.into());
    for name in ["event", "schema", "table", "filter", "select"] {
        if let Some(value) = asked.get(name) {
            told.insert(name.into(), value.clone());
        }
    }
    Json::Object(told)
}

/// The same for the same question, and never zero, which clients take for none (FNV-1a, cut to what Realtime uses).
fn id_of(asked: &Map<String, Json>) -> u32 {
    let text = told(asked, 0).to_string();
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 5) + 1
}

pub fn verb_name(verb: Verb) -> &'static str {
    match verb {
        Verb::Insert => "INSERT",
        Verb::Update => "UPDATE",
        Verb::Delete => "DELETE",
    }
}

fn verb_named(name: &str) -> Option<Verb> {
    Verb::ALL.into_iter().find(|verb| verb_name(*verb) == name)
}

fn is_list(select: Option<&Json>) -> bool {
    matches!(select, Some(Json::Array(names)) if !names.is_empty())
}

fn columns(table: &'static Table, select: Option<&Json>) -> Result<Option<Vec<&'static str>>, String> {
    let names = match select {
        None | Some(Json::Null) => return Ok(None),
        Some(Json::Array(names)) if names.is_empty() => return Ok(None),
        Some(Json::Array(names)) => names,
        Some(_) => return Err("`select` is a list of the names of columns".into()),
    };
    // The key is always told, or nobody would know which row it is.
    let of = |column: &'static schema::Column| {
        let is_named = column.name == table.key || names.iter().any(|name| name == column.name);
        is_named.then_some(column.name)
    };
    if let Some(name) = names.iter().find(|name| name.as_str().is_none_or(|name| table.column(name).is_none())) {
        return Err(format!("{} has no column {name}", table.name));
    }
    Ok(Some(table.columns.iter().filter_map(of).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(asked: Json) -> Result<Subscription, String> {
        Subscription::parse(asked.as_object().unwrap(), 1, Role::Visitor)
    }

    fn wanted(asked: Json) -> Vec<String> {
        let subscription = parse(asked).unwrap();
        let tables = schema::TABLES.iter();
        let all = tables.flat_map(|table| Verb::ALL.map(|verb| (*table, verb)));
        let wanted = all.filter(|(table, verb)| subscription.wants(table, *verb));
        wanted.map(|(table, verb)| format!("{} {}", verb_name(verb), table.name)).collect()
    }

    #[test]
    fn tables_and_verbs_are_chosen() {
        assert_eq!(wanted(json!({"event": "INSERT", "schema": "public", "table": "projects"})), ["INSERT projects"]);
        assert_eq!(wanted(json!({"event": "delete", "table": "projects"})), ["DELETE projects"]);
        let all = 3 * schema::TABLES.len();
        for everything in
            [json!({"event": "*", "schema": "*"}), json!({"event": "*", "schema": "public", "table": "*"})]
        {
            assert_eq!(wanted(everything).len(), all);
        }
        assert_eq!(wanted(json!({"schema": "*", "table": "projects"})).len(), 3);
    }

    #[test]
    fn what_is_not_there_is_told() {
        for (asked, told) in [
            (json!({"event": "*"}), "at least a `schema`"),
            (json!({"schema": "auth"}), "no schema"),
            (json!({"schema": "public", "table": "staff"}), "no table"),
            (json!({"schema": "public", "table": 5}), "no text"),
            (json!({"schema": "public", "event": "TRUNCATE"}), "none of INSERT"),
            (json!({"schema": "public", "filter": "id=eq.1"}), "needs a table"),
            (json!({"schema": "public", "select": ["id"]}), "needs a table"),
            (json!({"table": "projects", "select": ["nothing"]}), "has no column"),
            (json!({"table": "projects", "select": "id"}), "a list"),
            (json!({"table": "projects", "filter": "x"}), "not of the form"),
        ] {
            let error = parse(asked.clone()).expect_err("refused");
            assert!(error.contains(told), "{asked}: {error}");
        }
    }

    #[test]
    fn a_selection_keeps_the_key_and_the_order_of_the_table() {
        let select = parse(json!({"table": "projects", "select": ["position", "title"]})).unwrap().select;
        assert_eq!(select.unwrap(), ["id", "title", "position"]);
        assert_eq!(parse(json!({"table": "projects", "select": []})).unwrap().select, None);
    }

    #[test]
    fn the_same_question_has_the_same_id() {
        let one = json!({"event": "*", "schema": "public", "table": "projects"});
        let other = json!({"event": "INSERT", "schema": "public", "table": "projects"});
        let id = |asked: &Json| id_of(asked.as_object().unwrap());
        assert_eq!(id(&one), id(&one.clone()));
        assert_ne!(id(&one), id(&other));
        let same = [one.as_object().unwrap().clone(), one.as_object().unwrap().clone()];
        let (parsed, listed) = all(&same, Role::Visitor);
        assert_ne!(listed[0]["id"], listed[1]["id"], "clients tell them apart by it");
        assert_eq!(parsed.unwrap().len(), 2);
        assert!(id(&one) > 0 && id(&one) <= 1 << 27);
        assert_eq!(
            told(one.as_object().unwrap(), 7),
            json!({"id": 7, "event": "*", "schema": "public", "table": "projects"})
        );
    }

    #[test]
    fn a_long_filter_costs_more_than_a_short_one() {
        let cost = |filter: String| parse(json!({"table": "projects", "filter": filter})).unwrap().cost();
        let (none, short) = (cost(String::new()), cost("title=eq.a".into()));
        let list = format!("title=in.({})", vec!["a"; 100].join(","));
        assert!(none < short && short < 500 && cost(list) > 100 * 32);
    }

    #[test]
    fn a_deletion_is_filtered_by_its_key_only() {
        let table = schema::table("website_content").unwrap();
        let row = [Value::from("about"), Value::Null, Value::from("2026-01-01T00:00:00.000000+00:00")];
        let through = |filter: &str, verb| {
            let asked = json!({"table": "website_content", "filter": filter});
            parse(asked).unwrap().lets_through(table, verb, &row)
        };
        assert!(through("page_key=eq.about", Verb::Delete) && through("page_key=eq.about", Verb::Update));
        assert!(!through("page_key=eq.contact", Verb::Delete));
        assert!(through("updated_at=gt.2020-01-01", Verb::Update));
        assert!(!through("updated_at=gt.2020-01-01", Verb::Delete));
    }
}
