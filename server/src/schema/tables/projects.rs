//! What the foundation does.

use crate::schema::role::Rights;
use crate::schema::table::{CREATED_AT, History, ID, POSITION, Table, UPDATED_AT, html, picture, text};

pub static TABLE: Table = Table {
    name: "projects",
    key: "id",
    columns: &[
        ID,
        text("title", 300).placeholder("New Project"),
        html("description").default_text("").placeholder("Project description here."),
        picture("image_url", "projects").placeholder("/placeholders/project.svg"),
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
