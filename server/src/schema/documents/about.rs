//! The About page: named sections of rich text.

use crate::schema::document::{Document, Shape::Sections, rich};

pub static DOCUMENT: Document = Document {
    page_key: "about",
    shape: Sections(&[
        ("main_heading", rich("<p>About us</p>")),
        ("main_subheading", rich("")),
        ("vision_heading", rich("<p>Our vision</p>")),
        ("vision_text", rich("")),
        ("mission_heading", rich("<p>Our mission</p>")),
        ("mission_text", rich("")),
        ("annual_report_note", rich("")),
    ]),
};
