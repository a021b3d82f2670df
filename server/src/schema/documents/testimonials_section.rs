//! The words above the testimonials.

use crate::schema::document::{Document, Shape::Object, line, paragraph};

pub static DOCUMENT: Document = Document {
    page_key: "testimonials_section",
    shape: Object(&[("heading", line("Voices of Impact")), ("subheading", paragraph(""))]),
};
