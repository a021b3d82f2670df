//! How long a password is. Which ones are too easy to guess, `auth` says.

pub const MIN_CHARACTERS: usize = 8;
/// A sentence, in any script: GoTrue's 72 bytes are a limit of bcrypt, which is not used here.
pub const MAX_CHARACTERS: usize = 128;
