//! Which of the candidates come nearest to a title.

use std::collections::BTreeSet;

use rapidfuzz::distance::levenshtein;

use super::titles::Wanted;
use crate::library::phrase::Phrase;
use crate::model::{Metadata, Record};
use crate::text::{names, similarity};

/// People who agree so well make a record worth a look under any title: works are renamed.
const SAME_PEOPLE: f64 = 0.75;

/// From so many people on.
const ENOUGH_PEOPLE: usize = 3;

/// Compares records with a listed title and its authors.
pub(super) struct Ranking<'a> {
    wanted: &'a Wanted<'a>,
    telling: Vec<&'a str>,
    letters: levenshtein::BatchComparator<u8>,
    surnames: BTreeSet<&'a str>,
}

impl<'a> Ranking<'a> {
    pub(super) fn new(wanted: &'a Wanted<'a>) -> Self {
        Self {
            telling: wanted.phrase.telling(),
            letters: levenshtein::BatchComparator::new(wanted.phrase.squeezed.bytes()),
            surnames: wanted
                .authors
                .iter()
                .map(|(surname, _)| surname.as_str())
                .collect(),
            wanted,
        }
    }

    /// How near a record comes, 0 to 1; `None` when it need not be looked at any closer. Titles
    /// count up to 0.8, then the family names in common.
    pub(super) fn score(&self, meta: &Metadata) -> Option<f64> {
        let title = meta.title.text();
        let found = Phrase::of(&title);
        let letters = self.letters.normalized_similarity(found.squeezed.bytes());
        let words = shared(&self.telling, &found.telling());
        let people = self.people(meta);
        let renamed = people >= SAME_PEOPLE && self.surnames.len() >= ENOUGH_PEOPLE;
        // Whether it is near takes longer to ask than what rules it out.
        let near =
            || (letters > 0.6 || words > 0.5) && similarity::is_near(self.wanted.title, &title);
        (renamed || near()).then_some(0.5 * letters + 0.3 * words + 0.2 * people)
    }

    /// The share of the listed family names that the authors bear, or of the authors who are
    /// listed.
    fn people(&self, meta: &Metadata) -> f64 {
        if self.surnames.is_empty() {
            return 0.0;
        }
        let keys: BTreeSet<String> = meta
            .authors
            .iter()
            .map(|author| names::surname_key(&author.name))
            .collect();
        let known = keys
            .iter()
            .filter(|key| self.surnames.contains(key.as_str()));
        share(known.count(), self.surnames.len().min(keys.len()))
    }
}

/// Sorts records by their scores, best first and those of one score as they come, drops what is
/// there twice, and keeps `most`.
pub(super) fn best(mut scored: Vec<(f64, Record)>, most: usize) -> Vec<Record> {
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut out: Vec<Record> = Vec::new();
    for (_, record) in scored {
        if out.len() < most && !out.iter().any(|other| say_the_same(other, &record)) {
            out.push(record);
        }
    }
    out
}

/// Whether two records say the same, wherever they were read.
pub(super) fn say_the_same(a: &Record, b: &Record) -> bool {
    a.meta == b.meta && a.links == b.links
}

/// The share of the words of the shorter title that the other has too, by their lengths.
fn shared(a: &[&str], b: &[&str]) -> f64 {
    let length = |words: &[&str]| words.iter().map(|word| word.len()).sum::<usize>();
    let common = a
        .iter()
        .filter(|word| b.contains(word))
        .map(|word| word.len());
    share(common.sum(), length(a).min(length(b)))
}

fn share(part: usize, whole: usize) -> f64 {
    let float = |n: usize| u32::try_from(n).map_or(f64::MAX, f64::from);
    if whole == 0 {
        0.0
    } else {
        float(part) / float(whole)
    }
}
