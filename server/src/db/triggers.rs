//! How the database comes to report its changes: triggers on every table add a line for each change to a record that
//! belongs to the writer's transaction, and the writer takes it before it commits. What is rolled back to a savepoint
//! goes from there as well. On SQLite the triggers and the record (a table in memory) are temporary and belong to the
//! writer's connection. On PostgreSQL the triggers belong to the schema, are put in place at start, and do nothing in a
//! session that keeps no record; the record is kept in settings of the transaction, since a temporary table would have
//! to be emptied after every commit, which takes longer than the commit.

use sqlx::postgres::PgConnection;

use super::catalogue::{self, Table};
use super::connection::Connection;
use super::postgres;
use super::record::Verb;
use super::sql::{Engine, Sql};
use crate::error::Result;

/// A record holds this many characters and one change more, whatever a transaction does: that is about 10,000 changes of
/// usual rows. The changes beyond it are counted.
const BUDGET: usize = 4_000_000;

/// On PostgreSQL a record is kept in parts of about this length, since a part is copied for each line it gets. Each is
/// named by the number of such lengths before it.
const PART: usize = 4_000;

/// Says in the record that from here on somebody else is the author (see `Record::read`).
pub fn next_author(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => {
            "INSERT INTO change_record (line, before) \
             SELECT '', coalesce((SELECT before + length(line) FROM change_record ORDER BY seq DESC LIMIT 1), 0)"
        }
        Engine::Postgres => {
            "SELECT set_config('umeed.part_' || part, concat(current_setting('umeed.part_' || part, true), chr(10)), true) \
             FROM (SELECT current_setting('umeed.record') AS part) AS last"
        }
    }
}

/// What takes the record, all lines as one text, since a row for each would take longer than the writing itself. On
/// SQLite it leaves no record and commits at once.
pub const TAKE_AND_COMMIT_SQLITE: &str = "SELECT group_concat(line, char(10) ORDER BY seq) FROM change_record WHERE seq > 0; \
     SELECT group_concat(line || char(9) || count, char(10)) FROM change_record WHERE seq < 0; \
     DELETE FROM change_record; COMMIT";
pub const TAKE_POSTGRES: &str = "SELECT string_agg(current_setting('umeed.part_' || part, true), '' ORDER BY part) \
     FROM generate_series(0, current_setting('umeed.record')::int) AS part \
     UNION ALL SELECT string_agg(done || chr(9) || current_setting('umeed.beyond_' || replace(done, chr(9), '_')), chr(10)) \
     FROM unnest(string_to_array(nullif(current_setting('umeed.beyond', true), ''), chr(10))) AS done";

/// Makes a fresh connection one that keeps a record.
pub async fn keep_record(connection: &mut Connection) -> Result<()> {
    match connection.engine() {
        Engine::Postgres => connection.control("SET umeed.record = '0'").await,
        Engine::Sqlite => {
            // So that also a row that INSERT OR REPLACE removes is reported as deleted.
            connection.control("PRAGMA recursive_triggers = ON").await?;
            connection
                .control(
                    "CREATE TEMP TABLE change_record (seq INTEGER PRIMARY KEY, line TEXT NOT NULL, \
                     before INTEGER NOT NULL, count INTEGER NOT NULL DEFAULT 1)",
                )
                .await?;
            let tables = catalogue::tables(&connection.fetch(catalogue::query(Engine::Sqlite)).await?);
            let each = tables.iter().flat_map(|table| Verb::ALL.map(|verb| (table, verb)));
            let triggers = each.zip(1..).map(|((table, verb), number)| on_sqlite(table, verb, number));
            connection.fetch(Sql::new(triggers.collect::<Vec<_>>().join("; "))).await.map(drop)
        }
    }
}

/// A line of the record: table, verb, key, row before, row after, with tabs between. Key and rows are JSON, which holds
/// neither a tab nor a line's end. Beside it stands the length of all lines before; once that has reached the budget, the
/// row at the trigger's own negative number counts instead. All of it is one statement, since each costs every written
/// row a few microseconds, and one with VALUES: a SELECT from the table that it writes to would be put aside first.
fn on_sqlite(table: &Table, verb: Verb, number: usize) -> String {
    let (name, done) = (&table.name, verb.name());
    let before = if verb == Verb::Insert { "''".into() } else { object(table, "OLD") };
    let after = if verb == Verb::Delete { "''".into() } else { object(table, "NEW") };
    let row = if verb == Verb::Delete { "OLD" } else { "NEW" };
    let key: Vec<String> = table.key.iter().map(|column| format!("{row}.\"{column}\"")).collect();
    let key = if key.is_empty() { "''".into() } else { key.join(" || ',' || ") };
    let of_last = |what: &str| format!("(SELECT {what} FROM change_record ORDER BY seq DESC LIMIT 1)");
    let (is_full, length) = (of_last(&format!("before + length(line) >= {BUDGET}")), of_last("before + length(line)"));
    format!(
        "CREATE TEMP TRIGGER \"record {done} {name}\" AFTER {done} ON main.\"{name}\" BEGIN \
         INSERT INTO change_record (seq, line, before) VALUES (iif({is_full}, -{number}, NULL), \
         '{name}\t{done}\t' || json_quote(CAST({key} AS TEXT)) || '\t' || {before} || '\t' || {after}, \
         coalesce({length}, 0)) ON CONFLICT (seq) DO UPDATE SET count = count + 1; END"
    )
}

