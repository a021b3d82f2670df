//! People who offered their help on the website.

use crate::schema::role::Rights;
use crate::schema::table::{CREATED_AT, Format, History, ID, Table, paragraph, text};

pub static TABLE: Table = Table {
    name: "volunteers",
    key: "id",
    columns: &[
        ID,
        text("name", 200).sent_at_most(100).required(),
        text("city", 200).sent_at_most(100).required(),
        text("phone", 50).sent_at_most(30).format(Format::Phone).required(),
        paragraph("skills", 2_000).sent_at_most(1_000).nullable(),
        CREATED_AT,
    ],
    unique: &[],
    rights: Rights::form(&["name", "city", "phone", "skills"]),
    history: History::None,
};
