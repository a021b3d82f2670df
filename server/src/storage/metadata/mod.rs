//! Strips a picture of what its maker did not mean to publish: where and when it was taken, with which device, by whom.
//! This works by a keep-list: only the parts needed to show the picture are kept, nothing may follow its end, and a
//! file whose structure cannot be followed is refused. Pixels are never decoded or encoded again; orientation, colours
//! and animation stay.

mod avif;
mod gif;
mod icc;
mod ico;
mod jpeg;
mod png;
mod webp;

use image::metadata::Orientation;

use crate::schema::bucket::FileKind;

/// The same picture without metadata; `None` when its structure cannot be followed. SVG is text and cleaned by `svg`.
pub fn strip(picture: &[u8], kind: FileKind, orientation: Orientation) -> Option<Vec<u8>> {
    match kind {
        FileKind::Jpeg => jpeg::strip(picture, orientation),
        FileKind::Png => png::strip(picture, orientation),
        FileKind::Webp => webp::strip(picture, orientation),
        FileKind::Gif => gif::strip(picture),
        FileKind::Avif => avif::strip(picture),
        FileKind::Ico => ico::strip(picture),
        FileKind::Svg | FileKind::Pdf | FileKind::Docx | FileKind::Xlsx | FileKind::Csv => None,
    }
}

/// Exif that holds the orientation and nothing else; `None` for a picture that is upright anyway.
fn exif_of(orientation: Orientation) -> Option<[u8; 26]> {
    let mut exif = *b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0";
    exif[19] = orientation.to_exif();
    (orientation != Orientation::NoTransforms).then_some(exif)
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::*;
    use crate::storage::kind;

    /// Programs send these where they need any picture at all.
    #[test]
    fn the_smallest_pictures_are_taken() {
        for picture in [
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQMAAAAl21bKAAAAA1BMVEX/AAAZ4gk3AAAACklEQVQI12NgAAAAAgAB4iG8MwAAAABJRU5ErkJggg==",
            "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
            "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==",
            "R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=",
            "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
            "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
            "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////\
             ////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
        ] {
            let bytes = STANDARD.decode(picture).unwrap();
            let kind = kind::detect(&bytes).unwrap();
            let clean = strip(&bytes, kind, Orientation::NoTransforms).unwrap_or_else(|| panic!("{kind:?}: {picture}"));
            assert_eq!(strip(&clean, kind, Orientation::NoTransforms), Some(clean));
        }
    }
}
