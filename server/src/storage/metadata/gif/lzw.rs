//! The compressed pixels of a GIF (LZW): codes of growing width, each for a run of pixels. Only counts them.

const MAX_CODES: usize = 4096;

/// How many bytes of `packed` hold a frame of this many pixels, with the code that ends it; `None` where a code means
/// nothing. `depth` are the bits of a pixel.
pub fn length(packed: &[u8], depth: u8, pixels: u64) -> Option<usize> {
    let clear = 1_usize << depth;
    let end = clear + 1;
    // How many pixels each code stands for.
    let mut runs = [1_u64; MAX_CODES];
    let (mut next, mut width, mut before, mut left) = (end + 1, depth + 1, None, pixels);
    let mut bits = Bits { packed, at: 0 };
    let mut used = 0;
    while let Some(code) = bits.next(width) {
        if left == 0 && code != end {
            break;
        }
        used = bits.at.div_ceil(8);
        if code == end {
            break;
        }
        if code == clear {
            (next, width, before) = (end + 1, depth + 1, None);
            continue;
        }
        if let Some(run) = before {
            // A code may be used in the moment in which it comes to be.
            if next < MAX_CODES {
                runs[next] = run + 1;
                next += 1;
            }
            (code < next).then_some(())?;
        } else {
            (code < clear).then_some(())?;
        }
        let run = if code < clear { 1 } else { runs[code] };
        before = Some(run);
        left = left.saturating_sub(run);
        if next == 1 << width && next < MAX_CODES {
            width += 1;
        }
    }
    Some(used)
}

struct Bits<'a> {
    packed: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// The next bits as a number, the lowest first.
    fn next(&mut self, width: u8) -> Option<usize> {
        let byte = self.at / 8;
        let bytes = self.packed.get(byte..)?;
        let three = [0, 1, 2].map(|place| bytes.get(place).copied().map_or(0, u32::from));
        let number = (three[0] | three[1] << 8 | three[2] << 16) >> (self.at % 8) & ((1 << width) - 1);
        self.at += usize::from(width);
        (self.at <= self.packed.len() * 8).then_some(number as usize)
    }
}
