//! The one table of rules: who reads what, who writes what, what is never shown. A table without a rule does not
//! exist on the wire. Rules become part of the SQL; no row is fetched and then dropped.

use crate::error::{Error, Result};
use crate::tables::Table;

/// Who asks. Found once at the edge (see `auth::who`), then passed along.
#[derive(Debug, Clone, PartialEq)]
pub enum Who {
    Visitor,
    Staff { id: String, session: String },
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rows {
    None,
    All,
    /// Only rows in which this column is true; the others do not exist for the caller.
    Where(&'static str),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Columns {
    None,
    All,
    Only(&'static [&'static str]),
}

#[derive(Debug, Clone, Copy)]
pub struct Grant {
    pub read: Rows,
    pub insert: Columns,
    pub update: Columns,
    pub delete: bool,
}

pub struct Rule {
    pub table: &'static str,
    visitor: Grant,
    staff: Grant,
}

/// A key inside a JSON column that visitors never see: it reads as if it were not there, in every kind of use.
pub struct Hidden {
    pub table: &'static str,
    pub column: &'static str,
    pub key: &'static str,
}

pub static HIDDEN_FROM_VISITORS: &[Hidden] =
    &[Hidden { table: "website_content", column: "content", key: "payment_gateway_api_key" }];

const NOTHING: Grant = Grant { read: Rows::None, insert: Columns::None, update: Columns::None, delete: false };
const READ: Grant = Grant { read: Rows::All, ..NOTHING };
const EVERYTHING: Grant = Grant { read: Rows::All, insert: Columns::All, update: Columns::All, delete: true };

pub static RULES: &[Rule] = &[
    Rule { table: "website_content", visitor: READ, staff: EVERYTHING },
    Rule { table: "projects", visitor: READ, staff: EVERYTHING },
    Rule { table: "gallery_images", visitor: READ, staff: EVERYTHING },
    Rule { table: "testimonials", visitor: Grant { read: Rows::Where("is_visible"), ..NOTHING }, staff: EVERYTHING },
    Rule { table: "team_members", visitor: READ, staff: EVERYTHING },
    Rule { table: "success_stories", visitor: READ, staff: EVERYTHING },
    // Visitors write to these two and never read them; nobody rewrites what a visitor sent.
    Rule {
        table: "subscribers",
        visitor: Grant { insert: Columns::Only(&["email"]), ..NOTHING },
        staff: Grant { update: Columns::None, ..EVERYTHING },
    },
    Rule {
        table: "volunteers",
        visitor: Grant { insert: Columns::Only(&["name", "city", "phone", "skills"]), ..NOTHING },
        staff: Grant { update: Columns::None, ..EVERYTHING },
    },
];

/// What `who` may do with `table`; `None` when no rule speaks of the table.
pub fn grant(table: &Table, who: &Who) -> Option<Grant> {
    let rule = RULES.iter().find(|rule| rule.table == table.name)?;
    Some(match who {
        Who::Visitor => rule.visitor,
        Who::Staff { .. } => rule.staff,
    })
}

/// The keys of this column that `who` must not see.
pub fn hidden(table: &Table, column: &str, who: &Who) -> impl Iterator<Item = &'static str> {
    let visitor = *who == Who::Visitor;
    let (table, column) = (table.name, column.to_owned());
    HIDDEN_FROM_VISITORS
        .iter()
        .filter(move |hidden| visitor && hidden.table == table && hidden.column == column)
        .map(|hidden| hidden.key)
}

impl Columns {
    pub fn allow(self, column: &str) -> bool {
        match self {
            Columns::None => false,
            Columns::All => true,
            Columns::Only(names) => names.contains(&column),
        }
    }
}

/// The refusal of a whole table or verb.
pub fn denied(table: &Table, who: &Who) -> Error {
    let status = if *who == Who::Visitor { 401 } else { 403 };
    Error::refused(status, "42501", format!("permission denied for table {}", table.name))
}

pub fn require(allowed: bool, table: &Table, who: &Who) -> Result<()> {
    if allowed { Ok(()) } else { Err(denied(table, who)) }
}

/// Writing files is for staff; reading them is for everyone, since the one bucket is public.
pub fn may_write_files(who: &Who) -> bool {
    matches!(who, Who::Staff { .. })
}
