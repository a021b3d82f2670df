//! Takes out of a picture what its maker did not mean to publish: where and when it was taken, with what, by whom. Only
//! the notes around the picture are touched, never the picture; which way up it is stays known.

mod jpeg;
mod png;
mod webp;

use bytes::Bytes;
use image::metadata::Orientation;

use crate::schema::bucket::FileKind;

/// The same picture without notes. Bytes that hold none, or cannot be followed, come back as they are.
pub fn strip(picture: Bytes, kind: FileKind, orientation: Orientation) -> Bytes {
    match kind {
        FileKind::Jpeg => jpeg::strip(picture, orientation),
        FileKind::Png => png::strip(&picture, orientation).unwrap_or(picture),
        FileKind::Webp => webp::strip(&picture, orientation).unwrap_or(picture),
        FileKind::Gif | FileKind::Avif | FileKind::Svg | FileKind::Ico => picture,
    }
}

/// What Exif has to say of which way up a picture is, and nothing else; nothing where that needs no words.
fn exif_of(orientation: Orientation) -> Option<[u8; 26]> {
    let mut exif = *b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0";
    exif[19] = orientation.to_exif();
    (orientation != Orientation::NoTransforms).then_some(exif)
}
