//! A JPEG is a sequence of segments, some of them followed by compressed data ("scans"). Kept are the frame, its scans up to
//! their last block, the tables that they need, the JFIF and Adobe headers, the colour profile and the orientation. Only
//! the kinds that browsers show are taken.

mod bits;
mod frame;
mod scan;

use image::metadata::Orientation;

use super::{exif_of, icc};
use bits::Codes;
use frame::Frame;
use scan::Scan;

const START: u8 = 0xd8;
const END: u8 = 0xd9;
const SEQUENTIAL: u8 = 0xc0;
const EXTENDED: u8 = 0xc1;
const PROGRESSIVE: u8 = 0xc2;
const HUFFMAN_TABLES: u8 = 0xc4;
const START_OF_SCAN: u8 = 0xda;
const QUANTISATION_TABLES: u8 = 0xdb;
const RESTART_INTERVAL: u8 = 0xdd;
const APP0: u8 = 0xe0;
const APP1: u8 = 0xe1;
const APP2: u8 = 0xe2;
const APP14: u8 = 0xee;

const PROFILE: &[u8] = b"ICC_PROFILE\0";
/// Of a segment with a part of a profile.
const PROFILE_PART: usize = 65_519;
/// Each goes over the whole picture again; encoders make ten.
const MAX_SCANS: usize = 100;

pub fn strip(jpeg: &[u8], orientation: Orientation) -> Option<Vec<u8>> {
    let mut rest = jpeg.strip_prefix(&[0xff, START])?;
    let mut picture = Picture { body: Vec::with_capacity(jpeg.len()), ..Picture::default() };
    let (mut jfif, mut adobe, mut profile) = (None, None, Vec::new());
    while let Some((marker, after)) = next_marker(rest) {
        match marker {
            END => break,
            START => return None,
            // These have no content and no meaning between segments.
            0x01 | 0xd0..=0xd7 => {
                rest = after;
                continue;
            }
            _ => {}
        }
        let length = usize::from(u16::from_be_bytes(*after.first_chunk()?));
        let content = after.get(2..length)?;
        rest = &after[length..];
        match marker {
            SEQUENTIAL | EXTENDED | PROGRESSIVE => picture.begin(marker, content)?,
            HUFFMAN_TABLES => picture.huffman_tables(content)?,
            QUANTISATION_TABLES => picture.quantisation_tables(content)?,
            RESTART_INTERVAL => picture.restart_interval(content)?,
            START_OF_SCAN => {
                picture.scan(content, rest)?;
                rest = &rest[end_of_scan(rest)..];
            }
            // Lossless, hierarchical and arithmetic ones.
            0xc3 | 0xc5..=0xcf => return None,
            APP0 => jfif = jfif.or_else(|| jfif_head(content)),
            APP2 => profile.extend(content.strip_prefix(PROFILE).and_then(|part| part.split_at_checked(2))),
            APP14 => adobe = adobe.or_else(|| adobe_head(content)),
            _ => {}
        }
    }
    if picture.scans == 0 {
        return None;
    }
    let mut clean = vec![0xff, START];
    if let Some(jfif) = jfif {
        add(&mut clean, APP0, &jfif);
    }
    if let Some(exif) = exif_of(orientation) {
        add(&mut clean, APP1, &[b"Exif\0\0", &exif[..]].concat());
    }
    add_profile(&mut clean, profile);
    if let Some(adobe) = adobe {
        add(&mut clean, APP14, &adobe);
    }
    clean.append(&mut picture.body);
    clean.extend([0xff, END]);
    Some(clean)
}

/// Decoders skip stray bytes before a marker and repeated 0xFF, so these are skipped and dropped. `None` at the end.
fn next_marker(rest: &[u8]) -> Option<(u8, &[u8])> {
    let at = rest.windows(2).position(|pair| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xff))?;
    Some((rest[at + 1], &rest[at + 2..]))
}

/// Where the compressed data ends: at the next marker other than a restart.
fn end_of_scan(rest: &[u8]) -> usize {
    let ends = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7 | 0xff);
    rest.windows(2).position(ends).unwrap_or(rest.len())
}

/// Dropped if it has a thumbnail: its size is in the last two of the fourteen bytes.
fn jfif_head(content: &[u8]) -> Option<[u8; 14]> {
    let head: [u8; 14] = *content.first_chunk()?;
    (head.starts_with(b"JFIF\0") && head.ends_with(&[0, 0])).then_some(head)
}

/// Says how colours are encoded, in its last byte; the others are its version and flags that nothing depends on.
fn adobe_head(content: &[u8]) -> Option<[u8; 12]> {
    let colours = *content.get(11).filter(|_| content.starts_with(b"Adobe"))?;
    let mut head = *b"Adobe\0\x64\0\0\0\0\0";
    head[11] = colours;
    (colours <= 2).then_some(head)
}

