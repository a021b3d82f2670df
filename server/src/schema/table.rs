//! What a table is: its columns, their kinds, limits and defaults, and who may do what with it. One file in `tables/`
//! declares one table as a value of these types; everything else (planner, checks, policy, backup, hosted SQL, the web
//! app's types) is derived from it.

use super::bucket::{Bucket, WEBSITE_IMAGES};
use super::role::{Columns, Rights, Role};

#[derive(Debug, PartialEq)]
pub struct Table {
    pub name: &'static str,
    /// The column that identifies a row.
    pub key: &'static str,
    pub columns: &'static [Column],
    /// Columns that are unique besides the key.
    pub unique: &'static [&'static str],
    /// Columns in which staff look for a piece of text, newest rows first: an index finds it in a large table.
    pub search: &'static [&'static str],
    pub rights: Rights,
    pub history: History,
    /// What visitors may send only while the foundation wants it.
    pub switch: Option<Switch>,
}

/// A switch of the document `features`, and the columns that visitors send only while it is on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Switch {
    pub name: &'static str,
    pub columns: Columns,
}

/// What is kept of a table's changes (see `history`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum History {
    /// Nothing. For what visitors send: what is deleted there is really gone.
    None,
    /// Every change.
    Kept,
    /// Every change, and staff are offered to put back what was deleted (for `TRASH_DAYS`).
    Restorable,
}

#[derive(Debug, PartialEq)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub nullable: bool,
    pub default: Default,
    /// What a new item of the admin holds until somebody writes something better.
    pub placeholder: Option<&'static str>,
    /// Top-level keys of a JSON column that only some roles may see.
    pub secrets: &'static [&'static str],
    /// The longest text that a visitor may send, where that is less than what may be stored: what was taken before stays
    /// good in backups and for Undo.
    pub sent_length: Option<usize>,
    /// The only values that a text may have; empty where it may be anything.
    pub one_of: &'static [&'static str],
    /// Not part of `*`: only who names it gets it, as clients from before it was there expect.
    pub invisible: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Uuid,
    Time,
    Bool,
    Integer,
    /// The JSON of `website_content`, whose shape depends on the row's page key (see `document`).
    Document,
    /// Any JSON. For tables that only the server writes.
    Json,
    PageKey,
    Text {
        format: Format,
        max_length: usize,
        /// Refuses what is only white space.
        required: bool,
    },
    /// Rich text, sanitised on writing.
    Html {
        max_length: usize,
    },
    /// The address of a picture: on this site, or http(s). Uploads go to this bucket and folder.
    Picture {
        bucket: &'static Bucket,
        folder: &'static str,
    },
    Email,
}

