//! The animations of an AVIF, which are tracks as in MP4. Tracks that do not hold pictures are blanked, and so is every
//! box that is not needed to play the others.

use std::ops::Range;

use super::properties::ALPHA;
use super::{Numbers, Part, blank_handler_name, boxes, coded, handler_kind, properties};

/// The fixed fields of a sample entry, after which boxes follow, and the compressor's name among them.
const SAMPLE_ENTRY: usize = 78;
const COMPRESSOR_NAME: Range<usize> = 42..74;

/// The ranges of the file that hold frames. Everything else in the box is blanked.
pub fn keep(file: &mut [u8], movie: &Part) -> Option<Vec<Range<usize>>> {
    let mut frames = Vec::new();
    for part in boxes(file, movie.content.clone())? {
        match &part.kind {
            b"mvhd" => blank_times(file, &part)?,
            b"trak" => match holds_pictures(file, &part)? {
                true => frames.extend(keep_track(file, &part)?),
                false => part.blank(file),
            },
            _ => part.blank(file),
        }
    }
    Some(frames)
}

/// Whether the track holds pictures.
fn holds_pictures(file: &[u8], track: &Part) -> Option<bool> {
    let media = child(file, track, b"mdia")?;
    let handler = child(file, &media, b"hdlr")?;
    Some(matches!(handler_kind(file, &handler)?, b"pict" | b"auxv"))
}

fn child(file: &[u8], part: &Part, kind: &[u8; 4]) -> Option<Part> {
    let mut found = boxes(file, part.content.clone())?.into_iter().filter(|part| part.kind == *kind);
    found.next().filter(|_| found.next().is_none())
}

fn keep_track(file: &mut [u8], track: &Part) -> Option<Vec<Range<usize>>> {
    let media = child(file, track, b"mdia")?;
    let information = child(file, &media, b"minf")?;
    let tables = child(file, &information, b"stbl")?;
    let frames = frames(file, &tables)?;
    blank_others(file, track, &[b"tkhd", b"edts", b"tref", b"mdia"])?;
    blank_others(file, &media, &[b"mdhd", b"hdlr", b"minf"])?;
    blank_others(file, &information, &[b"vmhd", b"nmhd", b"dinf", b"stbl"])?;
    blank_others(file, &tables, &[b"stsd", b"stts", b"stsc", b"stsz", b"stco", b"co64", b"stss"])?;
    // How long frames are shown, and which stand for themselves.
    for (kind, size) in [(b"stts", 8), (b"stss", 4), (b"stsc", 12), (b"stco", 4), (b"co64", 8)] {
        if let Some(table) = child(file, &tables, kind) {
            blank_after(file, &table, size)?;
        }
    }
    blank_times(file, &child(file, track, b"tkhd")?)?;
    blank_times(file, &child(file, &media, b"mdhd")?)?;
    blank_handler_name(file, &child(file, &media, b"hdlr")?)?;
    if let Some(places) = child(file, &information, b"dinf") {
        blank_addresses(file, &places)?;
    }
    describe(file, &child(file, &tables, b"stsd")?)?;
    for range in &frames {
        coded::clean(file.get_mut(range.clone())?)?;
    }
    Some(frames)
}

/// When it was made and changed: two numbers at the beginning, of four bytes or eight.
fn blank_times(file: &mut [u8], head: &Part) -> Option<()> {
    let (version, inside) = head.full(file)?;
    file[inside].get_mut(..if version == 0 { 8 } else { 16 })?.fill(0);
    Some(())
}

/// What stands behind as many entries of this size as the table says it has.
fn blank_after(file: &mut [u8], table: &Part, size: usize) -> Option<()> {
    let (_, inside) = table.full(file)?;
    let count = Numbers(&file[inside.clone()]).size(4)?;
    let end = inside.start.checked_add(4)?.checked_add(count.checked_mul(size)?)?;
    file.get_mut(end..inside.end)?.fill(0);
    Some(())
}

/// Where the data is: in this file, so that no address is needed.
fn blank_addresses(file: &mut [u8], places: &Part) -> Option<()> {
    blank_others(file, places, &[b"dref"])?;
    let (_, inside) = child(file, places, b"dref")?.full(file)?;
    for entry in boxes(file, inside.start + 4..inside.end)? {
        (entry.kind == *b"url ").then_some(())?;
        let (_, address) = entry.full(file)?;
        file[address].fill(0);
    }
    Some(())
}

fn blank_others(file: &mut [u8], part: &Part, kept: &[&[u8; 4]]) -> Option<()> {
    for part in boxes(file, part.content.clone())?.iter().filter(|part| !kept.contains(&&part.kind)) {
        part.blank(file);
    }
    Some(())
}

fn describe(file: &mut [u8], descriptions: &Part) -> Option<()> {
    let (_, inside) = descriptions.full(file)?;
    for entry in boxes(file, inside.start + 4..inside.end)? {
        let start = entry.content.start;
        (entry.kind == *b"av01" && entry.content.len() >= SAMPLE_ENTRY).then_some(())?;
        file[start + COMPRESSOR_NAME.start..start + COMPRESSOR_NAME.end].fill(0);
        for part in boxes(file, start + SAMPLE_ENTRY..entry.content.end)? {
            let kept = match &part.kind {
                // Four bytes of version and flags, and how frames depend on each other.
                b"ccst" => file[part.content.clone()].get_mut(8..).map(|rest| rest.fill(0)).is_some(),
                b"auxi" => ALPHA.iter().any(|name| file[part.content.clone()].get(4..) == Some(*name)),
                b"av1C" | b"colr" | b"pasp" | b"clap" | b"clli" | b"mdcv" => properties::keep(file, &part)?,
                _ => false,
            };
            if !kept {
                part.blank(file);
            }
        }
    }
    Some(())
}

/// From the sample tables: the size of each frame, how many are in each chunk, and where the chunks begin.
fn frames(file: &[u8], tables: &Part) -> Option<Vec<Range<usize>>> {
    let table = |kind| child(file, tables, kind)?.full(file).map(|(_, inside)| Numbers(&file[inside]));
    let mut sizes = table(b"stsz")?;
    let (one_size, count) = (sizes.size(4)?, sizes.next(4)?);
    let (mut offsets, offset_size) = match table(b"stco") {
        Some(offsets) => (offsets, 4),
        None => (table(b"co64")?, 8),
    };
    let mut runs = table(b"stsc")?;
    let mut runs_left = runs.next(4)?;
    let (mut in_chunk, mut next_run) = (0, 0);
    let (mut found, mut ranges) = (0, Vec::new());
    for chunk in 1..=offsets.next(4)? {
        while next_run <= chunk && runs_left > 0 {
            if next_run > 0 {
                in_chunk = runs.next(4)?;
                runs.next(4)?;
            }
            next_run = match next_run {
                0 => runs.next(4)?,
                _ => {
                    runs_left -= 1;
                    if runs_left > 0 { runs.next(4)? } else { u64::MAX }
                }
            };
        }
        let start = offsets.size(offset_size)?;
        let length = match one_size {
            0 => (0..in_chunk).try_fold(0_usize, |length, _| length.checked_add(sizes.size(4)?))?,
            size => size.checked_mul(usize::try_from(in_chunk).ok()?)?,
        };
        found += in_chunk;
        ranges.push(start..start.checked_add(length)?);
    }
    (found == count).then_some(ranges)
}
