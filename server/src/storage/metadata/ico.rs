//! An ICO is a directory of pictures and their offsets. They are written again one after the other, so that nothing can
//! hide between or after them; PNGs among them are stripped like any other.

use image::metadata::Orientation;

use super::png;

const HEADER: usize = 6;
const ENTRY: usize = 16;

pub fn strip(ico: &[u8]) -> Option<Vec<u8>> {
    let count = usize::from(u16::from_le_bytes([*ico.get(4)?, *ico.get(5)?]));
    let list = ico.get(..HEADER + count * ENTRY)?;
    let (mut clean, mut pictures) = (ico[..HEADER].to_vec(), Vec::new());
    for entry in list[HEADER..].chunks_exact(ENTRY) {
        let number = |at: usize| Some(u32::from_le_bytes(*entry.get(at..)?.first_chunk()?) as usize);
        let (size, offset) = (number(8)?, number(12)?);
        let picture = ico.get(offset..offset.checked_add(size)?)?;
        let start = list.len() + pictures.len();
        match picture.starts_with(png::SIGNATURE) {
            true => pictures.extend(png::strip(picture, Orientation::NoTransforms)?),
            false => pictures.extend_from_slice(picture),
        }
        let size = list.len() + pictures.len() - start;
        clean.extend_from_slice(&entry[..8]);
        clean.extend(u32::try_from(size).ok()?.to_le_bytes());
        clean.extend(u32::try_from(start).ok()?.to_le_bytes());
        // Many entries could share the same bytes, which would make the output far larger than the input.
        if start + size > ico.len() {
            return None;
        }
    }
    clean.append(&mut pictures);
    Some(clean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{DynamicImage, ImageFormat};

    fn ico(pictures: &[&[u8]], gap: &[u8]) -> Vec<u8> {
        let mut out = vec![0, 0, 1, 0, pictures.len() as u8, 0];
        let mut offset = HEADER + pictures.len() * ENTRY + gap.len();
        for picture in pictures {
            out.extend([9, 7, 0, 0, 1, 0, 32, 0]);
            out.extend((picture.len() as u32).to_le_bytes());
            out.extend((offset as u32).to_le_bytes());
            offset += picture.len() + gap.len();
        }
        pictures.iter().for_each(|picture| out.extend([gap, picture].concat()));
        out
    }

    #[test]
    fn pictures_stay_and_what_lies_between_and_in_them_goes() {
        let mut png = std::io::Cursor::new(Vec::new());
        DynamicImage::new_rgb8(9, 7).write_to(&mut png, ImageFormat::Png).unwrap();
        let png = png.into_inner();
        let noted = [&png[..], b"Zulekha"].concat();
        let plain = ico(&[&png, b"a bitmap"], b"");
        assert_eq!(strip(&plain).unwrap(), plain);
        assert_eq!(strip(&ico(&[&noted, b"a bitmap"], b"Zulekha")).unwrap(), plain);
        assert_eq!(strip(&[&plain[..], b"Zulekha"].concat()).unwrap(), plain);
    }

    #[test]
    fn a_cut_one_and_a_bomb_are_refused() {
        let plain = ico(&[b"a bitmap", b"another"], b"");
        for length in 0..plain.len() {
            assert_eq!(strip(&plain[..length]), None, "{length}");
        }
        let mut bomb = ico(&[b"one bitmap for all", b"", b""], b"");
        let entry = bomb[HEADER..HEADER + ENTRY].to_vec();
        bomb[HEADER + ENTRY..HEADER + 2 * ENTRY].copy_from_slice(&entry);
        bomb[HEADER + 2 * ENTRY..HEADER + 3 * ENTRY].copy_from_slice(&entry);
        assert_eq!(strip(&bomb), None);
    }
}
