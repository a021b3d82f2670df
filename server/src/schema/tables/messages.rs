//! What visitors write by the contact form, while the foundation receives it (see `documents/features`).

use crate::schema::role::{Columns, Rights};
use crate::schema::table::{CREATED_AT, Column, Format, History, ID, Kind, Switch, Table, UPDATED_AT, paragraph, text};

const STATUSES: &[&str] = &["new", "read", "answered", "archived", "spam"];

pub static TABLE: Table = Table {
    name: "messages",
    key: "id",
    columns: &[
        ID,
        text("name", 200).sent_at_most(100).required(),
        Column::new("email", Kind::Email),
        text("phone", 50).sent_at_most(30).format(Format::Phone).nullable(),
        text("subject", 300).sent_at_most(150).required(),
        paragraph("message", 8_000).sent_at_most(4_000).required(),
        text("status", 10).default_text("new").one_of(STATUSES),
        CREATED_AT,
        UPDATED_AT,
    ],
    unique: &[],
    search: &[],
    rights: Rights::form(&["name", "email", "phone", "subject", "message"], &["status"]),
    history: History::None,
    switch: Some(Switch { name: "receive_messages", columns: Columns::All }),
};
