//! The filter of a subscription: `title=eq.Well,position=gt.3`, all of which must hold. Compared in memory, row by row as
//! they change, with the same kinds and the same order as the database has. What one costs is bounded by its own length,
//! never by the row's: anyone may subscribe, and each change is compared with every filter. Pure.

use std::cmp::Ordering;

use crate::db::Value;
use crate::schema::check::{self, Invalid};
use crate::schema::{Column, Kind, Role, Table};

/// As many as anyone writes by hand.
const MAX_CONDITIONS: usize = 10;
/// The most values of `in`, as in Realtime.
const MAX_VALUES: usize = 100;
/// What a pattern costs is its length times that of the text, so each is bounded, and only staff may use any.
const MAX_PATTERNS: usize = 4;
const MAX_PATTERN: usize = 100;
const MAX_PATTERN_TEXT: usize = 1_000;
const OPERATORS: &str = "eq, neq, lt, lte, gt, gte, in, is, isdistinct";

#[derive(Debug, PartialEq)]
pub struct Condition {
    /// Where the column stands in the table.
    pub column: usize,
    is_negated: bool,
    test: Test,
}

#[derive(Debug, PartialEq)]
enum Test {
    /// The orders of a row's value to this one for which it holds.
    Compare(&'static [Ordering], Value),
    In(Vec<Value>),
    IsNull,
    IsNotNull,
    Is(bool),
    IsDistinct(Value),
    Like {
        pattern: Vec<char>,
        any_case: bool,
    },
}

/// An empty filter lets everything through. What may stand in it depends on the role of who asks.
pub fn parse(table: &Table, text: &str, role: Role) -> Result<Vec<Condition>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let parts = split(text);
    if parts.len() > MAX_CONDITIONS {
        return Err(format!("a filter has at most {MAX_CONDITIONS} conditions"));
    }
    let conditions = parts.into_iter().map(|part| condition(table, part.trim(), role));
    let conditions: Vec<Condition> = conditions.collect::<Result<_, _>>()?;
    match conditions.iter().filter(|condition| matches!(condition.test, Test::Like { .. })).count() > MAX_PATTERNS {
        true => Err(format!("a filter has at most {MAX_PATTERNS} patterns")),
        false => Ok(conditions),
    }
}

/// At the commas that are neither in brackets nor in quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    // Quotes count where a value begins: within one they are signs like others.
    let (mut quoted, mut escaped, mut before) = (false, false, ',');
    for (at, sign) in text.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' if quoted => quoted = false,
            _ if quoted => {}
            '"' if ['.', '(', ','].contains(&before) => quoted = true,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = sign;
    }
    parts.push(&text[start..]);
    parts
}

fn condition(table: &Table, text: &str, role: Role) -> Result<Condition, String> {
    let unclear = || format!("{text:?} is not of the form column=operator.value");
    let (name, rest) = text.split_once('=').ok_or_else(unclear)?;
    let position = table.columns.iter().position(|column| column.name == name.trim());
    let position = position.ok_or_else(|| format!("{} has no column {:?}", table.name, name.trim()))?;
    let column = &table.columns[position];
    if column.kind == Kind::Document {
        return Err(format!("{name} holds JSON, which cannot be filtered by"));
    }
    let (is_negated, rest) = match rest.strip_prefix("not.") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (operator, value) = rest.split_once('.').ok_or_else(unclear)?;
    let compare = |orders| Ok(Test::Compare(orders, read(column, &unquoted(value))?));
    let test = match operator {
        "eq" => compare(&[Ordering::Equal]),
        "neq" => compare(&[Ordering::Less, Ordering::Greater]),
        "lt" => compare(&[Ordering::Less]),
        "lte" => compare(&[Ordering::Less, Ordering::Equal]),
        "gt" => compare(&[Ordering::Greater]),
        "gte" => compare(&[Ordering::Greater, Ordering::Equal]),
        "isdistinct" => Ok(Test::IsDistinct(read(column, &unquoted(value))?)),
        "in" => list(column, value).map(Test::In),
        "is" => match value.to_ascii_lowercase().as_str() {
            "null" | "unknown" => Ok(Test::IsNull),
            "not_null" => Ok(Test::IsNotNull),
            "true" if column.kind == Kind::Bool => Ok(Test::Is(true)),
            "false" if column.kind == Kind::Bool => Ok(Test::Is(false)),
            _ => Err(format!("{name} cannot be compared by is.{value}")),
        },
        "like" if role.is_staff() => like(column, value, false),
        "ilike" if role.is_staff() => like(column, value, true),
        _ if role.is_staff() => Err(format!("{operator:?} is none of the operators {OPERATORS}, like, ilike")),
        _ => Err(format!("{operator:?} is none of the operators {OPERATORS}")),
    };
    Ok(Condition { column: position, is_negated, test: test? })
}

