//! How often each page was seen on each day: counts, and nothing about anybody. Only the server writes it (see
//! `statistics`).

use crate::schema::role::{Grant, Rights};
use crate::schema::table::{Column, History, ID, Kind, Table, text};

pub static TABLE: Table = Table {
    name: "page_views",
    key: "id",
    columns: &[
        ID,
        text("day", 10),
        text("path", 1_000),
        Column::new("views", Kind::Integer),
        Column::new("link_previews", Kind::Integer),
    ],
    unique: &[],
    search: &[],
    rights: Rights { visitor: Grant::NOTHING, editor: Grant::READ, owner: Grant::READ },
    history: History::None,
    switch: None,
};
