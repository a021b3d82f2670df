//! A WebP is a sequence of named chunks; in the extended format its header says which there are. Kept are the pixels,
//! transparency, frames, colour profile and orientation.

use image::metadata::Orientation;

use super::{exif_of, icc};

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
        Chunk { name: b"VP8 " | b"VP8L", .. } => clean.extend(picture(&chunks[..1])?),
        _ => return None,
    }
    let size = u32::try_from(clean.len() - 8).ok()?;
    clean[4..8].copy_from_slice(&size.to_le_bytes());
    Some(clean)
}

/// Each part once, as a browser shows it: a second picture would be hidden behind the first.
fn extended(clean: &mut Vec<u8>, head: &[u8], chunks: &[Chunk], orientation: Orientation) -> Option<()> {
    let exif = exif_of(orientation);
    let profile = first(chunks, b"ICCP").and_then(icc::clean);
    let moves = head.first()? & IS_ANIMATED != 0;
    let mut flags = head[0] & (HAS_ALPHA | IS_ANIMATED);
    if profile.is_some() {
        flags |= HAS_PROFILE;
    }
    if exif.is_some() {
        flags |= HAS_EXIF;
    }
    add(clean, b"VP8X", &[&[flags, 0, 0, 0], head.get(4..10)?].concat());
    if let Some(profile) = profile {
        add(clean, b"ICCP", &profile);
    }
    if moves {
        add(clean, b"ANIM", first(chunks, b"ANIM")?.get(..6)?);
        let frames: Vec<&Chunk> = chunks.iter().filter(|chunk| chunk.name == b"ANMF").collect();
        (!frames.is_empty()).then_some(())?;
        for frame in frames {
            add(clean, b"ANMF", &self::frame(frame.content)?);
        }
    } else {
        clean.extend(picture(chunks)?);
    }
    if let Some(exif) = exif {
        add(clean, b"EXIF", &exif);
    }
    Some(())
}

fn first<'a>(chunks: &[Chunk<'a>], name: &[u8; 4]) -> Option<&'a [u8]> {
    chunks.iter().find(|chunk| chunk.name == name).map(|chunk| chunk.content)
}

/// A frame of an animation, which contains chunks of its own.
fn frame(content: &[u8]) -> Option<Vec<u8>> {
    let (head, inside) = content.split_at_checked(FRAME_HEAD)?;
    let mut clean = head.to_vec();
    // How it is drawn; the other bits mean nothing.
    clean[FRAME_HEAD - 1] &= 3;
    clean.extend(picture(&chunks(inside)?)?);
    Some(clean)
}

/// The first picture among these chunks, with what makes it see-through. How much of its data is needed only a decoder
/// knows.
fn picture(chunks: &[Chunk]) -> Option<Vec<u8>> {
    let picture = chunks.iter().find(|chunk| matches!(chunk.name, b"VP8 " | b"VP8L"))?;
    let mut clean = Vec::new();
    if picture.name == b"VP8 " {
        let (width, height) = lossy_size(picture.content)?;
        if let Some(alpha) = first(chunks, b"ALPH") {
            add(&mut clean, b"ALPH", see_through(alpha, width * height)?);
        }
    } else {
        (picture.content.first()? == &0x2f).then_some(())?;
    }
    add(&mut clean, picture.name, picture.content);
    Some(clean)
}

/// The size of a lossy picture, whose head must be that of one.
fn lossy_size(content: &[u8]) -> Option<(usize, usize)> {
    let head = content.first_chunk::<10>()?;
    let first_part = usize::from(head[0] >> 5) | usize::from(head[1]) << 3 | usize::from(head[2]) << 11;
    let is_picture = head[0] & 1 == 0 && head[3..6] == [0x9d, 0x01, 0x2a] && first_part <= content.len() - 10;
    let side = |at: usize| usize::from(u16::from_le_bytes([head[at], head[at + 1]]) & 0x3fff);
    is_picture.then_some((side(6), side(8)))
}

