//! What appears in the footer of every page.

use crate::schema::document::{Document, Shape, Shape::Object, line, link, list, paragraph};

const LINK: Shape = Object(&[("label", line("New Link")), ("url", link("/"))]);
const SOCIAL_LINK: Shape = Object(&[("platform", line("Facebook")), ("url", link("https://facebook.com"))]);

pub static DOCUMENT: Document = Document {
    page_key: "footer",
    shape: Object(&[
        ("tagline", paragraph("")),
        ("website_url", link("")),
        ("quick_links", list(&LINK)),
        ("get_involved_links", list(&LINK)),
        ("social_links", list(&SOCIAL_LINK)),
    ]),
};
