//! The two engines have one schema. What counts is what each makes of the migrations, `ALTER` included, so their own
//! catalogues are compared. Where there is no PostgreSQL, SQLite reads PostgreSQL's migrations in its place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, Executor};
use umeed::config::Folder;
use umeed::db::{Db, Engine, Sql, for_postgres};

/// What several servers share, which a single one keeps elsewhere (see migrations/postgres).
const SHARED: [&str; 4] = ["table_versions", "shared_secrets", "shared_tries", "_sqlx_migrations"];

/// Beside what the migrations make there are indexes for searching, which each engine has in its own way.
fn is_of_one_engine(table: &str) -> bool {
    SHARED.contains(&table) || table.starts_with("search_")
}

async fn open(database: umeed::config::Database) -> (Db, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder { database, ..Folder::at(data.path()) };
    (Db::open(&folder).await.unwrap(), data)
}

/// The lines of a catalogue: a table's name, a space, and one fact.
async fn facts(db: &Db, queries: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for query in queries {
        let rows = db.rows(Sql::new(*query)).await.unwrap();
        found.extend(rows.iter().map(|row| row.text(0).to_owned()));
    }
    found.retain(|line| !is_of_one_engine(line.split(' ').next().unwrap()));
    found
}

const IN_SQLITE: [&str; 4] = [
    "SELECT t.name || ' column ' || c.name || ' ' || CASE c.type WHEN 'TEXT' THEN 'text C' WHEN 'INTEGER' THEN 'bigint' \
     ELSE c.type END || iif(c.\"notnull\", ' not null', '') || coalesce(' default ' || c.dflt_value, '') || ' key ' || c.pk \
     FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'",
    "SELECT t.name || ' ' || iif(i.origin = 'u', 'unique', 'index ' || i.name) || ' ' || (SELECT group_concat(coalesce(x.name, \
     'expression') || iif(x.\"desc\", ' desc', ''), ', ' ORDER BY x.seqno) FROM pragma_index_xinfo(i.name) x WHERE x.key) \
     FROM sqlite_master t JOIN pragma_index_list(t.name) i WHERE t.type = 'table' AND i.origin <> 'pk'",
    "SELECT t.name || ' refers ' || f.\"from\" || ' to ' || f.\"table\" || '.' || f.\"to\" || ' ' || f.on_delete \
     FROM sqlite_master t JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'",
    "SELECT name || ' checks ' || ((length(sql) - length(replace(sql, 'CHECK', ''))) / 5) FROM sqlite_master WHERE type = 'table'",
];
const IN_POSTGRES: [&str; 4] = [
    "SELECT c.table_name || ' column ' || c.column_name || ' ' || c.data_type || coalesce(' ' || c.collation_name, \
     CASE c.data_type WHEN 'text' THEN ' other' ELSE '' END) || CASE c.is_nullable WHEN 'NO' THEN ' not null' ELSE '' END \
     || coalesce(' default ' || replace(c.column_default, '::text', ''), '') || ' key ' || coalesce(array_position((SELECT \
     k.indkey::int2[] FROM pg_index k WHERE k.indisprimary AND k.indrelid = (quote_ident(c.table_schema) || '.' || \
     quote_ident(c.table_name))::regclass), c.ordinal_position::int2) + 1, 0) \
     FROM information_schema.columns c WHERE c.table_schema = current_schema()",
    "SELECT t.relname || ' ' || CASE WHEN i.indisunique THEN 'unique' ELSE 'index ' || n.relname END || ' ' || (SELECT \
     string_agg(CASE i.indkey[p] WHEN 0 THEN 'expression' ELSE replace(pg_get_indexdef(i.indexrelid, p + 1, true), chr(34), '') END || \
     CASE i.indoption[p] & 1 WHEN 1 THEN ' desc' ELSE '' END, ', ' ORDER BY p) FROM generate_series(0, i.indnkeyatts - 1) p) \
     FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class n ON n.oid = i.indexrelid \
     WHERE t.relnamespace = current_schema()::regnamespace AND NOT i.indisprimary",
    "SELECT t.relname || ' refers ' || a.attname || ' to ' || o.relname || '.' || b.attname || ' ' || \
     CASE f.confdeltype WHEN 'c' THEN 'CASCADE' ELSE 'NO ACTION' END \
     FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class o ON o.oid = f.confrelid \
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = f.conkey[1] \
     JOIN pg_attribute b ON b.attrelid = o.oid AND b.attnum = f.confkey[1] \
     WHERE f.contype = 'f' AND t.relnamespace = current_schema()::regnamespace",
    "SELECT t.relname::text || ' checks ' || (SELECT count(*)::text FROM pg_constraint c WHERE c.contype = 'c' AND c.conrelid = t.oid) \
     FROM pg_class t WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace",
];

