//! Links and codes that are good once, in the database: made, used up, ended. Digests only; a link or code is known to
//! nobody but the one who gets it. Knows nothing of HTTP and of mail.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;

use super::accounts::{self, Account};
use crate::clock;
use crate::db::{Db, Sql, Tx};
use crate::error::Result;
use crate::secret::Secret;

const CODE_DIGITS: usize = 6;
/// A code is short, so few may be tried.
const MAX_WRONG_CODES: i64 = 5;
const HOUR: Duration = Duration::from_secs(60 * 60);
/// By so much clocks may be set back. After more, what was made before is good no more: it would live too long.
const CLOCK_SLACK: Duration = Duration::from_secs(5 * 60);

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Purpose {
    SignUp,
    Invite,
    MagicLink,
    Recovery,
    /// Confirms a new address, and signs nobody in.
    EmailChange,
    /// The first start's, for the page that sets the site up (see `set_up_link`).
    SetUp,
}

impl Purpose {
    /// Those that a client names. What sets the site up is not among them: it has a road of its own.
    const NAMED: [Purpose; 5] =
        [Purpose::SignUp, Purpose::Invite, Purpose::MagicLink, Purpose::Recovery, Purpose::EmailChange];

    pub fn name(self) -> &'static str {
        match self {
            Purpose::SignUp => "signup",
            Purpose::Invite => "invite",
            Purpose::MagicLink => "magiclink",
            Purpose::Recovery => "recovery",
            Purpose::EmailChange => "email_change",
            Purpose::SetUp => "set_up",
        }
    }

    /// By the name that a client gives it; `email` is a newer one for a link to sign in with.
    pub fn named(name: &str) -> Option<Purpose> {
        let name = if name == "email" { "magiclink" } else { name };
        Purpose::NAMED.into_iter().find(|purpose| purpose.name() == name)
    }

    /// Who is invited, or installs a site for somebody, may be away for a day.
    fn life(self) -> Duration {
        if matches!(self, Purpose::Invite | Purpose::SetUp) { 24 * HOUR } else { HOUR }
    }
}

/// What the one who is to use it gets.
pub struct OneTime {
    pub token: String,
    pub code: String,
}

/// The same as the database keeps it: nothing that opens anything.
pub struct Sealed {
    digest: String,
    code_digest: String,
    /// Where the link and the code go.
    address: String,
    purpose: Purpose,
}

impl OneTime {
    pub fn random() -> Result<OneTime> {
        let mut bytes = [0; 40];
        getrandom::fill(&mut bytes).map_err(|cause| anyhow::anyhow!("no randomness: {cause}"))?;
        let (number, token) = bytes.split_first_chunk::<8>().expect("forty bytes");
        Ok(OneTime {
            token: URL_SAFE_NO_PAD.encode(token),
            code: format!("{:0CODE_DIGITS$}", u64::from_be_bytes(*number) % 10_u64.pow(CODE_DIGITS as u32)),
        })
    }

    pub fn sealed(&self, secret: &Secret, address: &str, purpose: Purpose) -> Sealed {
        Sealed {
            digest: digest(secret, &self.token),
            code_digest: code_digest(secret, address, &self.code),
            address: address.to_owned(),
            purpose,
        }
    }
}

impl Sealed {
    /// Makes it good for this account, asked for in this session. One for the same purpose that was made before ends.
    pub async fn store(self, tx: &mut Tx, staff: &str, session: Option<&str>) -> Result<()> {
        let Sealed { digest, code_digest, address, purpose } = self;
        let now = Timestamp::now();
        let sql = "DELETE FROM one_time_tokens WHERE ends_at < ? OR (staff_id = ? AND purpose = ?)";
        tx.rows(Sql::new(sql).with(clock::text(now)).with(staff).with(purpose.name())).await?;
        let sql = "INSERT INTO one_time_tokens \
                   (digest, code_digest, staff_id, purpose, ends_at, address, made_at, session_id) \
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        let sql = Sql::new(sql).with(digest).with(code_digest).with(staff).with(purpose.name());
        let sql = sql.with(clock::text(now + purpose.life())).with(address).with(clock::text(now));
        tx.rows(sql.with(session)).await.map(drop)
    }
}

/// Makes one for this account, to be handed over.
pub async fn make(db: &Db, secret: &Secret, account: &Account, purpose: Purpose) -> Result<OneTime> {
    let made = OneTime::random()?;
    let (sealed, staff) = (made.sealed(secret, &account.email, purpose), account.id.clone());
    db.write(move |tx| Box::pin(async move { sealed.store(tx, &staff, None).await })).await?;
    Ok(made)
}

