//! The texts of the pages: one JSON document a row (see `documents`).

use crate::schema::demands;
use crate::schema::role::{Access, Grant, Rights, RowRule};
use crate::schema::table::{Column, History, Kind, Table, UPDATED_AT};

/// Editors write every document but the bank details and what the site as a whole does.
const NOT_FOR_OWNERS: Access = Access::where_(RowRule::IsNoneOf("page_key", &["donation_details", "features"]));

pub static TABLE: Table = Table {
    name: "website_content",
    key: "page_key",
    columns: &[
        Column::new("page_key", Kind::PageKey),
        Column::new("content", Kind::Document).secrets(&[
            "payment_gateway_api_key",
            "message_recipients",
            demands::OF_OWNERS,
            demands::FOR_BANK_DETAILS,
        ]),
        UPDATED_AT,
    ],
    unique: &[],
    search: &[],
    rights: Rights {
        editor: Grant { read: Access::ALL, insert: NOT_FOR_OWNERS, update: NOT_FOR_OWNERS, delete: NOT_FOR_OWNERS },
        ..Rights::PUBLIC_LIST
    },
    history: History::Kept,
    switch: None,
};
