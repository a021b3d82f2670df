//! Who wants the newsletter.

use crate::schema::role::Rights;
use crate::schema::table::{CREATED_AT, Column, History, ID, Kind, Table};

pub static TABLE: Table = Table {
    name: "subscribers",
    key: "id",
    columns: &[ID, Column::new("email", Kind::Email), CREATED_AT],
    unique: &["email"],
    search: &["email"],
    rights: Rights::form(&["email"], &[]),
    history: History::None,
    switch: None,
};
