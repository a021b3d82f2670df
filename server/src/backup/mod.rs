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
//! Sessions are not in it, so that a restore does not sign anyone in, nor is the secret, so that an archive that gets
//! into wrong hands signs nothing.

mod archive;
mod check;
mod cleaned;
mod factors;
mod format;
mod line;
mod make;
mod read;
mod restore;
mod schedule;
mod shape;
mod status;
mod write;

pub use archive::Archive;
pub use check::{Report, check};
pub use make::{Made, make};
pub use restore::{Restored, restore};
pub use schedule::{Schedule, keep_making, make_scheduled};
pub use status::{Status, figures};
