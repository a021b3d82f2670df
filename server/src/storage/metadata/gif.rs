//! A GIF is a header followed by blocks up to a trailer. Kept are images, with the graphic control that belongs to each, and
//! the loop count; comments, plain text and every other application extension are dropped. Compressed pixels are followed
//! to their end, and what lies behind it is dropped.

mod lzw;

const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2c;
const TRAILER: u8 = 0x3b;
const GRAPHIC_CONTROL: u8 = 0xf9;
const APPLICATION: u8 = 0xff;

/// Place, size and a packed field, after the byte that says that it is an image.
const IMAGE_HEAD: usize = 10;

pub fn strip(gif: &[u8]) -> Option<Vec<u8>> {
    let head = gif.get(..13)?;
    let mut at = 13 + colours(head[10]);
    let mut clean = gif.get(..at)?.to_vec();
    let (mut has_picture, mut has_loop) = (false, false);
    // Only the last one before an image counts.
    let mut control: &[u8] = &[];
    loop {
        match gif.get(at) {
            Some(&TRAILER) => break,
            Some(&EXTENSION) => {
                let (label, start) = (*gif.get(at + 1)?, at + 2);
                let end = end_of_blocks(gif, start)?;
                match label {
                    GRAPHIC_CONTROL if matches!(gif[start..end], [4, _, _, _, _, 0]) => control = &gif[at..end],
                    APPLICATION if is_loop(&gif[start..end]) && !has_loop => {
                        clean.extend_from_slice(&gif[at..end]);
                        has_loop = true;
                    }
                    _ => {}
                }
                at = end;
            }
            Some(&IMAGE) => {
                let head = gif.get(at..at + IMAGE_HEAD)?;
                let pixels = at + IMAGE_HEAD + colours(head[9]);
                let end = end_of_blocks(gif, pixels + 1)?;
                clean.extend_from_slice(control);
                clean.extend_from_slice(&gif[at..=pixels]);
                let side = |at: usize| u64::from(u16::from_le_bytes([head[at], head[at + 1]]));
                add_pixels(&mut clean, &gif[pixels + 1..end], gif[pixels], side(5) * side(7))?;
                (has_picture, control) = (true, &[]);
                at = end;
            }
            // Browsers treat any other byte as the end and show what they have.
            _ if has_picture => break,
            _ => return None,
        }
    }
    clean.push(TRAILER);
    Some(clean)
}

/// As many of them as the image has, in blocks of their own.
fn add_pixels(clean: &mut Vec<u8>, mut blocks: &[u8], depth: u8, count: u64) -> Option<()> {
    let mut packed = Vec::with_capacity(blocks.len());
    while let [length @ 1..=255, rest @ ..] = blocks {
        let (block, rest) = rest.split_at_checked(usize::from(*length))?;
        packed.extend_from_slice(block);
        blocks = rest;
    }
    let length = lzw::length(&packed, Some(depth).filter(|depth| (1..=8).contains(depth))?, count)?;
    for block in packed[..length].chunks(255) {
        clean.push(block.len() as u8);
        clean.extend_from_slice(block);
    }
    clean.push(0);
    Some(())
}

/// The size in bytes of the colour table that the packed field announces.
fn colours(packed: u8) -> usize {
    if packed & 0x80 == 0 { 0 } else { 3 << ((packed & 7) + 1) }
}

/// Sub-blocks, each with its length first, up to an empty one.
fn end_of_blocks(gif: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let length = usize::from(*gif.get(at)?);
        at += 1 + length;
        if length == 0 {
            return Some(at);
        }
    }
}

