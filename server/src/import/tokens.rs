//! The words of a PostgreSQL dump: names, strings in all their quotings, numbers and signs, without comments. Pure.

use anyhow::{Context, bail};

#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    /// A word or a name: in lower case unless it was quoted.
    Word(String),
    Text(String),
    Number(String),
    Sign(char),
}

/// Goes through the text of a dump.
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// A place whose line is known, so that lines are counted once.
    counted: (usize, usize),
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0, counted: (0, 1) }
    }

    /// Counted from one, as editors do.
    pub fn line(&mut self) -> usize {
        let (at, line) = self.counted;
        let passed = self.text[at..self.at].bytes().filter(|byte| *byte == b'\n').count();
        self.counted = (self.at, line + passed);
        line + passed
    }

    /// The next statement, without the semicolon at its end; `None` at the end of the text.
    pub fn statement(&mut self) -> anyhow::Result<Option<Vec<Token>>> {
        let mut tokens = Vec::new();
        while self.skip_space() {
            if tokens.is_empty() && self.rest().starts_with('\\') {
                self.take_line(); // a command for psql
                continue;
            }
            match self.token()? {
                Token::Sign(';') if tokens.is_empty() => {}
                Token::Sign(';') => return Ok(Some(tokens)),
                token => tokens.push(token),
            }
        }
        Ok((!tokens.is_empty()).then_some(tokens))
    }

    /// The rest of this line; the next thing read begins the line after it.
    pub fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at += (end + 1).min(rest.len());
        rest[..end].strip_suffix('\r').unwrap_or(&rest[..end])
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes white space and comments; false at the end.
    fn skip_space(&mut self) -> bool {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            if rest.starts_with("--") {
                self.take_line();
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else {
                return !rest.is_empty();
            }
        }
    }

    fn token(&mut self) -> anyhow::Result<Token> {
        let rest = self.rest();
        let first = rest.chars().next().context("the text ends in the middle of a statement")?;
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        match first {
            '\'' => Ok(Token::Text(self.quoted('\'', false)?)),
            '"' => Ok(Token::Word(self.quoted('"', false)?)),
            'e' | 'E' if rest[1..].starts_with('\'') => {
                self.at += 1;
                Ok(Token::Text(self.quoted('\'', true)?))
            }
            '$' => match dollar_tag(rest) {
                Some(tag) => {
                    let body = &rest[tag.len()..];
                    let end = body.find(tag).with_context(|| format!("{tag} is never closed"))?;
                    self.at += end + 2 * tag.len();
                    Ok(Token::Text(body[..end].to_owned()))
                }
                None => self.sign(first),
            },
            '0'..='9' => {
                let number = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
                let end = rest.find(|letter| !number(letter)).unwrap_or(rest.len());
                self.at += end;
                Ok(Token::Number(rest[..end].to_owned()))
            }
            letter if is_word(letter) => {
                let end = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
                self.at += end;
                Ok(Token::Word(rest[..end].to_lowercase()))
            }
            sign => self.sign(sign),
        }
    }

    fn sign(&mut self, sign: char) -> anyhow::Result<Token> {
        self.at += sign.len_utf8();
        Ok(Token::Sign(sign))
    }

    /// The text between quotes; a doubled quote is one, and with `escapes` so is what a backslash introduces.
    fn quoted(&mut self, quote: char, escapes: bool) -> anyhow::Result<String> {
        let line = self.line();
        let mut rest = &self.rest()[1..];
        let mut text = String::new();
        while let Some(at) = rest.find(|letter| letter == quote || (escapes && letter == '\\')) {
            text.push_str(&rest[..at]);
            let closes = rest[at..].starts_with(quote);
            rest = &rest[at + 1..];
            match rest.strip_prefix(quote) {
                _ if !closes => text.push(unescape(&mut rest)),
                Some(after) => {
                    text.push(quote);
                    rest = after;
                }
                None => {
                    self.at = self.text.len() - rest.len();
                    return Ok(text);
                }
            }
        }
        bail!("line {line}: a quotation is never closed")
    }
}

/// `$$` or `$tag$` at the beginning of the text.
fn dollar_tag(text: &str) -> Option<&str> {
    let end = text[1..].find('$')? + 2;
    let name = &text[1..end - 1];
    let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    (is_name && !name.starts_with(|letter: char| letter.is_ascii_digit())).then(|| &text[..end])
}

/// The character that the text after a backslash means, in strings and in COPY alike; goes past it.
pub fn unescape(rest: &mut &str) -> char {
    let text = *rest;
    let Some(first) = text.chars().next() else { return '\\' };
    *rest = &text[first.len_utf8()..];
    match first {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        'x' => number(rest, 2, 16).unwrap_or('x'),
        'u' => number(rest, 4, 16).unwrap_or('u'),
        'U' => number(rest, 8, 16).unwrap_or('U'),
        '0'..='7' => {
            *rest = text;
            number(rest, 3, 8).unwrap_or(first)
        }
        other => other,
    }
}

/// The character with the number that comes next; goes past its digits.
fn number(rest: &mut &str, max: usize, base: u32) -> Option<char> {
    let count = rest.chars().take(max).take_while(|digit| digit.is_digit(base)).count();
    let (digits, after) = rest.split_at(count);
    *rest = after;
    u32::from_str_radix(digits, base).ok().and_then(char::from_u32)
}