fn object(table: &Table, row: &str) -> String {
    let value = |name: &str, is_blob: bool| match is_blob {
        // JSON has no bytes.
        true => format!("hex({row}.\"{name}\")"),
        false => format!("{row}.\"{name}\""),
    };
    let fields =
        table.columns.iter().map(|column| format!("'{0}', {1}", column.name, value(&column.name, column.is_blob)));
    format!("json_object({})", fields.collect::<Vec<_>>().join(", "))
}

/// Puts the triggers of PostgreSQL in place, and the number of each table (see `watch`), for every table that has none.
/// To be called by the one server that holds the lock for migrations.
pub async fn install(connection: &mut PgConnection) -> Result<()> {
    let tables = catalogue::tables(&postgres::fetch(connection, catalogue::query(Engine::Postgres)).await?);
    postgres::fetch(connection, Sql::new(function())).await?;
    let installed = "SELECT c.relname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid \
                     WHERE t.tgname = 'record_change' AND c.relnamespace = current_schema()::regnamespace";
    let installed = postgres::fetch(connection, Sql::new(installed)).await?;
    for table in tables {
        if installed.iter().all(|row| row.text(0) != &*table.name) {
            let key: Vec<String> = table.key.iter().map(|column| format!("'{column}'")).collect();
            let trigger = format!(
                "CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON \"{}\" \
                 FOR EACH ROW EXECUTE FUNCTION record_change({})",
                table.name,
                key.join(", ")
            );
            postgres::fetch(connection, Sql::new(trigger)).await?;
        }
        let number = "INSERT INTO table_versions (name, version) VALUES (?, 0) ON CONFLICT (name) DO NOTHING";
        postgres::fetch(connection, Sql::new(number).with(&*table.name)).await?;
    }
    Ok(())
}

/// A setting of the transaction is taken back by a rollback to a savepoint, and by the transaction's end. `umeed.record`
/// names the part that is being written; a session without it keeps no record. Every expression here costs each row a
/// microsecond or two.
fn function() -> String {
    let parts = BUDGET / PART;
    format!(
        "CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
         DECLARE
             part   text := current_setting('umeed.record', true);
             lines  text;
             before json;
             after  json;
             key    text;
         BEGIN
             IF part = '' OR part IS NULL THEN
                 RETURN NULL;
             END IF;
             lines := current_setting('umeed.part_' || part, true);
             IF octet_length(lines) >= {PART} THEN
                 part := part::int + octet_length(lines) / {PART};
                 lines := '';
                 PERFORM set_config('umeed.record', part, true);
             END IF;
             IF part::int >= {parts} THEN
                 key := 'umeed.beyond_' || TG_TABLE_NAME || '_' || lower(TG_OP);
                 IF coalesce(current_setting(key, true), '') = '' THEN
                     lines := nullif(current_setting('umeed.beyond', true), '');
                     lines := concat_ws(chr(10), lines, TG_TABLE_NAME || chr(9) || lower(TG_OP));
                     PERFORM set_config('umeed.beyond', lines, true);
                     PERFORM set_config(key, '0', true);
                 END IF;
                 PERFORM set_config(key, (current_setting(key)::bigint + 1)::text, true);
                 RETURN NULL;
             END IF;
             before := row_to_json(OLD);
             after := row_to_json(NEW);
             key := coalesce(after, before) ->> TG_ARGV[0];
             IF TG_NARGS > 1 THEN
                 FOR position IN 1 .. TG_NARGS - 1 LOOP
                     key := key || ',' || (coalesce(after, before) ->> TG_ARGV[position]);
                 END LOOP;
             END IF;
             PERFORM set_config('umeed.part_' || part, concat(lines, TG_TABLE_NAME, chr(9), lower(TG_OP), chr(9),
                 to_json(coalesce(key, '')), chr(9), before, chr(9), after, chr(10)), true);
             RETURN NULL;
         END $$"
    )
}
