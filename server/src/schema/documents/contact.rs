//! How people reach the foundation.

use crate::schema::document::{Document, Shape, Shape::Map, Shape::Object, line, list, paragraph, text};
use crate::schema::table::Format::{Email, Phone};

const PHONE: Shape = text(Phone, "");

pub static DOCUMENT: Document = Document {
    page_key: "contact",
    shape: Object(&[
        ("heading", line("Contact us")),
        ("subheading", paragraph("")),
        ("address", paragraph("")),
        ("email", text(Email, "")),
        ("phones", list(&PHONE)),
        ("map_url", Map),
    ]),
};
