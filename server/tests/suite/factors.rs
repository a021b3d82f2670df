//! The second factor as a client sees it, and that nothing goes around it. What several of these files need stands here.

mod administrator;
mod confirming;
mod demands;
mod enforced;
mod history;
mod recovery;
mod restored;

use serde_json::{Value, json};
use umeed::db::Sql;

use crate::harness::{Answer, TestApp};

const FACTORS: &str = "/auth/v1/factors";

fn access(session: &Value) -> Option<&str> {
    session["access_token"].as_str()
}

/// What a token says of itself.
fn claims(session: &Value) -> Value {
    use base64::Engine;
    let payload = access(session).unwrap().split('.').nth(1).unwrap();
    serde_json::from_slice(&base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}

fn now() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() as i64
}

/// An authenticator app, from the key that people type into it.
struct App {
    factor: String,
    secret: Vec<u8>,
}

impl App {
    fn of(enrolled: &Value) -> App {
        let text = enrolled["totp"]["secret"].as_str().unwrap();
        let value = |letter: u8| b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".iter().position(|one| *one == letter).unwrap();
        let bits: String = text.bytes().map(|letter| format!("{:05b}", value(letter))).collect();
        let byte = |bits: &[u8]| u8::from_str_radix(std::str::from_utf8(bits).unwrap(), 2).unwrap();
        let secret = bits.as_bytes().chunks_exact(8).map(byte).collect();
        App { factor: enrolled["id"].as_str().unwrap().to_owned(), secret }
    }

    /// The code that the app shows, so many steps from now.
    fn code(&self, steps: i64) -> String {
        use hmac::{Hmac, KeyInit, Mac};
        let mut mac = <Hmac<sha1::Sha1> as KeyInit>::new_from_slice(&self.secret).unwrap();
        mac.update(&(now() / 30 + steps).to_be_bytes());
        let digest = mac.finalize().into_bytes();
        let at = usize::from(digest[19] & 15);
        let number = u32::from_be_bytes(digest[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
        format!("{:06}", number % 1_000_000)
    }

    /// A code that is none of those that would be taken.
    fn wrong_code(&self) -> String {
        let near: Vec<String> = (-3..=3).map(|steps| self.code(steps)).collect();
        (0..).map(|number| format!("{number:06}")).find(|code| !near.contains(code)).unwrap()
    }
}

async fn enroll(app: &TestApp, session: &Value, name: &str) -> Answer {
    app.post_json(FACTORS, json!({ "factor_type": "totp", "friendly_name": name }), access(session)).await
}

async fn challenge(app: &TestApp, session: &Value, factor: &str) -> Value {
    let answer = app.post_json(&format!("{FACTORS}/{factor}/challenge"), json!({}), access(session)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json
}

async fn verify(app: &TestApp, session: &Value, factor: &str, code: &str) -> Answer {
    let id = challenge(app, session, factor).await["id"].clone();
    let body = json!({ "challenge_id": id, "code": code });
    app.post_json(&format!("{FACTORS}/{factor}/verify"), body, access(session)).await
}

/// Forgets which codes were used, so that a test need not wait for the next.
async fn rewind(app: &TestApp) {
    let sql = Sql::new("UPDATE factors SET last_step = 0");
    app.app.db.write(move |tx| Box::pin(tx.rows(sql))).await.unwrap();
}

/// Sets up a device, and gives it back with the session that was confirmed with it.
async fn set_up(app: &TestApp, session: &Value, name: &str) -> (App, Value) {
    let enrolled = enroll(app, session, name).await;
    assert_eq!(enrolled.status, 200, "{}", enrolled.text());
    let device = App::of(&enrolled.json);
    let verified = verify(app, session, &device.factor, &device.code(0)).await;
    assert_eq!(verified.status, 200, "{}", verified.text());
    rewind(app).await;
    (device, verified.json)
}

/// A server whose first account has a second factor.
async fn protected() -> (TestApp, App, Value) {
    let app = TestApp::start().await;
    let session = app.sign_in().await;
    let (device, session) = set_up(&app, &session, "Phone").await;
    (app, device, session)
}

async fn recovery_codes(app: &TestApp, session: &Value) -> Vec<String> {
    let answer = app.post_json(&format!("{FACTORS}/recovery-codes"), json!({}), access(session)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

#[track_caller]
fn assert_refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, answer.json["code"].as_str()), (status, Some(code)), "{}", answer.text());
    assert!(answer.json["message"].as_str().is_some_and(|words| !words.is_empty()));
}
