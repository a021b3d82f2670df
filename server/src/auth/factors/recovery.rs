//! Recovery codes: ten that stand in for a device that is lost, each good once. Told once, when they are made; the database
//! holds digests, made slow and salted, since a code is shorter than a key. They do not hang on the server's secret, so that
//! they still open an account after a restore on another server.

use std::num::NonZeroU32;

use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::pbkdf2;
use serde_json::json;

use super::super::answer::{self, Failure};
use super::super::call::{Call, SignedIn};
use super::super::sessions::{self, Confirmation, Session, SessionError, SignInData};
use super::error::{FactorError, Want};
use super::store::{self, Factor, Kind};
use crate::clock;
use crate::db::{Author, Db, Sql, Tx};
use crate::error::{Error, Result};

pub const TOTAL: usize = 10;
const CHARACTERS: usize = 16;
/// Without the letters that are taken for others.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const ROUNDS: NonZeroU32 = NonZeroU32::new(20_000).expect("not zero");
const USUAL_NAME: &str = "Recovery codes";
pub const METHOD: &str = "mfa/recovery_code";

/// GET /factors/recovery-codes
pub async fn status(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    let factor = own(&call, &me).await?.ok_or(FactorError::NoRecoveryCodes)?;
    let sql = Sql::new("SELECT count(*) FROM recovery_codes WHERE staff_id = ?").with(&me.id);
    let remaining = call.auth.db.first(sql).await?.map_or(0, |row| row.int(0));
    Ok(answer::ok(&json!({
        "id": factor.id, "type": Kind::RecoveryCode.name(), "total": TOTAL, "remaining": remaining,
    })))
}

/// POST /factors/recovery-codes
pub async fn generate(call: Call) -> Result<Response, Failure> {
    let me = may_manage(&call).await?;
    let name = store::checked_name(call.fields()?.text("friendly_name")?.unwrap_or_default())?;
    let name = if name.is_empty() { USUAL_NAME.to_owned() } else { name };
    replace(&call, me, Some(name)).await
}

/// POST /factors/recovery-codes/regenerate
pub async fn regenerate(call: Call) -> Result<Response, Failure> {
    let me = may_manage(&call).await?;
    replace(&call, me, None).await
}

/// DELETE /factors/recovery-codes
pub async fn unenroll(call: Call) -> Result<Response, Failure> {
    let me = may_manage(&call).await?;
    let factor = own(&call, &me).await?.ok_or(FactorError::NoRecoveryCodes)?;
    store::remove(&call.auth.db, me.author.clone(), call.auth.mail.clone(), &me.id, &factor.id, Some(&me.session))
        .await?;
    Ok(answer::ok(&json!({ "id": factor.id })))
}

/// POST /factors/recovery-codes/verify
pub async fn verify(call: Call) -> Result<Response, Failure> {
    let me = call.signed_in().await?;
    let fields = call.fields()?;
    let code = fields.text("code")?.filter(|code| !code.trim().is_empty()).ok_or(FactorError::MissingCode)?;
    let confirmed = super::counted(&call, &me, use_code(&call.auth.db, &me, code)).await;
    let session = confirmed.map_err(|cause| match cause {
        FactorError::TooManyTries { retry_after } => FactorError::TooManyRecoveryTries { retry_after },
        other => other,
    })?;
    Ok(super::arrived(&call, &session))
}

async fn may_manage(call: &Call) -> Result<SignedIn, Failure> {
    let me = call.signed_in().await?;
    me.require_confirmed(Want::RecoveryCodes)?;
    sessions::require_fresh(&call.auth.db, &me.session, SignInData::SecondFactor).await?;
    Ok(me)
}

async fn own(call: &Call, me: &SignedIn) -> Result<Option<Factor>, Failure> {
    let account = super::super::accounts::by_id(&call.auth.db, &me.id).await?.ok_or(SessionError::AccountRemoved)?;
    Ok(account.factors.into_iter().find(|factor| factor.kind == Kind::RecoveryCode))
}

/// A new set of codes: the first one under this name, or one in the place of what is there.
async fn replace(call: &Call, me: SignedIn, name: Option<String>) -> Result<Response, Failure> {
    let mut salt = [0; 16];
    random(&mut salt)?;
    let codes = (0..TOTAL).map(|_| made()).collect::<Result<Vec<String>>>()?;
    let (salt, spelled) = (URL_SAFE_NO_PAD.encode(salt), codes.clone());
    let digests = {
        let salt = salt.clone();
        let all = move || spelled.iter().map(|code| digest(&salt, code)).collect::<Vec<_>>();
        tokio::task::spawn_blocking(all).await.map_err(|cause| Error::from(anyhow::Error::from(cause)))?
    };
    let author = me.author.clone();
    let stored = call
        .auth
        .db
        .write_as(author, move |tx| Box::pin(async move { store_codes(tx, &me, name, &salt, digests).await }));
    let (id, name) = stored.await??;
    tracing::info!(target: "umeed::security", factor = id, "recovery codes were made");
    Ok(answer::ok(&json!({
        "id": id, "type": Kind::RecoveryCode.name(), "friendly_name": name, "total": TOTAL, "codes": codes,
    })))
}

