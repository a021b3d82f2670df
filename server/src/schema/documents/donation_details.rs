//! The bank account that people give to, and the switch for online donations.

use crate::schema::document::{Document, Shape::Flag, Shape::Object, line, paragraph, text};
use crate::schema::table::Format::{Iban, Secret, Swift};

pub static DOCUMENT: Document = Document {
    page_key: "donation_details",
    shape: Object(&[
        ("online_donations_enabled", Flag { default: false }),
        ("bank_name", line("")),
        ("account_title", line("")),
        ("account_number", line("")),
        ("iban", text(Iban, "")),
        ("swift_code", text(Swift, "")),
        ("branch_address", paragraph("")),
        ("payment_gateway_api_key", text(Secret, "")),
    ]),
};
