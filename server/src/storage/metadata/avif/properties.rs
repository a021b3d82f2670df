//! The properties of an AVIF's pictures, such as size and colours, and which picture has which. Those that no shown
//! picture has, or that do not affect how it looks, are blanked; what stands behind the content of one, too.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::items::Items;
use super::{Numbers, Part, boxes, coded};
use crate::storage::metadata::icc;

pub struct Properties {
    /// Numbered from one.
    parts: Vec<Part>,
    /// The numbers each item has, and where the bytes are that say so.
    of_items: Vec<(u64, Vec<usize>, Range<usize>)>,
    /// Items that make another one see-through.
    see_through: HashSet<u64>,
}

impl Properties {
    pub fn read(file: &mut [u8], part: &Part, items: &Items) -> Option<Properties> {
        let (mut parts, mut of_items) = (None, Vec::new());
        for part in boxes(file, part.content.clone())? {
            match &part.kind {
                b"ipco" if parts.is_none() => parts = Some(boxes(file, part.content.clone())?),
                b"ipma" => of_items.extend(associations(file, &part, items)?),
                _ => part.blank(file),
            }
        }
        let parts: Vec<Part> = parts?;
        let says_alpha = |number: &usize| parts.get(number.wrapping_sub(1)).is_some_and(|part| is_alpha(file, part));
        let see_through = of_items.iter().filter(|(_, numbers, _)| numbers.iter().any(says_alpha));
        let see_through = see_through.map(|(id, ..)| *id).collect();
        Some(Properties { parts, of_items, see_through })
    }

    pub fn make_see_through(&self, item: u64) -> bool {
        self.see_through.contains(&item)
    }

    pub fn keep(&mut self, file: &mut [u8], shown: &HashSet<u64>) -> Option<()> {
        let mut used: HashSet<usize> = HashSet::new();
        for (id, numbers, place) in &self.of_items {
            if shown.contains(id) {
                used.extend(numbers);
            } else {
                file[place.clone()].fill(0);
            }
        }
        used.iter().all(|number| *number <= self.parts.len()).then_some(())?;
        for (number, part) in (1..).zip(&self.parts) {
            if !used.contains(&number) || !keep(file, part)? {
                part.blank(file);
            }
        }
        Some(())
    }
}

type Associations = Vec<(u64, Vec<usize>, Range<usize>)>;

/// For each item how many it has, then their numbers, with a bit for those that must be understood.
fn associations(file: &mut [u8], part: &Part, items: &Items) -> Option<Associations> {
    let (version, inside) = part.full(file)?;
    let size = 1 + usize::from(file[inside.start - 1] & 1);
    let content = file[inside.clone()].to_vec();
    let mut numbers = Numbers(&content);
    let at = |numbers: &Numbers| inside.end - numbers.0.len();
    let mut found: HashMap<u64, (Vec<usize>, Range<usize>)> = HashMap::new();
    for _ in 0..numbers.next(4)? {
        let id = numbers.next(if version == 0 { 2 } else { 4 })?;
        let count = numbers.next(1)?;
        let start = at(&numbers);
        let number = |numbers: &mut Numbers| Some(numbers.size(size)? & ((1 << (8 * size - 1)) - 1));
        let list: Vec<usize> = (0..count).map(|_| number(&mut numbers)).collect::<Option<_>>()?;
        let is_new = found.insert(id, (list.into_iter().filter(|number| *number > 0).collect(), start..at(&numbers)));
        (items.contains_key(&id) && is_new.is_none()).then_some(())?;
    }
    file[at(&numbers)..inside.end].fill(0);
    Some(found.into_iter().map(|(id, (list, place))| (id, list, place)).collect())
}

/// What says that a picture makes another one see-through.
pub const ALPHA: [&[u8]; 2] = [b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", b"urn:mpeg:hevc:2015:auxid:1\0"];

fn is_alpha(file: &[u8], part: &Part) -> bool {
    let inside = part.full(file).map(|(_, inside)| &file[inside]);
    part.kind == *b"auxC" && inside.is_some_and(|inside| ALPHA.iter().any(|name| inside.starts_with(name)))
}

/// Whether it affects how a picture looks. Blanks what stands behind its content.
pub fn keep(file: &mut [u8], part: &Part) -> Option<bool> {
    let content = &mut file[part.content.clone()];
    let length = match &part.kind {
        // Turning and cropping.
        b"irot" | b"imir" | b"a1op" => 1,
        b"lsel" => 2,
        b"pasp" | b"amve" => 8,
        b"clap" => 32,
        // Size, after four bytes of version and flags; and how many bits each channel has.
        b"ispe" => 12,
        b"pixi" => 5 + usize::from(*content.get(4)?),
        // Brightness.
        b"clli" => 4,
        b"mdcv" => 24,
        b"cclv" => 37,
        b"a1lx" => 1 + if content.first()? & 1 == 0 { 6 } else { 12 },
        b"av1C" => {
            coded::clean(content.get_mut(4..)?)?;
            content.len()
        }
        b"auxC" => match ALPHA.iter().find(|name| content.get(4..).is_some_and(|text| text.starts_with(name))) {
            Some(name) => 4 + name.len(),
            None => return Some(false),
        },
        b"colr" => return colours(content),
        _ => return Some(false),
    };
    // Of the one whose length depends on its flags, and which hardly exists, more is let through.
    let length = if part.kind == *b"cclv" { length.min(content.len()) } else { length };
    content.get_mut(length..)?.fill(0);
    Some(true)
}

/// Numbers of a standard, or a profile. One that is written anew is shorter, and filled up with zeros that it counts as
/// its own, since nothing here may move.
fn colours(content: &mut [u8]) -> Option<bool> {
    let (kind, rest) = content.split_first_chunk_mut::<4>()?;
    match &*kind {
        b"nclx" => rest.get_mut(7..)?.fill(0),
        b"prof" | b"rICC" => {
            let Some(clean) = icc::clean(rest).filter(|clean| clean.len() <= rest.len()) else { return Some(false) };
            let size = (rest.len() as u32).to_be_bytes();
            rest.fill(0);
            rest[..clean.len()].copy_from_slice(&clean);
            rest[..4].copy_from_slice(&size);
        }
        _ => return Some(false),
    }
    Some(true)
}
