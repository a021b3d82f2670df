//! The names that parts of a drawing call each other by. A name is free text, so each gets a short one that says nothing,
//! and what nobody refers to has none.

use std::collections::{HashMap, HashSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Id,
    Class,
    /// Of a step of a filter, for the steps after it.
    Result,
}

impl Kind {
    fn letter(self) -> char {
        match self {
            Kind::Id => 'i',
            Kind::Class => 'c',
            Kind::Result => 'r',
        }
    }
}

/// A drawing is read twice: at first to learn which names are referred to, then to write it.
#[derive(Default)]
pub struct Names {
    wanted: Option<HashSet<(Kind, String)>>,
    given: HashMap<(Kind, String), usize>,
    counts: HashMap<Kind, usize>,
    referred: HashSet<(Kind, String)>,
}

impl Names {
    /// For the second reading.
    pub fn known(self) -> Names {
        Names { wanted: Some(self.referred), ..Names::default() }
    }

    pub fn are_known(&self) -> bool {
        self.wanted.is_some()
    }

    /// The new name of a part that is referred to here.
    pub fn refer(&mut self, kind: Kind, name: &str) -> String {
        self.referred.insert((kind, name.to_owned()));
        self.give(kind, name)
    }

    /// The new name of the part that bears it here, if anything refers to it.
    pub fn bear(&mut self, kind: Kind, name: &str) -> Option<String> {
        let wanted = self.wanted.as_ref()?.contains(&(kind, name.to_owned()));
        wanted.then(|| self.give(kind, name))
    }

    fn give(&mut self, kind: Kind, name: &str) -> String {
        let count = self.counts.entry(kind).or_default();
        let number = *self.given.entry((kind, name.to_owned())).or_insert_with(|| {
            *count += 1;
            *count
        });
        format!("{}{number}", kind.letter())
    }
}