/// A byte that says how it is packed, then one byte a pixel where it is not.
fn see_through(alpha: &[u8], pixels: usize) -> Option<&[u8]> {
    match alpha.first()? & 3 {
        0 => alpha.get(..1 + pixels),
        1 => Some(alpha),
        _ => None,
    }
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
    use moxcms::ColorProfile;

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

    /// Lossy, of 2 by 2 pixels.
    const LOSSY: &[u8] = b"\x30\x01\0\x9d\x01\x2a\x02\0\x02\0\x02\0\x34\x25\xa4\0\x03p\0\xfe\xfb\xb0\x0cP\0\0";

    #[test]
    fn frames_transparency_and_colours_stay_without_notes_between_them() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        let build = |profile: &[u8], frame_notes: &[u8], notes: &[u8], flags: u8| {
            let alpha = chunk(b"ALPH", &[0, 9, 9, 9, 9]);
            let mut place = [7; FRAME_HEAD];
            place[FRAME_HEAD - 1] = 3;
            let frame = [&place[..], frame_notes, &alpha, frame_notes, &chunk(b"VP8 ", LOSSY)].concat();
            let head = chunk(b"VP8X", &[flags, 0, 0, 0, 5, 0, 0, 3, 0, 0]);
            let loops = chunk(b"ANIM", &[0; 6]);
            let frames = chunk(b"ANMF", &frame).repeat(2);
            file(&[&head[..], &chunk(b"ICCP", profile), &loops, notes, &frames].concat())
        };
        let p3_clean = icc::clean(&p3).unwrap();
        let kept = build(&p3_clean, b"", b"", HAS_PROFILE | HAS_ALPHA | IS_ANIMATED);
        assert_eq!(clean(&kept), kept);
        let note = [chunk(b"XMP ", b"Zulekha"), chunk(b"JUNK", b"Zulekha")].concat();
        let notes =
            [&note[..], &chunk(b"ICCP", b"Zulekha"), &chunk(b"ANIM", b"Zulekha"), &chunk(b"VP8L", b"Zulekha")].concat();
        assert_eq!(clean(&build(&p3, &note, &notes, HAS_ALPHA | IS_ANIMATED | HAS_XMP)), kept);
        let no_profile = clean(&build(b"Zulekha", b"", b"", HAS_PROFILE | IS_ANIMATED));
        assert!(!no_profile.windows(4).any(|name| name == b"ICCP") && no_profile[20] == IS_ANIMATED);
    }

    #[test]
    fn there_is_one_picture_and_one_mask_of_its_size() {
        let still = |chunks: &[Vec<u8>]| {
            let head = chunk(b"VP8X", &[HAS_ALPHA, 0, 0, 0, 1, 0, 0, 1, 0, 0]);
            file(&[&[head][..], chunks].concat().concat())
        };
        let (alpha, picture) = (chunk(b"ALPH", &[0, 9, 9, 9, 9]), chunk(b"VP8 ", LOSSY));
        let plain = still(&[alpha.clone(), picture.clone()]);
        assert_eq!(clean(&plain), plain);
        image::load_from_memory(&plain).unwrap();
        let longer = chunk(b"ALPH", b"\0\x09\x09\x09\x09Zulekha");
        let hidden = chunk(b"ANMF", &[&[0; FRAME_HEAD], &picture[..]].concat());
        for noted in [
            still(&[longer, picture.clone()]),
            still(&[alpha.clone(), picture.clone(), picture.clone()]),
            still(&[alpha.clone(), alpha.clone(), picture.clone(), hidden, chunk(b"ANIM", b"Zulekh")]),
        ] {
            assert_eq!(clean(&noted), plain);
        }
        for refused in
            [still(&[chunk(b"ALPH", &[0, 9]), picture.clone()]), still(&[chunk(b"VP8 ", b"Zulekha was here")])]
        {
            assert_eq!(strip(&refused, Orientation::NoTransforms), None);
        }
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
