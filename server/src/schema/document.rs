//! What a content document is: the JSON of one row of `website_content`. One file in `documents/` declares one document
//! as a value of these types. One walk checks a document and sanitises its HTML.

use serde_json::{Map, Value, json};

use super::bucket::{Bucket, WEBSITE_IMAGES};
use super::table::{Format, MAX_ADDRESS, MAX_HTML};
use super::{address, email, html};
use crate::clock;

#[derive(Debug, PartialEq)]
pub struct Document {
    pub page_key: &'static str,
    pub shape: Shape,
}

#[derive(Debug, PartialEq)]
pub enum Shape {
    Text {
        format: Format,
        max_length: usize,
        default: &'static str,
    },
    /// A web address that ends up in a link.
    Link {
        default: &'static str,
    },
    /// The address of a picture. Uploads go to this bucket and folder.
    Picture {
        bucket: &'static Bucket,
        folder: &'static str,
    },
    /// The address of a map to show in a frame.
    Map,
    Html {
        default: &'static str,
    },
    Flag {
        default: bool,
    },
    /// Begins empty; a new entry holds the defaults of `of`.
    List {
        of: &'static Shape,
        max_entries: usize,
    },
    Object(&'static [(&'static str, Shape)]),
    /// Named HTML sections: those declared here, and any that another editor has added.
    Sections(&'static [(&'static str, Shape)]),
}
use Shape::*;

/// A document larger than this is no page text.
pub const MAX_BYTES: usize = 512 * 1024;
/// Parts that no declaration knows are kept, but they are public and sent with every page: there may be a few.
const MAX_UNKNOWN_BYTES: usize = 8 * 1024;
const MAX_LINE: usize = 500;
const MAX_PARAGRAPH: usize = 10_000;
const MAX_ENTRIES: usize = 50;

/// The hosts whose maps may be shown in a frame; the Content-Security-Policy allows these and no others.
pub const MAP_HOSTS: &[&str] = &["www.openstreetmap.org", "www.google.com", "maps.google.com"];

/// One line of text that begins as `default`.
pub const fn line(default: &'static str) -> Shape {
    text(Format::Line, default)
}

pub const fn paragraph(default: &'static str) -> Shape {
    Text { format: Format::Paragraph, max_length: MAX_PARAGRAPH, default }
}

pub const fn text(format: Format, default: &'static str) -> Shape {
    Text { format, max_length: MAX_LINE, default }
}

pub const fn link(default: &'static str) -> Shape {
    Link { default }
}

pub const fn rich(default: &'static str) -> Shape {
    Html { default }
}

/// A picture, uploaded to this folder of the site's bucket.
pub const fn picture(folder: &'static str) -> Shape {
    Picture { bucket: &WEBSITE_IMAGES, folder }
}

pub const fn list(of: &'static Shape) -> Shape {
    List { of, max_entries: MAX_ENTRIES }
}

/// Checks a document for the page of this key (see `Document::check`).
pub fn check(page_key: &str, document: &mut Value) -> Result<(), String> {
    match super::document(page_key) {
        Some(declared) => declared.check(document),
        None => {
            let known: Vec<&str> = super::DOCUMENTS.iter().map(|document| document.page_key).collect();
            Err(format!("there is no page \"{page_key}\"; the pages are {}", known.join(", ")))
        }
    }
}

impl Document {
    /// Checks a document for this page and sanitises the HTML in it. The error is a sentence for the person who saved.
    pub fn check(&self, document: &mut Value) -> Result<(), String> {
        if !document.is_object() {
            return Err("content must be an object".into());
        }
        if document.to_string().len() > MAX_BYTES {
            return Err(format!("content is larger than {} KB", MAX_BYTES / 1024));
        }
        walk(&self.shape, document, "content")?;
        if let Some(name) = hidden_secret(document) {
            return Err(format!("{name} can only be kept at the top of content; elsewhere everyone could read it"));
        }
        let unknown = document.to_string().len() - self.shape.known(document).to_string().len();
        if unknown > MAX_UNKNOWN_BYTES {
            return Err(format!(
                "content has more than {} KB in parts that this page does not have",
                MAX_UNKNOWN_BYTES / 1024
            ));
        }
        Ok(())
    }

