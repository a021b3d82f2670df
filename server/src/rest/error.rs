//! Refusals in PostgREST's and PostgreSQL's words, and how they are written on the wire.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::auth::{self, AuthError, TokenError};
use crate::disk;
use crate::error::{Error, Refusal};
use crate::schema::check::Invalid;
use crate::schema::{Column, TABLES, Table};

pub fn no_table(name: &str) -> Error {
    let error =
        Error::refused(404, "PGRST205", format!("Could not find the table 'public.{name}' in the schema cache"));
    match nearest(name) {
        Some(table) => error.with_hint(format!("Perhaps you meant the table 'public.{table}'")),
        None => error,
    }
}

pub fn no_column(table: &Table, name: &str) -> Error {
    Error::refused(400, "42703", format!("column {}.{name} does not exist", table.name))
}

/// For names in a body or in `columns`, where PostgREST looks at its own schema cache.
pub fn no_body_column(table: &Table, name: &str) -> Error {
    let message = format!("Could not find the '{name}' column of '{}' in the schema cache", table.name);
    Error::refused(400, "PGRST204", message)
}

pub fn bad_syntax(part: &str, text: &str, why: &str) -> Error {
    Error::refused(400, "PGRST100", format!("failed to parse {part} ({text})")).with_details(why)
}

pub fn bad_body(message: impl Into<String>) -> Error {
    Error::refused(400, "PGRST102", message)
}

/// A value that a column cannot hold.
pub fn invalid(cause: Invalid, table: &Table, column: &Column) -> Error {
    match cause {
        Invalid::Syntax { postgres_type, text } => {
            let code = if postgres_type.starts_with("timestamp") { "22007" } else { "22P02" };
            Error::refused(400, code, format!("invalid input syntax for type {postgres_type}: \"{text}\""))
        }
        Invalid::Rule(message) => check_failed(message, table, column.name),
    }
}

/// A caller whose token is not accepted.
pub fn unauthenticated(cause: AuthError) -> Error {
    match cause {
        AuthError::Token(TokenError::Expired) => Error::refused(401, "PGRST303", "JWT expired"),
        AuthError::Failed(cause) => cause,
        AuthError::Unconfirmed => Error::refused(403, auth::CONFIRM, auth::caller_words(&cause)),
        AuthError::NotEnrolled => Error::refused(403, auth::ENROLL, auth::caller_words(&cause)),
        other => Error::refused(401, "PGRST301", auth::caller_words(&other)),
    }
}

fn denied(subject: &str, signed_in: bool) -> Error {
    Error::refused(if signed_in { 403 } else { 401 }, "42501", format!("permission denied for {subject}"))
}

pub fn check_failed(message: impl Into<String>, table: &Table, column: &str) -> Error {
    Error::refused(400, "23514", message).with_details(format!(
        "new row for relation \"{0}\" violates check constraint \"{0}_{column}_check\"",
        table.name
    ))
}

pub fn is_null(table: &Table, column: &str, row: &str) -> Error {
    let message =
        format!("null value in column \"{column}\" of relation \"{}\" violates not-null constraint", table.name);
    Error::refused(400, "23502", message).with_details(format!("Failing row contains ({row})."))
}

pub fn duplicate(table: &str, column: &str, value: &str) -> Error {
    let is_key = crate::schema::table(table).is_some_and(|table| table.key == column);
    let constraint = if is_key { format!("{table}_pkey") } else { format!("{table}_{column}_key") };
    Error::refused(409, "23505", format!("duplicate key value violates unique constraint \"{constraint}\""))
        .with_details(format!("Key ({column})=({value}) already exists."))
}

pub fn not_single(rows: usize) -> Error {
    Error::refused(406, "PGRST116", "Cannot coerce the result to a single JSON object")
        .with_details(format!("The result contains {rows} rows"))
}

/// A table name that differs by a few letters or an s, as a hint for a typing error.
fn nearest(name: &str) -> Option<&'static str> {
    let letters = |text: &str| text.to_lowercase().replace(['_', '-'], "");
    let wanted = letters(name);
    let close = |table: &&&Table| {
        let known = letters(table.name);
        known == wanted || known.trim_end_matches('s') == wanted.trim_end_matches('s') || {
            wanted.len() > 3 && (known.starts_with(&wanted) || wanted.starts_with(&known))
        }
    };
    TABLES.iter().find(close).map(|table| table.name)
}

/// After how many seconds a caller that was turned away may come back.
const BUSY_RETRY: u64 = 2;

/// Every error leaves the table API through here.
pub fn answer(error: Error) -> Response {
    error.log();
    match error {
        Error::Refused(refusal) => write(&refusal, refusal.retry_after),
        Error::Duplicate { table, columns } => answer(duplicate(&table, &columns.join(", "), "?")),
        Error::Denied { subject, signed_in } => answer(denied(&subject, signed_in)),
        Error::TooMany { retry_after } => {
            let message = "Too many requests from your network. Please wait a moment and try again.";
            write(&refusal(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message), Some(retry_after))
        }
        Error::TooLarge { limit } => {
            let message = format!("The request is larger than {} KB.", limit / 1024);
            write(&refusal(StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large", &message), None)
        }
        Error::Busy => {
            let message = "The site is very busy at the moment. Please try again.";
            write(&refusal(StatusCode::SERVICE_UNAVAILABLE, "PGRST003", message), Some(BUSY_RETRY))
        }
        Error::TooLong => answer(
            Error::refused(400, "54000", "This asks for more than may be asked at once")
                .with_details("The answer would be longer than 4 MB, or for staff 32 MB.")
                .with_hint("Ask for fewer rows or columns at a time."),
        ),
        Error::TooSlow => {
            let message = "canceling statement due to statement timeout";
            let refusal = refusal(StatusCode::INTERNAL_SERVER_ERROR, "57014", message);
            let hint = "This takes too long. Please ask for less: fewer filters, or one page at a time.";
            write(&Refusal { hint: Some(hint.to_owned()), ..refusal }, None)
        }
        Error::Unavailable(_) => {
            let message = match disk::is_tight() {
                // Each change takes room until it is done, also a deletion.
                true => "The disk of the server is almost full. Please delete a few at a time, and try again.",
                false => "The database does not answer at the moment. Please try again.",
            };
            write(&refusal(StatusCode::SERVICE_UNAVAILABLE, "PGRST001", message), Some(1))
        }
        Error::Internal(_) => {
            let message = "Something went wrong on our side. Please try again later.";
            write(&refusal(StatusCode::INTERNAL_SERVER_ERROR, "XX000", message), None)
        }
    }
}

fn refusal(status: StatusCode, code: &'static str, message: &str) -> Refusal {
    Refusal { status, code, message: message.to_owned(), details: None, hint: None, retry_after: None }
}

fn write(refusal: &Refusal, retry_after: Option<u64>) -> Response {
    let Refusal { status, code, message, details, hint, .. } = refusal;
    let body = json!({ "code": code, "details": details, "hint": hint, "message": message }).to_string();
    let mut response = (*status, [(header::CONTENT_TYPE, "application/json; charset=utf-8")], body).into_response();
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&format!("PostgREST; error={code}")) {
        headers.insert("proxy-status", value);
    }
    if *status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if let Some(seconds) = retry_after {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    response
}
