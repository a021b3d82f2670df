//! Which changes of the database end a session or change what somebody may do, for those who hold on to a caller for
//! longer than a request.

use super::service_key;
use crate::db::{Change, Verb};

#[derive(Debug, PartialEq)]
pub enum Affected<'a> {
    /// This session has ended.
    Session(&'a str),
    /// An account or the service key is another than it was: callers are to be identified again.
    Callers,
}

/// The tables whose changes count.
pub const TABLES: [&str; 3] = ["sessions", "staff", "site_state"];

pub fn affected(change: &Change) -> Option<Affected<'_>> {
    match (&*change.table, change.verb) {
        ("sessions", Verb::Delete) => Some(Affected::Session(&change.key)),
        ("staff", Verb::Update | Verb::Delete) => Some(Affected::Callers),
        ("site_state", _) if change.key == service_key::NAME => Some(Affected::Callers),
        _ => None,
    }
}
