//! `umeed schema --supabase`, applied to a real PostgreSQL that has the roles and schemas of a hosted project: visitors
//! and staff may do there just what `policy` says.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};
use umeed::schema::role::{self, Columns, Rows};
use umeed::schema::{TABLES, Table};

/// What Supabase gives every project, as far as the rules can feel it.
const HOSTED: &str = "
    do $$
    declare one text;
    begin
      foreach one in array array['anon', 'authenticated', 'service_role'] loop
        begin
          execute format('create role %I nologin', one);
        exception when duplicate_object or unique_violation then null;
        end;
      end loop;
    end $$;
    create schema auth;
    create function auth.jwt() returns jsonb language sql stable as
      $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
    create schema storage;
    create table storage.buckets (id text primary key, name text, public boolean, file_size_limit bigint, allowed_mime_types text[]);
    create table storage.objects (bucket_id text, name text);
    alter table storage.objects enable row level security;
    grant usage on schema public, auth, storage to anon, authenticated, service_role;
    grant all on storage.objects, storage.buckets to anon, authenticated, service_role;
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
";

/// The address of a PostgreSQL: the one the tests are given, else one that lives as long as they do.
fn server() -> &'static str {
    static SERVER: OnceLock<(String, Option<Child>)> = OnceLock::new();
    let start = || match std::env::var("UMEED_TEST_POSTGRES") {
        Ok(address) => (address, None),
        Err(_) => {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
            let mut child = Command::new("scripts/with-postgres")
                .args(["sh", "-c", "echo \"$UMEED_TEST_POSTGRES\"; cat"])
                .current_dir(root)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("scripts/with-postgres runs");
            let mut address = String::new();
            BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
            assert!(!address.trim().is_empty(), "scripts/with-postgres gave no PostgreSQL");
            (address.trim().to_owned(), Some(child))
        }
    };
    &SERVER.get_or_init(start).0
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Visitor,
    Staff,
    /// Signed in without an account, which a project may allow.
    Anonymous,
}

struct Project(PgConnection);

impl Project {
    /// A database of its own, with one row in every table and a hidden one among the testimonials.
    async fn new() -> Project {
        let name = format!("hosted_{}", uuid::Uuid::new_v4().simple());
        let mut first = PgConnection::connect(server()).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(format!("create database {name}"))).execute(&mut first).await.unwrap();
        let (base, _) = server().rsplit_once('/').unwrap();
        let mut project = Project(PgConnection::connect(&format!("{base}/{name}")).await.unwrap());
        project.run(HOSTED).await.unwrap();
        project.run(&umeed::schema::hosted::supabase()).await.unwrap_or_else(|cause| panic!("{cause}"));
        for table in TABLES {
            project.run(&insert(table, &[])).await.unwrap();
        }
        project.run("update public.testimonials set is_visible = false").await.unwrap();
        project.run(&insert(umeed::schema::table("testimonials").unwrap(), &[])).await.unwrap();
        project
    }

    async fn run(&mut self, sql: &str) -> Result<u64, String> {
        let done = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut self.0).await;
        done.map(|done| done.rows_affected()).map_err(|cause| code(&cause))
    }

    /// The rows that this changes or finds when `role` does it, or the code of the refusal. Nothing stays.
    async fn ask(&mut self, role: Role, sql: &str) -> Result<u64, String> {
        let (name, claims) = match role {
            Role::Visitor => ("anon", "{\"role\": \"anon\"}"),
            Role::Staff => ("authenticated", "{\"role\": \"authenticated\", \"is_anonymous\": false}"),
            Role::Anonymous => ("authenticated", "{\"role\": \"authenticated\", \"is_anonymous\": true}"),
        };
        let begin = format!("begin; set local role {name}; set local request.jwt.claims = '{claims}';");
        self.run(&begin).await.unwrap();
        let result = self.run(sql).await;
        self.run("rollback").await.unwrap();
        result
    }

    /// What the one value of this query is for the database's owner.
    async fn is(&mut self, sql: &str, value: &str) -> bool {
        sqlx::query(AssertSqlSafe(sql.to_owned())).bind(value).fetch_one(&mut self.0).await.unwrap().get(0)
    }
}

fn code(cause: &sqlx::Error) -> String {
    match cause.as_database_error() {
        Some(refusal) => refusal.code().map_or_else(|| refusal.to_string(), |code| code.into_owned()),
        None => cause.to_string(),
    }
}