fn read(column: &Column, text: &str) -> Result<Value, String> {
    check::from_text(column, text).map_err(|cause| match cause {
        Invalid::Syntax { postgres_type, text } => format!("invalid input syntax for type {postgres_type}: {text:?}"),
        Invalid::Rule(told) => told,
    })
}

fn list(column: &Column, text: &str) -> Result<Vec<Value>, String> {
    let inner =
        text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).ok_or("the values of in stand in brackets")?;
    if inner.is_empty() {
        return Ok(Vec::new());
    }
    let values = split(inner);
    if values.len() > MAX_VALUES {
        return Err(format!("in takes at most {MAX_VALUES} values"));
    }
    values.into_iter().map(|text| read(column, &unquoted(text))).collect()
}

fn like(column: &Column, text: &str, any_case: bool) -> Result<Test, String> {
    match column.kind {
        Kind::PageKey | Kind::Picture { .. } | Kind::Email => {}
        Kind::Text { max_length, .. } if max_length <= MAX_PATTERN_TEXT => {}
        Kind::Text { .. } | Kind::Html { .. } => {
            return Err(format!("{} may be too long to be compared with a pattern", column.name));
        }
        Kind::Uuid | Kind::Time | Kind::Bool | Kind::Integer | Kind::Document | Kind::Json => {
            return Err(format!("{} is no text, which like compares", column.name));
        }
    }
    let pattern: Vec<char> = match any_case {
        true => unquoted(text).to_lowercase().chars().collect(),
        false => unquoted(text).chars().collect(),
    };
    match pattern.len() > MAX_PATTERN {
        true => Err(format!("a pattern has at most {MAX_PATTERN} characters")),
        false => Ok(Test::Like { pattern, any_case }),
    }
}

/// Without the quotes around it, if they are there as a whole.
fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else { return text.to_owned() };
    let mut plain = String::with_capacity(inner.len());
    let mut escaped = false;
    for sign in inner.chars() {
        match sign {
            '\\' if !escaped => escaped = true,
            _ => {
                plain.push(sign);
                escaped = false;
            }
        }
    }
    plain
}

impl Condition {
    /// What it takes in memory, in bytes, or a little more.
    pub fn cost(&self) -> usize {
        let held = |value: &Value| match value {
            Value::Text(text) => size_of::<Value>() + text.len() + 16,
            _ => size_of::<Value>(),
        };
        let test = match &self.test {
            Test::Compare(_, value) | Test::IsDistinct(value) => held(value),
            Test::In(values) => values.iter().map(held).sum(),
            Test::Like { pattern, .. } => pattern.len() * size_of::<char>(),
            Test::IsNull | Test::IsNotNull | Test::Is(_) => 0,
        };
        size_of::<Condition>() + test
    }

    /// As in SQL: what is unknown neither holds nor does its contrary.
    pub fn holds(&self, row: &[Value]) -> bool {
        let value = row.get(self.column).unwrap_or(&Value::Null);
        self.test.result(value).is_some_and(|holds| holds != self.is_negated)
    }
}

