//! Which tables an archive holds, and what their columns may hold. The tables of the wire are described in `tables`;
//! accounts and files are not on the wire as tables, so they are described here.

use std::sync::LazyLock;

use crate::schema::{self, TABLES};

/// Bumped when a table or column is added to what is kept, so that an older umeed says that the archive is newer
/// instead of stumbling over it. What is added needs a default, which rows of older archives then get.
pub const SCHEMA: u32 = 1;

pub struct Kept {
    pub name: &'static str,
    /// The column that names a row.
    pub key: &'static str,
    pub columns: Vec<Column>,
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
    /// Never below zero: sizes and counts.
    Int,
    Json,
    Text,
    /// The name of a file's bytes.
    Version,
    /// The name of the one bucket.
    Bucket,
    /// A kind of file that is taken.
    Mimetype,
}

impl Kept {
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Where a column of ours stands in a row.
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
    column("size", Kind::Int),
    column("etag", Kind::Text),
    column("cache_control", Kind::Text),
    nullable("width", Kind::Int),
    nullable("height", Kind::Int),
    nullable("user_metadata", Kind::Json),
    nullable("owner", Kind::Text),
    column("created_at", Kind::Time),
    column("updated_at", Kind::Time),
];

const STAFF: &[Column] = &[
    column("id", Kind::Uuid),
    column("email", Kind::Text),
    column("password_hash", Kind::Text),
    column("user_metadata", Kind::Json),
    nullable("last_sign_in_at", Kind::Time),
    column("created_at", Kind::Time),
    column("updated_at", Kind::Time),
];

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, nullable: false }
}

const fn nullable(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, nullable: true }
}

static KEPT: LazyLock<Vec<Kept>> = LazyLock::new(|| {
    let wire = TABLES.iter().map(|table| Kept {
        name: table.name,
        key: table.key,
        columns: table.columns.iter().map(of_the_wire).collect(),
    });
    let own = [("staff", STAFF), ("objects", OBJECTS)].map(|(name, columns)| Kept {
        name,
        key: "id",
        columns: columns.to_vec(),
    });
    wire.chain(own).collect()
});

fn of_the_wire(column: &schema::Column) -> Column {
    let kind = match column.kind {
        schema::Kind::Uuid => Kind::Uuid,
        schema::Kind::Time => Kind::Time,
        schema::Kind::Bool => Kind::Bool,
        schema::Kind::Document => Kind::Json,
        schema::Kind::PageKey
        | schema::Kind::Text { .. }
        | schema::Kind::Html { .. }
        | schema::Kind::Picture { .. }
        | schema::Kind::Email => Kind::Text,
        schema::Kind::Integer => Kind::Int,
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
