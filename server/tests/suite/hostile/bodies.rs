//! Bodies: JSON that fits the schema, nearly fits it, or is none.

use serde_json::{Map, Value, json};

use super::*;

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word().prop_map(Value::from),
        select(vec![
            json!("contact"),
            json!("about"),
            json!("/x.png"),
            json!("javascript:x"),
            json!("a@example.org"),
            json!("x".repeat(5000)),
            json!("<p>x</p>"),
            json!("\0"),
            json!({ "heading": "x", "phones": ["1"] }),
            json!({ "payment_gateway_api_key": 1 }),
        ]),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((word(), inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn row(table: &'static Table) -> impl Strategy<Value = Value> {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    let key = prop_oneof![8 => select(names).prop_map(str::to_owned), 1 => word()];
    proptest::collection::vec((key, value()), 0..6).prop_map(|pairs| Value::Object(Map::from_iter(pairs)))
}

fn body(table: &'static Table) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => row(table).prop_map(|row| row.to_string().into_bytes()),
        2 => proptest::collection::vec(row(table), 0..4).prop_map(|rows| Value::from(rows).to_string().into_bytes()),
        1 => value().prop_map(|value| value.to_string().into_bytes()),
        1 => (row(table), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(row, at, byte)| {
            let mut text = row.to_string().into_bytes();
            let at = at.index(text.len());
            text[at] = byte;
            text
        }),
        1 => proptest::collection::vec(any::<u8>(), 0..40),
    ]
}

proptest! {
    /// Every role, table and writing verb. What was taken can be read again by those who may.
    #[test]
    fn no_writing_breaks_it(
        (table, query, body) in table().prop_flat_map(|table| (Just(table), query(table), body(table))),
        method in select(vec!["POST", "POST", "PATCH", "DELETE"]),
        staff in any::<bool>(),
        prefer in select(vec![
            "", "return=representation", "resolution=merge-duplicates", "resolution=ignore-duplicates, return=representation",
            "missing=default", "max-affected=1, handling=strict", "return=minimal, count=exact", "tx=rollback",
        ]),
    ) {
        let target = target();
        let path = format!("/rest/v1/{}?{query}", table.name);
        let headers = [("authorization", target.bearer(staff)), ("prefer", prefer.into())];
        if let Some(answer) = target.send(method, &path, &headers, body.clone()) {
            check(&answer, &format!("{method} {path} {}", String::from_utf8_lossy(&body)))?;
        }
        let read = target.send("GET", &format!("/rest/v1/{}", table.name), &[("authorization", target.bearer(true))], vec![]);
        prop_assert_eq!(read.unwrap().status, 200, "after {} {}", method, path);
    }

    /// Sign-in, refresh, sign-up, recovery, one's own account.
    #[test]
    fn no_account_request_breaks_it(
        path in select(vec![
            "token?grant_type=password", "token?grant_type=refresh_token", "token?grant_type=pkce", "token", "signup", "recover",
            "user", "logout?scope=others", "otp", "verify", "verify?type=invite&token=x", "invite", "admin/users", "admin/users/x",
            "admin/generate_link", "settings", "health",
        ]),
        method in select(vec!["GET", "POST", "PUT", "DELETE"]),
        fields in proptest::collection::vec((
            prop_oneof![3 => select(vec!["email", "password", "refresh_token", "data", "phone", "token"]).prop_map(str::to_owned), 1 => word()],
            value(),
        ), 0..5),
        raw in proptest::option::weighted(0.2, proptest::collection::vec(any::<u8>(), 0..60)),
        kind in prop_oneof![8 => Just("application/json"), 1 => Just("text/plain"), 1 => Just("")],
        cookie in prop_oneof![Just(String::new()), "umeed-device-[A-Za-z0-9_=;-]{0,99}", "(umeed-device-)?[ -~]{0,99}"],
    ) {
        let target = target();
        let body = raw.unwrap_or_else(|| Value::Object(Map::from_iter(fields)).to_string().into_bytes());
        let headers =
            [("authorization", target.bearer(false)), ("content-type", kind.into()), ("cookie", cookie.into_bytes())];
        if let Some(answer) = target.send(method, &format!("/auth/v1/{path}"), &headers, body.clone()) {
            prop_assert!(answer.status < 500, "{method} {path} {}: {}", String::from_utf8_lossy(&body), answer.text());
            prop_assert!(answer.json["access_token"].is_null(), "nobody was let in");
        }
    }
}

proptest! {
    /// Accounts, managed with the service key. Whatever it asks for, the staff that was there can still sign in.
    #[test]
    fn no_administrator_breaks_it(
        path in select(vec![
            "admin/users", "admin/users?page=0", "admin/users?per_page=99999999999999999999", "admin/generate_link",
            "admin/users/00000000-0000-0000-0000-000000000000", "admin/users/x", "invite", "verify", "user", "logout",
        ]),
        method in select(vec!["GET", "POST", "PUT", "DELETE", "PATCH"]),
        kind in select(vec!["signup", "invite", "magiclink", "recovery", "email_change_new", ""]),
        email in prop_oneof![2 => "[a-z]{1,9}@umeed\\.test", 1 => word()],
        fields in proptest::collection::vec((
            prop_oneof![
                3 => select(vec![
                    "password", "app_metadata", "user_metadata", "data", "role", "id", "phone", "ban_duration", "redirect_to",
                    "should_soft_delete", "email_confirm", "token", "token_hash",
                ]).prop_map(str::to_owned),
                1 => word(),
            ],
            value(),
        ), 0..5),
    ) {
        let target = target();
        let given = [("type".to_owned(), Value::from(kind)), ("email".to_owned(), Value::from(email))];
        let body = Value::Object(given.into_iter().chain(fields).collect()).to_string();
        let key = format!("Bearer {}", target.app.service_key()).into_bytes();
        let headers = [("authorization", key), ("content-type", "application/json".into())];
        if let Some(answer) = target.send(method, &format!("/auth/v1/{path}"), &headers, body.clone().into_bytes()) {
            prop_assert!(answer.status < 500, "{method} {path} {body}: {}", answer.text());
        }
        let read = target.send("GET", "/auth/v1/user", &[("authorization", target.bearer(true))], vec![]);
        prop_assert_eq!(read.unwrap().status, 200, "after {} {} {}", method, path, body);
    }
}

/// A compressed body is not unpacked: there is no bomb to unpack.
#[test]
fn a_compressed_body_is_refused_as_it_is() {
    let target = target();
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3].repeat(500);
    for encoding in ["gzip", "br", "deflate", "zstd"] {
        let headers = [("authorization", target.bearer(true)), ("content-encoding", encoding.into())];
        let answer = target.send("POST", "/rest/v1/projects", &headers, gzip.clone()).unwrap();
        assert_eq!((answer.status, answer.json["code"].as_str()), (400, Some("PGRST102")), "{encoding}");
    }
}
