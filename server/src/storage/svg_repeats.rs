//! How much a drawing shows by referring to its own parts. A part of ten references to another one of ten, and so on, is a
//! few lines that a browser draws for minutes.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Elements that are drawn again by reference. A map of a town with its symbols has a few thousand.
const MAX_REPEATED: u64 = 20_000;
/// Of references that lead to further ones.
const MAX_CHAIN: usize = 20;
const TOO_MANY: &str =
    "The drawing repeats its own parts too often for a browser. Please save it as a PNG or JPEG picture.";

/// The whole drawing, or an element with a name.
#[derive(Default)]
struct Part {
    /// All that are inside, also in parts of it.
    elements: u64,
    /// The parts inside.
    parts: Vec<usize>,
    /// The names that what is inside refers to, but for what is inside of parts.
    references: Vec<String>,
    /// Elements drawn by references, once that is known.
    repeated: Option<u64>,
}

/// The first part is the whole.
#[derive(Default)]
struct Drawing {
    parts: Vec<Part>,
    names: HashMap<String, usize>,
}

/// Refuses a drawing, cleaned already, that is too much for a browser.
pub fn check(drawing: &str) -> Result<(), &'static str> {
    let mut drawing = Drawing::read(drawing);
    match drawing.repeated(0, 0)? > MAX_REPEATED {
        true => Err(TOO_MANY),
        false => Ok(()),
    }
}

impl Drawing {
    fn read(text: &str) -> Drawing {
        let mut drawing = Drawing { parts: vec![Part::default()], ..Drawing::default() };
        // Of each open element the part that it is in, or is.
        let mut open: Vec<usize> = Vec::new();
        let mut reader = Reader::from_str(text);
        loop {
            let around = open.last().copied().unwrap_or_default();
            match reader.read_event() {
                Ok(Event::Start(tag)) => open.push(drawing.note(&tag, around)),
                Ok(Event::Empty(tag)) => {
                    let part = drawing.note(&tag, around);
                    drawing.end(part, around);
                }
                Ok(Event::End(_)) => {
                    let part = open.pop().unwrap_or_default();
                    drawing.end(part, open.last().copied().unwrap_or_default());
                }
                Ok(Event::Eof) | Err(_) => return drawing,
                Ok(_) => {}
            }
        }
    }

    /// An element begins; gives back the part that what is inside belongs to.
    fn note(&mut self, tag: &BytesStart, around: usize) -> usize {
        let mut name = None;
        let mut references = Vec::new();
        for attribute in tag.attributes().flatten() {
            let value: &str = &attribute.value;
            match attribute.key.into_inner() {
                "id" => name = Some(value.to_owned()),
                "href" => references.extend(value.strip_prefix('#').map(str::to_owned)),
                _ => {
                    let named = value.split("url(#").skip(1).filter_map(|rest| rest.split(')').next());
                    references.extend(named.map(str::to_owned));
                }
            }
        }
        let part = match name {
            None => around,
            Some(name) => {
                self.parts.push(Part::default());
                let part = self.parts.len() - 1;
                self.parts[around].parts.push(part);
                self.names.entry(name).or_insert(part); // of two with one name the first is meant
                part
            }
        };
        self.parts[part].elements += 1;
        self.parts[part].references.append(&mut references);
        part
    }

    /// An element ends.
    fn end(&mut self, part: usize, around: usize) {
        if part != around {
            self.parts[around].elements += self.parts[part].elements;
        }
    }

    fn repeated(&mut self, part: usize, chain: usize) -> Result<u64, &'static str> {
        if chain > MAX_CHAIN {
            return Err(TOO_MANY);
        }
        if let Some(known) = self.parts[part].repeated {
            return Ok(known);
        }
        self.parts[part].repeated = Some(0); // what leads back to itself is not drawn
        let mut sum = 0_u64;
        for inside in std::mem::take(&mut self.parts[part].parts) {
            sum = sum.saturating_add(self.repeated(inside, chain)?);
        }
        for reference in std::mem::take(&mut self.parts[part].references) {
            let Some(&target) = self.names.get(&reference) else { continue };
            sum = sum.saturating_add(self.parts[target].elements).saturating_add(self.repeated(target, chain + 1)?);
        }
        self.parts[part].repeated = Some(sum);
        Ok(sum)
    }
}
