//! What the foundation has switched on beyond what every site does, and the time zone in which staff read times. Everything
//! is off until an owner says otherwise; without a time zone each person reads times in that of their device. Who is told of
//! new messages, and who is to have a second factor, is for owners only (see the secrets of `tables/website_content`).

use crate::schema::demands;
use crate::schema::document::{Document, Shape, Shape::Flag, Shape::Object, list, text};
use crate::schema::table::Format::{Recipient, TimeZone};

const ADDRESS: Shape = text(Recipient, "");

pub static DOCUMENT: Document = Document {
    page_key: demands::DOCUMENT,
    shape: Object(&[
        ("receive_messages", Flag { default: false }),
        ("message_recipients", list(&ADDRESS)),
        ("receive_volunteers", Flag { default: false }),
        (demands::OF_OWNERS, Flag { default: false }),
        (demands::FOR_BANK_DETAILS, Flag { default: false }),
        ("time_zone", text(TimeZone, "")),
    ]),
};
