//! `umeed schema --supabase`: the SQL that gives a hosted Supabase project the tables, checks and rules of this server,
//! so that the same admin and the same public queries work there. Derived from the declarations; what
//! cannot be said in SQL (cleaning HTML and drawings, limits by address) is refused by a check or left to the project.

mod rules;
mod shapes;

use std::fmt::Write;

use super::bucket::{BUCKETS, Bucket};
use super::table::{Column, Default, Kind, MAX_ADDRESS, MAX_EMAIL, Table};
use super::{TABLES, html};

/// Where a table lies of which visitors see only a part: not in the schema that the API shows.
const INNER: &str = "umeed";

pub fn supabase() -> String {
    let mut sql = String::from(HEAD);
    sql.push_str(&functions());
    sql.push_str(&shapes::function());
    for table in TABLES {
        define(&mut sql, table);
        if has_hidden(table) {
            rules::inner(&mut sql, table);
        } else {
            rules::plain(&mut sql, table);
        }
    }
    buckets(&mut sql);
    sql.push_str("\ncommit;\n");
    sql
}

const HEAD: &str = "\
-- Umeed's tables and rules for a new Supabase project. Made by `umeed schema --supabase`; run it once, in the SQL editor or
-- with psql. All of it is done or nothing.
--
-- Everyone who is signed in is staff: switch sign-ups off (Authentication, Sign In / Providers) before anything else.

begin;

-- Not among the schemas that the API shows.
create schema umeed;
grant usage on schema umeed to anon, authenticated, service_role;
";

pub(super) fn has_hidden(table: &Table) -> bool {
    table.columns.iter().any(|column| !column.secrets.is_empty())
}

/// The table as SQL names it.
pub(super) fn place(table: &Table) -> String {
    format!("{}.{}", if has_hidden(table) { INNER } else { "public" }, table.name)
}

fn functions() -> String {
    let tags = html::TAGS.join("|");
    let attributes = html::LINK_ATTRIBUTES.join("|");
    let schemes = html::LINK_SCHEMES.join("|");
    format!(
        r#"
-- Signed in with an account; a visitor who signed in anonymously is none of ours.
create function umeed.is_staff() returns boolean language sql stable as $$
  select current_user = 'service_role'
    or (current_user = 'authenticated' and coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false) = false)
$$;

-- Leads somewhere harmless: a path, an anchor, {schemes}, or a bare host. What is not to be seen hides no scheme.
create function umeed.is_link(address text) returns boolean language sql immutable as $$
  select coalesce(substring(regexp_replace(address collate "C", '[^!-~]', '', 'g') from '^([A-Za-z0-9+.-]+):'), '') ~* '^({schemes}|.*[.].*|)$'
$$;

create function umeed.is_picture(address text) returns boolean language sql immutable as $$
  select address ~* '^https?://' or (address ~ '^/' and address !~ '^/[/\\]')
$$;

-- Only what the editor's toolbar makes: these tags, and on links these attributes. No escapes in an address but that of
-- the ampersand, which could hide a scheme.
create function umeed.is_clean(html text) returns boolean language sql immutable as $$
  select regexp_replace(html, '</?({tags})( ({attributes})="[^"<>]*")* ?/?>', '', 'g') !~ '[<>]'
    and not exists (
      select from regexp_matches(html, 'href="([^"]*)"', 'g') as link(parts)
      where not umeed.is_link(link.parts[1]) or link.parts[1] ~ '&(?!amp;)'
    )
$$;

-- Whether the foundation has switched something on. Visitors may know that much of it whether or not they may read the table.
create function umeed.is_on(switch text) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select content -> switch = 'true'::jsonb from umeed.website_content where page_key = 'features'), false);
end $$;

create function umeed.touch() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;
"#
    )
}

