//! People who offered their help on the website.

use crate::schema::role::Rights;
use crate::schema::table::{CREATED_AT, Format, ID, Table, paragraph, text};

pub static TABLE: Table = Table {
    name: "volunteers",
    key: "id",
    columns: &[
        ID,
        text("name", 200).required(),
        text("city", 200).required(),
        text("phone", 50).format(Format::Phone).required(),
        paragraph("skills", 2_000).nullable(),
        CREATED_AT,
    ],
    unique: &[],
    rights: Rights::form(&["name", "city", "phone", "skills"]),
};
