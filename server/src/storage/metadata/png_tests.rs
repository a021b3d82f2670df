//! PNGs, still and moving, with notes in every place that can hold one.

use super::*;
use crate::storage::resize;
use image::codecs::png::PngDecoder;
use image::{AnimationDecoder, DynamicImage, ImageDecoder, ImageFormat, RgbImage};
use moxcms::ColorProfile;

const NOTE: &[u8] = b"Zulekha was here";

fn picture() -> Vec<u8> {
    let pixels = RgbImage::from_fn(6, 4, |x, y| image::Rgb([x as u8 * 40, y as u8 * 60, 7]));
    let mut png = std::io::Cursor::new(Vec::new());
    DynamicImage::from(pixels).write_to(&mut png, ImageFormat::Png).unwrap();
    png.into_inner()
}

fn chunk_of(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(name);
    sum.update(content);
    [&(content.len() as u32).to_be_bytes(), &name[..], content, &sum.sum().to_be_bytes()].concat()
}

/// After the head, which is 33 bytes.
fn with_chunk(png: &[u8], name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    [&png[..33], &chunk_of(name, content), &png[33..]].concat()
}

/// Before the end, which is 12 bytes.
fn with_last(png: &[u8], name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let end = png.len() - 12;
    [&png[..end], &chunk_of(name, content), &png[end..]].concat()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// A picture of this head whose pixels are these, packed.
fn png_of(head: &[u8; 13], packed: &[u8]) -> Vec<u8> {
    [SIGNATURE, &chunk_of(b"IHDR", head), &chunk_of(b"IDAT", packed), &chunk_of(b"IEND", b"")].concat()
}

/// 6 by 4 in eight bits of red, green and blue.
const HEAD: &[u8; 13] = &[0, 0, 0, 6, 0, 0, 0, 4, 8, 2, 0, 0, 0];
const ROWS: [u8; 4 * 19] = [0; 4 * 19];

fn clean(png: &[u8]) -> Vec<u8> {
    strip(png, Orientation::NoTransforms).expect("it can be followed")
}

fn pixels(png: &[u8]) -> RgbImage {
    image::load_from_memory(png).unwrap().into_rgb8()
}

fn holds(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

#[test]
fn notes_go_and_the_picture_and_its_way_up_stay() {
    let plain = picture();
    let mut png = plain.clone();
    for (name, content) in [
        (b"tEXt", &b"Author\0Zulekha"[..]),
        (b"zTXt", b"Raw profile type exif\0\0Zulekha"),
        (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<gps>Zulekha</gps>"),
        (b"tIME", &[7, 234, 1, 1, 0, 0, 0]),
        (b"caBX", b"Zulekha"),
        (b"zuLe", b"Zulekha"),
        (b"gAMA", b"Zulekha"),
        (b"pHYs", b"Zulekha and more"),
        (b"sPLT", b"Zulekha"),
        (b"PLTE", b"Zulekha: A"),
        (b"tRNS", b"Zulekha"),
        (b"bKGD", b"Zulekh"),
        (b"fdAT", b"Zulekha"),
        (b"fcTL", b"Zulekha ...... Zulekha ..."),
    ] {
        png = with_last(&with_chunk(&png, name, content), name, content);
    }
    assert_eq!(clean(&png), plain);

    let mut exif = exif_of(Orientation::Rotate90).unwrap().to_vec();
    exif.extend(b"Zulekha");
    assert_eq!(resize::orientation(&with_chunk(&plain, b"eXIf", &exif)), Orientation::Rotate90);
    let turned = with_chunk(&png, b"eXIf", &exif);
    let clean = strip(&turned, Orientation::Rotate90).unwrap();
    assert_eq!(resize::orientation(&clean), Orientation::Rotate90);
    assert!(!holds(&clean, b"Zulekha"));
    assert_eq!(pixels(&clean), pixels(&plain));
    assert_eq!(strip(&clean, Orientation::Rotate90).unwrap(), clean, "a second time changes nothing");
}

#[test]
fn colours_and_size_stay_and_each_of_them_once() {
    let mut png = picture();
    let kept: [(&[u8; 4], usize); 6] =
        [(b"tRNS", 6), (b"gAMA", 4), (b"cHRM", 32), (b"sRGB", 1), (b"cICP", 4), (b"pHYs", 9)];
    for (name, length) in kept {
        png = with_chunk(&png, name, &vec![1; length]);
    }
    assert_eq!(clean(&png), png);
    let mut more = png.clone();
    for word in NOTE.chunks_exact(4) {
        more = with_last(&more, b"gAMA", word);
    }
    assert_eq!(clean(&more), png);

    let head = [0, 0, 0, 4, 0, 0, 0, 1, 2, 3, 0, 0, 0];
    let palette = with_chunk(&png_of(&head, &packed(&[0, 0b00_01_10_11])), b"PLTE", &[9; 12]);
    assert_eq!(clean(&palette), palette);
    let longer = with_chunk(&png_of(&head, &packed(&[0, 0b00_01_10_11])), b"PLTE", &[9; 15]);
    assert!(!holds(&clean(&longer), &[9; 4]), "more colours than there are numbers");
}

#[test]
fn a_profile_is_kept_if_it_is_one() {
    let plain = picture();
    let mut named = ColorProfile::new_display_p3();
    named.copyright = None;
    let profile = |name: &[u8], profile: &[u8]| [name, b"\0\0", &packed(profile)].concat();
    let p3 = named.encode().unwrap();
    let kept = clean(&with_chunk(&plain, b"iCCP", &profile(NOTE, &p3)));
    assert_eq!(pixels(&kept), pixels(&plain));
    let mut decoder = PngDecoder::new(std::io::Cursor::new(&kept)).unwrap();
    let found = decoder.icc_profile().unwrap().expect("a profile");
    assert_eq!(Some(&found), icc::clean(&p3).as_ref());
    assert!(!holds(&kept, NOTE), "its name goes");
    assert_eq!(clean(&kept), kept, "a second time changes nothing");

    for hidden in [profile(b"p3", NOTE), profile(b"p3", &NOTE.repeat(99)), NOTE.to_vec(), [b"p3\0\0", NOTE].concat()] {
        assert_eq!(clean(&with_chunk(&plain, b"iCCP", &hidden)), plain);
    }
    let bomb = profile(b"p3", &vec![0; 3 * icc::MAX_BYTES]);
    assert_eq!(clean(&with_chunk(&plain, b"iCCP", &bomb)), plain);
    let after = [&profile(b"p3", &p3), NOTE].concat();
    assert_eq!(clean(&with_chunk(&plain, b"iCCP", &after)), kept);
}

#[test]
fn nothing_hides_behind_the_pixels() {
    let rows = packed(&ROWS);
    let plain = png_of(HEAD, &rows);
    assert_eq!(clean(&plain), plain);
    assert_eq!(clean(&png_of(HEAD, &[&rows, NOTE].concat())), plain, "after the compressed stream");
    let (one, other) = rows.split_at(5);
    let apart = [&plain[..33], &chunk_of(b"IDAT", one), &chunk_of(b"IDAT", &[other, NOTE].concat())].concat();
    let apart = [&apart[..], &chunk_of(b"IDAT", NOTE), &chunk_of(b"IDAT", b""), &chunk_of(b"IEND", b"")].concat();
    assert_eq!(clean(&apart), plain);

    let stored = |bytes: &[u8]| {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::none());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    };
    for (what, packed) in [
        ("more rows than the picture has", stored(&[&ROWS[..], NOTE].concat())),
        ("not compressed", NOTE.to_vec()),
        ("cut off", rows[..rows.len() - 5].to_vec()),
        ("begun and not ended", [&rows[..2], NOTE].concat()),
        ("with a dictionary", [b"\x78\x20", &rows[2..]].concat()),
    ] {
        assert_eq!(strip(&png_of(HEAD, &packed), Orientation::NoTransforms), None, "{what}");
    }
    // One with rows or its sum missing, and one with a wrong sum, are shown by browsers.
    for shown in [&packed(&ROWS[..40]), &rows[..rows.len() - 3], &[&rows[..rows.len() - 4], b"GPS "].concat()] {
        assert_eq!(clean(&png_of(HEAD, shown)), png_of(HEAD, shown));
    }
}

#[test]
fn every_form_of_pixels_has_its_size() {
    for (depth, colours, size) in [(8, 2, 4 * 19), (16, 6, 4 * 49), (1, 0, 4 * 2), (4, 3, 4 * 4), (8, 4, 4 * 13)] {
        let mut head = *HEAD;
        (head[8], head[9]) = (depth, colours);
        let plain = png_of(&head, &packed(&vec![0; size]));
        let plain = if colours == 3 { with_chunk(&plain, b"PLTE", &[0; 3]) } else { plain };
        assert_eq!(clean(&plain), plain, "{depth} bits, colours {colours}");
        image::load_from_memory(&plain).unwrap();
    }
    // Interlaced: the decoder of others knows how many bytes there must be.
    let mut head = *HEAD;
    head[12] = 1;
    for (width, height) in [(1, 1), (2, 3), (6, 4), (9, 17), (33, 5)] {
        (head[3], head[7]) = (width, height);
        let size = Head::read(&Chunk { name: b"IHDR", content: &head }).unwrap();
        let size = size.inflated_size(width.into(), height.into()).unwrap() as usize;
        let plain = png_of(&head, &packed(&vec![0; size]));
        assert_eq!(clean(&plain), plain);
        image::load_from_memory(&plain).unwrap();
        assert!(image::load_from_memory(&png_of(&head, &packed(&vec![0; size - 1]))).is_err());
    }
}

/// Two frames, the second of one pixel; with bytes after the pixels of each.
fn moving(after: &[u8], numbers: [u8; 3]) -> Vec<u8> {
    let control = |number: u8, width: u8, height: u8| {
        let sizes = [[0, 0, 0, number], [0, 0, 0, width], [0, 0, 0, height], [0; 4], [0; 4]].concat();
        chunk_of(b"fcTL", &[&sizes, &[0, 1, 0, 10, 0, 0][..]].concat())
    };
    [
        SIGNATURE,
        &chunk_of(b"IHDR", HEAD),
        &chunk_of(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]),
        &control(numbers[0], 6, 4),
        &chunk_of(b"IDAT", &[&packed(&ROWS), after].concat()),
        &control(numbers[1], 1, 1),
        &chunk_of(b"fdAT", &[&[0, 0, 0, numbers[2]], &packed(&[0, 1, 2, 3])[..], after].concat()),
        &chunk_of(b"IEND", b""),
    ]
    .concat()
}

#[test]
fn frames_stay_and_nothing_hides_behind_their_pixels() {
    let plain = moving(b"", [0, 1, 2]);
    assert_eq!(clean(&plain), plain);
    let frames = PngDecoder::new(std::io::Cursor::new(&plain)).unwrap().apng().unwrap().into_frames();
    assert_eq!(frames.collect_frames().unwrap().len(), 2);
    assert_eq!(clean(&moving(NOTE, [9, 7, 200])), plain, "also not in their numbers");

    let control = plain.windows(4).position(|window| window == b"fcTL").unwrap();
    let twice = [&plain[..control - 4], &plain[control - 4..control + 34], &plain[control - 4..]].concat();
    let second = plain.windows(4).rposition(|window| window == b"fcTL").unwrap() - 4;
    let few = [&plain[..second], &plain[plain.len() - 12..]].concat();
    for refused in [&twice, &few] {
        assert_eq!(strip(refused, Orientation::NoTransforms), None);
    }
}

#[test]
fn what_follows_the_end_goes() {
    let plain = picture();
    assert_eq!(clean(&plain), plain);
    assert_eq!(clean(&[&plain[..], b"the rest of a larger picture"].concat()), plain);
}

#[test]
fn a_cut_or_unknown_one_is_refused() {
    let plain = picture();
    let noted = with_chunk(&plain, b"tEXt", b"Author\0Zulekha");
    let endless = [&plain[..33], b"\xff\xff\xff\xfftEXt"].concat();
    let headless = [SIGNATURE, &plain[33..]].concat();
    let two_heads = with_chunk(&plain, b"IHDR", &plain[16..29]);
    let no_picture = [&plain[..33], &plain[plain.len() - 12..]].concat();
    let unknown = with_chunk(&plain, b"CgBI", &[0; 4]);
    for refused in [
        &noted[..noted.len() - 1],
        &noted[..40],
        &plain[..plain.len() - 12],
        &endless,
        &headless,
        &two_heads,
        &no_picture,
        &unknown,
        SIGNATURE,
        b"GIF89a",
        b"",
    ] {
        assert_eq!(strip(refused, Orientation::NoTransforms), None, "{refused:?}");
    }
}
