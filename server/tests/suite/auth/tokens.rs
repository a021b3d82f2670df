//! Access tokens that are not what they seem, at the auth service and at tables and files.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

use super::*;

const HS256: &str = r#"{"alg":"HS256","typ":"JWT"}"#;

fn forge(header: &str, claims: &Value, key: &[u8]) -> String {
    let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims.to_string()));
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).unwrap();
    mac.update(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

/// The claims of a session that is there.
async fn genuine(app: &TestApp) -> Value {
    let session = app.sign_in().await;
    let payload = access(&session).unwrap().split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}

/// [API-6] `alg: none` and every other algorithm, foreign keys and broken tokens are refused everywhere.
#[tokio::test]
async fn forged_tokens_open_nothing() {
    let app = TestApp::start().await;
    let (claims, key) = (genuine(&app).await, app.app.secret.token_key());
    assert!(who(&app, &forge(HS256, &claims, key)).await.is_ok(), "the forger of this test knows the trade");
    let none = forge(r#"{"alg":"none"}"#, &claims, key);
    let unsigned = format!("{}.", none.rsplit_once('.').unwrap().0);
    for (token, message) in [
        (unsigned, "Wrong or unsupported encoding algorithm"),
        (none, "Wrong or unsupported encoding algorithm"),
        (forge(r#"{"alg":"HS512"}"#, &claims, key), "Wrong or unsupported encoding algorithm"),
        (forge(HS256, &claims, b""), "JWSError JWSInvalidSignature"),
        (
            forge(HS256, &claims, b"super-secret-jwt-token-with-at-least-32-characters-long"),
            "JWSError JWSInvalidSignature",
        ),
        ("opaque".into(), "Expected 3 parts in JWT; got 1"),
        ("a.b".into(), "Expected 3 parts in JWT; got 2"),
        ("sb_publishable_abc".into(), "Expected 3 parts in JWT; got 1"),
        ("!.!.!".into(), "JWT couldn't be decoded"),
        ("x".repeat(20_000), "JWT is too long"),
        (String::new(), "Empty JWT is sent in Authorization header"),
    ] {
        assert_eq!(who(&app, &token).await, Err((401, "PGRST301", message.to_owned())), "{token}");
        assert_error(&app.get("/auth/v1/user", Some(&token)).await, 403, "bad_jwt");
        let out = app.post_json("/auth/v1/logout", json!({}), Some(&token)).await;
        assert_error(&out, 403, "bad_jwt");
    }
}

/// [API-6] A token ends when it says, with no more than five seconds of leeway.
#[tokio::test]
async fn an_expired_token_is_refused() {
    let app = TestApp::start().await;
    let (mut claims, key) = (genuine(&app).await, app.app.secret.token_key());
    for (offset, fine) in [(30, true), (-1, false), (-6, false), (-3600, false)] {
        claims["exp"] = json!(umeed::clock::unix_seconds() + offset);
        let token = forge(HS256, &claims, key);
        assert_eq!(app.get("/auth/v1/user", Some(&token)).await.status == 200, fine, "{offset}");
        if !fine {
            assert_eq!(who(&app, &token).await, Err((401, "PGRST303", "JWT expired".to_owned())));
            assert_error(&app.get("/auth/v1/user", Some(&token)).await, 403, "bad_jwt");
        }
    }
}

/// Signed by us, but not a token of a session: never staff, never a visitor either.
#[tokio::test]
async fn a_token_must_name_account_session_and_end() {
    let app = TestApp::start().await;
    let (claims, key) = (genuine(&app).await, app.app.secret.token_key());
    for missing in ["sub", "session_id", "exp"] {
        let mut claims = claims.clone();
        claims.as_object_mut().unwrap().remove(missing);
        assert_eq!(who(&app, &forge(HS256, &claims, key)).await.unwrap_err().1, "PGRST301", "{missing}");
    }
    for role in ["service_role", "supabase_admin", ""] {
        let mut claims = claims.clone();
        claims["role"] = json!(role);
        assert_eq!(who(&app, &forge(HS256, &claims, key)).await.unwrap_err().1, "PGRST301", "{role}");
    }
    // Somebody else's session does not become one's own by its number.
    let mut crossed = claims.clone();
    crossed["session_id"] = json!("018f0000-0000-7000-8000-000000000000");
    let refusal = who(&app, &forge(HS256, &crossed, key)).await.unwrap_err();
    assert_eq!(refusal, (401, "PGRST301", "Session from session_id claim in JWT does not exist".to_owned()));
    let answer = app.get("/auth/v1/user", Some(&forge(HS256, &crossed, key))).await;
    assert_error(&answer, 403, "session_not_found");
}

/// The public key makes a visitor of its bearer: at tables and files that will do, at one's own account it will not.
#[tokio::test]
async fn the_public_key_is_a_visitor() {
    let app = TestApp::start().await;
    assert_eq!(who(&app, &app.anon_key()).await, Ok(Caller::visitor()));
    assert_eq!(
        umeed::auth::identify(&app.app.db, &app.app.secret, &HeaderMap::new()).await.unwrap(),
        Caller::visitor()
    );
    let mut headers = HeaderMap::new();
    headers.insert("apikey", HeaderValue::from_str(&app.anon_key()).unwrap());
    assert_eq!(umeed::auth::identify(&app.app.db, &app.app.secret, &headers).await.unwrap(), Caller::visitor());
    headers.insert("apikey", HeaderValue::from_static("not a key"));
    assert!(umeed::auth::identify(&app.app.db, &app.app.secret, &headers).await.is_err());

    let answer = app.get("/auth/v1/user", None).await;
    assert_error(&answer, 401, "no_authorization");
    assert_eq!(answer.json["message"], "This endpoint requires a valid Bearer token");
    assert_error(&app.post_json("/auth/v1/logout", json!({}), None).await, 401, "no_authorization");
    assert_error(&app.put_json("/auth/v1/user", json!({"password": "x"}), None).await, 401, "no_authorization");
    let bare = axum::http::Request::get("/auth/v1/user").body(axum::body::Body::empty()).unwrap();
    assert_error(&app.send(bare).await, 401, "no_authorization");
}
