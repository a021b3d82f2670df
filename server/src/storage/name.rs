//! The name of a file, as people gave it: readable, in any script. A name is only ever a value in the database and
//! text in an address; it never becomes a path on disk.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::error::{FileError, Result};
use crate::schema::Bucket;

const MAX_LENGTH: usize = 1024;

/// What a browser's encodeURI leaves alone, without `?` and `#`, which would end the path.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b';')
    .remove(b'/')
    .remove(b':')
    .remove(b'@')
    .remove(b'&')
    .remove(b'=')
    .remove(b'+')
    .remove(b'$')
    .remove(b',');

#[derive(Debug, Clone, PartialEq)]
pub struct Name(String);

impl Name {
    /// Checks a name given as text. One slash at either end is dropped, as the client does.
    pub fn parse(text: &str) -> Result<Name> {
        let text = text.strip_prefix('/').unwrap_or(text);
        let text = text.strip_suffix('/').unwrap_or(text);
        match fault(text) {
            Some(fault) => Err(invalid(text, fault)),
            None => Ok(Name(text.to_owned())),
        }
    }

    /// Reads a name from the path of an address, decoding it once. A `+` is a plus sign, a `%` that introduces
    /// nothing is a percent sign.
    pub fn from_path(raw: &str) -> Result<Name> {
        match percent_decode_str(raw).decode_utf8() {
            Ok(text) => Name::parse(&text),
            Err(_) => Err(invalid(raw, "it is not valid UTF-8")),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As it stands in an address.
    pub fn encoded(&self) -> String {
        encode(&self.0)
    }

    /// The name decoded once more, where that changes it. The official client escapes `%` when it asks for a file but
    /// not when it uploads one, so a file chosen as `a%20b.png` arrives as `a b.png` and is later asked for by the
    /// name it was chosen under.
    pub fn as_uploaded(&self) -> Name {
        Name::from_path(&self.0).unwrap_or_else(|_| self.clone())
    }
}

fn encode(name: &str) -> String {
    utf8_percent_encode(name, IN_PATH).to_string()
}

/// Where everyone can read the file of this name, when its bucket is public.
pub fn public_path(bucket: &Bucket, name: &str) -> String {
    format!("/storage/v1/object/public/{}/{}", bucket.name, encode(name))
}

fn invalid(name: &str, fault: &'static str) -> FileError {
    let name = name.chars().filter(|letter| !is_unprintable(*letter)).take(100).collect();
    FileError::InvalidName { name, fault }
}

fn fault(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("the file needs a name");
    }
    if name.len() > MAX_LENGTH {
        return Some("a name may be 1024 bytes long");
    }
    if name.contains('\\') {
        return Some("a name cannot contain a backslash");
    }
    if name.chars().any(is_unprintable) {
        return Some("a name cannot contain control characters");
    }
    if name.split('/').any(|part| part.trim().is_empty() || part == "." || part == "..") {
        return Some("a part of a name cannot be empty, . or ..");
    }
    None
}

/// Control characters, and those that make a name read differently from what it is. Joiners, which Urdu needs, are not
/// among them.
fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_stay_readable() {
        for name in [
            "gallery/1700000000000-عید کی تصویر.jpg",
            "team/1-é ü 100% (1).png",
            "a+b&c=d;e,f@g!.png",
            "projects/می\u{200C}خواهم.webp",
            "..hidden",
            "a..b/c",
        ] {
            let parsed = Name::parse(name).unwrap();
            assert_eq!(parsed.as_str(), name);
            assert_eq!(Name::from_path(&encode(parsed.as_str())).unwrap(), parsed, "{name}");
        }
    }

    #[test]
    fn addresses_are_decoded_once() {
        let cases = [
            ("1700%20pic%20%C3%A9.png", "1700 pic é.png"),
            ("a%2Fb.png", "a/b.png"),
            ("a%3Fb%23c.png", "a?b#c.png"),
            ("a+b.png", "a+b.png"),
            ("100%%20done.png", "100% done.png"),
            ("a%2520b.png", "a%20b.png"),
            ("folder/", "folder"),
        ];
        for (raw, name) in cases {
            assert_eq!(Name::from_path(raw).unwrap().as_str(), name);
        }
        assert_eq!(Name::from_path("a%2520b.png").unwrap().as_uploaded().as_str(), "a b.png");
    }

    #[test]
    fn names_that_mislead_or_climb_are_refused() {
        let long = "x".repeat(1025);
        for raw in [
            "",
            "/",
            "..",
            ".",
            "a/../b",
            "a/./b",
            "a//b",
            "%2e%2e/secret",
            "a/%2E%2E/b",
            "a%5Cb",
            "a%00b",
            "a%0Ab",
            "a%7Fb",
            "a%FF",
            "%C3%28",
            "a/%20/b",
            "photo%E2%80%AEgnp.exe",
            &long,
        ] {
            assert!(Name::from_path(raw).is_err(), "{raw}");
        }
    }

    #[test]
    fn public_paths_are_encoded() {
        assert_eq!(
            public_path(&crate::schema::bucket::WEBSITE_IMAGES, "hero/1 عید?.jpg"),
            "/storage/v1/object/public/website_images/hero/1%20%D8%B9%DB%8C%D8%AF%3F.jpg"
        );
    }

    proptest! {
        #[test]
        fn no_name_panics_or_climbs_and_accepted_ones_come_back(raw in ".{0,60}") {
            for parsed in [Name::parse(&raw), Name::from_path(&raw)].into_iter().flatten() {
                prop_assert!(!parsed.as_str().split('/').any(|part| part.is_empty() || part == "." || part == ".."));
                prop_assert_eq!(&Name::from_path(&encode(parsed.as_str())).unwrap(), &parsed);
                let _ = parsed.as_uploaded();
            }
        }

        #[test]
        fn paths_made_of_dots_slashes_and_escapes_never_climb(raw in r"(\.|/|\\|%2e|%2F|%5c|%00|a){0,12}") {
            if let Ok(parsed) = Name::from_path(&raw) {
                prop_assert!(!parsed.as_str().split('/').any(|part| part == ".."));
            }
        }
    }
}
