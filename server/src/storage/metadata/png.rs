//! A PNG is a sequence of named chunks that ends with IEND. Kept are the pixels, colours and resolution, the frames of
//! an animation and the orientation. The compressed pixels are unpacked, a piece at a time, to see that they are a
//! picture of that size and nothing more.

mod pixels;

use std::io::{Read, Write};

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use image::metadata::Orientation;

use super::{exif_of, icc};
use pixels::{Head, Unpacker};

pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

pub fn strip(png: &[u8], orientation: Orientation) -> Option<Vec<u8>> {
    let mut rest = png.strip_prefix(SIGNATURE)?;
    let (head_chunk, after) = next_chunk(rest)?;
    let head = Head::read(&head_chunk)?;
    rest = after;
    let mut clean = Writer { png: Vec::with_capacity(png.len()), stream: None, unpacker: Unpacker::default() };
    clean.png.extend_from_slice(SIGNATURE);
    clean.add(b"IHDR", head_chunk.content);
    if let Some(exif) = exif_of(orientation) {
        clean.add(b"eXIf", &exif);
    }

    let mut animation = Animation::default();
    let (mut seen, mut has_picture): (Vec<&[u8; 4]>, bool) = (Vec::new(), false);
    loop {
        let (Chunk { name, content }, after) = next_chunk(rest)?;
        rest = after;
        match name {
            b"IDAT" => {
                if !has_picture {
                    animation.frame_begins();
                    clean.begin(b"IDAT", &[], head.inflated_size(head.width, head.height)?);
                }
                has_picture = true;
                clean.go_on(b"IDAT", content)?;
            }
            b"fcTL" if animation.announced.is_some() => {
                clean.end()?;
                clean.add(name, &animation.control(content, &head)?);
            }
            b"fdAT" if animation.announced.is_some() && has_picture => {
                if let Some((width, height)) = animation.frame_begins() {
                    clean.end()?;
                    clean.begin(b"fdAT", &animation.next_number(), head.inflated_size(width, height)?);
                }
                clean.go_on(b"fdAT", content.get(4..)?)?;
            }
            b"IEND" => {
                clean.end()?;
                clean.add(name, b"");
                return (has_picture && animation.is_whole()).then_some(clean.png);
            }
            b"IHDR" => return None,
            // Each once: a thousand of them would hold a text.
            _ if seen.contains(&name) => {}
            _ => {
                let kept = kept(name, content, &head);
                // A critical chunk that is not known: the picture cannot be shown without understanding it.
                if kept.is_none() && name[0].is_ascii_uppercase() && name != b"PLTE" {
                    return None;
                }
                // An animation that is announced late is none.
                if let Some(kept) = kept.filter(|_| name != b"acTL" || !has_picture) {
                    if name == b"acTL" {
                        animation.announced = Some(u32::from_be_bytes(*kept.first_chunk()?));
                    }
                    clean.end()?;
                    clean.add(name, &kept);
                    seen.push(name);
                }
            }
        }
    }
}

struct Chunk<'a> {
    name: &'a [u8; 4],
    content: &'a [u8],
}

fn next_chunk(rest: &[u8]) -> Option<(Chunk<'_>, &[u8])> {
    let length = u32::from_be_bytes(*rest.first_chunk()?) as usize;
    let (chunk, after) = rest.split_at_checked(length.checked_add(12)?)?;
    Some((Chunk { name: chunk[4..].first_chunk()?, content: &chunk[8..8 + length] }, after))
}

/// What of a chunk is needed to show the picture. Its length must be the one that is known: text could hide behind it.
fn kept(name: &[u8; 4], content: &[u8], head: &Head) -> Option<Vec<u8>> {
    let length = content.len();
    let fits = match name {
        // Elsewhere it is only a suggestion.
        b"PLTE" => head.has_palette() && length > 0 && length.is_multiple_of(3) && length <= 3 << head.depth,
        b"iCCP" => return profile(content),
        b"tRNS" => head.has_palette() && length <= 1 << head.depth || length == head.colour_size(),
        b"gAMA" | b"cICP" => length == 4,
        b"cHRM" => length == 32,
        b"sRGB" => length == 1,
        b"pHYs" => length == 9,
        b"acTL" => length == 8,
        _ => false,
    };
    fits.then(|| content.to_vec())
}

