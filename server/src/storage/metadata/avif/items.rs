//! The still pictures of an AVIF, which are items of its `meta` box. Kept are the main one, those it is put together from
//! and what makes it see-through. All others (Exif, XMP, thumbnails, depth and more) are turned into unknown, empty ones.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::properties::Properties;
use super::{Numbers, Part, blank_handler_name, blank_name, boxes, coded, handler_kind, keep_only};

/// An AV1 picture, and those derived from others: a grid, an overlay, the same again.
const PICTURES: [&[u8; 4]; 4] = [b"av01", b"grid", b"iovl", b"iden"];

/// The ranges of the file that hold the pictures. Everything else in the box is blanked.
pub fn keep(file: &mut [u8], meta: &Part) -> Option<Vec<Range<usize>>> {
    let (_, inside) = meta.full(file)?;
    let parts = boxes(file, inside)?;
    let at_most_one = |kind: &[u8; 4]| {
        let mut found = parts.iter().filter(|part| part.kind == *kind);
        Some(found.next()).filter(|_| found.next().is_none())
    };
    let only = |kind: &[u8; 4]| at_most_one(kind)?;
    let handler = only(b"hdlr")?;
    (handler_kind(file, handler)? == b"pict").then_some(())?;
    let items = list(file, only(b"iinf")?)?;
    let mut properties = Properties::read(file, only(b"iprp")?, &items)?;
    let primary = primary(file, only(b"pitm")?)?;
    let references = match at_most_one(b"iref")? {
        Some(part) => references(file, part, &items)?,
        None => Vec::new(),
    };
    let shown = shown(primary, &items, &references, &properties)?;
    for item in items.values() {
        item.keep(file, shown.contains(&item.id))?;
    }
    properties.keep(file, &shown)?;
    let idat = at_most_one(b"idat")?.map(|part| part.content.clone());
    let places = extents(file, only(b"iloc")?, &items, &shown, idat.clone())?;
    for (id, ranges) in &places {
        clean_data(file, items.get(id)?, ranges)?;
    }
    let ranges: Vec<Range<usize>> = places.into_iter().flat_map(|(_, ranges)| ranges).collect();
    let is_inside = |range: &Range<usize>| idat.as_ref().is_some_and(|idat| idat.contains(&range.start));
    let (mut in_idat, in_file): (Vec<_>, Vec<_>) = ranges.into_iter().partition(is_inside);
    if let Some(idat) = idat {
        keep_only(file, idat, &mut in_idat);
    }
    blank_handler_name(file, handler)?;
    for part in &parts {
        if !matches!(&part.kind, b"hdlr" | b"pitm" | b"iinf" | b"iloc" | b"iprp" | b"iref" | b"idat") {
            part.blank(file);
        }
    }
    Some(in_file)
}

pub struct Item {
    id: u64,
    kind: [u8; 4],
    /// Of its kind, which its name follows.
    at: usize,
    end: usize,
}

impl Item {
    fn is_picture(&self) -> bool {
        PICTURES.contains(&&self.kind)
    }

    /// One that is not kept gets an unknown kind, which decoders ignore.
    fn keep(&self, file: &mut [u8], kept: bool) -> Option<()> {
        let name = self.at + 4;
        if kept {
            return blank_name(file, name..self.end);
        }
        // With its name, and for XMP its content type.
        file.get_mut(name..self.end)?.fill(0);
        file[self.at..name].copy_from_slice(b"free");
        Some(())
    }
}

pub type Items = HashMap<u64, Item>;

fn list(file: &[u8], part: &Part) -> Option<Items> {
    let (version, inside) = part.full(file)?;
    let entries = inside.start + if version == 0 { 2 } else { 4 };
    let mut items = HashMap::new();
    for entry in boxes(file, entries..inside.end)? {
        let (version, inside) = entry.full(file)?;
        let id_size = match (&entry.kind, version) {
            (b"infe", 2) => 2,
            (b"infe", 3) => 4,
            _ => return None,
        };
        let at = inside.start + id_size + 2;
        let id = Numbers(&file[inside.clone()]).next(id_size)?;
        let kind = *file.get(at..inside.end)?.first_chunk()?;
        items.insert(id, Item { id, kind, at, end: inside.end }).is_none().then_some(())?;
    }
    Some(items)
}

fn primary(file: &mut [u8], part: &Part) -> Option<u64> {
    let (version, inside) = part.full(file)?;
    let size = if version == 0 { 2 } else { 4 };
    let id = Numbers(&file[inside.clone()]).next(size)?;
    file[inside.start + size..inside.end].fill(0);
    Some(id)
}

struct Reference {
    kind: [u8; 4],
    from: u64,
    to: Vec<u64>,
}

