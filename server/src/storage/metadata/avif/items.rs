//! The still pictures of an AVIF, which are items of its `meta` box. Items that are not AV1 pictures (Exif, XMP and
//! others) are turned into unknown, empty ones, and properties that do not affect rendering are blanked.

use std::collections::HashSet;
use std::ops::Range;

use super::{Numbers, Part, blank_handler_name, blank_name, boxes, handler_kind, keep_only};

/// AV1 pictures, and those derived from others.
const PICTURES: [&[u8; 4]; 5] = [b"av01", b"grid", b"iovl", b"iden", b"tmap"];

/// Size, colours, coding, turning, cropping, transparency, layers and brightness.
const PROPERTIES: [&[u8; 4]; 16] = [
    b"ispe", b"pixi", b"av1C", b"colr", b"pasp", b"clap", b"irot", b"imir", b"auxC", b"a1op", b"a1lx", b"lsel",
    b"clli", b"mdcv", b"cclv", b"amve",
];

/// The ranges of the file that hold the pictures. Everything else in the box is blanked.
pub fn keep(file: &mut [u8], meta: &Part) -> Option<Vec<Range<usize>>> {
    let (_, inside) = meta.full(file)?;
    let parts = boxes(file, inside)?;
    let only = |kind: &[u8; 4]| {
        let mut found = parts.iter().filter(|part| part.kind == *kind);
        found.next().filter(|_| found.next().is_none())
    };
    let handler = only(b"hdlr")?;
    (handler_kind(file, handler)? == b"pict").then_some(())?;
    let pictures = keep_pictures(file, only(b"iinf")?)?;
    pictures.contains(&primary(file, only(b"pitm")?)?).then_some(())?;
    let idat = parts.iter().find(|part| part.kind == *b"idat").map(|part| part.content.clone());
    let (in_file, mut in_idat) = extents(file, only(b"iloc")?, &pictures, idat.clone())?;
    if let Some(idat) = idat {
        keep_only(file, idat, &mut in_idat);
    }
    keep_properties(file, only(b"iprp")?)?;
    blank_handler_name(file, handler)?;
    for part in &parts {
        if !matches!(&part.kind, b"hdlr" | b"pitm" | b"iinf" | b"iloc" | b"iprp" | b"iref" | b"idat") {
            part.blank(file);
        }
    }
    Some(in_file)
}

fn primary(file: &[u8], part: &Part) -> Option<u64> {
    let (version, inside) = part.full(file)?;
    Numbers(&file[inside]).next(if version == 0 { 2 } else { 4 })
}

/// The ids of the items that are pictures. The others get an unknown type, which decoders ignore.
fn keep_pictures(file: &mut [u8], list: &Part) -> Option<HashSet<u64>> {
    let (version, inside) = list.full(file)?;
    let entries = inside.start + if version == 0 { 2 } else { 4 };
    let mut pictures = HashSet::new();
    for entry in boxes(file, entries..inside.end)? {
        let (version, inside) = entry.full(file)?;
        let id_size = match (&entry.kind, version) {
            (b"infe", 2) => 2,
            (b"infe", 3) => 4,
            _ => return None,
        };
        let kind = inside.start + id_size + 2;
        let id = Numbers(&file[inside.clone()]).next(id_size)?;
        let name = kind + 4;
        let is_picture = PICTURES.iter().any(|picture| file.get(kind..name) == Some(&picture[..]));
        if is_picture {
            blank_name(file, name..inside.end)?;
            pictures.insert(id);
        } else {
            // With its name, and for XMP its content type.
            file.get_mut(name..inside.end)?.fill(0);
            file[kind..name].copy_from_slice(b"free");
        }
    }
    Some(pictures)
}

type Extents = (Vec<Range<usize>>, Vec<Range<usize>>);

/// Where the data of these items is: ranges of the file, and ranges inside `idat`.
fn extents(file: &mut [u8], part: &Part, pictures: &HashSet<u64>, idat: Option<Range<usize>>) -> Option<Extents> {
    let (version, inside) = part.full(file)?;
    let mut numbers = Numbers(&file[inside.clone()]);
    let sizes = numbers.size(2)?;
    let (offset_size, length_size, base_size) = (sizes >> 12 & 15, sizes >> 8 & 15, sizes >> 4 & 15);
    let index_size = if version == 0 { 0 } else { sizes & 15 };
    if version > 2 || [offset_size, length_size, base_size, index_size].iter().any(|size| ![0, 4, 8].contains(size)) {
        return None;
    }
    let id_size = if version < 2 { 2 } else { 4 };
    let (mut in_file, mut in_idat) = (Vec::new(), Vec::new());
    for _ in 0..numbers.next(id_size)? {
        let id = numbers.next(id_size)?;
        let method = if version == 0 { 0 } else { numbers.next(2)? & 15 };
        let elsewhere = numbers.next(2)? != 0;
        let base = numbers.size(base_size)?;
        let is_picture = pictures.contains(&id);
        for _ in 0..numbers.next(2)? {
            numbers.next(index_size)?;
            let (offset, length) = (numbers.size(offset_size)?, numbers.size(length_size)?);
            if !is_picture {
                continue;
            }
            let start = base.checked_add(offset)?;
            let range = start..start.checked_add(length)?;
            match method {
                _ if elsewhere || range.is_empty() => return None,
                0 => in_file.push(range),
                1 => {
                    let idat = idat.as_ref()?;
                    let range = idat.start.checked_add(range.start)?..idat.start.checked_add(range.end)?;
                    in_idat.push(Some(range).filter(|range| range.end <= idat.end)?);
                }
                _ => return None,
            }
        }
    }
    let rest = numbers.0.len();
    file[inside.end - rest..inside.end].fill(0);
    Some((in_file, in_idat))
}

fn keep_properties(file: &mut [u8], part: &Part) -> Option<()> {
    for part in boxes(file, part.content.clone())? {
        match &part.kind {
            b"ipco" => {
                for property in boxes(file, part.content.clone())? {
                    if !PROPERTIES.contains(&&property.kind) {
                        property.blank(file);
                    }
                }
            }
            b"ipma" => {}
            _ => part.blank(file),
        }
    }
    Some(())
}
