//! The agreement of two titles, and whether their difference matters.

use rapidfuzz::distance::levenshtein;

use super::{
    difference::Difference,
    distinguishing_words::{
        DISTINGUISHING_WORDS, TitleMark, figure_conflict, find_conflict, heading_conflict,
        is_certain_conflict, kind_in_subtitle, mark_of, negation_conflict, part_conflict,
        response_word,
    },
    notations,
    title_words::{TitleWords, WordAlignment},
};
use crate::text::{
    fold::{fold, is_stop_word},
    similarity::are_titles,
};

/// The agreement of a listed title with a record's.
#[derive(Debug, Clone, PartialEq)]
pub struct TitleAgreement {
    /// The similarity, 0 to 1: 1 for the same title after folding, otherwise the share of words in
    /// common, typos forgiven.
    pub score: f64,
    /// How they agree.
    pub relation: TitleRelation,
    /// The number of content words of the shorter title, which weights an agreement.
    pub content_words: usize,
    /// A description of a difference that distinguishes works.
    pub conflict: Option<String>,
    /// Whether that difference means two works even if one title was copied badly.
    pub conflict_is_certain: bool,
    /// The mark by which alone they differ, which catalogues add or omit: `(Panel)`.
    pub mark: TitleMark,
    /// Whether both begin with the same coined name and a colon: `Zen: …`.
    pub shares_coined_name: bool,
    /// The content words by which they differ.
    pub difference: Difference,
}

impl TitleAgreement {
    /// Creates an agreement without conflict, mark or differing words.
    fn plain(relation: TitleRelation, score: f64, content_words: usize) -> Self {
        Self {
            score,
            relation,
            content_words,
            conflict: None,
            conflict_is_certain: false,
            mark: TitleMark::None,
            shares_coined_name: false,
            difference: Difference::None,
        }
    }

    /// Whether the titles are the same, typos forgiven.
    #[must_use]
    pub fn is_same_title(&self) -> bool {
        matches!(self.relation, TitleRelation::Same | TitleRelation::Typos)
    }
}

/// The relation of two titles, the closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TitleRelation {
    /// They are the same apart from case, accents and punctuation.
    Same,
    /// They are the same apart from typos within words.
    Typos,
    /// One is the other without its head or subtitle, or cut off after some words.
    Part,
    /// One has all words of the other, and more.
    Subset,
    /// Some words differ.
    Variant,
}

