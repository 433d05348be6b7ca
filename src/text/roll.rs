//! An index of a long author list, by the words of the names.

use std::collections::{BTreeSet, HashMap};

use super::names::NameSpelling;

/// The most pairs of names for which two lists are compared name by name. Two papers with a hundred
/// authors are; papers of large collaborations, with thousands, are not.
const PAIRS: usize = 16_384;

/// In longer lists, a name is compared with this many of the names that share a word with it on each
/// side of its own place,
const NAMESAKES: usize = 8;

/// and with this many names before and after that place.
const NEIGHBOURS: usize = 2;

/// An index of the names of a list.
#[derive(Debug)]
pub struct Roll {
    length: usize,
    /// The places of names by their words; `None` if all names are compared.
    words: Option<HashMap<String, Vec<usize>>>,
}

impl Roll {
    /// Indexes the names of a list that is compared with a list of `others` names.
    #[must_use]
    pub fn of<'a>(names: impl ExactSizeIterator<Item = &'a NameSpelling>, others: usize) -> Self {
        let length = names.len();
        let is_long = length.saturating_mul(others) > PAIRS;
        let words = is_long.then(|| {
            let mut words: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, name) in names.enumerate() {
                for word in name.words() {
                    words.entry(word).or_default().push(at);
                }
            }
            words
        });
        Self { length, words }
    }

    /// Returns the places of the names with which a name of another list is compared, in ascending
    /// order. `names` are its spellings, `at` is its place there.
    #[must_use]
    pub fn near<'a>(&self, names: impl Iterator<Item = &'a NameSpelling>, at: usize) -> Places {
        let Some(words) = &self.words else {
            return Places::All(0..self.length);
        };
        let first = at.saturating_sub(NEIGHBOURS).min(self.length);
        let last = (at + NEIGHBOURS + 1).min(self.length);
        let mut out: BTreeSet<usize> = (first..last).collect();
        let own = names.flat_map(NameSpelling::words);
        for places in own.filter_map(|word| words.get(&word)) {
            let here = places.partition_point(|place| *place < at);
            let from = here.saturating_sub(NAMESAKES);
            out.extend(places.iter().skip(from).take(2 * NAMESAKES));
        }
        Places::Some(out.into_iter())
    }
}

/// Places in a list, in ascending order.
#[derive(Debug)]
pub enum Places {
    /// All places.
    All(std::ops::Range<usize>),
    /// Some places.
    Some(std::collections::btree_set::IntoIter<usize>),
}

impl Iterator for Places {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Self::All(places) => places.next(),
            Self::Some(places) => places.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;
    use crate::model::PersonName;

    fn spellings(names: impl Iterator<Item = String>) -> Vec<NameSpelling> {
        names
            .map(|name| NameSpelling::of(&PersonName::parse(&name)))
            .collect()
    }

    #[test]
    fn short_lists_are_compared_name_by_name() {
        let names = spellings((0..100).map(|n| format!("Ada Ex{n}")));
        let roll = Roll::of(names.iter(), 100);
        let compared: usize = (0..100)
            .map(|at| roll.near(iter::once(&names[at]), at).count())
            .sum();
        assert_eq!(compared, 10_000);
    }

    #[test]
    fn comparisons_of_long_lists_grow_with_their_length_alone() {
        let compared = |names: &[NameSpelling]| -> usize {
            let roll = Roll::of(names.iter(), names.len());
            let near = |(at, name): (usize, &NameSpelling)| roll.near(iter::once(name), at).count();
            names.iter().enumerate().map(near).sum()
        };
        for name in [|_: usize| "Wei Wang".to_owned(), |n| format!("Ada Ex{n}")] {
            let once = compared(&spellings((0..1_000).map(name)));
            let twice = compared(&spellings((0..2_000).map(name)));
            assert!(twice <= 2 * once + 1_000, "{once}, {twice}");
            assert!(once <= 1_000 * 80, "{once}");
        }
    }

    #[test]
    fn a_name_is_found_wherever_it_is() {
        let names = spellings((0..1_000).map(|n| format!("Ada van der Ex{n}")));
        let roll = Roll::of(names.iter(), 1_000);
        for other in ["A. van der Ex970", "Vanderex970, Ada", "Ex970 Ada"] {
            let other = NameSpelling::of(&PersonName::parse(other));
            assert!(
                roll.near(iter::once(&other), 3).any(|at| at == 970),
                "{other:?}"
            );
        }
    }
}
