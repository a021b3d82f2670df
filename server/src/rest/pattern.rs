//! Regular expressions of callers: those that mean the same to both engines, and cost little to compare with. Pure.

use regex::RegexBuilder;

use super::error::bad_syntax;
use crate::error::{Error, Result};

const MAX_CHARACTERS: usize = 100;
/// Of the compiled expression, in bytes: repetitions within repetitions grow fast.
const MAX_SIZE: usize = 64 * 1024;

pub fn check(pattern: &str) -> Result<()> {
    if pattern.chars().count() > MAX_CHARACTERS {
        return Err(bad_syntax("filter", "…", "the pattern is too long"));
    }
    require_common(pattern)?;
    let compiled = RegexBuilder::new(pattern).size_limit(MAX_SIZE).build();
    compiled.map(drop).map_err(|cause| match cause {
        regex::Error::CompiledTooBig(_) => bad_syntax("filter", pattern, "the pattern repeats too much"),
        _ => invalid("it cannot be read"),
    })
}

/// What only one of the engines knows, or what they understand differently, is refused.
fn require_common(pattern: &str) -> Result<()> {
    let mut rest = pattern.chars().peekable();
    while let Some(sign) = rest.next() {
        let after = rest.peek().copied();
        match (sign, after) {
            ('\\', Some(escaped)) if "dDwWsS".contains(escaped) || is_literal(escaped) => drop(rest.next()),
            ('\\', _) => return Err(invalid("after a backslash only d, D, w, W, s, S or a sign can stand here")),
            ('(', Some('?')) if !follows(&rest, "?:") => {
                return Err(invalid("of the groups with (? only (?:…) is known here"));
            }
            ('&', Some('&')) | ('-', Some('-')) | ('~', Some('~')) => {
                return Err(invalid("&&, -- and ~~ mean different things to different databases"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_literal(sign: char) -> bool {
    sign.is_ascii_punctuation() && !['<', '>'].contains(&sign)
}

fn follows(rest: &std::iter::Peekable<std::str::Chars<'_>>, text: &str) -> bool {
    rest.clone().take(text.len()).eq(text.chars())
}

fn invalid(why: &str) -> Error {
    Error::refused(400, "2201B", format!("invalid regular expression: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn usual_expressions_are_taken() {
        for pattern in
            ["^Hope", "clean (water|food)$", r"\d{2,4}", "[A-Z][a-z]+", r"a\.b", "(?:ab)*?", "[[:alpha:]]", "امید"]
        {
            assert!(check(pattern).is_ok(), "{pattern}");
        }
    }

    #[test]
    fn what_engines_read_differently_or_dearly_is_refused() {
        let long = "a".repeat(101);
        for pattern in [
            "(",
            "[",
            "a{2",
            r"(a)\1",
            "(?=a)",
            "(?i)a",
            "(?<n>a)",
            r"\bword",
            r"\yword",
            r"\p{L}",
            r"\<a",
            "a\\",
            "***:x",
            "[a&&b]",
            "[a--b]",
            "((((a{99}){99}){99}){99}",
            "(a{1000}){1000}",
            &long,
        ] {
            assert!(check(pattern).is_err(), "{pattern}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(pattern in "\\PC{0,60}") {
            let _ = check(&pattern);
        }
    }
}
