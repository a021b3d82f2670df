//! A GIF is a header followed by blocks up to a trailer. Kept are images, graphic control and the loop count; comments,
//! plain text and every other application extension are dropped.

const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2c;
const TRAILER: u8 = 0x3b;
const GRAPHIC_CONTROL: u8 = 0xf9;
const APPLICATION: u8 = 0xff;

pub fn strip(gif: &[u8]) -> Option<Vec<u8>> {
    let head = gif.get(..13)?;
    let mut at = 13 + colours(head[10]);
    let mut clean = gif.get(..at)?.to_vec();
    let mut has_picture = false;
    loop {
        match gif.get(at) {
            Some(&TRAILER) => break,
            Some(&EXTENSION) => {
                let (label, start) = (*gif.get(at + 1)?, at + 2);
                let end = end_of_blocks(gif, start)?;
                if is_kept(label, &gif[start..end]) {
                    clean.extend_from_slice(&gif[at..end]);
                }
                at = end;
            }
            Some(&IMAGE) => {
                let colours = colours(*gif.get(at + 9)?);
                // One byte for the LZW code size precedes the data.
                let end = end_of_blocks(gif, at + 10 + colours + 1)?;
                clean.extend_from_slice(&gif[at..end]);
                has_picture = true;
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

fn is_kept(label: u8, blocks: &[u8]) -> bool {
    match label {
        GRAPHIC_CONTROL => matches!(blocks, [4, _, _, _, _, 0]),
        APPLICATION => {
            let application =
                blocks.strip_prefix(b"\x0bNETSCAPE2.0").or_else(|| blocks.strip_prefix(b"\x0bANIMEXTS1.0"));
            matches!(application, Some([3, 1, _, _, 0]))
        }
        _ => false,
    }
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
