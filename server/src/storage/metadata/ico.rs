//! An ICO is a directory of pictures and their offsets. They are written again one after the other, so that nothing can
//! hide between or after them; PNGs among them are stripped like any other, and bitmaps are cut to their size.

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
            false => pictures.extend(bitmap(picture)?),
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

/// A head, colours for up to eight bits, and rows, which are filled up to whole groups of four bytes. Below the picture
/// lies a mask of one bit, so the head says twice the height; some writers leave the mask out.
fn bitmap(picture: &[u8]) -> Option<Vec<u8>> {
    let mut head: [u8; 40] = *picture.first_chunk()?;
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let (width, height, bits) = (u64::from(number(4)), u64::from(number(8) / 2), u64::from(head[14]));
    let colours = match (bits, number(32)) {
        (1 | 4 | 8, 0) => 1 << bits,
        (1 | 4 | 8, count) if count <= 1 << bits => u64::from(count),
        (24 | 32, 0) => 0,
        _ => return None,
    };
    let is_plain = number(0) == 40 && head[15] == 0 && number(16) == 0 && (1..=1024).contains(&width.max(height));
    let rows = |bits: u64| (width * bits).div_ceil(32) * 4 * height;
    let least = 40 + 4 * colours + rows(bits);
    let size = (least + rows(1)).min(picture.len() as u64);
    if !is_plain || size < least {
        return None;
    }
    // The size of the data, the size in metres and how many colours matter: nobody asks.
    head[20..32].fill(0);
    head[36..].fill(0);
    Some([&head[..], &picture[40..size as usize]].concat())
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

    /// Of 9 by 7 pixels.
    fn bitmap_of(bits: u8, colours: usize, mask: bool) -> Vec<u8> {
        let mut out = vec![0; 40];
        (out[0], out[4], out[8], out[12], out[14]) = (40, 9, 14, 1, bits);
        let row = (9 * usize::from(bits)).div_ceil(32) * 4;
        out.extend(vec![5; colours * 4 + row * 7 + if mask { 4 * 7 } else { 0 }]);
        out
    }

    #[test]
    fn bitmaps_are_cut_to_their_size() {
        for plain in [bitmap_of(32, 0, true), bitmap_of(24, 0, true), bitmap_of(8, 256, true), bitmap_of(1, 2, true)] {
            let noted = [&plain[..], b"Zulekha"].concat();
            assert_eq!(strip(&ico(&[&noted], b"")).unwrap(), ico(&[&plain], b""));
            let mut noted = plain.clone();
            noted[20..30].copy_from_slice(b"Zulekha!!!");
            assert_eq!(strip(&ico(&[&noted], b"")).unwrap(), ico(&[&plain], b""));
        }
        let without_mask = ico(&[&bitmap_of(32, 0, false)], b"");
        assert_eq!(strip(&without_mask).unwrap(), without_mask);
        let change = |at: usize, to: u8| {
            let mut bitmap = bitmap_of(32, 0, true);
            bitmap[at] = to;
            ico(&[&bitmap], b"")
        };
        for refused in
            [change(0, 41), change(14, 7), change(16, 1), change(32, 9), change(4, 200), ico(&[b"Zulekha"], b"")]
        {
            assert_eq!(strip(&refused), None);
        }
    }

    #[test]
    fn pictures_stay_and_what_lies_between_and_in_them_goes() {
        let mut png = std::io::Cursor::new(Vec::new());
        DynamicImage::new_rgb8(9, 7).write_to(&mut png, ImageFormat::Png).unwrap();
        let png = png.into_inner();
        let noted = [&png[..], b"Zulekha"].concat();
        let bitmap = bitmap_of(8, 256, true);
        let plain = ico(&[&png, &bitmap], b"");
        assert_eq!(strip(&plain).unwrap(), plain);
        assert_eq!(strip(&ico(&[&noted, &bitmap], b"Zulekha")).unwrap(), plain);
        assert_eq!(strip(&[&plain[..], b"Zulekha"].concat()).unwrap(), plain);
    }

    #[test]
    fn a_cut_one_and_a_bomb_are_refused() {
        let plain = ico(&[&bitmap_of(24, 0, false), &bitmap_of(1, 2, false)], b"");
        for length in 0..plain.len() {
            assert_eq!(strip(&plain[..length]), None, "{length}");
        }
        let mut bomb = ico(&[&bitmap_of(32, 0, true), b"", b""], b"");
        let entry = bomb[HEADER..HEADER + ENTRY].to_vec();
        bomb[HEADER + ENTRY..HEADER + 2 * ENTRY].copy_from_slice(&entry);
        bomb[HEADER + 2 * ENTRY..HEADER + 3 * ENTRY].copy_from_slice(&entry);
        assert_eq!(strip(&bomb), None);
    }
}
