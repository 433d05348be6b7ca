//! Which of the candidates come nearest to a title.

use std::cell::LazyCell;

use rapidfuzz::distance::levenshtein;

use super::titles::{TitleAsked, Wanted};
use crate::library::part::Face;
use crate::library::phrase;
use crate::model::Record;
use crate::text::byline::{Byline, Titles};
use crate::text::similarity;

/// From this agreement on, letter by letter or by the words of the shorter one, titles are near.
const LETTERS: f64 = 0.7;
const WORDS: f64 = 0.6;

/// So large a share of the people must be the listed ones before a record is the one meant for
/// certain.
const THEIRS: f64 = 0.75;

/// Compares records with a listed title and its authors.
pub(super) struct Ranking<'a> {
    asked: &'a TitleAsked,
    squeezed: &'a str,
    telling: Vec<&'a str>,
    letters: levenshtein::BatchComparator<u8>,
    byline: Byline,
}

impl<'a> Ranking<'a> {
    pub(super) fn new(wanted: &'a Wanted<'a>) -> Self {
        Self {
            asked: wanted.asked,
            squeezed: &wanted.phrase.squeezed,
            telling: wanted.phrase.telling(),
            letters: levenshtein::BatchComparator::new(wanted.phrase.squeezed.bytes()),
            byline: Byline::of(&wanted.asked.authors),
        }
    }

    /// How near a record comes, 0 to 1; `None` when it need not be looked at any closer. Titles
    /// count up to 0.75, then the people in common and the year.
    pub(super) fn score(&self, face: &Face<'_>) -> Option<f64> {
        let squeezed = face.title.replace(' ', "");
        if !similarity::are_titles(self.squeezed, &squeezed) {
            return (self.squeezed == squeezed).then_some(1.0);
        }
        let letters = LazyCell::new(|| self.letters.normalized_similarity(squeezed.bytes()));
        let words = shared(&self.telling, &phrase::telling(face.title));
        let common = self.byline.common_with(&face.people.iter().copied());
        let years_apart = self.years_apart(face);
        let renamed = common.may_be_renamed(|| Titles {
            letters: *letters,
            share_word: words > 0.0,
            years_apart,
        });
        let (a, b) = (self.squeezed.len(), squeezed.len());
        let is_near = renamed
            || words >= WORDS
            || share(a.min(b), a.max(b)) >= LETTERS && *letters >= LETTERS
            || similarity::is_within(self.squeezed, &squeezed);
        let same_year = f64::from(u8::from(years_apart == Some(0)));
        is_near.then_some(0.45 * *letters + 0.3 * words + 0.2 * common.share() + 0.05 * same_year)
    }

    /// Whether a record of the very title is by the listed people, and of the listed year.
    pub(super) fn is_theirs(&self, face: &Face<'_>) -> bool {
        self.years_apart(face) == Some(0)
            && self
                .byline
                .common_with(&face.people.iter().copied())
                .share()
                >= THEIRS
    }

    fn years_apart(&self, face: &Face<'_>) -> Option<u32> {
        let years = face.year.zip(self.asked.year);
        years.map(|(year, listed)| year.abs_diff(listed))
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
