//! A WebP is a sequence of named chunks; in the extended format its header says which there are. Kept are the pixels,
//! transparency, frames, colour profile and orientation.

use image::metadata::Orientation;

use super::exif_of;

/// Flags of the extended header.
const HAS_PROFILE: u8 = 0x20;
const HAS_ALPHA: u8 = 0x10;
const HAS_EXIF: u8 = 0x08;
const IS_ANIMATED: u8 = 0x02;

/// Position, size and duration of a frame.
const FRAME_HEAD: usize = 16;

pub fn strip(webp: &[u8], orientation: Orientation) -> Option<Vec<u8>> {
    let chunks = chunks(content(webp)?)?;
    let mut clean = b"RIFF\0\0\0\0WEBP".to_vec();
    match chunks.first()? {
        Chunk { name: b"VP8X", content } => extended(&mut clean, content, &chunks[1..], orientation)?,
        // The simple format holds one picture and nothing else.
        Chunk { name: name @ (b"VP8 " | b"VP8L"), content } => add(&mut clean, name, content),
        _ => return None,
    }
    let size = u32::try_from(clean.len() - 8).ok()?;
    clean[4..8].copy_from_slice(&size.to_le_bytes());
    Some(clean)
}

fn extended(clean: &mut Vec<u8>, head: &[u8], chunks: &[Chunk], orientation: Orientation) -> Option<()> {
    let exif = exif_of(orientation);
    let mut flags = head.first()? & (HAS_ALPHA | IS_ANIMATED);
    if chunks.iter().any(|chunk| chunk.name == b"ICCP") {
        flags |= HAS_PROFILE;
    }
    if exif.is_some() {
        flags |= HAS_EXIF;
    }
    add(clean, b"VP8X", &[&[flags, 0, 0, 0], head.get(4..10)?].concat());
    let mut has_picture = false;
    for Chunk { name, content } in chunks {
        match *name {
            b"ICCP" | b"ALPH" => add(clean, name, content),
            b"ANIM" => add(clean, name, content.get(..6)?),
            b"VP8 " | b"VP8L" => {
                add(clean, name, content);
                has_picture = true;
            }
            b"ANMF" => {
                add(clean, name, &frame(content)?);
                has_picture = true;
            }
            _ => {}
        }
    }
    if let Some(exif) = exif {
        add(clean, b"EXIF", &exif);
    }
    has_picture.then_some(())
}

/// A frame of an animation, which contains chunks of its own.
fn frame(content: &[u8]) -> Option<Vec<u8>> {
    let (head, inside) = content.split_at_checked(FRAME_HEAD)?;
    let mut clean = head.to_vec();
    for Chunk { name, content } in chunks(inside)? {
        if matches!(name, b"ALPH" | b"VP8 " | b"VP8L") {
            add(&mut clean, name, content);
        }
    }
    Some(clean)
}

struct Chunk<'a> {
    name: &'a [u8; 4],
    content: &'a [u8],
}

/// Up to the size in the header or the end of the file: some writers count a byte too many.
fn content(webp: &[u8]) -> Option<&[u8]> {
    let size = u32::from_le_bytes(*webp.strip_prefix(b"RIFF")?.first_chunk()?) as usize;
    webp.get(8..webp.len().min(size.checked_add(8)?))?.strip_prefix(b"WEBP")
}

fn chunks(mut rest: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_first_chunk::<4>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        chunks.push(Chunk { name, content: after.get(..length)? });
        // Padded to an even length; many writers leave that out at the end.
        rest = after.get(length + length % 2..).unwrap_or_default();
    }
    Some(chunks)
}

