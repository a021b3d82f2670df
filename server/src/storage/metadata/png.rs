//! A PNG is a sequence of named chunks that ends with IEND. Kept are the pixels, colours and resolution, the frames of
//! an animation and the orientation.

use flate2::Crc;
use image::metadata::Orientation;

use super::exif_of;

pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

pub fn strip(png: &[u8], orientation: Orientation) -> Option<Vec<u8>> {
    let mut rest = png.strip_prefix(SIGNATURE)?;
    let mut clean = SIGNATURE.to_vec();
    let mut has_picture = false;
    loop {
        let length = u32::from_be_bytes(*rest.first_chunk()?) as usize;
        let (chunk, after) = rest.split_at_checked(length.checked_add(12)?)?;
        let name: &[u8; 4] = chunk[4..8].first_chunk()?;
        let first = clean.len() == SIGNATURE.len();
        if first != (name == b"IHDR") {
            return None;
        }
        match (is_kept(name, length), name) {
            (true, _) => clean.extend_from_slice(chunk),
            // A critical chunk: the picture cannot be shown without understanding it.
            (false, [b'A'..=b'Z', ..]) => return None,
            (false, _) => {}
        }
        has_picture |= name == b"IDAT";
        if let Some(exif) = exif_of(orientation).filter(|_| first) {
            clean.extend(chunk_of(b"eXIf", &exif));
        }
        if name == b"IEND" {
            return has_picture.then_some(clean);
        }
        rest = after;
    }
}

/// By its name, and by its length where that is known: text could hide in one that is too long.
fn is_kept(name: &[u8; 4], length: usize) -> bool {
    match name {
        b"IHDR" => length == 13,
        b"PLTE" => length <= 768,
        b"IDAT" | b"fdAT" | b"iCCP" => true,
        b"IEND" => length == 0,
        b"tRNS" => length <= 256,
        b"gAMA" | b"cICP" => length == 4,
        b"cHRM" => length == 32,
        b"sRGB" => length == 1,
        b"sBIT" => length <= 4,
        b"bKGD" => length <= 6,
        b"pHYs" => length == 9,
        b"acTL" => length == 8,
        b"fcTL" => length == 26,
        _ => false,
    }
}

fn chunk_of(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
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
        [&png[..33], &chunk_of(name, content), &png[33..]].concat()
    }

    /// Before the end, which is 12 bytes.
    fn with_last(png: &[u8], name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let end = png.len() - 12;
        [&png[..end], &chunk_of(name, content), &png[end..]].concat()
    }

    fn clean(png: &[u8]) -> Vec<u8> {
        strip(png, Orientation::NoTransforms).unwrap()
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
        ] {
            png = with_last(&with_chunk(&png, name, content), name, content);
        }
        assert_eq!(clean(&png), plain);

        let mut exif = exif_of(Orientation::Rotate90).unwrap().to_vec();
        exif.extend(b"Zulekha");
        let turned = with_chunk(&png, b"eXIf", &exif);
        assert_eq!(resize::orientation(&turned), Orientation::Rotate90);
        let clean = strip(&turned, Orientation::Rotate90).unwrap();
        assert_eq!(resize::orientation(&clean), Orientation::Rotate90);
        assert!(!clean.windows(7).any(|window| window == b"Zulekha"));
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
        assert_eq!(pixels(&clean), pixels(&plain));
        assert_eq!(strip(&clean, Orientation::Rotate90).unwrap(), clean, "a second time changes nothing");
    }

    #[test]
    fn colours_size_and_frames_stay() {
        let mut png = picture();
        for (name, length) in [
            (b"PLTE", 768),
            (b"tRNS", 256),
            (b"gAMA", 4),
            (b"cHRM", 32),
            (b"sRGB", 1),
            (b"iCCP", 300),
            (b"cICP", 4),
            (b"sBIT", 3),
            (b"bKGD", 6),
            (b"pHYs", 9),
            (b"acTL", 8),
            (b"fcTL", 26),
        ] {
            png = with_chunk(&png, name, &vec![1; length]);
        }
        png = with_last(&with_last(&png, b"fcTL", &[2; 26]), b"fdAT", &[3; 50]);
        assert_eq!(clean(&png), png);
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
}
