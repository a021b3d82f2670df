//! Which paths may be pages, as the render script says: fixed ones, and patterns such as `/news/{slug}` whose pages the
//! database knows. A path that fits a pattern is brought into one spelling, so that one page is kept once.

use std::borrow::Cow;

use foldhash::HashSet;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use serde::Deserialize;

/// A name that people would write: Urdu takes two bytes a letter.
const MAX_SLUG_BYTES: usize = 200;

/// What browsers escape in a path, and the escape itself.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'}');

#[derive(Deserialize)]
#[serde(untagged)]
enum Declared {
    Fixed(HashSet<String>),
    WithPatterns { fixed: HashSet<String>, patterns: Vec<String> },
}

pub struct Paths {
    fixed: HashSet<String>,
    patterns: Vec<String>,
}

#[derive(Debug, PartialEq)]
pub enum Known<'a> {
    Fixed,
    /// There may be such a page.
    Perhaps(Slugs<'a>),
    Unknown,
}

/// A path that fits a pattern.
#[derive(Debug, PartialEq)]
pub struct Slugs<'a> {
    pub pattern: &'a str,
    /// In its one spelling.
    pub path: String,
    /// The value of each `{…}`, as people would write it.
    pub names: Vec<String>,
}

impl Paths {
    pub fn parse(json: &str) -> serde_json::Result<Paths> {
        Ok(match serde_json::from_str(json)? {
            Declared::Fixed(fixed) => Paths { fixed, patterns: Vec::new() },
            Declared::WithPatterns { fixed, patterns } => Paths { fixed, patterns },
        })
    }

    pub fn find(&self, path: &str) -> Known<'_> {
        if self.fixed.contains(path) {
            return Known::Fixed;
        }
        let fits = self.patterns.iter().find_map(|pattern| fit(pattern, path));
        fits.map_or(Known::Unknown, Known::Perhaps)
    }

    pub fn fixed(&self) -> impl Iterator<Item = &str> {
        self.fixed.iter().map(String::as_str)
    }
}

fn fit<'a>(pattern: &'a str, path: &str) -> Option<Slugs<'a>> {
    if pattern.split('/').count() != path.split('/').count() {
        return None;
    }
    let mut names = Vec::new();
    let segments = pattern.split('/').zip(path.split('/')).map(|(declared, given)| {
        if !declared.starts_with('{') {
            return (declared == given).then(|| declared.to_owned());
        }
        let name = slug(given)?;
        let segment = utf8_percent_encode(&name, ESCAPED).to_string();
        names.push(name.into_owned());
        Some(segment)
    });
    let path = segments.collect::<Option<Vec<String>>>()?.join("/");
    Some(Slugs { pattern, path, names })
}

/// The segment as it is meant, if it can be somebody's name for a page.
fn slug(segment: &str) -> Option<Cow<'_, str>> {
    // Each byte takes three characters at most.
    if segment.is_empty() || segment.len() > 3 * MAX_SLUG_BYTES {
        return None;
    }
    let text = percent_decode_str(segment).decode_utf8().ok()?;
    let strange = |letter: char| letter.is_control() || matches!(letter, '/' | '\\');
    (text.len() <= MAX_SLUG_BYTES && !matches!(&*text, "." | "..") && !text.contains(strange)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths() -> Paths {
        Paths::parse(r#"{ "fixed": ["/", "/news"], "patterns": ["/news/{slug}", "/team/{name}/{part}"] }"#).unwrap()
    }

    #[test]
    fn the_script_may_list_fixed_paths_alone() {
        let paths = Paths::parse(r#"["/", "/about"]"#).unwrap();
        assert_eq!(paths.find("/about"), Known::Fixed);
        assert_eq!(paths.find("/about/x"), Known::Unknown);
    }

    #[test]
    fn a_slug_is_one_segment_of_bounded_length() {
        let paths = paths();
        assert_eq!(paths.find("/news"), Known::Fixed);
        let Known::Perhaps(found) = paths.find("/team/zulekha/today") else { panic!() };
        assert_eq!((found.pattern, found.names.len()), ("/team/{name}/{part}", 2));
        let (long, urdu) = ("x".repeat(MAX_SLUG_BYTES), "%D8%B2".repeat(MAX_SLUG_BYTES / 2));
        for slug in ["a", "A-long_name.html", "%D8%B2", "~", "...", long.as_str(), &urdu] {
            assert!(matches!(paths.find(&format!("/news/{slug}")), Known::Perhaps(_)), "{slug}");
        }
        let (long, urdu) = (format!("{long}x"), format!("{urdu}%D8%B2"));
        for slug in
            ["", "a/", "a/b", ".", "%2E%2e", "%00", "a%0Ab", "a%2Fb", "a%5Cb", "a\\b", "%FF", "%C2%85", &long, &urdu]
        {
            assert_eq!(paths.find(&format!("/news/{slug}")), Known::Unknown, "{slug}");
        }
        for path in ["/team/zulekha", "//news/a", "/news//", "/team//today", "/News/a", "", "*"] {
            assert_eq!(paths.find(path), Known::Unknown, "{path}");
        }
    }

    #[test]
    fn every_spelling_of_a_slug_is_one_path() {
        let paths = paths();
        for (given, kept, name) in [
            ("%61%62", "ab", "ab"),
            ("%d8%b2", "%D8%B2", "ز"),
            ("a%20b", "a%20b", "a b"),
            ("%2561", "%2561", "%61"),
            ("a'b", "a'b", "a'b"),
            ("%27", "'", "'"),
        ] {
            let Known::Perhaps(found) = paths.find(&format!("/news/{given}")) else { panic!("{given}") };
            assert_eq!((found.path, found.names), (format!("/news/{kept}"), vec![name.to_owned()]), "{given}");
        }
    }
}
