//! What a file is, judged by its first bytes. Its name and the type the sender declared are never asked.

use crate::error::{Error, Result};

use super::svg;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Jpeg,
    Png,
    Webp,
    Gif,
    Avif,
    Svg,
    Ico,
}

pub const ALL: [Kind; 7] = [Kind::Jpeg, Kind::Png, Kind::Webp, Kind::Gif, Kind::Avif, Kind::Svg, Kind::Ico];

/// A picture of more than this would cost whoever shows it gigabytes of memory.
const MAX_PIXELS: u64 = 100_000_000;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Kind {
    pub fn of(bytes: &[u8]) -> Option<Kind> {
        match bytes {
            [0xFF, 0xD8, 0xFF, ..] => Some(Kind::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Kind::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Kind::Webp),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Kind::Gif),
            [0, 0, 1, 0, count, more, ..] if *count > 0 || *more > 0 => Some(Kind::Ico),
            _ if brands(bytes).any(|brand| brand == b"avif" || brand == b"avis") => Some(Kind::Avif),
            _ if svg::is_svg(bytes) => Some(Kind::Svg),
            _ => None,
        }
    }

    pub fn mimetype(self) -> &'static str {
        match self {
            Kind::Jpeg => "image/jpeg",
            Kind::Png => "image/png",
            Kind::Webp => "image/webp",
            Kind::Gif => "image/gif",
            Kind::Avif => "image/avif",
            Kind::Svg => "image/svg+xml",
            Kind::Ico => "image/x-icon",
        }
    }
}

/// The kind of a file that is to be kept, or a refusal that says what is taken.
pub fn accept(bytes: &[u8]) -> Result<Kind> {
    Kind::of(bytes).ok_or_else(|| {
        let found = guess(bytes);
        Error::refused(
            415,
            "InvalidMimeType",
            format!(
                "mime type {found} is not supported. Please choose a JPEG, PNG, WebP, GIF, AVIF, SVG or ICO picture."
            ),
        )
    })
}

/// The size in pixels of a raster picture, read from its head.
pub fn measure(bytes: &[u8]) -> Result<Size> {
    let size = imagesize::blob_size(bytes).map_err(|_| unreadable())?;
    let (Ok(width), Ok(height)) = (u32::try_from(size.width), u32::try_from(size.height)) else {
        return Err(too_many_pixels());
    };
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(too_many_pixels());
    }
    if width == 0 || height == 0 {
        return Err(unreadable());
    }
    Ok(Size { width, height })
}

pub fn unreadable() -> Error {
    Error::refused(400, "InvalidRequest", "The picture cannot be read. It may be damaged or incomplete.")
}

fn too_many_pixels() -> Error {
    Error::refused(
        413,
        "EntityTooLarge",
        "The picture has more than 100 megapixels. Please make it smaller and try again.",
    )
}

/// The brands of an ISO media file, the format family of AVIF, HEIC and MP4: the main one, then the compatible ones.
fn brands(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let box_size = match bytes {
        [a, b, c, d, b'f', b't', b'y', b'p', ..] => u32::from_be_bytes([*a, *b, *c, *d]) as usize,
        _ => 0,
    };
    let head = bytes.get(8..box_size.min(bytes.len()).min(128)).unwrap_or_default();
    // The second group of four is a version number, not a brand.
    head.chunks_exact(4).enumerate().filter(|(place, _)| *place != 1).map(|(_, brand)| brand)
}

