//! Notes in a PNG are pieces ("chunks") of their own.

use bytes::Bytes;
use flate2::Crc;
use image::metadata::Orientation;

use super::exif_of;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Without Exif, texts (also XMP), time, and what follows the picture's end: a cropped one may have its old rest there.
/// `None` when there is nothing to take out, or the pieces are not in order.
pub fn strip(png: &[u8], orientation: Orientation) -> Option<Bytes> {
    let chunks = chunks(png)?;
    let (head, rest) = chunks.split_first()?;
    let kept = rest.iter().filter(|chunk| !chunk.is_private());
    let mut clean = [SIGNATURE, head.bytes].concat();
    if let Some(exif) = exif_of(orientation) {
        clean.extend(chunk(b"eXIf", &exif));
    }
    kept.for_each(|chunk| clean.extend_from_slice(chunk.bytes));
    (clean != png).then(|| clean.into())
}

struct Chunk<'a> {
    name: &'a [u8],
    /// With its length, name and checksum.
    bytes: &'a [u8],
}

impl Chunk<'_> {
    fn is_private(&self) -> bool {
        matches!(self.name, b"eXIf" | b"tEXt" | b"zTXt" | b"iTXt" | b"tIME")
    }
}

/// As far as the one that ends the picture; `None` where there is none.
fn chunks(png: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut chunks = Vec::new();
    let mut rest = png.strip_prefix(SIGNATURE)?;
    loop {
        let length = u32::from_be_bytes(*rest.first_chunk()?) as usize;
        let (bytes, after) = rest.split_at_checked(length.checked_add(12)?)?;
        let name = &bytes[4..8];
        chunks.push(Chunk { name, bytes });
        if name == b"IEND" {
            return Some(chunks);
        }
        rest = after;
    }
}

fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(name);
    sum.update(content);
    [&(content.len() as u32).to_be_bytes(), &name[..], content, &sum.sum().to_be_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::resize;
    use image::{DynamicImage, ImageFormat};

    fn picture() -> Vec<u8> {
        let mut png = std::io::Cursor::new(Vec::new());
        DynamicImage::new_rgb8(6, 4).write_to(&mut png, ImageFormat::Png).unwrap();
        png.into_inner()
    }

    /// After the head, which is 33 bytes.
    fn with_chunk(png: &[u8], name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        [&png[..33], &chunk(name, content), &png[33..]].concat()
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
            (b"pHYs", &[0, 0, 11, 19, 0, 0, 11, 19, 1]),
        ] {
            png = with_chunk(&png, name, content);
        }
        let kept = with_chunk(&plain, b"pHYs", &[0, 0, 11, 19, 0, 0, 11, 19, 1]);
        assert_eq!(strip(&png, Orientation::NoTransforms).unwrap(), kept);

        let mut exif = exif_of(Orientation::Rotate90).unwrap().to_vec();
        exif.extend(b"Zulekha");
        let turned = with_chunk(&png, b"eXIf", &exif);
        assert_eq!(resize::orientation(&turned), Orientation::Rotate90);
        let clean = strip(&turned, Orientation::Rotate90).unwrap();
        assert_eq!(resize::orientation(&clean), Orientation::Rotate90);
        assert!(!clean.windows(7).any(|window| window == b"Zulekha"));
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
        assert_eq!(pixels(&clean), pixels(&plain));
        assert_eq!(strip(&clean, Orientation::Rotate90), None, "a second time changes nothing");
    }

    #[test]
    fn what_follows_the_end_goes() {
        let plain = picture();
        let longer = [&plain[..], b"the rest of a larger picture"].concat();
        assert_eq!(strip(&longer, Orientation::NoTransforms).unwrap(), plain);
    }

    #[test]
    fn a_picture_without_notes_and_a_broken_one_are_left_alone() {
        let plain = picture();
        let noted = with_chunk(&plain, b"tEXt", b"Author\0Zulekha");
        let endless = [&plain[..33], b"\xff\xff\xff\xfftEXt"].concat();
        for left in [&plain, &noted[..noted.len() - 1], &noted[..40], &endless, SIGNATURE, b"GIF89a", b""] {
            assert_eq!(strip(left, Orientation::NoTransforms), None, "{left:?}");
        }
    }
}
