//! The migrations of each engine: those from before, which each engine has for itself, then those that are written once
//! in `migrations/both` and translated for PostgreSQL. Only what our migrations use is translated; a test compares the
//! schemas that come out.

use std::borrow::Cow;
use std::sync::LazyLock;

use include_dir::{Dir, File, include_dir};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

use super::sql::Engine;

// Not `sqlx::migrate!`: its macros are built with databases of their own, SQLite included.
static SQLITE_ONLY: Dir = include_dir!("$CARGO_MANIFEST_DIR/../migrations/sqlite");
static POSTGRES_ONLY: Dir = include_dir!("$CARGO_MANIFEST_DIR/../migrations/postgres");
static BOTH: Dir = include_dir!("$CARGO_MANIFEST_DIR/../migrations/both");

static FOR_SQLITE: LazyLock<Migrator> = LazyLock::new(|| joined(&SQLITE_ONLY, |sql| sql.to_owned()));
static FOR_POSTGRES: LazyLock<Migrator> = LazyLock::new(|| joined(&POSTGRES_ONLY, for_postgres));

pub fn of(engine: Engine) -> &'static Migrator {
    match engine {
        Engine::Sqlite => &FOR_SQLITE,
        Engine::Postgres => &FOR_POSTGRES,
    }
}

/// The checksum is that of the file on both engines, so that a better translation is no change of a migration.
fn joined(own: &Dir<'static>, translate: impl Fn(&str) -> String) -> Migrator {
    let both = BOTH.files().map(read).map(|migration| Migration {
        sql: AssertSqlSafe(translate(migration.sql.as_str())).into_sql_str(),
        ..migration
    });
    Migrator::with_migrations(own.files().map(read).chain(both).collect())
}

/// A file is named by its number and by what it does: `0102_history.sql`.
fn read(file: &'static File<'static>) -> Migration {
    let name = file.path().file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let (version, words) = name.split_once('_').expect("a migration has a number and a name");
    Migration::new(
        version.parse().expect("a migration begins with its number"),
        Cow::Owned(words.replace('_', " ")),
        MigrationType::Simple,
        file.contents_utf8().expect("a migration is text").into_sql_str(),
        false,
    )
}

/// A migration for SQLite in PostgreSQL's words. Texts compare byte by byte there too, numbers have 64 bits, and the
/// options behind a table's closing bracket go.
pub fn for_postgres(sqlite: &str) -> String {
    let mut postgres = String::with_capacity(sqlite.len() * 2);
    let mut depth = 0;
    let mut options = false;
    let mut rest = sqlite;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            // A quote inside a text is doubled: read as two texts side by side, it comes out the same.
            '\'' | '"' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            _ if is_word(first) => rest.find(|next| !is_word(next)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match token {
            "(" => depth += 1,
            ")" => depth -= 1,
            ";" => options = false,
            "STRICT" | "WITHOUT" if depth == 0 => options = true,
            _ => {}
        }
        match token {
            _ if options || token.starts_with("--") => {}
            "TEXT" => postgres.push_str("TEXT COLLATE \"C\""),
            "INTEGER" => postgres.push_str("BIGINT"),
            "json_valid" => {
                let (argument, after) =
                    rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).unwrap_or_default();
                postgres.push_str(&format!("({argument}::json IS NOT NULL)"));
                rest = after;
            }
            _ => postgres.push_str(token),
        }
    }
    postgres
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_translated() {
        let sqlite = "-- TEXT; it's a remark\nCREATE TABLE t (id TEXT PRIMARY KEY, n INTEGER DEFAULT 1, \
                      j TEXT CHECK (j IS NULL OR json_valid(j)), my_TEXT TEXT DEFAULT 'a TEXT; it''s') STRICT, WITHOUT ROWID;\n\
                      ALTER TABLE t ADD COLUMN \"INTEGER\" INTEGER;";
        let postgres = "\nCREATE TABLE t (id TEXT COLLATE \"C\" PRIMARY KEY, n BIGINT DEFAULT 1, \
                        j TEXT COLLATE \"C\" CHECK (j IS NULL OR (j::json IS NOT NULL)), \
                        my_TEXT TEXT COLLATE \"C\" DEFAULT 'a TEXT; it''s') ;\n\
                        ALTER TABLE t ADD COLUMN \"INTEGER\" BIGINT;";
        assert_eq!(for_postgres(sqlite), postgres);
    }

    /// So that every version of umeed reads what was applied by another: a checksum that is not the file's own, or a
    /// number that lies between applied ones, would be refused.
    #[test]
    fn the_files_keep_their_order_and_checksums() {
        for (engine, own) in [(Engine::Sqlite, &SQLITE_ONLY), (Engine::Postgres, &POSTGRES_ONLY)] {
            let all: Vec<&Migration> = of(engine).iter().collect();
            assert!(all.windows(2).all(|pair| pair[0].version < pair[1].version));
            let files: Vec<Migration> = own.files().chain(BOTH.files()).map(read).collect();
            assert_eq!(all.len(), files.len());
            for file in files {
                let kept = all.iter().find(|migration| migration.version == file.version).unwrap();
                assert_eq!(kept.checksum, file.checksum);
            }
        }
    }
}