/// What somebody shows to be let in, as digests.
#[derive(Clone)]
pub enum Shown {
    Token(String),
    Code { address: String, digest: String },
}

impl Shown {
    pub fn token(secret: &Secret, token: &str) -> Shown {
        Shown::Token(digest(secret, token))
    }

    /// The code that stands beside the link, and the address that it went to; `None` for what is no code.
    pub fn code(secret: &Secret, address: &str, code: &str) -> Option<Shown> {
        let is_code = code.len() == CODE_DIGITS && code.bytes().all(|byte| byte.is_ascii_digit());
        is_code.then(|| Shown::Code { address: address.to_owned(), digest: code_digest(secret, address, code) })
    }

    /// The condition that it is good for this purpose now.
    fn condition(&self, purpose: Purpose) -> (&'static str, Vec<String>) {
        let now = Timestamp::now();
        let latest = now + purpose.life() + CLOCK_SLACK;
        let mut values = vec![purpose.name().to_owned(), clock::text(now), clock::text(latest)];
        match self {
            Shown::Token(digest) => {
                values.push(digest.clone());
                ("purpose = ? AND ends_at > ? AND ends_at < ? AND digest = ?", values)
            }
            Shown::Code { address, digest } => {
                values.extend([address.clone(), digest.clone()]);
                ("purpose = ? AND ends_at > ? AND ends_at < ? AND address = ? AND code_digest = ?", values)
            }
        }
    }
}

/// What was good, and is good no more.
pub struct Used {
    pub account: Account,
    pub address: String,
    pub session: Option<String>,
}

/// Uses it up; `None` when it is not good. After a few wrong codes a code is good no more; its link is, or anybody could
/// keep others from using theirs.
pub async fn use_up(tx: &mut Tx, shown: &Shown, purpose: Purpose) -> Result<Option<Used>> {
    let (condition, values) = shown.condition(purpose);
    let tries = if matches!(shown, Shown::Code { .. }) { MAX_WRONG_CODES } else { i64::MAX };
    let sql = format!(
        "DELETE FROM one_time_tokens WHERE {condition} AND wrong_codes < ? RETURNING staff_id, address, session_id"
    );
    let sql = values.into_iter().fold(Sql::new(sql), |sql, value| sql.with(value));
    let Some(row) = tx.first(sql.with(tries)).await? else {
        if let Shown::Code { address, .. } = shown {
            let sql = "UPDATE one_time_tokens SET wrong_codes = wrong_codes + 1 WHERE address = ? AND purpose = ?";
            tx.rows(Sql::new(sql).with(address).with(purpose.name())).await?;
        }
        return Ok(None);
    };
    let Some(account) = accounts::by_id_in(tx, row.text(0)).await? else { return Ok(None) };
    Ok(Some(Used { account, address: row.text(1).to_owned(), session: row.text_or_none(2).map(str::to_owned) }))
}

/// The account that it is about, without using it up; `None` when it is not good.
pub async fn account_of(db: &Db, shown: &Shown, purpose: Purpose) -> Result<Option<String>> {
    let (condition, values) = shown.condition(purpose);
    let sql = Sql::new(format!("SELECT staff_id FROM one_time_tokens WHERE {condition}"));
    let row = db.first(values.into_iter().fold(sql, |sql, value| sql.with(value))).await?;
    Ok(row.map(|row| row.text(0).to_owned()))
}

/// Ends every link and code of the account, as when somebody is to be locked out of it.
pub async fn end_all(tx: &mut Tx, staff: &str) -> Result<()> {
    tx.rows(Sql::new("DELETE FROM one_time_tokens WHERE staff_id = ?").with(staff)).await.map(drop)
}

/// Ends the link of the first start: somebody has signed in, so the site is theirs.
pub async fn end_set_up(tx: &mut Tx) -> Result<()> {
    tx.rows(Sql::new("DELETE FROM one_time_tokens WHERE purpose = ?").with(Purpose::SetUp.name())).await.map(drop)
}

fn digest(secret: &Secret, token: &str) -> String {
    URL_SAFE_NO_PAD.encode(secret.mac("one-time token", token.as_bytes()))
}

/// With the address in it: the same code for another address is another digest.
fn code_digest(secret: &Secret, address: &str, code: &str) -> String {
    URL_SAFE_NO_PAD.encode(secret.mac("one-time code", format!("{address} {code}").as_bytes()))
}
