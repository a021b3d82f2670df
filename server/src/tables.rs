//! The tables as the wire sees them: columns, kinds, limits, defaults and which hold HTML. Declared once here; the
//! planner, the checks on writing and the SQL are derived. Who may do what is in `policy`.

#[derive(Debug, PartialEq)]
pub struct Table {
    pub name: &'static str,
    /// The column that names a row.
    pub key: &'static str,
    pub columns: &'static [Column],
    /// Columns that are unique besides the key.
    pub unique: &'static [&'static str],
}

#[derive(Debug, PartialEq)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub nullable: bool,
    pub default: Default,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Uuid,
    Time,
    Bool,
    /// The JSON of `website_content`, whose shape depends on the row's page_key (see `content`).
    Content,
    PageKey,
    /// One line or paragraph; `required` refuses what is only white space.
    Text {
        most: usize,
        required: bool,
    },
    /// Rich text, sanitised on writing.
    Html {
        most: usize,
    },
    /// The address of a picture: on this site, or http(s).
    Picture,
    Email,
}

#[derive(Debug, PartialEq)]
pub enum Default {
    None,
    NewId,
    Now,
    /// Set by the server at every write; what a caller sends is not used.
    Touched,
    Text(&'static str),
    True,
}

impl Table {
    pub fn column(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

pub fn find(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

const fn column(name: &'static str, kind: Kind, default: Default) -> Column {
    Column { name, kind, nullable: false, default }
}
const fn text(name: &'static str, most: usize) -> Column {
    column(name, Kind::Text { most, required: false }, Default::None)
}
const fn required(name: &'static str, most: usize) -> Column {
    column(name, Kind::Text { most, required: true }, Default::None)
}
const fn picture(name: &'static str) -> Column {
    Column { name, kind: Kind::Picture, nullable: true, default: Default::None }
}
const ID: Column = column("id", Kind::Uuid, Default::NewId);
const CREATED: Column = column("created_at", Kind::Time, Default::Now);
const UPDATED: Column = column("updated_at", Kind::Time, Default::Touched);

pub static TABLES: &[Table] = &[
    Table {
        name: "website_content",
        key: "page_key",
        columns: &[
            column("page_key", Kind::PageKey, Default::None),
            column("content", Kind::Content, Default::None),
            UPDATED,
        ],
        unique: &[],
    },
    Table {
        name: "subscribers",
        key: "id",
        columns: &[ID, column("email", Kind::Email, Default::None), CREATED],
        unique: &["email"],
    },
    Table {
        name: "projects",
        key: "id",
        columns: &[
            ID,
            text("title", 300),
            column("description", Kind::Html { most: 100_000 }, Default::Text("")),
            picture("image_url"),
            CREATED,
            UPDATED,
        ],
        unique: &[],
    },
    Table {
        name: "gallery_images",
        key: "id",
        columns: &[
            ID,
            Column { nullable: false, ..picture("image_url") },
            column("alt_text", Kind::Text { most: 500, required: false }, Default::Text("Gallery image")),
            CREATED,
            UPDATED,
        ],
        unique: &[],
    },
    Table {
        name: "testimonials",
        key: "id",
        columns: &[
            ID,
            text("quote", 4_000),
            text("name", 200),
            column("role", Kind::Text { most: 200, required: false }, Default::Text("")),
            picture("image_url"),
            column("is_visible", Kind::Bool, Default::True),
            CREATED,
            UPDATED,
        ],
        unique: &[],
    },
    Table {
        name: "team_members",
        key: "id",
        columns: &[
            ID,
            text("name", 200),
            column("role", Kind::Text { most: 200, required: false }, Default::Text("")),
            picture("image_url"),
            CREATED,
            UPDATED,
        ],
        unique: &[],
    },
    Table {
        name: "success_stories",
        key: "id",
        columns: &[
            ID,
            text("title", 300),
            column("description", Kind::Text { most: 20_000, required: false }, Default::Text("")),
            column("category", Kind::Text { most: 100, required: false }, Default::Text("General")),
            picture("before_image_url"),
            picture("after_image_url"),
            CREATED,
            UPDATED,
        ],
        unique: &[],
    },
    Table {
        name: "volunteers",
        key: "id",
        columns: &[
            ID,
            required("name", 200),
            required("city", 200),
            required("phone", 50),
            Column { nullable: true, ..text("skills", 2_000) },
            CREATED,
        ],
        unique: &[],
    },
];
