//! Colour profiles (ICC) of pictures of every kind. A profile could hold any text, so it is taken apart and written anew:
//! only numbers that turn a picture's colours into real ones stay. What names a device, a person or a day, what is only
//! for printing, and what lies between the parts does not come through.
//!
//! Written by hand, since writing a profile by way of `moxcms` rounds its numbers. It judges the result.

use moxcms::ColorProfile;

/// The largest in use, those of printing presses, are of about two megabytes.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;
/// The table of colours in it, which is all that is kept of those.
const MAX_TABLE: usize = 1024 * 1024;
const MAX_CURVE: usize = 4096;
const MAX_TAGS: usize = 100;

const HEADER: usize = 128;
const D50: [u8; 12] = [0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d];

/// The same colours in a profile that says nothing else; `None` for what is not the profile of a picture. Without one, a
/// picture is shown in the colours of the web (sRGB).
pub fn clean(profile: &[u8]) -> Option<Vec<u8>> {
    let source = Source::read(profile)?;
    let table = source.tag(b"A2B0").and_then(|tag| table(tag, source.channels));
    let curves: &[&[u8; 4]] = match &source.space {
        b"RGB " => &[b"rTRC", b"gTRC", b"bTRC"],
        b"GRAY" => &[b"kTRC"],
        _ => &[],
    };
    let primaries: &[&[u8; 4]] = if source.channels == 3 { &[b"rXYZ", b"gXYZ", b"bXYZ"] } else { &[] };

    let mut tags: Vec<([u8; 4], Vec<u8>)> = source.texts();
    tags.push((*b"wtpt", source.tag(b"wtpt").and_then(xyz).unwrap_or(&[b"XYZ \0\0\0\0", &D50[..]].concat()).to_vec()));
    for (name, read) in [(b"chad", adaptation as fn(&[u8]) -> Option<&[u8]>), (b"cicp", code_points)] {
        tags.extend(source.tag(name).and_then(read).map(|tag| (*name, tag.to_vec())));
    }
    let numbers = primaries.iter().map(|name| (name, source.tag(name).and_then(xyz)));
    let numbers = numbers.chain(curves.iter().map(|name| (name, source.tag(name).and_then(curve))));
    let numbers: Option<Vec<_>> = numbers.map(|(name, tag)| Some((**name, tag?.to_vec()))).collect();
    let by_curves = numbers.filter(|numbers| !numbers.is_empty());
    if by_curves.is_none() && table.is_none() {
        return None;
    }
    // Of a profile of an output device more would be required than is needed here.
    let class = if table.is_some() { b"scnr" } else { b"mntr" };
    tags.extend(by_curves.unwrap_or_default());
    tags.extend(table.map(|table| (*b"A2B0", table.to_vec())));

    let clean = write(&source, class, &tags);
    ColorProfile::new_from_slice(&clean).ok()?;
    Some(clean)
}

struct Source<'a> {
    bytes: &'a [u8],
    tags: Vec<(&'a [u8], usize, usize)>,
    is_v4: bool,
    space: [u8; 4],
    channels: u8,
    /// What its numbers are turned into: XYZ or Lab.
    connection: [u8; 4],
    intent: u8,
}

impl Source<'_> {
    fn read(bytes: &[u8]) -> Option<Source<'_>> {
        let number = |at: usize| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
        let name = |at: usize| bytes.get(at..)?.first_chunk::<4>().copied();
        let space = name(16)?;
        let channels = match &space {
            b"RGB " => 3,
            b"GRAY" => 1,
            b"CMYK" => 4,
            _ => return None,
        };
        let connection = name(20)?;
        let class = name(12)?;
        let is_v4 = match bytes.get(8)? {
            2 => false,
            4 => true,
            _ => return None,
        };
        let (intent, count) = (number(64)?, number(HEADER)?);
        let known = bytes.len() <= MAX_BYTES
            && name(36)? == *b"acsp"
            && matches!(&connection, b"XYZ " | b"Lab ")
            && matches!(&class, b"mntr" | b"scnr" | b"prtr" | b"spac")
            && intent <= 3
            && count <= MAX_TAGS;
        let list = bytes.get(HEADER + 4..HEADER + 4 + count * 12).filter(|_| known)?;
        let place =
            |tag: &[u8], at: usize| u32::from_be_bytes([tag[at], tag[at + 1], tag[at + 2], tag[at + 3]]) as usize;
        let tags = list.chunks_exact(12).map(|tag| (&tag[..4], place(tag, 4), place(tag, 8))).collect();
        Some(Source { bytes, tags, is_v4, space, channels, connection, intent: intent as u8 })
    }

    fn tag(&self, name: &[u8; 4]) -> Option<&[u8]> {
        let (_, at, length) = self.tags.iter().find(|(tag, ..)| tag == name)?;
        self.bytes.get(*at..at.checked_add(*length)?)
    }

    /// Required of every profile, so it gets some that say nothing.
    fn texts(&self) -> Vec<([u8; 4], Vec<u8>)> {
        if self.is_v4 {
            let text = b"mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\x02\0\0\0\x1c\0-".to_vec();
            return vec![(*b"desc", text.clone()), (*b"cprt", text)];
        }
        let described = [&b"desc\0\0\0\0\0\0\0\x02-\0"[..], &[0; 78]].concat();
        vec![(*b"desc", described), (*b"cprt", b"text\0\0\0\0-\0".to_vec())]
    }
}