/// The columns that must be given, with a value each takes.
fn sample(table: &Table) -> &'static [(&'static str, &'static str)] {
    match table.name {
        "website_content" => &[
            ("page_key", "'donation_details'"),
            ("content", "'{\"iban\": \"PK36\", \"payment_gateway_api_key\": \"secret\"}'"),
        ],
        "subscribers" => &[("email", "gen_random_uuid() || '@example.org'")],
        "projects" => &[("title", "'Wells'"), ("description", "'<p>Water</p>'")],
        "gallery_images" => &[("image_url", "'/a.png'")],
        "testimonials" => &[("quote", "'Good'"), ("name", "'Amina'")],
        "team_members" => &[("name", "'Bilal'")],
        "success_stories" => &[("title", "'One'")],
        "history" => &[
            ("table_name", "'projects'"),
            ("row_key", "'x'"),
            ("verb", "'insert'"),
            ("author", "'server'"),
            ("bytes", "1"),
            ("row_count", "1"),
        ],
        "volunteers" => &[("name", "'Amina'"), ("city", "'Lahore'"), ("phone", "'1'")],
        "messages" => &[
            ("name", "'Amina'"),
            ("email", "'a@example.org'"),
            ("subject", "'s'"),
            ("message", "'m'"),
            ("status", "'read'"),
        ],
        "outbox" => &[
            ("kind", "'test'"),
            ("recipient", "'a@example.org'"),
            ("status", "'sent'"),
            ("next_at", "now()"),
            ("attempts", "1"),
        ],
        "page_views" => &[("day", "'2026-01-01'"), ("path", "'/'"), ("views", "1"), ("link_previews", "0")],
        other => panic!("{other} has no sample row: add one"),
    }
}

fn insert(table: &Table, more: &[(&str, &str)]) -> String {
    let all: Vec<&(&str, &str)> = sample(table).iter().chain(more).collect();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let values: Vec<&str> = all.iter().map(|(_, value)| *value).collect();
    format!("insert into public.{} ({}) values ({})", table.name, names.join(", "), values.join(", "))
}

const DENIED: &str = "42501";

fn outcome(allowed: bool, rows: u64) -> Result<u64, String> {
    if allowed { Ok(rows) } else { Err(DENIED.to_owned()) }
}

/// Every role, table and verb, held against the rules of the server itself.
#[tokio::test]
async fn a_hosted_project_keeps_the_rules() {
    let mut project = Project::new().await;
    for table in TABLES {
        for role in [Role::Visitor, Role::Staff] {
            let grant = table.rights.of(match role {
                Role::Visitor => role::Role::Visitor,
                _ => role::Role::Owner,
            });
            let name = table.name;
            let there = if name == "testimonials" { 2 } else { 1 };
            let seen = if let Rows::Where(_) = grant.read.rows { 1 } else { there };
            let place = format!("{role:?} {name}");

            let read = project.ask(role, &format!("select * from public.{name}")).await;
            assert_eq!(read, outcome(!grant.read.is_none(), seen), "{place} read");
            let made = match name {
                "website_content" => insert(table, &[]).replace("donation_details", "contact"),
                _ => insert(table, &[]),
            };
            let inserted = project.ask(role, &made).await;
            // A form that is switched off takes nothing from visitors.
            let open = role == Role::Staff || table.switch.is_none_or(|switch| switch.columns != Columns::All);
            assert_eq!(inserted, outcome(!grant.insert.is_none() && open, 1), "{place} insert");
            if table.column("created_at").is_some() {
                let dated = project.ask(role, &insert(table, &[("created_at", "now()")])).await;
                assert_eq!(dated, outcome(grant.insert.columns == Columns::All, 1), "{place} insert with a date");
            }
            let (column, value) = sample(table)[sample(table).len() - 1];
            let updated = project.ask(role, &format!("update public.{name} set {column} = {value}")).await;
            assert_eq!(updated, outcome(grant.update.columns.allow(column), there), "{place} update");
            let deleted = project.ask(role, &format!("delete from public.{name}")).await;
            assert_eq!(deleted, outcome(!grant.delete.is_none(), there), "{place} delete");
        }
    }
}

