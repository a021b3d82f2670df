//! Requests that no client would send, made from the schema by the thousand. Whatever comes, the server answers in its
//! dialect and is none the worse: no panic, no 5xx. `PROPTEST_CASES=100000 cargo test --test suite hostile` searches for
//! as long as one likes; a finding is kept in `proptest-regressions` and tried first from then on.

mod bodies;
mod files;
mod tokens;

use std::net::IpAddr;
use std::sync::OnceLock;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;
use proptest::sample::select;
use tokio::runtime::Runtime;
use umeed::schema::{TABLES, Table};

use crate::harness::{Answer, TestApp};

/// One server for all the cases of a test: what a case leaves behind is there for the next.
struct Target {
    runtime: Runtime,
    app: TestApp,
    staff: String,
}

fn target() -> &'static Target {
    static TARGET: OnceLock<Target> = OnceLock::new();
    TARGET.get_or_init(|| {
        // A finding is shown together with what the server said of it.
        let _ = tracing_subscriber::fmt().with_env_filter("warn").with_test_writer().try_init();
        let runtime = Runtime::new().unwrap();
        let (app, staff) = runtime.block_on(async {
            let app = TestApp::start_with(|settings| settings.sample_content = true).await;
            app.fill().await;
            let staff = app.staff_token().await;
            (app, staff)
        });
        Target { runtime, app, staff }
    })
}

impl Target {
    /// `None` for what cannot even be written as a request. Each case comes from an address of its own, so that limits
    /// do not end the search.
    fn send(&self, method: &str, path: &str, headers: &[(&str, Vec<u8>)], body: Vec<u8>) -> Option<Answer> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_bytes(name.as_bytes()).ok()?, HeaderValue::from_bytes(value).ok()?);
        }
        let mut request = Request::builder().method(method).uri(path).body(Body::from(body)).ok()?;
        *request.headers_mut() = map;
        let address = IpAddr::from(uuid::Uuid::new_v4().into_bytes());
        Some(self.runtime.block_on(self.app.send_from(address, request)))
    }

    fn bearer(&self, staff: bool) -> Vec<u8> {
        let token = if staff { self.staff.clone() } else { self.app.anon_key() };
        format!("Bearer {token}").into_bytes()
    }
}

/// Words with a meaning somewhere, and words with none.
fn word() -> impl Strategy<Value = String> {
    let meaningful = [
        "",
        "null",
        "true",
        "eq",
        "not",
        "is",
        "in",
        "()",
        "(",
        ")",
        "\"",
        "'",
        "\\",
        "*",
        "%",
        "_",
        ".",
        ",",
        "->",
        "->>",
        "::",
        "0",
        "-1",
        "1e309",
        "9223372036854775808",
        "NaN",
        "infinity",
        "2020-13-45",
        "0001-01-01T00:00:00Z",
        "9999-12-31",
        "-4713-01-01",
        "now",
        "00000000-0000-0000-0000-000000000000",
        "{}",
        "[]",
        "{\"a\":1}",
        "' OR 1=1 --",
        "\";--",
        "$1",
        "?1",
        "\u{202e}",
        "ﷺ",
        "اُمید",
        "🌱",
        "\u{feff}",
        "a\u{0301}",
        "\r\n",
        "\t",
        "title",
        "password_hash",
        "rowid",
        "_rowid_",
    ];
    prop_oneof![
        3 => select(meaningful.map(str::to_owned).to_vec()),
        2 => "\\PC{0,12}",
        1 => "[a-z_]{1,12}",
        1 => any::<i64>().prop_map(|number| number.to_string()),
    ]
}

fn table() -> impl Strategy<Value = &'static Table> {
    select(TABLES.to_vec())
}

/// A column of the table, mostly; a place inside it, sometimes.
fn column(table: &'static Table) -> impl Strategy<Value = String> {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    prop_oneof![
        6 => select(names.clone()).prop_map(str::to_owned),
        1 => (select(names), word()).prop_map(|(name, key)| format!("{name}->{key}")),
        1 => word(),
    ]
}

fn condition(table: &'static Table) -> impl Strategy<Value = String> {
    let operators = [
        "eq",
        "neq",
        "gt",
        "gte",
        "lt",
        "lte",
        "like",
        "ilike",
        "in",
        "is",
        "isdistinct",
        "match",
        "imatch",
        "cs",
        "cd",
        "ov",
        "sl",
        "fts",
        "wfts(english)",
        "like(any)",
        "ilike(all)",
        "imatch(any)",
        "eq(any)",
        "lt(all)",
        "in(any)",
        "eq(some)",
        "xx",
    ];
    (column(table), any::<bool>(), select(operators.to_vec()), word()).prop_map(|(column, not, operator, value)| {
        let not = if not { "not." } else { "" };
        let value = match operator {
            "in" => format!("({value},{value})"),
            _ if operator.ends_with("y)") || operator.ends_with("l)") => format!("{{{value},{value}}}"),
            _ => value,
        };
        format!("{column}={not}{operator}.{value}")
    })
}

