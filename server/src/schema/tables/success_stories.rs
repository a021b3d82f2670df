//! What changed for somebody, with a picture from before and one from after.

use crate::schema::role::Rights;
use crate::schema::table::{CREATED_AT, History, ID, Table, UPDATED_AT, paragraph, picture, text};

pub static TABLE: Table = Table {
    name: "success_stories",
    key: "id",
    columns: &[
        ID,
        text("title", 300).placeholder("New Success Story"),
        paragraph("description", 20_000).default_text("").placeholder("Story details here."),
        text("category", 100).default_text("General").placeholder("General"),
        picture("before_image_url", "success_stories").placeholder("/placeholders/before.svg"),
        picture("after_image_url", "success_stories").placeholder("/placeholders/after.svg"),
        CREATED_AT,
        UPDATED_AT,
    ],
    unique: &[],
    search: &[],
    rights: Rights::PUBLIC_LIST,
    history: History::Restorable,
    switch: None,
};