fn define(sql: &mut String, table: &Table) {
    let columns: Vec<String> =
        table.columns.iter().map(|column| format!("  {}", column_definition(table, column))).collect();
    let _ = write!(sql, "\ncreate table {} (\n{}", place(table), columns.join(",\n"));
    for column in table.unique {
        let _ = write!(sql, ",\n  unique ({column})");
    }
    if let (Some(key), Some(document)) = (table.column_of_kind(Kind::PageKey), table.column_of_kind(Kind::Document)) {
        let _ = write!(sql, ",\n  check (umeed.is_content({}, {}))", key.name, document.name);
    }
    sql.push_str("\n);\n");
    let has = |name: &str| table.column(name).is_some();
    if has("created_at") {
        let _ =
            writeln!(sql, "create index {0}_created on {1} (created_at, {2});", table.name, place(table), table.key);
    }
    if table.columns.iter().any(|column| column.default == Default::NowOnUpdate) {
        let on = place(table);
        let _ = writeln!(
            sql,
            "create trigger touched before insert or update on {on} for each row execute function umeed.touch();"
        );
    }
    if let Some(column) = table.column_of_kind(Kind::Email) {
        normalise(sql, table, column);
    }
}

fn column_definition(table: &Table, column: &Column) -> String {
    let name = column.name;
    let kind = column.postgres_type();
    let key = if name == table.key { " primary key" } else { "" };
    let null = if column.nullable { "" } else { " not null" };
    let default = match column.default {
        Default::None => String::new(),
        Default::NewId => " default gen_random_uuid()".into(),
        Default::Now | Default::NowOnUpdate => " default clock_timestamp()".into(),
        Default::Text(text) => format!(" default {}", quoted(text)),
        Default::True => " default true".into(),
    };
    let check = match column.kind {
        Kind::Text { max_length, required, .. } => {
            let chosen = match column.one_of {
                [] => String::new(),
                values => {
                    let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
                    format!(" and {name} in ({})", values.join(", "))
                }
            };
            let filled = if required { format!(" and {name} ~ '[^[:space:]]'") } else { String::new() };
            format!(" check (char_length({name}) <= {max_length}{filled}{chosen})")
        }
        Kind::Html { max_length } => format!(" check (char_length({name}) <= {max_length} and umeed.is_clean({name}))"),
        Kind::Picture { .. } => format!(" check (char_length({name}) <= {MAX_ADDRESS} and umeed.is_picture({name}))"),
        Kind::Email => format!(
            " check ({name} ~ '^[^@[:space:]<>]+@[^@[:space:]<>]+[.][^@[:space:]<>]+$' and char_length({name}) <= {MAX_EMAIL})"
        ),
        _ => String::new(),
    };
    format!("{name} {kind}{key}{null}{default}{check}")
}

/// One address per person, whatever its case or the spaces around it.
fn normalise(sql: &mut String, table: &Table, column: &Column) {
    let (table, on, column) = (table.name, place(table), column.name);
    let _ = write!(
        sql,
        "create function umeed.normalise_{table}() returns trigger language plpgsql as $$\nbegin\n  \
         new.{column} := lower(btrim(new.{column}));\n  return new;\nend $$;\n\
         create trigger normalised before insert or update on {on} for each row execute function umeed.normalise_{table}();\n"
    );
}

fn buckets(sql: &mut String) {
    sql.push_str("\n-- Everyone reads a file whose address they know; listing and changing is for staff.\n");
    for bucket in BUCKETS {
        let Bucket { name, public, max_bytes, .. } = bucket;
        let kinds: Vec<String> = bucket.mime_types().into_iter().map(quoted).collect();
        let _ = write!(
            sql,
            "insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)\n  \
             values ('{name}', '{name}', {public}, {max_bytes}, array[{}])\n  \
             on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,\n    \
             allowed_mime_types = excluded.allowed_mime_types;\n",
            kinds.join(", ")
        );
    }
    let names: Vec<String> = BUCKETS.iter().map(|bucket| quoted(bucket.name)).collect();
    let ours = format!("bucket_id in ({}) and umeed.is_staff()", names.join(", "));
    let _ = write!(
        sql,
        "create policy \"umeed: staff keep the files\" on storage.objects for all to authenticated\n  \
         using ({ours}) with check ({ours});\n"
    );
}

pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
