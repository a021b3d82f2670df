//! Follows the compressed data of a scan to its last block, without making a picture of it: what stands behind it is not
//! seen by anyone. Both kinds that browsers show: sequential and progressive.

use super::bits::{Bits, Codes, Stop};
use super::frame::{Component, Frame};

/// The head of a scan: which part of which coefficients of which components it brings.
pub struct Scan {
    /// Places in the frame's list.
    pub components: Vec<usize>,
    pub tables: Vec<(u8, u8)>,
    pub first: u8,
    pub last: u8,
    /// Which bit of them, counted from below; and which was brought before (0 for none).
    pub high: u8,
    pub low: u8,
}

impl Scan {
    pub fn read(content: &[u8], frame: &Frame) -> Option<Scan> {
        let (count, rest) = content.split_first()?;
        let (list, [first, last, bits]) = rest.split_last_chunk::<3>()?;
        if !(1..=4).contains(count) || list.len() != 2 * usize::from(*count) {
            return None;
        }
        let (mut components, mut tables) = (Vec::new(), Vec::new());
        for entry in list.chunks_exact(2) {
            let component = frame.components.iter().position(|component| component.id == entry[0])?;
            (!components.contains(&component)).then_some(())?;
            components.push(component);
            tables.push((entry[1] >> 4, entry[1] & 15));
            (entry[1] & 0xcc == 0).then_some(())?; // there are four of each kind
        }
        let scan = Scan { components, tables, first: *first, last: *last, high: bits >> 4, low: bits & 15 };
        let fits = match frame.progressive {
            false => (scan.first, scan.last, scan.high, scan.low) == (0, 63, 0, 0),
            true if scan.first == 0 => scan.last == 0,
            true => scan.first <= scan.last && scan.last < 64 && scan.components.len() == 1,
        };
        let is_next = scan.high == 0 || scan.low + 1 == scan.high;
        (fits && is_next && scan.low < 14).then_some(scan)
    }

    /// Brightness tables of the first coefficient, and those of the others, by number.
    pub fn needs(&self, frame: &Frame) -> impl Iterator<Item = (u8, u8)> {
        let first = self.first == 0 && self.high == 0;
        let others = !frame.progressive || self.first > 0;
        let firsts = self.tables.iter().filter(move |_| first).map(|(number, _)| (0, *number));
        firsts.chain(self.tables.iter().filter(move |_| others).map(|(_, number)| (1, *number)))
    }
}

/// How far a scan was followed: coded blocks, and how many more were announced to follow that are empty.
struct Walk<'a> {
    scan: &'a Scan,
    progressive: bool,
    bits: Bits<'a>,
    codes: &'a [[Option<Codes>; 4]; 2],
    empty_blocks: u32,
}

/// Copies the data of the scan up to its last block; `None` where it cannot be followed. One that ends early, as of a
/// photo whose end is missing, is copied as far as it goes.
pub fn copy(
    data: &[u8],
    scan: &Scan,
    frame: &mut Frame,
    codes: &[[Option<Codes>; 4]; 2],
    restart_every: usize,
    out: &mut Vec<u8>,
) -> Option<()> {
    let (across, down) = frame.units(scan);
    let units = across * down;
    let mut rest = data;
    let mut done = 0;
    loop {
        let bits = Bits::new(rest);
        let mut walk = Walk { scan, progressive: frame.progressive, bits, codes, empty_blocks: 0 };
        let until = if restart_every == 0 { units } else { units.min(done + restart_every) };
        while done < until {
            match walk.unit(frame, done % across, done / across) {
                Ok(()) => done += 1,
                Err(Stop::Ended) => break,
                Err(Stop::Broken) => return None,
            }
        }
        // What is cut off may have taken in bits of a code that does not end.
        let ended_early = done < until;
        let end = if ended_early { next_marker(rest) } else { walk.bits.end() };
        out.extend_from_slice(&rest[..end]);
        rest = &rest[end + next_marker(&rest[end..])..];
        match rest {
            _ if done == units => return Some(()),
            // A damaged part is passed over by counting on from the next mark.
            [0xff, mark @ 0xd0..=0xd7, after @ ..] if restart_every > 0 => {
                out.extend([0xff, *mark]);
                (rest, done) = (after, until);
            }
            _ => return Some(()),
        }
    }
}

/// Where compressed data ends: at the next marker, or with the file.
fn next_marker(data: &[u8]) -> usize {
    data.windows(2).position(|pair| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xff)).unwrap_or(data.len())
}

