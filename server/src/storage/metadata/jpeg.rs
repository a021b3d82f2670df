//! A JPEG is a sequence of segments, some of them followed by compressed data ("scans"). Kept are tables, frames and
//! scans, the JFIF and Adobe headers, the colour profile and the orientation.

use image::metadata::Orientation;

use super::exif_of;

const START: u8 = 0xd8;
const END: u8 = 0xd9;
const START_OF_SCAN: u8 = 0xda;
const APP1: u8 = 0xe1;

pub fn strip(jpeg: &[u8], orientation: Orientation) -> Option<Vec<u8>> {
    let (mut head, mut body) = (vec![0xff, START], Vec::with_capacity(jpeg.len()));
    let mut rest = jpeg.strip_prefix(&[0xff, START])?;
    let mut has_scan = false;
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
        match kept(marker, content) {
            // The JFIF header comes first.
            Some(content) if marker == 0xe0 && head.len() == 2 => add(&mut head, marker, content),
            Some(content) if marker != 0xe0 => add(&mut body, marker, content),
            _ => {}
        }
        rest = &after[length..];
        if marker == START_OF_SCAN {
            let coded = end_of_scan(rest);
            body.extend_from_slice(&rest[..coded]);
            rest = &rest[coded..];
            has_scan = true;
        }
    }
    if !has_scan {
        return None;
    }
    if let Some(exif) = exif_of(orientation) {
        add(&mut head, APP1, &[b"Exif\0\0", &exif[..]].concat());
    }
    head.append(&mut body);
    head.extend([0xff, END]);
    Some(head)
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

/// What of a segment is needed to show the picture.
fn kept(marker: u8, content: &[u8]) -> Option<&[u8]> {
    match marker {
        // Frames (SOF), tables (DHT, DQT, DAC), restart interval, number of lines, scans.
        0xc0..=0xc7 | 0xc9..=0xcf | 0xda..=0xdd => Some(content),
        // Dropped if it has a thumbnail: its size is in the last two of the fourteen bytes.
        0xe0 if content.starts_with(b"JFIF\0") => match content.get(..14)? {
            [.., 0, 0] => Some(&content[..14]),
            _ => None,
        },
        0xe2 if content.starts_with(b"ICC_PROFILE\0") => Some(content),
        // Says how colours are encoded.
        0xee if content.starts_with(b"Adobe") => content.get(..12),
        _ => None,
    }
}

fn add(jpeg: &mut Vec<u8>, marker: u8, content: &[u8]) {
    jpeg.extend([0xff, marker]);
    jpeg.extend((content.len() as u16 + 2).to_be_bytes());
    jpeg.extend_from_slice(content);
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{DynamicImage, ImageDecoder, ImageFormat, RgbImage};

    fn photo() -> Vec<u8> {
        let mut jpeg = std::io::Cursor::new(Vec::new());
        let pixels = RgbImage::from_fn(60, 40, |x, y| image::Rgb([x as u8 * 4, y as u8 * 6, (x ^ y) as u8]));
        DynamicImage::from(pixels).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        jpeg.into_inner()
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
        let plain = photo();
        let note = b"GPS 31.4 N";
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
        let profile = segment(0xe2, b"ICC_PROFILE\0\x01\x01the profile");
        let adobe = segment(0xee, b"Adobe\0\x64\0\0\0\0\x01");
        let kept = before(&before(&plain, 0xdb, &profile), 0xdb, &adobe);
        assert_eq!(clean(&kept), kept);
        let longer = before(&before(&plain, 0xdb, &profile), 0xdb, &segment(0xee, b"Adobe\0\x64\0\0\0\0\x01GPS"));
        assert_eq!(clean(&longer), kept);
        let thumbnail = segment(0xe0, b"JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01GPS");
        let without = [&plain[..2], &thumbnail, &plain[20..]].concat();
        assert_eq!(clean(&without), [&plain[..2], &plain[20..]].concat());
    }

    #[test]
    fn several_scans_are_followed() {
        let plain = photo();
        let scan = plain.windows(2).position(|pair| pair == [0xff, 0xda]).unwrap();
        let coded = &plain[scan..plain.len() - 2];
        let two = [&plain[..plain.len() - 2], coded, &[0xff, END]].concat();
        let noted = [&plain[..plain.len() - 2], &segment(APP1, b"GPS"), coded, &[0xff, END]].concat();
        assert_eq!(clean(&two), two);
        assert_eq!(clean(&noted), two);
        let restarts = before(&plain, 0xd9, &[0xff, 0xd0, 0x12, 0xff, 0x00, 0x34]);
        assert_eq!(clean(&restarts), restarts);
    }

    #[test]
    fn one_that_ends_early_is_closed_and_a_broken_one_is_refused() {
        let plain = photo();
        assert_eq!(clean(&plain[..plain.len() - 2]), plain);
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
}