#[tokio::test]
async fn somebody_signed_in_without_an_account_is_no_staff() {
    let mut project = Project::new().await;
    for table in ["subscribers", "volunteers", "projects"] {
        let read = project.ask(Role::Anonymous, &format!("select * from public.{table}")).await;
        assert_eq!(read, Ok(0), "{table}");
        let table = umeed::schema::table(table).unwrap();
        assert_eq!(project.ask(Role::Anonymous, &insert(table, &[])).await, Err(DENIED.into()));
    }
    let update = "update public.website_content set content = '{}'";
    assert_eq!(project.ask(Role::Anonymous, update).await, Ok(0));
    let secret = "select from public.website_content where content::text like '%secret%'";
    assert_eq!(project.ask(Role::Anonymous, secret).await, Ok(0));
}

#[tokio::test]
async fn a_form_opens_with_its_switch() {
    let mut project = Project::new().await;
    let message = "insert into public.messages (name, email, subject, message) values ('n', 'a@b.c', 's', 'm')";
    let volunteer = "insert into public.volunteers (name, city, phone, email) values ('n', 'c', '1', 'a@b.c')";
    for sql in [message, volunteer] {
        assert_eq!(project.ask(Role::Visitor, sql).await, Err(DENIED.into()), "{sql}");
    }
    let on = "insert into public.website_content (page_key, content) values ('features', \
              '{\"receive_messages\": true, \"receive_volunteers\": true}')";
    project.run(on).await.unwrap();
    for sql in [message, volunteer] {
        assert_eq!(project.ask(Role::Visitor, sql).await, Ok(1), "{sql}");
    }
}

#[tokio::test]
async fn the_payment_key_is_for_staff_only() {
    let mut project = Project::new().await;
    for feel in [
        "select from public.website_content where content::text like '%secret%'",
        "select from public.website_content where content ->> 'payment_gateway_api_key' is not null",
        "select from public.website_content where content ? 'payment_gateway_api_key'",
    ] {
        assert_eq!(project.ask(Role::Visitor, feel).await, Ok(0), "{feel}");
        assert_eq!(project.ask(Role::Staff, feel).await, Ok(1), "{feel}");
    }
    let rest = "select from public.website_content where content ->> 'iban' = 'PK36'";
    assert_eq!(project.ask(Role::Visitor, rest).await, Ok(1));
    assert_eq!(project.ask(Role::Visitor, "select * from umeed.website_content").await, Err(DENIED.into()));
}

/// As the admin saves: only if the row is still the one the draft began from.
#[tokio::test]
async fn a_page_is_saved_only_over_what_was_read() {
    let mut project = Project::new().await;
    let save = "update public.website_content set content = '{\"iban\": \"new\"}' where page_key = 'donation_details'";
    let known = "and updated_at = (select updated_at from public.website_content)";
    assert_eq!(project.ask(Role::Staff, &format!("{save} {known} returning content, updated_at")).await, Ok(1));
    assert_eq!(project.ask(Role::Staff, &format!("{save} and updated_at = '2020-01-01'")).await, Ok(0));
    let moved = "update public.website_content set page_key = 'contact', content = '{}'";
    assert_eq!(project.ask(Role::Staff, moved).await, Err("23514".into()));
    let before = "select from public.website_content where updated_at < clock_timestamp() - interval '1 hour'";
    let back = "update public.projects set updated_at = '2020-01-01', title = 'x'";
    assert_eq!(project.ask(Role::Staff, back).await, Ok(1));
    assert_eq!(project.ask(Role::Staff, before).await, Ok(0), "the time of a change is the database's");
}

#[tokio::test]
async fn values_are_checked_as_here() {
    let mut project = Project::new().await;
    for (sql, fault) in [
        (format!("insert into public.projects (title) values ('{}')", "x".repeat(301)), "23514"),
        ("insert into public.projects (title, description) values ('x', '<p onclick=\"x\">a</p>')".into(), "23514"),
        ("insert into public.gallery_images (image_url) values ('javascript:alert(1)')".into(), "23514"),
        ("insert into public.volunteers (name, city, phone) values (' ', 'c', '1')".into(), "23514"),
        ("insert into public.subscribers (email) values ('nonsense')".into(), "23514"),
        ("insert into public.website_content (page_key, content) values ('nowhere', '{}')".into(), "23514"),
        ("insert into public.website_content (page_key, content) values ('contact', '{\"phones\": 5}')".into(), "23514"),
        ("insert into public.website_content (page_key, content) values ('about', '{\"a\": \"<img src=x>\"}')".into(), "23514"),
        ("insert into public.website_content (page_key, content) values ('footer', '{\"quick_links\": [{\"url\": \"javascript:x\"}]}')".into(), "23514"),
    ] {
        assert_eq!(project.ask(Role::Staff, &sql).await, Err(fault.into()), "{sql}");
    }
    project.run("insert into public.subscribers (email) values (' Amina@Example.ORG ')").await.unwrap();
    let again = project.run("insert into public.subscribers (email) values ('amina@example.org')").await;
    assert_eq!(again, Err("23505".into()));
    project.run("delete from public.website_content").await.unwrap();
    for document in umeed::schema::DOCUMENTS {
        let (key, content) = (document.page_key, document.blank());
        let content = content.to_string().replace('\'', "''");
        let sql = format!("insert into public.website_content (page_key, content) values ('{key}', '{content}')");
        assert_eq!(project.ask(Role::Staff, &sql).await, Ok(1), "{key}");
    }
}