/// Compares a listed title with a record's.
#[must_use]
pub fn compare_titles(listed: &str, found: &str) -> TitleAgreement {
    let (listed, found) = (
        &*notations::plain(listed, found),
        &*notations::plain(found, listed),
    );
    let (a, b) = (TitleWords::of(listed), TitleWords::of(found));
    let content_words = a.content_words().min(b.content_words());
    if a.title_key == b.title_key {
        let mut same = TitleAgreement::plain(TitleRelation::Same, 1.0, content_words);
        // Folding removes the difference between `1.5` and `15`, and between words that differ in
        // tone.
        same.conflict = figure_conflict(listed, found);
        same.difference = Difference::of_homophones(listed, found);
        if same.conflict.is_some() || same.difference != Difference::None {
            same.relation = TitleRelation::Typos;
            same.score = 0.99;
        }
        return same;
    }
    if !are_titles(&a.title_key, &b.title_key) {
        return TitleAgreement::plain(TitleRelation::Variant, 0.0, content_words);
    }
    let (a, b) = (a.split_like(&b), b.split_like(&a));
    let shared = a.align(&b);
    // After three dots, any text may follow.
    let dotted = |short: &TitleWords, long: &TitleWords, written: &str| {
        is_dotted(written) && is_cut(short, long, written)
    };
    let mut conflict = if dotted(&a, &b, listed) {
        None
    } else {
        find_conflict(&shared)
    };
    let letters = levenshtein::normalized_similarity(a.title_key.bytes(), b.title_key.bytes());
    let ideographs = Difference::of_ideographs(listed, found);
    let is_part = content_words > 0 && is_part(listed, found);
    let relation = if ideographs != Difference::None && !is_part {
        TitleRelation::Variant
    } else if shared.only_a.is_empty() && shared.only_b.is_empty() && shared.reordered.is_empty() {
        TitleRelation::Typos
    } else if is_part {
        TitleRelation::Part
    } else if letters > 0.85
        && conflict.is_none()
        && (shared.respaced || letters >= RUN_TOGETHER && is_run_together(&shared))
    {
        TitleRelation::Typos
    } else if is_cut(&a, &b, listed) || is_cut(&b, &a, found) {
        TitleRelation::Part
    } else if content_words > 1 && (shared.only_a.is_empty() || shared.only_b.is_empty()) {
        TitleRelation::Subset
    } else {
        TitleRelation::Variant
    };
    if relation == TitleRelation::Part && is_subtitle(&shared) {
        // A subtitle that was dropped may contain any numbers and names.
        conflict = response_word(&shared).or_else(|| kind_in_subtitle(&shared));
    }
    if conflict.is_none() {
        conflict = heading_conflict(listed, found);
    }
    if conflict.is_none() && relation != TitleRelation::Part {
        conflict = negation_conflict(&a.all, &b.all).or_else(|| part_conflict(&a.all, &b.all));
    }
    let mark = mark_of(&shared);
    let cut = dotted(&a, &b, listed) || dotted(&b, &a, found);
    let difference = match relation {
        TitleRelation::Same | TitleRelation::Typos => Difference::None,
        TitleRelation::Part if cut || is_part && !is_tail_alone(listed, found) => Difference::None,
        _ if mark != TitleMark::None => Difference::None,
        _ if ideographs != Difference::None => ideographs,
        _ if shared.only_a.is_empty() && shared.only_b.is_empty() => {
            Difference::Reordered(shared.reordered.clone())
        }
        TitleRelation::Part if is_cut_at_clause(&a, &b) => Difference::of(&shared).into_cut(),
        _ => Difference::of(&shared),
    };
    let score = match relation {
        TitleRelation::Typos => letters.max(0.9),
        _ => shared.jaccard,
    };
    TitleAgreement {
        score: score.min(0.99),
        relation,
        content_words,
        conflict_is_certain: conflict.is_some() && is_certain_conflict(&shared),
        conflict,
        mark,
        shares_coined_name: coined_name(listed)
            .is_some_and(|name| coined_name(found) == Some(name)),
        difference,
    }
}

/// Whether only one title has more words, enough for a subtitle:
/// `: The 2nd Workshop on Heritage Contents`, not `, Part II`.
fn is_subtitle(shared: &WordAlignment) -> bool {
    let (a, b) = (shared.only_a.len(), shared.only_b.len());
    a.min(b) == 0 && a.max(b) >= 4
}

/// The lowest letter similarity at which titles are the same if words of one were run together.
const RUN_TOGETHER: f64 = 0.92;

/// Whether the words only one title has are words run together, with a few letters lost:
/// `objectquery languages` for `object query languages`.
fn is_run_together(shared: &WordAlignment) -> bool {
    let longest = |words: &[String]| words.iter().map(String::len).max().unwrap_or_default();
    let (a, b) = (longest(&shared.only_a), longest(&shared.only_b));
    let has_digit = |words: &[String]| {
        words
            .iter()
            .any(|w| w.contains(|c: char| c.is_ascii_digit()))
    };
    shared.only_a.len() != shared.only_b.len()
        && a.min(b) > 0
        && a.max(b) >= 10
        && 2 * a.max(b) >= 3 * a.min(b)
        && !has_digit(&shared.only_a)
        && !has_digit(&shared.only_b)
}

