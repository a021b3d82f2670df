//! Word and Excel files: a ZIP archive whose list of content types names the main part. Only the archive's directory and
//! that small list are read; nothing else is unpacked, so a bomb inside stays unexploded.

use std::io::Read;

use flate2::read::DeflateDecoder;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Package {
    Word,
    Sheet,
    /// With code in it that runs when it is opened, or with parts of other programs, which may.
    WithMacros,
}

const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const SHEET: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const CONTENT_TYPES: &str = "[content_types].xml";

/// Large workbooks have some thousand parts.
const MAX_ENTRIES: usize = 10_000;
const MAX_CONTENT_TYPES: usize = 1024 * 1024;
/// The end of the directory, without a comment.
const END: usize = 22;

/// `None` for any other archive, and for one that is damaged.
pub fn read(bytes: &[u8]) -> Option<Package> {
    let entries = directory(bytes)?;
    let mut lists = entries.iter().filter(|entry| entry.name == CONTENT_TYPES);
    let list = lists.next().filter(|_| lists.next().is_none())?;
    let text = String::from_utf8(unpack(bytes, list)?).ok()?;
    let is_code = |entry: &Entry| entry.name.ends_with("vbaproject.bin") || entry.name.starts_with("xl/macrosheets/");
    let types = text.to_ascii_lowercase();
    let names_code =
        ["macroenabled", "vbaproject", "vbadata", "activex", "oleobject"].iter().any(|word| types.contains(word));
    if entries.iter().any(is_code) || names_code {
        return Some(Package::WithMacros);
    }
    let has = |part: &str| {
        let part = part.trim_start_matches('/').to_ascii_lowercase();
        entries.iter().any(|entry| entry.name == part)
    };
    text.split('<').filter(|element| element.starts_with("Override")).find_map(|element| {
        let package = match attribute(element, "ContentType")? {
            WORD => Package::Word,
            SHEET => Package::Sheet,
            _ => return None,
        };
        has(attribute(element, "PartName")?).then_some(package)
    })
}

/// A part of the archive, as its directory has it.
struct Entry {
    /// In small letters: names of parts are the same whatever their case.
    name: String,
    method: u16,
    packed: usize,
    unpacked: usize,
    /// Where its own head begins.
    place: usize,
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(bytes)).ok()
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

/// All entries. The directory must end where the archive does, with nothing after it but its own comment.
fn directory(bytes: &[u8]) -> Option<Vec<Entry>> {
    let last = bytes.len().checked_sub(END)?;
    let is_end = |at: &usize| {
        bytes[*at..].starts_with(b"PK\x05\x06") && short(bytes, at + 20).map(usize::from) == Some(last - at)
    };
    let end = (last.saturating_sub(usize::from(u16::MAX))..=last).rev().find(is_end)?;
    let count = usize::from(short(bytes, end + 10)?);
    let (size, mut at) = (number(bytes, end + 12)?, number(bytes, end + 16)?);
    if count > MAX_ENTRIES || at.checked_add(size)? != end {
        return None;
    }
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        let head = bytes.get(at..at.checked_add(46)?).filter(|head| head.starts_with(b"PK\x01\x02"))?;
        let is_encrypted = short(head, 8)? & 1 != 0;
        let [name, extra, comment] = [28, 30, 32].map(|at| short(head, at).map_or(0, usize::from));
        let text = bytes.get(at + 46..at + 46 + name)?;
        if is_encrypted || at + 46 + name > end {
            return None;
        }
        entries.push(Entry {
            name: String::from_utf8_lossy(text).to_ascii_lowercase(),
            method: short(head, 10)?,
            packed: number(head, 20)?,
            unpacked: number(head, 24)?,
            place: number(head, 42)?,
        });
        at += 46 + name + extra + comment;
    }
    (at == end).then_some(entries)
}

fn unpack(bytes: &[u8], entry: &Entry) -> Option<Vec<u8>> {
    if entry.unpacked > MAX_CONTENT_TYPES || entry.packed > MAX_CONTENT_TYPES {
        return None;
    }
    let head = bytes.get(entry.place..entry.place.checked_add(30)?).filter(|head| head.starts_with(b"PK\x03\x04"))?;
    let begin = entry.place + 30 + usize::from(short(head, 26)?) + usize::from(short(head, 28)?);
    let packed = bytes.get(begin..begin.checked_add(entry.packed)?)?;
    match entry.method {
        0 => (packed.len() == entry.unpacked).then(|| packed.to_vec()),
        8 => {
            let mut text = Vec::new();
            // One byte more than promised shows that the promise was false.
            DeflateDecoder::new(packed).take(entry.unpacked as u64 + 1).read_to_end(&mut text).ok()?;
            (text.len() == entry.unpacked).then_some(text)
        }
        _ => None,
    }
}

/// The value of an attribute, as far as its text holds no entities; those we look for never do.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = element.split_once(name)?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(value, _)| value)
}

#[cfg(test)]
#[path = "office_tests.rs"]
mod tests;