impl Test {
    fn result(&self, value: &Value) -> Option<bool> {
        match (self, value) {
            (Test::IsNull, _) => Some(*value == Value::Null),
            (Test::IsNotNull, _) => Some(*value != Value::Null),
            (Test::IsDistinct(other), _) => Some(order(value, other) != Some(Ordering::Equal)),
            (Test::Is(flag), _) => Some(*value == Value::from(*flag)),
            (_, Value::Null) => None,
            (Test::Compare(orders, other), _) => order(value, other).map(|order| orders.contains(&order)),
            (Test::In(values), _) => Some(values.iter().any(|other| order(value, other) == Some(Ordering::Equal))),
            (Test::Like { pattern, any_case }, Value::Text(text)) => Some(match any_case {
                true => is_like(&text.to_lowercase(), pattern),
                false => is_like(text, pattern),
            }),
            (Test::Like { .. }, _) => None,
        }
    }
}

fn order(one: &Value, other: &Value) -> Option<Ordering> {
    match (one, other) {
        (Value::Int(one), Value::Int(other)) => Some(one.cmp(other)),
        (Value::Text(one), Value::Text(other)) => Some(one.as_bytes().cmp(other.as_bytes())),
        _ => None,
    }
}

/// `%` stands for any signs and `_` for one; after a backslash each stands for itself. Goes back only to the last `%`, so
/// that no pattern takes longer than the text times its own length.
fn is_like(text: &str, pattern: &[char]) -> bool {
    let mut rest = text.chars();
    let mut at = 0;
    let mut resume: Option<(usize, std::str::Chars)> = None;
    loop {
        let one = |at: usize| match pattern.get(at) {
            Some('\\') => pattern.get(at + 1).map(|sign| (2, Some(*sign))),
            Some('_') => Some((1, None)),
            Some(sign) => Some((1, Some(*sign))),
            None => None,
        };
        if matches!(pattern.get(at), Some('%')) {
            at += 1;
            resume = Some((at, rest.clone()));
            continue;
        }
        match (rest.next(), one(at)) {
            (None, None) => return at == pattern.len(),
            (Some(sign), Some((length, wanted))) if wanted.is_none_or(|wanted| wanted == sign) => at += length,
            (None, Some(_)) => return false,
            _ => {
                let Some((back, from)) = resume.as_mut() else { return false };
                if from.next().is_none() {
                    return false;
                }
                (at, rest) = (*back, from.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;
    use proptest::prelude::*;

    /// A row of `projects`, of which only title and position are told.
    fn row(title: &str, position: Option<i64>) -> Vec<Value> {
        let table = schema::table("projects").unwrap();
        let value = |column: &Column| match column.name {
            "title" => Value::from(title),
            "position" => Value::from(position),
            "id" => Value::from("0198c0de-0000-7000-8000-000000000001"),
            "created_at" => Value::from("2026-01-01T00:00:00.000000+00:00"),
            _ => Value::Null,
        };
        table.columns.iter().map(value).collect()
    }

    fn holds(filter: &str, row: &[Value]) -> bool {
        let table = schema::table("projects").unwrap();
        let conditions = parse(table, filter, Role::Editor).unwrap_or_else(|told| panic!("{told}"));
        conditions.iter().all(|condition| condition.holds(row))
    }

    #[test]
    fn conditions_hold_as_in_sql() {
        let well = row("Well", Some(3));
        for filter in [
            "",
            " ",
            "title=eq.Well",
            "title=neq.School",
            "title=in.(School,Well)",
            "title=in.(\"a,b\",\"Well\")",
            "title=in.(\"Well\")",
            "title=not.in.(School)",
            "title=like.W%l",
            "title=like.W_ll",
            "title=ilike.%EL%",
            "title=not.like.S%",
            "title=gt.Wel,title=lt.Wem",
            "position=eq.3",
            "position=gte.3,position=lte.3",
            "position=gt.2,position=lt.4",
            "position=in.(1,2,3)",
            "position=isdistinct.4",
            "position=is.not_null",
            "image_url=is.null",
            "position=not.is.null",
            "created_at=gt.2025-12-31",
            "created_at=eq.2026-01-01T00:00:00Z",
            "id=eq.0198C0DE-0000-7000-8000-000000000001",
        ] {
            assert!(holds(filter, &well), "{filter}");
        }
        for filter in [
            "title=eq.well",
            "title=eq.Well,position=eq.4",
            "title=in.()",
            "title=in.(School)",
            "title=like.ell",
            "title=like.W%x",
            "position=lt.3",
            "position=gt.10",
            "position=is.null",
            "image_url=eq.a",
            "image_url=neq.a",
            "image_url=not.eq.a",
            "image_url=in.(a)",
        ] {
            assert!(!holds(filter, &well), "{filter}");
        }
        assert!(holds("position=lt.10", &row("a", Some(9))), "numbers are not compared as text");
        assert!(holds("title=eq.\"a,b\"", &row("a,b", None)));
        assert!(holds(r#"title=eq."say \"hi\"""#, &row(r#"say "hi""#, None)));
        assert!(holds("title=eq.a=b.c", &row("a=b.c", None)));
        assert!(holds("position=isdistinct.3", &row("a", None)), "nothing is distinct from something");
    }

    #[test]
    fn what_cannot_be_compared_is_refused_with_the_reason() {
        let projects = schema::table("projects").unwrap();
        let many = ["title=eq.a"; 11].join(",");
        let long = format!("title=in.({})", vec!["a"; 101].join(","));
        let pattern = format!("title=like.{}", "a".repeat(101));
        for (filter, told) in [
            ("undefined", "not of the form"),
            ("title", "not of the form"),
            ("title=eq", "not of the form"),
            ("title=eq.a,", "not of the form"),
            ("title=fts.a", "none of the operators"),
            ("title=match.a", "none of the operators"),
            ("nothing=eq.a", "has no column"),
            ("position=eq.three", "invalid input syntax for type bigint"),
            ("id=eq.1", "invalid input syntax for type uuid"),
            ("title=in.a", "brackets"),
            ("position=like.1", "no text"),
            ("title=is.true", "cannot be compared"),
            ("description=like.%a%", "too long"),
            ("title=like.a,title=not.like.b,title=ilike.c,title=like.d,title=like.e", "at most 4 patterns"),
            (&pattern, "at most 100"),
            (&many, "at most 10"),
            (&long, "at most 100"),
        ] {
            let error = parse(projects, filter, Role::Editor).expect_err(filter);
            assert!(error.contains(told), "{filter}: {error}");
        }
        let told = parse(schema::table("website_content").unwrap(), "content=eq.{}", Role::Owner).unwrap_err();
        assert!(told.contains("JSON"), "a filter on it would tell what is hidden in it");
    }

    #[test]
    fn visitors_have_no_patterns() {
        let projects = schema::table("projects").unwrap();
        for filter in ["title=like.a", "title=ilike.a%", "title=not.like.%a", "title=eq.a,title=not.ilike.b"] {
            let told = parse(projects, filter, Role::Visitor).unwrap_err();
            assert!(told.contains("is none of the operators eq, ") && !told.contains(", like"), "{filter}: {told}");
            assert!(parse(projects, filter, Role::Editor).is_ok(), "{filter}");
        }
        assert!(parse(projects, "title=not.in.(a,b),position=gte.3", Role::Visitor).is_ok());
    }

    proptest! {
        #[test]
        fn no_filter_is_too_strange(filter in "\\PC{0,80}", title in "\\PC{0,20}") {
            let table = schema::table("projects").unwrap();
            if let Ok(conditions) = parse(table, &filter, Role::Owner) {
                let _ = conditions.iter().all(|condition| condition.holds(&row(&title, None)));
            }
            for operator in ["eq", "in", "like", "ilike", "is"] {
                let _ = parse(table, &format!("title={operator}.{filter}"), Role::Owner);
            }
        }

        #[test]
        fn a_pattern_finds_what_a_regular_expression_finds(text in "[abc]{0,12}", pattern in "[abc%_]{0,8}") {
            let expression: String = pattern.chars().map(|sign| match sign {
                '%' => ".*".to_owned(),
                '_' => ".".to_owned(),
                other => other.to_string(),
            }).collect();
            let expected = regex::Regex::new(&format!("^{expression}$")).unwrap().is_match(&text);
            prop_assert_eq!(is_like(&text, &pattern.chars().collect::<Vec<_>>()), expected);
        }
    }
}
