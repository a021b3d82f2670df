//! What is derived from the declarations in server/src/schema is up to date, and nothing is declared that somebody forgot.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use umeed::schema::document::Shape;
use umeed::schema::{BUCKETS, DOCUMENTS, Kind, TABLES, typescript};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

#[test]
fn the_web_apps_types_are_those_of_the_declarations() {
    let written = std::fs::read_to_string(root().join("web/src/schema.gen.ts")).unwrap();
    assert!(written == typescript::generate(), "web/src/schema.gen.ts is out of date: run `make schema`");
}

#[test]
fn every_file_of_a_declaration_is_listed() {
    for (folder, listed) in [("tables", TABLES.len()), ("documents", DOCUMENTS.len())] {
        let folder = root().join("server/src/schema").join(folder);
        let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        let declared = files.filter(|name| name != "mod.rs").count();
        assert_eq!(declared, listed, "{} lacks a file: run `make schema`", folder.join("mod.rs").display());
    }
}

#[test]
fn names_are_used_once_and_every_name_refers_to_something() {
    let unique = |names: Vec<&str>| assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    unique(TABLES.iter().map(|table| table.name).collect());
    unique(DOCUMENTS.iter().map(|document| document.page_key).collect());
    unique(BUCKETS.iter().map(|bucket| bucket.name).collect());
    for table in TABLES {
        unique(table.columns.iter().map(|column| column.name).collect());
        assert!(table.column(table.key).is_some(), "{} has no column {}", table.name, table.key);
        for name in table.unique {
            assert!(table.column(name).is_some(), "{} has no column {name}", table.name);
        }
        for column in table.columns {
            if let Kind::Picture { bucket, .. } = column.kind {
                assert!(BUCKETS.contains(&bucket), "{}.{} goes to no bucket", table.name, column.name);
            }
        }
    }
}

/// A column that a rule names must exist, or the rule would hold nothing back.
#[test]
fn every_rule_names_known_columns() {
    use umeed::schema::role::{Columns, Role};
    for table in TABLES {
        for role in Role::ALL {
            let grant = table.rights.of(role);
            for access in [grant.read, grant.insert, grant.update, grant.delete] {
                let named = match access.columns {
                    Columns::Only(names) => names.to_vec(),
                    Columns::None | Columns::All => Vec::new(),
                };
                for name in named.into_iter().chain(access.rows.condition().map(|condition| condition.column())) {
                    assert!(table.column(name).is_some(), "{}: {} names {name}", table.name, role.name());
                }
            }
        }
    }
}

/// What a new site begins with must be what it may be saved with.
#[test]
fn every_blank_document_passes_its_own_check() {
    for document in DOCUMENTS {
        let mut blank = document.blank();
        let before = blank.clone();
        document.check(&mut blank).unwrap_or_else(|cause| panic!("{}: {cause}", document.page_key));
        assert_eq!(blank, before, "{}", document.page_key);
        assert!(matches!(document.shape, Shape::Object(_) | Shape::Sections(_)), "{}", document.page_key);
    }
}
