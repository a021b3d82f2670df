//! The one error type. Modules say what went wrong; each surface writes it in its client's
//! dialect. Nothing of an internal error's text ever reaches a caller.

use axum::http::StatusCode;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request cannot be carried out, and the caller may know why.
    #[error("{}", .0.message)]
    Refused(Box<Refusal>),
    /// A unique constraint: these columns of this table already hold these values.
    #[error("{table}: {columns:?} already exists")]
    Duplicate { table: String, columns: Vec<String> },
    /// The caller's role may not do this. Each surface says it in its client's dialect.
    #[error("permission denied for {subject}")]
    Denied { subject: String, signed_in: bool },
    #[error("too many requests")]
    TooMany { retry_after: u64 },
    /// The body is larger than the route takes.
    #[error("the request is larger than {limit} bytes")]
    TooLarge { limit: usize },
    /// More is asked at this moment than can be done; see `admission`.
    #[error("too much at once")]
    Busy,
    /// The question takes the database longer than the caller may have it for.
    #[error("the statement took too long")]
    TooSlow,
    /// The answer would be longer than the caller may have at once.
    #[error("the answer is too long")]
    TooLong,
    /// The database or the file store does not answer now; trying again later may work.
    #[error("unavailable: {0}")]
    Unavailable(String),
    #[error("{0:#}")]
    Internal(#[from] anyhow::Error),
}

/// A refusal in neutral terms. `code` is the one the client's dialect knows (23505, invalid_credentials, NoSuchKey …).
#[derive(Debug)]
pub struct Refusal {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: String,
    pub details: Option<String>,
    pub hint: Option<String>,
    /// After how many seconds it may be tried again.
    pub retry_after: Option<u64>,
}

impl Error {
    pub fn refused(status: u16, code: &'static str, message: impl Into<String>) -> Error {
        Error::Refused(Box::new(Refusal {
            status: StatusCode::from_u16(status).expect("a valid status"),
            code,
            message: message.into(),
            details: None,
            hint: None,
            retry_after: None,
        }))
    }

    pub fn with_details(mut self, text: impl Into<String>) -> Error {
        if let Error::Refused(refusal) = &mut self {
            refusal.details = Some(text.into());
        }
        self
    }

    pub fn with_hint(mut self, text: impl Into<String>) -> Error {
        if let Error::Refused(refusal) = &mut self {
            refusal.hint = Some(text.into());
        }
        self
    }

    pub fn with_retry_after(mut self, seconds: u64) -> Error {
        if let Error::Refused(refusal) = &mut self {
            refusal.retry_after = Some(seconds);
        }
        self
    }

    /// Logs what the caller must not see. Every edge calls this before it writes its answer.
    pub fn log(&self) {
        match self {
            Error::Internal(cause) => tracing::error!("internal error: {cause:#}"),
            Error::Unavailable(cause) => tracing::warn!("unavailable: {cause}"),
            _ => {}
        }
    }
}

/// Work on another thread that panicked. Its own words are left out: they may quote what it worked on.
pub fn cut_off(_: tokio::task::JoinError) -> anyhow::Error {
    anyhow::anyhow!("a piece of work was cut off")
}