/// The functions of the schema judge as the server's own do.
#[tokio::test]
async fn addresses_and_html_are_judged_as_here() {
    let mut project = Project::new().await;
    for address in [
        "",
        "/",
        "/donate",
        "#top",
        "https://a.example",
        "HTTP://a.example",
        "www.a.example",
        "a.example:8080/x",
        "mailto:a@b.c",
        "tel:+92",
        "javascript:alert(1)",
        " JavaScript:x",
        "java\nscript:x",
        "\u{1}data:text/html,x",
        "vbscript:x",
        "file:///x",
    ] {
        let judged = project.is("select umeed.is_link($1)", address).await;
        assert_eq!(judged, umeed::schema::address::is_safe_link(address), "{address}");
    }
    assert!(!project.is("select umeed.is_link($1)", "\u{200b}javascript:x").await);
    for address in
        ["/a.png", "https://a.example/b.jpg", "//a.example/b", "data:image/png;base64,x", "b.jpg", "/\\a.example", ""]
    {
        let judged = project.is("select umeed.is_picture($1)", address).await;
        assert_eq!(judged, umeed::schema::address::is_picture(address), "{address}");
    }
    for html in [
        "<h1>One</h1><p><strong>bold</strong> <em>it</em> <u>u</u> <s>s</s><br></p>",
        "<ol><li><p>first</p></li></ol><ul><li>point</li></ul>",
        "<p><a href=\"https://example.org/a?b=1&amp;c=2\" target=\"_blank\" rel=\"noopener\">link</a></p>",
        "<p>اُمید &amp; hope &lt;3</p>",
    ] {
        assert_eq!(umeed::schema::html::sanitise(html), html);
        assert!(project.is("select umeed.is_clean($1)", html).await, "{html}");
    }
    for html in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<p onclick=\"x\">a</p>",
        "<p style=\"x\">a</p>",
        "<a href=\"javascript:alert(1)\">a</a>",
        "<a href='javascript:x'>a</a>",
        "<a href=\" java\nscript:x\">a</a>",
        "<a href=\"java&#115;cript:x\">a</a>",
        "<a href=\"javascript&colon;x\">a</a>",
        "<iframe srcdoc=\"x\">",
        "<svg/onload=x>",
        "<p",
        "a > b <",
    ] {
        assert!(!project.is("select umeed.is_clean($1)", html).await, "{html}");
    }
}

#[tokio::test]
async fn the_buckets_are_public_and_changed_by_staff_only() {
    let mut project = Project::new().await;
    let put = "insert into storage.objects (bucket_id, name) values ('website_images', 'a.png')";
    assert_eq!(project.ask(Role::Visitor, put).await, Err(DENIED.into()));
    assert_eq!(project.ask(Role::Anonymous, put).await, Err(DENIED.into()));
    assert_eq!(project.ask(Role::Staff, put).await, Ok(1));
    assert_eq!(project.ask(Role::Staff, &put.replace("website_images", "other")).await, Err(DENIED.into()));
    project.run(put).await.unwrap();
    assert_eq!(project.ask(Role::Visitor, "select * from storage.objects").await, Ok(0));
    assert_eq!(project.ask(Role::Visitor, "delete from storage.objects").await, Ok(0));
    assert_eq!(project.ask(Role::Staff, "delete from storage.objects").await, Ok(1));
    for (name, kind) in [("website_images", "image/webp"), ("documents", "application/pdf")] {
        let bucket = format!(
            "select public and file_size_limit = 52428800 and allowed_mime_types @> array[$1] from storage.buckets \
             where id = '{name}'"
        );
        assert!(project.is(&bucket, kind).await, "{name}");
        assert_eq!(project.ask(Role::Staff, &put.replace("website_images", name)).await, Ok(1));
    }
}
