//! The query string of a table request, as syntax: names are not looked up and values not judged here. Pure.

use percent_encoding::percent_decode_str;

use super::error::bad_syntax;
use super::field::Field;
use super::filter::{self, Filter};
use super::range::Range;
use crate::error::{Error, Result};

/// One request names a handful of columns; these bounds keep the work of a hostile one small.
const MAX_ITEMS: usize = 64;
const MAX_BYTES: usize = 16 * 1024;

#[derive(Debug, Default, PartialEq)]
pub struct Query {
    /// Empty means every column.
    pub select: Vec<Selected>,
    pub filters: Vec<Filter>,
    pub order: Vec<Ordered>,
    pub limit: Option<u64>,
    pub offset: u64,
    pub columns: Option<Vec<String>>,
    pub on_conflict: Option<Vec<String>>,
}

#[derive(Debug, PartialEq)]
pub enum Selected {
    All,
    One { alias: Option<String>, field: Field },
}

#[derive(Debug, PartialEq)]
pub struct Ordered {
    pub field: Field,
    pub descending: bool,
    pub nulls_first: Option<bool>,
}

impl Query {
    /// Only the rows that both the query and this range ask for.
    pub fn narrow(&mut self, range: Range) {
        let end = self.limit.map(|limit| self.offset.saturating_add(limit));
        let end = end.into_iter().chain(range.end).min();
        self.offset = self.offset.max(range.start);
        self.limit = end.map(|end| end.saturating_sub(self.offset));
    }
}

pub fn parse(text: &str) -> Result<Query> {
    if text.len() > MAX_BYTES {
        return Err(bad_syntax("query", "…", "the query string is too long"));
    }
    let mut query = Query::default();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (key, value) = (decode(key)?, decode(value)?);
        match key.as_str() {
            "select" => query.select = select(&value)?,
            "order" => query.order = order(&value)?,
            "limit" => query.limit = Some(count("limit", &value)?),
            "offset" => query.offset = count("offset", &value)?,
            "columns" => query.columns = Some(names("columns", &value)?),
            "on_conflict" => query.on_conflict = Some(names("on_conflict", &value)?),
            "and" | "or" | "not.and" | "not.or" => query.filters.push(filter::logic(&key, &value)?),
            _ => query.filters.push(filter::column(&key, &value)?),
        }
    }
    if query.filters.iter().map(Filter::size).sum::<usize>() > MAX_ITEMS {
        return Err(bad_syntax("filter", "…", "there are too many conditions"));
    }
    Ok(query)
}

/// Form encoding: a plus is a space. Bytes that are no UTF-8 are refused, not replaced.
fn decode(text: &str) -> Result<String> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    let decoded = decoded.map_err(|_| bad_syntax("query", "…", "the query string is not valid UTF-8"))?;
    if decoded.contains('\0') {
        return Err(bad_syntax("query", "…", "the query string contains a null character"));
    }
    Ok(decoded.into_owned())
}

fn count(name: &str, text: &str) -> Result<u64> {
    let number = text.parse::<u64>().ok().filter(|number| *number <= i64::MAX as u64);
    number.ok_or_else(|| bad_syntax(name, text, "it must be a whole number"))
}

/// Splits at commas that are outside quotes and brackets.
fn items<'a>(part: &str, text: &'a str) -> Result<Vec<&'a str>> {
    let (mut quoted, mut depth, mut start) = (false, 0_i32, 0);
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if quoted || depth != 0 {
        return Err(bad_syntax(part, text, "a quote or bracket is not closed"));
    }
    found.push(text[start..].trim());
    if found.len() > MAX_ITEMS {
        return Err(bad_syntax(part, "…", "there are too many entries"));
    }
    Ok(found)
}

fn names(part: &str, text: &str) -> Result<Vec<String>> {
    let unquoted = |item: &str| item.trim_matches('"').to_owned();
    Ok(items(part, text)?.into_iter().filter(|item| !item.is_empty()).map(unquoted).collect())
}

fn select(text: &str) -> Result<Vec<Selected>> {
    items("select parameter", text)?.into_iter().filter(|item| !item.is_empty()).map(selected).collect()
}

fn selected(item: &str) -> Result<Selected> {
    if item == "*" {
        return Ok(Selected::All);
    }
    if let Some(function) = aggregate(item) {
        return Err(Error::refused(400, "PGRST123", "Use of aggregate functions is not allowed")
            .with_details(format!("{function}() is not offered here; `Prefer: count=exact` counts rows")));
    }
    if item.contains('(') {
        let name = item.split('(').next().unwrap_or_default();
        return Err(Error::refused(
            400,
            "PGRST200",
            format!("Could not find a relationship to '{name}' in the schema cache"),
        )
        .with_details("the tables of this database stand alone; nothing can be embedded"));
    }
    // An alias ends in one colon; two are a cast, which would change types that are fixed here.
    if item.contains("::") {
        return Err(bad_syntax("select parameter", item, "casts are not supported"));
    }
    let (alias, field) = match item.split_once(':') {
        Some((alias, field)) => (Some(alias.trim_matches('"').to_owned()), field),
        None => (None, item),
    };
    Ok(Selected::One { alias, field: Field::parse(field)? })
}

/// `count()`, `amount.sum()`, `most:amount.max()::text`: the function that counts or adds up rows.
fn aggregate(item: &str) -> Option<&str> {
    let (before, _) = item.split_once("()")?;
    let function = before.rsplit(['.', ':']).next().unwrap_or_default();
    ["count", "sum", "avg", "max", "min"].contains(&function).then_some(function)
}

fn order(text: &str) -> Result<Vec<Ordered>> {
    items("order", text)?.into_iter().filter(|item| !item.is_empty()).map(ordered).collect()
}

fn ordered(item: &str) -> Result<Ordered> {
    let mut words = item.split('.');
    let field = Field::parse(words.next().unwrap_or_default())?;
    let mut ordered = Ordered { field, descending: false, nulls_first: None };
    for word in words {
        match word {
            "asc" => ordered.descending = false,
            "desc" => ordered.descending = true,
            "nullsfirst" => ordered.nulls_first = Some(true),
            "nullslast" => ordered.nulls_first = Some(false),
            _ => return Err(bad_syntax("order", item, "expected asc, desc, nullsfirst or nullslast")),
        }
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_the_client_sends_is_understood() {
        let query = parse("select=id%2Cname%3Atitle&order=created_at.desc.nullslast%2Cid.asc&limit=5&offset=10&columns=%22a%22%2C%22b%22").unwrap();
        assert_eq!(query.select.len(), 2);
        assert_eq!(query.order[0].nulls_first, Some(false));
        assert!(query.order[0].descending);
        assert_eq!((query.limit, query.offset), (Some(5), 10));
        assert_eq!(query.columns, Some(vec!["a".into(), "b".into()]));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["order=a.up", "limit=-1", "limit=x", "select=a(b)", "select=a::text", "select=(", "a=%FF", "x=%00", "a=b"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in "\\PC{0,200}") {
            let _ = parse(&text);
        }

        #[test]
        fn near_misses_do_not_panic(text in "(select|order|or|and|a|limit|columns)=[a-z().,:>\"*%+-]{0,40}(&(or|not\\.and|b)=[a-z().,\\\\\"{}]{0,40})?") {
            let _ = parse(&text);
        }
    }
}