fn add(webp: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
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

    const HAS_XMP: u8 = 0x04;

    fn plain() -> Vec<u8> {
        let mut webp = std::io::Cursor::new(Vec::new());
        DynamicImage::new_rgb8(6, 4).write_to(&mut webp, ImageFormat::WebP).unwrap();
        webp.into_inner()
    }

    fn file(chunks: &[u8]) -> Vec<u8> {
        [b"RIFF", &(chunks.len() as u32 + 4).to_le_bytes()[..], b"WEBP", chunks].concat()
    }

    fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        add(&mut out, name, content);
        out
    }

    /// The extended format, with these chunks after the picture.
    fn with_notes(flags: u8, notes: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let head = chunk(b"VP8X", &[flags, 0, 0, 0, 5, 0, 0, 3, 0, 0]);
        let notes: Vec<u8> = notes.iter().flat_map(|(name, content)| chunk(name, content)).collect();
        file(&[&head, &plain()[12..], &notes].concat())
    }

    fn clean(webp: &[u8]) -> Vec<u8> {
        strip(webp, Orientation::NoTransforms).unwrap()
    }

    #[test]
    fn notes_go_and_the_picture_and_its_way_up_stay() {
        let mut exif = exif_of(Orientation::Rotate90).unwrap().to_vec();
        exif.extend(b"Zulekha");
        let notes: [(&[u8; 4], &[u8]); 3] = [(b"EXIF", &exif), (b"XMP ", b"<gps>Zulekha</gps>"), (b"C2PA", b"Zulekha")];
        let webp = with_notes(HAS_EXIF | HAS_XMP | 0x81, &notes);
        assert_eq!(resize::orientation(&webp), Orientation::Rotate90);
        assert_eq!(clean(&webp), with_notes(0, &[]));

        let turned = strip(&webp, Orientation::Rotate90).unwrap();
        assert_eq!(resize::orientation(&turned), Orientation::Rotate90);
        assert!(!turned.windows(7).any(|window| window == b"Zulekha"));
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
        assert_eq!(pixels(&turned), pixels(&plain()));
        assert_eq!(strip(&turned, Orientation::Rotate90).unwrap(), turned, "a second time changes nothing");
    }

    #[test]
    fn what_lies_about_the_picture_goes() {
        assert_eq!(clean(&plain()), plain());
        let beside = file(&[&plain()[12..], &chunk(b"XMP ", b"Zulekha!")].concat());
        assert_eq!(clean(&beside), plain(), "the simple format has no place for it");
        assert_eq!(clean(&[&plain()[..], b"more"].concat()), plain());
        let mut longer = chunk(b"VP8X", b"\0\0\0\0\x05\0\0\x03\0\0Zulekha");
        longer.extend(&plain()[12..]);
        assert_eq!(clean(&file(&longer)), with_notes(0, &[]));
        let reserved = [&chunk(b"VP8X", &[0, 1, 2, 3, 5, 0, 0, 3, 0, 0]), &plain()[12..]].concat();
        assert_eq!(clean(&file(&reserved)), with_notes(0, &[]));
    }

    #[test]
    fn frames_transparency_and_colours_stay_without_notes_between_them() {
        let build = |frame_notes: &[u8], notes: &[u8], flags: u8| {
            let picture = &plain()[12..];
            let frame = [&[7; FRAME_HEAD][..], &chunk(b"ALPH", &[1; 3]), frame_notes, picture].concat();
            let head = chunk(b"VP8X", &[flags, 0, 0, 0, 5, 0, 0, 3, 0, 0]);
            let (profile, loops) = (chunk(b"ICCP", b"profile"), chunk(b"ANIM", &[0; 6]));
            let frames = chunk(b"ANMF", &frame).repeat(2);
            file(&[&head[..], &profile, &loops, notes, &frames].concat())
        };
        let kept = build(b"", b"", HAS_PROFILE | HAS_ALPHA | IS_ANIMATED);
        assert_eq!(clean(&kept), kept);
        let note = chunk(b"XMP ", b"Zulekha");
        assert_eq!(clean(&build(&note, &note, HAS_ALPHA | IS_ANIMATED | HAS_XMP)), kept);
    }

    #[test]
    fn a_cut_or_unknown_one_is_refused() {
        let noted = with_notes(HAS_XMP, &[(b"XMP ", b"Zulekha!")]);
        let mut short = noted.clone();
        short[4..8].copy_from_slice(&(noted.len() as u32 - 12).to_le_bytes());
        let no_picture = file(&chunk(b"VP8X", &[0; 10]));
        let unknown = file(&chunk(b"ABCD", &[0; 10]));
        let frame = [chunk(b"VP8X", &[2, 0, 0, 0, 5, 0, 0, 3, 0, 0]), chunk(b"ANMF", &[0; 15])].concat();
        for refused in [
            &noted[..noted.len() - 1],
            &short,
            &no_picture,
            &unknown,
            &file(&frame),
            b"RIFF\x0c\0\0\0WEBPVP8X\0\0\0\0",
            b"RIFF\x04\0\0\0WEBP",
            b"GIF89a",
            b"",
        ] {
            assert_eq!(strip(refused, Orientation::NoTransforms), None, "{refused:?}");
        }
    }
}
