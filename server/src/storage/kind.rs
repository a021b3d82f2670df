//! What a file is, judged by its content. Its name and the type the sender declared are asked only whether text is a CSV,
//! which nothing in it can tell.

use super::error::{FileError, Result};
use super::office::{self, Package};
use super::{document, svg};
use crate::schema::Bucket;
use crate::schema::bucket::FileKind;

/// Showing a picture of more than this would take gigabytes of memory.
/// What the smallest server (512 MB) can still make smaller. Phones take 50 megapixels at most where they say nothing else.
pub const MAX_PIXELS: u64 = 50_000_000;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// The kind of these bytes; `None` for what no bucket can take.
pub fn detect(bytes: &[u8]) -> Option<FileKind> {
    match bytes {
        [0xFF, 0xD8, 0xFF, ..] => Some(FileKind::Jpeg),
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(FileKind::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(FileKind::Webp),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(FileKind::Gif),
        [0, 0, 1, 0, count, more, ..] if *count > 0 || *more > 0 => Some(FileKind::Ico),
        _ if brands(bytes).any(|brand| brand == b"avif" || brand == b"avis") => Some(FileKind::Avif),
        [b'%', b'P', b'D', b'F', b'-', ..] => Some(FileKind::Pdf),
        [b'P', b'K', 3, 4, ..] => match office::read(bytes)? {
            Package::Word => Some(FileKind::Docx),
            Package::Sheet => Some(FileKind::Xlsx),
            Package::WithMacros => None,
        },
        _ if svg::is_svg(bytes) => Some(FileKind::Svg),
        _ => None,
    }
}

/// The kind of a file that this bucket is to keep, or a refusal that says what it takes. Text is a CSV when it is named so.
pub fn accept(bucket: &Bucket, bytes: &[u8], named_csv: bool) -> Result<FileKind> {
    match detect(bytes) {
        Some(kind) if bucket.kinds.contains(&kind) => document::check(kind, bytes).map(|()| kind),
        Some(kind) => Err(wrong_kind(bucket, kind.mime_type())),
        None if named_csv && bucket.kinds.contains(&FileKind::Csv) && guess(bytes) != "text/html" => {
            document::check(FileKind::Csv, bytes).map(|()| FileKind::Csv)
        }
        None if bucket.kinds.contains(&FileKind::Docx) && office::read(bytes) == Some(Package::WithMacros) => {
            Err(FileError::Document(document::MACROS))
        }
        None => Err(wrong_kind(bucket, guess(bytes))),
    }
}

/// Whether a file of this name is one of this kind, as people and their computers understand names.
pub fn is_named(kind: FileKind, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    kind.extensions().iter().any(|extension| name.ends_with(extension))
}

/// A document is saved and opened by what its name says it is: text that ends in `.bat` would be a program. Pictures are
/// shown, whatever they are called.
pub fn require_name(kind: FileKind, name: &str) -> Result<()> {
    match kind.is_picture() || is_named(kind, name) {
        true => Ok(()),
        false => Err(FileError::WrongName { kind: kind.name(), ending: kind.extensions()[0] }),
    }
}

pub fn wrong_kind(bucket: &Bucket, found: &'static str) -> FileError {
    let names: Vec<&str> = bucket.kinds.iter().map(|kind| kind.name()).collect();
    let names = match names.as_slice() {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        names => names.concat(),
    };
    let noun = if bucket.kinds.iter().all(|kind| kind.is_picture()) { "picture" } else { "file" };
    FileError::WrongKind { found, taken: format!("{names} {noun}") }
}

/// The size in pixels of a raster picture, read from its head.
pub fn measure(bytes: &[u8]) -> Result<Size> {
    let size = imagesize::blob_size(bytes).map_err(|_| FileError::Unreadable)?;
    let (Ok(width), Ok(height)) = (u32::try_from(size.width), u32::try_from(size.height)) else {
        return Err(FileError::TooManyPixels);
    };
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(FileError::TooManyPixels);
    }
    if width == 0 || height == 0 {
        return Err(FileError::Unreadable);
    }
    Ok(Size { width, height })
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
            Ok(text) if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') => "text/html",
            Ok(_) => "text/plain",
            Err(cause) if cause.error_len().is_none() => "text/plain",
            Err(_) => "application/octet-stream",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::bucket::{DOCUMENTS, WEBSITE_IMAGES};
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
        let cases: [(&[u8], Option<FileKind>); 12] = [
            (b"\xFF\xD8\xFF\xE0....", Some(FileKind::Jpeg)),
            (b"\x89PNG\r\n\x1a\n....", Some(FileKind::Png)),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some(FileKind::Webp)),
            (b"RIFF\0\0\0\0WAVEfmt ", None),
            (b"GIF89a....", Some(FileKind::Gif)),
            (b"\0\0\x01\0\x01\0....", Some(FileKind::Ico)),
            (b"\0\0\x01\0\0\0....", None),
            (b" <svg xmlns=\"http://www.w3.org/2000/svg\"/>", Some(FileKind::Svg)),
            (b"<html><svg/></html>", None),
            (b"%PDF-1.7", Some(FileKind::Pdf)),
            (b"", None),
            (b"\xFF", None),
        ];
        for (bytes, kind) in cases {
            assert_eq!(detect(bytes), kind, "{}", String::from_utf8_lossy(bytes));
        }
        assert_eq!(detect(&ftyp(&[b"avif", b"mif1"])), Some(FileKind::Avif));
        assert_eq!(detect(&ftyp(&[b"mif1", b"avif"])), Some(FileKind::Avif));
        assert_eq!(detect(&ftyp(&[b"heic", b"mif1"])), None);
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
            let message = accept(&WEBSITE_IMAGES, bytes, false).unwrap_err().to_string();
            let taken = "Please choose a JPEG, PNG, WebP, GIF, AVIF, SVG or ICO picture.";
            assert_eq!(message, format!("mime type {found} is not supported. {taken}"));
        }
    }

    #[test]
    fn each_bucket_takes_its_own_kinds() {
        for (kinds, taken) in [(&[FileKind::Png][..], "PNG"), (&[FileKind::Png, FileKind::Gif], "PNG or GIF")] {
            let bucket = Bucket { kinds, ..WEBSITE_IMAGES };
            assert_eq!(accept(&bucket, b"\x89PNG\r\n\x1a\n....", false).unwrap(), FileKind::Png);
            let message = accept(&bucket, b"\xFF\xD8\xFF\xE0....", false).unwrap_err().to_string();
            assert_eq!(message, format!("mime type image/jpeg is not supported. Please choose a {taken} picture."));
        }
    }

    #[test]
    fn a_picture_of_too_many_pixels_is_refused_by_its_head() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend(20_000_u32.to_be_bytes());
        png.extend(2_501_u32.to_be_bytes());
        png.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
        assert!(measure(&png).unwrap_err().to_string().contains("50 megapixels"));
        png[20..24].copy_from_slice(&2_500_u32.to_be_bytes());
        assert_eq!(measure(&png).unwrap(), Size { width: 20_000, height: 2_500 });
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
        let cases: [(&[u8], FileKind); 4] = [
            (&avif, FileKind::Avif),
            (b"GIF89a\x09\0\x07\0\0\0\0;", FileKind::Gif),
            (b"\0\0\x01\0\x01\0\x09\x07\0\0\x01\0\x20\0\0\0\0\0\x16\0\0\0", FileKind::Ico),
            (b"RIFF\x16\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x08\0\0\x06\0\0", FileKind::Webp),
        ];
        for (bytes, kind) in cases {
            assert_eq!(accept(&WEBSITE_IMAGES, bytes, false).unwrap(), kind);
            assert_eq!(measure(bytes).unwrap(), Size { width: 9, height: 7 }, "{kind:?}");
        }
    }

    proptest! {
        #[test]
        fn no_head_of_a_file_panics(
            magic in prop::sample::select(vec![
                &b"\xFF\xD8\xFF\xE0"[..], b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8X", b"\0\0\x01\0\x02\0",
                b"RIFF\0\0\0\0WEBPVP8L", b"\0\0\0\x18ftypavif\0\0\0\0mif1avif", b"<svg ", b"%PDF-", b"PK\x03\x04", b"",
            ]),
            rest in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let bytes = [magic, &rest].concat();
            let _ = (accept(&WEBSITE_IMAGES, &bytes, true).is_ok(), accept(&DOCUMENTS, &bytes, true).is_ok(), measure(&bytes).is_ok(), svg::clean(&bytes).is_ok());
        }
    }
}
