//! Notes in a JPEG are segments of its head.

use bytes::Bytes;
use image::metadata::Orientation;

use super::exif_of;

const APP1: u8 = 0xe1;
const APP13: u8 = 0xed;
const COMMENT: u8 = 0xfe;
const START_OF_SCAN: u8 = 0xda;

/// The same JPEG without Exif, XMP, IPTC and comments. Bytes that hold none of these come back as they are.
pub fn strip(jpeg: Bytes, orientation: Orientation) -> Bytes {
    let Some(segments) = segments(&jpeg) else { return jpeg };
    if !segments.iter().any(Segment::is_private) {
        return jpeg;
    }
    let mut clean = vec![0xff, 0xd8];
    let (start, rest): (Vec<_>, Vec<_>) = segments.iter().partition(|segment| segment.marker == 0xe0);
    // The marker of the format stands first where there is one, then the one note we keep.
    start.iter().for_each(|segment| clean.extend_from_slice(segment.bytes));
    if let Some(exif) = exif_of(orientation) {
        clean.extend([0xff, APP1, 0, 34]);
        clean.extend(b"Exif\0\0");
        clean.extend(exif);
    }
    rest.iter().filter(|segment| !segment.is_private()).for_each(|segment| clean.extend_from_slice(segment.bytes));
    clean.into()
}

struct Segment<'a> {
    marker: u8,
    /// With its marker and length; the last one holds the picture and all that follows.
    bytes: &'a [u8],
}

impl Segment<'_> {
    fn is_private(&self) -> bool {
        matches!(self.marker, APP1 | APP13 | COMMENT)
    }
}

/// `None` when the head of the file is not in order.
fn segments(jpeg: &[u8]) -> Option<Vec<Segment<'_>>> {
    let mut segments = Vec::new();
    let mut rest = jpeg.strip_prefix(&[0xff, 0xd8])?;
    loop {
        let (&[0xff, marker], _) = rest.split_first_chunk::<2>()? else { return None };
        if marker == START_OF_SCAN {
            segments.push(Segment { marker, bytes: rest });
            return Some(segments);
        }
        if marker == 0xff {
            rest = &rest[1..]; // filling
            continue;
        }
        let length = 2 + usize::from(u16::from_be_bytes(*rest.get(2..4)?.first_chunk()?));
        segments.push(Segment { marker, bytes: rest.get(..length)? });
        rest = &rest[length..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{DynamicImage, ImageDecoder, ImageFormat};

    fn photo() -> Vec<u8> {
        let mut jpeg = std::io::Cursor::new(Vec::new());
        DynamicImage::new_rgb8(6, 4).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        jpeg.into_inner()
    }

    fn with_segment(jpeg: &[u8], marker: u8, content: &[u8]) -> Vec<u8> {
        let length = (content.len() as u16 + 2).to_be_bytes();
        [&jpeg[..2], &[0xff, marker], &length, content, &jpeg[2..]].concat()
    }

    fn orientation(jpeg: &[u8]) -> Orientation {
        image::codecs::jpeg::JpegDecoder::new(std::io::Cursor::new(jpeg)).unwrap().orientation().unwrap()
    }

    #[test]
    fn notes_go_and_the_picture_and_its_way_up_stay() {
        let mut jpeg = photo();
        for (marker, content) in [
            (COMMENT, &b"taken at home"[..]),
            (APP13, b"Photoshop 3.0\0 city: Samundri"),
            (APP1, b"http://ns.adobe.com/xap/1.0/\0<gps>31.4</gps>"),
            (APP1, b"Exif\0\0MM\0*\0\0\0\x08\0\x00 GPS 31.4 N"),
        ] {
            jpeg = with_segment(&jpeg, marker, content);
        }
        let clean = strip(jpeg.clone().into(), Orientation::Rotate90);
        for trace in ["home", "Samundri", "gps", "GPS"] {
            assert!(!clean.windows(trace.len()).any(|window| window == trace.as_bytes()), "{trace}");
        }
        assert_eq!(orientation(&clean), Orientation::Rotate90);
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
        assert_eq!(pixels(&clean), pixels(&jpeg));
        assert_eq!(strip(clean.clone(), Orientation::Rotate90), clean, "a second time changes nothing");
    }

    #[test]
    fn a_photo_without_notes_and_a_broken_one_are_left_alone() {
        let plain = Bytes::from(photo());
        assert_eq!(strip(plain.clone(), Orientation::NoTransforms), plain);
        for broken in [&b"\xff\xd8\xff"[..], b"\xff\xd8\xff\xe1\xff\xff", b"\xff\xd8\xff\xe1\0\0", b"GIF89a"] {
            let broken = Bytes::from_static(broken);
            assert_eq!(strip(broken.clone(), Orientation::NoTransforms), broken);
        }
    }
}
