//! Accounts and sessions as clients see them. Pure: no I/O, and never a password's hash.

use serde_json::{Value, json};

use super::accounts::Account;
use super::sessions::Session;
use super::{Auth, factors, token};
use crate::clock;
use crate::schema::Role;
use crate::secret::Secret;

/// The account as a user of the auth service.
pub fn user(account: &Account) -> Value {
    let created = with_zulu(&account.created_at);
    let updated = with_zulu(&account.updated_at);
    let last_sign_in = account.last_sign_in_at.as_deref().map(with_zulu);
    let mut user = json!({
        "id": account.id,
        "aud": "authenticated",
        "role": "authenticated",
        "email": account.email,
        "email_confirmed_at": created,
        "phone": "",
        "confirmed_at": created,
        "last_sign_in_at": last_sign_in,
        "app_metadata": app_metadata(account.role),
        "user_metadata": account.user_metadata,
        "identities": [{
            "identity_id": account.id,
            "id": account.id,
            "user_id": account.id,
            "identity_data": {
                "email": account.email, "email_verified": true, "phone_verified": false, "sub": account.id,
            },
            "provider": "email",
            "last_sign_in_at": last_sign_in,
            "created_at": created,
            "updated_at": updated,
            "email": account.email,
        }],
        "created_at": created,
        "updated_at": updated,
        "is_anonymous": false,
    });
    if let Some(pending) = &account.pending {
        user["new_email"] = json!(pending.address);
        user["email_change_sent_at"] = json!(with_zulu(&pending.sent_at));
    }
    if last_sign_in.is_none() {
        // Absent rather than null, as the service it speaks for has it.
        user.as_object_mut().expect("an object").shift_remove("last_sign_in_at");
    }
    if !account.factors.is_empty() {
        user["factors"] = account.factors.iter().map(factors::shown).collect();
    }
    user
}

/// What a client gets at sign-in and at each refresh.
pub fn session(auth: &Auth, session: &Session) -> Value {
    let Session { account, refresh_token, began_at, method, confirmed } = session;
    let now = clock::unix_seconds();
    let life = i64::from(auth.access_token_secs);
    let at = |time: &str| clock::parse(time).map_or(now, |time| time.as_second());
    // The latest comes first.
    let methods = confirmed.iter().map(|(method, time)| (method, at(time))).chain([(method, at(began_at))]);
    let methods: Vec<Value> = methods.map(|(method, time)| json!({ "method": method, "timestamp": time })).collect();
    let claims = json!({
        "iss": format!("{}/auth/v1", auth.origin),
        "sub": account.id,
        "aud": "authenticated",
        "exp": now + life,
        "iat": now,
        "email": account.email,
        "phone": "",
        "app_metadata": app_metadata(account.role),
        "user_metadata": account.user_metadata,
        "role": "authenticated",
        "aal": if confirmed.is_some() { token::CONFIRMED } else { "aal1" },
        "amr": methods,
        "session_id": refresh_token.session.to_string(),
        "is_anonymous": false,
    });
    json!({
        "access_token": token::sign(auth.secret.token_key(), &claims),
        "token_type": "bearer",
        "expires_in": life,
        "expires_at": now + life,
        "refresh_token": refresh_token.encode(&auth.secret),
        "user": user(account),
    })
}

/// The key that public clients send. It grants nothing that a caller without it does not have, so it need not expire; and
/// it is the same whenever it is made, so that it can be built into a page.
pub fn anon_key(secret: &Secret) -> &str {
    const ISSUED: i64 = 1_767_225_600; // 2026-01-01
    secret.public_key(|| token::sign(secret.token_key(), &json!({ "iss": "umeed", "role": "anon", "iat": ISSUED })))
}

/// For clients to read, never for the server: what an account may do is decided by the role in its row.
fn app_metadata(role: Role) -> Value {
    let mut metadata = json!({ "provider": "email", "providers": ["email"] });
    if role != Role::Owner {
        metadata["role"] = json!(role.name());
    }
    metadata
}

pub fn with_zulu(time: &str) -> String {
    time.replace("+00:00", "Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_key_is_always_the_same_for_one_secret() {
        let folder = tempfile::tempdir().unwrap();
        let secret = Secret::load_or_make(folder.path()).unwrap();
        assert_eq!(anon_key(&secret), anon_key(&Secret::load_or_make(folder.path()).unwrap()));
        let claims = token::verify(secret.token_key(), anon_key(&secret), i64::MAX).unwrap();
        assert_eq!((claims.role.as_str(), claims.exp, claims.sub), ("anon", None, None));
    }

    #[test]
    fn a_user_has_no_secrets_and_times_in_zulu() {
        let account = Account {
            id: "i".into(),
            email: "a@b".into(),
            password_hash: "$argon2id$secret".into(),
            role: Role::Owner,
            user_metadata: serde_json::Map::new(),
            factors: Vec::new(),
            last_sign_in_at: None,
            created_at: "2026-01-01T00:00:00.000000+00:00".into(),
            updated_at: "2026-01-02T00:00:00.000000+00:00".into(),
            pending: None,
        };
        let user = user(&account);
        assert_eq!(user["created_at"], "2026-01-01T00:00:00.000000Z");
        assert!(user.get("last_sign_in_at").is_none());
        assert!(!user.to_string().contains("argon2"));
    }
}
