//! Notes in a WebP are pieces ("chunks") of their own, and its head says which kinds there are.

use bytes::Bytes;
use image::metadata::Orientation;

use super::exif_of;

/// In the flags of the head.
const HAS_EXIF: u8 = 0x08;
const HAS_XMP: u8 = 0x04;

/// Without Exif and XMP. `None` when there is nothing to take out, or the pieces are not in order.
pub fn strip(webp: &[u8], orientation: Orientation) -> Option<Bytes> {
    let chunks = chunks(webp)?;
    // Only a file with a head of the larger form has room for a note.
    let exif = exif_of(orientation).filter(|_| chunks[0].name == b"VP8X");
    let mut clean = b"RIFF\0\0\0\0WEBP".to_vec();
    for Chunk { name, content } in &chunks {
        match *name {
            b"EXIF" | b"XMP " => {}
            b"VP8X" => {
                let (flags, rest) = content.split_first()?;
                let exif = if exif.is_some() { HAS_EXIF } else { 0 };
                add(&mut clean, b"VP8X", &[&[flags & !HAS_EXIF & !HAS_XMP | exif], rest].concat());
            }
            name => add(&mut clean, name, content),
        }
    }
    if let Some(exif) = exif {
        add(&mut clean, b"EXIF", &exif);
    }
    let size = u32::try_from(clean.len() - 8).ok()?;
    clean[4..8].copy_from_slice(&size.to_le_bytes());
    (clean != webp).then(|| clean.into())
}

struct Chunk<'a> {
    name: &'a [u8],
    content: &'a [u8],
}

/// At least one. What follows the size that the file says it has is no part of it.
fn chunks(webp: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let size = u32::from_le_bytes(*webp.strip_prefix(b"RIFF")?.first_chunk()?) as usize;
    let mut rest = webp.get(8..size.checked_add(8)?)?.strip_prefix(b"WEBP")?;
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let (head, after) = rest.split_first_chunk::<8>()?;
        let length = u32::from_le_bytes(*head[4..].first_chunk()?) as usize;
        chunks.push(Chunk { name: &rest[..4], content: after.get(..length)? });
        // Filled up to an even length; many leave that out at the end.
        rest = after.get(length + length % 2..).unwrap_or_default();
    }
    (!chunks.is_empty()).then_some(chunks)
}

fn add(webp: &mut Vec<u8>, name: &[u8], content: &[u8]) {
    webp.extend_from_slice(name);
    webp.extend((content.len() as u32).to_le_bytes());
    webp.extend_from_slice(content);
    webp.extend(std::iter::repeat_n(0, content.len() % 2));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::resize;
    use image::{DynamicImage, ImageFormat};

    fn plain() -> Vec<u8> {
        let mut webp = std::io::Cursor::new(Vec::new());
        DynamicImage::new_rgb8(6, 4).write_to(&mut webp, ImageFormat::WebP).unwrap();
        webp.into_inner()
    }

    /// The larger form, with these notes behind the picture.
    fn with_notes(flags: u8, notes: &[(&[u8], &[u8])]) -> Vec<u8> {
        let mut webp = b"RIFF\0\0\0\0WEBP".to_vec();
        add(&mut webp, b"VP8X", &[flags, 0, 0, 0, 5, 0, 0, 3, 0, 0]);
        webp.extend(&plain()[12..]);
        notes.iter().for_each(|(name, content)| add(&mut webp, name, content));
        let size = (webp.len() as u32 - 8).to_le_bytes();
        webp[4..8].copy_from_slice(&size);
        webp
    }

    #[test]
    fn notes_go_and_the_picture_and_its_way_up_stay() {
        let mut exif = exif_of(Orientation::Rotate90).unwrap().to_vec();
        exif.extend(b"Zulekha");
        let webp = with_notes(HAS_EXIF | HAS_XMP, &[(b"EXIF", &exif), (b"XMP ", b"<gps>Zulekha</gps>")]);
        assert_eq!(resize::orientation(&webp), Orientation::Rotate90);
        assert_eq!(strip(&webp, Orientation::NoTransforms).unwrap(), with_notes(0, &[]));

        let clean = strip(&webp, Orientation::Rotate90).unwrap();
        assert_eq!(resize::orientation(&clean), Orientation::Rotate90);
        assert!(!clean.windows(7).any(|window| window == b"Zulekha"));
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
        assert_eq!(pixels(&clean), pixels(&plain()));
        assert_eq!(strip(&clean, Orientation::Rotate90), None, "a second time changes nothing");
    }

    #[test]
    fn a_picture_without_notes_and_a_broken_one_are_left_alone() {
        let noted = with_notes(HAS_XMP, &[(b"XMP ", b"Zulekha!")]);
        let mut short = noted.clone();
        short[4..8].copy_from_slice(&(noted.len() as u32 - 12).to_le_bytes());
        let head_only = b"RIFF\x0c\0\0\0WEBPVP8X\0\0\0\0";
        for left in [&plain(), &noted[..noted.len() - 1], &short, &head_only[..], b"RIFF\x04\0\0\0WEBP", b"GIF89a", b""]
        {
            assert_eq!(strip(left, Orientation::NoTransforms), None, "{left:?}");
        }
        let longer = [&noted[..], b"more"].concat();
        assert_eq!(strip(&longer, Orientation::NoTransforms).unwrap(), with_notes(0, &[]));
    }
}