impl<'a> Walk<'a> {
    /// The blocks that are coded together: one, or in a scan of several components some of each.
    fn unit(&mut self, frame: &mut Frame, across: usize, down: usize) -> Result<(), Stop> {
        let alone = self.scan.components.len() == 1;
        for (place, number) in self.scan.components.iter().enumerate() {
            let component = &mut frame.components[*number];
            let (width, height) = if alone { (1, 1) } else { (component.width, component.height) };
            for row in 0..height {
                for column in 0..width {
                    let block = (down * height + row) * component.stride + across * width + column;
                    self.block(component, block, self.scan.tables[place])?;
                }
            }
        }
        Ok(())
    }

    fn block(&mut self, component: &mut Component, block: usize, tables: (u8, u8)) -> Result<(), Stop> {
        match (self.progressive, self.scan.first, self.scan.high) {
            (false, ..) => {
                self.first_coefficient(tables.0)?;
                self.others(tables.1)
            }
            (true, 0, 0) => self.first_coefficient(tables.0),
            (true, 0, _) => self.bits.skip(1),
            (true, _, 0) => self.new_coefficients(component.coefficients(block), tables.1),
            (true, ..) => self.refined_coefficients(component.coefficients(block), tables.1),
        }
    }

    fn codes(&self, kind: usize, table: u8) -> Result<&'a Codes, Stop> {
        self.codes[kind][usize::from(table)].as_ref().ok_or(Stop::Broken)
    }

    fn first_coefficient(&mut self, table: u8) -> Result<(), Stop> {
        let codes = self.codes(0, table)?;
        match self.bits.code_and_bits(codes)? {
            0..=15 => Ok(()),
            _ => Err(Stop::Broken),
        }
    }

    fn others(&mut self, table: u8) -> Result<(), Stop> {
        let codes = self.codes(1, table)?;
        let mut at = 1;
        while at < 64 {
            match self.bits.code_and_bits(codes)? {
                0xf0 => at += 16,
                symbol if symbol & 15 == 0 => break,
                symbol => at += 1 + (symbol >> 4),
            }
        }
        Ok(())
    }

    /// This and the next blocks have no more to come.
    fn run_of_empty(&mut self, length: u32) -> Result<u32, Stop> {
        Ok((1 << length) + self.bits.read(length)?)
    }

    fn new_coefficients(&mut self, known: &mut u64, table: u8) -> Result<(), Stop> {
        if self.empty_blocks > 0 {
            self.empty_blocks -= 1;
            return Ok(());
        }
        let codes = self.codes(1, table)?;
        let mut at = u32::from(self.scan.first);
        while at <= u32::from(self.scan.last) {
            let symbol = u32::from(self.bits.code_and_bits(codes)?);
            match (symbol >> 4, symbol & 15) {
                (15, 0) => at += 16,
                (length, 0) => {
                    self.empty_blocks = self.run_of_empty(length)? - 1;
                    break;
                }
                (zeros, _) => {
                    at += zeros;
                    *known |= 1_u64.checked_shl(at).unwrap_or(0);
                    at += 1;
                }
            }
        }
        Ok(())
    }

    /// One more bit of those that are known, and new ones in between.
    fn refined_coefficients(&mut self, known: &mut u64, table: u8) -> Result<(), Stop> {
        let codes = self.codes(1, table)?;
        let (mut at, last) = (u32::from(self.scan.first), u32::from(self.scan.last));
        while self.empty_blocks == 0 && at <= last {
            let symbol = u32::from(self.bits.code(codes)?);
            let (mut zeros, length) = (symbol >> 4, symbol & 15);
            match (zeros, length) {
                (15, 0) => {}
                (run, 0) => {
                    self.empty_blocks = self.run_of_empty(run)?;
                    break;
                }
                _ => self.bits.skip(1)?,
            }
            while at <= last {
                if *known >> at & 1 == 1 {
                    self.bits.skip(1)?;
                } else if zeros == 0 {
                    break;
                } else {
                    zeros -= 1;
                }
                at += 1;
            }
            if length > 0 && at <= last {
                *known |= 1 << at;
            }
            at += 1;
        }
        if self.empty_blocks > 0 {
            if at <= last {
                let rest = *known >> at << at & (u64::MAX >> (63 - last));
                (0..rest.count_ones()).try_for_each(|_| self.bits.skip(1))?;
            }
            self.empty_blocks -= 1;
        }
        Ok(())
    }
}
