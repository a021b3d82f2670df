//! Answers in GoTrue's dialect: the one place that knows its codes and words, and the words for a caller who is not
//! accepted, which all services share. An error carries both of its forms at
//! once, the one of 2024 and the older one, since clients read one or the other. No cache may keep an answer.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::accounts::AccountError;
use super::bearer::AuthError;
use super::factors::FactorError;
use super::metadata;
use super::password::{self, PasswordError};
use super::sessions::{SessionError, SignInData};
use super::token::TokenError;
use crate::error::Error;

const VERSION: HeaderName = HeaderName::from_static("x-supabase-api-version");
const ERROR_CODE: HeaderName = HeaderName::from_static("x-sb-error-code");
/// After how many seconds to try again when the database or the processor is busy.
const BUSY_RETRY: u64 = 2;
const ACCOUNT_GONE: &str = "User from sub claim in JWT does not exist";
/// The code for a session that was not confirmed with the second factor of its account, and for an account that needs one
/// and has none. Tables and files say it with the same.
pub const CONFIRM: &str = "insufficient_aal";
pub const ENROLL: &str = "mfa_enrollment_required";
const SESSION_GONE: &str = "Session from session_id claim in JWT does not exist";

/// An error on its way out of /auth/v1.
#[derive(Debug)]
pub enum Failure {
    Request(RequestError),
    Account(AccountError),
    Session(SessionError),
    Caller(AuthError),
    Factor(FactorError),
    Other(Error),
}

