//! Which tables an archive holds, and what their columns may hold. The tables of the site are those that `schema`
//! declares; accounts and files are no tables to clients, so they are described here. Nothing else lists them.

use std::sync::LazyLock;

use crate::schema::{self, TABLES, Table};

/// What versions that only knew the number understand of "newer": 2 came with the role of accounts and the position of
/// list items. Not to be bumped again: an archive names its tables and columns, and one that names what is not known here
/// was made by a newer version. What is added needs a default, which rows of older archives then get.
pub const SCHEMA: u32 = 2;

/// Mail is not brought back: most of it was sent long ago, and would be sent a second time.
const LEFT_OUT: &str = "outbox";

/// The table whose lines name files.
pub const HISTORY: &str = "history";

pub struct Kept {
    pub name: &'static str,
    /// The column that names a row.
    pub key: &'static str,
    pub columns: Vec<Column>,
    /// Where the table is one of the site's.
    pub declared: Option<&'static Table>,
}

#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub nullable: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Uuid,
    Time,
    Bool,
    Int,
    /// Never below zero: a number of bytes or pixels.
    Size,
    Json,
    Text,
    /// The name of a file's bytes.
    Version,
    /// The name of a declared bucket.
    Bucket,
    /// A kind of file that a bucket takes.
    Mimetype,
    /// A role that an account may have.
    Role,
}

impl Kept {
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The position of a column in a row.
    pub fn position(&self, name: &str) -> usize {
        self.columns.iter().position(|column| column.name == name).expect("a column of ours")
    }
}

const OBJECTS: &[Column] = &[
    column("id", Kind::Uuid),
    column("bucket", Kind::Bucket),
    column("name", Kind::Text),
    column("version", Kind::Version),
    column("mimetype", Kind::Mimetype),
    column("size", Kind::Size),
    column("etag", Kind::Text),
    column("cache_control", Kind::Text),
    nullable("width", Kind::Size),
    nullable("height", Kind::Size),
    nullable("user_metadata", Kind::Json),
    nullable("owner", Kind::Text),
    column("created_at", Kind::Time),
    column("updated_at", Kind::Time),
];

const STAFF: &[Column] = &[
    column("id", Kind::Uuid),
    column("email", Kind::Text),
    column("password_hash", Kind::Text),
    column("role", Kind::Role),
    column("user_metadata", Kind::Json),
    nullable("last_sign_in_at", Kind::Time),
    column("created_at", Kind::Time),
    column("updated_at", Kind::Time),
];

/// Their seeds are sealed with the secret of the server, which is in no archive.
const FACTORS: &[Column] = &[
    column("id", Kind::Uuid),
    column("staff_id", Kind::Uuid),
    column("kind", Kind::Text),
    column("status", Kind::Text),
    column("friendly_name", Kind::Text),
    column("seed", Kind::Text),
    column("last_step", Kind::Size),
    column("created_at", Kind::Time),
    column("updated_at", Kind::Time),
];

const RECOVERY_CODES: &[Column] = &[column("digest", Kind::Text), column("staff_id", Kind::Uuid)];

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, nullable: false }
}

const fn nullable(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, nullable: true }
}

static KEPT: LazyLock<Vec<Kept>> = LazyLock::new(|| {
    let declared = TABLES.iter().filter(|table| table.name != LEFT_OUT).map(|table| Kept {
        name: table.name,
        key: table.key,
        columns: table.columns.iter().map(of_declared).collect(),
        declared: Some(table),
    });
    let own = [
        ("staff", "id", STAFF),
        ("factors", "id", FACTORS),
        ("recovery_codes", "digest", RECOVERY_CODES),
        ("objects", "id", OBJECTS),
    ];
    let own = own.map(|(name, key, columns)| Kept { name, key, columns: columns.to_vec(), declared: None });
    declared.chain(own).collect()
});

fn of_declared(column: &schema::Column) -> Column {
    let kind = match column.kind {
        schema::Kind::Uuid => Kind::Uuid,
        schema::Kind::Time => Kind::Time,
        schema::Kind::Bool => Kind::Bool,
        schema::Kind::Integer => Kind::Int,
        schema::Kind::Document | schema::Kind::Json => Kind::Json,
        schema::Kind::PageKey
        | schema::Kind::Text { .. }
        | schema::Kind::Html { .. }
        | schema::Kind::Picture { .. }
        | schema::Kind::Email => Kind::Text,
    };
    Column { name: column.name, kind, nullable: column.nullable }
}

pub fn kept() -> &'static [Kept] {
    &KEPT
}

pub fn find(name: &str) -> Option<&'static Kept> {
    KEPT.iter().find(|kept| kept.name == name)
}

/// The table of files.
pub fn objects() -> &'static Kept {
    find("objects").expect("it is kept")
}
