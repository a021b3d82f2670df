//! What the search index can know of a question: from conditions on text, an expression that every row which meets them
//! matches (see `db::search`). Pure.

use super::plan::{Condition, Term};
use crate::db::Value;
use crate::schema::Table;

/// The index knows every three letters in a row.
const GRAM: usize = 3;
/// More would hardly narrow further, and each costs time.
const MAX_GRAMS: usize = 8;

/// An expression of FTS5, or `None` where the index has nothing to say.
pub fn matching(table: &Table, conditions: &[Condition]) -> Option<String> {
    let known: Vec<String> = conditions.iter().filter_map(|condition| of(table, condition)).collect();
    joined(known, " AND ")
}

fn of(table: &Table, condition: &Condition) -> Option<String> {
    match condition {
        Condition::Like { term, negated: false, pattern, .. } if is_searched(table, term) => {
            joined(literals(pattern).iter().filter_map(|text| grams(text)).collect(), " AND ")
        }
        Condition::Compare { term, negated: false, operator: "=" | "IN", values } if is_searched(table, term) => {
            let each: Option<Vec<String>> = values.iter().map(value).collect();
            joined(each?, " OR ")
        }
        Condition::All { negated: false, of } => matching(table, of),
        Condition::Any { negated: false, of: each } => {
            let each: Option<Vec<String>> = each.iter().map(|condition| of(table, condition)).collect();
            joined(each?, " OR ")
        }
        _ => None,
    }
}

fn is_searched(table: &Table, term: &Term) -> bool {
    term.path.is_none() && table.search.contains(&term.column.name)
}

fn value(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => grams(text),
        _ => None,
    }
}

/// Without repetitions: a search of several columns asks the same of each.
fn joined(mut each: Vec<String>, word: &str) -> Option<String> {
    let mut seen = std::collections::BTreeSet::new();
    each.retain(|one| seen.insert(one.clone()));
    match &each[..] {
        [] => None,
        [only] => Some(only.clone()),
        several => Some(format!("({})", several.join(word))),
    }
}

/// The texts between the wildcards of a pattern.
fn literals(pattern: &str) -> Vec<String> {
    let mut literals = vec![String::new()];
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        let literal = match letter {
            '%' | '_' => None,
            '\\' => letters.next(),
            _ => Some(letter),
        };
        match (literal, literals.last_mut()) {
            (Some(letter), Some(last)) => last.push(letter),
            _ => literals.push(String::new()),
        }
    }
    literals
}

/// Groups of three letters that stand in the text, side by side and the last ones. As `lower` of both engines, only the
/// Latin letters without marks have a small form here.
fn grams(text: &str) -> Option<String> {
    let letters: Vec<char> = text.to_ascii_lowercase().chars().collect();
    let last = letters.len().checked_sub(GRAM)?;
    let starts = (0..last).step_by(GRAM).take(MAX_GRAMS - 1).chain([last]);
    let gram = |start: usize| format!("\"{}\"", String::from_iter(&letters[start..start + GRAM]).replace('"', "\"\""));
    if letters.contains(&'\0') {
        return None;
    }
    joined(starts.map(gram).collect(), " AND ")
}

#[cfg(test)]
mod tests {
    use crate::rest::{plan, query};
    use crate::schema;

    fn matching(query: &str) -> Option<String> {
        let table = schema::table("volunteers").unwrap();
        let plan = plan::read(table, &query::parse(query).unwrap()).unwrap();
        super::matching(table, &plan.conditions)
    }

    #[test]
    fn what_every_found_row_must_hold() {
        for (query, expected) in [
            ("name=ilike.*Lahore*", r#"("lah" AND "ore")"#),
            ("name=ilike.*Gojra*", r#"("goj" AND "jra")"#),
            ("name=like.Abc", r#""abc""#),
            ("city=eq.Toba", r#"("tob" AND "oba")"#),
            ("or=(name.ilike.*abc*,city.ilike.*abc*)", r#""abc""#),
            ("or=(name.ilike.*abc*,city.ilike.*xyz*)", r#"("abc" OR "xyz")"#),
            ("name=ilike.*abc*def*&city=eq.xyz", r#"(("abc" AND "def") AND "xyz")"#),
            (r"name=ilike.*a\%25b*", r#""a%b""#),
            ("name=ilike.*a%22b*", r#""a""b""#),
            ("name=ilike.*%D8%A7%D9%85%DB%8C%D8%AF*", "(\"امی\" AND \"مید\")"),
            ("status=eq.new&name=ilike.*abc*", r#""abc""#),
        ] {
            assert_eq!(matching(query).as_deref(), Some(expected), "{query}");
        }
    }

    #[test]
    fn nothing_is_said_where_a_row_could_be_missed() {
        for query in [
            "",
            "name=ilike.*ab*",
            "name=ilike.*ab_cd*",
            "name=not.ilike.*abc*",
            "name=neq.abc",
            "name=gt.abc",
            "status=eq.active",
            "or=(name.ilike.*abc*,status.eq.new)",
            "or=(name.ilike.*abc*,city.ilike.*ab*)",
            "not.or=(name.ilike.*abc*,city.ilike.*abc*)",
            "name=in.(abc,ab)",
        ] {
            assert_eq!(matching(query), None, "{query}");
        }
    }
}
