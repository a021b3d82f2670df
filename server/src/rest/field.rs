//! A column, perhaps with a path into its JSON: `content`, `content->hero->>heading`, `content->phones->0`. Pure.

use super::error::bad_syntax;
use crate::error::Result;

const MAX_DEPTH: usize = 8;

#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    pub column: String,
    pub path: Vec<Step>,
    /// The last arrow was `->>`: the value as text rather than as JSON.
    pub as_text: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    Key(String),
    Index(i64),
}

impl Field {
    pub fn parse(text: &str) -> Result<Field> {
        let mut parts = text.split("->");
        let column = parts.next().unwrap_or_default().trim_matches('"').to_owned();
        if column.is_empty() {
            return Err(bad_syntax("field", text, "a column name is missing"));
        }
        let (mut path, mut as_text) = (Vec::new(), false);
        for part in parts {
            if as_text {
                return Err(bad_syntax("field", text, "nothing can follow ->>"));
            }
            // "a->>b" splits into "a" and ">b".
            let name = match part.strip_prefix('>') {
                Some(name) => {
                    as_text = true;
                    name
                }
                None => part,
            };
            if name.is_empty() {
                return Err(bad_syntax("field", text, "a key is missing after the arrow"));
            }
            path.push(match name.parse::<i32>() {
                Ok(index) => Step::Index(index.into()),
                Err(_) => Step::Key(name.trim_matches('"').to_owned()),
            });
        }
        if path.len() > MAX_DEPTH {
            return Err(bad_syntax("field", text, "the path is too deep"));
        }
        Ok(Field { column, path, as_text })
    }

    /// What the value is called in the answer unless an alias says otherwise: the last key, else the column.
    pub fn name(&self) -> &str {
        let key = self.path.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        });
        key.unwrap_or(&self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read() {
        let field = Field::parse("content->hero->>heading").unwrap();
        assert_eq!((field.column.as_str(), field.name(), field.as_text), ("content", "heading", true));
        let field = Field::parse("content->phones->-1").unwrap();
        assert_eq!((field.path.last(), field.name()), (Some(&Step::Index(-1)), "phones"));
        for bad in ["", "->x", "a->", "a->>b->c", "a->>b->>c"] {
            assert!(Field::parse(bad).is_err(), "{bad}");
        }
    }
}
