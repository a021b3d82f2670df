//! AVIFs put together by hand, still and moving, with notes in every place that can hold one.

use super::*;
use crate::storage::kind;

const NOTE: &[u8] = b"GPS 31.4 N";

fn boxed(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    [&(content.len() as u32 + 8).to_be_bytes()[..], kind, content].concat()
}

fn full(kind: &[u8; 4], version: u8, content: &[u8]) -> Vec<u8> {
    boxed(kind, &[&[version, 0, 0, 0], content].concat())
}

fn ftyp() -> Vec<u8> {
    boxed(b"ftyp", b"avif\0\0\0\0mif1avif")
}

fn handler(kind: &[u8; 4], name: &[u8]) -> Vec<u8> {
    full(b"hdlr", 0, &[&[0; 4], &kind[..], &[0; 12], name, &[0]].concat())
}

/// An item: its kind, what its entry says beside, and its data.
struct Item {
    kind: &'static [u8; 4],
    words: &'static [u8],
    data: &'static [u8],
}

/// A frame of fifteen bytes.
const PICTURE: Item = Item { kind: b"av01", words: b"\0", data: b"\x32\x0fa coded picture" };
const EXIF: Item = Item { kind: b"Exif", words: b"\0", data: NOTE };
const XMP: Item = Item { kind: b"mime", words: b"\0application/rdf+xml\0", data: NOTE };

fn meta(items: &[Item], offset: usize, property: &[u8], more: &[u8], name: &[u8]) -> Vec<u8> {
    let (mut entries, mut places) = (Vec::new(), vec![0x44, 0x00, 0, items.len() as u8]);
    let mut at = offset as u32;
    for (number, item) in items.iter().enumerate() {
        let id = [0, number as u8 + 1];
        entries.extend(full(b"infe", 2, &[&id[..], &[0, 0], item.kind, item.words].concat()));
        places.extend(
            [&id[..], &[0, 0, 0, 0, 0, 1], &at.to_be_bytes(), &(item.data.len() as u32).to_be_bytes()].concat(),
        );
        at += item.data.len() as u32;
    }
    let extent = full(b"ispe", 0, &[0, 0, 0, 9, 0, 0, 0, 7]);
    let has: &[u8] = if property.is_empty() { &[1, 1] } else { &[2, 1, 2] };
    let mut owners = vec![0, 0, 0, items.len() as u8];
    (1..=items.len() as u8).for_each(|id| owners.extend([&[0, id], has].concat()));
    let properties = [boxed(b"ipco", &[&extent, property].concat()), full(b"ipma", 0, &owners)].concat();
    let inside = [
        handler(b"pict", name),
        full(b"pitm", 0, &[0, 1]),
        full(b"iinf", 0, &[&[0, items.len() as u8][..], &entries].concat()),
        full(b"iloc", 1, &places),
        boxed(b"iprp", &properties),
        full(b"iref", 0, &references(items)),
        more.to_vec(),
    ];
    full(b"meta", 0, &inside.concat())
}

/// A picture that is put together names those after it; of all others the second describes the first.
fn references(items: &[Item]) -> Vec<u8> {
    match items {
        [_] => Vec::new(),
        [Item { kind: b"grid", .. }, ..] => boxed(b"dimg", &[0, 1, 0, 2, 0, 2, 0, 3]),
        _ => boxed(b"cdsc", &[0, 2, 0, 1, 0, 1]),
    }
}

fn still(items: &[Item], property: &[u8], more: &[u8], name: &[u8]) -> Vec<u8> {
    let length = ftyp().len() + meta(items, 0, property, more, name).len() + 8;
    let data: Vec<u8> = items.iter().flat_map(|item| item.data).copied().collect();
    [ftyp(), meta(items, length, property, more, name), boxed(b"mdat", &data)].concat()
}

