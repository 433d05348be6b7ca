//! How two titles agree, and whether what differs matters.

use rapidfuzz::distance::levenshtein;

use super::{
    difference::Difference,
    turning::{
        Mark, TURNING_WORDS, kind_in_subtitle, mark_of, other_figures, other_heading,
        other_negation, other_part, response, sets_apart, turning_difference,
    },
    words::{Shared, Words},
};
use crate::text::{
    fold::{fold, is_stop_word},
    similarity::are_titles,
};

/// The agreement of a listed title with a record's.
#[derive(Debug, Clone, PartialEq)]
pub struct TitleAgreement {
    /// 0 to 1: 1 for the same title after folding, else the share of words both have, a slip of
    /// the pen forgiven.
    pub score: f64,
    /// How they agree.
    pub relation: TitleRelation,
    /// How many telling words the shorter title has: the weight of an agreement.
    pub telling: usize,
    /// What differs that carries meaning, in words.
    pub conflict: Option<String>,
    /// Whether that makes two works of them even where one title was copied badly.
    pub is_other: bool,
    /// Which mark alone differs, that catalogues put to a title or leave away: `(Panel)`.
    pub mark: Mark,
    /// Whether both begin with the same coined name and a colon: `Zen: …`.
    pub same_name: bool,
    /// The telling words that differ.
    pub difference: Difference,
}

impl TitleAgreement {
    /// Of titles that nothing more is said of than this.
    fn plain(relation: TitleRelation, score: f64, telling: usize) -> Self {
        Self {
            score,
            relation,
            telling,
            conflict: None,
            is_other: false,
            mark: Mark::None,
            same_name: false,
            difference: Difference::None,
        }
    }

    /// Whether the titles are one, slips of the pen forgiven.
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(self.relation, TitleRelation::Same | TitleRelation::Slips)
    }
}

/// In what way two titles agree, the closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TitleRelation {
    /// The same once case, accents and punctuation are left aside.
    Same,
    /// The same but for slips within words.
    Slips,
    /// One is the other without its head or its subtitle, or cut off after some words.
    Part,
    /// One has all words of the other, and more.
    Within,
    /// Some words differ.
    Variant,
}

/// Compares a listed title with a record's.
#[must_use]
pub fn compare_titles(listed: &str, found: &str) -> TitleAgreement {
    let (a, b) = (Words::of(listed), Words::of(found));
    let telling = a.telling().min(b.telling());
    if a.squeezed == b.squeezed {
        let mut same = TitleAgreement::plain(TitleRelation::Same, 1.0, telling);
        // Folding leaves away what parts `1.5` from `15`, and tones that part words.
        same.conflict = other_figures(listed, found);
        same.difference = Difference::of_homophones(listed, found);
        if same.conflict.is_some() || same.difference != Difference::None {
            same.relation = TitleRelation::Slips;
            same.score = 0.99;
        }
        return same;
    }
    if !are_titles(&a.squeezed, &b.squeezed) {
        return TitleAgreement::plain(TitleRelation::Variant, 0.0, telling);
    }
    let (a, b) = (a.parted_like(&b), b.parted_like(&a));
    let shared = a.align(&b);
    // Three dots say that more follows, whatever it is.
    let dotted = |short: &Words, long: &Words, written: &str| {
        is_dotted(written) && is_cut(short, long, written)
    };
    let mut conflict = if dotted(&a, &b, listed) {
        None
    } else {
        turning_difference(&shared)
    };
    let letters = levenshtein::normalized_similarity(a.squeezed.bytes(), b.squeezed.bytes());
    let ideographs = Difference::of_ideographs(listed, found);
    let is_part = telling > 0 && is_part(listed, found);
    let relation = if ideographs != Difference::None && !is_part {
        TitleRelation::Variant
    } else if shared.only_a.is_empty() && shared.only_b.is_empty() && shared.reordered.is_empty() {
        TitleRelation::Slips
    } else if is_part {
        TitleRelation::Part
    } else if letters > 0.85
        && conflict.is_none()
        && (shared.glued || letters >= RUN_TOGETHER && is_run_together(&shared))
    {
        TitleRelation::Slips
    } else if is_cut(&a, &b, listed) || is_cut(&b, &a, found) {
        TitleRelation::Part
    } else if telling > 1 && (shared.only_a.is_empty() || shared.only_b.is_empty()) {
        TitleRelation::Within
    } else {
        TitleRelation::Variant
    };
    if relation == TitleRelation::Part && is_subtitle(&shared) {
        // A subtitle that was dropped may number and name what it likes.
        conflict = response(&shared).or_else(|| kind_in_subtitle(&shared));
    }
    if conflict.is_none() {
        conflict = other_heading(listed, found);
    }
    if conflict.is_none() && relation != TitleRelation::Part {
        conflict = other_negation(&a.all, &b.all).or_else(|| other_part(&a.all, &b.all));
    }
    let mark = mark_of(&shared);
    let cut = dotted(&a, &b, listed) || dotted(&b, &a, found);
    let difference = match relation {
        TitleRelation::Same | TitleRelation::Slips => Difference::None,
        TitleRelation::Part if cut || is_part && !is_tail_alone(listed, found) => Difference::None,
        _ if mark != Mark::None => Difference::None,
        _ if ideographs != Difference::None => ideographs,
        _ if shared.only_a.is_empty() && shared.only_b.is_empty() => {
            Difference::Reordered(shared.reordered.clone())
        }
        TitleRelation::Part if is_cut_at_clause(&a, &b) => Difference::of(&shared).into_cut(),
        _ => Difference::of(&shared),
    };
    let score = match relation {
        TitleRelation::Slips => letters.max(0.9),
        _ => shared.jaccard,
    };
    TitleAgreement {
        score: score.min(0.99),
        relation,
        telling,
        is_other: conflict.is_some() && sets_apart(&shared),
        conflict,
        mark,
        same_name: coined_name(listed).is_some_and(|name| coined_name(found) == Some(name)),
        difference,
    }
}

