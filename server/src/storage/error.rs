//! What can go wrong with a file, in neutral terms. `answer` writes it in Storage's dialect; an import or a backup prints
//! the sentence. Nothing here knows a status or a code.

use crate::auth::AuthError;
use crate::error::Error;

pub type Result<T, E = FileError> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("There is nothing at this address.")]
    NoSuchAddress,
    #[error("Bucket not found")]
    NoSuchBucket,
    #[error("Object not found")]
    NoSuchFile,
    #[error("The resource already exists")]
    AlreadyExists,
    #[error("new row violates row-level security policy")]
    Denied,
    /// Who the caller is could not be told.
    #[error("{0}")]
    Caller(AuthError),
    #[error("Invalid key: {name} ({fault})")]
    InvalidName { name: String, fault: &'static str },
    #[error("mime type {found} is not supported. Please choose a {taken}.")]
    WrongKind { found: &'static str, taken: String },
    #[error("The name of a {kind} file must end in {ending}.")]
    WrongName { kind: &'static str, ending: &'static str },
    #[error("The object exceeded the maximum allowed size")]
    TooLarge,
    #[error("The picture has more than 50 megapixels. Please make it smaller and try again.")]
    TooManyPixels,
    #[error("The file is empty. Please choose another one.")]
    Empty,
    #[error("The picture cannot be read. It may be damaged or incomplete.")]
    Unreadable,
    /// A drawing that cannot be made harmless, and why.
    #[error("{0}")]
    Drawing(&'static str),
    /// A document that is not taken, and why.
    #[error("{0}")]
    Document(&'static str),
    #[error("The address is not signed, or its signature does not match.")]
    BadSignature,
    #[error("The address has expired.")]
    SignatureExpired,
    /// The request itself makes no sense, and why.
    #[error("{0}")]
    InvalidRequest(String),
    /// The database or the store, or the load on them.
    #[error(transparent)]
    Failed(Error),
}

impl FileError {
    pub fn invalid(why: impl Into<String>) -> FileError {
        FileError::InvalidRequest(why.into())
    }

    /// It is about this file; any other failure would meet the next file too.
    pub fn is_about_the_file(&self) -> bool {
        !matches!(self, FileError::Failed(_) | FileError::Caller(_) | FileError::Denied)
    }
}

impl From<Error> for FileError {
    fn from(cause: Error) -> FileError {
        match cause {
            Error::Duplicate { .. } => FileError::AlreadyExists,
            Error::TooLarge { .. } => FileError::TooLarge,
            other => FileError::Failed(other),
        }
    }
}

impl From<anyhow::Error> for FileError {
    fn from(cause: anyhow::Error) -> FileError {
        FileError::Failed(cause.into())
    }
}

impl From<AuthError> for FileError {
    fn from(cause: AuthError) -> FileError {
        match cause {
            AuthError::Failed(cause) => FileError::Failed(cause),
            other => FileError::Caller(other),
        }
    }
}
