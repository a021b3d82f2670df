//! Conditions of a query string: `title=eq.Hope`, `or=(a.eq.1,and(b.gt.2,c.not.is.null))`. Syntax only. Pure.

use super::error::bad_syntax;
use super::field::Field;
use crate::error::{Error, Result};

const MAX_DEPTH: usize = 6;
const MAX_IN_LIST: usize = 500;

#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    Test { field: Field, negated: bool, test: Test },
    All { negated: bool, of: Vec<Filter> },
    Any { negated: bool, of: Vec<Filter> },
}

#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    Compare(Compare, String),
    /// The flag: whether the case of letters is ignored. `*` has already become `%`.
    Like(String, bool),
    /// A regular expression, with the same flag.
    Match(String, bool),
    /// JSON that the place holds, or that holds the place.
    Contains(String, Containment),
    In(Vec<String>),
    Is(Is),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Compare {
    Eq,
    Neq,
    Gt,
    Gte,
    Lt,
    Lte,
    IsDistinct,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Containment {
    Holds,
    IsWithin,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Is {
    Null,
    NotNull,
    True,
    False,
    Unknown,
}

impl Filter {
    pub fn size(&self) -> usize {
        match self {
            Filter::Test { .. } => 1,
            Filter::All { of, .. } | Filter::Any { of, .. } => 1 + of.iter().map(Filter::size).sum::<usize>(),
        }
    }
}

/// `column=not.eq.value` of the query string.
pub fn column(key: &str, value: &str) -> Result<Filter> {
    let (negated, rest) = negation(value);
    let (operator, operand) = rest.split_once('.').ok_or_else(|| unknown_operator(value))?;
    let field = Field::parse(key)?;
    if let Some((operator, quantifier)) = quantified(operator) {
        let mut reader = Reader { text: operand, at: 0 };
        let operands = reader.array()?;
        reader.end()?;
        return each(field, negated, operator, quantifier, operands, value);
    }
    let test = match operator {
        "in" => Test::In(list(operand)?),
        _ => test(operator, operand.to_owned(), value)?,
    };
    Ok(Filter::Test { field, negated, test })
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Quantifier {
    Any,
    All,
}

/// `like(any)`: the operator, and whether one of the values is enough.
fn quantified(operator: &str) -> Option<(&str, Quantifier)> {
    let any = operator.strip_suffix("(any)").map(|operator| (operator, Quantifier::Any));
    any.or_else(|| operator.strip_suffix("(all)").map(|operator| (operator, Quantifier::All)))
}

/// One test for each value. Of no values none is right, and all of them are.
fn each(
    field: Field,
    negated: bool,
    operator: &str,
    quantifier: Quantifier,
    operands: Vec<String>,
    whole: &str,
) -> Result<Filter> {
    if !["eq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch"].contains(&operator) {
        return Err(unknown_operator(whole));
    }
    if operands.is_empty() {
        let negated = negated != (quantifier == Quantifier::All);
        return Ok(Filter::Test { field, negated, test: Test::In(Vec::new()) });
    }
    let one =
        |operand| Ok(Filter::Test { field: field.clone(), negated: false, test: test(operator, operand, whole)? });
    let of = operands.into_iter().map(one).collect::<Result<_>>()?;
    Ok(match quantifier {
        Quantifier::Any => Filter::Any { negated, of },
        Quantifier::All => Filter::All { negated, of },
    })
}

/// `or=(…)`, `not.and=(…)` of the query string.
pub fn logic(key: &str, value: &str) -> Result<Filter> {
    let mut reader = Reader { text: value, at: 0 };
    let (negated, word) = negation(key);
    let filter = reader.group(word, negated, 0)?;
    reader.end()?;
    Ok(filter)
}

fn negation(text: &str) -> (bool, &str) {
    match text.strip_prefix("not.") {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

fn unknown_operator(text: &str) -> Error {
    let operators = "eq, neq, gt, gte, lt, lte, like, ilike, match, imatch, in, is, isdistinct, cs, cd";
    bad_syntax("filter", text, &format!("expected one of the operators {operators}"))
}

/// Operators of PostgreSQL for kinds of column that no table here has.
fn sign_of_missing(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "ov" => "&&",
        "sl" => "<<",
        "sr" => ">>",
        "nxr" => "&<",
        "nxl" => "&>",
        "adj" => "-|-",
        _ => return None,
    })
}

fn test(operator: &str, operand: String, whole: &str) -> Result<Test> {
    let compare = |compare| Test::Compare(compare, operand.clone());
    Ok(match operator {
        "eq" => compare(Compare::Eq),
        "neq" => compare(Compare::Neq),
        "gt" => compare(Compare::Gt),
        "gte" => compare(Compare::Gte),
        "lt" => compare(Compare::Lt),
        "lte" => compare(Compare::Lte),
        "isdistinct" => compare(Compare::IsDistinct),
        "like" => Test::Like(operand.replace('*', "%"), false),
        "ilike" => Test::Like(operand.replace('*', "%"), true),
        "match" => Test::Match(operand, false),
        "imatch" => Test::Match(operand, true),
        "cs" => Test::Contains(operand, Containment::Holds),
        "cd" => Test::Contains(operand, Containment::IsWithin),
        "is" => Test::Is(match operand.to_ascii_lowercase().as_str() {
            "null" => Is::Null,
            "not_null" => Is::NotNull,
            "true" => Is::True,
            "false" => Is::False,
            "unknown" => Is::Unknown,
            _ => return Err(bad_syntax("filter", whole, "after is: null, not_null, true, false or unknown")),
        }),
        _ if ["fts", "plfts", "phfts", "wfts"].contains(&operator.split('(').next().unwrap_or_default()) => {
            let why = "text search is not offered here; ilike or imatch find words";
            return Err(bad_syntax("filter", whole, why));
        }
        _ => match sign_of_missing(operator) {
            Some(sign) => {
                let message = format!("operator does not exist: text {sign} unknown");
                return Err(Error::refused(400, "42883", message));
            }
            None => return Err(unknown_operator(whole)),
        },
    })
}

/// `(1,"two, and",3)`
fn list(text: &str) -> Result<Vec<String>> {
    let mut reader = Reader { text, at: 0 };
    let list = reader.list()?;
    reader.end()?;
    Ok(list)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn fail(&self, why: &str) -> Error {
        bad_syntax("logic tree", self.text, &format!("at character {}: {why}", self.at + 1))
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn take(&mut self, expected: char) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    fn expect(&mut self, expected: char) -> Result<()> {
        if self.take(expected) { Ok(()) } else { Err(self.fail(&format!("expected \"{expected}\""))) }
    }

    fn end(&self) -> Result<()> {
        if self.at == self.text.len() { Ok(()) } else { Err(self.fail("nothing may follow the closing bracket")) }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// The conditions in brackets that follow `and` or `or`.
    fn group(&mut self, word: &str, negated: bool, depth: usize) -> Result<Filter> {
        if depth > MAX_DEPTH {
            return Err(self.fail("the conditions are nested too deep"));
        }
        self.expect('(')?;
        let mut of = vec![self.condition(depth)?];
        while self.take(',') {
            of.push(self.condition(depth)?);
        }
        self.expect(')')?;
        Ok(if word == "or" { Filter::Any { negated, of } } else { Filter::All { negated, of } })
    }

    fn condition(&mut self, depth: usize) -> Result<Filter> {
        while self.take(' ') {}
        for (start, word, negated) in
            [("and(", "and", false), ("or(", "or", false), ("not.and(", "and", true), ("not.or(", "or", true)]
        {
            if self.rest().starts_with(start) {
                self.at += start.len() - 1;
                return self.group(word, negated, depth + 1);
            }
        }
        let Some(dot) = self.rest().find('.') else { return Err(self.fail("expected column.operator.value")) };
        let field = Field::parse(&self.rest()[..dot])?;
        self.at += dot + 1;
        let negated = self.take_word("not.");
        let Some(dot) = self.rest().find('.') else { return Err(unknown_operator(self.rest())) };
        let operator = self.rest()[..dot].to_owned();
        self.at += dot + 1;
        if let Some((operator, quantifier)) = quantified(&operator) {
            let operands = self.array()?;
            return each(field, negated, operator, quantifier, operands, self.text);
        }
        let test = match operator.as_str() {
            "in" => Test::In(self.list()?),
            // JSON has commas and brackets of its own.
            "cs" | "cd" if self.rest().starts_with(['{', '[']) => test(&operator, self.json()?, self.text)?,
            _ => {
                let operand = self.value(')')?;
                test(&operator, operand, self.text)?
            }
        };
        Ok(Filter::Test { field, negated, test })
    }

    fn list(&mut self) -> Result<Vec<String>> {
        self.values('(', ')')
    }

    /// `{a,"b, c"}`, as PostgreSQL writes an array.
    fn array(&mut self) -> Result<Vec<String>> {
        self.values('{', '}')
    }

    fn values(&mut self, open: char, close: char) -> Result<Vec<String>> {
        self.expect(open)?;
        let mut values = Vec::new();
        if self.take(close) {
            return Ok(values);
        }
        loop {
            values.push(self.value(close)?);
            if values.len() > MAX_IN_LIST {
                return Err(self.fail("the list is too long"));
            }
            if !self.take(',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(values)
    }

    /// A JSON object or array, as far as it goes.
    fn json(&mut self) -> Result<String> {
        let mut stream = serde_json::Deserializer::from_str(self.rest()).into_iter::<serde::de::IgnoredAny>();
        match stream.next() {
            Some(Ok(_)) => {
                let length = stream.byte_offset();
                let json = self.rest()[..length].to_owned();
                self.at += length;
                Ok(json)
            }
            _ => Err(self.fail("expected JSON")),
        }
    }

    /// A quoted value with backslash escapes, or everything up to a comma or closing bracket.
    fn value(&mut self, close: char) -> Result<String> {
        let mut value = String::new();
        if !self.take('"') {
            let end = self.rest().find([',', close]).unwrap_or(self.rest().len());
            value.push_str(&self.rest()[..end]);
            self.at += end;
            return Ok(value);
        }
        let mut escaped = false;
        for (offset, c) in self.text[self.at..].char_indices() {
            match c {
                _ if escaped => {
                    value.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.at += offset + 1;
                    return Ok(value);
                }
                _ => value.push(c),
            }
        }
        Err(self.fail("a quote is not closed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read() {
        let filter = logic("or", r#"(a.eq.1,not.and(b.gt.2,c.not.is.null),d.in.("x,y",z),e->>f.eq."q\"r")"#).unwrap();
        let Filter::Any { of, negated: false } = &filter else { panic!("{filter:?}") };
        assert_eq!(of.len(), 4);
        assert!(matches!(&of[1], Filter::All { negated: true, of } if of.len() == 2));
        assert!(matches!(&of[2], Filter::Test { test: Test::In(values), .. } if values == &["x,y", "z"]));
        assert!(matches!(&of[3], Filter::Test { test: Test::Compare(Compare::Eq, value), .. } if value == "q\"r"));
        assert_eq!(filter.size(), 7);
    }

    #[test]
    fn values_keep_their_dots_and_commas_outside_a_tree() {
        let Filter::Test { test, negated: true, .. } = column("a", "not.eq.1.5,x").unwrap() else { panic!() };
        assert_eq!(test, Test::Compare(Compare::Eq, "1.5,x".into()));
    }

    #[test]
    fn one_or_all_of_several_values() {
        let like = |pattern: &str| Filter::Test {
            field: Field::parse("a").unwrap(),
            negated: false,
            test: Test::Like(pattern.into(), false),
        };
        let both = vec![like("x%"), like("y,z")];
        let any = column("a", r#"like(any).{x*,"y,z"}"#).unwrap();
        assert_eq!(any, Filter::Any { negated: false, of: both.clone() });
        let all = column("a", r#"not.like(all).{x*,"y,z"}"#).unwrap();
        assert_eq!(all, Filter::All { negated: true, of: both.clone() });
        let tree = logic("or", r#"(a.like(any).{x*,"y,z"},b.cs.{"c":[1,{"d":")"}]},e.eq.1)"#).unwrap();
        let Filter::Any { of, .. } = &tree else { panic!("{tree:?}") };
        assert_eq!(of[0], any);
        let held = Test::Contains(r#"{"c":[1,{"d":")"}]}"#.into(), Containment::Holds);
        assert!(matches!(&of[1], Filter::Test { test, .. } if *test == held));
        assert_eq!(of.len(), 3);
        for (text, negated) in [("eq(any).{}", false), ("eq(all).{}", true), ("not.eq(all).{}", false)] {
            let test = Test::In(Vec::new());
            assert_eq!(column("a", text).unwrap(), Filter::Test { field: Field::parse("a").unwrap(), negated, test });
        }
        for text in ["like(any).x", "like(any).{x", "like(any).{x}y", "is(any).{null}", "in(any).{1}", "like(some).{x}"]
        {
            assert!(column("a", text).is_err(), "{text}");
        }
    }

    #[test]
    fn broken_trees_are_refused() {
        for text in
            ["", "(", "()", "(a)", "(a.eq.1", "(a.eq.1))", "(a.foo.1)", "(a.eq.\"x)", "(a.in.(1)", "(a.is.maybe)"]
        {
            assert!(logic("or", text).is_err(), "{text}");
        }
        let deep = format!("{}a.eq.1{}", "(and".repeat(20), ")".repeat(20));
        assert!(logic("and", &deep).is_err());
    }
}
