//! Styles in a drawing: declarations, and sheets of rules. They are read and written anew; what is not known to be plain
//! is left out, and so are comments, fonts, imports and animations.

use super::svg_names::{Kind, Names};
use super::svg_rules as rules;
use super::svg_values as values;

/// `name:value;name:value`, without those that are not known. `None` when nothing is left.
pub fn declarations(text: &str, names: &mut Names) -> Option<String> {
    let text = without_comments(text);
    let declarations = text.split(';').filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        let property = rules::property(name.trim())?;
        Some(format!("{property}:{}", values::presentation(property, value, names)?))
    });
    let kept = declarations.collect::<Vec<_>>().join(";");
    (!kept.is_empty()).then_some(kept)
}

/// The rules of a sheet that are known to be plain; `None` when there are none.
pub fn sheet(text: &str, names: &mut Names) -> Option<String> {
    let kept = rules_of(&without_comments(text), names, true);
    (!kept.is_empty()).then_some(kept)
}

fn rules_of(mut rest: &str, names: &mut Names, outermost: bool) -> String {
    let mut kept = String::new();
    while let Some(at) = rest.find(['{', ';']) {
        let before = rest[..at].trim();
        if rest[at..].starts_with(';') {
            rest = &rest[at + 1..];
            continue;
        }
        let Some(end) = end_of_block(&rest[at..]) else { break };
        let inside = &rest[at + 1..at + end];
        rest = &rest[at + end + 1..];
        let rule = match before.strip_prefix('@') {
            Some(query) if outermost => media(query, inside, names),
            Some(_) => None,
            None => rule(before, inside, names),
        };
        kept.push_str(&rule.unwrap_or_default());
    }
    kept
}

/// Where the block that begins here is closed.
fn end_of_block(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => return None,
        }
        (depth == 0).then_some(at)
    })
}

/// Rules for a kind of screen, such as a dark one.
fn media(query: &str, inside: &str, names: &mut Names) -> Option<String> {
    let query = query.strip_prefix("media").filter(|query| values::is_plain(query))?;
    let inside = rules_of(inside, names, false);
    (!inside.is_empty()).then(|| format!("@media {}{{{inside}}}", words(query)))
}

fn rule(selector: &str, inside: &str, names: &mut Names) -> Option<String> {
    // Both are judged before a name is given: a rule that is left out takes none.
    let pieces = pieces(selector)?;
    if inside.contains('{') {
        return None;
    }
    let mut trial = Names::default();
    declarations(inside, &mut trial)?;
    let selector: String = pieces
        .into_iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.to_owned(),
            Piece::Name(kind, name) => {
                let mark = if kind == Kind::Class { '.' } else { '#' };
                format!("{mark}{}", names.refer(kind, name))
            }
        })
        .collect();
    Some(format!("{}{{{}}}", words(&selector), declarations(inside, names)?))
}

enum Piece<'a> {
    Text(&'a str),
    Name(Kind, &'a str),
}

const PSEUDO: [&str; 12] = [
    "root",
    "not",
    "is",
    "where",
    "first-child",
    "last-child",
    "only-child",
    "nth-child",
    "nth-last-child",
    "first-of-type",
    "last-of-type",
    "nth-of-type",
];

/// What a rule is for: elements, classes and ids in relation to each other.
fn pieces(selector: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let mut rest = selector;
    while let Some(first) = rest.chars().next() {
        let length = |text: &str| text.find(|letter| !is_in_name(letter)).unwrap_or(text.len());
        let (piece, taken) = match first {
            '.' | '#' | ':' => {
                let name = &rest[1..1 + length(&rest[1..])];
                let piece = match first {
                    '.' => Piece::Name(Kind::Class, name),
                    '#' => Piece::Name(Kind::Id, name),
                    _ => PSEUDO.contains(&name).then_some(Piece::Text(&rest[..=name.len()]))?,
                };
                (!name.is_empty()).then_some((piece, 1 + name.len()))?
            }
            '>' | '+' | '~' | '*' | ',' | '(' | ')' => (Piece::Text(&rest[..1]), 1),
            space if space.is_ascii_whitespace() => (Piece::Text(" "), 1),
            _ => {
                let name = &rest[..length(rest)];
                // In brackets: every third.
                let counts =
                    matches!(name, "odd" | "even") || name.strip_suffix('n').unwrap_or(name).parse::<u16>().is_ok();
                let known = rules::element(name).is_some() || counts;
                known.then_some((Piece::Text(name), name.len()))?
            }
        };
        pieces.push(piece);
        rest = &rest[taken..];
    }
    (!pieces.is_empty()).then_some(pieces)
}

fn is_in_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '-' || letter == '_'
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // Something has to stand in its place, or two halves of a word would be joined.
        kept.push(' ');
        kept.push_str(part.split_once("*/").map_or("", |(_, after)| after));
    }
    kept
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
