//! Pictures of the work.

use crate::schema::role::Rights;
use crate::schema::table::{CREATED_AT, History, ID, POSITION, Table, UPDATED_AT, picture, text};

pub static TABLE: Table = Table {
    name: "gallery_images",
    key: "id",
    columns: &[
        ID,
        picture("image_url", "gallery").not_null(),
        text("alt_text", 500).default_text("Gallery image"),
        CREATED_AT,
        UPDATED_AT,
        POSITION,
    ],
    unique: &[],
    search: &[],
    rights: Rights::PUBLIC_LIST,
    history: History::Kept,
    switch: None,
};
