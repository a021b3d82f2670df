//! JPEGs with notes in every place that can hold one.

use super::*;
use image::{DynamicImage, ImageDecoder, ImageFormat, RgbImage};
use moxcms::ColorProfile;

const NOTE: &[u8] = b"GPS 31.4 N";
/// Of 48 by 40 pixels, with brightness at twice the width and height of colour, and a restart after every row.
const MANY_SCANS: &[u8] = include_bytes!("../../../tests/suite/fixtures/progressive.jpg");

fn encoded() -> Vec<u8> {
    let mut jpeg = std::io::Cursor::new(Vec::new());
    let pixels = RgbImage::from_fn(60, 40, |x, y| image::Rgb([x as u8 * 4, y as u8 * 6, (x ^ y) as u8]));
    DynamicImage::from(pixels).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
    jpeg.into_inner()
}

/// With its tables where this puts them.
fn photo() -> Vec<u8> {
    clean(&encoded())
}

fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    add(&mut out, marker, content);
    out
}

/// With these bytes before the first segment of this kind.
fn before(jpeg: &[u8], marker: u8, bytes: &[u8]) -> Vec<u8> {
    let at = jpeg.windows(2).position(|pair| pair == [0xff, marker]).unwrap();
    [&jpeg[..at], bytes, &jpeg[at..]].concat()
}

fn clean(jpeg: &[u8]) -> Vec<u8> {
    strip(jpeg, Orientation::NoTransforms).unwrap()
}

fn pixels(jpeg: &[u8]) -> RgbImage {
    image::load_from_memory(jpeg).unwrap().into_rgb8()
}

fn orientation(jpeg: &[u8]) -> Orientation {
    image::codecs::jpeg::JpegDecoder::new(std::io::Cursor::new(jpeg)).unwrap().orientation().unwrap()
}

#[test]
fn notes_go_and_the_picture_and_its_way_up_stay() {
    let plain = photo();
    let mut jpeg = plain.clone();
    for (marker, content) in [
        (0xfe, &b"taken at home"[..]),
        (0xed, b"Photoshop 3.0\0 city: Samundri"),
        (APP1, b"http://ns.adobe.com/xap/1.0/\0<gps>31.4</gps>"),
        (APP1, b"Exif\0\0MM\0*\0\0\0\x08\0\x00 GPS 31.4 N"),
    ] {
        jpeg = before(&jpeg, 0xe0, &segment(marker, content));
    }
    assert_eq!(clean(&jpeg), plain, "also where the mark of the format does not stand first");
    let turned = strip(&jpeg, Orientation::Rotate90).unwrap();
    assert_eq!(orientation(&turned), Orientation::Rotate90);
    assert_eq!(pixels(&turned), pixels(&plain));
    assert_eq!(strip(&turned, Orientation::Rotate90).unwrap(), turned, "a second time changes nothing");
}

#[test]
fn no_place_holds_a_note() {
    let (plain, note) = (photo(), NOTE);
    let mut cases: Vec<Vec<u8>> = (0xe0..=0xef).map(|app| before(&plain, 0xdb, &segment(app, note))).collect();
    cases.extend([
        before(&plain, 0xdb, &segment(0xe2, b"MPF\0GPS 31.4 N")),
        before(&plain, 0xdb, &segment(0xe0, b"JFXX\0GPS 31.4 N")),
        before(&plain, 0xc0, &segment(0xf0, note)),
        before(&plain, 0xda, note),
        before(&plain, 0xda, &[&[0xff, 0xff, 0xff][..], &segment(APP1, note)].concat()),
        before(&plain, 0xd9, &segment(APP1, note)),
        before(&plain, 0xd9, &segment(0xfe, note)),
        // A video, or a second photo, after the end.
        [&plain[..], b"\0\0\0\x18ftypmp42 GPS 31.4 N"].concat(),
        [&plain[..], &before(&plain, 0xdb, &segment(APP1, note))].concat(),
    ]);
    for (number, jpeg) in cases.into_iter().enumerate() {
        assert!(jpeg.windows(note.len()).any(|window| window == note));
        assert_eq!(clean(&jpeg), plain, "case {number}");
    }
    // A byte after the frame threw readers of segments off the track, and no reader of pictures.
    let scan = plain.windows(2).position(|pair| pair == [0xff, 0xc4]).unwrap();
    let stray = [&plain[..scan], &[0x00], &segment(APP1, note), &plain[scan..]].concat();
    assert_eq!(clean(&stray), plain);
}

#[test]
fn colours_and_the_marks_of_the_format_stay_without_what_they_carry_along() {
    let plain = photo();
    let adobe = segment(0xee, b"Adobe\0\x64\0\0\0\0\x01");
    let kept = before(&plain, 0xc0, &adobe);
    assert_eq!(clean(&kept), kept);
    let longer = before(&plain, 0xc0, &segment(0xee, b"Adobe\0\x64GPS \x01GPS"));
    assert_eq!(clean(&longer), kept);
    let thumbnail = segment(0xe0, b"JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01GPS");
    let without = [&plain[..2], &thumbnail, &plain[20..]].concat();
    assert_eq!(clean(&without), [&plain[..2], &plain[20..]].concat());
}