    /// What a new site begins with.
    pub fn blank(&self) -> Value {
        self.shape.blank()
    }
}

/// A part may be left out, and parts that no declaration knows are kept: an older or newer editor must not lose them.
fn walk(shape: &Shape, value: &mut Value, place: &str) -> Result<(), String> {
    match (shape, value) {
        (Text { format: Format::TimeZone, .. }, Value::String(text)) if !text.is_empty() && !clock::is_zone(text) => {
            Err(format!("{place} must be the name of a time zone such as Asia/Karachi"))
        }
        (Text { format: Format::Recipient, .. }, Value::String(text))
            if !text.trim().is_empty() && email::of_a_person(text).is_none() =>
        {
            Err(format!("{place} must be an email address such as name@example.org"))
        }
        (Text { max_length, .. }, Value::String(text)) => check_length(text, *max_length, place),
        (Link { .. } | Picture { .. }, Value::String(text)) if !address::is_safe_link(text) => {
            Err(format!("{place} must be a web address such as https://example.org or /donate"))
        }
        (Map, Value::String(text)) if !text.is_empty() && !address::is_web(text) => {
            Err(format!("{place} must be a web address beginning with https://"))
        }
        (Link { .. } | Picture { .. } | Map, Value::String(text)) => check_length(text, MAX_ADDRESS, place),
        (Text { .. } | Link { .. } | Picture { .. } | Map, Value::Null) => Ok(()),
        (Html { .. }, Value::String(text)) => {
            *text = html::sanitise_within(text, MAX_HTML)
                .ok_or_else(|| format!("{place} is longer than {MAX_HTML} characters"))?;
            Ok(())
        }
        (Flag { .. }, Value::Bool(_)) => Ok(()),
        (List { max_entries, .. }, Value::Array(items)) if items.len() > *max_entries => {
            Err(format!("{place} has more than {max_entries} entries"))
        }
        (List { of, .. }, Value::Array(items)) => {
            items.iter_mut().enumerate().try_for_each(|(index, item)| walk(of, item, &format!("{place}[{index}]")))
        }
        (Object(parts), Value::Object(object)) => {
            parts.iter().try_for_each(|(name, shape)| match object.get_mut(*name) {
                Some(value) => walk(shape, value, &format!("{place}.{name}")),
                None => Ok(()),
            })
        }
        (Sections(_), Value::Object(object)) => {
            object.iter_mut().try_for_each(|(name, value)| walk(&rich(""), value, &format!("{place}.{name}")))
        }
        (shape, _) => Err(format!("{place} must be {}", shape.describe())),
    }
}

/// A secret that stands where it would not be recognised as one.
fn hidden_secret(document: &Value) -> Option<&'static str> {
    fn holds(value: &Value, name: &str) -> bool {
        match value {
            Value::Object(object) => object.contains_key(name) || object.values().any(|value| holds(value, name)),
            Value::Array(items) => items.iter().any(|item| holds(item, name)),
            _ => false,
        }
    }
    let content = super::table(super::CONTENT_TABLE)?;
    let mut secrets = content.columns.iter().flat_map(|column| column.secrets.iter().copied());
    let below = document.as_object()?.values().collect::<Vec<_>>();
    secrets.find(|name| below.iter().any(|value| holds(value, name)))
}

fn check_length(text: &str, max_length: usize, place: &str) -> Result<(), String> {
    if text.chars().count() > max_length {
        return Err(format!("{place} is longer than {max_length} characters"));
    }
    if text.contains('\0') {
        return Err(format!("{place} contains a character that cannot be stored"));
    }
    Ok(())
}

