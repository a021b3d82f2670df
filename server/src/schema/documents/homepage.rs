//! The home page.

use crate::schema::document::{Document, Shape::Object, line, paragraph, picture};

pub static DOCUMENT: Document = Document {
    page_key: "homepage",
    shape: Object(&[
        (
            "hero",
            Object(&[
                ("image_url", picture("hero")),
                ("heading", line("Welcome")),
                ("subheading", paragraph("")),
                ("button1_text", line("Donate Now")),
                ("button2_text", line("Become a Volunteer")),
                ("button3_text", line("Our Projects")),
            ]),
        ),
        ("about_us_summary", Object(&[("heading", line("About us")), ("text", paragraph(""))])),
        ("our_work", Object(&[("heading", line("Our work"))])),
    ]),
};
