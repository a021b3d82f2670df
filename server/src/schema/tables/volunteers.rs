//! People who offered their help on the website, and how far staff have got with each.

use crate::schema::role::{Columns, Rights};
use crate::schema::table::{CREATED_AT, Column, Format, History, ID, Kind, Switch, Table, paragraph, text};

const STATUSES: &[&str] = &["new", "called", "active", "declined"];

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
        Column::new("email", Kind::Email).nullable().invisible(),
        text("interest", 200).sent_at_most(100).nullable().invisible(),
        text("status", 10).default_text("new").one_of(STATUSES).invisible(),
        // So short that an editor can name the notes it began from when it saves.
        paragraph("notes", 1_000).nullable().invisible(),
    ],
    unique: &[],
    search: &["name", "city", "phone", "skills", "email", "interest", "notes"],
    rights: Rights::form(&["name", "city", "phone", "skills", "email", "interest"], &["status", "notes"]),
    history: History::None,
    // The form of the Donate page sends these; the Volunteer page never asks for them.
    switch: Some(Switch { name: "receive_volunteers", columns: Columns::Only(&["email", "interest"]) }),
};
