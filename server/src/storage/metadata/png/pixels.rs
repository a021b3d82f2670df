//! How many bytes the pixels of a PNG are, and how many a compressed stream holds. Never holds more than a piece of them.

use flate2::{Decompress, FlushDecompress, Status};

use super::Chunk;

const PIECE: usize = 64 * 1024;
/// All frames of an animation together. Unpacking that much takes about a second.
const MAX_INFLATED: u64 = 1 << 30;

/// The seven passes of an interlaced picture: the first column and row of each, and the steps to the next.
const PASSES: [(u32, u32, u32, u32); 7] =
    [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];

pub struct Head {
    pub width: u32,
    pub height: u32,
    pub depth: u8,
    colours: u8,
    interlaced: bool,
}

impl Head {
    pub fn read(chunk: &Chunk) -> Option<Head> {
        let content: &[u8; 13] = chunk.content.try_into().ok().filter(|_| chunk.name == b"IHDR")?;
        let [a, b, c, d, e, f, g, h, depth, colours, 0, 0, interlaced @ 0..=1] = *content else { return None };
        let known = match colours {
            0 => matches!(depth, 1 | 2 | 4 | 8 | 16),
            3 => matches!(depth, 1 | 2 | 4 | 8),
            2 | 4 | 6 => matches!(depth, 8 | 16),
            _ => false,
        };
        let (width, height) = (u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h]));
        known.then_some(Head { width, height, depth, colours, interlaced: interlaced == 1 })
    }

    pub fn has_palette(&self) -> bool {
        self.colours == 3
    }

    /// The bytes of one colour where one may be named that is see-through; never the length of a chunk otherwise.
    pub fn colour_size(&self) -> usize {
        match self.colours {
            0 => 2,
            2 => 6,
            _ => usize::MAX,
        }
    }

    /// Rows of pixels, each with a byte before it that says how it is filtered.
    pub fn inflated_size(&self, width: u32, height: u32) -> Option<u64> {
        let channels = [1, 0, 3, 1, 2, 0, 4].get(usize::from(self.colours))?;
        let bits = u64::from(self.depth) * channels;
        let rows = |width: u32, height: u32| match width {
            0 => Some(0),
            _ => (u64::from(width) * bits).div_ceil(8).checked_add(1)?.checked_mul(height.into()),
        };
        if !self.interlaced {
            return rows(width, height);
        }
        PASSES.iter().try_fold(0_u64, |sum, (left, top, across, down)| {
            let count = |length: u32, first: u32, step: u32| length.saturating_sub(first).div_ceil(step);
            sum.checked_add(rows(count(width, *left, *across), count(height, *top, *down))?)
        })
    }
}

/// Unpacks streams one after the other, and only counts what comes out.
pub struct Unpacker {
    inflate: Decompress,
    piece: Vec<u8>,
    /// Of the streams before.
    inflated: u64,
    is_over: bool,
}

impl Default for Unpacker {
    fn default() -> Unpacker {
        Unpacker { inflate: Decompress::new(true), piece: vec![0; PIECE], inflated: 0, is_over: false }
    }
}

impl Unpacker {
    pub fn begin(&mut self) {
        self.inflate.reset(true);
        self.is_over = false;
    }

    /// How many of these bytes belong to the stream; `None` where it is broken or holds too much.
    pub fn push(&mut self, mut packed: &[u8]) -> Option<usize> {
        let before = self.inflate.total_in();
        while !self.is_over {
            let (taken, given) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self.inflate.decompress(packed, &mut self.piece, FlushDecompress::None).ok()?;
            let (taken, given) = (self.inflate.total_in() - taken, self.inflate.total_out() - given);
            packed = &packed[taken as usize..];
            self.is_over = status == Status::StreamEnd;
            // Neither more to read nor more to give, yet not over: it is stuck.
            (self.is_over || packed.is_empty() || taken + given > 0).then_some(())?;
            (self.inflated + self.inflate.total_out() <= MAX_INFLATED).then_some(())?;
            // It may have more to give where it filled the piece.
            if packed.is_empty() && given < PIECE as u64 {
                break;
            }
        }
        Some((self.inflate.total_in() - before) as usize)
    }

    /// How many bytes came out of the stream; `None` when it has not ended.
    pub fn end(&mut self) -> Option<u64> {
        self.inflated += self.inflate.total_out();
        self.is_over.then(|| self.inflate.total_out())
    }
}