/// Between items that are there, and of a kind that is known: any other gets an unknown one.
fn references(file: &mut [u8], part: &Part, items: &Items) -> Option<Vec<Reference>> {
    let (version, inside) = part.full(file)?;
    let id_size = if version == 0 { 2 } else { 4 };
    let mut references = Vec::new();
    for part in boxes(file, inside)? {
        let mut numbers = Numbers(&file[part.content.clone()]);
        let from = numbers.next(id_size)?;
        let to: Vec<u64> = (0..numbers.next(2)?).map(|_| numbers.next(id_size)).collect::<Option<_>>()?;
        let are_there = items.contains_key(&from) && to.iter().all(|id| items.contains_key(id));
        (are_there && numbers.0.is_empty()).then_some(())?;
        if !matches!(&part.kind, b"dimg" | b"auxl" | b"prem" | b"thmb" | b"cdsc" | b"base") {
            file[part.start + 4..part.start + 8].copy_from_slice(b"free");
        }
        references.push(Reference { kind: part.kind, from, to });
    }
    Some(references)
}

/// The main picture and all that is needed to show it.
fn shown(primary: u64, items: &Items, references: &[Reference], properties: &Properties) -> Option<HashSet<u64>> {
    let is_picture = |id: &u64| items.get(id).is_some_and(Item::is_picture);
    let mut leads_to: HashMap<u64, Vec<u64>> = HashMap::new();
    for Reference { kind, from, to } in references {
        match kind {
            b"dimg" => leads_to.entry(*from).or_default().extend(to),
            b"auxl" if properties.make_see_through(*from) => {
                to.iter().for_each(|id| leads_to.entry(*id).or_default().push(*from))
            }
            _ => {}
        }
    }
    let (mut shown, mut next) = (HashSet::new(), vec![primary]);
    is_picture(&primary).then_some(())?;
    while let Some(id) = next.pop() {
        if is_picture(&id) && shown.insert(id) {
            next.extend(leads_to.get(&id).into_iter().flatten());
        }
    }
    Some(shown)
}

/// Where the data of each of these items is. What the box says of the others is blanked.
fn extents(
    file: &mut [u8],
    part: &Part,
    items: &Items,
    shown: &HashSet<u64>,
    idat: Option<Range<usize>>,
) -> Option<Vec<(u64, Vec<Range<usize>>)>> {
    let (version, inside) = part.full(file)?;
    let content = file[inside.clone()].to_vec();
    let mut numbers = Numbers(&content);
    let at = |numbers: &Numbers| inside.end - numbers.0.len();
    let sizes = numbers.size(2)?;
    let (offset_size, length_size, base_size) = (sizes >> 12 & 15, sizes >> 8 & 15, sizes >> 4 & 15);
    let index_size = if version == 0 { 0 } else { sizes & 15 };
    if version > 2 || [offset_size, length_size, base_size, index_size].iter().any(|size| ![0, 4, 8].contains(size)) {
        return None;
    }
    let id_size = if version < 2 { 2 } else { 4 };
    let (mut places, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..numbers.next(id_size)? {
        let id = numbers.next(id_size)?;
        (items.contains_key(&id) && seen.insert(id)).then_some(())?;
        let method = if version == 0 { 0 } else { numbers.next(2)? & 15 };
        let elsewhere = numbers.next(2)? != 0;
        let start = at(&numbers);
        let base = numbers.size(base_size)?;
        let count = numbers.next(2)?;
        let first = at(&numbers);
        let mut ranges = Vec::new();
        for _ in 0..count {
            numbers.next(index_size)?;
            let (offset, length) = (numbers.size(offset_size)?, numbers.size(length_size)?);
            if !shown.contains(&id) {
                continue;
            }
            let start = base.checked_add(offset)?;
            let range = start..start.checked_add(length)?;
            ranges.push(match method {
                _ if elsewhere || range.is_empty() => return None,
                0 => Some(range).filter(|range| range.end <= file.len())?,
                1 => {
                    let idat = idat.as_ref()?;
                    let range = idat.start.checked_add(range.start)?..idat.start.checked_add(range.end)?;
                    Some(range).filter(|range| range.end <= idat.end)?
                }
                _ => return None,
            });
        }
        match shown.contains(&id) {
            true => places.push((id, ranges)),
            false => {
                file[start..start + base_size].fill(0);
                file[first..at(&numbers)].fill(0);
            }
        }
    }
    file[at(&numbers)..inside.end].fill(0);
    Some(places)
}

/// What an item holds beside what it needs to be shown.
fn clean_data(file: &mut [u8], item: &Item, ranges: &[Range<usize>]) -> Option<()> {
    let mut data: Vec<u8> = ranges.iter().flat_map(|range| &file[range.clone()]).copied().collect();
    match &item.kind {
        b"av01" => coded::clean(&mut data)?,
        // Version, flags, rows, columns, and the size of the whole in numbers of two or four bytes.
        b"grid" => {
            let length = if data.get(1)? & 1 == 0 { 8 } else { 12 };
            data.get_mut(length..)?.fill(0);
        }
        _ => {}
    }
    let mut rest = data.as_slice();
    for range in ranges {
        let (piece, after) = rest.split_at(range.len());
        file[range.clone()].copy_from_slice(piece);
        rest = after;
    }
    Some(())
}