/// A name for what we do not take, so that the refusal can say it.
fn guess(bytes: &[u8]) -> &'static str {
    match bytes {
        [b'%', b'P', b'D', b'F', ..] => "application/pdf",
        [b'B', b'M', ..] => "image/bmp",
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => "image/tiff",
        [b'P', b'K', 3, 4, ..] => "application/zip",
        [0xFF, 0x0A, ..] => "image/jxl",
        _ if brands(bytes).any(|brand| brand.starts_with(b"hei") || brand.starts_with(b"hev")) => "image/heic",
        _ if brands(bytes).next().is_some() => "video/mp4",
        _ => match std::str::from_utf8(&bytes[..bytes.len().min(512)]) {
            Ok(text) if text.trim_start().starts_with('<') => "text/html",
            Ok(_) => "text/plain",
            Err(cause) if cause.error_len().is_none() => "text/plain",
            Err(_) => "application/octet-stream",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ftyp(brands: &[&[u8; 4]]) -> Vec<u8> {
        let mut bytes = vec![0, 0, 0, 8 + 4 * (brands.len() as u8 + 1)];
        bytes.extend(b"ftyp");
        bytes.extend(brands[0]);
        bytes.extend([0; 4]);
        brands[1..].iter().for_each(|brand| bytes.extend(*brand));
        bytes
    }

    #[test]
    fn kinds_are_known_by_content() {
        let cases: [(&[u8], Option<Kind>); 12] = [
            (b"\xFF\xD8\xFF\xE0....", Some(Kind::Jpeg)),
            (b"\x89PNG\r\n\x1a\n....", Some(Kind::Png)),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some(Kind::Webp)),
            (b"RIFF\0\0\0\0WAVEfmt ", None),
            (b"GIF89a....", Some(Kind::Gif)),
            (b"\0\0\x01\0\x01\0....", Some(Kind::Ico)),
            (b"\0\0\x01\0\0\0....", None),
            (b" <svg xmlns=\"http://www.w3.org/2000/svg\"/>", Some(Kind::Svg)),
            (b"<html><svg/></html>", None),
            (b"%PDF-1.7", None),
            (b"", None),
            (b"\xFF", None),
        ];
        for (bytes, kind) in cases {
            assert_eq!(Kind::of(bytes), kind, "{}", String::from_utf8_lossy(bytes));
        }
        assert_eq!(Kind::of(&ftyp(&[b"avif", b"mif1"])), Some(Kind::Avif));
        assert_eq!(Kind::of(&ftyp(&[b"mif1", b"avif"])), Some(Kind::Avif));
        assert_eq!(Kind::of(&ftyp(&[b"heic", b"mif1"])), None);
    }

    #[test]
    fn refusals_say_what_was_found_and_what_is_taken() {
        for (bytes, found) in [
            (&b"%PDF-1.7"[..], "application/pdf"),
            (b"<!doctype html><script>", "text/html"),
            (b"hello", "text/plain"),
            (b"\x01\x02\xFF\xFE\x00", "application/octet-stream"),
            (&ftyp(&[b"heic", b"mif1"]), "image/heic"),
            (&ftyp(&[b"isom", b"mp42"]), "video/mp4"),
        ] {
            let message = accept(bytes).unwrap_err().to_string();
            assert!(message.starts_with(&format!("mime type {found} is not supported")), "{message}");
        }
    }

    #[test]
    fn a_picture_of_too_many_pixels_is_refused_by_its_head() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend(20_000_u32.to_be_bytes());
        png.extend(5_001_u32.to_be_bytes());
        png.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
        assert!(measure(&png).unwrap_err().to_string().contains("100 megapixels"));
        png[20..24].copy_from_slice(&5_000_u32.to_be_bytes());
        assert_eq!(measure(&png).unwrap(), Size { width: 20_000, height: 5_000 });
        assert!(measure(b"\xFF\xD8\xFF").is_err());
    }

    #[test]
    fn sizes_are_read_from_every_raster_kind() {
        fn part(name: &[u8; 4], inside: &[u8]) -> Vec<u8> {
            [&(inside.len() as u32 + 8).to_be_bytes()[..], name, inside].concat()
        }
        let extent = part(b"ispe", &[0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 7]);
        let properties = part(b"iprp", &part(b"ipco", &extent));
        let avif = [ftyp(&[b"avif", b"mif1"]), part(b"meta", &[&[0; 4][..], &properties].concat())].concat();
        let cases: [(&[u8], Kind); 4] = [
            (&avif, Kind::Avif),
            (b"GIF89a\x09\0\x07\0\0\0\0;", Kind::Gif),
            (b"\0\0\x01\0\x01\0\x09\x07\0\0\x01\0\x20\0\0\0\0\0\x16\0\0\0", Kind::Ico),
            (b"RIFF\x16\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x08\0\0\x06\0\0", Kind::Webp),
        ];
        for (bytes, kind) in cases {
            assert_eq!(accept(bytes).unwrap(), kind);
            assert_eq!(measure(bytes).unwrap(), Size { width: 9, height: 7 }, "{kind:?}");
        }
    }

    proptest! {
        #[test]
        fn no_head_of_a_file_panics(
            magic in prop::sample::select(vec![
                &b"\xFF\xD8\xFF\xE0"[..], b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8X", b"\0\0\x01\0\x02\0",
                b"RIFF\0\0\0\0WEBPVP8L", b"\0\0\0\x18ftypavif\0\0\0\0mif1avif", b"<svg ", b"",
            ]),
            rest in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let bytes = [magic, &rest].concat();
            let _ = (accept(&bytes).is_ok(), measure(&bytes).is_ok(), svg::clean(&bytes).is_ok());
        }
    }
}