impl Shape {
    fn describe(&self) -> &'static str {
        match self {
            Text { .. } | Link { .. } | Picture { .. } | Map | Html { .. } => "text",
            Flag { .. } => "true or false",
            List { .. } => "a list",
            Object(_) | Sections(_) => "an object",
        }
    }

    /// The parts of a checked document that are declared.
    fn known(&self, value: &Value) -> Value {
        match (self, value) {
            (List { of, .. }, Value::Array(items)) => items.iter().map(|item| of.known(item)).collect(),
            (Object(parts), Value::Object(object)) => {
                let known = |(name, shape): &(&str, Shape)| {
                    object.get(*name).map(|value| ((*name).to_owned(), shape.known(value)))
                };
                Value::Object(parts.iter().filter_map(known).collect())
            }
            _ => value.clone(),
        }
    }

    pub fn blank(&self) -> Value {
        match self {
            Text { default, .. } | Link { default } | Html { default } => json!(default),
            Picture { .. } | Map => json!(""),
            Flag { default } => json!(default),
            List { .. } => json!([]),
            Object(parts) | Sections(parts) => Value::Object(
                parts.iter().map(|(name, shape)| ((*name).to_owned(), shape.blank())).collect::<Map<_, _>>(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn shapes_are_checked_by_place() {
        let cases = [
            ("homepage", json!({ "hero": "x" }), "content.hero must be an object"),
            ("homepage", json!({ "hero": { "heading": 1 } }), "content.hero.heading must be text"),
            ("contact", json!({ "phones": "x" }), "content.phones must be a list"),
            ("contact", json!({ "phones": ["1", 2] }), "content.phones[1] must be text"),
            (
                "donation_details",
                json!({ "online_donations_enabled": "yes" }),
                "content.online_donations_enabled must be true or false",
            ),
            ("footer", json!([]), "content must be an object"),
            (
                "features",
                json!({ "message_recipients": ["a@example.org", "", "Amina"] }),
                "content.message_recipients[2] must be an email address such as name@example.org",
            ),
            (
                "features",
                json!({ "message_recipients": ["a@example.org, b@example.org"] }),
                "content.message_recipients[0] must be an email address such as name@example.org",
            ),
            (
                "contact",
                json!({ "map_url": "/donate" }),
                "content.map_url must be a web address beginning with https://",
            ),
            (
                "contact",
                json!({ "map_url": "mailto:a@b.c" }),
                "content.map_url must be a web address beginning with https://",
            ),
            (
                "footer",
                json!({ "quick_links": [{ "label": "x", "url": "javascript:alert(1)" }] }),
                "content.quick_links[0].url must be a web address such as https://example.org or /donate",
            ),
        ];
        for (key, mut document, message) in cases {
            assert_eq!(check(key, &mut document).unwrap_err(), message);
        }
        assert!(check("nowhere", &mut json!({})).unwrap_err().contains("there is no page"));
    }

    #[test]
    fn parts_may_be_missing_or_unknown_and_are_kept() {
        let mut document = json!({ "heading": "Contact", "later_addition": { "a": [1] } });
        check("contact", &mut document).unwrap();
        assert_eq!(document, json!({ "heading": "Contact", "later_addition": { "a": [1] } }));
    }

    #[test]
    fn a_secret_is_kept_only_where_it_is_known_as_one() {
        check("donation_details", &mut json!({ "payment_gateway_api_key": "k" })).unwrap();
        for mut hidden in
            [json!({ "a": { "payment_gateway_api_key": "k" } }), json!({ "a": [[{ "payment_gateway_api_key": 1 }]] })]
        {
            let refusal = check("donation_details", &mut hidden).unwrap_err();
            assert!(refusal.contains("payment_gateway_api_key can only be kept at the top"), "{refusal}");
            assert!(check("homepage", &mut hidden).is_err());
        }
    }

    #[test]
    fn unknown_parts_are_few() {
        let filled = |bytes: usize| json!({ "heading": "Contact", "later_addition": { "a": "x".repeat(bytes) } });
        check("contact", &mut filled(8000)).unwrap();
        assert!(check("contact", &mut filled(9000)).unwrap_err().contains("more than 8 KB in parts"));
        let mut nested = json!({ "quick_links": [{ "label": "x", "url": "/", "extra": "x".repeat(9000) }] });
        assert!(check("footer", &mut nested).is_err());
        let mut declared = json!({ "vision_text": "x".repeat(9000) });
        check("about", &mut declared).unwrap();
    }

    #[test]
    fn about_sections_are_sanitised() {
        let mut document = json!({ "vision_text": "<p onclick=x()>Hope<script>alert(1)</script></p>" });
        check("about", &mut document).unwrap();
        assert_eq!(document["vision_text"], "<p>Hope</p>");
    }
}
