//! Mail that is to be sent, was sent, or could not be. Only the mail room writes it. What a mail says is not declared here,
//! so that no caller ever reads it: it may hold a link that signs somebody in.

use crate::schema::role::{Grant, Rights};
use crate::schema::table::{CREATED_AT, Column, History, ID, Kind, MAX_EMAIL, Table, text};

pub const STATUSES: &[&str] = &["waiting", "sent", "failed"];

pub static TABLE: Table = Table {
    name: "outbox",
    key: "id",
    columns: &[
        ID,
        CREATED_AT,
        text("kind", 50),
        text("recipient", MAX_EMAIL),
        text("status", 10).one_of(STATUSES),
        Column::new("attempts", Kind::Integer),
        Column::new("next_at", Kind::Time),
        Column::new("sent_at", Kind::Time).nullable(),
        text("last_error", 1_000).nullable(),
        Column::new("good_until", Kind::Time).nullable(),
    ],
    unique: &[],
    search: &[],
    rights: Rights { visitor: Grant::NOTHING, editor: Grant::NOTHING, owner: Grant::READ },
    history: History::None,
    switch: None,
};
