//! Who changed what and when, with the row before and after; and what became of accounts, sign-ins included. The database
//! writes it by itself, and nobody else does.

use crate::schema::role::{Access, Accounts, Columns, Grant, Rights, RowRule, Rows};
use crate::schema::table::{CREATED_AT, Column, History, ID, Kind, MAX_EMAIL, Table, text};

/// The history of what somebody may read in the tables themselves, and of these accounts.
const fn of_readable_and(accounts: Accounts) -> Rows {
    Rows::Where(RowRule::NamesReadable("table_name", accounts))
}

/// Secrets are in columns of their own, so that each row needs only one rule. What a line takes would tell their length.
const WITHOUT_SECRETS: Columns = Columns::Only(&[
    "id",
    "created_at",
    "table_name",
    "row_key",
    "verb",
    "row_count",
    "author",
    "author_id",
    "author_email",
    "device",
    "changed",
    "before",
    "after",
]);

pub static TABLE: Table = Table {
    name: "history",
    key: "id",
    columns: &[
        ID,
        CREATED_AT,
        text("table_name", 100),
        text("row_key", 1_000),
        text("verb", 10),
        Column::new("row_count", Kind::Integer),
        text("author", 20),
        Column::new("author_id", Kind::Uuid).nullable(),
        text("author_email", MAX_EMAIL).nullable(),
        text("device", 100).default_text(""),
        Column::new("bytes", Kind::Integer),
        Column::new("changed", Kind::Json).nullable(),
        Column::new("before", Kind::Json).nullable(),
        Column::new("after", Kind::Json).nullable(),
        Column::new("hidden_before", Kind::Json).nullable(),
        Column::new("hidden_after", Kind::Json).nullable(),
    ],
    unique: &[],
    search: &[],
    rights: Rights {
        visitor: Grant::NOTHING,
        editor: Grant {
            read: Access { columns: WITHOUT_SECRETS, rows: of_readable_and(Accounts::Own("row_key")) },
            ..Grant::NOTHING
        },
        owner: Grant { read: Access { columns: Columns::All, rows: of_readable_and(Accounts::All) }, ..Grant::NOTHING },
    },
    history: History::None,
    switch: None,
};
