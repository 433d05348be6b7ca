//! Ranking of candidates by their similarity to a title.

use std::cell::LazyCell;

use rapidfuzz::distance::levenshtein;

use super::titles::{PreparedTitle, TitleLookup};
use crate::library::part::RecordSummary;
use crate::library::phrase;
use crate::model::Record;
use crate::text::byline::{Byline, Titles};
use crate::text::similarity;

/// The minimum similarity of titles, by letters or by the words of the shorter one.
const MIN_LETTER_SIMILARITY: f64 = 0.7;
const MIN_WORD_SIMILARITY: f64 = 0.6;

/// The minimum share of listed people among the people of a record that is accepted as the one
/// meant.
const MIN_SHARE_OF_PEOPLE: f64 = 0.75;

/// Compares records with a listed title and its authors.
pub(super) struct TitleRanking<'a> {
    asked: &'a TitleLookup,
    title_key: &'a str,
    content_words: Vec<&'a str>,
    letters: levenshtein::BatchComparator<u8>,
    byline: Byline,
}

impl<'a> TitleRanking<'a> {
    pub(super) fn new(wanted: &'a PreparedTitle<'a>) -> Self {
        Self {
            asked: wanted.asked,
            title_key: &wanted.phrase.title_key,
            content_words: wanted.phrase.content_words(),
            letters: levenshtein::BatchComparator::new(wanted.phrase.title_key.bytes()),
            byline: Byline::of(&wanted.asked.authors),
        }
    }

    /// Returns the similarity of a record, 0 to 1; `None` when it is too low. Titles
    /// count up to 0.75, then the common people and the year.
    pub(super) fn score(&self, face: &RecordSummary<'_>) -> Option<f64> {
        let title_key = face.title.replace(' ', "");
        if !similarity::are_titles(self.title_key, &title_key) {
            return (self.title_key == title_key).then_some(1.0);
        }
        let letters = LazyCell::new(|| self.letters.normalized_similarity(title_key.bytes()));
        let words = shared(&self.content_words, &phrase::content_words(face.title));
        let common = self.byline.common_with(&face.people.iter().copied());
        let years_apart = self.years_apart(face);
        let renamed = common.may_be_renamed(|| Titles {
            letters: *letters,
            share_word: words > 0.0,
            years_apart,
        });
        let (a, b) = (self.title_key.len(), title_key.len());
        let is_near = renamed
            || words >= MIN_WORD_SIMILARITY
            || share(a.min(b), a.max(b)) >= MIN_LETTER_SIMILARITY
                && *letters >= MIN_LETTER_SIMILARITY
            || similarity::is_within(self.title_key, &title_key);
        let same_year = f64::from(u8::from(years_apart == Some(0)));
        is_near.then_some(0.45 * *letters + 0.3 * words + 0.2 * common.share() + 0.05 * same_year)
    }

    /// Returns whether a record with the title is by the listed people and from the listed year.
    pub(super) fn is_by_listed_people(&self, face: &RecordSummary<'_>) -> bool {
        self.years_apart(face) == Some(0)
            && self
                .byline
                .common_with(&face.people.iter().copied())
                .share()
                >= MIN_SHARE_OF_PEOPLE
    }

    fn years_apart(&self, face: &RecordSummary<'_>) -> Option<u32> {
        let years = face.year.zip(self.asked.year);
        years.map(|(year, listed)| year.abs_diff(listed))
    }
}

/// Sorts records by score, best first and stably, removes duplicates, and keeps the first
/// `most`.
pub(super) fn best(mut scored: Vec<(f64, Record)>, most: usize) -> Vec<Record> {
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut out: Vec<Record> = Vec::new();
    for (_, record) in scored {
        if out.len() < most && !out.iter().any(|other| have_same_content(other, &record)) {
            out.push(record);
        }
    }
    out
}

/// Returns whether two records have the same content, whatever their datasets.
pub(super) fn have_same_content(a: &Record, b: &Record) -> bool {
    a.meta == b.meta && a.links == b.links
}

/// Returns the share of the words of the shorter title that the other has too, weighted by length.
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