fn parameter(table: &'static Table) -> impl Strategy<Value = String> {
    let order = (column(table), select(vec!["", ".asc", ".desc.nullsfirst", ".nullslast", ".up"]));
    prop_oneof![
        4 => condition(table),
        2 => proptest::collection::vec(column(table), 0..5).prop_map(|names| format!("select={}", names.join(","))),
        2 => order.prop_map(|(column, how)| format!("order={column}{how}")),
        1 => word().prop_map(|number| format!("limit={number}")),
        1 => word().prop_map(|number| format!("offset={number}")),
        1 => proptest::collection::vec(condition(table), 0..4)
            .prop_map(|all| format!("or=({})", all.join(",").replace('=', "."))),
        1 => (column(table), column(table)).prop_map(|(one, other)| format!("select=*,{one}:{other}")),
        1 => column(table).prop_map(|column| format!("on_conflict={column}")),
        1 => column(table).prop_map(|column| format!("columns={column}")),
        1 => (word(), word()).prop_map(|(key, value)| format!("{key}={value}")),
    ]
}

fn query(table: &'static Table) -> impl Strategy<Value = String> {
    proptest::collection::vec(parameter(table), 0..5).prop_map(|all| {
        let encode = |pair: String| match pair.split_once('=') {
            Some((key, value)) => format!("{}={}", encoded(key), encoded(value)),
            None => encoded(&pair),
        };
        all.into_iter().map(encode).collect::<Vec<_>>().join("&")
    })
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Answered, in the table API's dialect, and by no fault of ours.
fn check(answer: &Answer, what: &str) -> Result<(), TestCaseError> {
    prop_assert!(answer.status < 500, "{what}: {} {}", answer.status, answer.text());
    if answer.status >= 400 && !answer.body.is_empty() {
        prop_assert!(answer.json["code"].is_string(), "{what}: {} {}", answer.status, answer.text());
        prop_assert!(answer.json["message"].is_string(), "{what}: {}", answer.text());
    }
    Ok(())
}

proptest! {
    /// Every role, table and reading verb, with filters, orders and selections of every kind.
    #[test]
    fn no_reading_breaks_it(
        (table, query) in table().prop_flat_map(|table| (Just(table), query(table))),
        method in select(vec!["GET", "HEAD", "OPTIONS", "PUT", "TRACE", "PROPFIND"]),
        staff in any::<bool>(),
        accept in select(vec!["", "*/*", "text/csv", "application/vnd.pgrst.object+json", "application/geo+json", "x"]),
        prefer in select(vec!["", "count=exact", "count=planned, handling=strict", "tx=rollback", "return=headers-only"]),
        range in select(vec!["", "0-0", "5-", "9-2", "-", "99999999999999999999-"]),
    ) {
        let target = target();
        let path = format!("/rest/v1/{}?{query}", table.name);
        let headers = [
            ("authorization", target.bearer(staff)), ("accept", accept.into()), ("prefer", prefer.into()), ("range", range.into()),
        ];
        if let Some(answer) = target.send(method, &path, &headers, vec![]) {
            check(&answer, &format!("{method} {path}"))?;
        }
    }

    /// Addresses of every surface, and of none.
    #[test]
    fn no_address_breaks_it(
        surface in select(vec!["/", "/rest/v1/", "/auth/v1/", "/storage/v1/", "/page-data/", "/admin/", "/assets/", "/realtime/v1/"]),
        parts in proptest::collection::vec(prop_oneof![
            word().prop_map(|word| encoded(&word)), "[a-z%0-9./_-]{0,10}",
            select(vec!["..", ".", "%2e%2e", "%2f", "%5c", "%00", "%ff", "object", "public", "website_images", "umeed.db", "secret"])
                .prop_map(str::to_owned),
        ], 0..6),
        method in select(vec!["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
        staff in any::<bool>(),
    ) {
        let target = target();
        let path = format!("{surface}{}", parts.join("/"));
        if let Some(answer) = target.send(method, &path, &[("authorization", target.bearer(staff))], vec![]) {
            prop_assert!(answer.status < 500, "{method} {path}: {} {}", answer.status, answer.text());
            prop_assert!(!answer.text().contains("SQLite format"), "{method} {path}");
        }
    }
}
