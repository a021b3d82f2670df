//! Reads the rows out of a PostgreSQL dump as `pg_dump` and `supabase db dump` write it: COPY blocks and INSERT
//! statements. What is not one of our tables is counted and passed over. Pure.

use std::collections::HashMap;

use anyhow::{Context, bail, ensure};

use super::source::{Row, Source, imported};
use super::tokens::{Reader, Token, unescape};

pub fn read(name: &str, text: &str) -> anyhow::Result<Source> {
    let mut dump = Dump { name, columns: HashMap::new(), source: Source::default() };
    let mut reader = Reader::new(text);
    loop {
        let line = reader.line();
        let describe = || format!("{name}, near line {line}");
        let Some(tokens) = reader.statement().with_context(describe)? else { break };
        dump.take(&tokens, &mut reader).with_context(describe)?;
    }
    Ok(dump.source)
}

struct Dump<'a> {
    name: &'a str,
    /// What CREATE TABLE said, for INSERTs that name no columns.
    columns: HashMap<String, Vec<String>>,
    source: Source,
}

impl Dump<'_> {
    fn take(&mut self, tokens: &[Token], reader: &mut Reader) -> anyhow::Result<()> {
        let mut words = Words(tokens);
        if words.are(&["create", "table"]) {
            words.are(&["if", "not", "exists"]);
            if let Some(table) = words.table() {
                self.columns.insert(table, defined_columns(words.0));
            }
        } else if words.are(&["insert", "into"]) {
            let table = words.table().context("INSERT INTO without a table")?;
            self.insert(&table, words)?;
        } else if words.are(&["copy"])
            && let Some(table) = words.table()
        {
            let columns = words.names();
            if words.are(&["from", "stdin"]) {
                ensure!(words.0.is_empty(), "COPY {table} is in a form other than pg_dump's");
                self.copy(&table, columns.unwrap_or_default(), reader)?;
            }
        }
        Ok(())
    }

    fn copy(&mut self, table: &str, columns: Vec<String>, reader: &mut Reader) -> anyhow::Result<()> {
        reader.take_line(); // what is left of the COPY line
        loop {
            ensure!(!reader.is_at_end(), "the rows of {table} have no end; the dump was cut off");
            let line = reader.line();
            let text = reader.take_line();
            if text == "\\." {
                return Ok(());
            }
            if imported(table).is_none() {
                *self.source.passed_over.entry(table.to_owned()).or_default() += 1;
                continue;
            }
            let values: Vec<Option<String>> = text.split('\t').map(copied).collect();
            self.push(table, &columns, values, line)?;
        }
    }

    fn insert(&mut self, table: &str, mut words: Words) -> anyhow::Result<()> {
        let named = words.names();
        let Some(start) = words.0.iter().position(|token| *token == Token::Word("values".into())) else {
            bail!("INSERT INTO {table} without VALUES");
        };
        words.0 = &words.0[start + 1..];
        let known = imported(table).is_some();
        let columns = match named.or_else(|| self.columns.get(table).cloned()) {
            Some(columns) => columns,
            None if known => bail!("INSERT INTO {table} names no columns; dump with --column-inserts"),
            None => Vec::new(),
        };
        while words.sign('(') {
            if known {
                let values = words.values().with_context(|| format!("a row of {table}"))?;
                self.push(table, &columns, values, 0)?;
            } else {
                words.pass_row();
                *self.source.passed_over.entry(table.to_owned()).or_default() += 1;
            }
            if !words.sign(',') {
                break;
            }
        }
        Ok(())
    }

    fn push(
        &mut self,
        table: &str,
        columns: &[String],
        values: Vec<Option<String>>,
        line: usize,
    ) -> anyhow::Result<()> {
        ensure!(
            columns.len() == values.len(),
            "a row of {table} has {} values for {} columns",
            values.len(),
            columns.len()
        );
        let rows = self.source.rows.entry(table.to_owned()).or_default();
        let place = match line {
            0 => format!("{}, {table} row {}", self.name, rows.len() + 1),
            line => format!("{}, line {line}", self.name),
        };
        rows.push(Row { place, values: columns.iter().cloned().zip(values).collect() });
        Ok(())
    }
}

