//! Keys that find a record when no word of its title is intact, or when its title has changed.

use std::collections::{BTreeSet, HashMap};

use crate::{model::PersonName, text::byline::signed};

/// A title in which every word is damaged is found by this many of its first or last letters,
const END: usize = 6;

/// or by this many letters of each of its first or last three words,
const HEAD: usize = 2;

/// unless more records than this share the key.
const MOST_ENDS: usize = 400;

/// A record with another title is found by this many of its first authors,
const FIRST_AUTHORS: usize = 3;

/// if no more records than this are by one of them; otherwise two of them must agree.
const PROLIFIC: usize = 200;

/// The largest number of records by two prolific authors that are returned.
const MOST_SIGNED: usize = 400;

/// The positions of records, keyed by the ends of their titles and by their first authors.
#[derive(Debug, Default)]
pub(super) struct BlockingKeys {
    ends: HashMap<String, Vec<usize>>,
    people: HashMap<(String, Option<char>), Vec<usize>>,
}

impl BlockingKeys {
    /// Adds the record at position `at`, which must be higher than all earlier ones.
    pub(super) fn add<'a>(
        &mut self,
        at: usize,
        title_key: &str,
        words: &[String],
        authors: impl Iterator<Item = &'a PersonName>,
    ) {
        for end in ends(title_key, words) {
            self.ends.entry(end).or_default().push(at);
        }
        for name in authors.take(FIRST_AUTHORS).filter_map(signed) {
            self.people.entry(name).or_default().push(at);
        }
    }

    /// Returns the records whose titles begin or end like this one. Some appear twice.
    pub(super) fn by_title_ends(
        &self,
        title_key: &str,
        words: &[String],
    ) -> impl Iterator<Item = usize> {
        let ends = ends(title_key, words).into_iter();
        let lists = ends.filter_map(|end| self.ends.get(&end));
        lists
            .filter(|places| places.len() <= MOST_ENDS)
            .flatten()
            .copied()
    }

    /// Whether one of the first of these authors is among the first authors of the record at a
    /// position.
    pub(super) fn has_first_author(&self, at: usize, authors: &[PersonName]) -> bool {
        let first = authors.iter().take(FIRST_AUTHORS);
        let mut lists = first.filter_map(|name| self.people.get(&signed(name)?));
        lists.any(|places| places.binary_search(&at).is_ok())
    }

    /// Returns the records that have one of the first authors among their own first authors, the
    /// rarest names first. If all names are frequent, two of them must agree.
    pub(super) fn by_first_authors(&self, authors: &[PersonName]) -> BTreeSet<usize> {
        let mut lists: Vec<&[usize]> = authors
            .iter()
            .take(FIRST_AUTHORS)
            .filter_map(|name| Some(self.people.get(&signed(name)?)?.as_slice()))
            .collect();
        lists.sort_by_key(|places| places.len());
        let rare = lists.partition_point(|places| places.len() <= PROLIFIC);
        let mut out: BTreeSet<usize> = lists[..rare].iter().copied().flatten().copied().collect();
        if let Some((least, others)) = lists.split_first().filter(|_| rare == 0) {
            let twice = |at: &&usize| others.iter().any(|list| list.binary_search(at).is_ok());
            out.extend(least.iter().filter(twice).take(MOST_SIGNED));
        }
        out
    }
}

/// Returns the parts of a title that survive heavy damage: its first letters, its last letters, and
/// the first letters of its first three and last three words. Titles that are too short have none.
fn ends(title_key: &str, words: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    if let (Some(head), Some(from)) = (title_key.get(..END), title_key.len().checked_sub(END)) {
        let tail = title_key.get(from..).unwrap_or_default();
        out.extend([head.to_owned(), format!("${tail}")]);
    }
    let heads: Vec<&str> = words.iter().filter_map(|word| word.get(..HEAD)).collect();
    if let (Some(first), Some(last)) = (heads.first_chunk::<3>(), heads.last_chunk::<3>()) {
        out.extend([
            format!("{} ", first.concat()),
            format!(" {}", last.concat()),
        ]);
    }
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocking_keys(records: &[(&str, &[&str])]) -> BlockingKeys {
        let mut blocking_keys = BlockingKeys::default();
        for (at, (title, authors)) in records.iter().enumerate() {
            let words: Vec<String> = title.split(' ').map(str::to_owned).collect();
            let authors: Vec<PersonName> =
                authors.iter().map(|name| PersonName::parse(name)).collect();
            blocking_keys.add(at, &words.concat(), &words, authors.iter());
        }
        blocking_keys
    }

    #[test]
    fn damaged_titles_are_found_by_their_ends() {
        let blocking_keys =
            blocking_keys(&[("storing graphs in clusters", &[]), ("slow food", &[])]);
        let found = |title: &str| -> BTreeSet<usize> {
            let words: Vec<String> = title.split(' ').map(str::to_owned).collect();
            blocking_keys
                .by_title_ends(&words.concat(), &words)
                .collect()
        };
        for title in [
            "storinggraphs inclusters",
            "stxring grxphs in clxsters",
            "the clusters",
        ] {
            assert_eq!(found(title), BTreeSet::from([0]), "{title}");
        }
        assert!(found("food").is_empty(), "too short to have ends");
    }

    #[test]
    fn two_prolific_authors_must_agree() {
        let mut records: Vec<(&str, &[&str])> = vec![("a", &["Ada Ex"]); PROLIFIC + 1];
        records.extend(vec![("b", &["Bo Yu"][..]); PROLIFIC + 1]);
        records.push(("c", &["Ada Ex", "Bo Yu"]));
        let blocking_keys = blocking_keys(&records);
        let asked = |names: &[&str]| {
            let names: Vec<PersonName> = names.iter().map(|name| PersonName::parse(name)).collect();
            blocking_keys.by_first_authors(&names)
        };
        let last = records.len() - 1;
        assert_eq!(asked(&["A. Ex", "B. Yu"]), BTreeSet::from([last]));
        assert!(asked(&["A. Ex"]).is_empty());
        assert!(asked(&["C. Zed"]).is_empty());
    }
}
