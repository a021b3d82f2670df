//! How PostgreSQL reports its changes: triggers on every table add a line for each change to a record that belongs to the
//! writer's transaction, and the writer takes it before it commits. What is rolled back to a savepoint goes from there as
//! well. The triggers belong to the schema, are put in place at start, and do nothing in a session that keeps no record.
//! The record is kept in settings of the transaction, since a temporary table would have to be emptied after every commit,
//! which takes longer than the commit. SQLite has a way of its own (see `recorder`).

use sqlx::postgres::PgConnection;

use super::catalogue;
use super::postgres;
use super::sql::{Engine, Sql};
use crate::error::Result;

/// A record holds this many characters and one change more, whatever a transaction does: that is about 10,000 changes of
/// usual rows. The changes beyond it are counted. The same on both engines.
pub const BUDGET: usize = 4_000_000;

/// A record is kept in parts of about this length, since a part is copied for each line it gets. Each is
/// named by the number of such lengths before it.
const PART: usize = 4_000;

/// Says in the record that from here on somebody else is the author (see `Record::read`).
pub const NEXT_AUTHOR: &str = "SELECT set_config('umeed.part_' || part, concat(current_setting('umeed.part_' || part, true), chr(10)), true) \
     FROM (SELECT current_setting('umeed.record') AS part) AS last";

/// What takes the record, all lines as one text, since a row for each would take longer than the writing itself; then what
/// was only counted.
pub const TAKE: &str = "SELECT string_agg(current_setting('umeed.part_' || part, true), '' ORDER BY part) \
     FROM generate_series(0, current_setting('umeed.record')::int) AS part \
     UNION ALL SELECT string_agg(done || chr(9) || current_setting('umeed.beyond_' || replace(done, chr(9), '_')), chr(10)) \
     FROM unnest(string_to_array(nullif(current_setting('umeed.beyond', true), ''), chr(10))) AS done";

/// Makes a fresh connection one that keeps a record.
pub const KEEP_RECORD: &str = "SET umeed.record = '0'";

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

/// A line of the record: table, verb, key, row before, row after, with tabs between. Key and rows are JSON, which holds
/// neither a tab nor a line's end. A setting of the transaction is taken back by a rollback to a savepoint, and by the transaction's end. `umeed.record`
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
