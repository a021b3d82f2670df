//! What can be wrong with a second factor, and the codes and words by which GoTrue says so.

use uuid::Uuid;

use super::super::answer::{self, WireError, other, wire};
use super::super::sessions::SessionError;
use super::store::{MAX_FACTORS, MAX_NAME};
use crate::error::Error;

#[derive(Debug)]
pub enum FactorError {
    NotFound,
    NotAnId,
    UnknownType,
    /// A type that GoTrue has, and this server has not.
    TypeOff(&'static str),
    BadName,
    NameTaken(String),
    TooMany,
    UnknownChallenge,
    ChallengeExpired(Uuid),
    MissingCode,
    WrongCode,
    WrongRecoveryCode,
    /// Its secret was sealed by a server with another secret.
    CannotOpen,
    TooManyTries {
        retry_after: u64,
    },
    TooManyRecoveryTries {
        retry_after: u64,
    },
    /// What the session wants to do needs a session that was confirmed.
    Unconfirmed(Want),
    /// Who takes away the second factor of others has one.
    OwnNeeded,
    NoRecoveryCodes,
    HasRecoveryCodes,
    OnlyRecoveryCodes,
    ManagedApart,
    Session(SessionError),
    Failed(Error),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Want {
    Enroll,
    Unenroll,
    RecoveryCodes,
    ChangeAccount,
}

impl FactorError {
    pub fn on_the_wire(self) -> WireError {
        let unprocessable = |code, message: &str| wire(422, code, message);
        match self {
            FactorError::NotFound => wire(404, "mfa_factor_not_found", "Factor not found"),
            FactorError::NotAnId => wire(404, "validation_failed", "factor_id must be an UUID"),
            FactorError::UnknownType => {
                wire(400, "validation_failed", "factor_type needs to be totp, phone, or webauthn")
            }
            FactorError::TypeOff("phone") => {
                unprocessable("mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone")
            }
            FactorError::TypeOff(_) => {
                unprocessable("mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn")
            }
            FactorError::BadName => {
                let message = format!("A name must be one line of at most {MAX_NAME} characters");
                wire(400, "validation_failed", message)
            }
            FactorError::NameTaken(name) => {
                let message = format!("A factor with the friendly name {name:?} for this user already exists");
                wire(422, "mfa_factor_name_conflict", message)
            }
            FactorError::TooMany => {
                let message =
                    format!("Maximum number of verified factors reached ({MAX_FACTORS}), unenroll to continue");
                wire(422, "too_many_enrolled_mfa_factors", message)
            }
            FactorError::UnknownChallenge => {
                unprocessable("mfa_factor_not_found", "MFA factor with the provided challenge ID not found")
            }
            FactorError::ChallengeExpired(id) => {
                let message = format!(
                    "MFA challenge {id} has expired, verify against another challenge or create a new challenge."
                );
                wire(422, "mfa_challenge_expired", message)
            }
            FactorError::MissingCode => wire(400, "validation_failed", "Code needs to be non-empty"),
            FactorError::WrongCode => unprocessable("mfa_verification_failed", "Invalid TOTP code entered"),
            FactorError::WrongRecoveryCode => unprocessable("mfa_verification_failed", "Invalid recovery code entered"),
            FactorError::CannotOpen => unprocessable(
                "mfa_verification_rejected",
                "This device was set up on another server and cannot be checked here; please use a recovery code",
            ),
            FactorError::TooManyTries { retry_after } => other(Error::TooMany { retry_after }),
            FactorError::TooManyRecoveryTries { retry_after } => {
                let mut locked = wire(429, "mfa_recovery_codes_locked", "Too many failed attempts, please wait");
                locked.retry_after = Some(retry_after);
                locked
            }
            FactorError::Unconfirmed(want) => unconfirmed(want),
            FactorError::OwnNeeded => {
                wire(403, answer::ENROLL, "To take away a second factor of others, please set up your own first")
            }
            FactorError::NoRecoveryCodes => wire(404, "mfa_factor_not_found", "There are no recovery codes"),
            FactorError::HasRecoveryCodes => {
                unprocessable("mfa_verified_factor_exists", "There are recovery codes already; regenerate them")
            }
            FactorError::OnlyRecoveryCodes => unprocessable(
                "mfa_recovery_codes_sole_factor",
                "Recovery codes need another verified factor, such as an authenticator app",
            ),
            FactorError::ManagedApart => {
                unprocessable("validation_failed", "Recovery codes are managed below /factors/recovery-codes")
            }
            FactorError::Session(cause) => answer::session(cause),
            FactorError::Failed(cause) => other(cause),
        }
    }
}

fn unconfirmed(want: Want) -> WireError {
    match want {
        Want::Enroll => wire(403, answer::CONFIRM, "AAL2 required to enroll a new factor"),
        Want::Unenroll => wire(422, answer::CONFIRM, "AAL2 required to unenroll verified factor"),
        Want::RecoveryCodes => wire(403, answer::CONFIRM, "AAL2 required to manage recovery codes"),
        Want::ChangeAccount => {
            wire(401, answer::CONFIRM, "AAL2 session is required to update email or password when MFA is enabled.")
        }
    }
}

impl From<Error> for FactorError {
    fn from(cause: Error) -> FactorError {
        FactorError::Failed(cause)
    }
}

impl From<SessionError> for FactorError {
    fn from(cause: SessionError) -> FactorError {
        FactorError::Session(cause)
    }
}
