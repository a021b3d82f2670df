//! The two engines have one schema: the same tables, columns, kinds, keys and indexes, read from the migrations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What several servers share, which a single one keeps elsewhere (see migrations/postgres).
const SHARED: [&str; 3] = ["table_versions", "shared_secrets", "shared_tries"];

/// Table by table, each line of its definition in neutral words; indexes under their own names.
fn schema(engine: &str) -> BTreeMap<String, BTreeSet<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(engine);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let text: String = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let text: String = text.lines().map(|line| line.split("--").next().unwrap()).collect::<Vec<_>>().join("\n");
    let mut found = BTreeMap::new();
    // On PostgreSQL every text must be compared byte by byte, as SQLite does.
    let text = match engine {
        "postgres" => {
            text.replace("TEXT COLLATE \"C\"", "BYTEWISE").replace("TEXT", "ANYWISE").replace("BYTEWISE", "TEXT")
        }
        _ => text,
    };
    for statement in text.split(';').map(neutral) {
        if let Some(rest) = statement.strip_prefix("CREATE TABLE ") {
            let (name, body) = rest.split_once(" ( ").unwrap();
            let body = body.rsplit_once(" )").unwrap().0;
            if !SHARED.contains(&name) {
                found.insert(name.to_owned(), body.split(" , ").map(|line| line.trim().to_owned()).collect());
            }
        } else if statement.starts_with("CREATE INDEX") && !SHARED.iter().any(|name| statement.contains(name)) {
            found.insert(statement, BTreeSet::new());
        }
    }
    found
}

/// One space between words, commas at line ends apart, and one word for what the engines call differently.
fn neutral(statement: &str) -> String {
    let spaced = statement.replace(",\n", " , ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    for (theirs, ours) in [
        ("BIGINT", "INTEGER"),
        (" STRICT , WITHOUT ROWID", ""),
        (" STRICT, WITHOUT ROWID", ""),
        (" STRICT", ""),
        ("content::json IS NOT NULL", "json_valid ( content )"),
        ("user_metadata::json IS NOT NULL", "json_valid ( user_metadata )"),
    ] {
        words = words.replace(theirs, ours);
    }
    words
}

#[test]
fn both_engines_have_the_same_schema() {
    let (sqlite, postgres) = (schema("sqlite"), schema("postgres"));
    assert!(sqlite.len() > 15, "{:?}", sqlite.keys());
    assert_eq!(sqlite.keys().collect::<Vec<_>>(), postgres.keys().collect::<Vec<_>>());
    for (name, lines) in &sqlite {
        assert_eq!(lines, &postgres[name], "{name}");
    }
}

/// What counts its writes for other servers is every table on the wire.
#[test]
fn every_table_has_its_number() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/postgres");
    let text = std::fs::read_to_string(folder.join("0002_several_servers.sql")).unwrap();
    for table in umeed::schema::TABLES {
        assert!(text.contains(&format!("('{}', 0)", table.name)), "{}", table.name);
    }
}
