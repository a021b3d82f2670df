//! Who may do what with a table, as grants and row-level security.

use std::fmt::Write;

use super::{place, quoted};
use crate::policy::{self, Columns, Grant, Rows, Who};
use crate::tables::{Default, Table};

const VISITOR: (&str, &str) = ("anon", "visitors");
const STAFF: (&str, &str) = ("authenticated", "staff");

fn staff() -> Who {
    Who::Staff { id: String::new(), session: String::new() }
}

fn grant(table: &Table, who: &Who) -> Grant {
    policy::grant(table, who).expect("the table has a rule")
}

/// A table that everyone sees as it is.
pub fn plain(sql: &mut String, table: &Table) {
    lock(sql, table);
    allow(sql, table, VISITOR, grant(table, &Who::Visitor));
    allow(sql, table, STAFF, grant(table, &staff()));
}

/// A table of which visitors see a part: staff use it, and everyone the view of it, which leaves out what is hidden.
pub fn inner(sql: &mut String, table: &Table) {
    lock(sql, table);
    allow(sql, table, STAFF, grant(table, &staff()));
    view(sql, table);
}

/// Supabase grants everything on new tables to everyone; the rules begin from nothing.
fn lock(sql: &mut String, table: &Table) {
    let on = place(table);
    let _ = writeln!(sql, "alter table {on} enable row level security;");
    let _ = writeln!(sql, "revoke all on {on} from public, anon, authenticated;");
    let _ = writeln!(sql, "grant all on {on} to service_role;");
}

fn allow(sql: &mut String, table: &Table, (role, people): (&str, &str), grant: Grant) {
    // Who is signed in is asked of each request, not of the role alone.
    let whoever = if role == STAFF.0 { "umeed.is_staff()" } else { "true" };
    let rows = match grant.read {
        Rows::None => None,
        Rows::All => Some(whoever.to_owned()),
        Rows::Where(column) => Some(column.to_owned()),
    };
    if let Some(rows) = rows {
        permit(sql, table, (role, people), "select", "", &format!("using ({rows})"));
    }
    if let Some(columns) = columns(grant.insert) {
        permit(sql, table, (role, people), "insert", &columns, &format!("with check ({whoever})"));
    }
    if let Some(columns) = columns(grant.update) {
        let rule = format!("using ({whoever}) with check ({whoever})");
        permit(sql, table, (role, people), "update", &columns, &rule);
    }
    if grant.delete {
        permit(sql, table, (role, people), "delete", "", &format!("using ({whoever})"));
    }
}

fn columns(columns: Columns) -> Option<String> {
    match columns {
        Columns::None => None,
        Columns::All => Some(String::new()),
        Columns::Only(names) => Some(format!(" ({})", names.join(", "))),
    }
}

fn permit(sql: &mut String, table: &Table, (role, people): (&str, &str), verb: &str, columns: &str, rule: &str) {
    let on = place(table);
    let _ = writeln!(sql, "grant {verb}{columns} on {on} to {role};");
    let _ = writeln!(sql, "create policy \"umeed: {people} {verb}\" on {on} for {verb} to {role} {rule};");
}

/// What the API shows in the table's place. It reads with its owner's rights; what is written through it passes the
/// rules of the table, as the one who writes.
fn view(sql: &mut String, table: &Table) {
    let (name, key) = (table.name, table.key);
    let shown: Vec<String> = table.columns.iter().map(|column| shown(table, column.name)).collect();
    let given: Vec<&str> =
        table.columns.iter().filter(|column| column.default != Default::Touched).map(|column| column.name).collect();
    let all: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    let new = |names: &[&str]| names.iter().map(|name| format!("new.{name}")).collect::<Vec<_>>().join(", ");
    let set: Vec<String> = given.iter().map(|name| format!("{name} = new.{name}")).collect();
    // A row that somebody else has saved since it was read is left alone: no row was changed, the caller learns.
    let unchanged = match table.columns.iter().find(|column| column.default == Default::Touched) {
        Some(column) => format!(" and {0} = old.{0}", column.name),
        None => String::new(),
    };
    let on = place(table);
    let _ = write!(
        sql,
        "\ncreate view public.{name} with (security_barrier) as\n  select {}\n  from {on};\n\
         revoke all on public.{name} from public, anon, authenticated;\n\
         grant select on public.{name} to anon, authenticated;\n\
         grant insert, update, delete on public.{name} to authenticated;\n\
         grant all on public.{name} to service_role;\n\
         create function umeed.write_{name}() returns trigger language plpgsql as $$\nbegin\n  \
         if tg_op = 'DELETE' then\n    delete from {on} where {key} = old.{key};\n    return old;\n  \
         elsif tg_op = 'INSERT' then\n    insert into {on} ({given}) values ({values}) returning {all} into {into};\n    return new;\n  \
         end if;\n  \
         if new.{key} is distinct from old.{key} then\n    raise check_violation using message = 'the {key} of a row cannot be changed';\n  end if;\n  \
         update {on} set {set} where {key} = old.{key}{unchanged} returning {all} into {into};\n  \
         if not found then\n    return null;\n  end if;\n  return new;\nend $$;\n\
         create trigger written instead of insert or update or delete on public.{name}\n  \
         for each row execute function umeed.write_{name}();\n",
        shown.join(", "),
        given = given.join(", "),
        values = new(&given),
        all = all.join(", "),
        into = new(&all),
        set = set.join(", "),
    );
}

fn shown(table: &Table, column: &str) -> String {
    let hidden: Vec<String> = policy::hidden(table, column, &Who::Visitor).map(quoted).collect();
    if hidden.is_empty() {
        return column.to_owned();
    }
    format!("case when umeed.is_staff() then {column} else {column} - array[{}] end as {column}", hidden.join(", "))
}
