//! Real profiles, which keep their colours, and what people could write into one.

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use super::*;

const NOTE: &[u8] = b"GPS 31.4 N";

fn display_p3() -> Vec<u8> {
    ColorProfile::new_display_p3().encode().unwrap()
}

/// A profile of these tags, each followed by a note.
fn profile(space: &[u8; 4], connection: &[u8; 4], tags: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut out = vec![0x7a; HEADER];
    out[8..12].copy_from_slice(&[2, 0x10, 0, 0]);
    out[12..24].copy_from_slice(&[b"prtr", &space[..], connection].concat());
    out[36..40].copy_from_slice(b"acsp");
    out[44..54].copy_from_slice(NOTE);
    out[64..68].fill(0);
    out[100..110].copy_from_slice(NOTE);
    out.extend((tags.len() as u32).to_be_bytes());
    let mut at = out.len() + 12 * tags.len();
    for (name, tag) in tags {
        let length = tag.len() + NOTE.len();
        out.extend([&name[..], &(at as u32).to_be_bytes(), &(length as u32).to_be_bytes()].concat());
        at += length + NOTE.len();
    }
    tags.iter().for_each(|(_, tag)| out.extend([tag, NOTE, NOTE].concat()));
    let size = out.len() as u32;
    out[..4].copy_from_slice(&size.to_be_bytes());
    out
}

fn curve_of(values: &[u16]) -> Vec<u8> {
    let values: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
    [&b"curv\0\0\0\0"[..], &(values.len() as u32 / 2).to_be_bytes(), &values].concat()
}

fn grey(curve: Vec<u8>) -> Vec<u8> {
    profile(b"GRAY", b"XYZ ", &[(b"kTRC", curve), (b"desc", NOTE.to_vec()), (b"GPS ", NOTE.to_vec())])
}

fn table_of(channels: u8) -> Vec<u8> {
    let mut tag = [&b"mft1\0\0\0\0"[..], &[channels, 3, 2, 0]].concat();
    for number in [1_u32, 0, 0, 0, 1, 0, 0, 0, 1] {
        tag.extend((number << 16).to_be_bytes());
    }
    let rising: Vec<u8> = (0..=255).collect();
    tag.extend(rising.repeat(channels.into()));
    tag.extend((0..2_usize.pow(channels.into()) * 3).map(|number| number as u8 * 5));
    tag.extend(rising.repeat(3));
    tag
}

fn holds(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// A few colours as they are on the web.
fn in_srgb(profile: &[u8], layout: Layout) -> Vec<u8> {
    let profile = ColorProfile::new_from_slice(profile).unwrap();
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let transform = profile.create_transform_8bit(layout, &srgb, Layout::Rgb, options).unwrap();
    let channels = layout.channels();
    let colours: Vec<u8> = (0..60 * channels).map(|number| (number * 37 % 256) as u8).collect();
    let mut shown = vec![0; 180];
    transform.transform(&colours, &mut shown).unwrap();
    shown
}

#[track_caller]
fn assert_clean(profile: &[u8], layout: Layout) -> Vec<u8> {
    let clean = clean(profile).expect("a real profile");
    assert!(!holds(&clean, NOTE) && !holds(&clean, b"GPS"), "{}", String::from_utf8_lossy(&clean));
    assert_eq!(super::clean(&clean).as_ref(), Some(&clean), "a second time changes nothing");
    assert_eq!(in_srgb(&clean, layout), in_srgb(profile, layout), "the same colours");
    clean
}

#[test]
fn colours_stay_and_words_go() {
    for real in [
        ColorProfile::new_display_p3(),
        ColorProfile::new_srgb(),
        ColorProfile::new_adobe_rgb(),
        ColorProfile::new_pro_photo_rgb(),
        ColorProfile::new_bt2020_pq(),
    ] {
        let clean = assert_clean(&real.encode().unwrap(), Layout::Rgb);
        assert!(clean.len() < 40_000, "{}", clean.len());
    }
    let mut noted = ColorProfile::new_display_p3();
    noted.description = None;
    let plain = assert_clean(&noted.encode().unwrap(), Layout::Rgb);
    assert_eq!(assert_clean(&display_p3(), Layout::Rgb), plain, "whatever it says of itself");
}

#[test]
fn other_spaces_stay() {
    let clean = assert_clean(&grey(curve_of(&[0x0233])), Layout::Gray);
    assert_eq!(ColorProfile::new_from_slice(&clean).unwrap().color_space, DataColorSpace::Gray);
    assert_clean(&grey(curve_of(&[0, 9_000, 65_535])), Layout::Gray);

    let press = profile(
        b"CMYK",
        b"Lab ",
        &[
            (b"desc", NOTE.to_vec()),
            (b"A2B0", table_of(4)),
            (b"targ", NOTE.to_vec()),
            (b"CRDI", NOTE.to_vec()),
            (b"wtpt", [b"XYZ \0\0\0\0", &D50[..]].concat()),
        ],
    );
    let clean = assert_clean(&press, Layout::Rgba);
    assert_eq!(ColorProfile::new_from_slice(&clean).unwrap().color_space, DataColorSpace::Cmyk);
}

#[test]
fn what_is_no_profile_of_a_picture_is_dropped() {
    let words: Vec<u16> = NOTE.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    let formula = [&b"para\0\0\0\0\0\0\0\0"[..], NOTE].concat();
    for dropped in [
        grey(curve_of(&words)),
        grey(formula),
        grey(curve_of(&vec![0; MAX_CURVE + 1])),
        grey(NOTE.to_vec()),
        profile(b"GRAY", b"XYZ ", &[(b"desc", NOTE.to_vec())]),
        profile(b"CMYK", b"Lab ", &[(b"A2B0", table_of(3))]),
        profile(b"3CLR", b"Lab ", &[(b"A2B0", table_of(3))]),
        profile(b"RGB ", b"XYZ ", &[(b"rTRC", curve_of(&[])), (b"gTRC", curve_of(&[]))]),
        vec![b'x'; 500],
        NOTE.to_vec(),
        Vec::new(),
    ] {
        assert_eq!(clean(&dropped), None, "{}", String::from_utf8_lossy(&dropped));
    }
    let whole = display_p3();
    for length in 0..whole.len().min(400) {
        assert_eq!(clean(&whole[..length]), None, "cut at {length}");
    }
    let mut larger = whole;
    larger.resize(MAX_BYTES + 1, 0);
    assert_eq!(clean(&larger), None);
}

proptest::proptest! {
    #[test]
    fn no_damage_makes_it_panic(changes in proptest::collection::vec((0_usize..2000, proptest::prelude::any::<u8>()), 1..6)) {
        for mut profile in [display_p3(), profile(b"CMYK", b"Lab ", &[(b"A2B0", table_of(4))])] {
            for (at, byte) in &changes {
                let at = at % profile.len();
                profile[at] = *byte;
            }
            let _ = clean(&profile);
        }
    }
}
