//! What was true when a page was made: the versions of the tables it was made from, the year, and how long it may be
//! shown at most. A page is good as long as this holds.

use jiff::{SignedDuration, Timestamp};

use crate::clock::Year;
use crate::db::{Bumped, Versions};
use crate::schema::TABLES;

/// A page that is over as soon as it is made is shown for this long all the same: it must not be made for every request.
const MIN_GOOD: SignedDuration = SignedDuration::from_secs(1);

#[derive(Clone)]
pub struct Basis {
    tables: Vec<(&'static str, u64)>,
    year: Year,
    good_until: Option<Timestamp>,
}

impl Basis {
    /// What is read from these tables from now on is at least as new as this.
    pub fn committed(versions: &Versions, now: Timestamp, tables: impl Iterator<Item = &'static str>) -> Basis {
        let mut tables: Vec<_> = tables.map(|table| (table, versions.committed(table))).collect();
        // Of a table that was read twice the older version counts, which is sorted first.
        tables.sort_unstable();
        tables.dedup_by_key(|(table, _)| *table);
        Basis { tables, year: Year::of(now), good_until: None }
    }

    /// Every table as it is now.
    pub fn of_all(versions: &Versions, now: Timestamp) -> Basis {
        Basis::committed(versions, now, TABLES.iter().map(|table| table.name))
    }

    /// What a visitor who asks at this moment must at least be shown.
    pub fn published(versions: &Versions, now: Timestamp) -> Basis {
        let tables = TABLES.iter().map(|table| (table.name, versions.published(table.name))).collect();
        Basis { tables, year: Year::of(now), good_until: None }
    }

    pub fn good_until(self, now: Timestamp, end: Option<Timestamp>) -> Basis {
        let earliest = now.saturating_add(MIN_GOOD).unwrap_or(Timestamp::MAX);
        Basis { good_until: end.map(|end| end.max(earliest)), ..self }
    }

    /// Whether this was true at the moment `other` was, or later.
    pub fn is_no_older_than(&self, other: &Basis, now: Timestamp) -> bool {
        let known =
            |name: &str| other.tables.iter().find(|(table, _)| *table == name).map_or(0, |(_, version)| *version);
        let newer = self.tables.iter().all(|(table, version)| *version >= known(table));
        newer && self.year == other.year && self.is_in_time(now)
    }

    pub fn still_holds(&self, versions: &Versions, now: Timestamp) -> bool {
        self.tables.iter().all(|(table, version)| *version >= versions.published(table))
            && self.year.holds(now.as_second())
            && self.is_in_time(now)
    }

    /// Whether nothing has been committed since that this was made from.
    pub fn is_newest(&self, versions: &Versions) -> bool {
        self.tables.iter().all(|(table, version)| *version >= versions.committed(table))
    }

    fn is_in_time(&self, now: Timestamp) -> bool {
        self.good_until.is_none_or(|end| now < end)
    }

    #[cfg(test)]
    pub fn of_versions(tables: &[(&'static str, u64)]) -> Basis {
        Basis { tables: tables.to_vec(), year: Year::of(Timestamp::now()), good_until: None }
    }

    /// Whether it was made from one of these tables.
    pub fn reads(&self, tables: &Bumped) -> bool {
        self.tables.iter().any(|(table, _)| tables.iter().any(|(bumped, _)| **bumped == **table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_as_old_as_the_oldest_table_it_reads() {
        let now = Timestamp::now();
        let asked = Basis::of_versions(&[("projects", 3), ("team_members", 7)]);
        for (versions, enough) in [(2, false), (3, true), (4, true)] {
            assert_eq!(Basis::of_versions(&[("projects", versions)]).is_no_older_than(&asked, now), enough);
        }
        assert!(!Basis::of_versions(&[("projects", 4), ("team_members", 6)]).is_no_older_than(&asked, now));
    }

    #[test]
    fn a_page_that_was_over_when_it_was_made_is_good_for_a_moment() {
        let now = Timestamp::now();
        let over = Basis::of_versions(&[]).good_until(now, Some(now - SignedDuration::from_hours(1)));
        assert!(over.is_in_time(now) && !over.is_in_time(now + MIN_GOOD));
        let later = Basis::of_versions(&[]).good_until(now, Some(now + SignedDuration::from_hours(1)));
        assert!(later.is_in_time(now + MIN_GOOD) && !later.is_in_time(now + SignedDuration::from_hours(1)));
        assert!(Basis::of_versions(&[]).good_until(now, None).is_in_time(Timestamp::MAX));
    }
}
