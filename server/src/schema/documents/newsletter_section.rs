//! The newsletter form in the footer.

use crate::schema::document::{Document, Shape::Object, line, paragraph};

pub static DOCUMENT: Document = Document {
    page_key: "newsletter_section",
    shape: Object(&[
        ("subheading", paragraph("Hear from us a few times a year.")),
        ("placeholder", line("Your email address")),
        ("button_text", line("Subscribe")),
    ]),
};