/// A field of a COPY line.
fn copied(field: &str) -> Option<String> {
    if field == "\\N" {
        return None;
    }
    let (mut text, mut rest) = (String::with_capacity(field.len()), field);
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        rest = after;
        text.push(unescape(&mut rest));
    }
    text.push_str(rest);
    Some(text)
}

/// The names in `(id uuid NOT NULL, title text, CONSTRAINT …)`.
fn defined_columns(tokens: &[Token]) -> Vec<String> {
    const NO_COLUMN: [&str; 7] = ["constraint", "primary", "unique", "check", "foreign", "exclude", "like"];
    let (mut columns, mut depth, mut fresh) = (Vec::new(), 0, true);
    for token in tokens {
        match token {
            Token::Sign('(') => depth += 1,
            Token::Sign(')') => depth -= 1,
            Token::Sign(',') if depth == 1 => fresh = true,
            Token::Word(word) if depth == 1 && fresh => {
                fresh = false;
                if !NO_COLUMN.contains(&word.as_str()) {
                    columns.push(word.clone());
                }
            }
            _ => {}
        }
        if depth == 0 && !columns.is_empty() {
            break;
        }
    }
    columns
}

/// What is still to be read of a statement.
struct Words<'a>(&'a [Token]);

impl Words<'_> {
    /// Passes these words if they come next.
    fn are(&mut self, words: &[&str]) -> bool {
        let fits = self.0.len() >= words.len()
            && self.0.iter().zip(words).all(|(token, word)| *token == Token::Word((*word).to_owned()));
        if fits {
            self.0 = &self.0[words.len()..];
        }
        fits
    }

    fn sign(&mut self, sign: char) -> bool {
        let fits = self.0.first() == Some(&Token::Sign(sign));
        if fits {
            self.0 = &self.0[1..];
        }
        fits
    }

    fn word(&mut self) -> Option<String> {
        let Some(Token::Word(word)) = self.0.first() else { return None };
        self.0 = &self.0[1..];
        Some(word.clone())
    }

    /// A table's name: bare for those of the schema public, else with its schema.
    fn table(&mut self) -> Option<String> {
        let first = self.word()?;
        if !self.sign('.') {
            return Some(first);
        }
        let name = self.word()?;
        Some(if first == "public" { name } else { format!("{first}.{name}") })
    }

    /// `(id, title)`
    fn names(&mut self) -> Option<Vec<String>> {
        if !self.sign('(') {
            return None;
        }
        let mut names = Vec::new();
        while let Some(name) = self.word() {
            names.push(name);
            self.sign(',');
        }
        self.sign(')');
        Some(names)
    }

    /// The values of a row, up to and with the bracket that closes it.
    fn values(&mut self) -> anyhow::Result<Vec<Option<String>>> {
        let mut values = Vec::new();
        loop {
            values.push(self.value()?);
            match self.0.first() {
                Some(Token::Sign(',')) => self.0 = &self.0[1..],
                Some(Token::Sign(')')) => {
                    self.0 = &self.0[1..];
                    return Ok(values);
                }
                other => bail!("{other:?} is not understood; only plain values are"),
            }
        }
    }

    fn value(&mut self) -> anyhow::Result<Option<String>> {
        let minus = if self.sign('-') { "-" } else { "" };
        let Some((first, rest)) = self.0.split_first() else { bail!("the statement was cut off") };
        self.0 = rest;
        let value = match first {
            Token::Text(text) => Some(text.clone()),
            Token::Number(number) => Some(format!("{minus}{number}")),
            Token::Word(word) if word == "null" || word == "default" => None,
            Token::Word(word) if word == "true" || word == "false" => Some(word.clone()),
            other => bail!("{other:?} is not understood; only plain values are"),
        };
        // A cast says what we know: `::jsonb`, `::character varying(20)`.
        while self.sign(':') {
            self.sign(':');
            while self.word().is_some() {}
            if self.sign('(') {
                self.pass_row();
            }
        }
        Ok(value)
    }

    /// Passes everything up to the bracket that closes the one just opened.
    fn pass_row(&mut self) {
        let mut depth = 1;
        while depth > 0 && !self.0.is_empty() {
            match self.0[0] {
                Token::Sign('(') => depth += 1,
                Token::Sign(')') => depth -= 1,
                _ => {}
            }
            self.0 = &self.0[1..];
        }
    }
}