async fn store_codes(
    tx: &mut Tx,
    me: &SignedIn,
    name: Option<String>,
    salt: &str,
    digests: Vec<String>,
) -> Result<Result<(String, String), FactorError>> {
    // Making them takes a while; a session that was ended meanwhile no longer changes anything.
    let still = "SELECT 1 FROM sessions WHERE id = ? AND factor_at IS NOT NULL";
    if tx.first(Sql::new(still).with(&me.session)).await?.is_none() {
        return Ok(Err(FactorError::OnlyRecoveryCodes));
    }
    let there = "SELECT id, friendly_name FROM factors WHERE staff_id = ? AND kind = 'recovery_code'";
    let there = tx.first(Sql::new(there).with(&me.id)).await?;
    let now = clock::now();
    let factor = match (there, name) {
        (Some(_), Some(_)) => return Ok(Err(FactorError::HasRecoveryCodes)),
        (None, None) => return Ok(Err(FactorError::NoRecoveryCodes)),
        (Some(row), None) => {
            let sql = Sql::new("UPDATE factors SET seed = ?, updated_at = ? WHERE id = ?");
            tx.rows(sql.with(salt).with(&now).with(row.text(0))).await?;
            (row.text(0).to_owned(), row.text(1).to_owned())
        }
        (None, Some(name)) => {
            let taken = "SELECT 1 FROM factors WHERE staff_id = ? AND friendly_name = ?";
            if tx.first(Sql::new(taken).with(&me.id).with(&name)).await?.is_some() {
                return Ok(Err(FactorError::NameTaken(name)));
            }
            let id = uuid::Uuid::new_v4().to_string();
            let kind = Kind::RecoveryCode;
            store::insert(tx, store::New { id: &id, staff: &me.id, kind, name: &name, seed: salt, now: &now }).await?;
            (id, name)
        }
    };
    forget(tx, &me.id).await?;
    for digest in digests {
        let sql = "INSERT INTO recovery_codes (digest, staff_id) VALUES (?, ?)";
        tx.rows(Sql::new(sql).with(digest).with(&me.id)).await?;
    }
    store::touch(tx, &me.id, &now).await?;
    Ok(Ok(factor))
}

pub async fn forget(tx: &mut Tx, staff: &str) -> Result<()> {
    tx.rows(Sql::new("DELETE FROM recovery_codes WHERE staff_id = ?").with(staff)).await.map(drop)
}

/// Whether this is meant as a recovery code and not as one of an app.
pub fn is_one(code: &str) -> bool {
    plain(code).len() == CHARACTERS
}

/// Confirms the session with a recovery code, which is good no more after this.
pub async fn use_code(db: &Db, me: &SignedIn, code: &str) -> Result<Session, FactorError> {
    let code = plain(code);
    let sql = "SELECT id, seed FROM factors WHERE staff_id = ? AND kind = 'recovery_code'";
    let row = db.first(Sql::new(sql).with(&me.id)).await?.ok_or(FactorError::WrongRecoveryCode)?;
    let (factor, salt) = (row.text(0).to_owned(), row.text(1).to_owned());
    let digest = tokio::task::spawn_blocking(move || digest(&salt, &code)).await;
    let digest = digest.map_err(|cause| Error::from(anyhow::Error::from(cause)))?;
    let (staff, session) = (me.id.clone(), me.session.clone());
    let author: Author = me.author.clone();
    let used = db.write_as(author, move |tx| {
        Box::pin(async move {
            let sql = "DELETE FROM recovery_codes WHERE staff_id = ? AND digest = ? RETURNING staff_id";
            if tx.first(Sql::new(sql).with(&staff).with(digest)).await?.is_none() {
                return Ok(Err(FactorError::WrongRecoveryCode));
            }
            store::touch(tx, &staff, &clock::now()).await?;
            match sessions::confirm(tx, &staff, &session, Confirmation { method: METHOD, factor: &factor }).await? {
                Some(session) => Ok(Ok(session)),
                None => tx.undo().await.map(|()| Err(SessionError::Ended.into())),
            }
        })
    });
    let session = used.await??;
    tracing::info!(target: "umeed::security", staff = %session.account.id, "a recovery code was used");
    Ok(session)
}

fn made() -> Result<String> {
    let mut bytes = [0; CHARACTERS];
    random(&mut bytes)?;
    Ok(bytes.iter().map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect())
}

fn random(bytes: &mut [u8]) -> Result<()> {
    Ok(getrandom::fill(bytes).map_err(|cause| anyhow::anyhow!("no randomness: {cause}"))?)
}

/// However it was typed: capitals, spaces, dashes, and letters that are not among the codes for those they look like.
fn plain(code: &str) -> String {
    let letters = code.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
    let meant = |letter: char| match letter.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        'u' => 'v',
        other => other,
    };
    letters.map(meant).collect()
}

fn digest(salt: &str, code: &str) -> String {
    let mut out = [0; 32];
    pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, ROUNDS, salt.as_bytes(), code.as_bytes(), &mut out);
    URL_SAFE_NO_PAD.encode(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_apart_and_read_however_they_are_typed() {
        let code = made().unwrap();
        assert_eq!(code.len(), CHARACTERS);
        assert_ne!(code, made().unwrap());
        let groups: Vec<&str> = [&code[..4], &code[4..8], &code[8..12], &code[12..]].to_vec();
        assert_eq!(plain(&format!(" {} ", groups.join("-").to_uppercase())), code);
        assert_eq!(plain("OIL0-uUuU"), "0110vvvv");
        assert!(is_one(&groups.join(" ")) && !is_one("123 456") && !is_one(""));
    }

    #[test]
    fn a_digest_hangs_on_its_salt() {
        assert_eq!(digest("salt", "code"), digest("salt", "code"));
        assert_ne!(digest("salt", "code"), digest("other", "code"));
        assert!(!digest("salt", "code").contains("code"));
    }
}
