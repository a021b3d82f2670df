//! What the attributes of a drawing may say. Numbers, colours and words that a drawing is described in, and references
//! inside it; nothing that only a person would read.

use std::collections::HashSet;
use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::svg_names::{Kind, Names};
use super::{kind, metadata, resize, svg_style};
use crate::schema::bucket::FileKind;

/// What is kept of the value of this attribute; `None` when nothing is.
pub fn kept(element: &str, attribute: &str, value: &str, names: &mut Names) -> Option<String> {
    match (attribute, element) {
        ("id", _) => names.bear(Kind::Id, value.trim()),
        ("class", _) => {
            let classes = value.split_whitespace().filter_map(|class| names.bear(Kind::Class, class));
            Some(classes.collect::<Vec<_>>().join(" ")).filter(|classes| !classes.is_empty())
        }
        ("result", _) => names.bear(Kind::Result, value.trim()),
        ("in" | "in2", _) => Some(match value.trim() {
            input @ ("SourceGraphic" | "SourceAlpha" | "BackgroundImage" | "BackgroundAlpha" | "FillPaint"
            | "StrokePaint") => input.to_owned(),
            result => names.refer(Kind::Result, result),
        }),
        ("href", "image") => embedded_picture(value, names),
        ("href", "use" | "textPath" | "linearGradient" | "radialGradient" | "pattern" | "filter") => {
            Some(format!("#{}", names.refer(Kind::Id, local(value)?)))
        }
        ("href", _) => None,
        ("style", _) => svg_style::declarations(value, names),
        ("lang", _) => Some(value).filter(|value| is_language(value)).map(str::to_owned),
        ("d", _) => {
            let drawn = |letter: char| "MmLlHhVvCcSsQqTtAaZzEe0123456789+-., \t\r\n".contains(letter);
            value.chars().all(drawn).then(|| value.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        _ => presentation(attribute, value, names),
    }
}

/// The value of a property, as an attribute or in a style.
pub fn presentation(property: &str, value: &str, names: &mut Names) -> Option<String> {
    if property == "font-family" {
        return fonts(value);
    }
    let parts = by_reference(value)?;
    let plain = parts.iter().all(|(before, _)| is_plain(before));
    if !plain || value.trim().is_empty() {
        return None;
    }
    let written = parts.into_iter().map(|(before, reference)| match reference {
        Some(name) => format!("{before}url(#{})", names.refer(Kind::Id, name)),
        None => before.to_owned(),
    });
    Some(written.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Pieces of text, each with the name that `url(#name)` after it refers to. `None` where one leads out of the drawing.
fn by_reference(value: &str) -> Option<Vec<(&str, Option<&str>)>> {
    let lower = value.to_ascii_lowercase();
    let (mut parts, mut at) = (Vec::new(), 0);
    while let Some(start) = lower[at..].find("url(").map(|distance| at + distance) {
        let end = start + lower[start..].find(')')?;
        let address = value[start + 4..end].trim().trim_matches(|quote| quote == '"' || quote == '\'');
        parts.push((&value[at..start], Some(local(address)?)));
        at = end + 1;
    }
    parts.push((&value[at..], None));
    Some(parts)
}

/// The name in a reference inside the drawing: `#name`.
fn local(reference: &str) -> Option<&str> {
    let name = reference.trim().strip_prefix('#')?;
    let strange = |letter: char| letter.is_whitespace() || "\"'()<>\\#".contains(letter);
    (!name.is_empty() && !name.contains(strange)).then_some(name)
}

/// The same as any picture that is uploaded: without what it does not show.
fn embedded_picture(address: &str, names: &Names) -> Option<String> {
    if !names.are_known() {
        return None; // dear, and it has no names
    }
    let (declared, data) = address.split_once(";base64,")?;
    declared.trim_start().starts_with("data:image/").then_some(())?;
    let data: String = data.split_ascii_whitespace().collect();
    let bytes = STANDARD.decode(data).ok()?;
    let kind = kind::detect(&bytes)?;
    matches!(kind, FileKind::Png | FileKind::Jpeg | FileKind::Webp | FileKind::Gif).then_some(())?;
    kind::measure(&bytes).ok()?;
    let clean = metadata::strip(&bytes, kind, resize::orientation(&bytes))?;
    Some(format!("data:{};base64,{}", kind.mime_type(), STANDARD.encode(clean)))
}

/// `ur-PK`.
fn is_language(value: &str) -> bool {
    let part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    value.len() <= 12 && value.split('-').all(part)
}

/// Only families that many machines have: what others are called is free text.
fn fonts(value: &str) -> Option<String> {
    let families = value.split(',').map(|family| family.trim().trim_matches(['"', '\'']).trim());
    let known = |family: &str| {
        let mut words = family.split_ascii_whitespace().peekable();
        words.peek().is_some() && words.all(|word| FONTS.contains(word.to_ascii_lowercase().as_str()))
    };
    let families: Vec<String> = families
        .filter(|family| known(family))
        .map(|family| if family.contains(' ') { format!("'{family}'") } else { family.to_owned() })
        .collect();
    (!families.is_empty()).then(|| families.join(","))
}

/// Numbers with units, colours, signs, and words of the vocabulary.
pub fn is_plain(value: &str) -> bool {
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let count = |text: &str, belongs: fn(&u8) -> bool| text.bytes().take_while(belongs).count();
        let taken = match first {
            'a'..='z' | 'A'..='Z' => {
                let length = count(rest, |byte| byte.is_ascii_alphanumeric() || *byte == b'-');
                if !WORDS.contains(rest[..length].to_ascii_lowercase().as_str()) {
                    return false;
                }
                length
            }
            '0'..='9' | '.' => {
                let number = count(rest, |byte| byte.is_ascii_digit() || *byte == b'.');
                let unit = count(&rest[number..], u8::is_ascii_alphabetic);
                let name = rest[number..number + unit].to_ascii_lowercase();
                if !name.is_empty() && !UNITS.contains(&name.as_str()) {
                    return false;
                }
                number + unit
            }
            '#' => {
                let digits = count(&rest[1..], u8::is_ascii_hexdigit);
                if !matches!(digits, 3 | 4 | 6 | 8) {
                    return false;
                }
                1 + digits
            }
            ',' | '+' | '-' | '(' | ')' | '%' | '/' | ':' | '!' | '*' => 1,
            space if space.is_ascii_whitespace() => 1,
            _ => return false,
        };
        rest = &rest[taken..];
    }
    true
}

/// `e` is the exponent of a number.
const UNITS: [&str; 19] = [
    "e", "px", "pt", "pc", "mm", "cm", "in", "q", "em", "ex", "ch", "rem", "vw", "vh", "vmin", "vmax", "deg", "rad",
    "turn",
];

static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("svg_words.txt").split_whitespace().collect());
static FONTS: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("svg_fonts.txt").split_whitespace().collect());
