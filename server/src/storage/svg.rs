//! Makes a drawing harmless: it is read as XML and written anew from an allow-list (see `svg_rules`). What is not
//! known to be harmless does not come through, nor does text that the drawing does not show; nothing is ever fetched or
//! resolved.

use quick_xml::NsReader;
use quick_xml::XmlVersion::Implicit1_0;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};

use super::kind::Size;
use super::svg_names::Names;
use super::svg_rules::{self as rules, SVG, XLINK, XML};
use super::{svg_repeats, svg_style, svg_values};

const MAX_BYTES: usize = 10 * 1024 * 1024;
const MAX_DEPTH: usize = 100;

#[derive(Debug)]
pub struct Clean {
    pub text: String,
    pub size: Option<Size>,
}

/// Whether the first element of the text is an `svg`.
pub fn is_svg(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(64 * 1024)];
    let head = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(cause) => std::str::from_utf8(&head[..cause.valid_up_to()]).unwrap_or_default(),
    };
    let head = head.trim_start_matches('\u{FEFF}').trim_start();
    let mut reader = NsReader::from_str(head);
    head.starts_with('<')
        && loop {
            match reader.read_event() {
                Ok(Event::Start(tag) | Event::Empty(tag)) => break tag.local_name().into_inner() == "svg",
                Ok(Event::Decl(_) | Event::Comment(_) | Event::PI(_) | Event::DocType(_)) => {}
                Ok(Event::Text(text)) if text.trim().is_empty() => {}
                _ => break false,
            }
        }
}

/// The same drawing with only what is harmless in it. The error is a sentence for the person who sent it.
pub fn clean(bytes: &[u8]) -> Result<Clean, &'static str> {
    if bytes.len() > MAX_BYTES {
        return Err("The drawing is larger than 10 MB. Please save it as a PNG or JPEG picture.");
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "The drawing is not saved as UTF-8 text.")?;
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    let mut reader = Rewriter::default();
    reader.run(text)?;
    let mut rewriter = Rewriter { names: reader.names.known(), ..Rewriter::default() };
    rewriter.run(text)?;
    svg_repeats::check(&rewriter.out)?;
    Ok(Clean { text: rewriter.out, size: rewriter.size })
}

const MALFORMED: &str = "The drawing is not well-formed. Please export it again.";

enum Open {
    Kept(&'static str),
    /// The element goes, what is inside stays.
    Unwrapped,
    Style,
}

#[derive(Default)]
struct Rewriter {
    out: String,
    open: Vec<Open>,
    /// How deep we are inside an element that is left out.
    skipping: usize,
    style: String,
    names: Names,
    size: Option<Size>,
    /// The root has no namespace: then elements without one are taken for SVG.
    bare: bool,
    done: bool,
}

impl Rewriter {
    fn run(&mut self, text: &str) -> Result<(), &'static str> {
        let mut reader = NsReader::from_str(text);
        loop {
            let event = reader.read_event().map_err(|_| MALFORMED)?;
            match event {
                Event::Start(tag) => self.start(&reader, &tag, false)?,
                Event::Empty(tag) => self.start(&reader, &tag, true)?,
                Event::End(_) => self.end(),
                Event::Text(text) => self.text(&text.xml10_content()),
                Event::CData(text) => self.text(&text.xml10_content()),
                Event::GeneralRef(reference) => self.text(&resolve(&reference)?),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
                Event::Eof => break,
            }
        }
        if self.done && self.open.is_empty() && self.skipping == 0 { Ok(()) } else { Err(MALFORMED) }
    }