/// A name, the method of compression and the compressed profile.
fn profile(content: &[u8]) -> Option<Vec<u8>> {
    let name = content.iter().take(80).position(|byte| *byte == 0)?;
    let packed = content[name..].strip_prefix(b"\0\0")?;
    let mut profile = Vec::new();
    ZlibDecoder::new(packed).take(icc::MAX_BYTES as u64 + 1).read_to_end(&mut profile).ok()?;
    let mut packed = ZlibEncoder::new(b"ICC\0\0".to_vec(), Compression::default());
    packed.write_all(&icc::clean(&profile)?).ok()?;
    packed.finish().ok()
}

/// What the parts of an animation say of each other. Their numbers are given anew.
#[derive(Default)]
struct Animation {
    announced: Option<u32>,
    frames: u32,
    number: u32,
    /// The size of a frame whose pixels are still to come.
    awaited: Option<(u32, u32)>,
}

impl Animation {
    fn next_number(&mut self) -> [u8; 4] {
        self.number += 1;
        (self.number - 1).to_be_bytes()
    }

    /// Size and place of the frame, how long it is shown, and how it is drawn.
    fn control(&mut self, content: &[u8], head: &Head) -> Option<Vec<u8>> {
        let content: &[u8; 26] = content.try_into().ok()?;
        let number = |at: usize| u32::from_be_bytes([content[at], content[at + 1], content[at + 2], content[at + 3]]);
        let (width, height) = (number(4), number(8));
        let inside = width.checked_add(number(12))? <= head.width && height.checked_add(number(16))? <= head.height;
        (inside && self.awaited.is_none() && content[24] < 3 && content[25] < 2).then_some(())?;
        self.awaited = Some((width, height));
        self.frames += 1;
        Some([&self.next_number()[..], &content[4..]].concat())
    }

    fn frame_begins(&mut self) -> Option<(u32, u32)> {
        self.awaited.take()
    }

    fn is_whole(&self) -> bool {
        self.awaited.is_none() && self.announced.is_none_or(|announced| announced == self.frames)
    }
}

/// The new file. Compressed pixels come in many chunks and are written as one, up to where they end.
struct Writer {
    png: Vec<u8>,
    stream: Option<Stream>,
    unpacker: Unpacker,
}

struct Stream {
    name: &'static [u8; 4],
    /// Where its chunk begins.
    at: usize,
    inflated_size: u64,
}

impl Writer {
    fn add(&mut self, name: &[u8; 4], content: &[u8]) {
        let at = self.png.len();
        self.png.extend([&[0; 4], &name[..], content].concat());
        self.seal(at);
    }

    /// Writes the length and the sum of the chunk that begins here.
    fn seal(&mut self, at: usize) {
        let length = (self.png.len() - at - 8) as u32;
        self.png[at..at + 4].copy_from_slice(&length.to_be_bytes());
        let mut sum = Crc::new();
        sum.update(&self.png[at + 4..]);
        self.png.extend(sum.sum().to_be_bytes());
    }

    fn begin(&mut self, name: &'static [u8; 4], before: &[u8], inflated_size: u64) {
        self.stream = Some(Stream { name, at: self.png.len(), inflated_size });
        self.png.extend([&[0; 4], &name[..], before].concat());
        self.unpacker.begin();
    }

    /// `None` where nothing of this name has begun: its pixels must not lie apart from each other.
    fn go_on(&mut self, name: &[u8; 4], content: &[u8]) -> Option<()> {
        self.stream.as_ref().filter(|stream| stream.name == name)?;
        let used = self.unpacker.push(content)?;
        self.png.extend_from_slice(&content[..used]);
        Some(())
    }

    fn end(&mut self) -> Option<()> {
        if let Some(stream) = self.stream.take() {
            // Rows may be missing at the end: there is nothing in them to hide.
            (self.unpacker.end()? <= stream.inflated_size).then_some(())?;
            self.seal(stream.at);
        }
        Some(())
    }
}

#[cfg(test)]
#[path = "png_tests.rs"]
mod tests;
