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

/// Before the compressed data of a stream, and after it: a sum, which browsers do not ask for either.
const HEAD: usize = 2;
const SUM: usize = 4;

/// Unpacks streams one after the other, and only counts what comes out.
pub struct Unpacker {
    inflate: Decompress,
    piece: Vec<u8>,
    /// Of the streams before.
    inflated: u64,
    head: Vec<u8>,
    /// How many bytes of the sum are still to come, once the data is over.
    sum: Option<usize>,
}

impl Default for Unpacker {
    fn default() -> Unpacker {
        Unpacker { inflate: Decompress::new(false), piece: vec![0; PIECE], inflated: 0, head: Vec::new(), sum: None }
    }
}

impl Unpacker {
    pub fn begin(&mut self) {
        self.inflate.reset(false);
        self.head.clear();
        self.sum = None;
    }

    /// How many of these bytes belong to the stream; `None` where it is broken or holds too much.
    pub fn push(&mut self, packed: &[u8]) -> Option<usize> {
        let mut used = packed.len().min(HEAD - self.head.len());
        self.head.extend_from_slice(&packed[..used]);
        // The method, how far back it refers, and no dictionary.
        if let [method, flags] = *self.head.as_slice()
            && (method & 15 != 8 || flags & 0x20 != 0 || !u16::from_be_bytes([method, flags]).is_multiple_of(31))
        {
            return None;
        }
        while self.sum.is_none() && used < packed.len() {
            used += self.unpack(&packed[used..])?;
        }
        if let Some(sum) = &mut self.sum {
            let taken = (packed.len() - used).min(*sum);
            *sum -= taken;
            used += taken;
        }
        Some(used)
    }

    fn unpack(&mut self, packed: &[u8]) -> Option<usize> {
        let mut used = 0;
        loop {
            let before = (self.inflate.total_in(), self.inflate.total_out());
            let status = self.inflate.decompress(&packed[used..], &mut self.piece, FlushDecompress::None).ok()?;
            let (taken, given) = (self.inflate.total_in() - before.0, self.inflate.total_out() - before.1);
            used += taken as usize;
            (self.inflated + self.inflate.total_out() <= MAX_INFLATED).then_some(())?;
            if status == Status::StreamEnd {
                self.sum = Some(SUM);
                return Some(used);
            }
            // It may have more to give where it filled the piece.
            if used == packed.len() && given < PIECE as u64 {
                return Some(used);
            }
            (taken + given > 0).then_some(())?;
        }
    }

    /// How many bytes came out of the stream; `None` when it has not ended.
    pub fn end(&mut self) -> Option<u64> {
        self.inflated += self.inflate.total_out();
        self.sum.map(|_| self.inflate.total_out())
    }
}
