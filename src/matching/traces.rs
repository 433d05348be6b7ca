//! What a record is found by when no word of its title is whole, or the title is another.

use std::collections::{BTreeSet, HashMap};

use crate::{model::PersonName, text::byline::signed};

/// A title in which no word is whole is found by so many of its first or last letters,
const END: usize = 6;

/// or by so many of each of its first or last three words,
const HEAD: usize = 2;

/// as long as no more records have them than this.
const MOST_ENDS: usize = 400;

/// By so many of its first authors a record is found under another title,
const FIRST_AUTHORS: usize = 3;

/// as long as no more records are signed by one of them than this, or else by two of them.
const PROLIFIC: usize = 200;

/// So many records are held against a byline at most,
const MOST_SIGNED: usize = 400;

/// The places of records by the ends of their titles and by their first authors.
#[derive(Debug, Default)]
pub(super) struct Traces {
    ends: HashMap<String, Vec<usize>>,
    people: HashMap<(String, Option<char>), Vec<usize>>,
}

impl Traces {
    /// Notes a record at a place after all others.
    pub(super) fn add<'a>(
        &mut self,
        at: usize,
        squeezed: &str,
        words: &[String],
        authors: impl Iterator<Item = &'a PersonName>,
    ) {
        for end in ends(squeezed, words) {
            self.ends.entry(end).or_default().push(at);
        }
        for name in authors.take(FIRST_AUTHORS).filter_map(signed) {
            self.people.entry(name).or_default().push(at);
        }
    }

    /// Records whose titles begin or end as this one, some twice.
    pub(super) fn by_ends(&self, squeezed: &str, words: &[String]) -> impl Iterator<Item = usize> {
        let ends = ends(squeezed, words).into_iter();
        let lists = ends.filter_map(|end| self.ends.get(&end));
        lists
            .filter(|places| places.len() <= MOST_ENDS)
            .flatten()
            .copied()
    }

    /// Whether one of the first of these authors is among the first authors of the record at a place.
    pub(super) fn is_signed(&self, at: usize, authors: &[PersonName]) -> bool {
        let first = authors.iter().take(FIRST_AUTHORS);
        let mut lists = first.filter_map(|name| self.people.get(&signed(name)?));
        lists.any(|places| places.binary_search(&at).is_ok())
    }

    /// Records that one of the first authors is among the first authors of, the rarest names
    /// first; where all names are those of many, that two are.
    pub(super) fn by_people(&self, authors: &[PersonName]) -> BTreeSet<usize> {
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

/// What a badly damaged title may still have: its first letters, its last ones, and the heads of its
/// first three and last three words; nothing of what is shorter.
fn ends(squeezed: &str, words: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    if let (Some(head), Some(from)) = (squeezed.get(..END), squeezed.len().checked_sub(END)) {
        let tail = squeezed.get(from..).unwrap_or_default();
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

    fn traces(records: &[(&str, &[&str])]) -> Traces {
        let mut traces = Traces::default();
        for (at, (title, authors)) in records.iter().enumerate() {
            let words: Vec<String> = title.split(' ').map(str::to_owned).collect();
            let authors: Vec<PersonName> =
                authors.iter().map(|name| PersonName::parse(name)).collect();
            traces.add(at, &words.concat(), &words, authors.iter());
        }
        traces
    }

    #[test]
    fn ends_outlast_damage() {
        let traces = traces(&[("storing graphs in clusters", &[]), ("slow food", &[])]);
        let found = |title: &str| -> BTreeSet<usize> {
            let words: Vec<String> = title.split(' ').map(str::to_owned).collect();
            traces.by_ends(&words.concat(), &words).collect()
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
    fn of_people_with_many_works_two_must_agree() {
        let mut records: Vec<(&str, &[&str])> = vec![("a", &["Ada Ex"]); PROLIFIC + 1];
        records.extend(vec![("b", &["Bo Yu"][..]); PROLIFIC + 1]);
        records.push(("c", &["Ada Ex", "Bo Yu"]));
        let traces = traces(&records);
        let asked = |names: &[&str]| {
            let names: Vec<PersonName> = names.iter().map(|name| PersonName::parse(name)).collect();
            traces.by_people(&names)
        };
        let last = records.len() - 1;
        assert_eq!(asked(&["A. Ex", "B. Yu"]), BTreeSet::from([last]));
        assert!(asked(&["A. Ex"]).is_empty());
        assert!(asked(&["C. Zed"]).is_empty());
    }
}