fn is_loop(blocks: &[u8]) -> bool {
    let application = blocks.strip_prefix(b"\x0bNETSCAPE2.0").or_else(|| blocks.strip_prefix(b"\x0bANIMEXTS1.0"));
    matches!(application, Some([3, 1, _, _, 0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff";
    const LOOP: &[u8] = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0";
    const FRAME: &[u8] = b"!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0";
    const OWN_COLOURS: &[u8] = b",\0\0\0\0\x01\0\x01\0\x80\x01\x02\x03\x04\x05\x06\x02\x02D\x01\0";

    #[test]
    fn pictures_and_the_loop_stay() {
        let gif = [HEAD, LOOP, FRAME, FRAME, OWN_COLOURS, b";"].concat();
        assert_eq!(strip(&gif).unwrap(), gif);
        assert_eq!(strip(b"GIF89a\x02\0\x02\0\0\0\0;").unwrap(), b"GIF89a\x02\0\x02\0\0\0\0;");
    }

    #[test]
    fn no_block_holds_a_note() {
        let plain = [HEAD, LOOP, FRAME, OWN_COLOURS, b";"].concat();
        for note in [
            &b"!\xfe\x07Zulekha\x07Zulekha\0"[..],
            b"!\xff\x0bXMP DataXMP\x07Zulekha\0",
            b"!\xff\x0bNETSCAPE2.0\x07Zulekha\0",
            b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\x07Zulekha\0",
            b"!\xff\x0bICCRGBG1012\x07Zulekha\0",
            b"!\x01\x0c\0\0\0\0\0\0\0\0\0\0\0\0\x07Zulekha\0",
            b"!\xf9\x07Zulekha\0",
            b"!\x42\x07Zulekha\0",
        ] {
            let before = [HEAD, note, LOOP, note, FRAME, OWN_COLOURS, b";"].concat();
            let after = [HEAD, LOOP, FRAME, note, OWN_COLOURS, note, b";Zulekha"].concat();
            assert_eq!(strip(&before).unwrap(), plain, "{note:?}");
            assert_eq!(strip(&after).unwrap(), plain, "{note:?}");
        }
        let stray = [HEAD, LOOP, FRAME, OWN_COLOURS, b"\0Zulekha;"].concat();
        assert_eq!(strip(&stray).unwrap(), plain, "a browser stops there too");
        assert_eq!(strip(&plain[..plain.len() - 1]).unwrap(), plain);
    }

    /// A frame of noise of sixteen colours, packed as the format's description has it.
    fn noise(width: u16, height: u16) -> Vec<u8> {
        let count = u32::from(width) * u32::from(height);
        let pixels = (0..count).map(|at| (at.wrapping_mul(2_654_435_761) >> 27) as u16 % 16);
        let (mut packed, mut held, mut held_bits) = (Vec::new(), 0_u32, 0);
        let mut put = |code: u16, width: u32| {
            held |= u32::from(code) << held_bits;
            held_bits += width;
            while held_bits >= 8 {
                packed.push(held as u8);
                (held, held_bits) = (held >> 8, held_bits - 8);
            }
        };
        put(16, 5);
        let (mut known, mut next, mut width, mut run) = (std::collections::HashMap::new(), 18, 5, None);
        for pixel in pixels {
            run = match run {
                None => Some(pixel),
                Some(before) => match known.get(&(before, pixel)) {
                    Some(code) => Some(*code),
                    None => {
                        put(before, width);
                        if next < 4096 {
                            known.insert((before, pixel), next);
                            width += u32::from(next == 1 << width);
                            next += 1;
                        } else {
                            put(16, 12);
                            known.clear();
                            (next, width) = (18, 5);
                        }
                        Some(pixel)
                    }
                },
            };
        }
        put(run.unwrap(), width);
        // The table of the one who reads grows once more.
        let width = if next < 4096 { width + u32::from(next == 1 << width) } else { 12 };
        put(17, width);
        put(0, 7);
        packed
    }

    fn frame(width: u16, height: u16, packed: &[u8]) -> Vec<u8> {
        let sides = [width.to_le_bytes(), height.to_le_bytes()].concat();
        let mut out = [b",\0\0\0\0", &sides[..], b"\0\x04"].concat();
        for block in packed.chunks(255) {
            out.push(block.len() as u8);
            out.extend(block);
        }
        out.push(0);
        out
    }

    #[test]
    fn nothing_hides_behind_the_pixels() {
        for (width, height) in [(1, 1), (3, 5), (40, 30), (300, 200)] {
            let packed = noise(width, height);
            let plain = [HEAD, &frame(width, height, &packed), b";"].concat();
            assert_eq!(strip(&plain).unwrap(), plain, "{width} by {height}");
            let noted = [&packed[..], b"Zulekha"].concat();
            let noted = [HEAD, &frame(width, height, &noted), b";"].concat();
            assert_eq!(strip(&noted).unwrap(), plain, "behind the code that ends it");
        }
        // Pixels beyond the last one, which nobody sees.
        let more = noise(40, 30);
        let clean = strip(&[HEAD, &frame(4, 3, &more), b";"].concat()).unwrap();
        assert!(clean.len() < HEAD.len() + 11 + 20, "{}", clean.len());
        assert_eq!(strip(&clean).unwrap(), clean);
        let meaningless = [HEAD, &frame(4, 3, b"\xff\xff Zulekha"), b";"].concat();
        assert_eq!(strip(&meaningless), None);
    }

    #[test]
    fn controls_and_loops_do_not_pile_up() {
        let plain = [HEAD, LOOP, FRAME, b";"].concat();
        let word = |word: &[u8; 4]| [b"!\xf9\x04", &word[..], b"\0"].concat();
        let piled = [HEAD, LOOP, &word(b"Zule"), &word(b"kha!"), LOOP, FRAME, &word(b"Zule"), LOOP, b";"].concat();
        assert_eq!(strip(&piled).unwrap(), plain);
    }

    #[test]
    fn a_cut_one_is_refused() {
        let gif = [HEAD, LOOP, FRAME, b";"].concat();
        for length in (0..gif.len() - 1).filter(|length| *length != gif.len() - 1) {
            let Some(clean) = strip(&gif[..length]) else { continue };
            panic!("{length}: {clean:?}");
        }
        assert_eq!(strip(b"GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)//"), None);
    }
}
