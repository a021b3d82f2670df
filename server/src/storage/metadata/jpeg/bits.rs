//! The compressed data of a JPEG, bit by bit, and the Huffman codes in it.

/// Why reading stops.
#[derive(Debug, PartialEq)]
pub enum Stop {
    /// The data ends here: at a marker, or with the file.
    Ended,
    /// A code that means nothing.
    Broken,
}

pub struct Bits<'a> {
    data: &'a [u8],
    /// Of the next byte to take in.
    at: usize,
    /// Bits that were taken in and not yet read, the first of them the highest.
    held: u64,
    count: u32,
    /// What comes next is read differently by different programs.
    doubtful: bool,
}

impl<'a> Bits<'a> {
    pub fn new(data: &'a [u8]) -> Bits<'a> {
        Bits { data, at: 0, held: 0, count: 0, doubtful: false }
    }

    fn stop(&self) -> Stop {
        if self.doubtful { Stop::Broken } else { Stop::Ended }
    }

    /// In the data, 0xFF is followed by a zero; followed by anything else it is a marker.
    fn take_in(&mut self) {
        // Four at once where no 0xFF is among them, which is nearly always.
        if self.count <= 32
            && let Some(four) = self.data.get(self.at..).and_then(|rest| rest.first_chunk::<4>())
            && !four.contains(&0xff)
        {
            self.held |= u64::from(u32::from_be_bytes(*four)) << (32 - self.count);
            self.count += 32;
            self.at += 4;
            return;
        }
        while self.count <= 56 {
            let byte = match self.data.get(self.at..) {
                Some([0xff, 0x00, ..]) => {
                    self.at += 2;
                    0xff
                }
                Some([byte, ..]) if *byte != 0xff => {
                    self.at += 1;
                    *byte
                }
                Some([0xff, rest @ ..]) => {
                    // Before a marker it may stand more than once, but not before a zero.
                    self.doubtful = rest.iter().find(|byte| **byte != 0xff) == Some(&0);
                    break;
                }
                _ => break,
            };
            self.held |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
    }

    pub fn skip(&mut self, bits: u32) -> Result<(), Stop> {
        self.read(bits).map(drop)
    }

    /// Up to sixteen bits.
    pub fn read(&mut self, bits: u32) -> Result<u32, Stop> {
        if self.count < bits {
            self.take_in();
        }
        if self.count < bits {
            return Err(self.stop());
        }
        let number = if bits == 0 { 0 } else { (self.held >> (64 - bits)) as u32 };
        self.held <<= bits;
        self.count -= bits;
        Ok(number)
    }

    /// A code, and past the bits that its lower half says follow it.
    #[inline]
    pub fn code_and_bits(&mut self, codes: &Codes) -> Result<u8, Stop> {
        if self.count < 32 {
            self.take_in();
        }
        let (length, symbol) = codes.short[(self.held >> (64 - SHORT)) as usize];
        // Nearly always: the code is short, and all of its bits are here.
        if length > 0 && self.count >= 32 {
            let taken = u32::from(length) + u32::from(symbol & 15);
            self.held <<= taken;
            self.count -= taken;
            return Ok(symbol);
        }
        let symbol = self.code(codes)?;
        self.skip(u32::from(symbol & 15))?;
        Ok(symbol)
    }

    pub fn code(&mut self, codes: &Codes) -> Result<u8, Stop> {
        if self.count < 16 {
            self.take_in();
        }
        let (length, symbol) = match codes.short[(self.held >> (64 - SHORT)) as usize] {
            (0, _) => codes.all[(self.held >> 48) as usize],
            short => short,
        };
        let length = u32::from(length);
        match length {
            _ if self.count < length.max(1) => Err(self.stop()),
            0 if self.count < 16 => Err(self.stop()),
            0 => Err(Stop::Broken),
            _ => {
                self.held <<= length;
                self.count -= length;
                Ok(symbol)
            }
        }
    }

    /// Where the byte of which something was read last is over.
    pub fn end(&self) -> usize {
        (0..self.count / 8).fold(self.at, |at, _| {
            let stuffed = at >= 2 && self.data[at - 2..at] == [0xff, 0x00];
            at - if stuffed { 2 } else { 1 }
        })
    }
}

/// For every sixteen bits, the length of the code that they begin with and what it means; of length 0 where none does.
pub struct Codes {
    all: Vec<(u8, u8)>,
    /// The same for fewer bits, which most codes need: a table that stays near the processor.
    short: [(u8, u8); 1 << SHORT],
}

const SHORT: u32 = 10;

impl Codes {
    /// From how many codes there are of each length, and their meanings in order.
    pub fn new(table: &[u8]) -> Option<Codes> {
        let (counts, symbols) = table.split_at_checked(16)?;
        let mut codes = Vec::with_capacity(1 << 16);
        let mut symbols = symbols.iter();
        for (length, count) in (1_u8..).zip(counts) {
            for _ in 0..*count {
                let reach = 1_usize << (16 - length);
                codes.extend(std::iter::repeat_n((length, *symbols.next()?), reach));
            }
        }
        (codes.len() <= 1 << 16).then_some(())?;
        codes.resize(1 << 16, (0, 0));
        let short = std::array::from_fn(|bits| match codes[bits << (16 - SHORT)] {
            (length, _) if u32::from(length) > SHORT => (0, 0),
            code => code,
        });
        Some(Codes { all: codes, short })
    }
}