#[test]
fn a_profile_is_kept_if_it_is_one() {
    let plain = photo();
    let p3 = ColorProfile::new_display_p3().encode().unwrap();
    let part = |number: u8, count: u8, part: &[u8]| segment(0xe2, &[PROFILE, &[number, count], part].concat());
    let (one, other) = p3.split_at(200);
    let kept = clean(&before(&plain, 0xdb, &part(1, 1, &p3)));
    let mut decoder = image::codecs::jpeg::JpegDecoder::new(std::io::Cursor::new(&kept)).unwrap();
    assert_eq!(decoder.icc_profile().unwrap(), icc::clean(&p3));
    assert_eq!((pixels(&kept), clean(&kept)), (pixels(&plain), kept.clone()));
    let in_two = [part(2, 2, other), part(1, 2, one)].concat();
    assert_eq!(clean(&before(&plain, 0xdb, &in_two)), kept);
    for hidden in [
        part(1, 1, NOTE),
        part(1, 2, &p3),
        part(1, 1, &NOTE.repeat(100)),
        [part(1, 2, one), part(1, 2, other)].concat(),
    ] {
        assert_eq!(clean(&before(&plain, 0xdb, &hidden)), plain);
    }
}

#[test]
fn tables_that_nobody_needs_go() {
    let plain = photo();
    let table = [&[3], &NOTE.repeat(7)[..64]].concat();
    assert_eq!(clean(&before(&plain, 0xc0, &segment(0xdb, &table))), plain);
    let first = [&[0], &NOTE.repeat(7)[..64]].concat();
    assert_eq!(clean(&before(&plain, 0xdb, &segment(0xdb, &first))), plain, "another takes its place");
    let codes = [&[0x13, 10][..], &[0; 15], NOTE].concat();
    assert_eq!(strip(&before(&plain, 0xda, &segment(0xc4, &codes)), Orientation::NoTransforms), None, "no such codes");
    let codes = [&[0x13, 0, 0, 0, 10][..], &[0; 12], NOTE].concat();
    assert_eq!(clean(&before(&plain, 0xda, &segment(0xc4, &codes))), plain);
    assert_eq!(clean(&before(&plain, 0xda, &segment(0xdd, &[0, 0]))).len(), plain.len() + 6);
    for behind in [[&first, NOTE].concat(), [&codes, NOTE].concat()] {
        assert_eq!(strip(&before(&plain, 0xda, &segment(0xdb, &behind)), Orientation::NoTransforms), None);
    }
}

#[test]
fn nothing_hides_behind_the_last_block() {
    let plain = photo();
    assert_eq!(plain, encoded(), "one that hides nothing stays as it is");
    for hidden in [NOTE, &NOTE.repeat(500), b"\xff\xd0GPS 31.4 N", b"\xff\x00GPS 31.4 N\xff\xff", b"\xff\x01GPS 31.4 N"]
    {
        assert_eq!(clean(&before(&plain, 0xd9, hidden)), plain);
    }
    let doubtful = before(&plain, 0xd9, b"\xff\xff\x00GPS 31.4 N");
    assert_eq!(clean(&doubtful), plain);

    let many = clean(MANY_SCANS);
    assert_eq!(pixels(&many), pixels(MANY_SCANS));
    assert_eq!(clean(&many), many, "a second time changes nothing");
    let scans: Vec<usize> = (0..many.len() - 1).filter(|at| many[*at..*at + 2] == [0xff, START_OF_SCAN]).collect();
    assert!(scans.len() > 5, "{}", scans.len());
    // Behind each scan, and before each restart.
    let ends: Vec<usize> = scans
        .iter()
        .map(|at| {
            let data = at + 2 + usize::from(u16::from_be_bytes([many[at + 2], many[at + 3]]));
            data + end_of_scan(&many[data..])
        })
        .collect();
    let restarts = (scans[0]..many.len() - 1).filter(|at| matches!(many[*at..*at + 2], [0xff, 0xd0..=0xd7]));
    let restarts: Vec<usize> = restarts.collect();
    assert!(restarts.len() > scans.len(), "{}", restarts.len());
    for at in ends.iter().chain(&restarts) {
        let noted = [&many[..*at], NOTE, &many[*at..]].concat();
        assert_eq!(clean(&noted), many, "at {at}");
    }
}

#[test]
fn no_scan_is_brought_twice() {
    for jpeg in [photo(), clean(MANY_SCANS)] {
        let scan = jpeg.windows(2).position(|pair| pair == [0xff, 0xda]).unwrap();
        let next = scan + 4 + end_of_scan(&jpeg[scan + 4..]);
        let twice = [&jpeg[..next], &jpeg[scan..]].concat();
        assert_eq!(strip(&twice, Orientation::NoTransforms), None, "nobody would see the first");
    }
}

#[test]
fn one_that_ends_early_is_closed_and_a_broken_one_is_refused() {
    let plain = photo();
    assert_eq!(clean(&plain[..plain.len() - 2]), plain);
    let half = clean(&plain[..plain.len() * 2 / 3]);
    assert_eq!(&half[..half.len() - 2], &plain[..half.len() - 2]);
    assert!(half.len() > plain.len() / 2, "what is there is shown");
    for broken in [
        &b"\xff\xd8\xff"[..],
        b"\xff\xd8\xff\xe1\xff\xff",
        b"\xff\xd8\xff\xe1\0\0",
        b"\xff\xd8\xff\xd9",
        b"\xff\xd8\xff\xd8\xff\xd9",
        b"\xff\xd8\xff\xda\0\x08",
        b"GIF89a",
        b"",
    ] {
        assert_eq!(strip(broken, Orientation::NoTransforms), None, "{broken:?}");
    }
}

proptest::proptest! {
    #[test]
    fn no_damage_makes_it_panic(changes in proptest::collection::vec((0_usize..5000, proptest::prelude::any::<u8>()), 1..6)) {
        for mut jpeg in [photo(), MANY_SCANS.to_vec()] {
            for (at, byte) in &changes {
                let at = at % jpeg.len();
                jpeg[at] = *byte;
            }
            if let Some(clean) = strip(&jpeg, Orientation::NoTransforms) {
                proptest::prop_assert_eq!(strip(&clean, Orientation::NoTransforms), Some(clean));
            }
        }
    }
}
