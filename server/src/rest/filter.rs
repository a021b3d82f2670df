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
    let test = match operator {
        "in" => Test::In(list(operand)?),
        _ => test(operator, operand.to_owned(), value)?,
    };
    Ok(Filter::Test { field: Field::parse(key)?, negated, test })
}

/// `or=(…)`, `not.and=(…)` of the query string.
pub fn logic(key: &str, value: &str) -> Result<Filter> {
    let mut reader = Reader { text: value, at: 0 };
    let (negated, word) = negation(key);
    let filter = reader.group(word, negated, 0)?;
    if reader.at != value.len() {
        return Err(reader.fail("nothing may follow the closing bracket"));
    }
    Ok(filter)
}

fn negation(text: &str) -> (bool, &str) {
    match text.strip_prefix("not.") {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

fn unknown_operator(text: &str) -> Error {
    let operators = "eq, neq, gt, gte, lt, lte, like, ilike, in, is, isdistinct";
    bad_syntax("filter", text, &format!("expected one of the operators {operators}"))
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
        "is" => Test::Is(match operand.to_ascii_lowercase().as_str() {
            "null" => Is::Null,
            "not_null" => Is::NotNull,
            "true" => Is::True,
            "false" => Is::False,
            "unknown" => Is::Unknown,
            _ => return Err(bad_syntax("filter", whole, "after is: null, not_null, true, false or unknown")),
        }),
        _ => return Err(unknown_operator(whole)),
    })
}

/// `(1,"two, and",3)`
fn list(text: &str) -> Result<Vec<String>> {
    let mut reader = Reader { text, at: 0 };
    let list = reader.list()?;
    if reader.at != text.len() {
        return Err(reader.fail("nothing may follow the closing bracket"));
    }
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
        let test = match operator.as_str() {
            "in" => Test::In(self.list()?),
            _ => {
                let operand = self.value()?;
                test(&operator, operand, self.text)?
            }
        };
        Ok(Filter::Test { field, negated, test })
    }

    fn list(&mut self) -> Result<Vec<String>> {
        self.expect('(')?;
        let mut values = Vec::new();
        if self.take(')') {
            return Ok(values);
        }
        loop {
            values.push(self.value()?);
            if values.len() > MAX_IN_LIST {
                return Err(self.fail("the list is too long"));
            }
            if !self.take(',') {
                break;
            }
        }
        self.expect(')')?;
        Ok(values)
    }

    /// A quoted value with backslash escapes, or everything up to a comma or closing bracket.
    fn value(&mut self) -> Result<String> {
        let mut value = String::new();
        if !self.take('"') {
            let end = self.rest().find([',', ')']).unwrap_or(self.rest().len());
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
