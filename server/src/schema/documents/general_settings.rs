//! The name of the site and its logo.

use crate::schema::document::{Document, Shape::Object, line, picture};

pub static DOCUMENT: Document = Document {
    page_key: "general_settings",
    shape: Object(&[
        ("logo_url", picture("logo")),
        ("site_name", line("Our Foundation")),
        ("favicon_url", picture("favicon")),
    ]),
};