fn holds(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// Clean, still an AVIF of that size, and with the picture where it was.
#[track_caller]
fn assert_clean(avif: &[u8]) -> Vec<u8> {
    assert!(holds(avif, NOTE) || holds(avif, b"GPS"));
    let clean = strip(avif).expect("it can be followed");
    assert!(!holds(&clean, b"GPS"), "{}", String::from_utf8_lossy(&clean));
    let place = |bytes: &[u8]| bytes.windows(17).position(|window| window == PICTURE.data);
    assert!(place(&clean).is_some() && place(&clean) == place(avif));
    assert_eq!(kind::measure(&clean).unwrap(), kind::Size { width: 9, height: 7 });
    assert_eq!(strip(&clean).unwrap(), clean, "a second time changes nothing");
    clean
}

#[test]
fn a_picture_without_notes_is_left_as_it_is() {
    let plain = still(&[PICTURE], b"", b"", b"");
    assert_eq!(strip(&plain).unwrap(), plain);
    let coloured = Item { words: b"Color\0", ..PICTURE };
    let named = still(&[coloured], b"", b"", b"libavif");
    assert_eq!(strip(&named).unwrap(), named, "names that say nothing of the picture stay");
    let grid = Item { kind: b"grid", words: b"\0", data: &[0, 0, 0, 1, 0, 9, 0, 7] };
    let put_together = still(&[grid, PICTURE, PICTURE], b"", b"", b"");
    assert_eq!(strip(&put_together).unwrap(), put_together);
}

#[test]
fn exif_and_xmp_go() {
    for items in [[PICTURE, EXIF], [PICTURE, XMP]] {
        let clean = assert_clean(&still(&items, b"", b"", b""));
        assert!(!holds(&clean, b"Exif") && !holds(&clean, b"mime") && !holds(&clean, b"rdf"));
    }
    assert_clean(&still(&[PICTURE, EXIF, XMP, PICTURE], b"", b"", b""));
}

#[test]
fn no_box_holds_a_note() {
    let described = full(b"udes", 0, NOTE);
    let named = Item { kind: b"av01", words: b"GPS 31.4 N\0", data: PICTURE.data };
    for avif in [
        still(&[PICTURE], &described, b"", b""),
        still(&[PICTURE], b"", &boxed(b"uuid", NOTE), b""),
        still(&[PICTURE], b"", &boxed(b"idat", NOTE), b""),
        still(&[PICTURE], b"", &boxed(b"grpl", &full(b"altr", 0, NOTE)), b""),
        still(&[PICTURE], b"", b"", NOTE),
        still(&[named], b"", b"", b""),
    ] {
        assert_clean(&avif);
    }
    let plain = still(&[PICTURE], b"", b"", b"");
    for after in [
        boxed(b"free", NOTE),
        boxed(b"uuid", NOTE),
        boxed(b"mdat", NOTE),
        boxed(b"meta", NOTE),
        [ftyp(), boxed(b"mdat", NOTE)].concat(),
        NOTE.to_vec(),
        b"GPS".to_vec(),
    ] {
        assert_eq!(assert_clean(&[&plain[..], &after].concat()), plain, "nothing follows the picture");
    }
}

/// With these bytes in the place of others of the same length.
fn instead(avif: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = avif.windows(old.len()).position(|window| window == old).expect("it is there");
    [&avif[..at], new, &avif[at + new.len()..]].concat()
}

#[test]
fn what_nobody_is_shown_goes() {
    // A thumbnail, which may show what was cut off; it bears a note that is read as coded data.
    let thumbnail = Item { kind: b"av01", words: b"\0", data: b"\x32\x0aGPS 31.4 N" };
    assert_clean(&instead(&still(&[PICTURE, thumbnail], b"", b"", b""), b"cdsc", b"thmb"));
    // Numbers of an item that is not shown: where it lies, and which properties it has.
    let plain = still(&[PICTURE, EXIF], b"", b"", b"");
    let lies = plain.windows(NOTE.len()).position(|window| window == NOTE).unwrap() as u32;
    let place = [&lies.to_be_bytes()[..], &(NOTE.len() as u32).to_be_bytes()].concat();
    let clean = strip(&instead(&plain, &place, b"GPS GPS!")).unwrap();
    assert!(!holds(&clean, b"GPS"));
    // Names of formats that are none.
    assert_clean(&instead(&still(&[PICTURE], &full(b"udes", 0, NOTE), b"", b""), b"mif1avif", b"GPS avif"));
    // Units of notes, and such as fill up, in the coded picture.
    for head in [0x2a, 0x7a, 0x4a] {
        let with_note = [&[head, NOTE.len() as u8], NOTE, PICTURE.data].concat();
        let noted = Item { data: Box::leak(with_note.into_boxed_slice()), ..PICTURE };
        let clean = assert_clean(&still(&[noted], b"", b"", b""));
        assert!(holds(&clean, &[0x7a, NOTE.len() as u8, 0]));
    }
}

#[test]
fn a_property_is_as_long_as_it_needs_to_be_and_belongs_to_a_picture() {
    for noted in [
        boxed(b"imir", b"\0GPS"),
        boxed(b"colr", b"nclx\0\x01\0\x0d\0\x06\x80GPS"),
        boxed(b"colr", b"profGPS"),
        boxed(b"auxC", b"\0\0\0\0urn:GPS\0"),
        boxed(b"auxC", &[b"\0\0\0\0", super::properties::ALPHA[0], b"GPS"].concat()),
        boxed(b"av1C", b"\x81\x0d\x0c\0\x2a\x03GPS"),
    ] {
        assert_clean(&still(&[PICTURE], &noted, b"", b""));
    }
    // The second property is no one's.
    let turned = still(&[PICTURE], &boxed(b"mdcv", b"GPS GPS GPS GPS GPS GPS "), b"", b"");
    let nobody = instead(&turned, &[0, 1, 2, 1, 2], &[0, 1, 2, 1, 0]);
    assert_clean(&nobody);
    assert_eq!(strip(&instead(&turned, &[0, 1, 2, 1, 2], &[0, 1, 2, 1, 3])), None, "there is no third");

    let p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let avif = still(&[PICTURE], &boxed(b"colr", &[b"prof", &p3[..]].concat()), b"", b"");
    let clean = strip(&avif).unwrap();
    let at = clean.windows(4).position(|window| window == b"prof").unwrap() + 4;
    let kept = &clean[at..at + p3.len()];
    assert_eq!(crate::storage::metadata::icc::clean(kept), crate::storage::metadata::icc::clean(&p3));
    assert!(moxcms::ColorProfile::new_from_slice(kept).is_ok() && clean.len() == avif.len());
    assert_eq!(strip(&clean).unwrap(), clean);
}

#[test]
fn data_between_the_pictures_goes() {
    let mut avif = still(&[PICTURE, EXIF], b"", b"", b"");
    // The second item is forgotten by the tables, its data stays.
    let length = avif.windows(4).position(|window| window == b"iloc").unwrap() + 10;
    avif[length] = 0;
    avif[length + 1] = 1;
    assert_clean(&avif);
}

fn movie(frames: usize, offset: usize, compressor: &[u8], more: &[u8]) -> Vec<u8> {
    let mut description = vec![0; 78];
    description[43..43 + compressor.len()].copy_from_slice(compressor);
    description.extend(boxed(b"av1C", &[1, 2, 3, 4]));
    description.extend(more);
    let number = |number: usize| (number as u32).to_be_bytes();
    let tables = [
        full(b"stsd", 0, &[&number(1)[..], &boxed(b"av01", &description)].concat()),
        full(b"stsz", 0, &[&number(0)[..], &number(frames), &number(17).repeat(frames)].concat()),
        full(b"stsc", 0, &[number(1), number(1), number(frames), number(1)].concat()),
        full(b"stco", 0, &[number(1), number(offset)].concat()),
        more.to_vec(),
    ];
    let information = [full(b"vmhd", 0, &[0; 8]), boxed(b"stbl", &tables.concat()), more.to_vec()].concat();
    let media = [full(b"mdhd", 0, &[0; 20]), handler(b"pict", compressor), boxed(b"minf", &information)].concat();
    let track = [full(b"tkhd", 0, &[0; 20]), boxed(b"mdia", &media), more.to_vec()].concat();
    let other = [full(b"tkhd", 0, &[0; 20]), boxed(b"mdia", &handler(b"meta", compressor))].concat();
    boxed(
        b"moov",
        &[full(b"mvhd", 0, &[0; 20]), boxed(b"trak", &track), boxed(b"trak", &other), more.to_vec()].concat(),
    )
}

#[test]
fn an_animation_keeps_its_frames() {
    let build = |compressor: &[u8], more: &[u8], after: &[u8]| {
        let data = PICTURE.data.repeat(3);
        let head = meta(&[PICTURE], 0, b"", b"", b"").len() + movie(3, 0, compressor, more).len();
        let offset = ftyp().len() + head + 8;
        let media = boxed(b"mdat", &[&data, after].concat());
        [ftyp(), meta(&[PICTURE], offset, b"", b"", b""), movie(3, offset, compressor, more), media].concat()
    };
    let noted = build(NOTE, &boxed(b"udta", NOTE), NOTE);
    let clean = assert_clean(&noted);
    // When it was made.
    for head in [b"mvhd", b"tkhd", b"mdhd"] {
        let begin = [&head[..], &[0; 4]].concat();
        assert_eq!(
            strip(&instead(&noted, &[&begin[..], &[0; 8]].concat(), &[&begin, b"GPS GPS!".as_slice()].concat()))
                .unwrap(),
            clean
        );
    }
    assert_clean(&build(b"", &boxed(b"sgpd", NOTE), b""));
    assert!(holds(&clean, &PICTURE.data.repeat(3)), "every frame is there");
    assert!(holds(&clean, b"stco") && holds(&clean, b"av1C"));
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let plain = still(&[PICTURE], b"", b"", b"");
    for length in 0..plain.len() {
        assert_eq!(strip(&plain[..length]), None, "cut at {length}");
    }
    let change = |wanted: &[u8], distance: usize, to: &[u8]| {
        let mut avif = plain.clone();
        let at = avif.windows(4).position(|window| window == wanted).unwrap() + distance;
        avif[at..at + to.len()].copy_from_slice(to);
        avif
    };
    for (what, avif) in [
        ("no picture is the first", change(b"av01", 0, b"Exif")),
        ("another handler", change(b"pict", 0, b"soun")),
        ("data in another file", change(b"iloc", 17, &[1])),
        ("data in another item", change(b"iloc", 15, &[2])),
        ("an unknown form of entry", change(b"infe", 4, &[9])),
        ("data outside of the file", change(b"iloc", 20, &[0xff])),
    ] {
        assert_eq!(strip(&avif), None, "{what}");
    }
    for other in [&ftyp()[..], b"\0\0\0\x08free", b"GIF89a", b""] {
        assert_eq!(strip(other), None);
    }
}

proptest::proptest! {
    #[test]
    fn no_damage_makes_it_panic(changes in proptest::collection::vec((0_usize..600, proptest::prelude::any::<u8>()), 1..6)) {
        let mut avif = still(&[PICTURE, EXIF], b"", b"", b"");
        avif.splice(0..0, movie(3, 40, b"x", b""));
        for start in [0, movie(3, 40, b"x", b"").len()] {
            let mut avif = avif[start..].to_vec();
            for (at, byte) in &changes {
                let at = at % avif.len();
                avif[at] = *byte;
            }
            let _ = strip(&avif);
        }
    }
}