#[tokio::test]
async fn both_engines_have_the_same_schema() {
    let (sqlite, _data) = open(None).await;
    let ours = facts(&sqlite, &IN_SQLITE).await;
    assert!(ours.len() > 100 && ours.contains("staff column role text C not null default 'owner' key 0"), "{ours:#?}");
    match crate::harness::own_schema().await {
        Some(database) => {
            let (postgres, _data) = open(Some(database)).await;
            let theirs = facts(&postgres, &IN_POSTGRES).await;
            let different: Vec<&String> = ours.symmetric_difference(&theirs).collect();
            assert!(different.is_empty(), "{different:#?}");
        }
        None => {
            let theirs = read_by_sqlite(&postgres_migrations()).await;
            let ours = statements(&sqlite).await;
            assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
            for (name, text) in &ours {
                assert_eq!(text, &theirs[name], "{name}");
            }
        }
    }
}

/// What counts its writes for other servers is every table of the site.
#[tokio::test]
async fn every_table_has_its_number_and_reports_its_changes() {
    let (db, _data) = open(crate::harness::own_schema().await).await;
    let names = match db.engine() {
        Engine::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table'",
        Engine::Postgres => "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()",
    };
    let names = facts(&db, &[names]).await;
    assert!(umeed::schema::TABLES.iter().all(|table| names.contains(table.name)), "{names:?}");
    if db.engine() == Engine::Postgres {
        // The history is made from the record itself, rows are counted by triggers, and nothing that is kept depends on them.
        let others = ["history", "history_files", "row_counts"];
        let names = names.into_iter().filter(|name| !others.contains(&name.as_str())).collect();
        assert_eq!(facts(&db, &["SELECT name FROM table_versions"]).await, names);
        let reporting = "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'record_change' \
                         AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)";
        assert_eq!(facts(&db, &[reporting]).await, names);
    }
}

fn texts(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

fn postgres_migrations() -> String {
    let both = texts("both").into_iter().map(|text| for_postgres(&text));
    texts("postgres").into_iter().chain(both).collect::<Vec<_>>().join("\n")
}

/// PostgreSQL's statements as SQLite would have them. A text that does not compare byte by byte keeps another name.
async fn read_by_sqlite(postgres: &str) -> BTreeMap<String, String> {
    let remarks_gone: Vec<&str> = postgres.lines().map(|line| line.split("--").next().unwrap()).collect();
    let text = remarks_gone.join("\n");
    let text = text.replace("TEXT COLLATE \"C\"", "BYTEWISE").replace("TEXT", "ANYWISE").replace("BYTEWISE", "TEXT");
    let data = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}?mode=rwc", data.path().join("read.db").display());
    let mut connection = sqlx::SqliteConnection::connect(&address).await.unwrap();
    for statement in text.split(';').filter(|statement| !statement.contains("CREATE FUNCTION")) {
        let mut statement = statement.replace("BIGINT", "INTEGER");
        while let Some(end) = statement.find("::json IS NOT NULL") {
            let start = statement[..end].rfind(|c: char| !c.is_alphanumeric() && c != '_').unwrap() + 1;
            let checked = format!("json_valid({})", &statement[start..end]);
            statement.replace_range(start..end + "::json IS NOT NULL".len(), &checked);
        }
        connection.execute(AssertSqlSafe(statement)).await.unwrap();
    }
    let rows: Vec<(String, String, String)> =
        sqlx::query_as("SELECT name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let ours = rows.into_iter().filter(|(_, table, _)| !is_of_one_engine(table));
    ours.map(|(name, _, sql)| (name, neutral(&sql))).collect()
}

/// Without the triggers, which the server puts in place for each engine in its own way.
async fn statements(sqlite: &Db) -> BTreeMap<String, String> {
    let of_migrations = "SELECT name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'trigger'";
    let rows = sqlite.rows(Sql::new(of_migrations)).await.unwrap();
    let ours = rows.iter().filter(|row| !is_of_one_engine(row.text(1)));
    ours.map(|row| (row.text(0).to_owned(), neutral(row.text(2)))).collect()
}

/// One space between words, and none of the options that only SQLite has.
fn neutral(statement: &str) -> String {
    let words = statement.split_whitespace().collect::<Vec<_>>().join(" ");
    words.trim_end_matches("STRICT, WITHOUT ROWID").trim_end_matches("STRICT").trim_end().to_owned()
}