/// A profile comes in parts, each with its number and how many there are.
fn add_profile(jpeg: &mut Vec<u8>, mut parts: Vec<(&[u8], &[u8])>) {
    parts.sort_by_key(|(head, _)| head[0]);
    let is_whole = parts.iter().zip(1..).all(|((head, _), number)| usize::from(head[0]) == number)
        && parts.iter().all(|(head, _)| usize::from(head[1]) == parts.len());
    let profile = parts.iter().flat_map(|(_, part)| *part).copied().collect::<Vec<u8>>();
    let Some(profile) = icc::clean(&profile).filter(|_| is_whole) else { return };
    let count = profile.len().div_ceil(PROFILE_PART) as u8;
    for (number, part) in (1..).zip(profile.chunks(PROFILE_PART)) {
        add(jpeg, APP2, &[PROFILE, &[number, count], part].concat());
    }
}

fn add(jpeg: &mut Vec<u8>, marker: u8, content: &[u8]) {
    jpeg.extend([0xff, marker]);
    jpeg.extend((content.len() as u16 + 2).to_be_bytes());
    jpeg.extend_from_slice(content);
}

/// What a scan may need, and which of them.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    Frame,
    Quantisation(u8),
    Huffman(u8, u8),
    RestartInterval,
}

/// The picture as it is read: tables wait until a scan needs them, since one that nobody needs could hold anything.
#[derive(Default)]
struct Picture {
    body: Vec<u8>,
    /// What has been read and not been written yet, in the order of the file: marker and content.
    waiting: Vec<(Need, u8, Vec<u8>)>,
    frame: Option<Frame>,
    codes: [[Option<Codes>; 4]; 2],
    restart_every: usize,
    scans: usize,
}

impl Picture {
    /// Takes the place of the one before, which nobody has needed.
    fn wait(&mut self, need: Need, marker: u8, content: &[u8]) {
        self.waiting.retain(|(other, ..)| *other != need);
        self.waiting.push((need, marker, content.to_vec()));
    }

    fn begin(&mut self, marker: u8, content: &[u8]) -> Option<()> {
        self.frame.is_none().then_some(())?;
        self.frame = Some(Frame::read(marker == PROGRESSIVE, content)?);
        self.wait(Need::Frame, marker, content);
        Some(())
    }

    fn restart_interval(&mut self, content: &[u8]) -> Option<()> {
        let interval = content.first_chunk::<2>()?;
        self.restart_every = u16::from_be_bytes(*interval).into();
        self.wait(Need::RestartInterval, RESTART_INTERVAL, interval);
        Some(())
    }

    /// One after the other: precision and number, then 64 values of one or two bytes.
    fn quantisation_tables(&mut self, mut rest: &[u8]) -> Option<()> {
        while let [head, ..] = rest {
            let (table, after) = rest.split_at_checked(1 + if head >> 4 == 0 { 64 } else { 128 })?;
            self.wait(Need::Quantisation(head & 15), QUANTISATION_TABLES, table);
            rest = after;
        }
        Some(())
    }

    /// One after the other: kind and number, how many codes of each length, and their meanings.
    fn huffman_tables(&mut self, mut rest: &[u8]) -> Option<()> {
        while let [head, ..] = rest {
            let count: usize = rest.get(1..17)?.iter().map(|count| usize::from(*count)).sum();
            let (table, after) = rest.split_at_checked(17 + count)?;
            let (kind, number) = (head >> 4, head & 15);
            *self.codes.get_mut(usize::from(kind))?.get_mut(usize::from(number))? = Some(Codes::new(&table[1..])?);
            self.wait(Need::Huffman(kind, number), HUFFMAN_TABLES, table);
            rest = after;
        }
        Some(())
    }

    fn scan(&mut self, content: &[u8], data: &[u8]) -> Option<()> {
        let frame = self.frame.as_mut()?;
        let scan = Scan::read(content, frame)?;
        frame.bring(&scan)?;
        self.scans += 1;
        (self.scans <= MAX_SCANS).then_some(())?;
        let mut needs = vec![Need::Frame, Need::RestartInterval];
        needs.extend(frame.components.iter().map(|component| Need::Quantisation(component.quantisation)));
        needs.extend(scan.needs(frame).map(|(kind, number)| Need::Huffman(kind, number)));
        for (_, marker, content) in self.waiting.extract_if(.., |(need, ..)| needs.contains(need)) {
            add(&mut self.body, marker, &content);
        }
        add(&mut self.body, START_OF_SCAN, content);
        scan::copy(data, &scan, frame, &self.codes, self.restart_every, &mut self.body)
    }
}

#[cfg(test)]
#[path = "jpeg_tests.rs"]
mod tests;
