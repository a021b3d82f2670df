//! An AVIF is a tree of boxes; compressed pictures are in `mdat`, and tables in `meta` and `moov` hold their offsets from
//! the start of the file. So nothing is moved: whatever is not needed to show the picture is overwritten with zeros in
//! place, and the file is cut off after the last box that is needed.

mod coded;
mod items;
mod properties;
mod tracks;

use std::ops::Range;

pub fn strip(avif: &[u8]) -> Option<Vec<u8>> {
    let mut file = avif.to_vec();
    let boxes = top_boxes(&file);
    (boxes.first()?.kind == *b"ftyp").then_some(())?;
    let (mut media, mut needed) = (Vec::new(), Vec::new());
    let (mut has_items, mut has_tracks, mut end) = (false, false, 0);
    for (position, part) in boxes.iter().enumerate() {
        match &part.kind {
            b"ftyp" if position == 0 => blank_brands(&mut file[part.content.clone()]),
            b"meta" if !has_items => {
                has_items = true;
                needed.extend(items::keep(&mut file, part)?);
            }
            b"moov" if !has_tracks => {
                has_tracks = true;
                needed.extend(tracks::keep(&mut file, part)?);
            }
            b"mdat" => {
                media.push(part.content.clone());
                continue;
            }
            _ => {
                part.blank(&mut file);
                continue;
            }
        }
        end = end.max(part.content.end);
    }
    let lies_in_media =
        |range: &Range<usize>| media.iter().any(|data| data.start <= range.start && range.end <= data.end);
    if !has_items || !needed.iter().all(lies_in_media) {
        return None;
    }
    for data in media {
        keep_only(&mut file, data.clone(), &mut needed);
        if needed.iter().any(|range| data.contains(&range.start)) {
            end = end.max(data.end);
        }
    }
    file.truncate(end);
    Some(file)
}

struct Part {
    kind: [u8; 4],
    start: usize,
    content: Range<usize>,
}

impl Part {
    fn read(file: &[u8], start: usize, end: usize) -> Option<Part> {
        let head = file.get(start..end)?;
        let size = u32::from_be_bytes(*head.first_chunk()?);
        let kind = *head.get(4..)?.first_chunk()?;
        let (head_size, size) = match size {
            0 => (8, end - start),
            1 => (16, usize::try_from(u64::from_be_bytes(*head.get(8..)?.first_chunk()?)).ok()?),
            size => (8, size as usize),
        };
        let part_end = start.checked_add(size).filter(|part_end| size >= head_size && *part_end <= end)?;
        Some(Part { kind, start, content: start + head_size..part_end })
    }

    /// Turns it into an empty `free` box of the same size.
    fn blank(&self, file: &mut [u8]) {
        file[self.start + 4..self.start + 8].copy_from_slice(b"free");
        file[self.content.clone()].fill(0);
    }

    /// The content after version and flags, and the version.
    fn full(&self, file: &[u8]) -> Option<(u8, Range<usize>)> {
        let start = self.content.start + 4;
        (start <= self.content.end).then(|| (file[self.content.start], start..self.content.end))
    }
}

/// Names of formats that the file says it is of, after a version. One that is not known could be any word.
fn blank_brands(brands: &mut [u8]) {
    const KNOWN: [&[u8; 4]; 12] =
        [b"avif", b"avis", b"avio", b"mif1", b"mif2", b"msf1", b"miaf", b"MA1A", b"MA1B", b"iso8", b"isom", b"av01"];
    let (whole, rest) = brands.as_chunks_mut::<4>();
    rest.fill(0);
    for (place, brand) in whole.iter_mut().enumerate() {
        match place {
            1 => brand.fill(0),
            _ if !KNOWN.contains(&&*brand) => *brand = *b"mif1",
            _ => {}
        }
    }
}

/// As far as they can be followed; anything after that is not part of the picture.
fn top_boxes(file: &[u8]) -> Vec<Part> {
    let mut boxes: Vec<Part> = Vec::new();
    let next = |boxes: &[Part]| boxes.last().map_or(0, |part| part.content.end);
    while let Some(part) = Part::read(file, next(&boxes), file.len()) {
        boxes.push(part);
    }
    boxes
}

/// The boxes that fill this range.
fn boxes(file: &[u8], range: Range<usize>) -> Option<Vec<Part>> {
    let mut boxes = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let part = Part::read(file, at, range.end)?;
        at = part.content.end;
        boxes.push(part);
    }
    Some(boxes)
}

/// Overwrites everything in `data` outside the needed ranges.
fn keep_only(file: &mut [u8], data: Range<usize>, needed: &mut [Range<usize>]) {
    needed.sort_by_key(|range| range.start);
    let mut at = data.start;
    for range in needed.iter().filter(|range| range.start < data.end && range.end > data.start) {
        if range.start > at {
            file[at..range.start].fill(0);
        }
        at = at.max(range.end.min(data.end));
    }
    file[at..data.end].fill(0);
}

/// A name is free text for people to read; only those that encoders give to every picture stay.
fn blank_name(file: &mut [u8], name: Range<usize>) -> Option<()> {
    let text = file.get_mut(name)?;
    let end = text.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    if !matches!(&text[..end], b"libavif" | b"Color" | b"Alpha") {
        text.fill(0);
    }
    Some(())
}

fn blank_handler_name(file: &mut [u8], handler: &Part) -> Option<()> {
    blank_name(file, handler.content.start + 24..handler.content.end)
}

fn handler_kind<'a>(file: &'a [u8], handler: &Part) -> Option<&'a [u8]> {
    file[handler.content.clone()].get(8..12)
}

/// Reads numbers in sequence.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    /// A big-endian number of this many bytes, up to eight; zero bytes read as 0.
    fn next(&mut self, bytes: usize) -> Option<u64> {
        let (number, rest) = self.0.split_at_checked(bytes)?;
        self.0 = rest;
        Some(number.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn size(&mut self, bytes: usize) -> Option<usize> {
        self.next(bytes)?.try_into().ok()
    }
}

#[cfg(test)]
#[path = "avif_tests.rs"]
mod tests;
