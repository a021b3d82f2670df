//! How long a password is, for the server, which decides, and for the forms, which say it.

/// In characters, of any script.
pub const MIN_CHARACTERS: usize = 8;
/// A sentence: GoTrue's 72 bytes are a limit of bcrypt, which is not used here.
pub const MAX_CHARACTERS: usize = 128;