    fn start(&mut self, reader: &NsReader<&[u8]>, tag: &BytesStart, empty: bool) -> Result<(), &'static str> {
        let (namespace, local) = reader.resolver().resolve_element(tag.name());
        let root = self.open.is_empty() && self.skipping == 0;
        if root {
            if self.done || local.into_inner() != "svg" {
                return Err(MALFORMED);
            }
            self.bare = namespace == ResolveResult::Unbound;
            self.done = true;
        }
        if self.open.len() + self.skipping >= MAX_DEPTH {
            return Err("The drawing is nested too deeply.");
        }
        let ours = match namespace {
            ResolveResult::Bound(Namespace(SVG)) => true,
            ResolveResult::Unbound => self.bare,
            _ => false,
        };
        let name = local.into_inner();
        match rules::element(name) {
            _ if self.skipping > 0 || !ours => self.skip(empty),
            // Left open until its end: what it says is only known then.
            Some("style") if !empty => self.open.push(Open::Style),
            Some("style") => {}
            Some(kept) => {
                self.out.push('<');
                self.out.push_str(kept);
                if root {
                    self.out.push_str(" xmlns=\"");
                    self.out.push_str(SVG);
                    self.out.push('"');
                }
                self.attributes(reader, tag, kept, root)?;
                self.out.push_str(if empty { "/>" } else { ">" });
                if !empty {
                    self.open.push(Open::Kept(kept));
                }
            }
            None if name == "a" || name == "switch" => {
                if !empty {
                    self.open.push(Open::Unwrapped);
                }
            }
            None => self.skip(empty),
        }
        Ok(())
    }

    fn skip(&mut self, empty: bool) {
        if !empty {
            self.skipping += 1;
        }
    }

    fn end(&mut self) {
        if self.skipping > 0 {
            self.skipping -= 1;
            return;
        }
        match self.open.pop() {
            Some(Open::Kept(name)) => {
                self.out.push_str("</");
                self.out.push_str(name);
                self.out.push('>');
            }
            Some(Open::Style) => {
                if let Some(style) = svg_style::sheet(&std::mem::take(&mut self.style), &mut self.names) {
                    self.out.push_str("<style>");
                    escape(&style, &mut self.out);
                    self.out.push_str("</style>");
                }
            }
            Some(Open::Unwrapped) | None => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipping > 0 {
            return;
        }
        match self.open.last() {
            Some(Open::Style) => self.style.push_str(&rules::printable(text)),
            _ if self.inside_text() => escape(&rules::printable(text), &mut self.out),
            _ => {}
        }
    }

    fn inside_text(&self) -> bool {
        let innermost = self.open.iter().rev().find_map(|open| match open {
            Open::Kept(name) => Some(*name),
            _ => None,
        });
        innermost.is_some_and(rules::holds_text)
    }

    fn attributes(
        &mut self,
        reader: &NsReader<&[u8]>,
        tag: &BytesStart,
        element: &'static str,
        root: bool,
    ) -> Result<(), &'static str> {
        let mut written: Vec<&'static str> = Vec::new();
        let mut shape = rules::Shape::default();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|_| MALFORMED)?;
            let value = attribute.normalized_value(Implicit1_0).map_err(|_| ENTITIES)?;
            let value = rules::printable(&value);
            let (namespace, local) = reader.resolver().resolve_attribute(attribute.key);
            let name = match namespace {
                ResolveResult::Unbound => rules::attribute(local.into_inner()),
                ResolveResult::Bound(Namespace(XLINK)) if local.into_inner() == "href" => Some("href"),
                ResolveResult::Bound(Namespace(XML)) if local.into_inner() == "space" => Some("xml:space"),
                _ => None,
            };
            let Some(name) = name.filter(|name| !written.contains(name)) else { continue };
            let Some(value) = svg_values::kept(element, name, &value, &mut self.names) else { continue };
            if root {
                shape.note(name, &value);
            }
            written.push(name);
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            escape(&value, &mut self.out);
            self.out.push('"');
        }
        if root {
            self.size = shape.size();
        }
        Ok(())
    }
}

const ENTITIES: &str = "The drawing uses entities, which are not allowed. Please export it again as plain SVG.";

fn resolve(reference: &BytesRef) -> Result<String, &'static str> {
    match reference.resolve_char_ref() {
        Ok(Some(letter)) => Ok(letter.to_string()),
        Ok(None) => resolve_predefined_entity(&reference.xml10_content()).map(str::to_owned).ok_or(ENTITIES),
        Err(_) => Err(MALFORMED),
    }
}

/// Line ends and tabs are written as references, so that reading them back changes nothing.
fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            letter => out.push(letter),
        }
    }
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
