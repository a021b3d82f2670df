//! One archive of everything: made while the server writes, restored only after all of it has been read, and the same
//! whichever database and file store are behind it.
//!
//! An archive is a plain tar file:
//!
//! ```text
//! rows/<table>.jsonl.gz   a JSON object a line, one a row, by column name, each value as it is stored
//! files/<version>         the bytes of a file, as they are
//! manifest.json           format, version, schema and time; columns and count of each table; size and SHA-256 of each member
//! sha256                  the SHA-256 of every byte of the archive before this member
//! ```
//!
//! Stored in a folder or in a bucket, as it is or encrypted as an ordinary age file.
//!
//! Sessions are not in it, so that a restore does not sign anyone in, nor is the secret, so that an archive that gets
//! into wrong hands signs nothing.

mod archive;
mod check;
mod cleaned;
mod factors;
mod fetch;
mod figures;
mod format;
mod guarded;
mod line;
mod make;
mod part;
mod place;
mod read;
mod restore;
mod schedule;
mod scratch;
mod seal;
mod shape;
mod status;
mod thread;
mod upload;
mod verify;
mod write;

pub use archive::Archive;
pub use check::{Report, check};
pub use fetch::{Fetch, archives};
pub use figures::figures;
pub use make::{Made, Making, make};
pub use place::{Entry, Place};
pub use restore::{Restored, restore};
pub use schedule::{ENCRYPTED, Schedule, keep_making, make_scheduled};
pub use scratch::Scratch;
pub use seal::{Keys, Seal};
pub use status::{Good, Status};