/// Returns the single word before a title's first colon, folded: the name of a system or method.
fn coined_name(title: &str) -> Option<String> {
    let (head, rest) = title.split_once(':')?;
    let name = fold(head);
    (name.len() >= 3
        && !head.trim().contains(' ')
        && !DISTINGUISHING_WORDS.contains(&name.as_str())
        && rest.starts_with(' ')
        && !is_stop_word(&name))
    .then_some(name)
}

/// Whether one title is the other without the text before or after a colon or dash.
fn is_part(a: &str, b: &str) -> bool {
    let parts = |title: &str| -> Vec<String> {
        title
            .split([':', '?', '–', '—'])
            .flat_map(|part| part.split(" - "))
            .map(|part| fold(part).replace(' ', ""))
            .filter(|part| !part.is_empty())
            .collect()
    };
    let (pa, pb) = (parts(a), parts(b));
    let (whole_a, whole_b) = (pa.concat(), pb.concat());
    let tail_or_head = |whole: &str, parts: &[String]| {
        (1..parts.len()).any(|cut| {
            let (head, tail) = (parts[..cut].concat(), parts[cut..].concat());
            whole == head || whole == tail
        })
    };
    tail_or_head(&whole_a, &pb)
        || tail_or_head(&whole_b, &pa)
        // A head without a colon: `Hi-Speed DNN Training with Espresso: …` for `Espresso: …`.
        || is_long_tail(a, b)
        || is_long_tail(b, a)
}

/// Whether one title is the other without some first words that no colon separates.
/// `Kernel Density Estimation` says more than `Density Estimation`, unlike a dropped head, except
/// if the rest begins with a coined name.
fn is_tail_alone(a: &str, b: &str) -> bool {
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let (short, long) = (fold(a), fold(b));
    let head = long.strip_suffix(short.as_str()).map(str::trim_end);
    let parted = |head: &str| {
        let letters = head.replace(' ', "").len();
        let mut seen = 0;
        b.chars().any(|c| {
            let at_end = seen == letters && matches!(c, ':' | '?' | '–' | '—' | '-');
            seen += fold(&c.to_string()).len();
            at_end
        })
    };
    coined_name(a).is_none() && head.is_some_and(|head| !head.is_empty() && !parted(head))
}

/// Whether a title ends in three dots.
fn is_dotted(title: &str) -> bool {
    let title = title.trim_end_matches([' ', ']', ')']);
    title.ends_with("...") || title.ends_with('…')
}

/// Whether `short` is `long` cut off after some words, or within a word if three dots follow.
fn is_cut(short: &TitleWords, long: &TitleWords, written: &str) -> bool {
    let cut = if is_dotted(written) {
        long.title_key.starts_with(&short.title_key)
    } else {
        long.all.starts_with(&short.all)
    };
    cut && short.all.len() >= 3 && short.title_key.len() >= 12 && short.all.len() < long.all.len()
}

/// Whether the longer title continues with a clause where the shorter ends (`Sorting` and
/// `Sorting in Parallel`, not `Sorting Networks`), or the shorter ends within one: `Sorting of`.
fn is_cut_at_clause(a: &TitleWords, b: &TitleWords) -> bool {
    let (short, long) = if a.all.len() <= b.all.len() {
        (a, b)
    } else {
        (b, a)
    };
    let is_within = |word: Option<&String>| word.is_some_and(|word| is_stop_word(word));
    long.all.starts_with(&short.all)
        && (is_within(long.all.get(short.all.len())) || is_within(short.all.last()))
}

