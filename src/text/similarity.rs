//! Similarity of titles.

use std::collections::HashSet;

use rapidfuzz::distance::levenshtein;

use super::fold::{fold, fold_without_blanks, is_stop_word, words};

/// The greatest length of a title in bytes. Longer texts are only compared for equality, because the
/// similarity takes time proportional to the product of the lengths.
pub const LONGEST: usize = 4096;

/// Whether neither of two texts is too long for a title.
#[must_use]
pub fn are_titles(a: &str, b: &str) -> bool {
    a.len().max(b.len()) <= LONGEST
}

/// Returns the agreement of two texts letter by letter, 0 to 1: one minus the normalised Levenshtein
/// distance of their folded letters.
#[must_use]
pub fn letters(a: &str, b: &str) -> f64 {
    let (a, b) = (fold_without_blanks(a), fold_without_blanks(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    if !are_titles(&a, &b) {
        return if a == b { 1.0 } else { 0.0 };
    }
    levenshtein::normalized_similarity(a.chars(), b.chars())
}

/// Returns the share of the words of the shorter text that are in the longer one too, 0 to 1, without
/// stop words. A word counts by its length. 0 if either has no content word.
#[must_use]
pub fn shared_words(a: &str, b: &str) -> f64 {
    let telling = |text: &str| -> HashSet<String> {
        words(text)
            .into_iter()
            .filter(|word| !is_stop_word(word))
            .collect()
    };
    let (a, b) = (telling(a), telling(b));
    let weight = |set: &HashSet<String>| set.iter().map(String::len).sum::<usize>();
    let less = weight(&a).min(weight(&b));
    if less == 0 {
        return 0.0;
    }
    let shared: usize = a.intersection(&b).map(String::len).sum();
    ratio(shared, less)
}

/// Returns the share of all words of both texts that they have in common (Jaccard), 0 to 1, without
/// stop words. A word counts by its length.
#[must_use]
pub fn common_words(a: &str, b: &str) -> f64 {
    let telling = |text: &str| -> HashSet<String> {
        words(text)
            .into_iter()
            .filter(|word| !is_stop_word(word))
            .collect()
    };
    let (a, b) = (telling(a), telling(b));
    let all: usize = a.union(&b).map(String::len).sum();
    if all == 0 {
        return 0.0;
    }
    ratio(a.intersection(&b).map(String::len).sum(), all)
}

/// Whether two words consist of the same letters, so that one may be the other with letters exchanged.
#[must_use]
pub fn are_anagrams(a: &str, b: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    a.len() == b.len() && sorted(a) == sorted(b)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "lengths of titles are far below 2^52"
)]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

/// Whether `found` is similar enough to `listed` for a closer comparison. A typo, a dropped subtitle or
/// a changed beginning must not hide a record; [`crate::matching`] makes the decision.
#[must_use]
pub fn is_near(listed: &str, found: &str) -> bool {
    let (a, b) = (fold(listed), fold(found));
    if a.is_empty() || b.is_empty() {
        return false;
    }
    a == b || shared_words(&a, &b) >= 0.6 || letters(&a, &b) >= 0.7
}

/// Whether one of two folded titles without blanks contains the other: one was cut, lost its subtitle or its
/// beginning, or was copied together with names and numbers around it.
#[must_use]
pub fn is_within(a: &str, b: &str) -> bool {
    /// Shorter ones are contained in too many.
    const TELLING: usize = 14;
    let (less, more) = if a.len() < b.len() { (a, b) } else { (b, a) };
    less.len() >= TELLING && more.contains(less)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_within_others() {
        let within = |a, b| is_within(&fold_without_blanks(a), &fold_without_blanks(b));
        assert!(within(
            "h. darwen, cj date: the thirdmanifesto",
            "The Third Manifesto"
        ));
        assert!(within(
            "Efficient Mid-Query Reoptimization",
            "Efficient Mid-Query Re-Optimization of Sub-Optimal Plans"
        ));
        assert!(!within("Query Plans", "On Query Plans in the Cloud"));
    }

    #[test]
    fn near_and_far() {
        for (a, b) in [
            (
                "DMXDAG: A Hybrid Abstraction for Emerging Applications",
                "MXDAG: A Hybrid Abstraction for Emerging Applications",
            ),
            (
                "Espresso: Unleashing the Full Potential of Gradient Compression",
                "Hi-Speed DNN Training with Espresso: Unleashing the Full Potential of Gradient Compression",
            ),
            (
                "Soft Thrsehold Ternary Networks",
                "Soft Threshold Ternary Networks",
            ),
            ("Quantization", "Quantization."),
        ] {
            assert!(is_near(a, b), "{a} / {b}");
        }
        assert!(!is_near(
            "Attention Is All You Need",
            "Deep Residual Learning for Image Recognition"
        ));
        assert!(!is_near("", "x"));
    }

    #[test]
    fn scores_stay_between_nought_and_one() {
        assert!((letters("Same Title", "same title!") - 1.0).abs() < 1e-9);
        assert!((shared_words("the of", "x") - 0.0).abs() < 1e-9);
        assert!(common_words("graph neural networks", "graph networks") < 0.8);
    }
}
