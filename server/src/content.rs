//! The shape of each `website_content` row, declared as data. One walk checks a document and sanitises its HTML.
//! A part may be left out, and parts we do not know are kept: an older or newer editor must not lose them.

use serde_json::Value;

use crate::{address, html};

pub enum Shape {
    Text {
        most: usize,
    },
    /// A web address, which ends up in an href or src.
    Link,
    /// The address of a map to show in a frame.
    Map,
    Html,
    Flag,
    List {
        of: &'static Shape,
        most: usize,
    },
    Object(&'static [(&'static str, Shape)]),
    /// Any number of named HTML sections.
    Sections,
}
use Shape::*;

/// A document larger than this is no page text.
pub const MOST_BYTES: usize = 512 * 1024;
/// The longest rich text of a section, and the longest address.
pub const MOST_HTML: usize = 100_000;
pub const MOST_LINK: usize = 2_000;

const LINE: Shape = Text { most: 500 };
const PARAGRAPH: Shape = Text { most: 10_000 };
const ADDRESS: Shape = Link;
const LINK: Shape = Object(&[("label", LINE), ("url", ADDRESS)]);
const SOCIAL: Shape = Object(&[("platform", LINE), ("url", ADDRESS)]);
const LINKS: Shape = List { of: &LINK, most: 50 };

pub static PAGES: &[(&str, Shape)] = &[
    ("general_settings", Object(&[("logo_url", ADDRESS), ("site_name", LINE), ("favicon_url", ADDRESS)])),
    (
        "footer",
        Object(&[
            ("tagline", PARAGRAPH),
            ("website_url", ADDRESS),
            ("quick_links", LINKS),
            ("get_involved_links", LINKS),
            ("social_links", List { of: &SOCIAL, most: 50 }),
        ]),
    ),
    ("newsletter_section", Object(&[("subheading", PARAGRAPH), ("placeholder", LINE), ("button_text", LINE)])),
    (
        "homepage",
        Object(&[
            (
                "hero",
                Object(&[
                    ("image_url", ADDRESS),
                    ("heading", LINE),
                    ("subheading", PARAGRAPH),
                    ("button1_text", LINE),
                    ("button2_text", LINE),
                    ("button3_text", LINE),
                ]),
            ),
            ("about_us_summary", Object(&[("heading", LINE), ("text", PARAGRAPH)])),
            ("our_work", Object(&[("heading", LINE)])),
        ]),
    ),
    ("about", Sections),
    (
        "donation_details",
        Object(&[
            ("online_donations_enabled", Flag),
            ("bank_name", LINE),
            ("account_title", LINE),
            ("account_number", LINE),
            ("iban", LINE),
            ("swift_code", LINE),
            ("branch_address", PARAGRAPH),
            ("payment_gateway_api_key", LINE),
        ]),
    ),
    ("testimonials_section", Object(&[("heading", LINE), ("subheading", PARAGRAPH)])),
    (
        "contact",
        Object(&[
            ("heading", LINE),
            ("subheading", PARAGRAPH),
            ("address", PARAGRAPH),
            ("email", LINE),
            ("phones", List { of: &LINE, most: 50 }),
            ("map_url", Map),
        ]),
    ),
];

pub fn page_keys() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(key, _)| *key)
}

/// Checks `document` for this page and sanitises the HTML in it. The error is a sentence for the person who saved.
pub fn check(page_key: &str, document: &mut Value) -> Result<(), String> {
    let Some((_, shape)) = PAGES.iter().find(|(key, _)| *key == page_key) else {
        let known: Vec<&str> = page_keys().collect();
        return Err(format!("there is no page \"{page_key}\"; the pages are {}", known.join(", ")));
    };
    if !document.is_object() {
        return Err("content must be an object".into());
    }
    if document.to_string().len() > MOST_BYTES {
        return Err(format!("content is larger than {} KB", MOST_BYTES / 1024));
    }
    walk(shape, document, "content")
}

fn walk(shape: &Shape, value: &mut Value, place: &str) -> Result<(), String> {
    match (shape, value) {
        (Text { most }, Value::String(text)) => short_enough(text, *most, place),
        (Link, Value::String(text)) if !address::is_safe_link(text) => {
            Err(format!("{place} must be a web address such as https://example.org or /donate"))
        }
        (Link, Value::String(text)) => short_enough(text, MOST_LINK, place),
        (Map, Value::String(text)) if !text.is_empty() && !address::is_web(text) => {
            Err(format!("{place} must be a web address beginning with https://"))
        }
        (Map, Value::String(text)) => short_enough(text, MOST_LINK, place),
        (Text { .. } | Link | Map, Value::Null) => Ok(()),
        (Html, Value::String(text)) => {
            *text = html::sanitise_within(text, MOST_HTML)
                .ok_or_else(|| format!("{place} is longer than {MOST_HTML} characters"))?;
            Ok(())
        }
        (Flag, Value::Bool(_)) => Ok(()),
        (List { most, .. }, Value::Array(items)) if items.len() > *most => {
            Err(format!("{place} has more than {most} entries"))
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
        (Sections, Value::Object(object)) => {
            object.iter_mut().try_for_each(|(name, value)| walk(&Html, value, &format!("{place}.{name}")))
        }
        (shape, _) => Err(format!("{place} must be {}", shape.in_words())),
    }
}

fn short_enough(text: &str, most: usize, place: &str) -> Result<(), String> {
    if text.chars().count() > most {
        return Err(format!("{place} is longer than {most} characters"));
    }
    if text.contains('\0') {
        return Err(format!("{place} contains a character that cannot be stored"));
    }
    Ok(())
}

impl Shape {
    fn in_words(&self) -> &'static str {
        match self {
            Text { .. } | Link | Map | Html => "text",
            Flag => "true or false",
            List { .. } => "a list",
            Object(_) | Sections => "an object",
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
    fn about_sections_are_sanitised() {
        let mut document = json!({ "vision_text": "<p onclick=x()>Hope<script>alert(1)</script></p>" });
        check("about", &mut document).unwrap();
        assert_eq!(document["vision_text"], "<p>Hope</p>");
    }
}
