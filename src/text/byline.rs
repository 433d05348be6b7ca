//! Comparison of author lists, to tell whether two records may be one work under two titles.

use std::collections::BTreeSet;

use super::{fold::fold, names::surname_key};
use crate::model::{Metadata, PartialDate, PersonName};

/// The number of shared people from which a work may be the same under any other title.
const TEAM: usize = 3;

/// The most years between a manuscript and its publication.
const YEARS: u32 = 2;

/// The letter-by-letter agreement from which two titles by the same people may be one, badly copied.
const COPIED: f64 = 0.5;

/// Folded family names with the initials of the given names, without an order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Byline(BTreeSet<(String, Option<char>)>);

/// The agreement of two bylines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Common {
    /// The number of people in both.
    pub people: usize,
    /// The number of people in the shorter one.
    pub less: usize,
    /// The number of people in the longer one.
    pub more: usize,
}

/// The agreement of two titles, as far as it matters if the people agree.
#[derive(Debug, Clone, Copy)]
pub struct Titles {
    /// Agreement letter by letter, 0 to 1.
    pub letters: f64,
    /// Whether they share a content word.
    pub share_word: bool,
    /// The years between them, if both are known.
    pub years_apart: Option<u32>,
}

impl Byline {
    /// Creates the byline of these names. Names without a family name are omitted.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a PersonName>) -> Self {
        Self(names.into_iter().filter_map(signed).collect())
    }

    /// Returns the byline of a work: its authors, or its editors if it has no authors.
    #[must_use]
    pub fn under(meta: &Metadata) -> Self {
        let signers = if meta.authors.is_empty() {
            &meta.editors
        } else {
            &meta.authors
        };
        Self::of(signers.iter().map(|signer| &signer.name))
    }

    /// Returns the folded family names with the initials, sorted, without repetitions.
    #[must_use]
    pub fn people(&self) -> impl ExactSizeIterator<Item = (&str, Option<char>)> + Clone {
        self.0.iter().map(|(family, initial)| (&**family, *initial))
    }

    /// Compares it with another. A name without given names agrees with any of its family.
    #[must_use]
    pub fn common(&self, other: &Self) -> Common {
        self.common_with(&other.people())
    }

    /// Compares it with the people of another byline, which are sorted and without repetitions.
    #[must_use]
    pub fn common_with<'a>(
        &self,
        others: &(impl ExactSizeIterator<Item = (&'a str, Option<char>)> + Clone),
    ) -> Common {
        // Both are sorted, so that each is gone through once.
        let mut rest = others.clone();
        let agrees = |(family, initial): &(&str, Option<char>)| {
            let mut next = rest.clone();
            while next.next().is_some_and(|(name, _)| name < *family) {
                rest = next.clone();
            }
            let mut namesakes = rest.clone().take_while(|(name, _)| name == family);
            namesakes.any(|(_, letter)| letter == *initial || letter.is_none() || initial.is_none())
        };
        Common {
            people: self.people().filter(agrees).count(),
            less: self.0.len().min(others.len()),
            more: self.0.len().max(others.len()),
        }
    }
}

impl Common {
    /// Returns the share of the shorter byline that is in the other too, 0 to 1; 0 if one is empty.
    #[must_use]
    pub fn share(self) -> f64 {
        let float = |n: usize| u32::try_from(n).map_or(f64::MAX, f64::from);
        if self.less == 0 {
            0.0
        } else {
            (float(self.people) / float(self.less)).min(1.0)
        }
    }

    /// Whether the people may be those of one work under two titles: three or more of them under any
    /// title, one or two under titles that share a word or are similar. Works are renamed, above all
    /// between preprint and publication.
    pub fn may_be_renamed(self, titles: impl FnOnce() -> Titles) -> bool {
        if self.people >= TEAM {
            return 4 * self.people >= 3 * self.less;
        }
        if self.people == 0 || self.people < self.more {
            return false;
        }
        let titles = titles();
        titles.letters >= COPIED
            || titles.share_word && titles.years_apart.is_some_and(|years| years <= YEARS)
    }
}

/// Returns the years between a date and a listed year, if both are known.
#[must_use]
pub fn years_apart(date: Option<PartialDate>, year: Option<i32>) -> Option<u32> {
    date.zip(year).map(|(date, year)| date.year.abs_diff(year))
}

/// Returns a folded family name and the initial of the given names; `None` without a family name.
#[must_use]
pub fn signed(name: &PersonName) -> Option<(String, Option<char>)> {
    let family = surname_key(name);
    (!family.is_empty()).then(|| (family, initial(&name.given)))
}

/// Returns the first letter of the folded names. Most names need no folding for it.
fn initial(given: &str) -> Option<char> {
    match given.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => Some(c.to_ascii_lowercase()),
        _ => fold(given).chars().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common(a: &[&str], b: &[&str]) -> Common {
        let byline = |names: &[&str]| {
            let names: Vec<PersonName> = names.iter().map(|name| PersonName::parse(name)).collect();
            Byline::of(&names)
        };
        byline(a).common(&byline(b))
    }

    #[test]
    fn initials_and_missing_given_names_agree() {
        let both = common(&["Ada Ex", "Müller"], &["A. Ex", "Bob Müller", "C. Zed"]);
        assert_eq!((both.people, both.less, both.more), (2, 2, 3));
        assert_eq!(common(&["Ada Ex"], &["Bob Ex"]).people, 0);
        assert!(common(&[], &["Ada Ex"]).share() < 1e-9);
    }

    #[test]
    fn the_fewer_people_the_more_the_titles_must_tell() {
        let titles = |letters, share_word, years_apart| {
            move || Titles {
                letters,
                share_word,
                years_apart,
            }
        };
        let team = common(
            &["A Ex", "B Yu", "C Zed"],
            &["A Ex", "B Yu", "C Zed", "D Wu"],
        );
        assert!(team.may_be_renamed(titles(0.0, false, None)));
        let two = common(&["A Ex", "B Yu"], &["B Yu", "A Ex"]);
        assert!(two.may_be_renamed(titles(0.2, true, Some(1))));
        assert!(two.may_be_renamed(titles(0.6, false, None)));
        for too_little in [
            titles(0.2, true, Some(3)),
            titles(0.2, true, None),
            titles(0.2, false, Some(0)),
        ] {
            assert!(!two.may_be_renamed(too_little));
        }
        let among_more = common(&["A Ex", "B Yu"], &["B Yu", "A Ex", "C Zed"]);
        assert!(!among_more.may_be_renamed(titles(0.6, true, Some(0))));
    }
}
