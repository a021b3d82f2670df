//! Roles and what each may do with a table. Who somebody is (see `Identity`) is apart from what they may do: an account
//! has a role. What a role may do with tables and files is said only by their declarations, and decided by `policy`.

use crate::db::Author;

/// Who asks. Found once for each request (see `auth::identify`), then passed along.
#[derive(Debug, Clone, PartialEq)]
pub enum Identity {
    Visitor,
    Staff {
        id: String,
        session: String,
        /// Where the session was begun, in words.
        device: String,
        /// Whether it was confirmed with a second factor.
        second_factor: bool,
    },
    /// A program that holds the service key, and which generation of it.
    Service {
        generation: i64,
    },
}

/// Somebody who asks, and in which role.
#[derive(Debug, Clone, PartialEq)]
pub struct Caller {
    pub identity: Identity,
    pub role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Visitor,
    /// Edits content and lists; not the bank details, nor what belongs to the site as a whole.
    Editor,
    /// May do everything. Every account is an owner unless it was made an editor.
    Owner,
}

impl Role {
    pub const ALL: [Role; 3] = [Role::Visitor, Role::Editor, Role::Owner];

    pub fn name(self) -> &'static str {
        match self {
            Role::Visitor => "visitor",
            Role::Editor => "editor",
            Role::Owner => "owner",
        }
    }

    /// The role of an account, as it is stored.
    pub fn of_account(name: &str) -> Option<Role> {
        [Role::Editor, Role::Owner].into_iter().find(|role| role.name() == name)
    }

    pub fn is_staff(self) -> bool {
        self != Role::Visitor
    }
}

impl Caller {
    pub fn visitor() -> Caller {
        Caller { identity: Identity::Visitor, role: Role::Visitor }
    }

    /// The server itself: seeding, importing and other work of its own goes through the same checks as anyone's.
    pub fn server() -> Caller {
        let nothing = String::new;
        let identity = Identity::Staff { id: nothing(), session: nothing(), device: nothing(), second_factor: true };
        Caller { identity, role: Role::Owner }
    }

    /// As whom the record of changes knows them.
    pub fn author(&self) -> Author {
        match &self.identity {
            Identity::Staff { id, session, device, .. } if !id.is_empty() => Author::staff(id, session, device),
            Identity::Service { .. } => Author::Service,
            Identity::Staff { .. } | Identity::Visitor => Author::Server,
        }
    }

    /// Whether more than a password says that it is them. The service key is no password.
    pub fn has_second_factor(&self) -> bool {
        match &self.identity {
            Identity::Visitor => false,
            Identity::Staff { second_factor, .. } => *second_factor,
            Identity::Service { .. } => true,
        }
    }

    /// The id of the account.
    pub fn staff_id(&self) -> Option<&str> {
        match &self.identity {
            Identity::Visitor | Identity::Service { .. } => None,
            Identity::Staff { id, .. } => Some(id),
        }
    }
}

/// What each role may do with a table.
#[derive(Debug, PartialEq)]
pub struct Rights {
    pub visitor: Grant,
    pub editor: Grant,
    pub owner: Grant,
}

/// The columns and rows that each verb may touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grant {
    pub read: Access,
    pub insert: Access,
    pub update: Access,
    pub delete: Access,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Access {
    pub columns: Columns,
    pub rows: Rows,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Columns {
    None,
    All,
    Only(&'static [&'static str]),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rows {
    All,
    /// Only rows for which this holds; the others do not exist for the caller.
    Where(RowRule),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RowRule {
    IsTrue(&'static str),
    IsNoneOf(&'static str, &'static [&'static str]),
    /// This column names a table of which the caller may read everything (see `policy::read_as_a_whole`), or it says that
    /// the row is about an account, and these are theirs to read.
    NamesReadable(&'static str, Accounts),
}

/// Of which accounts somebody reads what became of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Accounts {
    All,
    /// The account whose id this column holds is the caller's own.
    Own(&'static str),
}

impl Access {
    pub const NONE: Access = Access { columns: Columns::None, rows: Rows::All };
    pub const ALL: Access = Access { columns: Columns::All, rows: Rows::All };

    pub const fn only(columns: &'static [&'static str]) -> Access {
        Access { columns: Columns::Only(columns), rows: Rows::All }
    }

    pub const fn where_(rule: RowRule) -> Access {
        Access { columns: Columns::All, rows: Rows::Where(rule) }
    }

    pub fn is_none(&self) -> bool {
        self.columns == Columns::None
    }
}

impl Grant {
    pub const NOTHING: Grant =
        Grant { read: Access::NONE, insert: Access::NONE, update: Access::NONE, delete: Access::NONE };
    pub const READ: Grant = Grant { read: Access::ALL, ..Grant::NOTHING };
    pub const EVERYTHING: Grant =
        Grant { read: Access::ALL, insert: Access::ALL, update: Access::ALL, delete: Access::ALL };
}

impl Rights {
    /// A list of the site: everyone reads it, staff edit it.
    pub const PUBLIC_LIST: Rights = Rights { visitor: Grant::READ, ..Rights::STAFF_LIST };
    /// Staff edit it and nobody else sees it.
    pub const STAFF_LIST: Rights =
        Rights { visitor: Grant::NOTHING, editor: Grant::EVERYTHING, owner: Grant::EVERYTHING };

    /// Visitors send these columns and never read the table; nobody rewrites what a visitor sent. What staff note beside
    /// it is in columns of their own.
    pub const fn form(sent: &'static [&'static str], noted: &'static [&'static str]) -> Rights {
        let update = if noted.is_empty() { Access::NONE } else { Access::only(noted) };
        let staff = Grant { update, ..Grant::EVERYTHING };
        let visitor = Grant { insert: Access::only(sent), ..Grant::NOTHING };
        Rights { visitor, editor: staff, owner: staff }
    }

    pub fn of(&self, role: Role) -> Grant {
        match role {
            Role::Visitor => self.visitor,
            Role::Editor => self.editor,
            Role::Owner => self.owner,
        }
    }
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