/// What a text is about: which input a form shows for it and what the form warns of. The server stores any text, but for the last two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Format {
    Line,
    Paragraph,
    Email,
    Phone,
    Iban,
    Swift,
    /// Never shown to visitors, remembered by a browser or kept in a draft.
    Secret,
    /// An address that the server sends mail to.
    Recipient,
    /// The name of one, such as Asia/Karachi.
    TimeZone,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Default {
    None,
    NewId,
    Now,
    /// Set by the server at every write; what a caller sends is ignored.
    NowOnUpdate,
    Text(&'static str),
    True,
}

/// The longest address of a link or picture, in characters.
pub const MAX_ADDRESS: usize = 2_000;
/// The longest rich text, in characters.
pub const MAX_HTML: usize = 100_000;
pub const MAX_EMAIL: usize = 254;
/// For how long what was deleted can be put back.
pub const TRASH_DAYS: u32 = 30;

pub const ID: Column = Column::new("id", Kind::Uuid).default(Default::NewId);
pub const CREATED_AT: Column = Column::new("created_at", Kind::Time).default(Default::Now);
pub const UPDATED_AT: Column = Column::new("updated_at", Kind::Time).default(Default::NowOnUpdate);
/// Where staff put an item by hand; empty leaves it in the order of creation.
pub const POSITION: Column = Column::new("position", Kind::Integer).nullable();

/// One line of text.
pub const fn text(name: &'static str, max_length: usize) -> Column {
    Column::new(name, Kind::Text { format: Format::Line, max_length, required: false })
}

pub const fn paragraph(name: &'static str, max_length: usize) -> Column {
    Column::new(name, Kind::Text { format: Format::Paragraph, max_length, required: false })
}

pub const fn html(name: &'static str) -> Column {
    Column::new(name, Kind::Html { max_length: MAX_HTML })
}

/// A picture that may be missing, uploaded to this folder of the site's bucket.
pub const fn picture(name: &'static str, folder: &'static str) -> Column {
    Column::new(name, Kind::Picture { bucket: &WEBSITE_IMAGES, folder }).nullable()
}

impl Column {
    pub const fn new(name: &'static str, kind: Kind) -> Column {
        Column {
            name,
            kind,
            nullable: false,
            default: Default::None,
            placeholder: None,
            secrets: &[],
            sent_length: None,
            one_of: &[],
            invisible: false,
        }
    }

    pub const fn nullable(self) -> Column {
        Column { nullable: true, ..self }
    }

    pub const fn not_null(self) -> Column {
        Column { nullable: false, ..self }
    }

    pub const fn default(self, default: Default) -> Column {
        Column { default, ..self }
    }

    pub const fn default_text(self, text: &'static str) -> Column {
        self.default(Default::Text(text))
    }

    pub const fn placeholder(self, text: &'static str) -> Column {
        Column { placeholder: Some(text), ..self }
    }

    pub const fn secrets(self, secrets: &'static [&'static str]) -> Column {
        Column { secrets, ..self }
    }

    /// Refuses a text of white space only.
    pub const fn required(self) -> Column {
        match self.kind {
            Kind::Text { format, max_length, .. } => {
                Column { kind: Kind::Text { format, max_length, required: true }, ..self }
            }
            _ => panic!("only a text can be required"),
        }
    }

    /// What a visitor sends is at most this long, which is more than people write.
    pub const fn sent_at_most(self, characters: usize) -> Column {
        Column { sent_length: Some(characters), ..self }
    }

    pub const fn invisible(self) -> Column {
        Column { invisible: true, ..self }
    }

    pub const fn one_of(self, values: &'static [&'static str]) -> Column {
        Column { one_of: values, ..self }
    }

    pub const fn format(self, format: Format) -> Column {
        match self.kind {
            Kind::Text { max_length, required, .. } => {
                Column { kind: Kind::Text { format, max_length, required }, ..self }
            }
            _ => panic!("only a text has a format"),
        }
    }

    /// What PostgreSQL calls this type: in hosted SQL, in refusals, in descriptions of a row.
    pub fn postgres_type(&self) -> &'static str {
        match self.kind {
            Kind::Uuid => "uuid",
            Kind::Time => "timestamp with time zone",
            Kind::Bool => "boolean",
            Kind::Integer => "bigint",
            Kind::Document | Kind::Json => "jsonb",
            Kind::PageKey | Kind::Text { .. } | Kind::Html { .. } | Kind::Picture { .. } | Kind::Email => "text",
        }
    }
}

impl Kind {
    pub fn is_json(self) -> bool {
        matches!(self, Kind::Document | Kind::Json)
    }
}

impl Table {
    pub fn column(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    pub fn column_of_kind(&self, kind: Kind) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.kind == kind)
    }

    /// Whether anybody may add rows; otherwise only the server does.
    pub fn is_written(&self) -> bool {
        Role::ALL.iter().any(|role| !self.rights.of(*role).insert.is_none())
    }

    /// The column that the server sets at every write, by which an editor knows that a row has changed.
    pub fn touched(&self) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.default == Default::NowOnUpdate)
    }
}
