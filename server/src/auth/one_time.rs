//! Links and codes that sign an account in once, in the database: made, used up, ended. Digests only; a link or code is
//! known to nobody but the one who gets it. Knows nothing of HTTP.

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

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Purpose {
    SignUp,
    Invite,
    MagicLink,
    Recovery,
}

impl Purpose {
    pub const ALL: [Purpose; 4] = [Purpose::SignUp, Purpose::Invite, Purpose::MagicLink, Purpose::Recovery];

    pub fn name(self) -> &'static str {
        match self {
            Purpose::SignUp => "signup",
            Purpose::Invite => "invite",
            Purpose::MagicLink => "magiclink",
            Purpose::Recovery => "recovery",
        }
    }

    /// By the name that a client gives it; `email` is a newer one for a link to sign in with.
    pub fn named(name: &str) -> Option<Purpose> {
        let name = if name == "email" { "magiclink" } else { name };
        Purpose::ALL.into_iter().find(|purpose| purpose.name() == name)
    }

    /// Who is invited may be away for a day.
    fn life(self) -> Duration {
        if self == Purpose::Invite { 24 * HOUR } else { HOUR }
    }
}

/// What the one who is to sign in gets.
pub struct OneTime {
    pub token: String,
    pub code: String,
}

/// Makes a token for this account. One for the same purpose that was made before ends.
pub async fn make(db: &Db, secret: &Secret, account: &Account, purpose: Purpose) -> Result<OneTime> {
    let mut bytes = [0; 40];
    getrandom::fill(&mut bytes).map_err(|cause| anyhow::anyhow!("no randomness: {cause}"))?;
    let (number, token) = bytes.split_first_chunk::<8>().expect("forty bytes");
    let made = OneTime {
        token: URL_SAFE_NO_PAD.encode(token),
        code: format!("{:0CODE_DIGITS$}", u64::from_be_bytes(*number) % 10_u64.pow(CODE_DIGITS as u32)),
    };
    let (digest, code_digest) = (digest(secret, &made.token), code_digest(secret, &account.id, &made.code));
    let (id, ends_at) = (account.id.clone(), clock::text(Timestamp::now() + purpose.life()));
    let stored = db.write(move |tx| {
        Box::pin(async move {
            let sql = "DELETE FROM one_time_tokens WHERE ends_at < ? OR (staff_id = ? AND purpose = ?)";
            tx.rows(Sql::new(sql).with(clock::now()).with(&id).with(purpose.name())).await?;
            let sql =
                "INSERT INTO one_time_tokens (digest, code_digest, staff_id, purpose, ends_at) VALUES (?, ?, ?, ?, ?)";
            let sql = Sql::new(sql).with(digest).with(code_digest).with(id).with(purpose.name()).with(ends_at);
            tx.rows(sql).await.map(drop)
        })
    });
    stored.await?;
    Ok(made)
}

/// The account that the token of a link signs in. It is good no more after this.
pub async fn use_token(db: &Db, secret: &Secret, token: &str, purpose: Purpose) -> Result<Option<Account>> {
    let digest = digest(secret, token);
    let used = db.write(move |tx| {
        Box::pin(async move {
            let sql = "DELETE FROM one_time_tokens WHERE digest = ? AND purpose = ? AND ends_at > ? RETURNING staff_id";
            let row = tx.first(Sql::new(sql).with(digest).with(purpose.name()).with(clock::now())).await?;
            account_of(tx, row.as_ref().map(|row| row.text(0))).await
        })
    });
    used.await
}

/// As `use_token`, with the code that stands beside the link. After a few wrong ones it is good no more; the link is, or
/// anybody could keep others from using theirs.
pub async fn use_code(db: &Db, secret: &Secret, email: &str, code: &str, purpose: Purpose) -> Result<Option<Account>> {
    if code.len() != CODE_DIGITS || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    let Some(account) = accounts::by_email(db, email).await? else { return Ok(None) };
    let code_digest = code_digest(secret, &account.id, code);
    let used = db.write(move |tx| {
        Box::pin(async move {
            let sql = "DELETE FROM one_time_tokens WHERE staff_id = ? AND purpose = ? AND code_digest = ? \
                       AND wrong_codes < ? AND ends_at > ? RETURNING staff_id";
            let asked = Sql::new(sql).with(&account.id).with(purpose.name()).with(code_digest);
            let asked = asked.with(MAX_WRONG_CODES).with(clock::now());
            let row = tx.first(asked).await?;
            if row.is_none() {
                let sql = "UPDATE one_time_tokens SET wrong_codes = wrong_codes + 1 WHERE staff_id = ? AND purpose = ?";
                tx.rows(Sql::new(sql).with(&account.id).with(purpose.name())).await?;
            }
            account_of(tx, row.as_ref().map(|row| row.text(0))).await
        })
    });
    used.await
}

/// Ends every link and code of the account, as when somebody is to be locked out of it.
pub async fn end_all(tx: &mut Tx, staff: &str) -> Result<()> {
    tx.rows(Sql::new("DELETE FROM one_time_tokens WHERE staff_id = ?").with(staff)).await.map(drop)
}

async fn account_of(tx: &mut Tx, id: Option<&str>) -> Result<Option<Account>> {
    match id {
        Some(id) => accounts::by_id_in(tx, id).await,
        None => Ok(None),
    }
}

fn digest(secret: &Secret, token: &str) -> String {
    URL_SAFE_NO_PAD.encode(secret.mac("one-time token", token.as_bytes()))
}

/// With the account in it: the same code of another account is another digest.
fn code_digest(secret: &Secret, account: &str, code: &str) -> String {
    URL_SAFE_NO_PAD.encode(secret.mac("one-time code", format!("{account} {code}").as_bytes()))
}
