//! The frame of a JPEG: its size, its components (brightness and two of colour, mostly), and what scans have brought of
//! them.

use super::scan::Scan;
use crate::storage::kind::MAX_PIXELS;

pub struct Frame {
    pub progressive: bool,
    pub components: Vec<Component>,
    width: usize,
    height: usize,
}

pub struct Component {
    pub id: u8,
    /// How many of its blocks lie side by side and one below the other in a unit.
    pub width: usize,
    pub height: usize,
    pub quantisation: u8,
    /// Blocks in a row and rows, filled up to whole units.
    pub stride: usize,
    rows: usize,
    /// For each block, which coefficients are not zero. Empty where nobody has to know.
    known: Vec<u64>,
    /// Which coefficients have been brought, of all blocks.
    brought: [bool; 64],
}

impl Component {
    pub fn coefficients(&mut self, block: usize) -> &mut u64 {
        if self.known.is_empty() {
            self.known = vec![0; self.stride * self.rows];
        }
        &mut self.known[block]
    }
}

impl Frame {
    pub fn read(progressive: bool, content: &[u8]) -> Option<Frame> {
        let [8 | 12, a, b, c, d, count @ 1..=4, list @ ..] = content else { return None };
        let (height, width) = (usize::from(u16::from_be_bytes([*a, *b])), usize::from(u16::from_be_bytes([*c, *d])));
        let fits = width > 0 && height > 0 && (width * height) as u64 <= MAX_PIXELS;
        if !fits || list.len() != 3 * usize::from(*count) {
            return None;
        }
        let sides = |entry: &[u8]| (usize::from(entry[1] >> 4), usize::from(entry[1] & 15));
        let (mut widest, mut highest) = (0, 0);
        for (across, down) in list.chunks_exact(3).map(sides) {
            ((1..=4).contains(&across) && (1..=4).contains(&down)).then_some(())?;
            (widest, highest) = (widest.max(across), highest.max(down));
        }
        let components = list.chunks_exact(3).map(|entry| {
            let (across, down) = sides(entry);
            Component {
                id: entry[0],
                width: across,
                height: down,
                quantisation: entry[2],
                stride: width.div_ceil(8 * widest) * across,
                rows: height.div_ceil(8 * highest) * down,
                known: Vec::new(),
                brought: [false; 64],
            }
        });
        Some(Frame { progressive, components: components.collect(), width, height })
    }

    fn largest(&self, side: fn(&Component) -> usize) -> usize {
        self.components.iter().map(side).max().unwrap_or(1)
    }

    /// How many units a scan has across and down.
    pub fn units(&self, scan: &Scan) -> (usize, usize) {
        let (widest, highest) = (self.largest(|component| component.width), self.largest(|component| component.height));
        match scan.components.as_slice() {
            [alone] => {
                let component = &self.components[*alone];
                let blocks = |length: usize, part: usize, whole: usize| (length * part).div_ceil(whole).div_ceil(8);
                (blocks(self.width, component.width, widest), blocks(self.height, component.height, highest))
            }
            _ => (self.width.div_ceil(8 * widest), self.height.div_ceil(8 * highest)),
        }
    }

    /// Notes what the scan brings; `None` when something of it was there already, which it would replace: nobody would see
    /// that. A scan that makes coefficients more exact replaces nothing.
    pub fn bring(&mut self, scan: &Scan) -> Option<()> {
        for number in &scan.components {
            for brought in &mut self.components[*number].brought[scan.first.into()..=scan.last.into()] {
                (!*brought || scan.high > 0).then_some(())?;
                *brought = true;
            }
        }
        Some(())
    }
}
