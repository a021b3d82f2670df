//! The texts of the pages: one JSON document a row (see `documents`).

use crate::schema::role::{Access, Grant, Rights, RowRule};
use crate::schema::table::{Column, History, Kind, Table, UPDATED_AT};

/// Editors write every document but the bank details.
const NOT_THE_BANK: Access = Access::where_(RowRule::IsNot("page_key", "donation_details"));

pub static TABLE: Table = Table {
    name: "website_content",
    key: "page_key",
    columns: &[
        Column::new("page_key", Kind::PageKey),
        Column::new("content", Kind::Document).secrets(&["payment_gateway_api_key"]),
        UPDATED_AT,
    ],
    unique: &[],
    rights: Rights {
        editor: Grant { read: Access::ALL, insert: NOT_THE_BANK, update: NOT_THE_BANK, delete: NOT_THE_BANK },
        ..Rights::PUBLIC_LIST
    },
    history: History::Kept,
};
