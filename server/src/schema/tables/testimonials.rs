//! What people say about the foundation. Visitors see only those that staff show.

use crate::schema::role::{Access, Grant, Rights, RowRule};
use crate::schema::table::{
    CREATED_AT, Column, Default, History, ID, Kind, Table, UPDATED_AT, paragraph, picture, text,
};

pub static TABLE: Table = Table {
    name: "testimonials",
    key: "id",
    columns: &[
        ID,
        paragraph("quote", 4_000).placeholder("A wonderful experience!"),
        text("name", 200).placeholder("New Reviewer"),
        text("role", 200).default_text("").placeholder("Role"),
        picture("image_url", "testimonials").placeholder("/placeholders/person.svg"),
        Column::new("is_visible", Kind::Bool).default(Default::True),
        CREATED_AT,
        UPDATED_AT,
    ],
    unique: &[],
    search: &[],
    rights: Rights {
        visitor: Grant { read: Access::where_(RowRule::IsTrue("is_visible")), ..Grant::NOTHING },
        ..Rights::PUBLIC_LIST
    },
    history: History::Restorable,
    switch: None,
};
