//! Archives made here, part by part: sound ones, some with macros, and damaged ones.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use proptest::prelude::*;

use super::*;

/// An archive of these parts, packed or not.
fn zip(parts: &[(&str, &[u8])], packed: bool) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in parts {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content).unwrap();
        let data = if packed { encoder.finish().unwrap() } else { content.to_vec() };
        let place = bytes.len() as u32;
        let mut common = vec![20, 0, 0, 0, if packed { 8 } else { 0 }, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        common.extend((data.len() as u32).to_le_bytes());
        common.extend((content.len() as u32).to_le_bytes());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&common);
        bytes.extend(name.as_bytes());
        bytes.extend(data);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(place.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (place, count) = (bytes.len() as u32, (parts.len() as u16).to_le_bytes());
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count, count].concat());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(place.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

fn types(part: &str, kind: &str) -> String {
    format!("<?xml version=\"1.0\"?><Types><Override PartName='{part}' ContentType=\"{kind}\"/></Types>")
}

fn office(part: &str, kind: &str, more: &[&str]) -> Vec<u8> {
    let (types, name) = (types(part, kind), part.trim_start_matches('/'));
    let mut parts: Vec<(&str, &[u8])> = vec![("[Content_Types].xml", types.as_bytes()), (name, b"<x/>")];
    parts.extend(more.iter().map(|name| (*name, &b"x"[..])));
    zip(&parts, true)
}

#[test]
fn the_list_of_types_and_the_main_part_tell_what_it_is() {
    assert_eq!(read(&office("/word/document.xml", WORD, &[])), Some(Package::Word));
    assert_eq!(read(&office("/word/document2.xml", WORD, &["docProps/app.xml"])), Some(Package::Word));
    assert_eq!(read(&office("/xl/workbook.xml", SHEET, &[])), Some(Package::Sheet));
    let plain = types("/xl/workbook.xml", SHEET);
    let stored = zip(&[("xl/workbook.xml", b"x"), ("[Content_Types].xml", plain.as_bytes())], false);
    assert_eq!(read(&stored), Some(Package::Sheet));
}

#[test]
fn macros_are_seen_whatever_the_types_say() {
    assert_eq!(read(&office("/word/document.xml", WORD, &["word/vbaProject.bin"])), Some(Package::WithMacros));
    assert_eq!(read(&office("/xl/workbook.xml", SHEET, &["xl/macrosheets/sheet1.xml"])), Some(Package::WithMacros));
    let kind = "application/vnd.ms-excel.sheet.macroEnabled.main+xml";
    assert_eq!(read(&office("/xl/workbook.xml", kind, &[])), Some(Package::WithMacros));
}

#[test]
fn other_archives_and_damaged_ones_are_none() {
    let whole = office("/word/document.xml", WORD, &[]);
    let list = types("/word/document.xml", WORD);
    let twice = [
        ("[Content_Types].xml", list.as_bytes()),
        ("[CONTENT_TYPES].xml", list.as_bytes()),
        ("word/document.xml", b"x"),
    ];
    for other in [
        zip(&[("a.txt", b"x")], true),
        zip(&[], true),
        zip(&[("[Content_Types].xml", list.as_bytes())], true),
        zip(&twice, true),
        zip(&[("[Content_Types].xml", &vec![b' '; MAX_CONTENT_TYPES + 1]), ("word/document.xml", b"x")], true),
        office(
            "/word/template.xml",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
            &[],
        ),
        whole[..whole.len() - 1].to_vec(),
        [&whole[..], b"<script>"].concat(),
        [b"GIF89a", &whole[..]].concat(),
    ] {
        assert_eq!(read(&other), None);
    }
    let encrypted = {
        let mut bytes = whole.clone();
        let at = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        bytes[at + 8] |= 1;
        bytes
    };
    assert_eq!(read(&encrypted), None);
}

proptest! {
    #[test]
    fn no_archive_breaks_it(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8), cut in 0..60_usize) {
        let mut bytes = office("/word/document.xml", WORD, &["a", "b"]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(bytes.len() - cut.min(bytes.len()));
        let _ = read(&bytes);
    }
}