/// Whether only one title has more, and that is long enough to be a subtitle: `: The 2nd Workshop on
/// Heritage Contents`, not `, Part II`.
fn is_subtitle(shared: &Shared) -> bool {
    let (a, b) = (shared.only_a.len(), shared.only_b.len());
    a.min(b) == 0 && a.max(b) >= 4
}

/// Titles that agree so far letter by letter are one, where words of one have run together.
const RUN_TOGETHER: f64 = 0.92;

/// Whether what only one title has are words run together, a letter lost here and there:
/// `objectquery languages` for `object query languages`.
fn is_run_together(shared: &Shared) -> bool {
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

/// The one word before a title's first colon, folded: the name of a system or method.
fn coined_name(title: &str) -> Option<String> {
    let (head, rest) = title.split_once(':')?;
    let name = fold(head);
    (name.len() >= 3
        && !head.trim().contains(' ')
        && !TURNING_WORDS.contains(&name.as_str())
        && rest.starts_with(' ')
        && !is_stop_word(&name))
    .then_some(name)
}

/// Whether one title is the other without what stands before or after a colon or dash.
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

/// Whether one title is the other without some first words that no colon sets apart: `Kernel Density
/// Estimation` for `Density Estimation` says more than a dropped head does, unless what is left
/// begins with a coined name.
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

/// Whether `short` is `long` cut off after some words; after three dots, within a word.
fn is_cut(short: &Words, long: &Words, written: &str) -> bool {
    let cut = if is_dotted(written) {
        long.squeezed.starts_with(&short.squeezed)
    } else {
        long.all.starts_with(&short.all)
    };
    cut && short.all.len() >= 3 && short.squeezed.len() >= 12 && short.all.len() < long.all.len()
}

/// Whether the longer of two titles goes on with a clause where the shorter ends (`Sorting` and
/// `Sorting in Parallel`, not `Sorting Networks`), or the shorter ends within one: `Sorting of`.
fn is_cut_at_clause(a: &Words, b: &Words) -> bool {
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
    fn relations() {
        use TitleRelation::{Part, Same, Slips, Variant, Within};
        for (a, b, want) in [
            (
                "Shuﬄecast: Data-rate Agnostic",
                "Shufflecast – data rate agnostic.",
                Same,
            ),
            (
                "Soft Thrsehold Ternary Networks",
                "Soft Threshold Ternary Networks",
                Slips,
            ),
            ("Serving on Modern GPU", "Serving on Modern GPUs", Slips),
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
                Within,
            ),
            (
                "Classi cation with Adaptive Coverage",
                "Classification with Adaptive Coverage",
                Slips,
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
    fn texts_longer_than_titles_are_the_same_or_not() {
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
    fn differences_that_matter() {
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