fn is_long_tail(short: &str, long: &str) -> bool {
    let (short, long) = (fold(short), fold(long));
    let head = long.strip_suffix(short.as_str());
    short.len() >= 34 && head.is_some_and(|head| head.ends_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relation_of_two_titles() {
        use TitleRelation::{Part, Same, Subset, Typos, Variant};
        for (a, b, want) in [
            (
                "Shuﬄecast: Data-rate Agnostic",
                "Shufflecast – data rate agnostic.",
                Same,
            ),
            (
                "Soft Thrsehold Ternary Networks",
                "Soft Threshold Ternary Networks",
                Typos,
            ),
            ("Serving on Modern GPU", "Serving on Modern GPUs", Typos),
            (
                "Espresso: Unleashing the Full Potential of Gradient Compression",
                "Hi-Speed DNN Training with Espresso: Unleashing the Full Potential of Gradient Compression",
                Part,
            ),
            (
                "Empowering Distributed Training with Sparsity",
                "ZEN: Empowering Distributed Training with Sparsity",
                Part,
            ),
            (
                "Fast Sparse Recovery for Sets...",
                "Fast Sparse Recovery for Sets of the Second Kind",
                Part,
            ),
            (
                "Soft Ternary Networks",
                "Soft Threshold Ternary Networks",
                Subset,
            ),
            (
                "Classi cation with Adaptive Coverage",
                "Classification with Adaptive Coverage",
                Typos,
            ),
            (
                "Cupcake: A Compression Scheduler",
                "Cupcake: A Compression Optimizer",
                Variant,
            ),
        ] {
            assert_eq!(compare_titles(a, b).relation, want, "{a} / {b}");
        }
    }

    #[test]
    fn overlong_titles_are_compared_as_a_whole() {
        // Compared word by word, these would take hours.
        let words: Vec<String> = (0..200_000).map(|n| format!("word{n}")).collect();
        let long = words.join(" ");
        let other = format!("{long} more");
        assert_eq!(
            compare_titles(&long, &other).relation,
            TitleRelation::Variant
        );
        assert_eq!(compare_titles(&long, &long).relation, TitleRelation::Same);
    }

    #[test]
    fn differences_that_distinguish_works_are_conflicts() {
        for (a, b) in [
            (
                "LAEO-Net: Looking at Each Other",
                "LAEO-Net++: Looking at Each Other",
            ),
            ("The 7th Workshop on Sorting", "The 8th Workshop on Sorting"),
            ("On Trees. Part II", "On Trees. Part III"),
            ("On Trees, Part I", "On Trees, Part V"),
            ("Tracking with YOLOv7", "Tracking with YOLOv8"),
            ("On Trees, Part A", "On Trees, Part B"),
            ("Attention Is Explanation", "Attention Is Not Explanation"),
            ("Imaging at 1.5 Tesla", "Imaging at 15 Tesla"),
            ("Proofs of P = NP", "Proofs of P ≠ NP"),
            ("Sorting of Strings", "Code for Sorting of Strings"),
            (
                "Sorting of Strings.",
                "Sorting of Strings: A Survey of Recent Methods and Tools",
            ),
            ("Fast Sorting", "Erratum to: Fast Sorting"),
            ("Learning to Rank (Extended Abstract)", "Learning to Rank"),
        ] {
            assert!(compare_titles(a, b).conflict.is_some(), "{a} / {b}");
        }
        assert_eq!(
            compare_titles("On Trees. Part 2", "On Trees. Part II").conflict,
            None
        );
        for (a, b) in [
            ("On Trees. Part 2: Leaves", "On Trees. Part II: Leaves"),
            (
                "Men vs. Machines in Sorting",
                "Men versus Machines in Sorting",
            ),
        ] {
            let agreement = compare_titles(a, b);
            assert_eq!(agreement.conflict, None, "{a} / {b}");
            assert_eq!(agreement.difference, Difference::None, "{a} / {b}");
        }
        let swapped = compare_titles(
            "English to German Translation of News",
            "German to English Translation of News",
        );
        assert!(matches!(swapped.difference, Difference::Reordered(_)));
        let opposite = compare_titles(
            "Supervised Hashing of Images",
            "Unsupervised Hashing of Images",
        );
        assert_eq!(opposite.relation, TitleRelation::Variant);
    }
}
