//! A statement is text with `?` for each value, and the values. Text comes from our code and from known names only;
//! what a caller sent is always a value. Where the two engines differ, the
//! code that writes the text asks which one it is for.

/// Which database a statement is for.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Engine {
    #[default]
    Sqlite,
    Postgres,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}
impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}
impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}
impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}
impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Int(flag.into())
    }
}
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sql {
    pub text: String,
    pub values: Vec<Value>,
    engine: Engine,
}

impl Sql {
    /// A statement that both engines read the same way.
    pub fn new(text: impl Into<String>) -> Sql {
        Sql { text: text.into(), ..Sql::default() }
    }

    /// One in which some words depend on the engine (see `either`).
    pub fn on(engine: Engine, text: &str) -> Sql {
        Sql { text: text.to_owned(), engine, ..Sql::default() }
    }

    pub fn is_for_postgres(&self) -> bool {
        self.engine == Engine::Postgres
    }

    /// The same thing in the words of each engine.
    pub fn either(&mut self, sqlite: &str, postgres: &str) -> &mut Sql {
        self.push(if self.is_for_postgres() { postgres } else { sqlite })
    }

    pub fn with(mut self, value: impl Into<Value>) -> Sql {
        self.values.push(value.into());
        self
    }

    pub fn push(&mut self, text: &str) -> &mut Sql {
        self.text.push_str(text);
        self
    }

    /// Appends a placeholder and its value.
    pub fn bind(&mut self, value: impl Into<Value>) -> &mut Sql {
        self.text.push('?');
        self.values.push(value.into());
        self
    }

    /// Appends a placeholder for each value, with commas between them.
    pub fn bind_all<T: Into<Value>>(&mut self, values: impl IntoIterator<Item = T>) -> &mut Sql {
        for (position, value) in values.into_iter().enumerate() {
            self.push(if position > 0 { ", " } else { "" }).bind(value);
        }
        self
    }

    pub fn append(&mut self, other: Sql) -> &mut Sql {
        self.text.push_str(&other.text);
        self.values.extend(other.values);
        self
    }

    /// A name of ours, quoted. Callers only pass names that a declaration holds, so anything but lower-case letters,
    /// digits and `_` is a mistake of ours, and nothing is asked of the database then.
    pub fn name(&mut self, name: &str) -> &mut Sql {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        assert!(!name.is_empty() && name.bytes().all(known), "not a name of ours: {name:?}");
        self.text.push('"');
        self.text.push_str(name);
        self.text.push('"');
        self
    }
}

/// What a statement did, the last one where there are several.
#[derive(Debug, Default)]
pub struct Outcome {
    pub rows: Vec<Row>,
    /// How many rows an insert, update or delete changed; of other statements it says nothing.
    pub changed: usize,
}

/// One row of an answer, its values by position.
#[derive(Debug)]
pub struct Row(pub(super) Vec<Value>);

impl Row {
    /// The text at this position; empty for NULL. For columns that may be NULL use `text_or_none`.
    pub fn text(&self, position: usize) -> &str {
        self.text_or_none(position).unwrap_or_default()
    }

    pub fn text_or_none(&self, position: usize) -> Option<&str> {
        match &self.0[position] {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn int(&self, position: usize) -> i64 {
        self.int_or_none(position).unwrap_or_default()
    }

    pub fn int_or_none(&self, position: usize) -> Option<i64> {
        match &self.0[position] {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    pub fn values(&self) -> &[Value] {
        &self.0
    }

    /// Takes the text out without copying it: for large JSON answers.
    pub fn take_text(&mut self, position: usize) -> String {
        match std::mem::replace(&mut self.0[position], Value::Null) {
            Value::Text(text) => text,
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_digits() {
        assert_eq!(Sql::new("SELECT ").name("line_2").text, "SELECT \"line_2\"");
    }

    #[test]
    fn what_is_no_name_of_ours_is_refused_in_every_build() {
        for name in ["", "a\"b", "Upper", "a b", "ü", "a;b"] {
            assert!(std::panic::catch_unwind(|| Sql::new("").name(name).text.clone()).is_err(), "{name}");
        }
    }
}
