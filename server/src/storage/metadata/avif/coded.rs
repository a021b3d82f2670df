//! The coded data of an AV1 picture: units, each with its kind and length. Those that carry notes, fill up or are not known
//! are turned into empty ones that fill up. The others are left alone: how much of one is needed only a decoder knows.

const METADATA: u8 = 5;
const PADDING: u8 = 15;

pub fn clean(data: &mut [u8]) -> Option<()> {
    let mut rest = data;
    while let Some(head) = rest.first().copied() {
        let (kind, has_extension, has_length) = (head >> 3 & 15, head >> 2 & 1, head >> 1 & 1 == 1);
        (head & 0x81 == 0).then_some(())?;
        let start = 1 + usize::from(has_extension);
        let (start, length) = match has_length {
            true => {
                let (bytes, length) = length(rest.get(start..)?)?;
                (start + bytes, length)
            }
            false => (start, rest.len().checked_sub(start)?),
        };
        let end = start.checked_add(length)?;
        let content = rest.get_mut(start..end)?;
        if kind == METADATA || kind == 0 || kind >= 8 {
            content.fill(0);
            if let Some(last) = content.last_mut() {
                *last = 0x80;
            }
            rest[0] = head & 0x07 | PADDING << 3;
        }
        rest = &mut rest[end..];
    }
    Some(())
}

/// A number of seven bits a byte, the lowest first, and how many bytes it takes.
fn length(bytes: &[u8]) -> Option<(usize, usize)> {
    let count = 1 + bytes.iter().take(8).position(|byte| byte & 0x80 == 0)?;
    let number = bytes[..count].iter().rev().fold(0_u64, |number, byte| number << 7 | u64::from(byte & 0x7f));
    Some((count, usize::try_from(number).ok()?))
}
