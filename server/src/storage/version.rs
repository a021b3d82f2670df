//! The name of one state of one file's bytes: an id of our own making, never a caller's name. It tells when it was
//! made, so that every process knows which bytes may still be on their way to their row.

use std::fmt;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use crate::clock;

/// Bytes without a row are left alone this long: another process may be about to write the row, and a backup that has
/// read a row a moment ago still wants the bytes.
pub const GRACE: Duration = Duration::from_secs(3600);
/// A row is written this soon after its bytes were begun, or not at all. Well within the grace, for clocks differ.
const MAX_WAY: Duration = Duration::from_secs(1800);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Version(Uuid);

impl Version {
    pub fn fresh() -> Version {
        Version(clock::new_id())
    }

    pub fn read(text: &str) -> Option<Version> {
        Uuid::try_parse(text).ok().map(Version)
    }

    /// Spread over 256 folders by the last two characters; the first ones are the time and would all be the same.
    pub fn path(self) -> [String; 2] {
        let name = self.to_string();
        [name[30..].to_owned(), name]
    }

    pub fn may_still_get_its_row(self) -> bool {
        !self.is_older(MAX_WAY, Timestamp::now())
    }

    pub fn is_out_of_grace(self, now: Timestamp) -> bool {
        self.is_older(GRACE, now)
    }

    fn is_older(self, than: Duration, now: Timestamp) -> bool {
        let made = self.0.get_timestamp().map_or(0, |made| made.to_unix().0 as i64);
        let age = SignedDuration::from_secs(now.as_second().saturating_sub(made));
        age.unsigned_abs() > than && !age.is_negative()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.0.simple().fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_knows_its_age() {
        let version = Version::fresh();
        let later = |seconds: i64| Timestamp::now() + SignedDuration::from_secs(seconds);
        assert!(version.may_still_get_its_row());
        assert!(!version.is_out_of_grace(later(0)) && !version.is_out_of_grace(later(3500)));
        assert!(version.is_out_of_grace(later(3700)));
        assert!(!version.is_out_of_grace(later(-86_400)), "made by a clock that is ahead of ours");
        let old = Version::read("019b0000000070008000000000000000").unwrap();
        assert!(old.is_out_of_grace(later(0)) && !old.may_still_get_its_row());
        assert!(Version::read(&Uuid::new_v4().to_string()).unwrap().is_out_of_grace(later(0)), "tells no time");
    }
}
