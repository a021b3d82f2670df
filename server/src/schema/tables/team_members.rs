//! The people of the management committee.

use crate::schema::role::Rights;
use crate::schema::table::{CREATED_AT, History, ID, POSITION, Table, UPDATED_AT, picture, text};

pub static TABLE: Table = Table {
    name: "team_members",
    key: "id",
    columns: &[
        ID,
        text("name", 200).placeholder("New Member"),
        text("role", 200).default_text("").placeholder("Role"),
        picture("image_url", "team").placeholder("/placeholders/person.svg"),
        CREATED_AT,
        UPDATED_AT,
        POSITION,
    ],
    unique: &[],
    search: &[],
    rights: Rights::PUBLIC_LIST,
    history: History::Restorable,
    switch: None,
};