/// Header, list and tags, of which equal ones are written once.
fn write(source: &Source, class: &[u8; 4], tags: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let version = if source.is_v4 { [4, 0x40, 0, 0] } else { [2, 0x40, 0, 0] };
    let first_of_2000 = [7, 0xd0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0];
    let mut out = [&[0; 8][..], &version, class, &source.space, &source.connection, &first_of_2000, b"acsp"].concat();
    out.resize(67, 0);
    out.push(source.intent);
    out.extend(D50);
    out.resize(HEADER, 0);
    out.extend((tags.len() as u32).to_be_bytes());
    let mut content: Vec<u8> = Vec::new();
    let start = out.len() + 12 * tags.len();
    let mut places: Vec<(&[u8], usize)> = Vec::new();
    for (name, tag) in tags {
        let at = places.iter().find(|(other, _)| other == tag).map(|(_, at)| *at).unwrap_or_else(|| {
            let at = start + content.len();
            content.extend(tag);
            content.resize(content.len().next_multiple_of(4), 0);
            places.push((tag, at));
            at
        });
        out.extend([&name[..], &(at as u32).to_be_bytes(), &(tag.len() as u32).to_be_bytes()].concat());
    }
    out.append(&mut content);
    let size = out.len() as u32;
    out[..4].copy_from_slice(&size.to_be_bytes());
    out
}

/// Fixed-point numbers as colours have them: small. So none of them is a word.
fn are_small(numbers: &[u8]) -> bool {
    numbers.chunks_exact(4).all(|number| matches!(number, [0, 0..=15, ..] | [0xff, 0xf0..=0xff, ..]))
}

fn xyz(tag: &[u8]) -> Option<&[u8]> {
    let tag = tag.get(..20)?;
    (tag.starts_with(b"XYZ \0\0\0\0") && are_small(&tag[8..])).then_some(tag)
}

fn adaptation(tag: &[u8]) -> Option<&[u8]> {
    let tag = tag.get(..44)?;
    (tag.starts_with(b"sf32\0\0\0\0") && are_small(&tag[8..])).then_some(tag)
}

fn code_points(tag: &[u8]) -> Option<&[u8]> {
    tag.get(..12).filter(|tag| tag.starts_with(b"cicp\0\0\0\0"))
}

/// A formula, or a table that only rises or only falls, as brightness does.
fn curve(tag: &[u8]) -> Option<&[u8]> {
    let (kind, head) = (tag.get(..8)?, tag.get(8..12)?);
    if kind == b"para\0\0\0\0" {
        let numbers = *[1, 3, 4, 5, 7].get(usize::from(head[1]))?;
        let tag = tag.get(..12 + 4 * numbers)?;
        return (head[0] == 0 && head[2..] == [0, 0] && are_small(&tag[12..])).then_some(tag);
    }
    let count = u32::from_be_bytes(*head.first_chunk()?) as usize;
    let tag = tag.get(..12 + 2 * count.min(MAX_CURVE + 1))?;
    let values = || tag[12..].chunks_exact(2).map(|value| u16::from_be_bytes([value[0], value[1]]));
    let goes_one_way = values().is_sorted() || values().rev().is_sorted();
    (kind == b"curv\0\0\0\0" && count <= MAX_CURVE && goes_one_way).then_some(tag)
}

/// Of the kinds `mft1` and `mft2`, whose size follows from their head. The kind `mAB ` is hardly found in pictures.
fn table(tag: &[u8], channels: u8) -> Option<&[u8]> {
    let [inputs, outputs, grid, 0] = *tag.get(8..12)? else { return None };
    let numbers = |at: usize| Some(usize::from(u16::from_be_bytes(*tag.get(at..)?.first_chunk()?)));
    let (head, width, before, after) = match tag.first_chunk::<8>()? {
        b"mft1\0\0\0\0" => (48, 1, 256, 256),
        b"mft2\0\0\0\0" => (52, 2, numbers(48)?, numbers(50)?),
        _ => return None,
    };
    if inputs != channels || outputs != 3 || !are_small(tag.get(12..48)?) || before.max(after) > MAX_CURVE {
        return None;
    }
    let points = usize::from(grid).checked_pow(inputs.into())?;
    let values = before * usize::from(inputs) + points.checked_mul(3)? + after * 3;
    let size = values.checked_mul(width)?.checked_add(head)?;
    tag.get(..size).filter(|_| size <= MAX_TABLE)
}

#[cfg(test)]
#[path = "icc_tests.rs"]
mod tests;
