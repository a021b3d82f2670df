//! Who may do what with a table, as grants and row-level security.

use std::fmt::Write;

use super::{place, quoted};
use crate::schema::history::ACCOUNTS;
use crate::schema::policy;
use crate::schema::role::{Access, Columns, Grant, Role, RowRule, Rows};
use crate::schema::table::{Column, Default, Switch, Table};

const VISITOR: (&str, &str) = ("anon", "visitors");
const STAFF: (&str, &str) = ("authenticated", "staff");

/// A table that everyone sees as it is.
pub fn plain(sql: &mut String, table: &Table) {
    lock(sql, table);
    allow(sql, table, VISITOR, table.rights.of(Role::Visitor));
    allow(sql, table, STAFF, table.rights.of(Role::Owner));
}

/// A table of which visitors see a part: staff use it, and everyone the view of it, which leaves out what is hidden.
pub fn inner(sql: &mut String, table: &Table) {
    lock(sql, table);
    allow(sql, table, STAFF, table.rights.of(Role::Owner));
    view(sql, table);
}

/// Supabase grants everything on new tables to everyone; the rules begin from nothing.
fn lock(sql: &mut String, table: &Table) {
    let on = place(table);
    let _ = writeln!(sql, "alter table {on} enable row level security;");
    let _ = writeln!(sql, "revoke all on {on} from public, anon, authenticated;");
    let _ = writeln!(sql, "grant all on {on} to service_role;");
}

fn allow(sql: &mut String, table: &Table, who: (&str, &str), grant: Grant) {
    // Who is signed in is asked of each request, not of the role alone.
    let identity = if who.0 == STAFF.0 { "umeed.is_staff()" } else { "true" };
    let verbs = [("select", grant.read), ("insert", grant.insert), ("update", grant.update), ("delete", grant.delete)];
    for (verb, access) in verbs {
        let Some(columns) = columns(access) else { continue };
        let rows = match access.rows {
            Rows::All => identity.to_owned(),
            Rows::Where(condition) if identity == "true" => condition_sql(condition),
            Rows::Where(condition) => format!("{identity} and {}", condition_sql(condition)),
        };
        let rows = match table.switch.filter(|_| verb == "insert" && who == VISITOR) {
            Some(switch) => switched(switch),
            None => rows,
        };
        let rule = match verb {
            "insert" => format!("with check ({rows})"),
            "update" => format!("using ({rows}) with check ({rows})"),
            _ => format!("using ({rows})"),
        };
        permit(sql, table, who, verb, if verb == "delete" { "" } else { &columns }, &rule);
    }
}

fn condition_sql(condition: RowRule) -> String {
    match condition {
        RowRule::IsTrue(column) => column.to_owned(),
        RowRule::IsNoneOf(column, values) => {
            let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
            format!("{column} not in ({})", values.join(", "))
        }
        // Everyone who is signed in is an owner there.
        RowRule::NamesReadable(column, _) => {
            let names: Vec<String> = policy::read_as_a_whole(Role::Owner).chain([ACCOUNTS]).map(quoted).collect();
            format!("{column} in ({})", names.join(", "))
        }
    }
}

/// What visitors send only while a switch is on.
fn switched(switch: Switch) -> String {
    let on = format!("umeed.is_on({})", quoted(switch.name));
    match switch.columns {
        Columns::Only(names) => {
            let empty: Vec<String> = names.iter().map(|name| format!("{name} is null")).collect();
            format!("{on} or ({})", empty.join(" and "))
        }
        Columns::None | Columns::All => on,
    }
}

fn columns(access: Access) -> Option<String> {
    match access.columns {
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
    let shown: Vec<String> = table.columns.iter().map(shown).collect();
    let given: Vec<&str> = table
        .columns
        .iter()
        .filter(|column| column.default != Default::NowOnUpdate)
        .map(|column| column.name)
        .collect();
    let all: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    let new = |names: &[&str]| names.iter().map(|name| format!("new.{name}")).collect::<Vec<_>>().join(", ");
    let set: Vec<String> = given.iter().map(|name| format!("{name} = new.{name}")).collect();
    // A row that somebody else has saved since it was read is left alone: no row was changed, the caller learns.
    let unchanged = match table.columns.iter().find(|column| column.default == Default::NowOnUpdate) {
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

fn shown(column: &Column) -> String {
    let name = column.name;
    if column.secrets.is_empty() {
        return name.to_owned();
    }
    let secrets: Vec<String> = column.secrets.iter().map(|key| quoted(key)).collect();
    format!("case when umeed.is_staff() then {name} else {name} - array[{}] end as {name}", secrets.join(", "))
}