/// A request that is refused for itself, whatever accounts and sessions there are; and `AlreadySignedUp`, for which GoTrue
/// has other words than for the same address in a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RequestError {
    NotSentAsJson,
    NotJson,
    NotAnObject,
    FieldNotText(&'static str),
    FieldNotObject(&'static str),
    UnsupportedGrant,
    MissingEmail,
    MissingRecoveryEmail,
    MissingPassword,
    MissingRefreshToken,
    UnsupportedScope,
    PhoneNotUsed,
    SignUpDisabled,
    AlreadySignedUp,
    NotSignedIn,
    NoAccountBehindKey,
    NotAdministrator,
    NotAnId,
    BadId,
    NoSuchUser,
    FieldNotNumber(&'static str),
    FieldNotFlag(&'static str),
    UnknownRole,
    UnknownAppMetadata,
    /// A field that the service it speaks for has, and this one has not.
    NotOffered(&'static str),
    UnknownLinkType,
    MissingToken,
    LinkExpired,
    NoMail,
    /// Mail is set up, and the site does not know where it is reached.
    NoPublicUrl,
    /// A mail to this address was sent not long ago; after so many seconds there may be another.
    MailTooOften(u64),
    PkceNotOffered,
    UnknownResendType,
    MissingResendEmail,
    WrongCurrentPassword,
    NoSuchPath,
    WrongMethod,
}

/// An error as it goes over the wire.
pub struct WireError {
    status: u16,
    code: &'static str,
    message: String,
    pub retry_after: Option<u64>,
    /// Why a password is weak, for clients that show it.
    weak: Option<&'static str>,
}

pub fn wire(status: u16, code: &'static str, message: impl Into<String>) -> WireError {
    WireError { status, code, message: message.into(), retry_after: None, weak: None }
}

impl Failure {
    fn on_the_wire(self) -> WireError {
        match self {
            Failure::Request(cause) => cause.on_the_wire(),
            Failure::Account(cause) => account(cause),
            Failure::Session(cause) => session(cause),
            Failure::Caller(cause) => caller(cause),
            Failure::Factor(cause) => cause.on_the_wire(),
            Failure::Other(cause) => other(cause),
        }
    }
}

impl RequestError {
    fn on_the_wire(self) -> WireError {
        let invalid = |message: String| wire(400, "validation_failed", message);
        match self {
            RequestError::NotSentAsJson => {
                wire(415, "unsupported_media_type", "The request body must be sent as application/json")
            }
            RequestError::NotJson => wire(400, "bad_json", "Could not parse request body as JSON"),
            RequestError::NotAnObject => invalid("The request body must be a JSON object".into()),
            RequestError::FieldNotText(name) => invalid(format!("{name} must be a string")),
            RequestError::FieldNotObject(name) => invalid(format!("{name} must be an object")),
            RequestError::UnsupportedGrant => wire(400, "unsupported_grant_type", "unsupported_grant_type"),
            RequestError::MissingEmail => invalid("missing email or phone".into()),
            RequestError::MissingRecoveryEmail => invalid("Password recovery requires an email".into()),
            RequestError::MissingPassword => invalid("Signup requires a valid password".into()),
            RequestError::MissingRefreshToken => invalid("refresh_token required".into()),
            RequestError::UnsupportedScope => invalid("Unsupported logout scope".into()),
            RequestError::PhoneNotUsed => wire(422, "phone_provider_disabled", "Phone numbers are not used here"),
            RequestError::SignUpDisabled => wire(422, "signup_disabled", "Signups not allowed for this instance"),
            RequestError::AlreadySignedUp => wire(422, "user_already_exists", "User already registered"),
            RequestError::NotSignedIn => wire(401, "no_authorization", "This endpoint requires a valid Bearer token"),
            RequestError::NoAccountBehindKey => {
                wire(403, "bad_jwt", "invalid claim: missing sub claim: the service key has no account")
            }
            RequestError::NotAdministrator => wire(403, "not_admin", "User not allowed"),
            RequestError::NotAnId => wire(404, "validation_failed", "user_id must be an UUID"),
            RequestError::BadId => wire(400, "validation_failed", "The id of an account must be an UUID"),
            RequestError::NoSuchUser => wire(404, "user_not_found", "User not found"),
            RequestError::FieldNotNumber(name) => invalid(format!("{name} must be a positive number")),
            RequestError::FieldNotFlag(name) => invalid(format!("{name} must be true or false")),
            RequestError::UnknownRole => invalid("app_metadata.role must be owner or editor".into()),
            RequestError::UnknownAppMetadata => invalid("app_metadata can hold only role here".into()),
            RequestError::NotOffered(name) => invalid(format!("{name} is not offered here")),
            RequestError::UnknownLinkType => {
                invalid("type must be signup, invite, magiclink, recovery or email_change".into())
            }
            RequestError::MissingToken => invalid("Verify requires token_hash, or email and token".into()),
            RequestError::LinkExpired => wire(403, "otp_expired", "Token has expired or is invalid"),
            RequestError::NoMail => wire(
                422,
                "email_provider_disabled",
                "This server sends no mail; make a link with generate_link and hand it over",
            ),
            RequestError::NoPublicUrl => wire(
                422,
                "email_provider_disabled",
                "This server sends no links by mail, since it does not know its own address (UMEED_PUBLIC_URL)",
            ),
            RequestError::MailTooOften(seconds) => {
                let message = format!("For security purposes, you can only request this after {seconds} seconds.");
                WireError { retry_after: Some(seconds), ..wire(429, "over_email_send_rate_limit", message) }
            }
            RequestError::PkceNotOffered => invalid(
                "code_challenge is not offered here; please use the implicit flow (flowType: 'implicit')".into(),
            ),
            RequestError::UnknownResendType => {
                invalid("Missing one of these types: signup, email_change, sms, phone_change".into())
            }
            RequestError::MissingResendEmail => invalid("Missing email address or phone number".into()),
            RequestError::WrongCurrentPassword => {
                wire(400, "current_password_invalid", "The current password is not right.")
            }
            RequestError::NoSuchPath => wire(404, "not_found", "Requested path is invalid"),
            RequestError::WrongMethod => wire(405, "method_not_allowed", "Method not allowed"),
        }
    }
}

fn account(cause: AccountError) -> WireError {
    match cause {
        AccountError::InvalidEmail => {
            wire(400, "validation_failed", "Unable to validate email address: invalid format")
        }
        AccountError::Password(PasswordError::TooShort) => {
            let message = format!("Password should be at least {} characters.", password::MIN_CHARACTERS);
            WireError { weak: Some("length"), ..wire(422, "weak_password", message) }
        }
        AccountError::Password(PasswordError::EasilyGuessed) => {
            let message = "Password is known to be weak and easy to guess, please choose a different one.";
            WireError { weak: Some("pwned"), ..wire(422, "weak_password", message) }
        }
        AccountError::Password(PasswordError::TooLong) => {
            let message = format!("Password cannot be longer than {} characters", password::MAX_CHARACTERS);
            wire(400, "validation_failed", message)
        }
        AccountError::SamePassword => {
            wire(422, "same_password", "New password should be different from the old password.")
        }
        AccountError::Metadata(_) => {
            let message = format!("The data of an account must not be longer than {} bytes", metadata::MAX_BYTES);
            wire(400, "validation_failed", message)
        }
        AccountError::EmailTaken => {
            wire(422, "email_exists", "A user with this email address has already been registered")
        }
        AccountError::NotFound => account_gone(),
        AccountError::LastOwner => wire(409, "conflict", "The last owner must stay one"),
        AccountError::Failed(cause) => other(cause),
    }
}

pub fn session(cause: SessionError) -> WireError {
    let token = |code, why: &str| wire(400, code, format!("Invalid Refresh Token: {why}"));
    match cause {
        SessionError::WrongCredentials => wire(400, "invalid_credentials", "Invalid login credentials"),
        SessionError::AccountChanged => wire(409, "conflict", "The account was changed meanwhile"),
        SessionError::UnknownToken => token("refresh_token_not_found", "Refresh Token Not Found"),
        SessionError::UsedToken => token("refresh_token_already_used", "Already Used"),
        SessionError::Expired => token("session_expired", "Session Expired"),
        SessionError::Ended => session_gone(),
        SessionError::AccountRemoved => account_gone(),
        SessionError::SignedInLongAgo(what) => {
            let what = match what {
                SignInData::Password => "Password",
                SignInData::Email => "Email",
                SignInData::SecondFactor => "Second factor",
                SignInData::Accounts => "Account",
            };
            wire(400, "reauthentication_needed", format!("{what} update requires reauthentication"))
        }
        SessionError::Failed(cause) => other(cause),
    }
}

fn caller(cause: AuthError) -> WireError {
    match cause {
        AuthError::Token(cause) => {
            let words = token_words(cause);
            wire(403, "bad_jwt", format!("invalid JWT: unable to parse or verify signature, {words}"))
        }
        AuthError::NoAccount => account_gone(),
        AuthError::NoSession => session_gone(),
        cause @ AuthError::Unconfirmed => wire(403, CONFIRM, caller_words(&cause)),
        cause @ AuthError::NotEnrolled => wire(403, ENROLL, caller_words(&cause)),
        AuthError::Failed(cause) => other(cause),
    }
}

/// Why a caller is not accepted, in the words that clients know.
pub fn caller_words(cause: &AuthError) -> String {
    match cause {
        AuthError::Token(cause) => token_words(*cause),
        AuthError::NoAccount => ACCOUNT_GONE.to_owned(),
        AuthError::NoSession => SESSION_GONE.to_owned(),
        AuthError::Unconfirmed => "Please confirm with the code of your second factor that it is you".to_owned(),
        AuthError::NotEnrolled => "Owners need a second factor here; please set one up first".to_owned(),
        AuthError::Failed(_) => "The caller cannot be told".to_owned(),
    }
}

fn token_words(cause: TokenError) -> String {
    let words = match cause {
        TokenError::Empty => "Empty JWT is sent in Authorization header",
        TokenError::TooLong => "JWT is too long",
        TokenError::Parts(count) => return format!("Expected 3 parts in JWT; got {count}"),
        TokenError::Encoding => "JWT couldn't be decoded",
        TokenError::Algorithm => "Wrong or unsupported encoding algorithm",
        TokenError::Signature => "JWSError JWSInvalidSignature",
        TokenError::Claims => "Parsing claims failed",
        TokenError::Expired => "token has invalid claims: token is expired",
    };
    words.to_owned()
}

fn account_gone() -> WireError {
    wire(403, "user_not_found", ACCOUNT_GONE)
}

fn session_gone() -> WireError {
    wire(403, "session_not_found", SESSION_GONE)
}

/// What any part of the server may run into.
pub fn other(cause: Error) -> WireError {
    cause.log();
    match cause {
        Error::Refused(refusal) => wire(refusal.status.as_u16(), refusal.code, refusal.message),
        Error::TooMany { retry_after } => WireError {
            retry_after: Some(retry_after),
            ..wire(429, "over_request_rate_limit", "Request rate limit reached")
        },
        Error::TooLarge { limit } => {
            wire(413, "request_too_large", format!("The request body is larger than {limit} bytes"))
        }
        Error::Busy | Error::TooSlow | Error::TooLong | Error::Unavailable(_) => WireError {
            retry_after: Some(BUSY_RETRY),
            ..wire(503, "service_unavailable", "The service is busy, please try again in a moment")
        },
        Error::Denied { .. } => RequestError::NotAdministrator.on_the_wire(),
        Error::Duplicate { .. } => wire(409, "conflict", "Conflict with another request"),
        Error::Internal(_) => wire(500, "unexpected_failure", "Unexpected failure, please try again"),
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let WireError { status, code, message, retry_after, weak } = self.on_the_wire();
        let mut body = json!({ "code": code, "error_code": code, "message": message, "msg": message });
        if let Some(reason) = weak {
            body["weak_password"] = json!({ "reasons": [reason] });
        }
        let mut answer = json_answer(StatusCode::from_u16(status).expect("a valid status"), &body);
        answer.headers_mut().insert(ERROR_CODE, HeaderValue::from_static(code));
        if let Some(seconds) = retry_after {
            answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        answer
    }
}

impl From<RequestError> for Failure {
    fn from(cause: RequestError) -> Failure {
        Failure::Request(cause)
    }
}
impl From<AccountError> for Failure {
    fn from(cause: AccountError) -> Failure {
        Failure::Account(cause)
    }
}
impl From<SessionError> for Failure {
    fn from(cause: SessionError) -> Failure {
        Failure::Session(cause)
    }
}
impl From<AuthError> for Failure {
    fn from(cause: AuthError) -> Failure {
        Failure::Caller(cause)
    }
}
impl From<FactorError> for Failure {
    fn from(cause: FactorError) -> Failure {
        Failure::Factor(cause)
    }
}
impl From<Error> for Failure {
    fn from(cause: Error) -> Failure {
        Failure::Other(cause)
    }
}

pub fn ok(body: &Value) -> Response {
    json_answer(StatusCode::OK, body)
}

fn json_answer(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

/// On every answer: the version without which the client does not read `code`, and the ban on keeping it.
pub async fn stamp(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    headers.insert(VERSION, HeaderValue::from_static("2024-01-01"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_internal_error_says_nothing_of_itself() {
        let answer = Failure::from(Error::Internal(anyhow::anyhow!("/secret/path"))).into_response();
        assert_eq!(answer.status(), 500);
        assert_eq!(answer.headers()[ERROR_CODE], "unexpected_failure");
        let body = crate::request::body::read(answer.into_body(), 1000).await.unwrap();
        assert!(!String::from_utf8_lossy(&body).contains("secret"));
    }

    #[test]
    fn clients_are_told_when_to_try_again() {
        for (cause, status) in [(Error::TooMany { retry_after: 7 }, 429), (Error::Unavailable("full".into()), 503)] {
            let answer = Failure::from(cause).into_response();
            assert_eq!(answer.status(), status);
            assert!(answer.headers().contains_key(header::RETRY_AFTER));
        }
    }

    #[test]
    fn a_failure_below_a_domain_error_is_answered_like_any_other() {
        let busy = || Error::Unavailable("full".into());
        let causes: [Failure; 3] = [
            AccountError::Failed(busy()).into(),
            SessionError::Failed(busy()).into(),
            AuthError::Failed(busy()).into(),
        ];
        for cause in causes {
            assert_eq!(cause.into_response().status(), 503);
        }
    }
}
